# A build folder keeps the GPU architectures of its first configuration, whatever the environment variable CUDAARCHS says later.
#
# Needs: SOURCE, GENERATOR, COMPILER, LAUNCHER, FLAGS, WORK (a folder to write in).
include(${CMAKE_CURRENT_LIST_DIR}/steps.cmake)

set(configure ${CMAKE_COMMAND} -S ${SOURCE} ${configure_with} -DGRAPHBLAS_GPU_CUDA=ON -DGRAPHBLAS_GPU_TESTS=OFF
              -DGRAPHBLAS_GPU_TOOL=OFF -DGRAPHBLAS_GPU_BENCH=OFF -DGRAPHBLAS_GPU_CCACHE=OFF)

# configure_twice(FOLDER FIRST SECOND WANTED): CUDAARCHS is FIRST, then SECOND; an empty one is not set at all.
function(configure_twice folder first second wanted)
    foreach(architectures IN ITEMS "${first}" "${second}")
        unset(ENV{CUDAARCHS})
        if(architectures)
            set(ENV{CUDAARCHS} "${architectures}")
        endif()
        run(${configure} -B ${WORK}/${folder})
        file(READ ${WORK}/${folder}/CMakeCache.txt cache)
        string(FIND "${cache}" "\nGRAPHBLAS_GPU_CUDA_ARCHITECTURES:STRING=${wanted}\n" at)
        if(at EQUAL -1)
            message(FATAL_ERROR "CUDAARCHS was '${first}', then '${second}', and the cache does not say '${wanted}'")
        endif()
    endforeach()
endfunction()

configure_twice(default_first "" "90-real" "80-real;90")
configure_twice(named_first "90-real" "" "90-real")
