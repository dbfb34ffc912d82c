# satbox-determinism: tests/determinism by itself, not built with everything else. Where SATBOX_DETERMINISM_MATRIX is on,
# ctest builds and runs it (label determinism) once for each compiler and level of optimisation, in build trees of their own
# below this one: the golden hashes in those tests are then shown to hold for every cell of the matrix.

satbox_glob(determinism_files determinism)
satbox_add_executable(satbox-determinism ${determinism_files} support/paths.cpp support/doctest_main.cpp)
if(satbox-determinism_BUILT)
  target_link_libraries(satbox-determinism PRIVATE satbox::scene satbox::lab satbox::engine doctest::doctest)
  set_target_properties(satbox-determinism PROPERTIES EXCLUDE_FROM_ALL TRUE)
endif()

if(SATBOX_DETERMINISM_MATRIX)
  find_program(SATBOX_GXX g++)
  find_program(SATBOX_CLANGXX NAMES clang++-19 clang++)
  mark_as_advanced(SATBOX_GXX SATBOX_CLANGXX)
  foreach(compiler SATBOX_GXX SATBOX_CLANGXX)
    if(NOT ${compiler})
      message(STATUS "${compiler} not found: its half of the determinism matrix is left out")
      continue()
    endif()
    get_filename_component(compiler_name "${${compiler}}" NAME)
    foreach(level O0 O3)
      set(cell "${compiler_name}-${level}")
      set(folder "${CMAKE_BINARY_DIR}/determinism/${cell}")
      add_test(NAME "determinism.build_${cell}"
               COMMAND "${CMAKE_COMMAND}" "-DSOURCE=${PROJECT_SOURCE_DIR}" "-DFOLDER=${folder}"
                       "-DCOMPILER=${${compiler}}" "-DLEVEL=-${level}" -P "${CMAKE_CURRENT_SOURCE_DIR}/determinism/build.cmake")
      add_test(NAME "determinism.${cell}" COMMAND "${folder}/bin/satbox-determinism")
      # By itself: it takes all cores, and what else runs has limits of time.
      set_tests_properties("determinism.build_${cell}" PROPERTIES LABELS determinism TIMEOUT 1800 FIXTURES_SETUP "${cell}"
                                                                  RUN_SERIAL TRUE)
      set_tests_properties("determinism.${cell}" PROPERTIES LABELS determinism TIMEOUT 900 FIXTURES_REQUIRED "${cell}")
    endforeach()
  endforeach()
endif()
