# The installed libraries, used as other projects use them; and their reference.

if(Python3_FOUND AND SATBOX_INSTALL AND NOT SATBOX_SANITIZE AND NOT CMAKE_CROSSCOMPILING AND CMAKE_SYSTEM_NAME STREQUAL "Linux")
  add_test(NAME install.libraries_are_usable
           COMMAND "${Python3_EXECUTABLE}" -B "${CMAKE_CURRENT_SOURCE_DIR}/install/test_install.py" "${PROJECT_SOURCE_DIR}"
                   "${PROJECT_BINARY_DIR}" "${PROJECT_BINARY_DIR}/install-test" "${CMAKE_CXX_COMPILER}")
  set_tests_properties(install.libraries_are_usable PROPERTIES LABELS install TIMEOUT 1200 PROCESSORS 2)
endif()

find_program(SATBOX_DOXYGEN doxygen)
mark_as_advanced(SATBOX_DOXYGEN)
if(SATBOX_DOXYGEN AND SATBOX_BASH AND Python3_FOUND)
  add_test(NAME install.reference_has_no_warnings COMMAND "${SATBOX_BASH}" "${PROJECT_SOURCE_DIR}/scripts/build_docs.sh"
                                                          "${PROJECT_BINARY_DIR}/docs")
  set_tests_properties(install.reference_has_no_warnings PROPERTIES LABELS install TIMEOUT 300)
endif()
