# satbox::c and the functions for C of satbox::draw from a C program, with the warnings that users of C99 may have on.

add_executable(satbox-c-tests c_api/test_c_api.c c_api/test_draw.c)
set_target_properties(satbox-c-tests PROPERTIES C_STANDARD 99 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF)
target_compile_options(satbox-c-tests PRIVATE -pedantic -Wall -Wextra -Wconversion $<$<BOOL:${SATBOX_WARNINGS_AS_ERRORS}>:-Werror>)
target_link_libraries(satbox-c-tests PRIVATE satbox::draw satbox::c)
if(UNIX)
  target_link_libraries(satbox-c-tests PRIVATE m)
endif()
add_test(NAME unit.satbox_for_c COMMAND satbox-c-tests)
set_tests_properties(unit.satbox_for_c PROPERTIES LABELS unit TIMEOUT 60)
