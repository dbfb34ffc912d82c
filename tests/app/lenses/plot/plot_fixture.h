#pragma once

#include "app/document/commands.h"
#include "app/lenses/plot/plot_lens.h"
#include "app/shell/app.h"
#include "tests/support/app_worlds.h"
#include <satbox/lab/metrics.h>
#include <satbox/shapes.h>

#include <doctest/doctest.h>

#include <limits>

namespace satbox::app::plot_test {

/// A box that falls on a box at rest on a floor, with the Plot panel open, stepped by frames as in the
/// window.
struct Plotted {
    AppState state;
    BodyId lower, upper;

    explicit Plotted(bool isOpen = true)
    {
        satbox::test::BoxOnFloor made = satbox::test::makeBoxOnFloor();
        state = std::move(made.state);
        lower = made.box;
        upper = state.history.play(op::CreateBody{{.position = {0.2f, 2.5f}, .angularVelocity = 0.5f}}).body;
        state.history.play(op::AddShape{upper, {.geometry = makeBox(0.5f, 0.5f)}});
        state.history.play(SetStart{});
        state.history.reset(state.document());
        state.ui.panels.open = isOpen ? PlotLens::kName : "Tune";
        state.playback.paused = true;
        state.selection.select(state.world(), upper);
        REQUIRE(plot().choose("energy,overlap,contacts,body_y,body_force").empty());
    }
    PlotState& plot() { return state.lens<PlotLens>().state; }
    const History& history() const { return state.history; }

    void frame() { updateState(state, {.input = {}, .seconds = 1.0 / 60.0}); }
    void step(int count = 1)
    {
        for (int i = 0; i < count; ++i) {
            state.playback.stepOnce = true;
            frame();
        }
    }
    void goTo(uint64_t to)
    {
        state.playback.goToStep = to;
        frame();
        REQUIRE(state.history.presentStep() == to);
    }
    void changeGravity(float g)
    {
        WorldSettings settings = state.world().settings();
        settings.gravity.y = g;
        state.history.submit(settingsCommand(settings, "gravity"));
        frame();
        state.history.closeGesture();
    }
    void fill() { plot().fill(state.history, std::numeric_limits<double>::infinity()); }
};

/// The samples of the present line are complete, and are those of its steps.
inline void checkAligned(Plotted& p)
{
    const PlotNeeds needs = p.plot().needs();
    std::optional<History::TimeCursor> cursor;
    for (uint64_t step = p.history().firstStep(); step <= p.history().lastStep(); ++step) {
        CAPTURE(step);
        REQUIRE(p.plot().samples.isComplete(step, needs));
        REQUIRE(p.history().moveCursor(cursor, History::kPresentLine, step));
        const World& world = cursor->document.world;
        const std::span<const float> row = p.plot().samples.rows(PlotSource::World).at(step);
        CHECK(row[static_cast<size_t>(WorldColumn::Total)] == static_cast<float>(measure(world).total));
        CHECK(p.plot().samples.times.at(step)[0] == world.time());
        const std::span<const float> body = p.plot().samples.rowsOf(p.upper)->at(step);
        CHECK(body[static_cast<size_t>(MotionColumn::Y)] ==
              static_cast<float>(world.motion(p.upper).center.y));
    }
}

} // namespace satbox::app::plot_test
