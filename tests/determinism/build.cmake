# cmake -DSOURCE=... -DFOLDER=... -DCOMPILER=... -DLEVEL=-O0 -P build.cmake
# Builds one cell of the determinism matrix. The build type is "None", which adds no compiler flags.
execute_process(
  COMMAND "${CMAKE_COMMAND}" -S "${SOURCE}" -B "${FOLDER}" -G Ninja -DCMAKE_BUILD_TYPE=None
          "-DCMAKE_CXX_COMPILER=${COMPILER}" "-DCMAKE_CXX_FLAGS=${LEVEL}" -DSATBOX_BUILD_APP=OFF -DSATBOX_BUILD_BENCH=OFF
  COMMAND_ERROR_IS_FATAL ANY OUTPUT_QUIET)
execute_process(COMMAND "${CMAKE_COMMAND}" --build "${FOLDER}" --target satbox-determinism COMMAND_ERROR_IS_FATAL ANY)
