# satbox_options: options of all of satbox's own targets. Users of the libraries do not get them: the public headers check
# what they need (engine/include/satbox/config.h).
# satbox_warnings: warnings, for satbox's own code only.

add_library(satbox_options INTERFACE)
add_library(satbox_warnings INTERFACE)
target_compile_features(satbox_options INTERFACE cxx_std_20)
set(CMAKE_CXX_EXTENSIONS OFF)

if(CMAKE_CXX_COMPILER_FRONTEND_VARIANT STREQUAL "MSVC") # clang-cl
  target_compile_options(satbox_options INTERFACE /clang:-ffp-contract=off /clang:-fno-math-errno /EHsc)
  target_compile_options(satbox_warnings INTERFACE /W4 $<$<BOOL:${SATBOX_WARNINGS_AS_ERRORS}>:/WX>)
else()
  # Bit-exact determinism: no fused multiply-add unless the source calls for it, so that results depend neither on the
  # compiler nor on the instruction set. -fno-math-errno changes no result; it makes sqrt a single instruction.
  target_compile_options(satbox_options INTERFACE -ffp-contract=off -fno-math-errno)
  # -Wmaybe-uninitialized of g++ 12 has false positives for std::variant and std::optional; the sanitizers check
  # instead.
  target_compile_options(
    satbox_warnings INTERFACE -Wall -Wextra -Wpedantic -Wconversion
                              # of a unity build: what a local name hides there may be of another file
                              $<$<NOT:$<BOOL:${SATBOX_UNITY_BUILD}>>:-Wshadow>
                              $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>
                              $<$<BOOL:${SATBOX_WARNINGS_AS_ERRORS}>:-Werror>)
  if(PROJECT_IS_TOP_LEVEL)
    # Debug is slightly optimised: at -O0 the physics tests take many minutes.
    set(CMAKE_CXX_FLAGS_DEBUG "-Og -g")
    set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG")
    set(CMAKE_CXX_FLAGS_RELWITHDEBINFO "-O2 -g")
  endif()
  if(SATBOX_SANITIZE MATCHES "address|thread") # not the fuzzer, whose run time exceeds its compile time
    # g++ 12 takes 35 s for tests/physics/test_stacks.cpp with -O2 -g and 8 s with this; clang++ 19 takes 6 s and 4.5 s.
    set(CMAKE_CXX_FLAGS_RELWITHDEBINFO "-O1 -g1")
  endif()
endif()

include(CheckFloats) # with the flags above

# Enables SATBOX_ASSERT (engine/core/assert.h).
target_compile_definitions(satbox_options INTERFACE $<$<CONFIG:Debug,RelWithDebInfo>:SATBOX_ASSERTS=1>)
