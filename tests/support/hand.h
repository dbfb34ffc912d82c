#pragma once

#include "app/shell/app_state.h"
#include "app/shell/pointer.h"

namespace satbox::test {

using namespace satbox::app;

// Moves a pointer over the world of a state as the frame loop would.
struct Hand {
    AppState& state;
    Vec2 at{0.0f, 0.0f};          // m
    Modifiers modifiersOfFrame{}; // held while frame() runs

    PointerEvent event(PointerEvent::Kind kind, Vec2 world, Modifiers modifiers = {}) const
    {
        const Vec2 screen = state.camera.worldToScreen(world);
        return {.kind = kind,
                .screen = screen,
                .window = screen,
                .delta = screen - state.camera.worldToScreen(at),
                .overWorld = true,
                .modifiers = modifiers};
    }
    double frameSeconds = 1.0 / 60.0;

    void frame()
    {
        updateTools(state, frameSeconds, modifiersOfFrame);
        advance(state.playback, state.history, frameSeconds, 10.0, nullptr,
                {[this] { stepTools(state); }, {}});
    }
    // `count` frames without an event.
    void wait(int count)
    {
        for (int i = 0; i < count; ++i) frame();
    }
    void press(Vec2 world, Modifiers modifiers = {})
    {
        at = world;
        handlePointer(state, event(PointerEvent::Kind::Press, world, modifiers));
        frame();
    }
    void move(Vec2 world, Modifiers modifiers = {})
    {
        handlePointer(state, event(PointerEvent::Kind::Move, world, modifiers));
        at = world;
        frame();
    }
    void release(Vec2 world, Modifiers modifiers = {})
    {
        handlePointer(state, event(PointerEvent::Kind::Release, world, modifiers));
        frame();
    }
    void click(Vec2 world, Modifiers modifiers = {})
    {
        press(world, modifiers);
        release(world, modifiers);
    }
    // From one point to another in `moves` moves.
    void drag(Vec2 from, Vec2 to, Modifiers modifiers = {}, int moves = 8)
    {
        press(from, modifiers);
        for (int i = 1; i <= moves; ++i)
            move(from + (to - from) * (static_cast<float>(i) / static_cast<float>(moves)), modifiers);
        release(to, modifiers);
    }
};

} // namespace satbox::test
