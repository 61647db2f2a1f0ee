# Enables the CUDA language if it is wanted and found; GRAPHBLAS_GPU_HAS_CUDA says so. GRAPHBLAS_GPU_ENGINE is what the library's CUDA
# engine is compiled for: "nvcc", "rehearsal" or "none".
set(GRAPHBLAS_GPU_HAS_CUDA FALSE)
set(GRAPHBLAS_GPU_ENGINE none)
if(GRAPHBLAS_GPU_CUDA STREQUAL "REHEARSAL")
    set(GRAPHBLAS_GPU_ENGINE rehearsal)
elseif(NOT GRAPHBLAS_GPU_CUDA STREQUAL "OFF")
    include(CheckLanguage)
    check_language(CUDA)
    if(CMAKE_CUDA_COMPILER)
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
        message(FATAL_ERROR "GRAPHBLAS_GPU_CUDA is ON, but no CUDA compiler was found; set CMAKE_CUDA_COMPILER or CUDACXX")
    endif()
endif()
message(STATUS "CUDA engine: ${GRAPHBLAS_GPU_ENGINE}")

if(GRAPHBLAS_GPU_ENGINE STREQUAL "rehearsal")
    find_package(Boost 1.74 CONFIG REQUIRED COMPONENTS context)
    set(rehearsal ${PROJECT_SOURCE_DIR}/tests/rehearsal)
    add_library(graphblas_gpu_rehearsal STATIC
        ${rehearsal}/machine.cpp ${rehearsal}/collectives.cpp ${rehearsal}/memory.cpp ${rehearsal}/runtime.cpp ${rehearsal}/stuck.cpp)
    # Its sources have functions of the same name, so that they are compiled one by one.
    set_target_properties(graphblas_gpu_rehearsal PROPERTIES UNITY_BUILD OFF)
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
