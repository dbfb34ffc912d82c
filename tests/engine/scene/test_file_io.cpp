#include "engine/scene/file_io.h"
#include "tests/support/paths.h"
#include <satbox/scene/builders.h>
#include <satbox/scene/scene.h>

#include <algorithm>
#include <cstdio>
#include <doctest/doctest.h>
#include <fstream>
#include <vector>

#if !defined(_WIN32)
#include <csignal>
#include <fcntl.h>
#include <iostream>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>
#endif

namespace satbox {
namespace fs = std::filesystem;
namespace {

size_t filesIn(const fs::path& folder)
{
    return static_cast<size_t>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

#if !defined(_WIN32)

// Sets the soft limit of a resource while it lives.
class Limit {
  public:
    Limit(int resource, rlim_t limit) : resource_(resource)
    {
        REQUIRE(::getrlimit(static_cast<Resource>(resource_), &before_) == 0);
        rlimit now = before_;
        now.rlim_cur = limit;
        REQUIRE(::setrlimit(static_cast<Resource>(resource_), &now) == 0);
    }
    Limit(const Limit&) = delete;
    Limit& operator=(const Limit&) = delete;
    ~Limit() { ::setrlimit(static_cast<Resource>(resource_), &before_); }

  private:
#if defined(__GLIBC__)
    using Resource = __rlimit_resource;
#else
    using Resource = int;
#endif
    int resource_;
    rlimit before_{};
};

// Standard output goes to this file while it lives.
class OutputTo {
  public:
    explicit OutputTo(const fs::path& path)
    {
        std::cout.flush();
        std::fflush(stdout);
        before_ = ::dup(STDOUT_FILENO);
        const int file = ::open(path.c_str(), O_WRONLY | O_CREAT, 0600);
        REQUIRE(file >= 0);
        ::dup2(file, STDOUT_FILENO);
        ::close(file);
    }
    OutputTo(const OutputTo&) = delete;
    OutputTo& operator=(const OutputTo&) = delete;
    ~OutputTo()
    {
        std::fflush(stdout);
        ::dup2(before_, STDOUT_FILENO);
        ::close(before_);
        std::clearerr(stdout);
        std::cout.clear();
    }

  private:
    int before_ = -1;
};

#endif

} // namespace

TEST_CASE("a_file_is_there_whole_after_commit_and_not_before")
{
    const fs::path folder = test::emptyArtefactFolder("file_io_commit");
    const fs::path path = folder / "a.txt";
    {
        FileWriter writer;
        REQUIRE(writer.open(path) == "");
        REQUIRE(writer.append("one") == "");
        CHECK_FALSE(fs::exists(path));
    }
    CHECK(filesIn(folder) == 0); // a writer that gives up leaves nothing
    CHECK(writeFile(path, "one") == "");
    CHECK(writeFile(path, std::string(200'000, 'x')) == "");
    CHECK(test::textOf(path) == std::string(200'000, 'x'));
    CHECK(filesIn(folder) == 1);
    CHECK(readFile(path, 200'000).text.size() == 200'000);
    CHECK(readFile(path, 199'999).error.ends_with("a.txt: 200000 bytes, expected at most 199999"));
}

TEST_CASE("a_check_that_fails_keeps_the_old_file")
{
    const fs::path folder = test::emptyArtefactFolder("file_io_check");
    const fs::path path = folder / "a.txt";
    REQUIRE(writeFile(path, "old") == "");
    const auto refuse = [](const fs::path& written) { return "refused " + test::textOf(written); };
    CHECK(writeFile(path, "new", refuse) == "refused new");
    CHECK(test::textOf(path) == "old");
    CHECK(filesIn(folder) == 1);
}

TEST_CASE("a_scene_that_could_not_be_read_again_does_not_replace_the_old_file")
{
    const fs::path folder = test::emptyArtefactFolder("file_io_scene");
    const fs::path path = folder / "stack.json";
    Scene scene = findBuiltinScene("box_stack")->build();
    REQUIRE(saveSceneFile(path, scene) == "");
    const std::string old = test::textOf(path);
    scene.title = std::string(300, 'x');
    const std::string sentence = saveSceneFile(path, scene);
    CHECK(sentence.ends_with("stack.json: not saved, reading it back failed: /title: a string of 300 "
                             "bytes, expected at most 200; an existing file is unchanged"));
    CHECK(test::textOf(path) == old);
    CHECK(filesIn(folder) == 1);
}

TEST_CASE("folders_and_empty_names_are_neither_read_nor_written")
{
    const fs::path folder = test::emptyArtefactFolder("file_io_folders");
    fs::create_directories(folder / "taken");
    CHECK(writeFile(folder / "taken", "x").ends_with("cannot be written: a folder, expected a file"));
    CHECK(readFile(folder / "taken", 10).error.ends_with("taken: a folder, expected a file"));
    CHECK(writeFile(folder / "none" / "a.txt", "x").find("cannot be written") != std::string::npos);
    CHECK(writeFile("", "x") == "\"\": empty, expected the name of a file");
    CHECK(readFile(folder / "none.txt", 10).error.ends_with("none.txt: there is no such file"));
    CHECK(filesIn(folder) == 1);
}

#if !defined(_WIN32)

TEST_CASE("pipes_and_devices_are_refused_and_stay_what_they_are")
{
    const fs::path folder = test::emptyArtefactFolder("file_io_devices");
    const fs::path pipe = folder / "pipe.json", link = folder / "full.json";
    REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
    fs::create_symlink("/dev/full", link);
    CHECK(writeFile(pipe, "x").ends_with("pipe.json: cannot be written: a pipe, expected a file"));
    CHECK(writeFile(link, "x").ends_with("full.json: cannot be written: a device, expected a file"));
    CHECK(checkWritable(link) != "");
    CHECK(loadSceneFile(pipe).error.ends_with("pipe.json: a pipe, expected a file")); // would wait for ever
    CHECK(loadSceneFile(link).error.ends_with("full.json: a device, expected a file"));
    CHECK(fs::is_fifo(pipe));
    CHECK(fs::is_symlink(link));
    CHECK(fs::is_character_file("/dev/full"));
    CHECK(filesIn(folder) == 2);
}

TEST_CASE("behind_a_symbolic_link_its_target_is_written")
{
    const fs::path folder = test::emptyArtefactFolder("file_io_links");
    fs::create_directories(folder / "far");
    fs::create_symlink("far/a.txt", folder / "link");
    fs::create_symlink("link", folder / "second");
    REQUIRE(writeFile(folder / "second", "new") == ""); // the target need not be there yet
    CHECK(fs::is_symlink(folder / "second"));
    CHECK(test::textOf(folder / "far" / "a.txt") == "new");
    REQUIRE(writeFile(folder / "link", "newer") == "");
    CHECK(fs::is_symlink(folder / "link"));
    CHECK(test::textOf(folder / "far" / "a.txt") == "newer");
    CHECK(filesIn(folder / "far") == 1);
    fs::create_symlink("round", folder / "round");
    CHECK(writeFile(folder / "round", "x").find("form a loop") != std::string::npos);
    CHECK(readFile(folder / "round", 10).error.find("form a loop") != std::string::npos);
    CHECK(readFile(folder / std::string(300, 'x'), 10)
              .error.ends_with("the name is too long, expected at most 255 bytes for each part of the path"));
}

TEST_CASE("permissions_are_kept_and_a_read_only_file_is_left_alone")
{
    const fs::path folder = test::emptyArtefactFolder("file_io_permissions");
    const fs::path path = folder / "a.txt";
    REQUIRE(writeFile(path, "old") == "");
    fs::permissions(path, fs::perms(0640));
    REQUIRE(writeFile(path, "new") == "");
    CHECK((fs::status(path).permissions() == fs::perms(0640)));
    fs::permissions(path, fs::perms(0444));
    CHECK(writeFile(path, "newer")
              .ends_with("a.txt: cannot be written: read-only, choose another file or make it writable"));
    CHECK(test::textOf(path) == "new");
    CHECK(filesIn(folder) == 1);
}

TEST_CASE("what_a_killed_writer_left_behind_is_removed_by_the_next_one")
{
    const fs::path folder = test::emptyArtefactFolder("file_io_abandoned");
    const fs::path path = folder / "a.txt";
    const pid_t child = ::fork();
    if (child == 0) {
        FileWriter writer;
        const bool opened = writer.open(path).empty();
        ::_exit(opened ? 0 : 1); // without tidying up
    }
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
    REQUIRE(status == 0);
    REQUIRE(filesIn(folder) == 1);
    std::ofstream(folder / "a.txt.tmp-notes") << "somebody's own";
    std::ofstream(folder / ("a.txt.tmp-" + std::to_string(::getppid()) + "-0")) << "of a process that lives";
    REQUIRE(writeFile(path, "x") == "");
    CHECK(filesIn(folder) == 3);
    CHECK(fs::exists(folder / "a.txt.tmp-notes"));
    CHECK_FALSE(fs::exists(folder / ("a.txt.tmp-" + std::to_string(child) + "-0")));
}

TEST_CASE("a_socket_is_refused_by_what_it_is")
{
    const fs::path folder = test::emptyArtefactFolder("file_io_socket"), before = fs::current_path();
    const fs::path path = folder / "s";
    sockaddr_un address = {};
    address.sun_family = AF_UNIX;
    address.sun_path[0] = 's'; // addresses of sockets are too short for the whole path
    const int socket = ::socket(AF_UNIX, SOCK_STREAM, 0);
    fs::current_path(folder);
    const int bound = ::bind(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address);
    fs::current_path(before);
    ::close(socket);
    REQUIRE(bound == 0);
    CHECK(readFile(path, 10).error.ends_with("s: a socket, expected a file"));
    CHECK(writeFile(path, "x").ends_with("s: cannot be written: a socket, expected a file"));
    CHECK(fs::is_socket(path));
}

TEST_CASE("a_writer_passes_over_temporary_names_that_are_taken")
{
    const fs::path folder = test::emptyArtefactFolder("file_io_taken");
    const std::string own = "a.txt.tmp-" + std::to_string(::getpid());
    std::ofstream(folder / (own + "-0")) << "first";
    FileWriter writer;
    REQUIRE(writer.open(folder / "a.txt") == "");
    CHECK(fs::exists(folder / (own + "-1")));
    REQUIRE(writer.append("x") == "");
    REQUIRE(writer.commit() == "");
    CHECK(test::textOf(folder / "a.txt") == "x");
    CHECK(test::textOf(folder / (own + "-0")) == "first"); // of this process, which has not ended
    CHECK(filesIn(folder) == 2);
}

TEST_CASE("only_files_named_like_temporary_ones_of_ended_processes_are_removed")
{
    const fs::path folder = test::emptyArtefactFolder("file_io_names");
    const pid_t child = ::fork();
    if (child == 0) ::_exit(0);
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
    const std::string ended = "a.txt.tmp-" + std::to_string(child);
    const std::vector<std::string> kept{ended,
                                        ended + "-",
                                        ended + "-x",
                                        ended + "-0x",
                                        "a.txt.tmp--0",
                                        "a.txt.tmp-0-0",
                                        ended + "0.5",
                                        "b" + ended,
                                        "a.txt.tmp-99999999999999999999-0",
                                        "a.txt.tmp-\xff-0"};
    for (const std::string& name : kept) std::ofstream(folder / name) << "kept";
    fs::create_directory(folder / (ended + "-1"));
    fs::create_symlink("nowhere", folder / (ended + "-2"));
    std::ofstream(folder / (ended + "-3")) << "removed";
    REQUIRE(writeFile(folder / "a.txt", "x", {}, Durability::Fast) == "");
    CHECK_FALSE(fs::exists(folder / (ended + "-3")));
    for (const std::string& name : kept) CHECK(test::textOf(folder / name) == "kept");
    CHECK(fs::is_directory(folder / (ended + "-1")));
    CHECK(fs::is_symlink(folder / (ended + "-2")));
    CHECK(filesIn(folder) == kept.size() + 3);
}

TEST_CASE("commit_fails_without_an_open_file_and_if_a_folder_has_taken_its_path")
{
    const fs::path folder = test::emptyArtefactFolder("file_io_commit_twice");
    FileWriter writer;
    CHECK(writer.commit().ends_with(": nothing was written"));
    REQUIRE(writer.open(folder / "a.txt") == "");
    REQUIRE(writer.append("x") == "");
    fs::create_directory(folder / "a.txt");
    CHECK(writer.commit().ends_with("a.txt: cannot be replaced (a folder); an existing file is unchanged"));
    CHECK_FALSE(writer.isOpen());
    CHECK(filesIn(folder) == 1);
    CHECK(writer.commit().ends_with("a.txt: nothing was written"));
}

TEST_CASE("a_file_that_cannot_grow_leaves_the_old_one_as_it_was")
{
    const fs::path folder = test::emptyArtefactFolder("file_io_full");
    const fs::path path = folder / "a.txt";
    REQUIRE(writeFile(path, "old") == "");
    const auto before = std::signal(SIGXFSZ, SIG_IGN);
    std::string inCommit, inAppend;
    {
        const Limit limit(RLIMIT_FSIZE, 1000);
        inCommit = writeFile(path, std::string(2000, 'x'));
        inAppend = writeFile(path, std::string(200'000, 'x'));
    }
    std::signal(SIGXFSZ, before);
    CHECK(inCommit.ends_with("a.txt: writing failed (File too large); an existing file is unchanged"));
    CHECK(inAppend.ends_with("a.txt: writing failed (File too large); an existing file is unchanged"));
    CHECK(test::textOf(path) == "old");
    CHECK(filesIn(folder) == 1);
}

TEST_CASE("a_program_with_too_many_open_files_says_so_when_it_reads_or_writes")
{
    const fs::path folder = test::emptyArtefactFolder("file_io_descriptors");
    const fs::path path = folder / "a.txt";
    REQUIRE(writeFile(path, "old") == "");
    std::string read, written;
    FileLock lock;
    bool locked = true;
    {
        const Limit limit(RLIMIT_NOFILE, 0);
        read = readFile(path, 10).error;
        written = writeFile(path, "new");
        locked = lock.tryLock(folder / "lock");
    }
    CHECK(read.ends_with("a.txt: cannot be opened for reading (Too many open files)"));
    CHECK(written.ends_with(
        "a.txt: cannot be written (Too many open files). Check that the folder exists and is writable"));
    CHECK_FALSE(locked);
    CHECK(test::textOf(path) == "old");
}

TEST_CASE("a_folder_holds_one_lock_of_a_name_at_a_time")
{
    const fs::path folder = test::emptyArtefactFolder("file_io_lock");
    FileLock first, second;
    REQUIRE(first.tryLock(folder / "lock"));
    CHECK_FALSE(second.tryLock(folder / "lock"));
    CHECK(second.tryLock(folder / "other"));
    first.unlock();
    CHECK(second.tryLock(folder / "lock")); // and lets go of the other
    CHECK(first.tryLock(folder / "other"));
    CHECK_FALSE(second.tryLock(folder / "none" / "lock"));
    CHECK(first.tryLock(folder / "lock")); // which the second one let go of, though it got nothing
}

TEST_CASE("what_the_program_prints_to_is_not_replaced")
{
    const fs::path folder = test::emptyArtefactFolder("file_io_output");
    const fs::path path = folder / "out.txt";
    std::string sentence, flushed;
    {
        const OutputTo output(path);
        std::fputs("printed", stdout);
        flushed = flushStandardOutput();
        sentence = checkWritable(path);
    }
    CHECK(flushed == "");
    CHECK(sentence.ends_with(
        "out.txt: cannot be written: the program's output is redirected to it, choose another file"));
    CHECK(test::textOf(path) == "printed");
    CHECK(checkWritable(path) == "");
}

TEST_CASE("files_without_a_folder_in_their_name_are_written_to_the_current_one")
{
    const fs::path folder = test::emptyArtefactFolder("file_io_current"), before = fs::current_path();
    fs::current_path(folder);
    const std::string sentence = writeFile("a.txt", "x");
    fs::current_path(before);
    CHECK(sentence == "");
    CHECK(test::textOf(folder / "a.txt") == "x");
    CHECK(writeFile(folder / "none" / "", "x")
              .ends_with("cannot be written: a folder, expected the name of a file in an existing folder"));
    CHECK(readFile(folder / "a.txt" / "b", 10).error.ends_with("b: there is no such file"));
}

#if defined(__linux__)

TEST_CASE("a_full_disk_is_noticed_when_standard_output_is_flushed")
{
    std::string sentence, again;
    {
        const OutputTo output("/dev/full");
        std::fputs("lost", stdout);
        sentence = flushStandardOutput();
        again = flushStandardOutput(); // the error stays, its reason does not
    }
    CHECK(sentence == "standard output cannot be written (No space left on device)");
    CHECK(again == "standard output cannot be written. Check that the disk is not full");
    CHECK(flushStandardOutput() == "");
}

TEST_CASE("reading_that_fails_half_way_is_reported")
{
    CHECK(readFile("/proc/self/mem", 10).error == "/proc/self/mem: reading failed (Input/output error)");
    // Its size is said to be 0, so the bytes that were read are named.
    CHECK(readFile("/proc/self/status", 10).error.ends_with(" bytes, expected at most 10"));
}

#endif

#endif

} // namespace satbox
