#include "engine/scene/file_io.h"

#include "engine/core/quoted.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <fcntl.h>
#include <fmt/format.h>
#include <iostream>
#include <new>
#include <sys/stat.h>
#include <system_error>
#include <utility>
#include <vector>

#if defined(_WIN32)
#include <io.h>
#include <process.h>
#include <share.h>
#else
#include <csignal>
#include <dirent.h>
#include <memory>
#include <sys/file.h>
#include <unistd.h>
#endif

namespace satbox {
namespace fs = std::filesystem;
namespace {

using NativeName = fs::path::string_type; // bytes; wide characters on Windows
constexpr size_t kBufferBytes = 1u << 16;

std::string reasonOf(int code) { return std::generic_category().message(code); }

// --- system calls: descriptors, locks, processes ---

#if defined(_WIN32)

int openNew(const fs::path& path, bool)
{
    return _wopen(path.c_str(), _O_CREAT | _O_EXCL | _O_WRONLY | _O_BINARY | _O_NOINHERIT,
                  _S_IREAD | _S_IWRITE);
}
int openForReading(const fs::path& path)
{
    return _wopen(path.c_str(), _O_RDONLY | _O_BINARY | _O_NOINHERIT);
}
long readSome(int file, char* into, size_t bytes) { return _read(file, into, static_cast<unsigned>(bytes)); }
long writeSome(int file, const char* from, size_t bytes)
{
    return _write(file, from, static_cast<unsigned>(std::min(bytes, kBufferBytes)));
}
int closeFile(int file) { return _close(file); }
int syncFile(int file) { return _commit(file); }
void syncFolder(const fs::path&) {} // Windows has no call that makes a rename durable
void copyOwner(int, const fs::path&) {}
bool isStandardOutput(const fs::path&) { return false; }
long processId() { return _getpid(); }
// Opens the file exclusively; -1 if another process has it open.
int openLocked(const fs::path& path)
{
    return _wsopen(path.c_str(), _O_CREAT | _O_RDWR | _O_BINARY | _O_NOINHERIT, _SH_DENYRW,
                   _S_IREAD | _S_IWRITE);
}
std::vector<NativeName> namesIn(const fs::path& folder)
{
    std::vector<NativeName> names;
    std::error_code problem;
    for (fs::directory_iterator entry(folder, problem), end; !problem && entry != end;
         entry.increment(problem))
        names.push_back(entry->path().filename().native());
    return names;
}
// Windows cannot remove an open file, so its process need not be checked.
bool isAbandoned(const fs::path&, long) { return true; }

#else

int openNew(const fs::path& path, bool isPrivate)
{
    const int file =
        ::open(path.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC | O_NOFOLLOW, isPrivate ? 0600 : 0666);
    if (file >= 0)
        ::flock(file, LOCK_EX | LOCK_NB); // if locks are unsupported, isAbandoned() has only the process id
    return file;
}
// O_NONBLOCK: opening a pipe without a writer would block.
int openForReading(const fs::path& path) { return ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC); }
long readSome(int file, char* into, size_t bytes) { return ::read(file, into, bytes); }
long writeSome(int file, const char* from, size_t bytes) { return ::write(file, from, bytes); }
int closeFile(int file) { return ::close(file); }
int syncFile(int file)
{
    const int result = ::fsync(file);
    return result != 0 && (errno == EINVAL || errno == ENOSYS || errno == ENOTSUP) ? 0 : result;
}
void syncFolder(const fs::path& folder)
{
    const int file = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (file < 0) return;
    ::fsync(file); // may fail: some file systems do not support it; the file itself is synced
    ::close(file);
}
// Copies owner and group of `old`, as far as the user's rights allow.
void copyOwner(int file, const fs::path& old)
{
    struct stat info = {};
    if (::stat(old.c_str(), &info) == 0 && ::fchown(file, info.st_uid, info.st_gid) != 0) return;
}
// True if standard output or error is redirected to `path`: replacing that file would lose later output.
bool isStandardOutput(const fs::path& path)
{
    struct stat info = {}, own = {};
    if (::stat(path.c_str(), &info) != 0) return false;
    for (const int stream : {STDOUT_FILENO, STDERR_FILENO})
        if (::fstat(stream, &own) == 0 && own.st_dev == info.st_dev && own.st_ino == info.st_ino) return true;
    return false;
}
long processId() { return ::getpid(); }
int openLocked(const fs::path& path)
{
    const int file = ::open(path.c_str(), O_CREAT | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (file < 0 || ::flock(file, LOCK_EX | LOCK_NB) == 0) return file;
    ::close(file);
    return -1;
}
// Does not use fs::directory_iterator: in libstdc++ one of its noexcept functions allocates, so running out
// of memory would terminate the program.
std::vector<NativeName> namesIn(const fs::path& folder)
{
    struct Close {
        void operator()(DIR* entries) const { ::closedir(entries); }
    };
    std::vector<NativeName> names;
    const std::unique_ptr<DIR, Close> entries(::opendir(folder.c_str()));
    while (const dirent* entry = entries ? ::readdir(entries.get()) : nullptr)
        names.emplace_back(entry->d_name);
    return names;
}
// True if the process that wrote this temporary file has ended and the file's lock is free. The lock is
// needed for processes on other machines.
bool isAbandoned(const fs::path& path, long process)
{
    if (::kill(static_cast<pid_t>(process), 0) == 0 || errno != ESRCH) return false;
    const int file = ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC);
    if (file < 0) return false;
    struct stat info = {};
    const bool free = ::fstat(file, &info) == 0 && S_ISREG(info.st_mode) && info.st_uid == ::geteuid() &&
                      ::flock(file, LOCK_EX | LOCK_NB) == 0;
    ::close(file);
    return free;
}

#endif

// --- paths and file types ---

std::string explain(std::error_code problem)
{
    if (problem == std::errc::too_many_symbolic_link_levels)
        return "its symbolic links form a loop, expected links that end at a file";
    if (problem == std::errc::filename_too_long)
        return "the name is too long, expected at most 255 bytes for each part of the path";
    return problem.message();
}

const char* kindOf(const fs::file_status& status)
{
    switch (status.type()) {
    case fs::file_type::directory:
        return "a folder";
    case fs::file_type::fifo:
        return "a pipe";
    case fs::file_type::socket:
        return "a socket";
    default:
        return "a device";
    }
}

// Resolves symbolic links; the file at the end need not exist.
fs::path resolveLinks(fs::path path, std::error_code& problem)
{
    constexpr int kMaxLinks = 40;
    for (int i = 0; i < kMaxLinks; ++i) {
        std::error_code none;
        if (!fs::is_symlink(fs::symlink_status(path, none))) return path;
        path = path.parent_path() / fs::read_symlink(path, problem); // an absolute link replaces the path
    }
    problem = std::make_error_code(std::errc::too_many_symbolic_link_levels);
    return path;
}

struct Target {
    fs::path path;
    bool exists = false;
    fs::perms permissions = fs::perms::unknown;
    std::string error;
};

Target findTarget(const fs::path& path)
{
    Target target;
    const auto refuse = [&](std::string_view why) {
        target.error = fmt::format("{}: {}", path.empty() ? "\"\"" : printablePath(path), why);
        return target;
    };
    if (path.empty()) return refuse("empty, expected the name of a file");
    std::error_code problem;
    const fs::file_status status = fs::status(path, problem);
    target.exists = fs::exists(status);
    if (target.exists && !fs::is_regular_file(status))
        return refuse(fmt::format("cannot be written: {}, expected a file", kindOf(status)));
    target.path = target.exists ? fs::canonical(path, problem) : resolveLinks(path, problem);
    if (problem && problem != std::errc::no_such_file_or_directory)
        return refuse(fmt::format("cannot be written: {}", explain(problem)));
    if (!target.path.has_filename())
        return refuse("cannot be written: a folder, expected the name of a file in an existing folder");
    if (!target.exists) return target;
    if (isStandardOutput(target.path))
        return refuse("cannot be written: the program's output is redirected to it, choose another file");
    target.permissions = status.permissions();
    constexpr fs::perms kWrite = fs::perms::owner_write | fs::perms::group_write | fs::perms::others_write;
    if ((target.permissions & kWrite) == fs::perms::none)
        return refuse("cannot be written: read-only, choose another file or make it writable");
    return target;
}

// --- temporary files: "stack.json.tmp-4711-0" ---

// The target's name, shortened so that the suffix fits (names have at most 255 bytes), and ".tmp-". A native
// string, since a name cut within a character cannot be converted.
NativeName temporaryStem(const fs::path& target)
{
    constexpr size_t kMaxStem = 200;
    return target.filename().native().substr(0, kMaxStem) + fs::path(".tmp-").native();
}

fs::path folderOf(const fs::path& target)
{
    return target.has_parent_path() ? target.parent_path() : fs::path(".");
}

// The process id in "STEMprocess-number"; 0 for other names.
long processIn(const NativeName& name, const NativeName& stem)
{
    if (!name.starts_with(stem)) return 0;
    std::string numbers;
    for (const auto character : name.substr(stem.size())) {
        const auto byte = static_cast<char>(character);
        numbers += byte == character ? byte : '?';
    }
    long process = 0, number = 0;
    const char* end = numbers.data() + numbers.size();
    const auto first = std::from_chars(numbers.data(), end, process);
    if (first.ec != std::errc() || first.ptr == end || *first.ptr != '-') return 0;
    const auto second = std::from_chars(first.ptr + 1, end, number);
    return second.ec == std::errc() && second.ptr == end ? process : 0;
}

void removeAbandoned(const fs::path& target)
{
    const NativeName stem = temporaryStem(target);
    std::error_code problem;
    std::vector<fs::path> abandoned;
    for (const NativeName& name : namesIn(folderOf(target))) {
        const long process = processIn(name, stem);
        const fs::path path = folderOf(target) / name;
        if (process > 0 && process != processId() && isAbandoned(path, process)) abandoned.push_back(path);
    }
    for (const fs::path& path : abandoned) fs::remove(path, problem);
}

} // namespace

