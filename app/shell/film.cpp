#include "app/shell/film.h"

#include "app/document/unused_file.h"
#include "app/shell/app_state.h"
#include "app/shell/error_report.h"
#include "app/shell/pointer.h"
#include "engine/core/quoted.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace satbox::app {

namespace {

constexpr double kFilmSeconds = 10.0; // without a loop
constexpr int kGifRate = 20;          // frames per second: delays of GIF are hundredths of a second
constexpr int kVideoRate = 30;

void endFilm(AppState& state)
{
    const FilmExport film = *std::exchange(state.film, std::nullopt);
    state.ui.panels.worldOnly = false;
    state.playback.goToStep = film.returnTo;
}

} // namespace

void beginFilm(AppState& state, FilmFormat format)
{
    const History& history = state.history;
    const TimeMarks& marks = state.playback.marks;
    const auto rate = static_cast<double>(state.world().settings().stepRate);
    uint64_t last = history.lastStep();
    const auto recent = static_cast<uint64_t>(kFilmSeconds * rate);
    uint64_t first = std::max(history.firstStep(), last - std::min(last, recent));
    if (const auto loop = marks.loopWithin(history.firstStep(), history.lastStep())) {
        first = loop->begin;
        last = loop->end;
    }
    if (first >= last) {
        state.status.show(Severity::Info, "Nothing was played yet: there is nothing to save as a film.");
        return;
    }
    releaseTools(state);
    const int pictures = format == FilmFormat::Gif ? kGifRate : kVideoRate;
    state.film = FilmExport{.format = format,
                            .next = static_cast<double>(first),
                            .stepsPerPicture =
                                std::max(rate * static_cast<double>(state.playback.speed()) / pictures, 0.01),
                            .first = first,
                            .last = last,
                            .framesPerSecond = pictures,
                            .returnTo = history.presentStep()};
}

bool isFilmFrame(const AppState& state) { return state.film && state.ui.panels.worldOnly; }

void advanceFilm(AppState& state)
{
    if (!state.film) return;
    const FilmExport& film = *state.film;
    if (state.history.lastStep() < film.last || film.first < state.history.firstStep())
        return failFilm(state, "What was played has changed meanwhile.");
    state.playback.paused = true;
    const auto step = static_cast<uint64_t>(film.next);
    if (step != state.history.presentStep()) state.playback.goToStep = step;
    const double share =
        (film.next - static_cast<double>(film.first)) / static_cast<double>(film.last - film.first);
    state.status.show(Severity::Info, fmt::format("Saving a film: {:.0f} %. Esc cancels.", 100.0 * share));
}

void addToFilm(AppState& state, const Image& picture)
{
    FilmExport& film = *state.film;
    if (film.pipe && film.size != picture.size)
        return failFilm(state, "The window has changed its size meanwhile.");
    film.size = picture.size;
    if (!film.pipe)
        film.pipe = std::make_shared<FilmPipe>(
            unusedFile({}, state.document().scene.name, film.format == FilmFormat::Gif ? ".gif" : ".mp4"),
            film.format, picture.size.width, picture.size.height, film.framesPerSecond);
    if (!film.pipe->error().empty() || !film.pipe->add(picture.rgba))
        return failFilm(state, film.pipe->error());
    film.next += film.stepsPerPicture;
    if (film.next <= static_cast<double>(film.last)) return;
    const std::shared_ptr<FilmPipe> pipe = film.pipe;
    if (const std::string error = pipe->finish(); !error.empty()) return failFilm(state, error);
    endFilm(state);
    state.status.show(Severity::Info, fmt::format("Film written to {}", printablePath(pipe->path())));
}

void failFilm(AppState& state, const std::string& reason)
{
    endFilm(state);
    reportError(state, "The film was not saved", reason,
                "Films are written to the folder in which satbox was started, by the program ffmpeg.");
}

bool cancelFilm(AppState& state)
{
    if (!state.film) return false;
    endFilm(state);
    state.status.show(Severity::Info, "The film was cancelled.");
    return true;
}

} // namespace satbox::app
