# cmake -DRUNTIME=<build folder> -DWORK=<scratch> -P run.cmake: installs the
# runtime, builds the consumer against it, runs it.
function(run)
  execute_process(COMMAND ${ARGV} COMMAND_ERROR_IS_FATAL ANY)
endfunction()
file(REMOVE_RECURSE "${WORK}")
run(${CMAKE_COMMAND} --install ${RUNTIME} --prefix ${WORK}/prefix)
run(${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR} -B ${WORK}/build
    -DCMAKE_PREFIX_PATH=${WORK}/prefix)
run(${CMAKE_COMMAND} --build ${WORK}/build)
run(${WORK}/build/uses_nanguard_rt)
run(${WORK}/build/uses_nanguard_rt_static)
foreach(sink metrics log)
  if(EXISTS ${WORK}/build/uses_${sink})
    run(${WORK}/build/uses_${sink})
  endif()
endforeach()