FileText readFile(const fs::path& path, size_t maxBytes)
{
    FileText result;
    const auto refuse = [&](std::string_view why) {
        result.error = fmt::format("{}: {}", printablePath(path), why);
        return result;
    };
    std::error_code problem;
    const fs::file_status status = fs::status(path, problem);
    if (!fs::exists(status) && (!problem || problem == std::errc::no_such_file_or_directory ||
                                problem == std::errc::not_a_directory))
        return refuse("there is no such file");
    if (problem) return refuse(fmt::format("cannot be opened for reading: {}", explain(problem)));
    if (!fs::is_regular_file(status)) return refuse(fmt::format("{}, expected a file", kindOf(status)));
    const int file = openForReading(path);
    if (file < 0) return refuse(fmt::format("cannot be opened for reading ({})", reasonOf(errno)));
    const struct Closer {
        int file;
        ~Closer() { closeFile(file); }
    } closer{file}; // closes the file even if memory runs out
    std::array<char, kBufferBytes> buffer;
    long count = 0;
    do {
        count = readSome(file, buffer.data(), buffer.size());
        if (count > 0) result.text.append(buffer.data(), static_cast<size_t>(count));
    } while (count > 0 && result.text.size() <= maxBytes);
    const int code = errno;
    if (count < 0) return refuse(fmt::format("reading failed ({})", reasonOf(code)));
    if (result.text.size() <= maxBytes) return result;
    const auto size = fs::file_size(path, problem);
    return refuse(
        fmt::format("{} bytes, expected at most {}", problem ? result.text.size() : size, maxBytes));
}

