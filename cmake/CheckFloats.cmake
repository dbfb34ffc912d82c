# Results are bit-identical everywhere only if every float operation is rounded once, to float. Stops with an error if
# the compiler and its flags do anything else, and names the flag to change.

if(CMAKE_CXX_COMPILER_ID STREQUAL "MSVC")
  message(FATAL_ERROR "satbox uses the vector extensions of g++ and clang, which MSVC lacks. On Windows use clang-cl "
                      "(cmake -T ClangCL, or -DCMAKE_CXX_COMPILER=clang-cl) or mingw-w64.")
endif()

string(TOUPPER "${CMAKE_BUILD_TYPE}" build_type)
set(flags "${CMAKE_CXX_COMPILER} ${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${build_type}}")
if(NOT SATBOX_CHECKED_FLAGS STREQUAL flags)
  # Only preprocessor checks: it needs no headers and no linker.
  set(source "${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/check_floats.cpp")
  file(WRITE "${source}" "
#if defined(__FAST_MATH__) || defined(__ASSOCIATIVE_MATH__) || defined(__RECIPROCAL_MATH__) || __FINITE_MATH_ONLY__
#error SATBOX_FAST_MATH
#endif
// 16: types narrower than float are evaluated in their own precision, float in float.
#if __FLT_EVAL_METHOD__ != 0 && __FLT_EVAL_METHOD__ != 16
#error SATBOX_EXCESS_PRECISION
#endif
")
  set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
  set(CMAKE_TRY_COMPILE_CONFIGURATION "${CMAKE_BUILD_TYPE}")
  unset(satbox_floats_are_exact CACHE)
  try_compile(satbox_floats_are_exact "${CMAKE_CURRENT_BINARY_DIR}" "${source}" OUTPUT_VARIABLE output)
  unset(CMAKE_TRY_COMPILE_TARGET_TYPE)
  if(output MATCHES "SATBOX_FAST_MATH")
    message(FATAL_ERROR "These flags let the compiler change results, so they differ between machines: remove "
                        "-ffast-math (or -Ofast, -funsafe-math-optimizations, -ffinite-math-only, /fp:fast) from:\n"
                        "  ${flags}")
  elseif(output MATCHES "SATBOX_EXCESS_PRECISION")
    message(FATAL_ERROR "This compiler evaluates float with excess precision (FLT_EVAL_METHOD is not 0), so results "
                        "differ from those of other machines. On 32-bit x86 add -msse2 -mfpmath=sse, for instance "
                        "-DCMAKE_CXX_FLAGS=\"-msse2 -mfpmath=sse\"; remove -mfpmath=387. The flags are:\n"
                        "  ${flags}")
  elseif(NOT satbox_floats_are_exact)
    message(FATAL_ERROR "The compiler cannot compile an empty file with these flags:\n  ${flags}\n${output}")
  endif()
  set(SATBOX_CHECKED_FLAGS "${flags}" CACHE INTERNAL "Compiler and flags that passed the float check")
endif()
