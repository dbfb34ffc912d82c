# WebAssembly with vectors of 128 bits, by em++, to be run by node, which reads and writes the machine's own files. There
# are no threads: satbox-run computes on one whatever --threads says.
find_program(SATBOX_EMXX em++ REQUIRED)
get_filename_component(emscripten_root "${SATBOX_EMXX}" REALPATH)
get_filename_component(emscripten_root "${emscripten_root}" DIRECTORY)
set(CMAKE_CXX_FLAGS_INIT "-msimd128 -fexceptions")
# The program is loaded at once: otherwise Emscripten 3.1.6 asks fetch() for a file where node has one (from version 18 on),
# and that knows only addresses.
set(CMAKE_EXE_LINKER_FLAGS_INIT
    "-fexceptions -sENVIRONMENT=node -sWASM_ASYNC_COMPILATION=0 -sNODERAWFS=1 -sEXIT_RUNTIME=1 -sALLOW_MEMORY_GROWTH=1")
set(EMSCRIPTEN_ROOT_PATH "${emscripten_root}")
include("${emscripten_root}/cmake/Modules/Platform/Emscripten.cmake")
set(CMAKE_SYSTEM_PROCESSOR wasm32)