std::string memorySentence(const fs::path& path, std::string_view what)
{
    try {
        return fmt::format("{}: {}, not enough memory; close other programs or remove bodies",
                           printablePath(path), what);
    } catch (const std::bad_alloc&) {
        return "out of memory"; // short enough for the small-string buffer
    }
}

std::string checkWritable(const fs::path& path)
{
    FileWriter writer;
    return writer.open(path);
}

std::string FileWriter::open(const fs::path& path, Durability durability)
{
    discard();
    path_ = path;
    durability_ = durability;
    Target target = findTarget(path);
    if (!target.error.empty()) return target.error;
    target_ = std::move(target.path);
    removeAbandoned(target_);
    const fs::path folder = folderOf(target_);
    for (int i = 0; descriptor_ < 0; ++i) {
        temporary_ = folder / temporaryStem(target_);
        temporary_ += fmt::format("{}-{}", processId(), i);
        descriptor_ = openNew(temporary_, target.exists);
        if (descriptor_ < 0 && errno != EEXIST)
            return fmt::format("{}: cannot be written ({}). Check that the folder exists and is writable",
                               printablePath(path_), reasonOf(errno));
    }
    if (!target.exists) return {};
    copyOwner(descriptor_, target_);
    std::error_code problem;
    fs::permissions(temporary_, target.permissions & fs::perms::all, problem);
    return problem ? fail("its permissions cannot be copied", problem.message()) : std::string();
}

