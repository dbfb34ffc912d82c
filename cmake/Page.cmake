# What makes the program `satbox` one for a page: Emscripten's options and the files that come with it.
set(SATBOX_PAGE_FONTS "" CACHE PATH "For the page: the folder with the font files that come with it")
option(SATBOX_PAGE_THREADS "For the page: with threads, which only isolated pages have. The libraries must have them too" OFF)

# Files that the program finds in its file system in memory, where Debian has them.
foreach(pair "${PROJECT_SOURCE_DIR}/assets/scenes@${CMAKE_INSTALL_FULL_DATADIR}/satbox/scenes"
             "${SATBOX_PAGE_FONTS}@/usr/share/fonts/opentype/inter")
  target_link_options(satbox PRIVATE "SHELL:--preload-file ${pair}")
endforeach()

target_link_options(
  satbox
  PRIVATE
  -sALLOW_MEMORY_GROWTH=1
  -sINITIAL_MEMORY=134217728
  -sTOTAL_STACK=2097152
  -sEXIT_RUNTIME=1 # so that the page learns how the program ended
  -sFORCE_FILESYSTEM=1
  -sEXPORTED_FUNCTIONS=_main,_malloc,_free
  -sEXPORTED_RUNTIME_METHODS=FS,ccall,UTF8ToString,lengthBytesUTF8,stringToUTF8)
if(SATBOX_PAGE_THREADS)
  # A thread can only start without a return to the browser if its worker is there: as many as satbox uses for steps, and
  # one for a recording that is being saved.
  target_link_options(satbox PRIVATE -sENVIRONMENT=web,worker "-sPTHREAD_POOL_SIZE=Math.min(navigator.hardwareConcurrency,8)"
                      -Wno-pthreads-mem-growth)
else()
  target_link_options(satbox PRIVATE -sENVIRONMENT=web)
endif()
