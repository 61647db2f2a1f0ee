# Compiles through ccache where it is installed, unless a launcher is set already. Paths below the project count as relative
# ones, so that all clones on a machine share what was compiled once.
find_program(GRAPHBLAS_GPU_CCACHE_PROGRAM ccache)
mark_as_advanced(GRAPHBLAS_GPU_CCACHE_PROGRAM)
if(GRAPHBLAS_GPU_CCACHE_PROGRAM)
    foreach(language IN ITEMS CXX CUDA)
        if(NOT DEFINED CMAKE_${language}_COMPILER_LAUNCHER)
            set(CMAKE_${language}_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} CCACHE_NOHASHDIR=1
                ${GRAPHBLAS_GPU_CCACHE_PROGRAM})
        endif()
    endforeach()
endif()
