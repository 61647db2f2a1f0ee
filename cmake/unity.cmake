# graphblas_gpu_unity(<target> [PRODUCTS <file>...] [OTHERS <file>...]): what a unity build joins. Sources that multiply matrices are
# compiled as one, so that a change of mxm.hpp compiles few others again; of the others five at a time. Sources that are not named are
# compiled one by one.
function(graphblas_gpu_unity target)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "PRODUCTS;OTHERS")
    set_target_properties(${target} PROPERTIES UNITY_BUILD_MODE GROUP)
    set_source_files_properties(${arg_PRODUCTS} PROPERTIES UNITY_GROUP products)
    set(number 0)
    foreach(source IN LISTS arg_OTHERS)
        math(EXPR group "${number} / 5")
        math(EXPR number "${number} + 1")
        set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${group})
    endforeach()
endfunction()
