#pragma once

#include <cstddef>

namespace satbox::test {

// The calls to the system that write files: open (for writing), write, fsync, close, rename, chmod, chown.
// This program has functions of these names, which the C++ library's calls come to as well.
enum class FileCall { Open, Write, Sync, Close, Rename, Permissions, Owner };

// While it lives, the call with this number, from 1 on, fails with `error`; a closed file is closed all the
// same.
class FailingFileCall {
  public:
    FailingFileCall(size_t number, int error);
    FailingFileCall(const FailingFileCall&) = delete;
    FailingFileCall& operator=(const FailingFileCall&) = delete;
    ~FailingFileCall();
    bool hasFailed() const;  // false: fewer calls were made
    FileCall failed() const; // the kind of the call that did
};

// While it lives, each write takes at most so many bytes, and every other one is interrupted by a signal
// first.
class SlowWrites {
  public:
    explicit SlowWrites(size_t bytes);
    SlowWrites(const SlowWrites&) = delete;
    SlowWrites& operator=(const SlowWrites&) = delete;
    ~SlowWrites();
};

} // namespace satbox::test
