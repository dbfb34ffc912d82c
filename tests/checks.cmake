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

# The format; skipped where the one version of the formatter that defines it is not installed.
find_program(SATBOX_BASH bash)
mark_as_advanced(SATBOX_BASH)
if(SATBOX_BASH)
  add_test(NAME format.clang_format COMMAND "${SATBOX_BASH}" "${PROJECT_SOURCE_DIR}/scripts/check_format.sh")
  set_tests_properties(format.clang_format PROPERTIES LABELS format TIMEOUT 120 SKIP_REGULAR_EXPRESSION "^format: skipped")
endif()

# The two commands on machines of other kinds, played by programs of the same names; and with the real satbox that has
# no display to open a window on.
if(SATBOX_BASH AND Python3_FOUND)
  set(window_program "")
  if(TARGET satbox)
    set(window_program $<TARGET_FILE:satbox>)
  endif()
  add_test(NAME commands.run_and_test COMMAND "${Python3_EXECUTABLE}" "${CMAKE_CURRENT_SOURCE_DIR}/commands/test_commands.py"
                                              "${PROJECT_SOURCE_DIR}" ${window_program})
  set_tests_properties(commands.run_and_test PROPERTIES LABELS commands TIMEOUT 900)
endif()
