# The sources of the CUDA engine: what is the same for all semirings, and one source for each that is compiled in.
#
# nvcc needs some 2.7 seconds for the headers of a source before it meets the first kernel. Small sources about one thing are
# therefore compiled together: graphblas_gpu_bundle(<name> <file.cu>...) makes a source cuda/<name>.cu that includes them. Names
# in the unnamed namespaces of one bundle have to differ. What a process launches first of a bundle loads all of it, at some 3 ms a
# megabyte (docs/device-source.md): what nearly every product launches is therefore in bundle `product`, and whole algorithms are by
# themselves.
set(engine_sources)
set(bundles ${CMAKE_CURRENT_BINARY_DIR}/cuda)
# C++ sources are joined in the same way, as cuda/<name>.cpp (graphblas_gpu_cpp_bundle).
macro(graphblas_gpu_joined output)
    set(content "")
    foreach(source IN ITEMS ${ARGN})
        string(APPEND content "#include <graphblas_gpu/${source}>\n")
    endforeach()
    file(CONFIGURE OUTPUT ${bundles}/${output} CONTENT "${content}" @ONLY)
endmacro()
macro(graphblas_gpu_bundle name)
    graphblas_gpu_joined(${name}.cu ${ARGN})
    list(APPEND engine_sources ${bundles}/${name}.cu)
endmacro()
macro(graphblas_gpu_cpp_bundle name)
    graphblas_gpu_joined(${name}.cpp ${ARGN})
    set_source_files_properties(${bundles}/${name}.cpp PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
    target_sources(graphblas_gpu PRIVATE ${bundles}/${name}.cpp)
endmacro()

graphblas_gpu_bundle(cub
    cuda/merge/sort_rows.cu
    cuda/primitives/sort_wide.cu
    cuda/primitives/sum.cu
    cuda/gather/gather_order.cu)
graphblas_gpu_bundle(elementwise
    cuda/elementwise/apply.cu
    cuda/elementwise/combine.cu
    cuda/elementwise/reduce.cu
    cuda/elementwise/select.cu
    cuda/structure/build.cu)
graphblas_gpu_bundle(device_and_structure
    cuda/device/caching_pool.cu
    cuda/device/csr.cu
    cuda/device/engine.cu
    cuda/device/rows_to_host.cu
    cuda/devices/nccl.cu
    cuda/devices/peer_copies.cu
    cuda/device/simt.cu
    cuda/device/streams.cu
    cuda/jit/linked_launch.cu
    cuda/elementwise/compaction.cu
    cuda/structure/ordering.cu
    cuda/structure/arrange.cu
    cuda/structure/assign.cu
    cuda/structure/bits.cu
    cuda/structure/compressed.cu
    cuda/structure/extract.cu
    cuda/structure/graph.cu
    cuda/structure/permute.cu
    cuda/structure/renumber.cu)
graphblas_gpu_bundle(scan_and_transpose
    cuda/primitives/scan.cu
    cuda/primitives/sort.cu
    cuda/structure/transpose.cu)
graphblas_gpu_bundle(product
    cuda/elementwise/values.cu
    cuda/dot/common_entries.cu
    cuda/dot/count.cu
    cuda/dot/edge_triangles.cu
    cuda/dot/emit.cu
    cuda/dot/pairs.cu
    cuda/dot/vector_parts.cu
    cuda/merge/merge.cu
    cuda/published/merge/stages.cu
    cuda/shared/assemble.cu
    cuda/shared/flops.cu
    cuda/product/heavy_rows.cu
    cuda/gather/gather.cu
    cuda/product/product_sample.cu
    cuda/product/small_product.cu)
graphblas_gpu_bundle(row_structure
    cuda/dense/cached_bits.cu
    cuda/dense/plan.cu
    cuda/dense/structure.cu
    cuda/hash/cached_rows.cu
    cuda/hash/row_facts.cu
    cuda/hash/symbolic.cu
    cuda/published/hash/sort_rows.cu
    cuda/published/hash/symbolic.cu)
graphblas_gpu_bundle(algorithms
    cuda/propagate/dependencies.cu
    cuda/propagate/relaxation.cu
    cuda/propagate/search.cu
    cuda/structure/block_walk.cu
    cuda/structure/connected_components.cu
    cuda/structure/core_numbers.cu
    cuda/structure/independent_set.cu
    cuda/structure/random_walk.cu
    cuda/devices/spread_walk.cu)
graphblas_gpu_bundle(tile_structure
    cuda/bitmap_tile/convert.cu
    cuda/bitmap_tile/few_pairs.cu
    cuda/bitmap_tile/long_rows.cu
    cuda/bitmap_tile/row_bits.cu
    cuda/bitmap_tile/slices.cu
    cuda/bitmap_tile/structure.cu
    cuda/bitmap_tile/tensor/rounded.cu)
graphblas_gpu_bundle(tile_values
    cuda/published/bitmap_tile/counting.cu
    cuda/published/bitmap_tile/tasks.cu
    cuda/published/bitmap_tile/tensor.cu
    cuda/bitmap_tile/tensor/counts.cu
    cuda/bitmap_tile/tensor/half_range.cu
    cuda/bitmap_tile/tensor/values.cu
    cuda/bitmap_tile/untile.cu)
# Every method for the semirings that are compiled as they are, and for those that look their operators up.
list(APPEND engine_sources cuda/published/kernels.cu)
graphblas_gpu_bundle(instances
    cuda/instances/instances.cu
    cuda/instances/small_products.cu)
foreach(method IN ITEMS hash_rows dense_rows masked_products values)
    list(APPEND engine_sources cuda/instances/${method}.cu)
    file(CONFIGURE OUTPUT ${bundles}/interpreted_${method}.cu CONTENT
        "#define GB_INTERPRETED\n#include <graphblas_gpu/cuda/instances/${method}.cu>\n" @ONLY)
    list(APPEND engine_sources ${bundles}/interpreted_${method}.cu)
endforeach()

graphblas_gpu_cpp_bundle(products
    cuda/dot/parts.cpp
    cuda/product/blocks.cpp
    cuda/product/choice.cpp
    cuda/product/finish.cpp
    cuda/product/one_pass.cpp
    cuda/product/operands.cpp
    cuda/product/planned.cpp
    cuda/product/product.cpp
    cuda/product/recipe.cpp
    cuda/product/tile_lists.cpp
    cuda/product/tile_values.cpp
    cuda/product/tiles.cpp
    cuda/product/two_phases.cpp
    cuda/product/vector_product.cpp
    cuda/product/work.cpp)
graphblas_gpu_cpp_bundle(operations
    operations/device/blocks.cpp
    operations/device/product.cpp
    operations/device/spread_product.cpp
    operations/device/vector_run.cpp)

# Semirings that carry their source (cuda/jit/): the headers that NVRTC reads are compiled in as text, and the kernels with open
# calls as LTO-IR.
set(embedded_headers
    graphblas_gpu/cuda/jit/calls.hpp
    graphblas_gpu/cuda/jit/device_std.hpp
    graphblas_gpu/cuda/jit/open_calls.cuh
    graphblas_gpu/cuda/jit/words.hpp
    graphblas_gpu/cuda/shared/accumulator.cuh
    semirings/bind.hpp
    semirings/index_operators.hpp
    semirings/monoids.hpp
    semirings/operators.hpp
    semirings/operators/arithmetic.hpp
    semirings/operators/bitwise.hpp
    semirings/operators/choice.hpp
    semirings/operators/logic.hpp
    semirings/operators/unary.hpp
    semirings/semiring.hpp
    semirings/types.hpp)
set(content "#include <graphblas_gpu/cuda/jit/toolchain.hpp>\n\nnamespace graphblas_gpu::cuda {\n\n")
string(APPEND content "const std::vector<embedded_header>& embedded_headers() {\n    static const std::vector<embedded_header> all{\n")
foreach(header IN LISTS embedded_headers)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${header})
    file(READ ${PROJECT_SOURCE_DIR}/${header} text)
    string(APPEND content "        {\"${header}\", R\"GB_TEXT(${text})GB_TEXT\"},\n")
