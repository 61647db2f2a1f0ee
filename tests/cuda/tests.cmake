# The CUDA engine by its parts, on a device or in rehearsal: kernels by themselves, and public calls beside the host engine's.
# graphblas_gpu_engine_test(<name> [SOURCES <file.cpp>...] [PRODUCTS <file.cpp>...] [KERNELS <file.cu>...])
function(graphblas_gpu_engine_test name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;PRODUCTS;KERNELS")
    graphblas_gpu_test(${name} ON_CUDA SOURCES ${arg_SOURCES} ${arg_KERNELS} PRODUCTS ${arg_PRODUCTS})
    if(GRAPHBLAS_GPU_ENGINE STREQUAL "rehearsal")
        # Tests may set how many emulated devices there are, and their memory.
        target_compile_definitions(test_${name} PRIVATE GRAPHBLAS_GPU_REHEARSAL=1)
        target_link_libraries(test_${name} PRIVATE graphblas_gpu_rehearsal)
    endif()
    if(arg_KERNELS)
        graphblas_gpu_cuda_sources(test_${name} ${arg_KERNELS})
        # The emulated device's headers have to come first.
        set_source_files_properties(${arg_KERNELS} PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
        if(GRAPHBLAS_GPU_ENGINE STREQUAL "nvcc")
            target_link_libraries(test_${name} PRIVATE CUDA::cudart_static)
        endif()
    endif()
endfunction()
graphblas_gpu_engine_test(elementwise SOURCES cuda/build.cpp cuda/dense_blocks.cpp cuda/elementwise.cpp cuda/engine.cpp cuda/lack_of_memory.cpp cuda/relaxation.cpp cuda/renumber.cpp
                          PRODUCTS cuda/refused_calls.cpp)
graphblas_gpu_engine_test(product SOURCES cuda/vector_products.cpp PRODUCTS cuda/merge.cpp cuda/merge_variant.cpp cuda/own_semiring.cpp cuda/planned.cpp cuda/product.cpp cuda/product_memory.cpp cuda/product_choice.cpp
                          cuda/small_products.cpp cuda/tile_tensor_products.cpp
                          KERNELS cuda/own_kernels.cu)
# 3 semirings by all methods. The library's tests look at optimised kernels.
if(GRAPHBLAS_GPU_ENGINE STREQUAL "nvcc" AND CMAKE_CUDA_COMPILER_VERSION VERSION_GREATER_EQUAL 13.0)
    set_property(SOURCE cuda/own_kernels.cu APPEND PROPERTY COMPILE_OPTIONS -Ofc=max)
endif()
graphblas_gpu_engine_test(large_products PRODUCTS cuda/large_products.cpp)
graphblas_gpu_engine_test(sourced SOURCES cuda/sourced_kernels.cpp cuda/sourced_orders.cpp cuda/sourced_structs.cpp cuda/sourced_vector_products.cpp
                          PRODUCTS cuda/engine_moves.cpp cuda/engine_table.cpp cuda/jit_semiring.cpp cuda/sourced_operators.cpp cuda/sourced_products.cpp
                                   cuda/sourced_semiring.cpp cuda/specialised.cpp)
target_compile_definitions(test_sourced PRIVATE GRAPHBLAS_GPU_DOCS="${PROJECT_SOURCE_DIR}/docs")
# What comes before a kernel is loaded needs no device.
graphblas_gpu_test(jit PARTS SOURCES jit/kernel_cache.cpp jit/linked_program.cpp jit/process_end.cpp jit/toolchain.cpp)
add_library(graphblas_gpu_stand_in_toolchain MODULE jit/stand_in.cpp)
target_compile_definitions(test_jit PRIVATE GRAPHBLAS_GPU_STAND_IN="$<TARGET_FILE:graphblas_gpu_stand_in_toolchain>")
add_dependencies(test_jit graphblas_gpu_stand_in_toolchain)
graphblas_gpu_engine_test(several_devices SOURCES cuda/several_devices_spamm.cpp cuda/several_devices_walks.cpp
                          PRODUCTS cuda/several_devices.cpp)
# The tests of products with contexts of several devices. What is tagged [one device] looks at choices for a whole product; on
# several devices each chooses for its rows. A call costs launches and waits of every device, so that a fifth of the combinations
# that one device tries are tried. Emulated devices run fewer tests, and fewer combinations.
function(graphblas_gpu_on_devices count name)
    add_test(NAME devices${count}_${name} COMMAND test_${name} ${ARGN})
    graphblas_gpu_on_device(devices${count}_${name})
    set_property(TEST devices${count}_${name} APPEND PROPERTY ENVIRONMENT
                 GRAPHBLAS_GPU_TEST_DEVICES=${count} GRAPHBLAS_GPU_REHEARSAL_DEVICES=${count})
    set(every 65)
    if(GRAPHBLAS_GPU_ENGINE STREQUAL "rehearsal")
        set(every 2000)
    endif()
    set_property(TEST devices${count}_${name} APPEND PROPERTY ENVIRONMENT GRAPHBLAS_GPU_TEST_EVERY=${every})
endfunction()
if(GRAPHBLAS_GPU_ENGINE STREQUAL "rehearsal")
    set(rehearsed "products of matrices are those of the host,products with sides of nothing,outputs may be operands and masks,\
a plan is executed for new values,deterministic sums,an output that a failed*,semirings of a caller's own multiply matrices*,the first k*")
    graphblas_gpu_on_devices(2 product "${rehearsed},*folds are those of the host")
    graphblas_gpu_on_devices(4 product "${rehearsed}")
    graphblas_gpu_on_devices(2 spamm)
    if(TARGET test_algorithms)
        graphblas_gpu_on_devices(2 algorithms [page_rank])
        graphblas_gpu_on_devices(4 algorithms [page_rank])
    endif()
    graphblas_gpu_on_devices(4 spamm)
else()
    foreach(count IN ITEMS 2 4)
        foreach(name IN ITEMS product spec_mxm spec_vectors spamm algorithms suitesparse)
            if(TARGET test_${name})
                graphblas_gpu_on_devices(${count} ${name} "~[one device]")
            endif()
        endforeach()
    endforeach()
endif()
if(GRAPHBLAS_GPU_ENGINE STREQUAL "rehearsal")
    add_library(graphblas_gpu_stand_in_nccl SHARED rehearsal/nccl.cpp)
    set_target_properties(graphblas_gpu_stand_in_nccl PROPERTIES OUTPUT_NAME nccl SOVERSION 2 VERSION 2
                          LIBRARY_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/stand_in)
endif()
graphblas_gpu_engine_test(bitmap_tile KERNELS cuda/bitmap_tile.cu)
graphblas_gpu_engine_test(gather KERNELS cuda/borrowed.cu cuda/gather.cu)
graphblas_gpu_engine_test(hash KERNELS cuda/hash_rows.cu cuda/primitives.cu cuda/row_facts.cu)
graphblas_gpu_engine_test(interpreted KERNELS cuda/interpreted.cu)
graphblas_gpu_engine_test(dense KERNELS cuda/dense_rows.cu)
graphblas_gpu_engine_test(tile_tensor KERNELS cuda/tile_tensor.cu)
graphblas_gpu_engine_test(untile KERNELS cuda/untile.cu)
graphblas_gpu_engine_test(masked KERNELS cuda/masked_product.cu cuda/vector_product.cu)
graphblas_gpu_engine_test(paper SOURCES cuda/paper_rows.cpp KERNELS cuda/paper_instances.cu)
graphblas_gpu_engine_test(tile_papers PRODUCTS cuda/tile_variants.cpp KERNELS cuda/tile_papers.cu)
