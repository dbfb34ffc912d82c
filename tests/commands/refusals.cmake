# cmake -DSOURCE=... -DFOLDER=... -DCOMPILER=... -P refusals.cmake: configures a tiny project with cmake/CompilerOptions.cmake
# and flags with which results would differ between machines. Each must be refused with a sentence that names the remedy.

file(REMOVE_RECURSE "${FOLDER}")
file(WRITE "${FOLDER}/tiny/CMakeLists.txt" "
cmake_minimum_required(VERSION 3.25)
project(tiny LANGUAGES CXX)
if(PLAYED_COMPILER)
  set(CMAKE_CXX_COMPILER_ID \${PLAYED_COMPILER})
endif()
list(APPEND CMAKE_MODULE_PATH \"${SOURCE}/cmake\")
include(CompilerOptions)
")
set(failures "")

# configures(NAME EXPECTED ARGS...): EXPECTED is part of the message of the refusal, or empty where it must be accepted.
function(configures name expected)
  execute_process(COMMAND "${CMAKE_COMMAND}" -S "${FOLDER}/tiny" -B "${FOLDER}/${name}" -G Ninja
                          "-DCMAKE_CXX_COMPILER=${COMPILER}" ${ARGN}
                  RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
  string(REGEX REPLACE "[ \n]+" " " output "${output}") # CMake breaks lines
  string(FIND "${output}" "${expected}" at)
  if((expected STREQUAL "" AND NOT status EQUAL 0) OR (NOT expected STREQUAL "" AND (status EQUAL 0 OR at EQUAL -1)))
    message(SEND_ERROR "${name} (${ARGN}): expected ${expected}, status ${status}: ${output}")
  endif()
endfunction()

configures(plain "")
configures(optimised "" -DCMAKE_BUILD_TYPE=Release "-DCMAKE_CXX_FLAGS=-O3")
configures(fast_math "remove -ffast-math" "-DCMAKE_CXX_FLAGS=-O2 -ffast-math")
configures(fast_math_of_a_build_type "remove -ffast-math" -DCMAKE_BUILD_TYPE=Mine "-DCMAKE_CXX_FLAGS_MINE=-Ofast")
configures(part_of_fast_math "remove -ffast-math" "-DCMAKE_CXX_FLAGS=-ffinite-math-only")
configures(msvc "use clang-cl" -DPLAYED_COMPILER=MSVC)
cmake_host_system_information(RESULT processor QUERY OS_PLATFORM)
if(processor MATCHES "^(x86_64|AMD64)$")
  # Compiling is enough: a linker for 32 bits may not be here.
  configures(x87 "add -msse2 -mfpmath=sse" "-DCMAKE_CXX_FLAGS=-m32 -mno-sse" -DCMAKE_TRY_COMPILE_TARGET_TYPE=STATIC_LIBRARY)
  configures(x86_with_sse "" "-DCMAKE_CXX_FLAGS=-m32 -msse2 -mfpmath=sse" -DCMAKE_TRY_COMPILE_TARGET_TYPE=STATIC_LIBRARY)
endif()
# Flags that are changed later are seen as well.
configures(plain "remove -ffast-math" "-DCMAKE_CXX_FLAGS=-ffast-math")
configures(plain "" "-DCMAKE_CXX_FLAGS=-O1")
