// Includes no C library header that declares the functions below, since their exception specifications differ
// between libraries.
#include "tests/failures/file_calls.h"

#include <algorithm>
#include <asm/unistd.h>
#include <cerrno>
#include <cstdarg>

extern "C" long syscall(long number, ...) noexcept;

namespace {

using satbox::test::FileCall;

constexpr int kCurrentFolder = -100;                  // AT_FDCWD
constexpr int kAccess = 3, kReadOnly = 0;             // O_ACCMODE, O_RDONLY
constexpr int kCreate = 0100, kTemporary = 020000000; // O_CREAT, O_TMPFILE
constexpr size_t kAny = ~size_t{0};

size_t callCount = 0, failingCall = 0; // failingCall: number of the call that fails; 0: none
int failingError = 0;
FileCall failedCall = FileCall::Open;
bool isActive = false;
size_t maxBytes = kAny; // per write
bool isInterrupted = false;

// Counts the call. True if it must fail; errno is then set.
bool fails(FileCall call)
{
    if (!isActive || ++callCount != failingCall) return false;
    failedCall = call;
    errno = failingError;
    return true;
}

} // namespace

namespace satbox::test {

FailingFileCall::FailingFileCall(size_t number, int error)
{
    callCount = 0;
    failingCall = number;
    failingError = error;
    isActive = true;
}
FailingFileCall::~FailingFileCall() { isActive = false; }
bool FailingFileCall::hasFailed() const { return callCount >= failingCall; }
FileCall FailingFileCall::failed() const { return failedCall; }

SlowWrites::SlowWrites(size_t bytes) { maxBytes = bytes; }
SlowWrites::~SlowWrites() { maxBytes = kAny; }

} // namespace satbox::test

extern "C" {

int open(const char* path, int flags, ...)
{
    va_list rest;
    va_start(rest, flags);
    const int mode = (flags & (kCreate | kTemporary)) != 0 ? va_arg(rest, int) : 0;
    va_end(rest);
    if ((flags & kAccess) != kReadOnly && fails(FileCall::Open)) return -1;
    return static_cast<int>(syscall(__NR_openat, kCurrentFolder, path, flags, mode));
}

long write(int file, const void* from, size_t bytes)
{
    if (fails(FileCall::Write)) return -1;
    if (maxBytes != kAny && (isInterrupted = !isInterrupted)) {
        errno = EINTR;
        return -1;
    }
    return syscall(__NR_write, file, from, std::min(bytes, maxBytes));
}

int fsync(int) { return fails(FileCall::Sync) ? -1 : 0; } // without writing to the disk, for speed

int close(int file)
{
    const bool isFailing = fails(FileCall::Close);
    const auto result = static_cast<int>(syscall(__NR_close, file));
    if (!isFailing) return result;
    errno = failingError;
    return -1;
}

int rename(const char* from, const char* to) noexcept
{
    if (fails(FileCall::Rename)) return -1;
    return static_cast<int>(syscall(__NR_renameat2, kCurrentFolder, from, kCurrentFolder, to, 0));
}

int fchmodat(int folder, const char* path, unsigned mode, int) noexcept
{
    if (fails(FileCall::Permissions)) return -1;
    return static_cast<int>(syscall(__NR_fchmodat, folder, path, mode));
}

int fchown(int file, unsigned owner, unsigned group) noexcept
{
    if (fails(FileCall::Owner)) return -1;
    return static_cast<int>(syscall(__NR_fchown, file, owner, group));
}

} // extern "C"
