#include "app/platform/frame_loop.h"

#include "app/platform/input.h"

#include <utility>

#if defined(__EMSCRIPTEN__)
#include <SDL.h>
#include <emscripten.h>
#include <exception>

// Functions of the page (assets/page/page.js).
EM_JS(void, tellPageDrawn, (), { Module.satboxDrawn(); });
EM_JS(void, tellPageEnded, (), { Module.satboxEnded(); });
EM_JS(void, tellPageFailed, (const char* sentence), { Module.satboxFailed(UTF8ToString(sentence)); });
#endif

namespace satbox::app {

#if defined(__EMSCRIPTEN__)

namespace {

struct Loop {
    std::function<bool()> turn;
    std::function<void()> finish;
    bool hasDrawn = false;
};

void turnOnce(void* data)
{
    auto* loop = static_cast<Loop*>(data);
    bool goesOn = false;
    try {
        goesOn = loop->turn();
        if (!goesOn) loop->finish();
    } catch (const std::exception& error) {
        goesOn = false;
        tellPageFailed(error.what());
    }
    if (!std::exchange(loop->hasDrawn, true)) tellPageDrawn();
    if (goesOn) return;
    emscripten_cancel_main_loop();
    tellPageEnded();
    delete loop;
}

} // namespace

void runFrameLoop(std::function<bool()> turn, std::function<void()> finish)
{
    emscripten_set_main_loop_arg(turnOnce, new Loop{std::move(turn), std::move(finish)}, 0, 1);
}

std::optional<double> EventWait::wait(double seconds)
{
    const auto now = std::chrono::steady_clock::now();
    if (!begun_) begun_ = now;
    const double waited = std::chrono::duration<double>(now - *begun_).count();
    SDL_PumpEvents();
    if (waited < seconds && SDL_HasEvents(SDL_FIRSTEVENT, SDL_POLLSENTINEL - 1) == SDL_FALSE)
        return std::nullopt;
    begun_.reset();
    return waited;
}

#else

void runFrameLoop(std::function<bool()> turn, std::function<void()> finish)
{
    while (turn()) {
    }
    finish();
}

std::optional<double> EventWait::wait(double seconds) { return waitForEvent(seconds); }

#endif

} // namespace satbox::app
