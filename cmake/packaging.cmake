# `cmake --install build/release --component satbox`: the programs, with all that a desktop needs: scenes, desktop
# entry, icons, file types, metainfo, man pages and completions. scripts/build_packages.sh makes Debian packages of it;
# docs/packaging.md describes both.

if(NOT SATBOX_BUILD_APP)
  return()
endif()

set(SATBOX_ZSH_COMPLETIONS_DIR "${CMAKE_INSTALL_DATADIR}/zsh/site-functions" CACHE STRING "Folder of completions for zsh, below the prefix")
mark_as_advanced(SATBOX_ZSH_COMPLETIONS_DIR)

# satbox_install(FILES|DIRECTORY|PROGRAMS ... DESTINATION ... [RENAME ...])
function(satbox_install)
  install(${ARGN} COMPONENT satbox)
endfunction()

set(satbox_generated "${PROJECT_BINARY_DIR}/packaging")
set(satbox_programs_installed "")
foreach(program satbox satbox-run)
  if(TARGET ${program})
    satbox_install(TARGETS ${program} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
    list(APPEND satbox_programs_installed ${program})
  endif()
endforeach()
satbox_install(DIRECTORY assets/scenes DESTINATION ${CMAKE_INSTALL_DATADIR}/satbox)
satbox_install(FILES assets/scene.schema.json DESTINATION ${CMAKE_INSTALL_DATADIR}/satbox)
satbox_install(FILES LICENSE README.md DESTINATION ${CMAKE_INSTALL_DOCDIR})

# Man pages and completions, from --help, for which the program has to run here.
find_package(Python3 COMPONENTS Interpreter QUIET)
if(Python3_FOUND AND NOT CMAKE_CROSSCOMPILING AND NOT SATBOX_SANITIZE)
  set(pages "")
  foreach(program IN LISTS satbox_programs_installed)
    set(outputs "${satbox_generated}/${program}.1" "${satbox_generated}/bash/${program}" "${satbox_generated}/zsh/_${program}")
    add_custom_command(
      OUTPUT ${outputs}
      COMMAND "${Python3_EXECUTABLE}" "${PROJECT_SOURCE_DIR}/scripts/help_pages.py" "$<TARGET_FILE:${program}>" "${satbox_generated}"
              "${PROJECT_SOURCE_DIR}/assets/scene.schema.json"
      DEPENDS ${program} "${PROJECT_SOURCE_DIR}/scripts/help_pages.py" "${PROJECT_SOURCE_DIR}/assets/scene.schema.json"
      COMMENT "Man page and completions of ${program}"
      VERBATIM)
    list(APPEND pages ${outputs})
    satbox_install(FILES "${satbox_generated}/${program}.1" DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
    satbox_install(FILES "${satbox_generated}/bash/${program}" DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
    satbox_install(FILES "${satbox_generated}/zsh/_${program}" DESTINATION ${SATBOX_ZSH_COMPLETIONS_DIR})
  endforeach()
  add_custom_target(satbox-help-pages ALL DEPENDS ${pages})
else()
  message(STATUS "No Python, or a build with sanitizers or for another machine: satbox is installed without man pages and completions")
endif()

if(NOT TARGET satbox)
  return()
endif()

# The desktop: menu entry, file types, description in software centres.
string(TIMESTAMP satbox_date "%Y-%m-%d" UTC) # SOURCE_DATE_EPOCH, if it is set
configure_file(assets/satbox.metainfo.xml.in "${satbox_generated}/org.example.satbox.metainfo.xml" @ONLY)
satbox_install(FILES "${satbox_generated}/org.example.satbox.metainfo.xml" DESTINATION ${CMAKE_INSTALL_DATADIR}/metainfo)
satbox_install(FILES assets/satbox.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications)
satbox_install(FILES assets/satbox-mime.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/mime/packages RENAME satbox.xml)

# Icons: the drawings, and pictures of them where rsvg-convert is installed. Up to 24 pixels the program's icon has a
# drawing of its own, with lines on whole pixels.
set(icon_root "${CMAKE_INSTALL_DATADIR}/icons/hicolor")
satbox_install(FILES assets/icons/satbox.svg DESTINATION ${icon_root}/scalable/apps)
satbox_install(FILES assets/icons/application-vnd.satbox.scene.svg assets/icons/application-vnd.satbox.recording.svg
               DESTINATION ${icon_root}/scalable/mimetypes)
find_program(SATBOX_RSVG_CONVERT rsvg-convert)
mark_as_advanced(SATBOX_RSVG_CONVERT)
if(SATBOX_RSVG_CONVERT)
  set(pictures "")
  # satbox_icon(NAME DRAWING CONTEXT SIZE...)
  function(satbox_icon name drawing context)
    foreach(size IN LISTS ARGN)
      set(picture "${satbox_generated}/icons/${size}/${name}.png")
      add_custom_command(
        OUTPUT "${picture}"
        COMMAND "${CMAKE_COMMAND}" -E make_directory "${satbox_generated}/icons/${size}"
        COMMAND "${SATBOX_RSVG_CONVERT}" --width=${size} --height=${size} --output=${picture} "${PROJECT_SOURCE_DIR}/assets/icons/${drawing}.svg"
        DEPENDS "${PROJECT_SOURCE_DIR}/assets/icons/${drawing}.svg"
        COMMENT "Icon ${name}, ${size} pixels"
        VERBATIM)
      list(APPEND pictures "${picture}")
      satbox_install(FILES "${picture}" DESTINATION ${icon_root}/${size}x${size}/${context})
    endforeach()
    set(pictures "${pictures}" PARENT_SCOPE)
  endfunction()
  satbox_icon(satbox satbox-small apps 16 22 24)
  satbox_icon(satbox satbox apps 32 48 64 128 256)
  foreach(type scene recording)
    satbox_icon(application-vnd.satbox.${type} application-vnd.satbox.${type} mimetypes 16 22 24 32 48 64 128 256)
  endforeach()
  add_custom_target(satbox-icons ALL DEPENDS ${pictures})
else()
  message(STATUS "rsvg-convert not found: satbox is installed with its drawn icons (SVG) only")
endif()
