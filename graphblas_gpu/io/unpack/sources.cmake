# Formats of packed files and archives: the sources that unpack them, and the libraries behind these. zlib has to be there; what
# else is missing (or switched off with -DCMAKE_DISABLE_FIND_PACKAGE_BZip2=ON and the like) is left out, and files in that format
# are refused with the name of the package. Leaves
#
#   GRAPHBLAS_GPU_UNPACK_SOURCES    absolute paths
#   GRAPHBLAS_GPU_UNPACK_LIBRARIES  targets to link
#   GRAPHBLAS_GPU_UNPACKS           the names among bzip2, xz, zstd and archive that can be read
graphblas_gpu_need(ZLIB "the library" zlib1g-dev)
find_package(BZip2 QUIET)
find_package(LibLZMA QUIET)
find_package(zstd QUIET MODULE)
find_package(LibArchive QUIET)

set(GRAPHBLAS_GPU_UNPACK_SOURCES ${CMAKE_CURRENT_LIST_DIR}/packings.cpp ${CMAKE_CURRENT_LIST_DIR}/gzip.cpp
                                 ${CMAKE_CURRENT_LIST_DIR}/archive_member.cpp)
set(GRAPHBLAS_GPU_UNPACK_LIBRARIES ZLIB::ZLIB)
set(GRAPHBLAS_GPU_UNPACKS "")
foreach(row IN ITEMS
        "bzip2 libbz2-dev BZip2::BZip2 bzlib.h BZ2_bzlibVersion()"
        "xz liblzma-dev LibLZMA::LibLZMA lzma.h lzma_version_number()"
        "zstd libzstd-dev zstd::libzstd zstd.h ZSTD_versionNumber()"
        "archive libarchive-dev LibArchive::LibArchive archive.h archive_version_number()")
    separate_arguments(row)
    list(POP_FRONT row format package)
    list(POP_FRONT row target header call)
    set(words "reading of files packed by ${format}")
    set(function "std::unique_ptr<unpacker> make_${format}_unpacker()")
    if(format STREQUAL "archive")
        set(words "reading of members of tar and ZIP archives, and of .npz files")
        set(arguments "byte_source&, std::string_view, const std::string&, archive_format")
        set(function "std::unique_ptr<archive_reader> make_archive_reader(${arguments})")
    endif()
    graphblas_gpu_usable(is_there ${target} "#include <${header}>" "${call}" "${words}" ${package})
    if(is_there)
        list(APPEND GRAPHBLAS_GPU_UNPACK_SOURCES ${CMAKE_CURRENT_LIST_DIR}/${format}.cpp)
        list(APPEND GRAPHBLAS_GPU_UNPACK_LIBRARIES ${target})
        list(APPEND GRAPHBLAS_GPU_UNPACKS ${format})
    else()
        set(missing ${CMAKE_CURRENT_BINARY_DIR}/unpack/no_${format}.cpp)
        configure_file(${CMAKE_CURRENT_LIST_DIR}/missing.cpp.in ${missing} @ONLY)
        list(APPEND GRAPHBLAS_GPU_UNPACK_SOURCES ${missing})
    endif()
endforeach()
