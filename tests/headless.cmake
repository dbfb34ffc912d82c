# satbox-run driven from outside: exit statuses, what stands on standard output and error, the files that it writes.

if(TARGET satbox-run AND Python3_FOUND)
  add_test(NAME headless.satbox_run COMMAND "${Python3_EXECUTABLE}" "${CMAKE_CURRENT_SOURCE_DIR}/headless/test_satbox_run.py"
                                            $<TARGET_FILE:satbox-run> "${PROJECT_SOURCE_DIR}")
  set_tests_properties(headless.satbox_run PROPERTIES LABELS app TIMEOUT 300)
endif()

# No branch on memory that nobody has written. SSE2, since valgrind may not know wider instructions.
find_program(SATBOX_VALGRIND valgrind)
mark_as_advanced(SATBOX_VALGRIND)
if(TARGET satbox-run AND SATBOX_VALGRIND AND NOT SATBOX_SANITIZE AND CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  add_test(NAME headless.valgrind COMMAND "${SATBOX_VALGRIND}" -q --error-exitcode=1 $<TARGET_FILE:satbox-run> tumbler
                                          --steps 20 --isa sse2)
  set_tests_properties(headless.valgrind PROPERTIES LABELS app TIMEOUT 300)
endif()
