# Scenes that satbox-run writes as programs for Box2D, compiled and compared with the scenes: masses and poses at the start.

if(TARGET satbox-run AND doctest_FOUND AND NOT SATBOX_SANITIZE AND NOT CMAKE_CROSSCOMPILING)
  find_package(box2d CONFIG QUIET)
  if(NOT box2d_FOUND OR box2d_VERSION VERSION_GREATER_EQUAL 3)
    message(STATUS "Box2D 2.4 not found: the test of programs for Box2D is left out (./test.sh installs it)")
  else()
    # With bodies of all types, all shapes, all joints that Box2D has, and masses of their own.
    set(programs "")
    foreach(scene welcome compound mixed_rain joint_kinds car)
      set(program "${CMAKE_CURRENT_BINARY_DIR}/box2d/${scene}.cpp")
      add_custom_command(
        OUTPUT "${program}"
        COMMAND ${CMAKE_COMMAND} -E make_directory "${CMAKE_CURRENT_BINARY_DIR}/box2d"
        COMMAND satbox-run ${scene} --box2d "${program}"
        DEPENDS satbox-run
        VERBATIM)
      list(APPEND programs "${program}")
    endforeach()
    satbox_add_executable(satbox-box2d-tests box2d/test_box2d_programs.cpp support/doctest_main.cpp)
    target_link_libraries(satbox-box2d-tests PRIVATE satbox_test_support box2d::box2d)
    target_include_directories(satbox-box2d-tests PRIVATE "${CMAKE_CURRENT_BINARY_DIR}/box2d")
    set_property(SOURCE box2d/test_box2d_programs.cpp APPEND PROPERTY OBJECT_DEPENDS "${programs}")
    target_sources(satbox-box2d-tests PRIVATE ${programs})
    set_source_files_properties(${programs} PROPERTIES HEADER_FILE_ONLY ON)
    add_test(NAME unit.box2d_programs COMMAND satbox-box2d-tests)
    set_tests_properties(unit.box2d_programs PROPERTIES LABELS unit TIMEOUT 120)
  endif()
endif()
