# Screen tests: each tests/screen/NAME.py drives the real window under its own Xvfb with xdotool. It is called
# with the satbox program and a folder for its pictures and files. Files that start with an underscore are helpers.
# One at a time: they time themselves by the frame rate, and two windows on two cores disturb each other.

find_program(SATBOX_XVFB_RUN xvfb-run)
find_program(SATBOX_XAUTH xauth) # of xvfb-run
find_program(SATBOX_XDOTOOL xdotool)
mark_as_advanced(SATBOX_XVFB_RUN SATBOX_XAUTH SATBOX_XDOTOOL)

file(GLOB screen_files CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/screen/*.sh" "${CMAKE_CURRENT_SOURCE_DIR}/screen/*.py")
list(FILTER screen_files EXCLUDE REGEX "/_[^/]*$")
if(TARGET satbox AND screen_files)
  if(SATBOX_XVFB_RUN AND SATBOX_XAUTH AND SATBOX_XDOTOOL AND Python3_FOUND)
    foreach(file IN LISTS screen_files)
      get_filename_component(name "${file}" NAME_WE)
      set(runner bash)
      if(file MATCHES "\\.py$")
        set(runner "${Python3_EXECUTABLE}")
      endif()
      set(artefacts "${PROJECT_BINARY_DIR}/artefacts/screen/${name}")
      file(MAKE_DIRECTORY "${artefacts}")
      add_test(NAME screen.${name} COMMAND "${SATBOX_XVFB_RUN}" -a -s "-screen 0 1280x800x24 -noreset" ${runner} "${file}"
                                           $<TARGET_FILE:satbox> "${artefacts}")
      set_tests_properties(
        screen.${name} PROPERTIES LABELS screen TIMEOUT 300 RESOURCE_LOCK screen RUN_SERIAL ON WORKING_DIRECTORY
                                  "${PROJECT_SOURCE_DIR}")
      if(SATBOX_SANITIZE)
        # OpenGL drivers leak a few hundred bytes that are not ours.
        set_tests_properties(screen.${name} PROPERTIES TIMEOUT 900 ENVIRONMENT ASAN_OPTIONS=detect_leaks=0)
      endif()
    endforeach()
  else()
    message(STATUS "xvfb-run, xauth, xdotool or Python not found: the screen tests are left out (./test.sh installs them)")
  endif()
endif()
