# Compiler options for the project's own targets: target_link_libraries(x PRIVATE graphblas_gpu_options).
add_library(graphblas_gpu_options INTERFACE)
target_compile_options(graphblas_gpu_options INTERFACE
    $<$<COMPILE_LANGUAGE:CXX>:-Wall -Wextra>
    $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wshadow>  # Clang's also tells of names in other sources of a unity build
    $<$<COMPILE_LANGUAGE:CXX>:-Wpedantic>
    # Sums must not depend on which compiler contracts a*b+c, or methods would differ in the last bit.
    $<$<COMPILE_LANGUAGE:CXX>:-ffp-contract=off>)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64" AND GRAPHBLAS_GPU_ARCH)
    target_compile_options(graphblas_gpu_options INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-march=${GRAPHBLAS_GPU_ARCH}>)
endif()
if(GRAPHBLAS_GPU_SANITIZE)
    add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-fsanitize=${GRAPHBLAS_GPU_SANITIZE}>
                        $<$<COMPILE_LANGUAGE:CXX>:-fno-sanitize-recover=all>
                        $<$<COMPILE_LANGUAGE:CXX>:-fno-omit-frame-pointer>)
    add_link_options(-fsanitize=${GRAPHBLAS_GPU_SANITIZE})
endif()
