# satbox-run driven from outside: exit statuses, what stands on standard output and error, the files that it writes.

if(TARGET satbox-run AND Python3_FOUND)
  add_test(NAME headless.satbox_run COMMAND "${Python3_EXECUTABLE}" "${CMAKE_CURRENT_SOURCE_DIR}/headless/test_satbox_run.py"
                                            $<TARGET_FILE:satbox-run> "${PROJECT_SOURCE_DIR}")
  set_tests_properties(headless.satbox_run PROPERTIES LABELS app TIMEOUT 300)
  add_test(NAME headless.imports COMMAND "${Python3_EXECUTABLE}" "${CMAKE_CURRENT_SOURCE_DIR}/headless/test_imports.py"
                                         $<TARGET_FILE:satbox-run>)
  set_tests_properties(headless.imports PROPERTIES LABELS app TIMEOUT 300)
endif()

# Sweeps: on this machine, by Slurm and by GNU parallel. What of these is not installed is left out with a message.
if(TARGET satbox-run AND Python3_FOUND AND TARGET SQLiteCpp)
  set(folder "${CMAKE_CURRENT_SOURCE_DIR}/headless")
  add_test(NAME headless.sweep COMMAND "${Python3_EXECUTABLE}" "${folder}/test_sweep.py" $<TARGET_FILE:satbox-run> "${PROJECT_SOURCE_DIR}")
  add_test(NAME headless.sweep_slurm COMMAND "${Python3_EXECUTABLE}" "${folder}/test_sweep_far.py" $<TARGET_FILE:satbox-run> Slurm)
  add_test(NAME headless.sweep_parallel COMMAND "${Python3_EXECUTABLE}" "${folder}/test_sweep_far.py" $<TARGET_FILE:satbox-run> Parallel)
  set_tests_properties(headless.sweep headless.sweep_slurm headless.sweep_parallel PROPERTIES LABELS app TIMEOUT 900)
endif()

# No branch on memory that nobody has written. SSE2, since valgrind may not know wider instructions.
find_program(SATBOX_VALGRIND valgrind)
mark_as_advanced(SATBOX_VALGRIND)
if(TARGET satbox-run AND SATBOX_VALGRIND AND NOT SATBOX_SANITIZE AND CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  add_test(NAME headless.valgrind COMMAND "${SATBOX_VALGRIND}" -q --error-exitcode=1 $<TARGET_FILE:satbox-run> tumbler
                                          --steps 20 --isa sse2)
  set_tests_properties(headless.valgrind PROPERTIES LABELS app TIMEOUT 300)
endif()

# Random input: a little of it at each run of the tests, much of it in .ci/nightly.
if(TARGET satbox-run AND Python3_FOUND)
  foreach(what scenes commands kills)
    set(count 150)
    if(what STREQUAL "kills") # each takes as long as saving a large world
      set(count 10)
    endif()
    add_test(NAME robustness.${what}
             COMMAND "${Python3_EXECUTABLE}" "${CMAKE_CURRENT_SOURCE_DIR}/robustness/robustness.py" ${what} $<TARGET_FILE:satbox-run>
                     "${PROJECT_SOURCE_DIR}" --count ${count} --kept "${PROJECT_BINARY_DIR}/artefacts/robustness")
    set_tests_properties(robustness.${what} PROPERTIES LABELS app TIMEOUT 300)
  endforeach()
endif()
