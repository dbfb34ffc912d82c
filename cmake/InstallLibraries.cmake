# cmake --install --component dev: the libraries, their public headers, the CMake package satbox with the components
# engine, c, lab, scene and draw, files for pkg-config, and the captures of other engines' worlds.

include(CMakePackageConfigHelpers)
set(satbox_shared OFF)
if(BUILD_SHARED_LIBS)
  set(satbox_shared ON)
endif()
set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/satbox")

file(RELATIVE_PATH satbox_prefix_from_pc "/prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/prefix")

# GLM has a pkg-config file in some of its releases only.
set(satbox_glm_cflags "")
get_target_property(folders glm::glm INTERFACE_INCLUDE_DIRECTORIES)
foreach(folder IN LISTS folders)
  if(IS_DIRECTORY "${folder}")
    string(APPEND satbox_glm_cflags " -I${folder}")
  endif()
endforeach()

# satbox_install_component(NAME PC_NAME PC_DESCRIPTION PC_REQUIRES)
function(satbox_install_component name pc_name pc_description pc_requires)
  if(NOT TARGET satbox_${name})
    return()
  endif()
  install(TARGETS satbox_${name} EXPORT satbox-${name}
          LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT dev
          ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT dev
          RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT dev
          INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
  install(EXPORT satbox-${name} FILE satbox-${name}-targets.cmake NAMESPACE satbox:: DESTINATION ${package_dir} COMPONENT dev)
  satbox_public_headers(headers ${name})
  set(folder ${CMAKE_INSTALL_INCLUDEDIR}/satbox)
  if(NOT name MATCHES "^(engine|c)$")
    string(APPEND folder /${name})
  endif()
  install(FILES ${headers} DESTINATION ${folder} COMPONENT dev)

  set(pc_cflags "${satbox_glm_cflags}")
  set(pc_libs "")
  if(name STREQUAL "c")
    # Its header needs no GLM. A C program that links the static library has to name the libraries of C++, the engine first.
    set(pc_cflags "")
    set(pc_libs " -lsatbox")
    if(NOT BUILD_SHARED_LIBS)
      string(APPEND pc_libs " -lstdc++ -lm -pthread")
    endif()
  endif()
  if(BUILD_SHARED_LIBS)
    string(APPEND pc_cflags " -DSATBOX_SHARED")
  endif()
  configure_file("${PROJECT_SOURCE_DIR}/cmake/satbox.pc.in" "${PROJECT_BINARY_DIR}/${pc_name}.pc" @ONLY)
  install(FILES "${PROJECT_BINARY_DIR}/${pc_name}.pc" DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT dev)
endfunction()

# A program that links the static library needs fmt itself, and pugixml.
set(scene_requires "satbox = ${PROJECT_VERSION}")
set(draw_requires "satbox-lab = ${PROJECT_VERSION}")
if(NOT BUILD_SHARED_LIBS)
  string(APPEND scene_requires ", fmt")
  if(TARGET pugixml::pugixml)
    string(APPEND scene_requires ", pugixml")
  endif()
  string(APPEND draw_requires ", fmt")
endif()
satbox_install_component(engine satbox "Deterministic 2D rigid-body physics" "")
satbox_install_component(c satbox-c "Deterministic 2D rigid-body physics for C" "")
satbox_install_component(lab satbox-lab "Comparisons, energy ledgers and measurements of satbox worlds" "satbox = ${PROJECT_VERSION}")
satbox_install_component(scene satbox-scene "Scene files and built-in scenes of satbox" "${scene_requires}")
satbox_install_component(draw satbox-draw "Debug drawing of satbox worlds in other renderers" "${draw_requires}")

set(satbox_needs_pugixml OFF)
if(TARGET pugixml::pugixml AND NOT BUILD_SHARED_LIBS)
  set(satbox_needs_pugixml ON)
endif()
configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/satboxConfig.cmake.in" "${PROJECT_BINARY_DIR}/satboxConfig.cmake"
                              INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file("${PROJECT_BINARY_DIR}/satboxConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
# The captures of other engines' worlds (docs/capture.md), which programs copy or include from there.
install(DIRECTORY "${PROJECT_SOURCE_DIR}/tools/capture/" DESTINATION ${CMAKE_INSTALL_DATADIR}/satbox/capture COMPONENT dev)
install(FILES "${PROJECT_BINARY_DIR}/satboxConfig.cmake" "${PROJECT_BINARY_DIR}/satboxConfigVersion.cmake"
        DESTINATION ${package_dir} COMPONENT dev)
