# Debian packages by CPack, from the components of install.cmake:
#
#   cmake --preset host && cmake --build --preset host && (cd build/host && cpack -G DEB)
#
#   graphblas-gpu           the tool grb and its shell completions
#   libgraphblas-gpu-dev    headers, library, files for find_package and pkg-config, documents
#   libgraphblas-gpu<X.Y>   the shared library, with BUILD_SHARED_LIBS
#   libgraphblas-gpu-capi-dev   the GraphBLAS C API, with BUILD_SHARED_LIBS
#
# The maintainer is the packager: cpack -D CPACK_PACKAGE_CONTACT="Name <address>".
set(CPACK_PACKAGE_NAME graphblas-gpu)
set(CPACK_PACKAGE_VENDOR graphblas_gpu)
set(CPACK_PACKAGE_CONTACT "graphblas_gpu maintainers <graphblas_gpu@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES TRUE)
set(CPACK_VERBATIM_VARIABLES TRUE)

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
find_program(GRAPHBLAS_GPU_DPKG_SHLIBDEPS dpkg-shlibdeps)
mark_as_advanced(GRAPHBLAS_GPU_DPKG_SHLIBDEPS)
if(GRAPHBLAS_GPU_DPKG_SHLIBDEPS)
    set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
endif()
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_CURRENT_LIST_DIR}/debian_copyright.cmake)

# graphblas_gpu_package(<component> <package> <section> <description>): what CPack calls by the component's name. The summary is
# the project's.
macro(graphblas_gpu_package component package section description)
    list(APPEND CPACK_COMPONENTS_ALL graphblas_gpu_${component})
    string(TOUPPER graphblas_gpu_${component} upper)
    set(CPACK_DEBIAN_${upper}_PACKAGE_NAME ${package})
    set(CPACK_DEBIAN_${upper}_PACKAGE_SECTION ${section})
    set(CPACK_DEBIAN_${upper}_DESCRIPTION "${description}")
endmacro()

set(CPACK_COMPONENTS_ALL "")
graphblas_gpu_package(tool graphblas-gpu science
    "The tool: grb counts triangles, searches graphs, finds shortest paths and multiplies sparse matrices over semirings. It reads edge\
 lists and Matrix Market files.")
set(CPACK_DEBIAN_GRAPHBLAS_GPU_TOOL_PACKAGE_RECOMMENDS librsvg2-bin)  # grb picture --out graph.png
graphblas_gpu_package(development libgraphblas-gpu-dev libdevel
    "Development files of a C++20 library: masked sparse matrix products over any semiring, the operations around them and graph algorithms.")

get_target_property(type graphblas_gpu TYPE)
if(type STREQUAL "SHARED_LIBRARY")
    set(library libgraphblas-gpu${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
    graphblas_gpu_package(library ${library} libs
        "A C++20 library: masked sparse matrix products over any semiring, the operations around them and graph algorithms.")
    set(CPACK_DEBIAN_GRAPHBLAS_GPU_DEVELOPMENT_PACKAGE_DEPENDS "${library} (= ${PROJECT_VERSION})")
    set(CPACK_DEBIAN_GRAPHBLAS_GPU_TOOL_PACKAGE_DEPENDS "${library} (= ${PROJECT_VERSION})")
    # dpkg-shlibdeps must find the libraries in the tree that is being packaged.
    set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${PROJECT_BINARY_DIR}/graphblas_gpu ${PROJECT_BINARY_DIR}/graphblas_gpu/distributed)
    foreach(mpi_and_words IN ITEMS openmpi=Open\ MPI mpich=MPICH)
        string(REGEX MATCH "^(.+)=(.+)$" matched ${mpi_and_words})
        if(TARGET graphblas_gpu_${CMAKE_MATCH_1})
            graphblas_gpu_package(${CMAKE_MATCH_1} graphblas-gpu-${CMAKE_MATCH_1} science
                "Distributed matrices under the mpirun of ${CMAKE_MATCH_2}: what the tool grb loads there.")
            string(TOUPPER ${CMAKE_MATCH_1} upper)
            set(CPACK_DEBIAN_GRAPHBLAS_GPU_${upper}_PACKAGE_DEPENDS "${library} (= ${PROJECT_VERSION})")
        endif()
    endforeach()
    if(TARGET graphblas_capi)
        graphblas_gpu_package(capi libgraphblas-gpu-capi-dev libdevel
            "The GraphBLAS C API 2.1 on graphblas_gpu: library and header, in folders of their own.")
        set(CPACK_DEBIAN_GRAPHBLAS_GPU_CAPI_PACKAGE_DEPENDS "${library} (= ${PROJECT_VERSION})")
    endif()
else()
    set(CPACK_DEBIAN_GRAPHBLAS_GPU_DEVELOPMENT_PACKAGE_DEPENDS "libfmt-dev, zlib1g-dev")
    if("graphml" IN_LIST GRAPHBLAS_GPU_FORMATS)
        string(APPEND CPACK_DEBIAN_GRAPHBLAS_GPU_DEVELOPMENT_PACKAGE_DEPENDS ", libexpat1-dev")
    endif()
    foreach(format_and_package IN ITEMS bzip2=libbz2-dev xz=liblzma-dev zstd=libzstd-dev archive=libarchive-dev)
        string(REGEX MATCH "^(.+)=(.+)$" matched ${format_and_package})
        if(CMAKE_MATCH_1 IN_LIST GRAPHBLAS_GPU_UNPACKS)
            string(APPEND CPACK_DEBIAN_GRAPHBLAS_GPU_DEVELOPMENT_PACKAGE_DEPENDS ", ${CMAKE_MATCH_2}")
        endif()
    endforeach()
endif()
if(NOT TARGET grb)
    list(REMOVE_ITEM CPACK_COMPONENTS_ALL graphblas_gpu_tool)
endif()
include(CPack)
