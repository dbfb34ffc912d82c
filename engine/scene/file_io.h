#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

namespace satbox {

// Reading and writing files so that nothing hangs and nothing is lost. All calls to the system for it are in
// file_io.cpp. Sentences name the file as it was asked for, "stack.json: a folder, expected a file".

struct FileText {
    std::string text;  // meaningful only without an error
    std::string error; // empty, or a sentence
};
// The whole of a regular file of at most `maxBytes`. Pipes, devices and folders are refused unread.
FileText readFile(const std::filesystem::path& path, size_t maxBytes);

// Empty where a file can come into being at `path` or replace the one there, else a sentence: the folder is
// missing, a device is in the way, the file is read-only.
std::string checkWritable(const std::filesystem::path& path);

enum class Durability {
    Synced, // is on the disk when commit returns
    Fast,   // survives the end of the program, perhaps not a power failure
};

// A file that is written beside its place and gets there whole, or not at all. Behind a symbolic link its
// target is written. The permissions of an old file are kept; only regular files are replaced. What a writer
// left behind that was killed is removed by the next one for the same file.
class FileWriter {
  public:
    FileWriter() = default;
    FileWriter(const FileWriter&) = delete;
    FileWriter& operator=(const FileWriter&) = delete;
    ~FileWriter() { discard(); }

    // Each gives an empty text or a sentence; after a sentence nothing is left but the old file.
    std::string open(const std::filesystem::path& path, Durability durability = Durability::Synced);
    std::string append(std::string_view bytes);
    // `check` gets the name of the finished file before it replaces the old one, and may refuse it by a
    // sentence.
    using Check = std::function<std::string(const std::filesystem::path& written)>;
    std::string commit(const Check& check = {});
    bool isOpen() const { return descriptor_ >= 0; }
    void discard();

  private:
    std::string writeBuffer();
    std::string fail(std::string_view what, const std::string& reason);

    std::filesystem::path path_;      // as it was asked for
    std::filesystem::path target_;    // behind symbolic links
    std::filesystem::path temporary_; // beside it
    std::string buffer_;
    int descriptor_ = -1;
    Durability durability_ = Durability::Synced;
};

// Open, append and commit.
std::string writeFile(const std::filesystem::path& path, std::string_view bytes,
                      const FileWriter::Check& check = {}, Durability durability = Durability::Synced);

// Whether a program works in some folder: it holds the lock on a file there until it ends, however it ends.
class FileLock {
  public:
    FileLock() = default;
    FileLock(const FileLock&) = delete;
    FileLock& operator=(const FileLock&) = delete;
    ~FileLock() { unlock(); }

    // Creates the file if need be. False if another lock, of this program or another one, is on it, or it
    // cannot be created.
    bool tryLock(const std::filesystem::path& path);
    void unlock();

  private:
    int descriptor_ = -1;
};

// Hands what was printed to the system. Empty, or a sentence where some of it got lost, on a full disk for
// instance.
std::string flushStandardOutput();

} // namespace satbox
