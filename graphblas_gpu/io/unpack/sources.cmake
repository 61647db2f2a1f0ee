# Formats of packed files: the sources that unpack them, and the libraries behind these. zlib has to be there; what else is
# missing (or switched off with -DCMAKE_DISABLE_FIND_PACKAGE_BZip2=ON and the like) is left out, and files in that format are
# refused with the name of the package. Leaves
#
#   GRAPHBLAS_GPU_UNPACK_SOURCES    absolute paths
#   GRAPHBLAS_GPU_UNPACK_LIBRARIES  targets to link
#   GRAPHBLAS_GPU_UNPACKS           the names among bzip2, xz and zstd that can be read
find_package(ZLIB REQUIRED)
find_package(BZip2 QUIET)
find_package(LibLZMA QUIET)
find_package(zstd QUIET MODULE)

set(GRAPHBLAS_GPU_UNPACK_SOURCES ${CMAKE_CURRENT_LIST_DIR}/packings.cpp ${CMAKE_CURRENT_LIST_DIR}/gzip.cpp)
set(GRAPHBLAS_GPU_UNPACK_LIBRARIES ZLIB::ZLIB)
set(GRAPHBLAS_GPU_UNPACKS "")
foreach(format_and_target IN ITEMS bzip2=BZip2::BZip2 xz=LibLZMA::LibLZMA zstd=zstd::libzstd)
    string(REGEX MATCH "^(.+)=(.+)$" matched ${format_and_target})
    if(TARGET ${CMAKE_MATCH_2})
        list(APPEND GRAPHBLAS_GPU_UNPACK_SOURCES ${CMAKE_CURRENT_LIST_DIR}/${CMAKE_MATCH_1}.cpp)
        list(APPEND GRAPHBLAS_GPU_UNPACK_LIBRARIES ${CMAKE_MATCH_2})
        list(APPEND GRAPHBLAS_GPU_UNPACKS ${CMAKE_MATCH_1})
    else()
        set(missing ${CMAKE_CURRENT_BINARY_DIR}/unpack/no_${CMAKE_MATCH_1}.cpp)
        configure_file(${CMAKE_CURRENT_LIST_DIR}/missing.cpp.in ${missing} @ONLY)
        list(APPEND GRAPHBLAS_GPU_UNPACK_SOURCES ${missing})
        message(STATUS "Files packed by ${CMAKE_MATCH_1} cannot be read: its library was not found")
    endif()
endforeach()
