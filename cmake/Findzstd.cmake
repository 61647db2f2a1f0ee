# Finds libzstd, whose packages do not agree on a file for CMake (none, or targets of different names): the target zstd::libzstd.
find_path(zstd_INCLUDE_DIR zstd.h)
find_library(zstd_LIBRARY NAMES zstd)
mark_as_advanced(zstd_INCLUDE_DIR zstd_LIBRARY)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(zstd REQUIRED_VARS zstd_LIBRARY zstd_INCLUDE_DIR)
if(zstd_FOUND AND NOT TARGET zstd::libzstd)
    add_library(zstd::libzstd UNKNOWN IMPORTED)
    set_target_properties(zstd::libzstd PROPERTIES IMPORTED_LOCATION ${zstd_LIBRARY}
                                                   INTERFACE_INCLUDE_DIRECTORIES ${zstd_INCLUDE_DIR})
endif()
