# Enables the CUDA language if it is wanted and found; GRAPHBLAS_GPU_HAS_CUDA says so. GRAPHBLAS_GPU_ENGINE is what the library's CUDA
# engine is compiled for: "nvcc", "rehearsal" or "none".
set(GRAPHBLAS_GPU_HAS_CUDA FALSE)
set(GRAPHBLAS_GPU_ENGINE none)

# graphblas_gpu_ask_for_cuda(<problem>): why the CUDA engine cannot be compiled here, or nothing. The compiler is asked for its version
# before CMake enables the language, because a language cannot be given up again.
function(graphblas_gpu_ask_for_cuda problem)
    set(least 12.5)
    if(CMAKE_CUDA_COMPILER)
        set(nvcc "${CMAKE_CUDA_COMPILER}")
    elseif(NOT "$ENV{CUDACXX}" STREQUAL "")
        set(nvcc "$ENV{CUDACXX}")
    else()
        find_program(nvcc nvcc HINTS ENV CUDA_PATH PATH_SUFFIXES bin NO_CACHE)
    endif()
    if(NOT nvcc)
        set(${problem} "there is no CUDA compiler (CMAKE_CUDA_COMPILER or CUDACXX names one that is not on PATH)" PARENT_SCOPE)
        return()
    endif()
    execute_process(COMMAND ${nvcc} --version OUTPUT_VARIABLE said ERROR_VARIABLE said RESULT_VARIABLE status)
    if(NOT status EQUAL 0 OR NOT said MATCHES "release ([0-9]+[.][0-9]+)")
        set(${problem} "${nvcc} --version fails or names no release" PARENT_SCOPE)
        return()
    endif()
    if(CMAKE_MATCH_1 VERSION_LESS least)
        set(${problem} "${nvcc} is of CUDA ${CMAKE_MATCH_1}, and ${least} or newer is needed" PARENT_SCOPE)
        return()
    endif()
    include(CheckLanguage)
    set(ENV{CUDACXX} "${nvcc}")  # or it would look for a compiler itself, in fewer places
    check_language(CUDA)
    if(NOT CMAKE_CUDA_COMPILER)
        set(${problem} "${nvcc} does not compile a small program" PARENT_SCOPE)
        return()
    endif()
    find_package(CUDAToolkit ${least} QUIET)
    find_path(cub cub/version.cuh HINTS ${CUDAToolkit_INCLUDE_DIRS} PATH_SUFFIXES cccl NO_CACHE)
    if(NOT CUDAToolkit_FOUND OR NOT TARGET CUDA::cudart_static OR NOT cub)
        set(${problem} "the CUDA toolkit of ${nvcc} is not whole: cudart_static or the headers of CUB are missing" PARENT_SCOPE)
        return()
    endif()
    set(CMAKE_CUDA_COMPILER ${CMAKE_CUDA_COMPILER} PARENT_SCOPE)
    set(${problem} "" PARENT_SCOPE)
endfunction()

if(GRAPHBLAS_GPU_CUDA STREQUAL "REHEARSAL")
    set(GRAPHBLAS_GPU_ENGINE rehearsal)
