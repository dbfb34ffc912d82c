#include "engine/core/assert.h"

#include <cstdio>
#include <cstdlib>

namespace satbox {

void assertFailed(const char* condition, const char* message, const char* file, int line) noexcept
{
    std::fprintf(stderr, "%s:%d: %s (%s)\n", file, line, message, condition);
    std::abort();
}

} // namespace satbox
