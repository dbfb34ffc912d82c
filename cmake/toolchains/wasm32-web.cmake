# The same, for a page in a browser: with WebGL 2 and the in-memory file system. Libraries are found below
# SATBOX_PAGE_LIBRARIES (scripts/build_page.sh).
include("${CMAKE_CURRENT_LIST_DIR}/wasm32-emscripten.cmake")
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES SATBOX_PAGE_LIBRARIES SATBOX_PAGE_THREADS)
list(APPEND CMAKE_FIND_ROOT_PATH "${SATBOX_PAGE_LIBRARIES}")
set(CMAKE_C_FLAGS_INIT "${wasm_flags}")
set(CMAKE_EXE_LINKER_FLAGS_INIT "-fexceptions") # the others are in cmake/Page.cmake
if(SATBOX_PAGE_THREADS)
  string(APPEND CMAKE_C_FLAGS_INIT " -pthread")
  string(APPEND CMAKE_CXX_FLAGS_INIT " -pthread")
  string(APPEND CMAKE_EXE_LINKER_FLAGS_INIT " -pthread")
endif()
