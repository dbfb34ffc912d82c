#pragma once

#include <cstddef>

namespace satbox::test {

// The system calls that write files: open (for writing), write, fsync, close, rename, chmod, chown. This
// program replaces the C library's functions of these names, for calls by the C++ library as well.
enum class FileCall { Open, Write, Sync, Close, Rename, Permissions, Owner };

// While this object exists, the call with this number (the first is 1) fails with `error`. A failing close()
// still closes the file.
class FailingFileCall {
  public:
    FailingFileCall(size_t number, int error);
    FailingFileCall(const FailingFileCall&) = delete;
    FailingFileCall& operator=(const FailingFileCall&) = delete;
    ~FailingFileCall();
    bool hasFailed() const;  // false: fewer calls were made
    FileCall failed() const; // kind of the failed call
};

// While this object exists, each write accepts at most `bytes` bytes, and every second call fails with EINTR.
class SlowWrites {
  public:
    explicit SlowWrites(size_t bytes);
    SlowWrites(const SlowWrites&) = delete;
    SlowWrites& operator=(const SlowWrites&) = delete;
    ~SlowWrites();
};

} // namespace satbox::test
