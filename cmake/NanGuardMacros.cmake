# One interface target carries the precompiled header: MLIR's headers are most
# of a file's compile time.
set(NANGUARD_PCH_HEADERS
  <mlir/Dialect/Arith/IR/Arith.h>
  <mlir/Dialect/Bufferization/IR/Bufferization.h>
  <mlir/Dialect/Func/IR/FuncOps.h>
  <mlir/Dialect/Linalg/IR/Linalg.h>
  <mlir/Dialect/Linalg/Transforms/Transforms.h>
  <mlir/Dialect/Math/IR/Math.h>
  <mlir/Dialect/MemRef/IR/MemRef.h>
  <mlir/Dialect/SCF/IR/SCF.h>
  <mlir/Dialect/SCF/Transforms/TileUsingInterface.h>
  <mlir/Dialect/Tensor/IR/Tensor.h>
  <mlir/IR/Builders.h>
  <mlir/IR/PatternMatch.h>
  <mlir/Pass/Pass.h>
  <mlir/Transforms/GreedyPatternRewriteDriver.h>)

# Without it a compiler cache never sees the same precompiled header twice.
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  add_compile_options("$<$<COMPILE_LANGUAGE:CXX>:SHELL:-Xclang -fno-pch-timestamp>")
endif()

# nanguard_add_library(NAME sources… [DEPENDS …] [LINK_LIBS …])
#
# A compiler library against the one shared libMLIR.so, named NanGuard…,
# compiled with the precompiled header.
function(nanguard_add_library name)
  cmake_parse_arguments(ARG "" "" "DEPENDS;LINK_LIBS" ${ARGN})
  add_mlir_library(${name} STATIC ${ARG_UNPARSED_ARGUMENTS}
    DISABLE_INSTALL
    DEPENDS ${ARG_DEPENDS}
    LINK_LIBS PUBLIC ${ARG_LINK_LIBS} MLIR)
  set_target_properties(${name} PROPERTIES POSITION_INDEPENDENT_CODE ON)
  target_include_directories(${name} INTERFACE
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
    $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/include>
    $<INSTALL_INTERFACE:include>)
  if(name STREQUAL "NanGuardDialect")
    target_precompile_headers(obj.NanGuardDialect PRIVATE ${NANGUARD_PCH_HEADERS})
  elseif(TARGET obj.${name})
    target_precompile_headers(obj.${name} REUSE_FROM obj.NanGuardDialect)
  endif()
  set_property(GLOBAL APPEND PROPERTY NANGUARD_LIBS ${name})
endfunction()

# nanguard_add_tool(NAME sources… [LINK_LIBS …])
function(nanguard_add_tool name)
  cmake_parse_arguments(ARG "" "" "LINK_LIBS" ${ARGN})
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  llvm_update_compile_flags(${name})
  target_link_libraries(${name} PRIVATE ${ARG_LINK_LIBS} MLIR LLVM)
endfunction()
