#pragma once

// OpenGL 3.3, or in a browser OpenGL ES 3.0, which is WebGL 2. satbox calls what both have.
#if defined(__EMSCRIPTEN__)
#include <GLES3/gl3.h>
#else
#include <epoxy/gl.h>
#endif
