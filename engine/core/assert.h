#pragma once

namespace satbox {

/// Calls the assert handler (satbox/assert_handler.h), which prints "file:line: message (condition)", and
/// aborts.
[[noreturn]] void assertFailed(const char* condition, const char* message, const char* file,
                               int line) noexcept;

} // namespace satbox

/// Checks preconditions and invariants, that is, for programmer errors. Never used on user data, which is
/// validated on input and rejected with a message. Active in Debug and RelWithDebInfo (SATBOX_ASSERTS), else
/// not evaluated.
#if defined(SATBOX_ASSERTS)
#define SATBOX_ASSERT(condition, message)                                                                    \
    ((condition) ? static_cast<void>(0) : ::satbox::assertFailed(#condition, message, __FILE__, __LINE__))
#else
#define SATBOX_ASSERT(condition, message) static_cast<void>(sizeof((condition) ? 1 : 0))
#endif
