#include "engine/core/assert.h"

#include <satbox/assert_handler.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>

namespace satbox {

namespace {

void printAssert(const char* condition, const char* message, const char* file, int line)
{
    std::fprintf(stderr, "%s:%d: %s (%s)\n", file, line, message, condition);
}

std::atomic<AssertHandler> assertHandler{printAssert};

} // namespace

AssertHandler setAssertHandler(AssertHandler handler)
{
    const AssertHandler before = assertHandler.exchange(handler ? handler : printAssert);
    return before == printAssert ? nullptr : before;
}

void assertFailed(const char* condition, const char* message, const char* file, int line) noexcept
{
    assertHandler.load()(condition, message, file, line);
    std::abort();
}

} // namespace satbox
