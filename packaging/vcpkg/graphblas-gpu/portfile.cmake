# An overlay port that builds this checkout: vcpkg install graphblas-gpu --overlay-ports=packaging/vcpkg
# A port of the registry takes the archive of a release in place of the first line, by vcpkg_download_distfile and
# vcpkg_extract_source_archive with the sum that scripts/release prints.
get_filename_component(SOURCE_PATH "${CURRENT_PORT_DIR}/../../.." ABSOLUTE)

vcpkg_check_features(OUT_FEATURE_OPTIONS features
    FEATURES
        cuda GRAPHBLAS_GPU_CUDA
        tool GRAPHBLAS_GPU_TOOL)
vcpkg_cmake_configure(
    SOURCE_PATH "${SOURCE_PATH}"
    OPTIONS
        ${features}
        -DGRAPHBLAS_GPU_TESTS=OFF
        -DGRAPHBLAS_GPU_CAPI=OFF
        -DGRAPHBLAS_GPU_CCACHE=OFF
        -DCMAKE_UNITY_BUILD=ON
        -DCMAKE_DISABLE_FIND_PACKAGE_MPI=ON
        -DCMAKE_DISABLE_FIND_PACKAGE_GraphBLAS=ON
        -DCMAKE_DISABLE_FIND_PACKAGE_Boost=ON)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(PACKAGE_NAME graphblas_gpu CONFIG_PATH lib/cmake/graphblas_gpu)
vcpkg_fixup_pkgconfig()
if("tool" IN_LIST FEATURES)
    vcpkg_copy_tools(TOOL_NAMES grb AUTO_CLEAN)
endif()
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include" "${CURRENT_PACKAGES_DIR}/debug/share")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
