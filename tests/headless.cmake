# satbox-run driven from outside: exit statuses, what stands on standard output and error, the files that it writes.

if(TARGET satbox-run AND Python3_FOUND)
  add_test(NAME headless.satbox_run COMMAND "${Python3_EXECUTABLE}" "${CMAKE_CURRENT_SOURCE_DIR}/headless/test_satbox_run.py"
                                            $<TARGET_FILE:satbox-run> "${PROJECT_SOURCE_DIR}")
  set_tests_properties(headless.satbox_run PROPERTIES LABELS app TIMEOUT 300)
endif()
