#include "engine/core/assert.h"

#include <cstdio>
#include <cstdlib>

namespace satbox {

void assertFailed(const char* condition, const char* sentence, const char* file, int line) noexcept
{
    std::fprintf(stderr, "%s:%d: %s (%s)\n", file, line, sentence, condition);
    std::abort();
}

} // namespace satbox
