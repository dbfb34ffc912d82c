# Test of the page in headless Chromium: tests/browser/page.py. scripts/build_page.sh builds the page, which takes some
# minutes; without it the test is skipped.

find_program(SATBOX_CHROMIUM NAMES chromium chromium-browser google-chrome)
mark_as_advanced(SATBOX_CHROMIUM)
if(TARGET satbox-run)
  if(SATBOX_CHROMIUM AND Python3_FOUND)
    add_test(NAME browser.page COMMAND "${Python3_EXECUTABLE}" "${CMAKE_CURRENT_SOURCE_DIR}/browser/page.py" "${PROJECT_SOURCE_DIR}/build/page/site"
                                       "${SATBOX_CHROMIUM}" $<TARGET_FILE:satbox-run> "${PROJECT_BINARY_DIR}/artefacts/browser")
    set_tests_properties(browser.page PROPERTIES LABELS browser TIMEOUT 900 SKIP_RETURN_CODE 77 RUN_SERIAL ON)
  else()
    message(STATUS "chromium or Python not found: the test of the page is left out (scripts/build_page.sh installs it)")
  endif()
endif()
