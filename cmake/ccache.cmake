# Compiles through ccache where it is installed, unless a launcher is set already. Paths below the project count as relative
# ones, so that all clones on a machine share what was compiled once. Without the sloppiness it does not work with precompiled headers;
# no source asks for the time or date.
find_program(GRAPHBLAS_GPU_CCACHE_PROGRAM ccache)
mark_as_advanced(GRAPHBLAS_GPU_CCACHE_PROGRAM)
if(NOT GRAPHBLAS_GPU_CCACHE_PROGRAM)
    graphblas_gpu_left_out("a cache of compiled objects" "ccache was not found" ccache)
elseif(UNIX)
    # One word, which can be handed on to projects that tests configure.
    set(launcher ${PROJECT_BINARY_DIR}/through-ccache)
    file(CONFIGURE OUTPUT ${launcher} @ONLY CONTENT [=[#!/bin/sh
# A precompiled header is compiled by every clone: ccache would take that of another clone, whose headers are not the same.
case " $* " in *" c++-header "*) exec "$@" ;; esac
CCACHE_BASEDIR="@PROJECT_SOURCE_DIR@" CCACHE_NOHASHDIR=1 CCACHE_SLOPPINESS=pch_defines,time_macros exec "@GRAPHBLAS_GPU_CCACHE_PROGRAM@" "$@"
]=])
    file(CHMOD ${launcher} PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
    foreach(language IN ITEMS CXX CUDA)
        if(NOT DEFINED CMAKE_${language}_COMPILER_LAUNCHER)
            set(CMAKE_${language}_COMPILER_LAUNCHER ${launcher})
        endif()
    endforeach()
endif()
