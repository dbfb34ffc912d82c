#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

namespace satbox {

// Reads and writes files without blocking and without losing data. file_io.cpp has all the system calls for
// it. Error messages begin with the path as given: "stack.json: a folder, expected a file".

struct FileText {
    std::string text;  // valid only without an error
    std::string error; // empty, or an error message
};
// Reads a regular file of at most `maxBytes`. Refuses pipes, devices and folders without opening them.
FileText readFile(const std::filesystem::path& path, size_t maxBytes);

// For std::bad_alloc: "stack.json: not saved, not enough memory; ...". Falls back to a constant if there is
// no memory for the message either.
std::string memorySentence(const std::filesystem::path& path, std::string_view what);

// Empty if a file can be created or replaced at `path`, else an error message: the folder is missing, the
// path is a device, the file is read-only.
std::string checkWritable(const std::filesystem::path& path);

enum class Durability {
    Synced, // on the disk when commit returns
    Fast,   // survives a crash of the program, but perhaps not a power failure
};

// Replaces a file atomically: writes a temporary file in the same folder and renames it on commit. Follows
// symbolic links. Keeps the old file's permissions and replaces only regular files. The next writer of the
// same file removes temporary files that a killed writer left.
class FileWriter {
  public:
    FileWriter() = default;
    FileWriter(const FileWriter&) = delete;
    FileWriter& operator=(const FileWriter&) = delete;
    ~FileWriter() { discard(); }

    // Each returns an empty string or an error message. An error removes the temporary file; the old file
    // stays.
    std::string open(const std::filesystem::path& path, Durability durability = Durability::Synced);
    std::string append(std::string_view bytes);
    // `check` gets the path of the finished temporary file before it replaces the old one. It refuses the
    // file by returning an error message.
    using Check = std::function<std::string(const std::filesystem::path& written)>;
    std::string commit(const Check& check = {});
    bool isOpen() const { return descriptor_ >= 0; }
    void discard();

  private:
    std::string writeBuffer();
    std::string fail(std::string_view what, const std::string& reason);

    std::filesystem::path path_;      // as given
    std::filesystem::path target_;    // with symbolic links resolved
    std::filesystem::path temporary_; // in the same folder
    std::string buffer_;
    int descriptor_ = -1;
    Durability durability_ = Durability::Synced;
};

// open, append and commit in one call.
std::string writeFile(const std::filesystem::path& path, std::string_view bytes,
                      const FileWriter::Check& check = {}, Durability durability = Durability::Synced);

// An exclusive file lock that marks a folder as in use. The system releases it when the process ends or
// crashes.
class FileLock {
  public:
    FileLock() = default;
    FileLock(const FileLock&) = delete;
    FileLock& operator=(const FileLock&) = delete;
    ~FileLock() { unlock(); }

    // Creates the file if necessary. False if it cannot be created or is locked already, by this process or
    // another. Releases the lock that this object held before, in any case.
    bool tryLock(const std::filesystem::path& path);
    void unlock();

  private:
    int descriptor_ = -1;
};

// Flushes standard output. Empty, or an error message if output was lost, for example on a full disk.
std::string flushStandardOutput();

} // namespace satbox
