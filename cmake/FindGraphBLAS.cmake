# Finds SuiteSparse:GraphBLAS: the header GraphBLAS.h and the library graphblas.
#
# Sets GraphBLAS_FOUND and GraphBLAS_VERSION and defines the target GraphBLAS::GraphBLAS. The version is read off the header,
# since the library comes without a package file on many systems. CMAKE_PREFIX_PATH or GraphBLAS_ROOT name another place.
find_path(GraphBLAS_INCLUDE_DIR GraphBLAS.h PATH_SUFFIXES suitesparse)
find_library(GraphBLAS_LIBRARY graphblas)
mark_as_advanced(GraphBLAS_INCLUDE_DIR GraphBLAS_LIBRARY)

if(GraphBLAS_INCLUDE_DIR)
    set(_parts)
    foreach(_part MAJOR MINOR SUB)
        set(_define "^#define[ \t]+GxB_IMPLEMENTATION_${_part}[ \t]+([0-9]+)")
        file(STRINGS ${GraphBLAS_INCLUDE_DIR}/GraphBLAS.h _line REGEX "${_define}" LIMIT_COUNT 1)
        if(_line MATCHES "${_define}")
            list(APPEND _parts ${CMAKE_MATCH_1})
        endif()
    endforeach()
    list(JOIN _parts "." GraphBLAS_VERSION)
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(GraphBLAS
    REQUIRED_VARS GraphBLAS_LIBRARY GraphBLAS_INCLUDE_DIR
    VERSION_VAR GraphBLAS_VERSION)

if(GraphBLAS_FOUND AND NOT TARGET GraphBLAS::GraphBLAS)
    add_library(GraphBLAS::GraphBLAS UNKNOWN IMPORTED)
    set_target_properties(GraphBLAS::GraphBLAS PROPERTIES
        IMPORTED_LOCATION ${GraphBLAS_LIBRARY}
        INTERFACE_INCLUDE_DIRECTORIES ${GraphBLAS_INCLUDE_DIR})
endif()
