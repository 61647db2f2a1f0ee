# What `cmake --install` puts where, below the prefix and in the folders of GNUInstallDirs:
#
#   component                  files
#   graphblas_gpu_tool         bin/grb and its shell completions
#   graphblas_gpu_library      the shared library, with BUILD_SHARED_LIBS
#   graphblas_gpu_openmpi      what grb loads under the mpirun of Open MPI; graphblas_gpu_mpich: under that of MPICH
#   graphblas_gpu_development  include/graphblas_gpu/, the static library, the files for find_package and pkg-config, documents
#   graphblas_gpu_capi         lib/graphblas_gpu/ and include/graphblas_gpu/capi/: the GraphBLAS C API, which no search for an
#                              installed SuiteSparse:GraphBLAS comes across
#
# The three code folders lie unchanged below include/graphblas_gpu/, which is on the include path of the exported target, so
# that #include <algorithms/bfs.hpp> reads the same in the tree and after find_package(graphblas_gpu).
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(development COMPONENT graphblas_gpu_development)

# ---- library and headers ----

install(TARGETS graphblas_gpu EXPORT graphblas_gpu-targets
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT graphblas_gpu_library NAMELINK_COMPONENT graphblas_gpu_development
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} ${development}
        INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/graphblas_gpu)
install(TARGETS graphblas_gpu_distributed EXPORT graphblas_gpu-targets
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT graphblas_gpu_library NAMELINK_COMPONENT graphblas_gpu_development
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} ${development}
        INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/graphblas_gpu)
set(beside_the_library graphblas_gpu_distributed)
foreach(mpi IN LISTS GRAPHBLAS_GPU_MPIS)
    if(TARGET graphblas_gpu_${mpi})
        install(TARGETS graphblas_gpu_${mpi} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT graphblas_gpu_${mpi})
        list(APPEND beside_the_library graphblas_gpu_${mpi})
    endif()
endforeach()
set_target_properties(${beside_the_library} PROPERTIES INSTALL_RPATH "$ORIGIN")
# catalogue.def is included by headers.
install(DIRECTORY ${PROJECT_SOURCE_DIR}/semirings ${PROJECT_SOURCE_DIR}/graphblas_gpu ${PROJECT_SOURCE_DIR}/algorithms
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/graphblas_gpu ${development}
        FILES_MATCHING PATTERN *.hpp PATTERN *.cuh PATTERN *.def PATTERN graphblas_gpu/capi EXCLUDE)

# ---- find_package ----

get_target_property(type graphblas_gpu TYPE)
set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/graphblas_gpu)
set(config ${CMAKE_CURRENT_BINARY_DIR}/graphblas_gpu-config.cmake)
set(version ${CMAKE_CURRENT_BINARY_DIR}/graphblas_gpu-config-version.cmake)
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/graphblas_gpu-config.cmake.in ${config}
                              INSTALL_DESTINATION ${package_folder} NO_SET_AND_CHECK_MACRO)
# Before version 1.0 every minor version may change the interface.
write_basic_package_version_file(${version} COMPATIBILITY SameMinorVersion)
install(FILES ${config} ${version} DESTINATION ${package_folder} ${development})
if("zstd" IN_LIST GRAPHBLAS_GPU_UNPACKS)
    install(FILES ${CMAKE_CURRENT_LIST_DIR}/Findzstd.cmake DESTINATION ${package_folder} ${development})
endif()
install(EXPORT graphblas_gpu-targets NAMESPACE graphblas_gpu:: DESTINATION ${package_folder} ${development})

# ---- pkg-config ----

# Paths relative to the file itself survive DESTDIR, --prefix and a tree that is moved; an absolute folder is taken at its word.
if(IS_ABSOLUTE "${CMAKE_INSTALL_LIBDIR}" OR IS_ABSOLUTE "${CMAKE_INSTALL_INCLUDEDIR}")
    set(pc_prefix ${CMAKE_INSTALL_PREFIX})
    set(pc_libdir ${CMAKE_INSTALL_FULL_LIBDIR})
    set(pc_includedir ${CMAKE_INSTALL_FULL_INCLUDEDIR})
else()
    file(RELATIVE_PATH up "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" /)
    string(REGEX REPLACE "/$" "" up "${up}")
    set(pc_prefix "\${pcfiledir}/${up}")
    set(pc_libdir "\${prefix}/${CMAKE_INSTALL_LIBDIR}")
    set(pc_includedir "\${prefix}/${CMAKE_INSTALL_INCLUDEDIR}")
