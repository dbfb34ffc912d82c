#pragma once

#include <satbox/config.h>

namespace satbox {

// Is called if a precondition of the library is violated, in builds that check them (docs/embedding.md).
// `condition`: as in the source. When it returns, the program aborts.
using AssertHandler = void (*)(const char* condition, const char* message, const char* file, int line);

// Replaces the handler for all threads and returns the one before. nullptr: the default, which prints to
// standard error.
SATBOX_API AssertHandler setAssertHandler(AssertHandler handler);

} // namespace satbox
