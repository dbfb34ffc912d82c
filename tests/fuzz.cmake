# Each tests/fuzz/NAME.cpp, or fuzz_NAME.cpp, becomes satbox-fuzz-NAME, a libFuzzer program, in the `fuzz` preset
# only. The ctest test starts from tests/fuzz/corpus/NAME where that exists, and from one seed, in an emptied folder,
# and ends after a number of runs: so it does the same every time, on a busy machine too, and a failure can be had again.
# To search elsewhere, run the program without -seed and -runs.

set(SATBOX_FUZZ_SECONDS 300 CACHE STRING "How long each fuzz test runs at most, in seconds")
set(satbox_fuzz_runs_hull_collide 200000)
set(satbox_fuzz_runs_scene 50000)
set(satbox_fuzz_runs_world 40000)
set(satbox_fuzz_runs_recording 20000)
set(satbox_fuzz_runs_import 50000)
set(satbox_fuzz_runs_live 200000)
set(satbox_fuzz_helpers_world support/world_invariants.cpp)
foreach(file live/http_posts live/live_buffer live/live_frame text/format)
  list(APPEND satbox_fuzz_helpers_live "${PROJECT_SOURCE_DIR}/app/${file}.cpp")
endforeach()
# Short inputs (kShortBytes in fuzz_world.cpp), and no weighing of inputs by rare features, which took half of the time
# with the many features that a step has. Freed memory is used again soon, so that it is in the cache, and few frames of
# the stack are kept of an allocation: to look into a failure, run its input without these.
set(satbox_fuzz_options_world -max_len=96 -entropic=0)
set(satbox_fuzz_environment_world ASAN_OPTIONS=quarantine_size_mb=8:malloc_context_size=2:detect_stack_use_after_return=0)

if(SATBOX_SANITIZE STREQUAL "fuzzer")
  add_custom_target(satbox-fuzz) # all of them
  file(GLOB fuzz_files CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/fuzz/*.cpp")
  foreach(file IN LISTS fuzz_files)
    get_filename_component(name "${file}" NAME_WE)
    string(REGEX REPLACE "^fuzz_" "" name "${name}")
    set(target satbox-fuzz-${name})
    satbox_add_executable(${target} "${file}" ${satbox_fuzz_helpers_${name}})
    add_dependencies(satbox-fuzz ${target})
    target_link_libraries(${target} PRIVATE satbox::scene satbox::lab satbox::engine nlohmann_json::nlohmann_json fmt::fmt)
    target_link_options(${target} PRIVATE -fsanitize=fuzzer)
    # What the fuzzer finds is written into the build folder, never into the sources.
    set(found "${CMAKE_CURRENT_BINARY_DIR}/fuzz/${name}")
    set(corpus "")
    if(IS_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}/fuzz/corpus/${name}")
      list(APPEND corpus "${CMAKE_CURRENT_SOURCE_DIR}/fuzz/corpus/${name}")
    endif()
    if(name MATCHES "scene" AND IS_DIRECTORY "${PROJECT_SOURCE_DIR}/assets/scenes")
      list(APPEND corpus "${PROJECT_SOURCE_DIR}/assets/scenes")
    endif()
    math(EXPR timeout "${SATBOX_FUZZ_SECONDS} + 120")
    add_test(NAME fuzz.${name}.emptied COMMAND ${CMAKE_COMMAND} -E rm -rf "${found}")
    set_tests_properties(fuzz.${name}.emptied PROPERTIES LABELS fuzz FIXTURES_SETUP ${name})
    add_test(NAME fuzz.${name}
             COMMAND ${target} -verbosity=0 -seed=1 -runs=${satbox_fuzz_runs_${name}} -timeout=10 ${satbox_fuzz_options_${name}}
                     -max_total_time=${SATBOX_FUZZ_SECONDS} -artifact_prefix=${found}-failure- -create_missing_dirs=1 "${found}" ${corpus})
    set_tests_properties(fuzz.${name} PROPERTIES LABELS fuzz TIMEOUT ${timeout} FIXTURES_REQUIRED ${name}
                                                 ENVIRONMENT "${satbox_fuzz_environment_${name}}")
    if(name STREQUAL "world")
      # What once found a fault, at its full length: a search cuts inputs down to -max_len.
      file(GLOB known CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/fuzz/corpus/world/*")
      add_test(NAME fuzz.world.known COMMAND ${target} -verbosity=0 ${known})
      set_tests_properties(fuzz.world.known PROPERTIES LABELS fuzz TIMEOUT 120)
    endif()
  endforeach()
endif()