endif()
set(pc_requires_private "")
set(pc_libs_private "")
if(type STREQUAL "STATIC_LIBRARY")
    set(pc_requires_private "fmt, zlib")
    set(pc_libs_private "-pthread")
    foreach(format_and_module IN ITEMS xz=liblzma zstd=libzstd)
        string(REGEX MATCH "^(.+)=(.+)$" matched ${format_and_module})
        if(CMAKE_MATCH_1 IN_LIST GRAPHBLAS_GPU_UNPACKS)
            string(APPEND pc_requires_private ", ${CMAKE_MATCH_2}")
        endif()
    endforeach()
    if("graphml" IN_LIST GRAPHBLAS_GPU_FORMATS)
        string(APPEND pc_requires_private ", expat")
    endif()
    # Debian 12 and Ubuntu 24.04 have no file for pkg-config about libbz2, and that of libarchive names libraries that only its
    # static form needs and whose development packages it does not bring.
    foreach(format_and_option IN ITEMS bzip2=-lbz2 archive=-larchive)
        string(REGEX MATCH "^(.+)=(.+)$" matched ${format_and_option})
        if(CMAKE_MATCH_1 IN_LIST GRAPHBLAS_GPU_UNPACKS)
            string(APPEND pc_libs_private " ${CMAKE_MATCH_2}")
        endif()
    endforeach()
    if(GRAPHBLAS_GPU_ENGINE STREQUAL "nvcc")
        string(APPEND pc_libs_private " -L${CUDAToolkit_LIBRARY_DIR} -lcudart_static -ldl -lrt")
    endif()
endif()
configure_file(${CMAKE_CURRENT_LIST_DIR}/graphblas_gpu.pc.in ${CMAKE_CURRENT_BINARY_DIR}/graphblas_gpu.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/graphblas_gpu.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig ${development})

# ---- the GraphBLAS C API ----

if(TARGET graphblas_capi)
    set(capi COMPONENT graphblas_gpu_capi)
    set(capi_folder ${CMAKE_INSTALL_LIBDIR}/graphblas_gpu)
    set(capi_library ${capi_folder}/libgraphblas.so.2.1.0)
    set(capi_headers ${CMAKE_INSTALL_INCLUDEDIR}/graphblas_gpu/capi)
    install(TARGETS graphblas_capi LIBRARY DESTINATION ${capi_folder} ${capi})
    get_target_property(capi_generated graphblas_capi BINARY_DIR)
    install(FILES ${capi_generated}/include/GraphBLAS.h DESTINATION ${capi_headers} ${capi})
    if(type STREQUAL "SHARED_LIBRARY")
        set_target_properties(graphblas_capi PROPERTIES INSTALL_RPATH "$ORIGIN/..")
    endif()
    set(config ${CMAKE_CURRENT_BINARY_DIR}/GraphBLASConfig.cmake)
    configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/GraphBLASConfig.cmake.in ${config}
                                  INSTALL_DESTINATION ${capi_folder}/cmake PATH_VARS capi_library capi_headers
                                  NO_SET_AND_CHECK_MACRO NO_CHECK_REQUIRED_COMPONENTS_MACRO)
    set(version ${CMAKE_CURRENT_BINARY_DIR}/GraphBLASConfigVersion.cmake)
    write_basic_package_version_file(${version} VERSION 2.1.0 COMPATIBILITY AnyNewerVersion)
    install(FILES ${config} ${version} DESTINATION ${capi_folder}/cmake ${capi})
    configure_file(${CMAKE_CURRENT_LIST_DIR}/graphblas_gpu_capi.pc.in ${CMAKE_CURRENT_BINARY_DIR}/graphblas_gpu_capi.pc @ONLY)
    install(FILES ${CMAKE_CURRENT_BINARY_DIR}/graphblas_gpu_capi.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig ${capi})
endif()

# ---- documents ----

install(FILES ${PROJECT_SOURCE_DIR}/LICENSE ${PROJECT_SOURCE_DIR}/README.md ${PROJECT_SOURCE_DIR}/CHANGELOG.md
        DESTINATION ${CMAKE_INSTALL_DOCDIR} ${development})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs DESTINATION ${CMAKE_INSTALL_DOCDIR} ${development}
        FILES_MATCHING PATTERN *.md PATTERN *.svg PATTERN docs/site EXCLUDE)

# ---- the tool ----

if(TARGET grb)
    install(TARGETS grb RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT graphblas_gpu_tool)
    if(type STREQUAL "SHARED_LIBRARY")
        file(RELATIVE_PATH to_library "${CMAKE_INSTALL_FULL_BINDIR}" "${CMAKE_INSTALL_FULL_LIBDIR}")
        set_target_properties(grb PROPERTIES INSTALL_RPATH "$ORIGIN/${to_library}")
    endif()
    set(tool COMPONENT graphblas_gpu_tool)
    install(FILES ${GRAPHBLAS_GPU_COMPLETIONS}/bash/grb
            DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions ${tool})
    install(FILES ${GRAPHBLAS_GPU_COMPLETIONS}/zsh/_grb DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions ${tool})
    install(FILES ${GRAPHBLAS_GPU_COMPLETIONS}/fish/grb.fish
            DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d ${tool})
endif()
