// The headers for C compile as C++11 too, with the warnings that users may have on.

#if defined(SATBOX_HAVE_CHIPMUNK)
#include "tools/capture/chipmunk.h"
#endif
#if defined(SATBOX_HAVE_BOX2D_3)
#include "tools/capture/box2d_3.h"
#endif
