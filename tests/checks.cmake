# Checks of the sources themselves.

# satbox_source_check(CHECK_NAME SCRIPT CHECKER_NAME): architecture/SCRIPT.py finds nothing in the sources, and
# architecture/test_SCRIPT.py finds that it would.
function(satbox_source_check check_name script checker_name)
  if(Python3_FOUND)
    set(folder "${CMAKE_CURRENT_SOURCE_DIR}/architecture")
    add_test(NAME architecture.${check_name} COMMAND "${Python3_EXECUTABLE}" "${folder}/${script}.py" "${PROJECT_SOURCE_DIR}")
    add_test(NAME architecture.${checker_name} COMMAND "${Python3_EXECUTABLE}" "${folder}/test_${script}.py")
    set_tests_properties(architecture.${check_name} architecture.${checker_name} PROPERTIES LABELS architecture TIMEOUT 60)
  endif()
endfunction()

satbox_source_check(include_direction check_includes checker_catches_violations)
# Where the published formulas are, as docs/references.md says.
satbox_source_check(references_are_where_the_docs_say check_references reference_checker_catches_faults)
# The names in the table for users of Box2D exist.
satbox_source_check(the_table_for_users_of_box2d_is_true check_box2d_table box2d_table_checker_catches_faults)
# Every file of some folders has a test file where one would look for it.
satbox_source_check(every_file_has_its_tests check_mirror mirror_checker_catches_faults)

# Every mutation of mutation/mutations.txt still finds the text that it changes.
if(Python3_FOUND)
  add_test(NAME architecture.mutations_apply_to_the_sources
           COMMAND "${Python3_EXECUTABLE}" "${CMAKE_CURRENT_SOURCE_DIR}/mutation/mutate.py" --list)
  set_tests_properties(architecture.mutations_apply_to_the_sources PROPERTIES LABELS architecture TIMEOUT 60)
endif()

# The header for C has everything that World has.
satbox_source_check(c_api_is_complete check_c_api c_api_checker_catches_gaps)

# Flags and compilers with which results would differ between machines.
add_test(NAME commands.configuring_refuses_flags_that_change_results
         COMMAND "${CMAKE_COMMAND}" "-DSOURCE=${PROJECT_SOURCE_DIR}" "-DFOLDER=${PROJECT_BINARY_DIR}/refusals"
                 "-DCOMPILER=${CMAKE_CXX_COMPILER}" -P "${CMAKE_CURRENT_SOURCE_DIR}/commands/refusals.cmake")
set_tests_properties(commands.configuring_refuses_flags_that_change_results PROPERTIES LABELS commands TIMEOUT 300)

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
