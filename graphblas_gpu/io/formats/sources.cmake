# Formats that a library reads. A missing one is left out, and files in that format are refused with the name of the package.
# Leaves
#
#   GRAPHBLAS_GPU_FORMAT_SOURCES    absolute paths
#   GRAPHBLAS_GPU_FORMAT_LIBRARIES  targets to link
#   GRAPHBLAS_GPU_FORMATS           the names among graphml and node_link_json that can be read
find_package(EXPAT QUIET)
find_package(nlohmann_json QUIET)

set(GRAPHBLAS_GPU_FORMAT_SOURCES "")
set(GRAPHBLAS_GPU_FORMAT_LIBRARIES "")
set(GRAPHBLAS_GPU_FORMATS "")
foreach(row IN ITEMS
        "graphml GraphML libexpat1-dev EXPAT::EXPAT expat.h XML_ExpatVersion()"
        "node_link_json JSON nlohmann-json3-dev nlohmann_json::nlohmann_json nlohmann/json.hpp nlohmann::json()")
    separate_arguments(row)
    list(POP_FRONT row format title package)
    list(POP_FRONT row target header call)
    graphblas_gpu_usable(is_there ${target} "#include <${header}>" "${call}" "reading of ${title} files" ${package})
    if(is_there)
        list(APPEND GRAPHBLAS_GPU_FORMAT_SOURCES ${CMAKE_CURRENT_LIST_DIR}/${format}.cpp)
        list(APPEND GRAPHBLAS_GPU_FORMATS ${format})
        # nlohmann-json is headers alone, which a program that links the library does not need.
        if(format STREQUAL "node_link_json")
            set(target $<BUILD_INTERFACE:${target}>)
        endif()
        list(APPEND GRAPHBLAS_GPU_FORMAT_LIBRARIES ${target})
    else()
        set(missing ${CMAKE_CURRENT_BINARY_DIR}/formats/no_${format}.cpp)
        configure_file(${CMAKE_CURRENT_LIST_DIR}/missing.cpp.in ${missing} @ONLY)
        list(APPEND GRAPHBLAS_GPU_FORMAT_SOURCES ${missing})
    endif()
endforeach()
