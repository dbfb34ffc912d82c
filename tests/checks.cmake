# Checks of the sources themselves.

# The include-direction rules, and a test that the checker catches what it must.
if(Python3_FOUND AND EXISTS "${CMAKE_CURRENT_SOURCE_DIR}/architecture/check_includes.py")
  add_test(NAME architecture.include_direction
           COMMAND "${Python3_EXECUTABLE}" "${CMAKE_CURRENT_SOURCE_DIR}/architecture/check_includes.py" "${PROJECT_SOURCE_DIR}")
  add_test(NAME architecture.checker_catches_violations
           COMMAND "${Python3_EXECUTABLE}" "${CMAKE_CURRENT_SOURCE_DIR}/architecture/test_check_includes.py")
  set_tests_properties(architecture.include_direction architecture.checker_catches_violations
                       PROPERTIES LABELS architecture TIMEOUT 60)
endif()

# Where the published formulas are, as docs/references.md says.
if(Python3_FOUND)
  add_test(NAME architecture.references_are_where_the_docs_say
           COMMAND "${Python3_EXECUTABLE}" "${CMAKE_CURRENT_SOURCE_DIR}/architecture/check_references.py" "${PROJECT_SOURCE_DIR}")
  add_test(NAME architecture.reference_checker_catches_faults
           COMMAND "${Python3_EXECUTABLE}" "${CMAKE_CURRENT_SOURCE_DIR}/architecture/test_check_references.py")
  set_tests_properties(architecture.references_are_where_the_docs_say architecture.reference_checker_catches_faults
                       PROPERTIES LABELS architecture TIMEOUT 60)
endif()

# The format, where the one version is installed that defines it.
find_program(SATBOX_CLANG_FORMAT clang-format-14)
mark_as_advanced(SATBOX_CLANG_FORMAT)
if(SATBOX_CLANG_FORMAT)
  add_test(NAME format.clang_format COMMAND bash "${PROJECT_SOURCE_DIR}/scripts/check_format.sh")
  set_tests_properties(format.clang_format PROPERTIES LABELS format TIMEOUT 120)
endif()
