# Targets pick up their files by folder, so that a new file needs no edit here.

# satbox_glob(OUT FOLDER...): every .cpp and .h below the folders, which need not exist yet.
function(satbox_glob out)
  set(files "")
  foreach(folder IN LISTS ARGN)
    file(GLOB_RECURSE found CONFIGURE_DEPENDS "${folder}/*.cpp" "${folder}/*.h")
    list(APPEND files ${found})
  endforeach()
  set(${out} "${files}" PARENT_SCOPE)
endfunction()

# Files named *_avx2.cpp and *_avx512.cpp are compiled for that instruction set, on x86-64 only: one translation unit
# for each, chosen at start by __builtin_cpu_supports. FMA stays off, since it would change results; AVX-512 cannot be
# had without it (clang++ drops both), so there -ffp-contract=off alone sees to it. Such a file may
# include only headers without ordinary inline functions: the linker keeps one copy of an inline function, and it
# must not be the one with AVX in it.
function(satbox_instruction_sets out files)
  set(kept ${files})
  set(avx2 -mavx2 -mno-fma)
  set(avx512 -mavx512f -mavx512vl -mavx512dq)
  if(MINGW AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # Windows aligns the stack to 16 bytes, and g++ keeps wider vectors there as if it were aligned to 32 or 64.
    list(APPEND avx2 -Wa,-muse-unaligned-vector-move)
    list(APPEND avx512 -Wa,-muse-unaligned-vector-move)
  endif()
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$")
    foreach(file IN LISTS files)
      if(file MATCHES "_avx2\\.cpp$")
        set_source_files_properties("${file}" PROPERTIES COMPILE_OPTIONS "${avx2}")
      elseif(file MATCHES "_avx512\\.cpp$")
        set_source_files_properties("${file}" PROPERTIES COMPILE_OPTIONS "${avx512}")
      endif()
    endforeach()
  else()
    list(FILTER kept EXCLUDE REGEX "_avx(2|512)\\.cpp$")
  endif()
  set(${out} "${kept}" PARENT_SCOPE)
endfunction()

# satbox_add_library(NAME ALIAS FILES...): a static library with our options, included from the repository root.
function(satbox_add_library name alias)
  satbox_instruction_sets(files "${ARGN}")
  add_library(${name} STATIC ${files})
  add_library(${alias} ALIAS ${name})
  target_include_directories(${name} PUBLIC "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>")
  target_link_libraries(${name} PUBLIC satbox_options PRIVATE $<BUILD_INTERFACE:satbox_warnings>)
endfunction()

# satbox_add_executable(NAME FILES...): likewise; makes nothing, and sets NAME_BUILT to false, where no .cpp exists yet.
function(satbox_add_executable name)
  set(sources ${ARGN})
  list(FILTER sources INCLUDE REGEX "\\.cpp$")
  if(sources)
    add_executable(${name} ${ARGN})
    target_include_directories(${name} PRIVATE "${PROJECT_SOURCE_DIR}")
    target_link_libraries(${name} PRIVATE satbox_options satbox_warnings)
    set(${name}_BUILT TRUE PARENT_SCOPE)
  else()
    set(${name}_BUILT FALSE PARENT_SCOPE)
  endif()
endfunction()

# satbox_precompile(TARGET HEADER...): headers that nearly every file of it includes, where SATBOX_PRECOMPILED_HEADERS is
# on. Files for an instruction set do without: their options differ.
function(satbox_precompile target)
  if(SATBOX_PRECOMPILED_HEADERS)
    target_precompile_headers(${target} PRIVATE ${ARGN})
    get_target_property(files ${target} SOURCES)
    list(FILTER files INCLUDE REGEX "_avx(2|512)\\.cpp$")
    set_source_files_properties(${files} PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
  endif()
endfunction()

# satbox_spends_little_time(TARGET): code in which little time is spent beside the engine. Sanitizers make compiling several
# times slower; there it is compiled with -O0.
function(satbox_spends_little_time target)
  if(SATBOX_SANITIZE MATCHES "address|thread")
    target_compile_options(${target} PRIVATE -O0)
  endif()
endfunction()
