# Targets collect their files by folder, so a new file needs no edit here.

# satbox_glob(OUT FOLDER...): all .cpp and .h files below the folders. Folders may be missing.
function(satbox_glob out)
  set(files "")
  foreach(folder IN LISTS ARGN)
    file(GLOB_RECURSE found CONFIGURE_DEPENDS "${folder}/*.cpp" "${folder}/*.h")
    list(APPEND files ${found})
  endforeach()
  set(${out} "${files}" PARENT_SCOPE)
endfunction()

# Files named *_avx2.cpp and *_avx512.cpp are compiled for that instruction set, on x86-64 only. The kernels are
# selected at start by __builtin_cpu_supports. FMA is off, since it would change results. AVX-512 implies FMA (clang++
# drops both), so there -ffp-contract=off alone prevents contraction. Such a file may include only headers without
# ordinary inline functions: the linker keeps one copy of an inline function, which must not contain AVX instructions.
function(satbox_instruction_sets out files)
  set(kept ${files})
  set(avx2 -mavx2 -mno-fma)
  set(avx512 -mavx512f -mavx512vl -mavx512dq)
  if(MINGW AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # Windows aligns the stack to 16 bytes, but g++ accesses wider vectors there as if it were aligned to 32 or 64.
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

# satbox_unite(TARGET [REGEX]): compiles up to 12 files of a folder as one if SATBOX_UNITY_BUILD is on. Kernels stay single:
# each of their files compiles the same code for another instruction set; so do files that match REGEX.
function(satbox_unite target)
  if(SATBOX_UNITY_BUILD)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
    get_target_property(files ${target} SOURCES)
    list(FILTER files INCLUDE REGEX "\\.cpp$")
    list(FILTER files EXCLUDE REGEX "_kernels_[a-z0-9]+\\.cpp$|_main\\.cpp$")
    if(ARGN)
      list(FILTER files EXCLUDE REGEX "${ARGN}")
    endif()
    list(SORT files)
    foreach(file IN LISTS files)
      cmake_path(GET file PARENT_PATH folder)
      # The name of a group is that of a file: without the path of the sources, so that the path changes no bytes.
      cmake_path(RELATIVE_PATH folder BASE_DIRECTORY "${PROJECT_SOURCE_DIR}")
      string(MAKE_C_IDENTIFIER "${folder}" folder)
      list(APPEND files_${folder} "${file}")
      list(LENGTH files_${folder} count)
      math(EXPR part "(${count} - 1) / 12")
      set_source_files_properties("${file}" PROPERTIES UNITY_GROUP "${folder}_${part}")
    endforeach()
  endif()
endfunction()

# satbox_public_headers(OUT COMPONENT): the headers of a component that users may include, all of which are installed.
function(satbox_public_headers out component)
  set(root "${PROJECT_SOURCE_DIR}/engine/include/satbox")
  if(component STREQUAL "engine")
    file(GLOB headers CONFIGURE_DEPENDS "${root}/*.h")
    list(REMOVE_ITEM headers "${root}/satbox.h")
  elseif(component STREQUAL "c")
    set(headers "${root}/satbox.h")
  else()
    file(GLOB headers CONFIGURE_DEPENDS "${root}/${component}/*.h")
    if(NOT SATBOX_BUILD_C)
      list(REMOVE_ITEM headers "${root}/draw/satbox_draw.h")
    endif()
  endif()
  set(${out} "${headers}" PARENT_SCOPE)
endfunction()

# satbox_add_component(NAME FILES...): the library satbox_NAME, as satbox::NAME, which other projects may use. It is
# static or shared by BUILD_SHARED_LIBS. Only the public headers reach its users: no flag, no definition but that of a
# shared library, no other include folder.
function(satbox_add_component name)
  set(target satbox_${name})
  satbox_instruction_sets(files "${ARGN}")
  add_library(${target} ${files})
  add_library(satbox::${name} ALIAS ${target})
  satbox_unite(${target})
  target_compile_features(${target} PUBLIC cxx_std_20)
  target_include_directories(${target} PUBLIC "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/engine/include>" PRIVATE "${PROJECT_SOURCE_DIR}")
  target_link_libraries(${target} PRIVATE $<BUILD_INTERFACE:satbox_options> $<BUILD_INTERFACE:satbox_warnings>)
  set(output satbox-${name})
  if(name STREQUAL "engine")
    set(output satbox)
  endif()
  # So that a shared object can contain the static library. WebAssembly has other code for that.
  set(position_independent ON)
  if(CMAKE_SYSTEM_NAME STREQUAL "Emscripten")
    set(position_independent OFF)
  endif()
  # While the major version is 0, each minor version may change the interface.
  set_target_properties(
    ${target}
    PROPERTIES OUTPUT_NAME ${output} EXPORT_NAME ${name} VERSION ${PROJECT_VERSION}
               SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR}
               POSITION_INDEPENDENT_CODE ${position_independent} CXX_EXTENSIONS OFF CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
  get_target_property(type ${target} TYPE)
  if(type STREQUAL "SHARED_LIBRARY")
    target_compile_definitions(${target} PUBLIC SATBOX_SHARED)
    # Calls within the library go to its own functions, as in a static one: otherwise no exported function is inlined.
    target_compile_options(${target} PRIVATE -fno-semantic-interposition)
    if(CMAKE_SYSTEM_NAME STREQUAL "Linux")
      # An internal function that another component calls needs SATBOX_INTERNAL_API: say so when that component is linked.
      target_link_options(${target} PRIVATE LINKER:-z,defs)
    endif()
  endif()
endfunction()

# satbox_add_library(NAME ALIAS FILES...): a static library for satbox's own programs and tests, with satbox_options;
# includes are from the repository root.
function(satbox_add_library name alias)
  satbox_instruction_sets(files "${ARGN}")
  add_library(${name} STATIC ${files})
  add_library(${alias} ALIAS ${name})
  target_include_directories(${name} PUBLIC "${PROJECT_SOURCE_DIR}")
  target_link_libraries(${name} PUBLIC satbox_options PRIVATE satbox_warnings)
endfunction()

# satbox_add_executable(NAME FILES...): likewise. Without a .cpp file it adds no target and sets NAME_BUILT to false.
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

# satbox_precompile(TARGET HEADER...): precompiles headers that nearly every file of the target includes, if
# SATBOX_PRECOMPILED_HEADERS is on. Files for an instruction set are excluded, since their options differ.
function(satbox_precompile target)
  if(SATBOX_PRECOMPILED_HEADERS)
    target_precompile_headers(${target} PRIVATE ${ARGN})
    get_target_property(files ${target} SOURCES)
    list(FILTER files INCLUDE REGEX "_avx(2|512)\\.cpp$")
    set_source_files_properties(${files} PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
  endif()
endfunction()

# satbox_spends_little_time(TARGET): for code whose run time is small compared with the engine's. Sanitizers make
# compiling several times slower, so with them the target is compiled with -O0. For WebAssembly it is compiled for size.
function(satbox_spends_little_time target)
  if(SATBOX_SANITIZE MATCHES "address|thread")
    target_compile_options(${target} PRIVATE -O0)
  elseif(CMAKE_SYSTEM_NAME STREQUAL "Emscripten") # smaller, since a page is downloaded
    target_compile_options(${target} PRIVATE -Os)
  endif()
endfunction()