std::string FileWriter::append(std::string_view bytes)
{
    buffer_ += bytes;
    return buffer_.size() < kBufferBytes ? std::string() : writeBuffer();
}

std::string FileWriter::writeBuffer()
{
    std::string_view rest = buffer_;
    while (!rest.empty()) {
        const long count = writeSome(descriptor_, rest.data(), rest.size());
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return fail("writing failed", reasonOf(count < 0 ? errno : ENOSPC));
        rest.remove_prefix(static_cast<size_t>(count));
    }
    buffer_.clear();
    return {};
}

std::string FileWriter::commit(const Check& check)
{
    if (!isOpen()) return fmt::format("{}: nothing was written", printablePath(path_));
    if (std::string message = writeBuffer(); !message.empty()) return message;
    if (durability_ == Durability::Synced && syncFile(descriptor_) != 0)
        return fail("writing failed", reasonOf(errno));
    if (check) {
        if (std::string message = check(temporary_); !message.empty()) {
            discard();
            return message;
        }
    }
    // Another program may have created something there since open().
    std::error_code problem;
    const fs::file_status status = fs::symlink_status(target_, problem);
    if (fs::exists(status) && !fs::is_regular_file(status)) return fail("cannot be replaced", kindOf(status));
    if (closeFile(std::exchange(descriptor_, -1)) != 0) return fail("writing failed", reasonOf(errno));
    const fs::path folder = folderOf(target_); // computed here: after the rename no allocation may fail
    fs::rename(temporary_, target_, problem);
    if (problem) return fail("cannot be replaced", problem.message());
    temporary_.clear();
    if (durability_ == Durability::Synced) syncFolder(folder);
    return {};
}

std::string FileWriter::fail(std::string_view what, const std::string& reason)
{
    discard();
    return fmt::format("{}: {} ({}); an existing file is unchanged", printablePath(path_), what, reason);
}

void FileWriter::discard()
{
    if (isOpen()) closeFile(std::exchange(descriptor_, -1));
    std::error_code ignored;
    if (!temporary_.empty()) fs::remove(temporary_, ignored);
    temporary_.clear();
    buffer_.clear();
}

std::string writeFile(const fs::path& path, std::string_view bytes, const FileWriter::Check& check,
                      Durability durability)
{
    FileWriter writer;
    if (std::string message = writer.open(path, durability); !message.empty()) return message;
    if (std::string message = writer.append(bytes); !message.empty()) return message;
    return writer.commit(check);
}

bool FileLock::tryLock(const fs::path& path)
{
    unlock();
    descriptor_ = openLocked(path);
    return descriptor_ >= 0;
}

void FileLock::unlock()
{
    if (descriptor_ >= 0) closeFile(std::exchange(descriptor_, -1));
}

std::string flushStandardOutput()
{
    errno = 0;
    const bool stream = static_cast<bool>(std::cout.flush());
    const bool file = std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
    if (stream && file) return {};
    return errno == 0 ? std::string("standard output cannot be written. Check that the disk is not full")
                      : fmt::format("standard output cannot be written ({})", reasonOf(errno));
}

} // namespace satbox
