# Dependencies, all found on the system: nothing is fetched and nothing is vendored.
# The engine needs GLM, scenes nlohmann-json and fmt (and pugixml to import SVG files), drawing fmt, the app SDL2, epoxy, Dear ImGui, FreeType, stb and CLI11.
# Libraries of tests and benchmarks are optional: if one is missing, a message names it and its targets are left out.

set(SATBOX_HEADER_ROOT "" CACHE PATH
    "For cross builds: folder with the headers of GLM, nlohmann-json, CLI11 and fmt. Empty: CMake searches for the packages")

find_package(Threads REQUIRED)
if(SATBOX_HEADER_ROOT)
  # Links to these folders only: the root may be /usr/include, whose other headers are for another target.
  set(headers "${CMAKE_BINARY_DIR}/headers")
  file(MAKE_DIRECTORY "${headers}")
  set(folders glm nlohmann CLI fmt)
  if(SATBOX_BUILD_WINDOW)
    list(APPEND folders stb)
  endif()
  foreach(folder IN LISTS folders)
    if(NOT IS_DIRECTORY "${SATBOX_HEADER_ROOT}/${folder}")
      message(FATAL_ERROR "SATBOX_HEADER_ROOT: there is no folder ${SATBOX_HEADER_ROOT}/${folder}")
    endif()
    file(CREATE_LINK "${SATBOX_HEADER_ROOT}/${folder}" "${headers}/${folder}" SYMBOLIC)
  endforeach()
  foreach(target glm::glm nlohmann_json::nlohmann_json CLI11::CLI11 fmt::fmt)
    add_library(${target} INTERFACE IMPORTED GLOBAL)
    target_include_directories(${target} SYSTEM INTERFACE "${headers}")
  endforeach()
  target_compile_definitions(fmt::fmt INTERFACE FMT_HEADER_ONLY=1)
else()
  if(NOT TARGET glm::glm) # a project that adds satbox may have its own
    find_package(glm REQUIRED)
  endif()
  if(SATBOX_BUILD_SCENE)
    find_package(nlohmann_json 3.9 REQUIRED)
  endif()
  if(SATBOX_BUILD_SCENE OR SATBOX_BUILD_DRAW)
    find_package(fmt REQUIRED)
  endif()
  if(SATBOX_BUILD_SCENE)
    find_package(pugixml CONFIG QUIET)
    if(NOT pugixml_FOUND)
      message(STATUS "pugixml not found: SVG files will not be imported (Debian: libpugixml-dev)")
    endif()
  endif()
endif()

# satbox_imported(NAME HEADER LIBRARY [PATH_SUFFIX]): for a library without a CMake config.
# Defines satbox::NAME and sets satbox_NAME_FOUND if header and library are found.
function(satbox_imported name header library)
  find_path(SATBOX_${name}_INCLUDE_DIR ${header} PATH_SUFFIXES ${ARGN})
  find_library(SATBOX_${name}_LIBRARY NAMES ${library})
  mark_as_advanced(SATBOX_${name}_INCLUDE_DIR SATBOX_${name}_LIBRARY)
  if(SATBOX_${name}_INCLUDE_DIR AND SATBOX_${name}_LIBRARY)
    add_library(satbox::${name} UNKNOWN IMPORTED GLOBAL)
    set_target_properties(
      satbox::${name} PROPERTIES IMPORTED_LOCATION "${SATBOX_${name}_LIBRARY}"
                                 INTERFACE_INCLUDE_DIRECTORIES "${SATBOX_${name}_INCLUDE_DIR}")
    set(satbox_${name}_FOUND TRUE PARENT_SCOPE)
  endif()
endfunction()

function(satbox_require target package)
  if(NOT TARGET ${target})
    message(FATAL_ERROR "${package} was not found. On Debian or Ubuntu ./run.sh installs it; "
                        "elsewhere ./run.sh prints the packages to install.")
  endif()
endfunction()

if((SATBOX_BUILD_APP OR SATBOX_BUILD_BENCH) AND NOT SATBOX_HEADER_ROOT)
  find_package(CLI11 REQUIRED)
endif()

# Results of sweeps (satbox-run --sweep). Without it, and in cross builds, the option says what is missing.
if(SATBOX_BUILD_APP AND NOT SATBOX_HEADER_ROOT)
  find_package(SQLiteCpp CONFIG QUIET)
  if(NOT SQLiteCpp_FOUND)
    message(STATUS "SQLiteCpp not found: satbox-run has no sweeps (Debian: libsqlitecpp-dev)")
  endif()
endif()

if(SATBOX_BUILD_APP AND SATBOX_BUILD_WINDOW AND CMAKE_SYSTEM_NAME STREQUAL "Emscripten")
  include(PageLibraries)
