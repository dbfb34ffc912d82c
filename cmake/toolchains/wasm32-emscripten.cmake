# WebAssembly with 128-bit SIMD, compiled by em++. Runs in node, with access to the host's files. There are no threads:
# satbox-run uses one whatever --threads is.
find_program(SATBOX_EMXX em++ REQUIRED)
get_filename_component(emscripten_root "${SATBOX_EMXX}" REALPATH)
get_filename_component(emscripten_root "${emscripten_root}" DIRECTORY)
# No vectors but those of the sources: clang 14, of Debian 12's Emscripten, moves a load that it has made part of
# v128.load32_splat behind a store to the same address (app/gfx/camera.cpp: zoomAt() used the new scale for the old one).
set(wasm_flags "-msimd128 -fno-slp-vectorize -fno-vectorize")
set(CMAKE_CXX_FLAGS_INIT "${wasm_flags} -fexceptions")
# Synchronous compilation: otherwise Emscripten 3.1.6 loads the program by fetch() if node has it (version 18 and
# later), and that accepts only URLs, no file paths.
set(CMAKE_EXE_LINKER_FLAGS_INIT
    "-fexceptions -sENVIRONMENT=node -sWASM_ASYNC_COMPILATION=0 -sNODERAWFS=1 -sEXIT_RUNTIME=1 -sALLOW_MEMORY_GROWTH=1")
set(EMSCRIPTEN_ROOT_PATH "${emscripten_root}")
include("${emscripten_root}/cmake/Modules/Platform/Emscripten.cmake")
set(CMAKE_SYSTEM_PROCESSOR wasm32)
