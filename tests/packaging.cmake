# What packages are made of: versions, names, file types, man pages, completions, recipes.

if(Python3_FOUND AND TARGET satbox AND TARGET satbox-run AND CMAKE_SYSTEM_NAME STREQUAL "Linux" AND NOT SATBOX_SANITIZE AND NOT CMAKE_CROSSCOMPILING)
  add_test(NAME install.packaging_is_consistent
           COMMAND "${Python3_EXECUTABLE}" -B "${CMAKE_CURRENT_SOURCE_DIR}/packaging/test_packaging.py" "${PROJECT_SOURCE_DIR}" "${PROJECT_BINARY_DIR}"
                   "$<TARGET_FILE:satbox>" "$<TARGET_FILE:satbox-run>")
  set_tests_properties(install.packaging_is_consistent PROPERTIES LABELS install TIMEOUT 120)
endif()
