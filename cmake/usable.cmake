# graphblas_gpu_usable(<variable> <target> <include> <call> <words> <packages>): sets <variable> to whether a program that begins with
# the text <include> and has the expression <call> compiles and links with the imported <target>, which the Debian <packages> bring. If
# not, the summary says that <words> is left out, and why.
#
# A package can be half there: a compiler wrapper without headers, headers without the library. A target that names a folder that does
# not exist stops the whole build, so that what is optional is asked here before it is used.
include(CheckCXXSourceCompiles)

function(graphblas_gpu_usable variable target include call words packages)
    set(${variable} FALSE PARENT_SCOPE)
    if(NOT TARGET ${target})
        graphblas_gpu_left_out("${words}" "${target} was not found" ${packages})
        return()
    endif()
    # CMake itself ends with an error over a test program with such a target.
    get_target_property(folders ${target} INTERFACE_INCLUDE_DIRECTORIES)
    foreach(folder IN LISTS folders)
        if(IS_ABSOLUTE "${folder}" AND NOT IS_DIRECTORY "${folder}")
            graphblas_gpu_left_out("${words}" "${target} names the folder ${folder}, which does not exist" ${packages})
            return()
        endif()
    endforeach()
    string(MAKE_C_IDENTIFIER "GRAPHBLAS_GPU_USABLE_${target}" compiles)
    set(CMAKE_REQUIRED_LIBRARIES ${target})
    set(CMAKE_REQUIRED_QUIET TRUE)
    check_cxx_source_compiles("${include}\nint main() { return (void)(${call}), 0; }" ${compiles})
    if(NOT ${compiles})
        graphblas_gpu_left_out("${words}" "a small program does not compile and link with ${target}" ${packages})
        return()
    endif()
    set(${variable} TRUE PARENT_SCOPE)
endfunction()