endforeach()
# The names of the standard library that these headers include are answered by one header.
foreach(header IN ITEMS cmath concepts cstdint cstring limits type_traits utility)
    string(APPEND content "        {\"${header}\", \"#include <graphblas_gpu/cuda/jit/device_std.hpp>\\n\"},\n")
endforeach()
string(APPEND content "    };\n    return all;\n}\n\n}  // namespace graphblas_gpu::cuda\n")
file(GENERATE OUTPUT ${bundles}/embedded_headers.cpp CONTENT "${content}")
graphblas_gpu_cpp_bundle(linked
    cuda/jit/specialised.cpp
    cuda/jit/linked_program.cpp
    cuda/jit/open_kernels.cpp
    cuda/jit/toolchain.cpp)
set(linked_sources ${bundles}/embedded_headers.cpp cuda/jit/calling_kernels.cpp)
target_sources(graphblas_gpu PRIVATE ${linked_sources})
set_source_files_properties(${linked_sources} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
target_link_libraries(graphblas_gpu PRIVATE ${CMAKE_DL_LIBS})
if(GRAPHBLAS_GPU_ENGINE STREQUAL "nvcc")
    set(cuda_version ${CUDAToolkit_VERSION_MAJOR} ${CUDAToolkit_VERSION_MINOR})
    # nvcc does not make LTO-IR for one target and machine code for another of one source, so that this one has a target of its own.
    add_library(graphblas_gpu_open_kernels OBJECT cuda/jit/open_functions.cu cuda/jit/open_kernels.cu)
    set_target_properties(graphblas_gpu_open_kernels PROPERTIES CUDA_ARCHITECTURES OFF POSITION_INDEPENDENT_CODE ON)
    target_include_directories(graphblas_gpu_open_kernels PRIVATE ${PROJECT_SOURCE_DIR})
    target_compile_options(graphblas_gpu_open_kernels PRIVATE --expt-relaxed-constexpr --extended-lambda -rdc=true
                           --generate-code=arch=compute_80,code=lto_80 -I${PROJECT_SOURCE_DIR}/graphblas_gpu/cuda/jit/nvcc
                           -Xcompiler=-Wall)
    if(CMAKE_CUDA_COMPILER_VERSION VERSION_GREATER_EQUAL 12.8)
        target_compile_options(graphblas_gpu_open_kernels PRIVATE --compress-mode=size)
    endif()
    target_sources(graphblas_gpu PRIVATE $<TARGET_OBJECTS:graphblas_gpu_open_kernels>)

    # The same source as machine code with calls, for the architectures whose numbers are in the list (docs/device-source.md).
    set(calling_kernels ${bundles}/calling_kernels.fatbin)
    set(calling_architectures)
    set(calling_options)
    foreach(architecture IN LISTS CMAKE_CUDA_ARCHITECTURES)
        if(architecture MATCHES "^([0-9]+)(-real)?$")
            list(APPEND calling_architectures ${CMAKE_MATCH_1})
            list(APPEND calling_options --generate-code=arch=compute_${CMAKE_MATCH_1},code=sm_${CMAKE_MATCH_1})
        endif()
    endforeach()
    if(calling_architectures)
        if(CMAKE_CUDA_COMPILER_VERSION VERSION_GREATER_EQUAL 12.8)
            list(APPEND calling_options --compress-mode=size)
        endif()
        if(CMAKE_CUDA_HOST_COMPILER)
            list(APPEND calling_options -ccbin ${CMAKE_CUDA_HOST_COMPILER})
        endif()
        add_custom_command(OUTPUT ${calling_kernels}
            COMMAND ${CMAKE_CUDA_COMPILER} -std=c++20 -I${PROJECT_SOURCE_DIR} --expt-relaxed-constexpr --extended-lambda
                    -rdc=true -fmad=false -DGRAPHBLAS_GPU_OPERATORS_ARE_CALLED ${calling_options} -fatbin -MD -MF ${calling_kernels}.d
                    ${CMAKE_CURRENT_SOURCE_DIR}/cuda/jit/open_kernels.cu -o ${calling_kernels}
            DEPENDS cuda/jit/open_kernels.cu
            DEPFILE ${calling_kernels}.d
            COMMENT "Building the kernels that call operators"
            VERBATIM)
        string(REPLACE ";" "," calling_architectures "${calling_architectures}")
        set_property(SOURCE cuda/jit/calling_kernels.cpp APPEND PROPERTY OBJECT_DEPENDS ${calling_kernels})
        set_property(SOURCE cuda/jit/calling_kernels.cpp APPEND PROPERTY COMPILE_DEFINITIONS
            GRAPHBLAS_GPU_CALLING_KERNELS="${calling_kernels}" GRAPHBLAS_GPU_CALLING_ARCHITECTURES=${calling_architectures})
    endif()
else()
    # The emulated device calls the host's operators; what compiles and links is tested without it, against this version of CUDA.
    set(cuda_version 13 0)
    list(APPEND engine_sources cuda/jit/open_functions.cu cuda/jit/open_kernels.cu)
endif()
list(GET cuda_version 0 cuda_major)
list(GET cuda_version 1 cuda_minor)
set_property(SOURCE ${bundles}/linked.cpp APPEND PROPERTY COMPILE_DEFINITIONS
    GRAPHBLAS_GPU_CUDA_MAJOR=${cuda_major} GRAPHBLAS_GPU_CUDA_MINOR=${cuda_minor})

graphblas_gpu_cuda_sources(graphblas_gpu ${engine_sources})

if(GRAPHBLAS_GPU_ENGINE STREQUAL "nvcc")
    # Products and sums contracted to one rounding would make element-wise results differ from the host's.
    set_property(SOURCE ${bundles}/elementwise.cu APPEND PROPERTY COMPILE_OPTIONS -fmad=false)

    # CUB tunes itself for the architecture that it is compiled for. At -O1 gcc takes an empty class of CUB's for one that nobody has initialised.
    if(GRAPHBLAS_GPU_TWO_PTX)
        set_property(SOURCE ${bundles}/cub.cu ${bundles}/scan_and_transpose.cu PROPERTY COMPILE_OPTIONS ${GRAPHBLAS_GPU_TWO_PTX})
    endif()
    set_property(SOURCE ${bundles}/cub.cu ${bundles}/scan_and_transpose.cu APPEND
                 PROPERTY COMPILE_OPTIONS -Xcompiler=-Wno-maybe-uninitialized)
    # CUB asks for the attributes of an empty kernel. In one namespace all bundles would ask for that of one of them, so that
    # a scan would load the kernels of the sorts.
    foreach(bundle IN ITEMS cub scan_and_transpose)
        set_property(SOURCE ${bundles}/${bundle}.cu APPEND
                     PROPERTY COMPILE_DEFINITIONS CUB_WRAPPED_NAMESPACE=graphblas_gpu_${bundle})
    endforeach()
endif()