elseif(NOT GRAPHBLAS_GPU_CUDA STREQUAL "OFF")
    graphblas_gpu_ask_for_cuda(problem)
    if(problem STREQUAL "")
        # The architectures that are compiled for are chosen by the first configuration of a build folder and kept in its cache,
        # because CMake itself reads the environment variable CUDAARCHS at the first configuration only.
        if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES)
            set(default 80-real 90)
            if(DEFINED ENV{CUDAARCHS})
                set(default $ENV{CUDAARCHS})
            endif()
            set(GRAPHBLAS_GPU_CUDA_ARCHITECTURES "${default}" CACHE STRING
                "GPU architectures to compile for, unless CMAKE_CUDA_ARCHITECTURES is set")
            set(CMAKE_CUDA_ARCHITECTURES ${GRAPHBLAS_GPU_CUDA_ARCHITECTURES})
        endif()
        # By default there is code for both supported architectures, and PTX for newer devices. Sources of the project do not ask for
        # which of them they are compiled, so that one PTX serves for the code of both; GRAPHBLAS_GPU_ONE_PTX says that in nvcc's
        # words.
        if(CMAKE_CUDA_ARCHITECTURES STREQUAL "80-real;90")
            set(GRAPHBLAS_GPU_ONE_PTX "--generate-code=arch=compute_80,code=[compute_80,sm_80,sm_90]")
            set(GRAPHBLAS_GPU_TWO_PTX "--generate-code=arch=compute_80,code=[sm_80]"
                                      "--generate-code=arch=compute_90,code=[compute_90,sm_90]")
        endif()
        enable_language(CUDA)
        find_package(CUDAToolkit 12.5 REQUIRED)
        # CMake 3.25 does not know the flag of compilers newer than itself.
        if(NOT CMAKE_CUDA20_STANDARD_COMPILE_OPTION)
            set(CMAKE_CUDA20_STANDARD_COMPILE_OPTION -std=c++20)
            set(CMAKE_CUDA20_EXTENSION_COMPILE_OPTION -std=c++20)
        endif()
        set(CMAKE_CUDA_STANDARD 20)
        set(CMAKE_CUDA_STANDARD_REQUIRED ON)
        # What device sources do on the host is to start kernels. The level is that of host code alone, and the last one counts, so
        # that -Xcompiler=-O1 would change nothing.
        string(REPLACE "-O3" "-O1" CMAKE_CUDA_FLAGS_RELEASE "${CMAKE_CUDA_FLAGS_RELEASE}")
        set(GRAPHBLAS_GPU_HAS_CUDA TRUE)
        set(GRAPHBLAS_GPU_ENGINE nvcc)
    elseif(GRAPHBLAS_GPU_CUDA STREQUAL "ON")
        message(FATAL_ERROR "GRAPHBLAS_GPU_CUDA is ON, but ${problem}")
    else()
        graphblas_gpu_left_out("the CUDA engine" "${problem} (NVIDIA's packages: cuda-toolkit-13-0)")
    endif()
endif()

if(GRAPHBLAS_GPU_ENGINE STREQUAL "rehearsal")
    graphblas_gpu_need(Boost "the emulated device (GRAPHBLAS_GPU_CUDA=REHEARSAL)" libboost-context-dev 1.74 CONFIG COMPONENTS context)
    set(rehearsal ${PROJECT_SOURCE_DIR}/tests/rehearsal)
    add_library(graphblas_gpu_rehearsal STATIC
        ${rehearsal}/machine.cpp ${rehearsal}/collectives.cpp ${rehearsal}/memory.cpp ${rehearsal}/runtime.cpp ${rehearsal}/stuck.cpp)
    # Its sources have functions of the same name, so that they are compiled one by one.
    set_target_properties(graphblas_gpu_rehearsal PROPERTIES UNITY_BUILD OFF POSITION_INDEPENDENT_CODE ON)
    target_include_directories(graphblas_gpu_rehearsal BEFORE PUBLIC ${rehearsal} ${PROJECT_SOURCE_DIR})
    target_link_libraries(graphblas_gpu_rehearsal PUBLIC Boost::context)
endif()

# graphblas_gpu_cuda_sources(<target> <file.cu>...): sources of device code. nvcc compiles them, or, in a rehearsal, the C++ compiler
# with the emulated device of tests/rehearsal.
function(graphblas_gpu_cuda_sources target)
    target_sources(${target} PRIVATE ${ARGN})
    # CMake 3.31 and newer would compile several of them at a time; the library's are put together by hand (cuda/sources.cmake).
    if(ARGN)
        set_source_files_properties(${ARGN} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
    endif()
    if(GRAPHBLAS_GPU_ENGINE STREQUAL "rehearsal")
        set_source_files_properties(${ARGN} PROPERTIES LANGUAGE CXX COMPILE_OPTIONS "-xc++;-Wno-unknown-pragmas")
        target_link_libraries(${target} PRIVATE $<BUILD_INTERFACE:graphblas_gpu_rehearsal>)
    else()
        target_compile_options(${target} PRIVATE
            $<$<COMPILE_LANGUAGE:CUDA>:--expt-relaxed-constexpr>
            $<$<COMPILE_LANGUAGE:CUDA>:--extended-lambda>
            $<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=-Wall>)
        # Device code is packed to a tenth of its size; the driver unpacks what it loads. Older compilers do not know the option.
        if(CMAKE_CUDA_COMPILER_VERSION VERSION_GREATER_EQUAL 12.8)
            target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CUDA>:--compress-mode=size>)
        endif()
        if(GRAPHBLAS_GPU_ONE_PTX AND ARGN)
            set_target_properties(${target} PROPERTIES CUDA_ARCHITECTURES OFF)
            set_property(SOURCE ${ARGN} APPEND PROPERTY COMPILE_OPTIONS ${GRAPHBLAS_GPU_ONE_PTX})
        endif()
    endif()
endfunction()
