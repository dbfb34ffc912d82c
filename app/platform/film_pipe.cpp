#include "app/platform/film_pipe.h"

#include "engine/core/quoted.h"

#include <fmt/format.h>

#include <system_error>
#include <vector>

#if defined(_WIN32) || defined(__EMSCRIPTEN__)
#define SATBOX_STARTS_NO_PROGRAM 1
#else
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;
#endif

namespace satbox::app {

namespace {

#if defined(__EMSCRIPTEN__)
constexpr const char* kNoProgram =
    "Films are made by the program ffmpeg, which a page cannot start. Save a film with satbox on a desktop.";
#else
constexpr const char* kNoProgram =
    "The program ffmpeg, which makes films, is not installed. Install the package ffmpeg.";
#endif

} // namespace

#if defined(SATBOX_STARTS_NO_PROGRAM)

FilmPipe::FilmPipe(std::filesystem::path path, FilmFormat, int, int, int)
    : path_(std::move(path)), error_(kNoProgram)
{}
FilmPipe::~FilmPipe() = default;
bool FilmPipe::add(std::span<const std::uint8_t>) { return false; }
std::string FilmPipe::finish() { return error_; }
int FilmPipe::closeAndWait() { return 1; }

#else

FilmPipe::FilmPipe(std::filesystem::path path, FilmFormat format, int width, int height, int framesPerSecond)
    : path_(std::move(path)), part_(path_)
{
    part_ += ".part";
    std::vector<std::string> words{"ffmpeg",    "-y",
                                   "-loglevel", "error",
                                   "-f",        "rawvideo",
                                   "-pix_fmt",  "rgba",
                                   "-s",        fmt::format("{}x{}", width, height),
                                   "-r",        std::to_string(framesPerSecond),
                                   "-i",        "-"};
    const auto add = [&](std::initializer_list<const char*> more) {
        words.insert(words.end(), more.begin(), more.end());
    };
    if (format ==
        FilmFormat::Gif) // each picture with a palette of its own: a common one needs all of them in memory
        add({"-vf", "split[a][b];[a]palettegen=stats_mode=single[p];[b][p]paletteuse=new=1", "-f", "gif"});
    else // H.264 has even sizes
        add({"-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2", "-pix_fmt", "yuv420p", "-f", "mp4"});
    words.push_back(part_.string());
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);

    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) {
        error_ = fmt::format("No pipe to ffmpeg: {}.", std::generic_category().message(errno));
        return;
    }
    std::signal(SIGPIPE, SIG_IGN); // if ffmpeg ends early, write() says so
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO);
    pid_t process = -1;
    const int problem = posix_spawnp(&process, "ffmpeg", &actions, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[0]);
    if (problem != 0) {
        close(ends[1]);
        error_ = problem == ENOENT
                     ? kNoProgram
                     : fmt::format("ffmpeg does not start: {}.", std::generic_category().message(problem));
        return;
    }
    pipe_ = ends[1];
    process_ = process;
}

FilmPipe::~FilmPipe()
{
    if (process_ < 0) return;
    kill(process_, SIGTERM);
    closeAndWait();
    std::error_code ignored;
    std::filesystem::remove(part_, ignored);
}

bool FilmPipe::add(std::span<const std::uint8_t> rgba)
{
    if (!error_.empty() || pipe_ < 0) return false;
    while (!rgba.empty()) {
        const ssize_t written = write(pipe_, rgba.data(), rgba.size());
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) {
            error_ = "ffmpeg ended before the film was complete; its messages are on standard error.";
            return false;
        }
        rgba = rgba.subspan(static_cast<size_t>(written));
    }
    return true;
}

int FilmPipe::closeAndWait()
{
    if (pipe_ >= 0) close(pipe_);
    pipe_ = -1;
    int status = 0;
    while (waitpid(process_, &status, 0) < 0 && errno == EINTR) {
    }
    process_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

std::string FilmPipe::finish()
{
    if (process_ < 0) return error_;
    const int status = closeAndWait();
    std::error_code problem;
    if (status == 0) std::filesystem::rename(part_, path_, problem);
    if (status == 0 && !problem) return {};
    std::error_code ignored;
    std::filesystem::remove(part_, ignored);
    if (!error_.empty()) return error_;
    return status != 0
               ? fmt::format("ffmpeg failed with status {}; its messages are on standard error.", status)
               : fmt::format("{} cannot be written: {}.", printablePath(path_), problem.message());
}

#endif

} // namespace satbox::app
