# The Python module, driven from Python; and the wheel that pip builds of it.

if(TARGET satbox_python AND TARGET satbox-run)
  add_test(NAME python.module COMMAND "${satbox_module_interpreter}" -B -m unittest discover -s "${CMAKE_CURRENT_SOURCE_DIR}/python"
           WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
  set_tests_properties(
    python.module PROPERTIES LABELS app TIMEOUT 300 ENVIRONMENT
                             "PYTHONPATH=${PROJECT_BINARY_DIR}/python;SATBOX_RUN=$<TARGET_FILE:satbox-run>;SATBOX_BUILD=${PROJECT_BINARY_DIR}")
endif()
