#include "app/shell/interface/bars.h"
#include "tests/app/widgets/ui_fixture.h"
#include "tests/support/app_worlds.h"
#include "tests/support/paths.h"

#include <satbox/shapes.h>

#include <doctest/doctest.h>

#include <array>

namespace satbox::app {

namespace {

constexpr IntSize kSize{1024, 48};

// The playback bar of a world that has played some steps.
struct Bar {
    satbox::test::BoxOnFloor made = satbox::test::makeBoxOnFloor();
    test::OffscreenUi ui{kSize};
    Requests requests{};
    bool compares = false;

    explicit Bar(int steps)
    {
        history().reset(made.state.document());
        for (int i = 0; i < steps; ++i) history().play(op::Step{1.0f / 60.0f});
    }
    History& history() { return made.state.history; }
    Playback& playback() { return made.state.playback; }
    void draw(const UiContext& context)
    {
        drawPlaybackBar(context, {0.0f, 0.0f, 1024.0f, 44.0f}, history().world(), history(), compares,
                        playback(), requests);
    }
    void frames(int count)
    {
        ui.frames(count, [this](const UiContext& context) { draw(context); });
    }
    // Where a step is on the bar.
    Vec2 at(double share)
    {
        const ScreenRect& rect = ui.widget("Time bar").rect;
        return {rect.x + 6.0f + static_cast<float>(share) * (rect.width - 12.0f),
                rect.y + 0.5f * rect.height};
    }
};

} // namespace

TEST_CASE("a_press_on_the_time_bar_asks_for_the_step_there_and_pauses")
{
    Bar bar(200);
    bar.frames(2);
    CHECK(bar.ui.widget("Time bar").value == "200 of 0 to 200");
    CHECK(bar.ui.widget("Time bar").rect.width > 300.0f); // also in a small window
    bar.ui.click(bar.at(0.25), [&](const UiContext& context) { bar.draw(context); });
    REQUIRE(bar.playback().goToStep.has_value());
    CHECK(*bar.playback().goToStep == doctest::Approx(50.0).epsilon(0.02));
    CHECK(bar.playback().paused);
    bar.playback().goToStep.reset();
    bar.playback().paused = false;
    bar.compares = true;
    bar.frames(2);
    bar.ui.click(bar.at(0.5), [&](const UiContext& context) { bar.draw(context); });
    CHECK_FALSE(bar.playback().goToStep.has_value());
    CHECK_FALSE(bar.playback().paused);
}

TEST_CASE("the_time_bar_shows_marks_loops_bookmarks_branches_and_the_past")
{
    Bar bar(300);
    TimeMarks& marks = bar.playback().marks;
    marks.setLoopBegin(60);
    marks.setLoopEnd(120);
    marks.toggleBookmark(200);
    bar.history().goToStep(250);
    bar.history().play(op::ApplyImpulse{bar.made.box, {0.0f, 9.0f}, {0.0, 0.5}});
    for (int i = 0; i < 100; ++i) bar.history().play(op::Step{1.0f / 60.0f});
    bar.history().goToStep(280);
    bar.frames(2);
    const Image picture = bar.ui.picture();
    const auto pixel = [&](double share, float y) {
        const Vec2 point = bar.at(share);
        const auto index = (static_cast<size_t>(y) * static_cast<size_t>(picture.size.width) +
                            static_cast<size_t>(point.x)) *
                           4;
        return std::array{picture.rgba[index], picture.rgba[index + 1], picture.rgba[index + 2]};
    };
    CHECK(pixel(90.0 / 350.0, 20.0f) != pixel(180.0 / 350.0, 20.0f));  // within the loop
    CHECK(pixel(320.0 / 350.0, 20.0f) != pixel(180.0 / 350.0, 20.0f)); // ahead of the present
    REQUIRE(!writePng(satbox::test::artefactFolder("ui") / "time_bar.png", picture));
}

TEST_CASE("a_mark_is_the_brighter_the_more_hits_there_were")
{
    Bar bar(0);
    const auto drop = [&](float x, float y) {
        const BodyId body = bar.history().play(op::CreateBody{{.position = {x, y}}}).body;
        bar.history().play(op::AddShape{body, {.geometry = makeBox(0.25f, 0.25f)}});
    };
    drop(2.0f, 1.0f);
    for (int i = 0; i < 6; ++i) drop(4.0f + static_cast<float>(i), 3.0f);
    for (int i = 0; i < 90; ++i) bar.history().play(op::Step{1.0f / 60.0f});
    uint64_t one = 0, six = 0; // steps with so many hits
    for (uint64_t step = 1; step <= 90; ++step) {
        if (bar.history().factsOf(step).hits == 1) one = step;
        if (bar.history().factsOf(step).hits == 6) six = step;
    }
    REQUIRE(one > 0);
    REQUIRE(six > 0);
    bar.frames(2);
    const Image picture = bar.ui.picture();
    const auto brightness = [&](uint64_t step) {
        const auto x = static_cast<size_t>(bar.at((static_cast<double>(step) - 0.5) / 90.0).x);
        const auto y = static_cast<size_t>(bar.ui.widget("Time bar").rect.y + 5.0f); // in the row of marks
        return static_cast<int>(picture.rgba[4 * (y * static_cast<size_t>(picture.size.width) + x)]);
    };
    CHECK(brightness(six) > brightness(one) + 60);
    CHECK(brightness(one) > brightness(5) + 20); // where nothing happened
}

} // namespace satbox::app
