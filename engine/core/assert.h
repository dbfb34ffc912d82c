#pragma once

namespace satbox {

/// Prints "file:line: sentence (condition)" to standard error and aborts.
[[noreturn]] void assertFailed(const char* condition, const char* sentence, const char* file,
                               int line) noexcept;

} // namespace satbox

/// Checks preconditions and invariants, that is, for programmer errors. Never used on user data, which is
/// validated on input and rejected with a message. Active in Debug and RelWithDebInfo (SATBOX_ASSERTS), else
/// not evaluated.
#if defined(SATBOX_ASSERTS)
#define SATBOX_ASSERT(condition, sentence)                                                                   \
    ((condition) ? static_cast<void>(0) : ::satbox::assertFailed(#condition, sentence, __FILE__, __LINE__))
#else
#define SATBOX_ASSERT(condition, sentence) static_cast<void>(sizeof((condition) ? 1 : 0))
#endif
