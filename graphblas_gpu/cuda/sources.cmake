# The sources of the CUDA engine: what is the same for all semirings, and one source for each that is compiled in.
#
# nvcc needs some 2.7 seconds for the headers of a source before it meets the first kernel. Small sources about one thing are
# therefore compiled together: graphblas_gpu_bundle(<name> <file.cu>...) makes a source cuda/<name>.cu that includes them. Names
# in the unnamed namespaces of one bundle have to differ.
set(engine_sources)
set(bundles ${CMAKE_CURRENT_BINARY_DIR}/cuda)
macro(graphblas_gpu_bundle name)
    set(content "")
    foreach(source IN ITEMS ${ARGN})
        string(APPEND content "#include <graphblas_gpu/${source}>\n")
    endforeach()
    file(CONFIGURE OUTPUT ${bundles}/${name}.cu CONTENT "${content}" @ONLY)
    list(APPEND engine_sources ${bundles}/${name}.cu)
endmacro()

graphblas_gpu_bundle(cub
    cuda/merge/sort_rows.cu
    cuda/primitives/scan.cu
    cuda/primitives/sort.cu
    cuda/product/gather_order.cu)
graphblas_gpu_bundle(elementwise
    cuda/elementwise/apply.cu
    cuda/elementwise/combine.cu
    cuda/elementwise/reduce.cu
    cuda/elementwise/select.cu
    cuda/elementwise/values.cu
    cuda/structure/build.cu)
graphblas_gpu_bundle(device_and_structure
    cuda/device/caching_pool.cu
    cuda/device/engine.cu
    cuda/device/peer_copies.cu
    cuda/device/simt.cu
    cuda/device/streams.cu
    cuda/primitives/compaction.cu
    cuda/primitives/ordering.cu
    cuda/propagate/dependencies.cu
    cuda/propagate/relaxation.cu
    cuda/propagate/search.cu
    cuda/structure/arrange.cu
    cuda/structure/assign.cu
    cuda/structure/bits.cu
    cuda/structure/compressed.cu
    cuda/structure/connected_components.cu
    cuda/structure/extract.cu
    cuda/structure/graph.cu
    cuda/structure/independent_set.cu
    cuda/structure/permute.cu
    cuda/structure/random_walk.cu
    cuda/structure/renumber.cu
    cuda/structure/transpose.cu)
graphblas_gpu_bundle(product
    cuda/masked/common_entries.cu
    cuda/masked/count.cu
    cuda/masked/emit.cu
    cuda/masked/pairs.cu
    cuda/masked/vector_parts.cu
    cuda/merge/merge.cu
    cuda/merge/paper/stages.cu
    cuda/product/assemble.cu
    cuda/product/flops.cu
    cuda/product/gather.cu
    cuda/product/product_sample.cu)
graphblas_gpu_bundle(row_structure
    cuda/dense/cached_bits.cu
    cuda/dense/plan.cu
    cuda/dense/structure.cu
    cuda/hash/cached_rows.cu
    cuda/hash/row_facts.cu
    cuda/hash/symbolic.cu
    cuda/hash/paper/sort_rows.cu
    cuda/hash/paper/symbolic.cu)
graphblas_gpu_bundle(tile_structure
    cuda/bitmap_tile/convert.cu
    cuda/bitmap_tile/few_pairs.cu
    cuda/bitmap_tile/long_rows.cu
    cuda/bitmap_tile/row_bits.cu
    cuda/bitmap_tile/slices.cu
    cuda/bitmap_tile/structure.cu
    cuda/bitmap_tile/tensor/rounded.cu)
graphblas_gpu_bundle(tile_values
    cuda/bitmap_tile/paper/counting.cu
    cuda/bitmap_tile/paper/tasks.cu
    cuda/bitmap_tile/paper/tensor.cu
    cuda/bitmap_tile/tensor/counts.cu
    cuda/bitmap_tile/tensor/half_range.cu
    cuda/bitmap_tile/tensor/values.cu
    cuda/bitmap_tile/untile.cu)
# Every method for the semirings that are compiled as they are, and for those that look their operators up.
list(APPEND engine_sources cuda/instances/instances.cu cuda/instances/paper_rows.cu)
foreach(method IN ITEMS hash_rows dense_rows masked_products values)
    list(APPEND engine_sources cuda/instances/${method}.cu)
    file(CONFIGURE OUTPUT ${bundles}/interpreted_${method}.cu CONTENT
        "#define GB_INTERPRETED\n#include <graphblas_gpu/cuda/instances/${method}.cu>\n" @ONLY)
    list(APPEND engine_sources ${bundles}/interpreted_${method}.cu)
endforeach()

target_sources(graphblas_gpu PRIVATE
    cuda/masked/parts.cpp
    cuda/product/product.cpp
    cuda/product/product_choice.cpp
    cuda/product/product_values.cpp
    cuda/product/recipe.cpp
    cuda/product/tile_lists.cpp
    cuda/product/tile_product.cpp
    cuda/product/tile_values.cpp
    cuda/product/vector_product.cpp
    operations/device/product_run.cpp
    operations/device/spread_product.cpp
    operations/device/vector_run.cpp)

graphblas_gpu_cuda_sources(graphblas_gpu ${engine_sources})

if(GRAPHBLAS_GPU_ENGINE STREQUAL "nvcc")
    # Products and sums contracted to one rounding would make element-wise results differ from the host's.
    set_property(SOURCE ${bundles}/elementwise.cu APPEND PROPERTY COMPILE_OPTIONS -fmad=false)

    # CUB tunes itself for the architecture that it is compiled for. At -O1 gcc takes an empty class of CUB's for one that nobody
    # has initialised.
    if(GRAPHBLAS_GPU_TWO_PTX)
        set_property(SOURCE ${bundles}/cub.cu PROPERTY COMPILE_OPTIONS ${GRAPHBLAS_GPU_TWO_PTX})
    endif()
    set_property(SOURCE ${bundles}/cub.cu APPEND PROPERTY COMPILE_OPTIONS -Xcompiler=-Wno-maybe-uninitialized)
endif()
