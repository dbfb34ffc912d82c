# An overlay port: vcpkg install satbox --overlay-ports=packaging/vcpkg
# It builds the sources around it, since no release is published. In a registry vcpkg_from_github() or
# vcpkg_from_git() takes the place of the next line.
get_filename_component(SOURCE_PATH "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)

if(VCPKG_TARGET_IS_WINDOWS)
  vcpkg_check_linkage(ONLY_STATIC_LIBRARY)
endif()
vcpkg_check_features(
  OUT_FEATURE_OPTIONS features
  FEATURES c SATBOX_BUILD_C
           draw SATBOX_BUILD_DRAW
           lab SATBOX_BUILD_LAB
           scene SATBOX_BUILD_SCENE)
vcpkg_cmake_configure(
  SOURCE_PATH "${SOURCE_PATH}"
  OPTIONS ${features} -DSATBOX_FIND_SOURCE_SCENES=OFF -DSATBOX_BUILD_APP=OFF -DSATBOX_BUILD_TESTS=OFF -DSATBOX_BUILD_BENCH=OFF
          -DSATBOX_BUILD_PYTHON=OFF)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(CONFIG_PATH lib/cmake/satbox)
vcpkg_fixup_pkgconfig()
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include")
file(INSTALL "${CMAKE_CURRENT_LIST_DIR}/usage" DESTINATION "${CURRENT_PACKAGES_DIR}/share/${PORT}")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
