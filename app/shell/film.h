#pragma once

#include "app/gfx/png_image.h"
#include "app/platform/film_pipe.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace satbox::app {

struct AppState;

// A film of a range of time that is being saved. Frames of the program alternate: one shows the interface, as
// always, the next one has the world alone and goes to the film.
struct FilmExport {
    FilmFormat format = FilmFormat::Gif;
    double next = 0.0; // step of History of the next picture
    double stepsPerPicture = 1.0;
    uint64_t first = 0, last = 0;
    int framesPerSecond = 0;
    uint64_t returnTo = 0; // the step that was shown before
    IntSize size{};
    std::shared_ptr<FilmPipe> pipe{}; // opened with the first picture, whose size it has
};

// Saves the loop of the time bar, or without one the last 10 s, at the playback's speed, to an unused file in
// the current folder.
void beginFilm(AppState& state, FilmFormat format);
// Call in each frame before time advances: goes to the step of the next picture.
void advanceFilm(AppState& state);
// True in frames that draw the world alone for the film.
bool isFilmFrame(const AppState& state);
// Adds the picture of a film frame. With the last one, the film is finished.
void addToFilm(AppState& state, const Image& picture);
// Ends the film with an error card.
void failFilm(AppState& state, const std::string& reason);
// Returns false if no film was being saved.
bool cancelFilm(AppState& state);

} // namespace satbox::app
