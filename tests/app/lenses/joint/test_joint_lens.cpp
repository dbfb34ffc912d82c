#include "app/document/commands.h"
#include "app/lenses/joint/joint_lens.h"
#include "app/lenses/step/step_lens.h"
#include "app/shell/app.h"
#include "tests/support/lens_calls.h"
#include <satbox/shapes.h>

#include <doctest/doctest.h>

#include <stdexcept>
#include <string>
#include <vector>

using namespace satbox;
using namespace satbox::app;

namespace {

constexpr double kFrame = 1.0 / 60.0;

// Three arms in a chain that hangs on a wall and swings, with the Joint panel open, paused.
struct Swinging {
    AppState state;
    Input input;
    std::vector<JointId> joints;
    Swinging()
    {
        Document document;
        World& world = document.scene.world;
        world.setSettings({.sleeping = false});
        BodyId last = world.createBody({.type = BodyType::Static, .name = "wall"});
        for (int i = 0; i < 3; ++i) {
            const BodyId arm = world.createBody({.position = {0.5f + static_cast<float>(i), 0.0f}});
            world.addShape(arm, {.geometry = makeBox(0.5f, 0.05f), .filter = {.group = -1}});
            joints.push_back(world.createJoint({.bodyA = last,
                                                .bodyB = arm,
                                                .anchorA = {i == 0 ? 0.0f : 0.5f, 0.0f},
                                                .anchorB = {-0.5f, 0.0f}}));
            last = arm;
        }
        document.world = world;
        state.history.reset(std::move(document));
        state.ui.panels.open = JointLens::kName;
        state.playback.paused = true;
    }
    JointLens& lens() { return state.lens<JointLens>(); }
    void frame() { updateState(state, {.input = input, .seconds = kFrame}); }
    void step()
    {
        state.playback.stepOnce = true;
        frame();
    }
};

} // namespace

TEST_CASE("the_last_step_of_the_hardest_joint_is_analysed_from_the_world_before_it")
{
    Swinging s;
    for (int i = 0; i < 10; ++i) s.step();
    REQUIRE(s.lens().analysis.has_value());
    const JointAnalysis& a = *s.lens().analysis;
    CHECK(a.isLast);
    CHECK(a.number == 10);
    CHECK(a.joint == s.joints[0]); // it carries all arms
    CHECK(a.joint == hardestJoint(s.state.world()));
    REQUIRE(a.solved());
    CHECK(a.record.force == length(s.state.world().jointView(a.joint).force));
    World again = a.before;
    again.step(1.0f / 60.0f);
    CHECK(again.hash() == s.state.world().hash());
}

TEST_CASE("a_joint_that_is_selected_while_the_panel_is_open_is_looked_into")
{
    Swinging s;
    for (int i = 0; i < 3; ++i) s.step();
    s.state.selection.select(s.state.world(), s.joints[2]);
    s.frame();
    REQUIRE(s.lens().analysis.has_value());
    CHECK(s.lens().analysis->joint == s.joints[2]);
    // The key prefers the joint under the pointer.
    s.state.ui.panels.open = "Tune";
    s.frame();
    CHECK_FALSE(s.lens().analysis.has_value());
    s.state.selection.hoveredJoint = s.joints[1];
    performFirst<JointLens>(s.state);
    CHECK(s.state.ui.panels.shows(JointLens::kName));
    s.frame();
    REQUIRE(s.lens().analysis.has_value());
    CHECK(s.lens().analysis->joint == s.joints[1]);
}

TEST_CASE("the_camera_moves_to_a_joint_that_is_out_of_view_and_stays_for_one_in_view")
{
    Swinging s;
    s.state.view.animate = false;
    s.state.camera.set({1.5, 0.0}, 50.0f);
    callLens<JointLens>(s.state,
                        [&](JointLens& lens, LensContext& context) { lens.open(context, s.joints[1]); });
    CHECK(s.state.camera.center() == Position{1.5, 0.0});
    s.state.camera.set({100.0, 0.0}, 50.0f);
    callLens<JointLens>(s.state,
                        [&](JointLens& lens, LensContext& context) { lens.open(context, s.joints[1]); });
    CHECK(contains(s.state.camera.visibleWorld(), s.state.world().jointView(s.joints[1]).anchorA));
}

