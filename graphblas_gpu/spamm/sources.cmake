# Approximate products of matrices of dense blocks: a component that uses the core, and that nothing in the core uses. Its objects
# are part of the library.
add_library(graphblas_gpu_spamm OBJECT
    spamm/block_matrix.cpp
    spamm/block_storage.cpp
    spamm/formats/dense_blocks.cpp
    spamm/formats/half.cpp
    spamm/formats/spamm_request.cpp
    spamm/host/plan.cpp
    spamm/host/product.cpp
    spamm/operations/spamm.cpp)
target_include_directories(graphblas_gpu_spamm PRIVATE ${PROJECT_SOURCE_DIR})
target_compile_features(graphblas_gpu_spamm PRIVATE cxx_std_20)
target_link_libraries(graphblas_gpu_spamm PRIVATE fmt::fmt graphblas_gpu_options)
set_target_properties(graphblas_gpu_spamm PROPERTIES POSITION_INDEPENDENT_CODE ON)
target_sources(graphblas_gpu PRIVATE $<TARGET_OBJECTS:graphblas_gpu_spamm>)

if(GRAPHBLAS_GPU_ENGINE STREQUAL "none")
    set(spamm_engine_sources spamm/cuda/absent.cpp)
else()
    set(engine_sources)
    graphblas_gpu_bundle(spamm
        spamm/cuda/cuspamm.cu
        spamm/cuda/dense.cu
        spamm/cuda/library.cu
        spamm/cuda/norms.cu
        spamm/cuda/plan.cu
        spamm/cuda/thresholds.cu)
    # Products of blocks, for each kind of factors.
    graphblas_gpu_bundle(block_products
        spamm/cuda/product_fp32.cu
        spamm/cuda/product_fp64.cu
        spamm/cuda/product_half.cu)
    graphblas_gpu_joined(spamm.cpp
        spamm/cuda/spamm.cpp
        spamm/cuda/spread.cpp
        spamm/cuda/whole_product.cpp)
    set(spamm_engine_sources ${bundles}/spamm.cpp)
    graphblas_gpu_cuda_sources(graphblas_gpu_spamm ${engine_sources})
    # Compute capability 9.0 has a larger instruction of fp64.
    if(GRAPHBLAS_GPU_TWO_PTX)
        set_property(SOURCE ${bundles}/block_products.cu PROPERTY COMPILE_OPTIONS ${GRAPHBLAS_GPU_TWO_PTX})
    endif()
endif()
target_sources(graphblas_gpu_spamm PRIVATE ${spamm_engine_sources})
set_source_files_properties(${spamm_engine_sources} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)

# Instructions of compute capability 9.0 alone: whatever else is compiled for, this source is compiled for that, and chosen at run time.
if(GRAPHBLAS_GPU_ENGINE STREQUAL "nvcc")
    add_library(graphblas_gpu_warpgroups OBJECT spamm/cuda/warpgroup.cu)
    graphblas_gpu_cuda_sources(graphblas_gpu_warpgroups)
    set_target_properties(graphblas_gpu_warpgroups PROPERTIES CUDA_ARCHITECTURES OFF POSITION_INDEPENDENT_CODE ON)
    set_source_files_properties(spamm/cuda/warpgroup.cu PROPERTIES COMPILE_OPTIONS "--generate-code=arch=compute_90a,code=[sm_90a]")
    target_include_directories(graphblas_gpu_warpgroups PRIVATE ${PROJECT_SOURCE_DIR})
    target_compile_features(graphblas_gpu_warpgroups PRIVATE cxx_std_20)
    target_link_libraries(graphblas_gpu_warpgroups PRIVATE graphblas_gpu_options)
    target_sources(graphblas_gpu PRIVATE $<TARGET_OBJECTS:graphblas_gpu_warpgroups>)
elseif(GRAPHBLAS_GPU_ENGINE STREQUAL "rehearsal")
    graphblas_gpu_cuda_sources(graphblas_gpu_spamm spamm/cuda/warpgroup.cu)
endif()
