# Headers (with the generated ones), libraries, tools and the CMake package
# NanGuard; the runtime installs itself, as the package NanGuardRuntime.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/nanguard"
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
  FILES_MATCHING PATTERN "*.h" PATTERN "*.td")
install(DIRECTORY "${PROJECT_BINARY_DIR}/include/nanguard"
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
  FILES_MATCHING PATTERN "*.h.inc" PATTERN "CMakeFiles" EXCLUDE)

get_property(NANGUARD_LIBS GLOBAL PROPERTY NANGUARD_LIBS)
install(TARGETS ${NANGUARD_LIBS} EXPORT NanGuardTargets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
set_target_properties(nanguard-opt nanguard-run NanGuardPlugin PROPERTIES
  INSTALL_RPATH_USE_LINK_PATH ON
  INSTALL_RPATH "$ORIGIN/../${CMAKE_INSTALL_LIBDIR}")
install(TARGETS nanguard-opt nanguard-run
  RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(TARGETS NanGuardPlugin LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})

set(NANGUARD_CMAKE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/NanGuard)
set(NANGUARD_MLIR_VERSION ${LLVM_VERSION_MAJOR}.${LLVM_VERSION_MINOR})
install(EXPORT NanGuardTargets NAMESPACE NanGuard::
  DESTINATION ${NANGUARD_CMAKE_DIR})
configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/NanGuardConfig.cmake.in"
  "${PROJECT_BINARY_DIR}/NanGuardConfig.cmake"
  INSTALL_DESTINATION ${NANGUARD_CMAKE_DIR})
write_basic_package_version_file("${PROJECT_BINARY_DIR}/NanGuardConfigVersion.cmake"
  VERSION ${PROJECT_VERSION} COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/NanGuardConfig.cmake"
  "${PROJECT_BINARY_DIR}/NanGuardConfigVersion.cmake"
  DESTINATION ${NANGUARD_CMAKE_DIR})