TEST_CASE("the_camera_moves_to_the_joint_of_the_command_line_when_the_view_has_its_size")
{
    Swinging s;
    s.lens().options.joint = "1";
    applyLensOptions(s.state, false);
    s.state.camera.set({100.0, 0.0}, 50.0f); // as the camera of the scene
    showOpenedByOptions(s.state);
    CHECK(contains(s.state.camera.visibleWorld(), s.state.world().jointView(s.joints[1]).anchorA));
    s.lens().options.joint.clear();
    s.state.camera.set({100.0, 0.0}, 50.0f);
    showOpenedByOptions(s.state);
    CHECK(s.state.camera.center() == Position{100.0, 0.0});
}

TEST_CASE("while_time_runs_the_joint_panel_keeps_the_world_before_each_step")
{
    Swinging s;
    s.state.playback.paused = false;
    for (int i = 0; i < 5; ++i) s.frame();
    CHECK(s.state.playback.previousWorld.has_value());
    s.state.ui.panels.open = StepLens::kName;
    for (int i = 0; i < 3; ++i) s.frame();
    CHECK(s.state.playback.previousWorld.has_value());
    s.state.ui.panels.open = "Tune";
    for (int i = 0; i < 3; ++i) s.frame();
    CHECK_FALSE(s.state.playback.previousWorld.has_value());
}

TEST_CASE("left_and_right_go_through_the_stages_from_the_last_push")
{
    Swinging s;
    s.step();
    REQUIRE(s.lens().analysis->solved());
    const JointAnalysis& a = *s.lens().analysis;
    const size_t shown = a.shownStage(s.lens().state.stage.index);
    CHECK(a.stages[shown].pass == JointPass::Push);
    CHECK(a.stages[shown].substep == 3);
    callLens<JointLens>(s.state,
                        [](JointLens& lens, LensContext& context) { CHECK(lens.stepItem(context, 1)); });
    CHECK(a.shownStage(s.lens().state.stage.index) == shown + 1);
    CHECK(a.stages[shown + 1].pass == JointPass::Relax);
    s.state.ui.panels.open = "Tune";
    s.frame();
    callLens<JointLens>(
        s.state, [](JointLens& lens, LensContext& context) { CHECK_FALSE(lens.stepItem(context, 1)); });
}

TEST_CASE("a_joint_that_broke_in_the_last_step_stays_open_until_the_next")
{
    Swinging s;
    JointDef weak = s.state.world().jointDef(s.joints[0]);
    weak.breakForce = 0.5f;
    s.state.history.play(op::SetJoint{s.joints[0], weak});
    s.frame();
    for (int i = 0; i < 60 && s.state.world().isValid(s.joints[0]); ++i) {
        s.lens().state.joint = s.joints[0];
        s.step();
    }
    REQUIRE_FALSE(s.state.world().isValid(s.joints[0]));
    REQUIRE(s.lens().analysis.has_value());
    CHECK(s.lens().analysis->joint == s.joints[0]);
    CHECK(s.lens().analysis->record.broke);
    CHECK(s.lens().analysis->record.force > 0.5f);
    s.step();
    REQUIRE(s.lens().analysis.has_value());
    CHECK(s.lens().analysis->joint != s.joints[0]);
}

TEST_CASE("options_of_the_joint_panel_are_checked")
{
    JointLens lens;
    lens.options.stage = 2;
    CHECK(lens.checkOptions() == "--joint-stage needs --joint");
    Swinging s;
    CHECK_THROWS_WITH_AS(applyOptionsOf<JointLens>(s.state, {.joint = "3"}, true),
                         "--joint 3: this world has 3 joints, counted from 0", std::runtime_error);
    CHECK_THROWS_WITH_AS(applyOptionsOf<JointLens>(s.state, {.joint = "1", .stage = 500}, true),
                         doctest::Contains("--joint-stage 500: this step has "), std::runtime_error);
    applyOptionsOf<JointLens>(s.state, {.joint = "1", .stage = 2}, true);
    REQUIRE(s.lens().analysis.has_value());
    CHECK(s.lens().analysis->joint == s.joints[1]);
    CHECK(s.lens().analysis->shownStage(s.lens().state.stage.index) == 1);
    CHECK(s.state.ui.panels.shows(JointLens::kName));
}