elseif(SATBOX_BUILD_APP AND SATBOX_BUILD_WINDOW)
  find_package(SDL2 REQUIRED CONFIG)
  find_package(Freetype REQUIRED)
  find_package(ZLIB REQUIRED) # links
  satbox_imported(epoxy epoxy/gl.h epoxy)
  satbox_require(satbox::epoxy "libepoxy (Debian: libepoxy-dev)")

  # Debian has a compiled stb (libstb.a, which libimgui.a needs too); other systems have headers only.
  find_path(SATBOX_stb_INCLUDE_DIR stb_image_write.h PATH_SUFFIXES stb)
  find_library(SATBOX_stb_LIBRARY NAMES libstb.a stb)
  mark_as_advanced(SATBOX_stb_INCLUDE_DIR SATBOX_stb_LIBRARY)
  if(SATBOX_stb_INCLUDE_DIR)
    add_library(satbox::stb INTERFACE IMPORTED GLOBAL)
    target_include_directories(satbox::stb INTERFACE "${SATBOX_stb_INCLUDE_DIR}")
    if(SATBOX_stb_LIBRARY)
      target_link_libraries(satbox::stb INTERFACE "${SATBOX_stb_LIBRARY}")
      target_compile_definitions(satbox::stb INTERFACE SATBOX_STB_COMPILED=1)
    endif()
  endif()
  satbox_require(satbox::stb "stb (Debian: libstb-dev)")

  # Dear ImGui. Debian's libimgui.a contains the library and its SDL2 and OpenGL 3 backends, and has no CMake config. A
  # static library must come before the libraries that it uses, so order matters: SDL2, FreeType, stb, m, dl.
  find_package(imgui CONFIG QUIET)
  if(TARGET imgui::imgui)
    add_library(satbox::imgui INTERFACE IMPORTED GLOBAL)
    target_link_libraries(satbox::imgui INTERFACE imgui::imgui)
  else()
    satbox_imported(imgui imgui.h imgui imgui)
    satbox_require(satbox::imgui "Dear ImGui (Debian: libimgui-dev)")
    target_include_directories(satbox::imgui INTERFACE "${SATBOX_imgui_INCLUDE_DIR}/backends")
    target_link_libraries(satbox::imgui INTERFACE SDL2::SDL2 Freetype::Freetype satbox::stb m ${CMAKE_DL_LIBS})
  endif()
endif()

if(SATBOX_BUILD_TESTS)
  find_package(doctest CONFIG QUIET)
  find_package(rapidcheck CONFIG QUIET)
  find_package(Python3 COMPONENTS Interpreter QUIET)
  foreach(package doctest rapidcheck Python3)
    if(NOT ${package}_FOUND)
      message(STATUS "${package} not found: the tests that need it are left out (./test.sh installs it)")
    endif()
  endforeach()
endif()

# Peers: other engines that satbox is compared with. Without them, comparisons and benchmarks have satbox's own
# solvers only.
if((SATBOX_BUILD_APP OR SATBOX_BUILD_TESTS OR SATBOX_BUILD_BENCH) AND NOT CMAKE_CROSSCOMPILING)
  find_package(box2d 2.4 CONFIG QUIET)
  # Box2D 3 has the same package and target names, so that only one of the two could be found by them. Its header
  # id.h is new, and its library is beside it.
  find_path(SATBOX_BOX2D_3_INCLUDE_DIR box2d/id.h)
  set(libraries "${SATBOX_BOX2D_3_INCLUDE_DIR}/../lib")
  find_library(SATBOX_BOX2D_3_LIBRARY box2d PATHS "${libraries}" "${libraries}64" "${libraries}/${CMAKE_LIBRARY_ARCHITECTURE}" NO_DEFAULT_PATH)
  mark_as_advanced(SATBOX_BOX2D_3_INCLUDE_DIR SATBOX_BOX2D_3_LIBRARY)
  # Versions differ in the functions that give back the axes of joints: 3.1.0 has none, 3.1.1 axes, 3.2 frames. A
  # comparison needs 3.1.1; worlds of 3.2 can be captured too.
  set(SATBOX_BOX2D_3_FOUND FALSE)
  set(SATBOX_BOX2D_3_COMPARES FALSE)
  if(SATBOX_BOX2D_3_INCLUDE_DIR AND SATBOX_BOX2D_3_LIBRARY)
    file(STRINGS "${SATBOX_BOX2D_3_INCLUDE_DIR}/box2d/box2d.h" axes REGEX "b2Joint_GetLocalAxisA")
    file(STRINGS "${SATBOX_BOX2D_3_INCLUDE_DIR}/box2d/box2d.h" frames REGEX "b2Joint_GetLocalFrameA")
    if(axes OR frames)
      set(SATBOX_BOX2D_3_FOUND TRUE)
    endif()
    if(axes)
      set(SATBOX_BOX2D_3_COMPARES TRUE)
    else()
      message(STATUS "The Box2D 3 in ${SATBOX_BOX2D_3_INCLUDE_DIR} cannot be compared with: version 3.1.1 can")
    endif()
  endif()
  satbox_imported(chipmunk chipmunk/chipmunk.h chipmunk)
  set(chipmunk_FOUND ${satbox_chipmunk_FOUND})
  foreach(package box2d chipmunk)
    if(NOT ${package}_FOUND)
      message(STATUS "${package} not found: it cannot be compared with (./test.sh installs it)")
    endif()
  endforeach()
endif()

if(SATBOX_BUILD_BENCH)
  find_package(benchmark CONFIG QUIET)
  find_package(TBB CONFIG QUIET)
  foreach(package benchmark TBB)
    if(NOT ${package}_FOUND)
      message(STATUS "${package} not found: the benchmarks that need it are left out (./test.sh installs it)")
    endif()
  endforeach()
endif()
