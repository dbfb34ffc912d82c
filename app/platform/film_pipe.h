#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

namespace satbox::app {

enum class FilmFormat : std::uint8_t { Gif, Mp4 };

// Writes pictures to a film by the program ffmpeg, which gets the raw pixels through a pipe. The file appears
// at its path on finish(); until then it has the ending ".part".
class FilmPipe {
  public:
    // Starts ffmpeg. On an error, error() is not empty: a sentence.
    FilmPipe(std::filesystem::path path, FilmFormat format, int width, int height, int framesPerSecond);
    FilmPipe(const FilmPipe&) = delete;
    FilmPipe& operator=(const FilmPipe&) = delete;
    ~FilmPipe(); // without finish(), ends ffmpeg and removes the file

    const std::string& error() const { return error_; }
    const std::filesystem::path& path() const { return path_; }
    // 4 bytes per pixel, top row first. Returns false, with error(), if it cannot be written.
    bool add(std::span<const std::uint8_t> rgba);
    // Waits for ffmpeg. Returns an error message, or an empty string.
    std::string finish();

  private:
    int closeAndWait(); // exit status of ffmpeg

    std::filesystem::path path_, part_;
    int pipe_ = -1;
    int process_ = -1;
    std::string error_;
};

} // namespace satbox::app
