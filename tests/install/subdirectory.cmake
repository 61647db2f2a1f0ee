# The library as a subdirectory of another project, which gets the target, and none of our tests or installed files.
#
# Needs: SOURCE, GENERATOR, COMPILER, LAUNCHER, FLAGS, WORK (a folder to write in).
include(${CMAKE_CURRENT_LIST_DIR}/steps.cmake)

run(${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR}/subdirectory -B ${WORK}/build ${configure_with}
    -DGRAPHBLAS_GPU_SOURCE=${SOURCE} -DGRAPHBLAS_GPU_CUDA=OFF)

run(${CMAKE_CTEST_COMMAND} --test-dir ${WORK}/build --show-only)
if(NOT output MATCHES "Total Tests: 0")
    message(FATAL_ERROR "tests of ours are among the parent's:\n${output}")
endif()

run(${CMAKE_COMMAND} --install ${WORK}/build --prefix ${WORK}/prefix)
file(GLOB_RECURSE installed RELATIVE ${WORK}/prefix ${WORK}/prefix/*)
if(NOT installed STREQUAL "share/parent/CMakeLists.txt")
    message(FATAL_ERROR "the parent installs more than its own file:\n${installed}")
endif()

# Other generators would build the whole library first.
if(GENERATOR MATCHES "Ninja")
    run(${CMAKE_COMMAND} --build ${WORK}/build --target outside)
    message("compiled: ${output}")
else()
    message("skipped: compiling takes the generator Ninja to do without the whole library")
endif()
