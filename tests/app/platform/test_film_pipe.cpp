#include "app/platform/film_pipe.h"

#include "tests/support/paths.h"

#include <doctest/doctest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#if !defined(_WIN32)

using namespace satbox;
using namespace satbox::app;

namespace {

namespace fs = std::filesystem;

// A folder with a program called ffmpeg in place of the real one, alone on the search path.
struct OtherFfmpeg {
    fs::path folder;
    std::string oldPath = std::getenv("PATH");

    OtherFfmpeg(const char* name, const char* script) : folder(satbox::test::artefactFolder(name))
    {
        fs::remove_all(folder);
        fs::create_directories(folder);
        if (script) {
            std::ofstream(folder / "ffmpeg") << "#!/bin/sh\n" << script;
            fs::permissions(folder / "ffmpeg", fs::perms::owner_all);
        }
        setenv("PATH", (folder.string() + (script ? ":/usr/bin:/bin" : "")).c_str(), 1);
    }
    ~OtherFfmpeg() { setenv("PATH", oldPath.c_str(), 1); }
    OtherFfmpeg(const OtherFfmpeg&) = delete;
    OtherFfmpeg& operator=(const OtherFfmpeg&) = delete;
    size_t files() const
    {
        return static_cast<size_t>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
    }
};

// Writes its input to the file that is its last argument.
constexpr const char* kCopies = "for last; do :; done\ncat > \"$last\"\n";

const std::vector<std::uint8_t> kPicture(4 * 3 * 2, 7);

} // namespace

TEST_CASE("pictures_go_to_ffmpeg_and_the_film_appears_when_it_is_finished")
{
    const OtherFfmpeg ffmpeg("film_written", kCopies);
    const fs::path path = ffmpeg.folder / "film.gif";
    FilmPipe film(path, FilmFormat::Gif, 3, 2, 20);
    REQUIRE(film.error() == "");
    for (int i = 0; i < 5; ++i) CHECK(film.add(kPicture));
    CHECK_FALSE(fs::exists(path));
    CHECK(film.finish() == "");
    CHECK(fs::file_size(path) == 5 * kPicture.size());
    CHECK(ffmpeg.files() == 2);
}

TEST_CASE("a_film_that_is_not_finished_leaves_no_file")
{
    const OtherFfmpeg ffmpeg("film_dropped", kCopies);
    {
        FilmPipe film(ffmpeg.folder / "film.mp4", FilmFormat::Mp4, 3, 2, 30);
        film.add(kPicture);
    }
    CHECK(ffmpeg.files() == 1);
}

TEST_CASE("a_missing_or_failing_ffmpeg_gets_a_sentence")
{
    {
        const OtherFfmpeg none("film_none", nullptr);
        FilmPipe film(none.folder / "film.gif", FilmFormat::Gif, 3, 2, 20);
        CHECK(film.error().find("not installed") != std::string::npos);
        CHECK_FALSE(film.add(kPicture));
        CHECK(film.finish() == film.error());
    }
    const OtherFfmpeg failing("film_failing", "cat > /dev/null; exit 3\n");
    FilmPipe film(failing.folder / "film.gif", FilmFormat::Gif, 3, 2, 20);
    film.add(kPicture);
    CHECK(film.finish().find("status 3") != std::string::npos);
    CHECK(failing.files() == 1);
}

#endif
