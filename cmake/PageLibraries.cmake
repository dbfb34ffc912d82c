# The libraries of the window for a page in a browser, from SATBOX_PAGE_LIBRARIES: built by cmake/page from Debian's
# source packages.
set(SATBOX_PAGE_LIBRARIES "" CACHE PATH "For the page: the folder in which cmake/page has installed its libraries")

# For Emscripten 3.1.6, whose <algorithm> is not complete.
include_directories(BEFORE SYSTEM "${PROJECT_SOURCE_DIR}/cmake/page/include")

foreach(library SDL2 freetype imgui z)
  if(NOT EXISTS "${SATBOX_PAGE_LIBRARIES}/lib/lib${library}.a")
    message(FATAL_ERROR "SATBOX_PAGE_LIBRARIES: there is no lib/lib${library}.a in '${SATBOX_PAGE_LIBRARIES}'. scripts/build_page.sh builds it.")
  endif()
endforeach()

# satbox_page_library(TARGET LIBRARY INCLUDE-FOLDER...)
function(satbox_page_library target library)
  add_library(${target} STATIC IMPORTED GLOBAL)
  set_target_properties(${target} PROPERTIES IMPORTED_LOCATION "${SATBOX_PAGE_LIBRARIES}/lib/lib${library}.a")
  list(TRANSFORM ARGN PREPEND "${SATBOX_PAGE_LIBRARIES}/include/" OUTPUT_VARIABLE folders)
  target_include_directories(${target} SYSTEM INTERFACE ${folders})
endfunction()
satbox_page_library(ZLIB::ZLIB z .)
satbox_page_library(SDL2::SDL2 SDL2 SDL2)
satbox_page_library(satbox::freetype freetype freetype2)
satbox_page_library(satbox::imgui imgui imgui imgui/backends)
target_link_libraries(satbox::freetype INTERFACE ZLIB::ZLIB)
target_link_libraries(satbox::imgui INTERFACE SDL2::SDL2 satbox::freetype)

# Emscripten's own OpenGL ES.
add_library(satbox::epoxy INTERFACE IMPORTED GLOBAL)
target_link_options(satbox::epoxy INTERFACE -sMIN_WEBGL_VERSION=2 -sMAX_WEBGL_VERSION=2)

add_library(satbox::stb INTERFACE IMPORTED GLOBAL)
target_include_directories(satbox::stb SYSTEM INTERFACE "${CMAKE_BINARY_DIR}/headers/stb")
