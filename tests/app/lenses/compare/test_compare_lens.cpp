#include "app/lenses/compare/compare_export.h"
#include "app/lenses/compare/compare_lens.h"

#include "app/document/commands.h"
#include "app/shell/actions.h"
#include "app/shell/app.h"
#include "app/shell/scene_files.h"
#include "engine/peers/peers.h"
#include "tests/support/app_worlds.h"
#include "tests/support/lens_calls.h"

#include <doctest/doctest.h>

#include <array>

#include <algorithm>
#include <cstdlib>

using namespace satbox;
using namespace satbox::app;
using satbox::test::makeBoxOnFloor;

namespace {

constexpr double kFrame = 1.0 / 60.0;

void runFrames(AppState& state, int count, const Input& input = {})
{
    for (int i = 0; i < count; ++i) updateState(state, {.input = input, .seconds = kFrame});
}

SettingsOverrides solving(SolverType solver)
{
    SettingsOverrides other;
    other.values.solver = solver;
    return other;
}

// A stack of ten boxes with all four solvers.
AppState fourSolvers()
{
    AppState state;
    applyOptions(state,
                 comparing("ten_boxes", "soft-step,sequential-impulse,manifold-impulse,vertex-contact"));
    return state;
}

// Four views as the layout would make them, of 400 by 300 points each.
void divideView(AppState& state)
{
    state.compare().views.clear();
    for (size_t i = 0; i < state.compare().count(); ++i)
        state.compare().views.push_back(
            {400.0f * static_cast<float>(i % 2), 300.0f * static_cast<float>(i / 2), 400.0f, 300.0f});
    state.camera.setViewport(state.compare().views.front());
    state.camera.set({0.0f, 2.0f}, 50.0f);
}

Input pointer(InputEventType type, Vec2 screen, bool held)
{
    Input input;
    InputEvent& event = input.events.emplace_back();
    event.type = type;
    event.position = screen;
    input.mouse = screen;
    input.mouseInWindow = true;
    input.buttons[0] = held;
    return input;
}

size_t linesOf(const std::string& text) { return static_cast<size_t>(std::ranges::count(text, '\n')); }

} // namespace

TEST_CASE("compared_worlds_take_the_same_steps_paused_stepped_and_at_any_speed")
{
    AppState state = fourSolvers();
    const auto checkSteps = [&](uint64_t steps) {
        REQUIRE(state.compare().count() == 4);
        for (size_t i = 0; i < 4; ++i) CHECK(state.compare().world(state.world(), i).stepCount() == steps);
    };
    runFrames(state, 10);
    checkSteps(10);
    perform(state, Action::TogglePause);
    runFrames(state, 5);
    checkSteps(10);
    perform(state, Action::StepOnce);
    runFrames(state, 5);
    checkSteps(11);
    perform(state, Action::TogglePause);
    setSpeed(state.playback, 4.0f);
    runFrames(state, 5);
    checkSteps(31);
    CHECK(state.compare().latest.step == 31);
    CHECK(state.compare().history.samples.size() == 32);
    for (size_t i = 0; i < 4; ++i) CHECK(state.compare().latest.worlds[i].stepSeconds > 0.0);
}

TEST_CASE("each_compared_world_has_the_same_bits_as_alone")
{
    AppState state = fourSolvers();
    AppState alone;
    applyOptions(alone, {.scene = "ten_boxes"});
    World second = alone.world();
    WorldSettings settings = second.settings();
    settings.solver = SolverType::SequentialImpulse;
    second.setSettings(settings);
    for (int i = 0; i < 90; ++i) second.step(1.0f / 60.0f);
    runFrames(state, 90);
    runFrames(alone, 90);
    CHECK(state.world() == alone.world());
    CHECK(state.world().hash() == alone.world().hash());
    CHECK(state.compare().otherWorlds[0] == second);
    CHECK_FALSE(state.compare().otherWorlds[1] == second);
}

TEST_CASE("identical_worlds_never_diverge_and_others_diverge_at_each_distance_in_order")
{
    auto state = fourSolvers();
    state.history.play(
        SetComparedSettings{{solving(SolverType::SoftStep), solving(SolverType::VertexContact)}});
    runFrames(state, 200);
    const size_t distances = divergenceDistances().size();
    uint64_t before = 0;
    for (size_t k = 0; k < distances; ++k) {
        CHECK_FALSE(state.compare().divergences.find(k, 0, 1).has_value());
        const auto divergence = state.compare().divergences.find(k, 0, 2);
        if (!divergence) continue;
        CHECK(divergence->distance > divergenceDistances()[k]);
        CHECK(divergence->step >= before);
        before = divergence->step;
    }
    CHECK(state.compare().divergences.find(0, 0, 2).has_value());
    CHECK(before > 10); // metres are reached later than tenths of a millimetre
}

TEST_CASE("a_pull_in_any_view_holds_the_same_body_in_all_worlds")
{
    auto made = makeBoxOnFloor();
    AppState& state = made.state;
    state.history.play(SetComparedSettings{{3, solving(SolverType::SoftStep)}});
    startComparison(state);
    divideView(state);
    const Vec2 first = state.camera.worldToScreen({0.2f, 0.5f});
    const Vec2 third = first + Vec2{0.0f, 300.0f};
    runFrames(state, 1, pointer(InputEventType::MouseMove, third, false));
    CHECK(state.compare().pointedView == 2);
    runFrames(state, 1, pointer(InputEventType::MouseDown, third, true));
    REQUIRE(state.tool.grab);
    CHECK(state.compare().mouseJoints.size() == 3);
    // The pointer moves into another view: the gesture stays in the view where it began.
    runFrames(state, 40, pointer(InputEventType::MouseMove, third - Vec2{0.0f, 160.0f}, true));
    CHECK(state.compare().pointedView == 2);
    CHECK(state.world().motion(made.box).center.y > 1.0f);
    for (const World& world : state.compare().otherWorlds) CHECK(world == state.world());
    runFrames(state, 1, pointer(InputEventType::MouseUp, third - Vec2{0.0f, 160.0f}, false));
    CHECK_FALSE(state.tool.grab);
    CHECK(state.compare().mouseJoints.empty());
    CHECK(state.compare().history.samples.front().step == 0); // a throw does not restart the comparison
    runFrames(state, 20);
    for (const World& world : state.compare().otherWorlds) CHECK(world == state.world());
    CHECK_FALSE(state.compare().divergences.find(0, 0, 1).has_value());
}

TEST_CASE("diverged_bodies_are_grabbed_at_the_same_point")
{
    auto made = makeBoxOnFloor();
    AppState& state = made.state;
    startComparison(state);
    divideView(state);
    state.compare().otherWorlds[0].setTransform(made.box, {{1.0f, 0.5f}});
    const Vec2 inSecond = state.camera.worldToScreen({1.3f, 0.6f}) + Vec2{400.0f, 0.0f};
    runFrames(state, 1, pointer(InputEventType::MouseMove, inSecond, false));
    CHECK(state.selection.hoveredBody == made.box);
    runFrames(state, 1, pointer(InputEventType::MouseDown, inSecond, true));
    REQUIRE(state.tool.grab);
    const auto onBody = [&](const World& world, MouseJointId joint) {
        return invTransformPoint(world.motion(made.box).transform(), world.mouseJoint(joint).anchor);
    };
    const Vec2 here = onBody(state.world(), state.tool.grab->joint);
    const Vec2 there = onBody(state.compare().otherWorlds[0], state.compare().mouseJoints[0]);
    CHECK(here.x == doctest::Approx(0.3).epsilon(1e-3));
    CHECK(here.y == doctest::Approx(0.1).epsilon(1e-2));
    CHECK(length(there - here) < 1e-5f);
}

TEST_CASE("paused_bodies_are_moved_in_the_first_view_only")
{
    auto made = makeBoxOnFloor();
    AppState& state = made.state;
    state.playback.paused = true;
    startComparison(state);
    divideView(state);
    const Vec2 first = state.camera.worldToScreen({0.0f, 0.5f});
    runFrames(state, 1, pointer(InputEventType::MouseDown, first + Vec2{400.0f, 0.0f}, true));
    CHECK_FALSE(state.tool.transform);
    CHECK(state.status.message.text.find("first view") != std::string::npos);
    runFrames(state, 1, pointer(InputEventType::MouseUp, first, false));
    runFrames(state, 1, pointer(InputEventType::MouseDown, first, true));
    CHECK(state.tool.transform);
}

TEST_CASE("contacts_are_pointed_at_in_any_view_and_pinned_in_the_first")
{
    auto made = makeBoxOnFloor();
    AppState& state = made.state;
    state.playback.paused = true;
    state.history.play(op::RefreshContacts{});
    startComparison(state);
    divideView(state);
    const Vec2 corner = state.camera.worldToScreen({0.5f, 0.0f});
    // In the second world the box and its contact are elsewhere.
    state.compare().otherWorlds[0].setTransform(made.box, {{2.0f, 0.5f}});
    state.compare().otherWorlds[0].refreshContacts();
    const Vec2 there = state.camera.worldToScreen({2.5f, 0.0f}) + Vec2{400.0f, 0.0f};
    runFrames(state, 1, pointer(InputEventType::MouseMove, corner + Vec2{400.0f, 0.0f}, false));
    CHECK_FALSE(state.selection.hoveredContact);
    runFrames(state, 1, pointer(InputEventType::MouseMove, there, false));
    REQUIRE(state.selection.hoveredContact);
    const auto click = [&](Vec2 at) {
        runFrames(state, 1, pointer(InputEventType::MouseDown, at, true));
        runFrames(state, 1, pointer(InputEventType::MouseUp, at, false));
    };
    click(there);
    CHECK(state.ui.pinnedCards.empty());
    click(corner);
    CHECK(state.ui.pinnedCards.size() == 1);
}

TEST_CASE("edit_undo_and_restart_restart_all_worlds")
{
    AppState state = fourSolvers();
    const auto checkFresh = [&](uint64_t step) {
        for (const World& world : state.compare().otherWorlds)
            CHECK(world.stepCount() == state.world().stepCount());
        CHECK(state.compare().history.samples.front().step == step);
        CHECK_FALSE(state.compare().divergences.find(0, 0, 3).has_value());
    };
    runFrames(state, 30);
    CHECK(state.compare().divergences.find(0, 0, 3).has_value());
    state.playback.paused = true;
    const BodyId top = state.world().bodyAt(10);
    state.history.submit(deleteBodiesCommand(state.world(), std::array{top}));
    runFrames(state, 1);
    checkFresh(30);
    CHECK(state.status.message.text.find("restarted") != std::string::npos);
    for (const World& world : state.compare().otherWorlds) {
        CHECK_FALSE(world.isValid(top));
        CHECK_FALSE(world.settings() == state.world().settings());
    }
    perform(state, Action::Undo);
    runFrames(state, 1);
    checkFresh(30);
    for (const World& world : state.compare().otherWorlds) CHECK(world.isValid(top));
    perform(state, Action::Restart);
    runFrames(state, 1);
    checkFresh(0);
}

TEST_CASE("settings_change_without_a_restart_and_follow_the_first_world_unless_overridden")
{
    AppState state = fourSolvers();
    runFrames(state, 20);
    WorldSettings settings = state.world().settings();
    settings.gravity.y = -5.0f;
    settings.velocityIterations = 3;
    state.history.submit(settingsCommand(settings, "gravity"));
    settings.velocityIterations = 40;
    std::vector<SettingsOverrides> others = state.document().comparedSettings;
    others[0].setOverride(settings, "velocityIterations");
    state.history.submit(comparedSettingsCommand(others, "Change iterations of world B"));
    runFrames(state, 1);
    CHECK(state.compare().history.samples.front().step == 0);
    CHECK(state.compare().otherWorlds[0].settings().gravity.y == -5.0f);
    CHECK(state.compare().otherWorlds[0].settings().velocityIterations == 40);
    CHECK(state.compare().otherWorlds[1].settings().velocityIterations == 3);
    CHECK((state.compare().otherWorlds[1].settings().solver == SolverType::ManifoldImpulse));
}

TEST_CASE("another_scene_keeps_the_solvers_and_the_lab_ends_the_comparison")
{
    AppState state = fourSolvers();
    runFrames(state, 20);
    REQUIRE(openSceneByName(state, "dominoes"));
    runFrames(state, 2);
    REQUIRE(state.compare().count() == 4);
    const int bodies = state.world().counters().bodies;
    for (const World& world : state.compare().otherWorlds) CHECK(world.counters().bodies == bodies);
    CHECK((state.compare().otherWorlds[2].settings().solver == SolverType::VertexContact));
    REQUIRE(openSceneByName(state, "lab_corner"));
    runFrames(state, 1);
    CHECK_FALSE(state.compare().on);
    CHECK(state.compare().otherWorlds.empty());
    performFirst<CompareLens>(state);
    CHECK_FALSE(state.compare().on);
    CHECK(state.status.message.text.find("does not simulate") != std::string::npos);
}

TEST_CASE("comparing_is_switched_on_and_off_and_refuses_substeps")
{
    auto made = makeBoxOnFloor();
    AppState& state = made.state;
    performFirst<CompareLens>(state);
    REQUIRE(state.compare().on);
    CHECK(state.status.message.text.starts_with("Comparing 2 "));
    performFirst<CompareLens>(state);
    CHECK(state.status.message.text.find("ended") != std::string::npos);
    performFirst<CompareLens>(state);
    CHECK(state.status.message.text.starts_with("Comparing 2 "));
    REQUIRE(state.compare().on);
    CHECK(state.ui.panels.open == CompareLens::kName);
    CHECK((state.compare().otherWorlds.front().settings().solver == SolverType::SequentialImpulse));
    perform(state, Action::SubstepOnce);
    CHECK_FALSE(state.playback.substepOnce);
    CHECK(state.status.message.text.find("substeps") != std::string::npos);
    std::vector<SettingsOverrides> others = state.document().comparedSettings;
    others.push_back(solving(SolverType::VertexContact));
    state.history.submit(comparedSettingsCommand(others, "Compare 3 worlds"));
    runFrames(state, 1);
    CHECK(state.compare().count() == 3);
    performFirst<CompareLens>(state);
    CHECK_FALSE(state.compare().on);
    CHECK(state.document().comparedSettings.size() == 2); // kept for the next comparison
}

TEST_CASE("the_second_world_has_another_solver_than_the_first_whichever_that_is")
{
    auto made = makeBoxOnFloor();
    AppState& state = made.state;
    WorldSettings settings = state.world().settings();
    settings.solver = SolverType::SequentialImpulse;
    state.history.execute(settingsCommand(settings, "solver"));
    performFirst<CompareLens>(state);
    REQUIRE(state.compare().on);
    CHECK((state.compare().otherWorlds.front().settings().solver == SolverType::SoftStep));
}

TEST_CASE("figures_of_a_paused_comparison_follow_what_acts_on_its_first_world")
{
    auto made = makeBoxOnFloor();
    AppState& state = made.state;
    performFirst<CompareLens>(state);
    state.playback.paused = true;
    runFrames(state, 2);
    const double before = state.compare().latest.worlds[0].metrics.kinetic;
    state.history.execute(playCommand("Throw", op::SetVelocity{made.box, {0.0f, 8.0f}, 0.0f}));
    runFrames(state, 2);
    CHECK(state.compare().latest.worlds[0].metrics.kinetic > before + 1.0);
}

TEST_CASE("history_is_bounded_and_stays_even")
{
    CompareHistory history;
    for (uint64_t step = 5; step < 20'005; ++step) {
        CompareSample sample;
        sample.step = step;
        history.add(sample);
        REQUIRE(history.samples.size() <= CompareHistory::kMaxSamples);
    }
    CHECK(history.sampleInterval == 16);
    CHECK(history.samples.front().step == 5);
    CHECK(history.samples.size() > CompareHistory::kMaxSamples / 2);
    for (size_t i = 1; i < history.samples.size(); ++i)
        REQUIRE(history.samples[i].step == history.samples[i - 1].step + history.sampleInterval);
    CHECK(history.samples.back().step + history.sampleInterval >= 20'005);
}

TEST_CASE("csv_has_a_column_for_each_quantity_of_each_world_and_a_line_for_each_sample")
{
    AppState state = fourSolvers();
    runFrames(state, 25);
    const std::string csv = comparisonAsCsv(state.compare(), state.world());
    CHECK(linesOf(csv) == 27); // heading, start, 25 steps
    const std::string heading = csv.substr(0, csv.find('\n'));
    CHECK(heading.starts_with("step,time_s,A soft-step energy_J,"));
    CHECK(heading.find(",D vertex-contact deepest_overlap_m,") != std::string::npos);
    CHECK(heading.find(",B sequential-impulse momentum_y_Ns,") != std::string::npos);
    const auto columns = static_cast<std::ptrdiff_t>(1 + 4 * compareQuantities().size());
    for (size_t at = 0; at < csv.size(); at = csv.find('\n', at) + 1) {
        const std::string line = csv.substr(at, csv.find('\n', at) - at);
        REQUIRE(std::ranges::count(line, ',') == columns);
    }
    const std::string last = csv.substr(csv.rfind('\n', csv.size() - 2) + 1);
    CHECK(last.starts_with("25,"));
    CHECK(std::stod(last.substr(last.find(',', 3) + 1)) ==
          doctest::Approx(measure(state.world()).total).epsilon(1e-6));
}

TEST_CASE("csv_of_a_long_history_fits_every_clipboard")
{
    AppState state = fourSolvers();
    for (int i = 0; i < 2000; ++i) {
        state.history.play(op::Step{1.0f / 60.0f});
        state.compare().stepWorlds(state.world(), nullptr);
    }
    REQUIRE(state.compare().history.samples.size() == 2001);
    CHECK(csvStride(state.compare().history) == 4);
    const std::string csv = comparisonAsCsv(state.compare(), state.world());
    CHECK(linesOf(csv) == 502);
    CHECK(csv.size() < 256 * 1024);
    CHECK(csv.find("\n4,") != std::string::npos);
    CHECK(csv.find("\n2,") == std::string::npos);
}

TEST_CASE("compared_solvers_are_parsed_from_a_line")
{
    std::vector<SettingsOverrides> worlds;
    REQUIRE(parseComparedWorlds(
                "soft-step,sequential-impulse:velocityIterations=20,baumgarte=0.1,vertex-contact", worlds)
                .empty());
    REQUIRE(worlds.size() == 3);
    const WorldSettings base{.substeps = 7};
    CHECK(worlds[0].appliedTo(base) == base);
    CHECK(worlds[1].appliedTo(base).velocityIterations == 20);
    CHECK(worlds[1].appliedTo(base).baumgarte == 0.1f);
    CHECK(worlds[1].appliedTo(base).substeps == 7);
    CHECK((worlds[2].appliedTo(base).solver == SolverType::VertexContact));
    const auto refused = [&](const char* text, const char* word) {
        const std::string sentence = parseComparedWorlds(text, worlds);
        CHECK_MESSAGE(sentence.find(word) != std::string::npos, sentence);
        CHECK(worlds.size() == 3);
    };
    refused("soft-step", "but 1 is given");
    refused("soft-step,soft-step,soft-step,soft-step,soft-step", "but 5 are given");
    refused("soft-step,magic", "magic");
    refused("soft-step,,vertex-contact", "solver");
    refused("substeps=3,soft-step", "before the first world");
    refused("soft-step,vertex-contact:substep=3", "substep");
    refused("soft-step,vertex-contact:substeps=900", "substeps: 900");
    refused("soft-step,vertex-contact:fast", "setting=value");
    refused("soft-step,vertex-contact:", "after the colon");
    refused("soft-step:,vertex-contact", "after the colon");
    refused("soft-step,vertex-contact,", "ends with a comma");
    refused("soft-step:solver=vertex-contact,soft-step", "named first");
    refused("soft-step,soft-step:substeps=2,solver=vertex-contact", "named first");
    refused("soft-step,soft-step:settings.solver=vertex-contact", "named first");
    refused("soft-step,soft-step:substeps.x=2", "has no components");
}

TEST_CASE("a_component_of_gravity_is_overridden_and_the_scene_keeps_the_other")
{
    std::vector<SettingsOverrides> worlds;
    const WorldSettings scene{.gravity = {2.0f, -9.0f}};
    REQUIRE(parseComparedWorlds("soft-step:settings.gravity.y=-3,soft-step", worlds, scene).empty());
    CHECK(worlds[0].appliedTo(scene).gravity == Vec2{2.0f, -3.0f});
    CHECK(worlds[1].appliedTo(scene).gravity == Vec2{2.0f, -9.0f});
}

TEST_CASE("the_plotted_quantity_is_parsed_from_a_line")
{
    CompareState compare;
    CHECK(compare.setPlotQuantity("greatest_speed,log").empty());
    CHECK(compareQuantities()[compare.quantityIndex].key == "greatest_speed");
    CHECK(compare.logarithmic);
    CHECK(compare.setPlotQuantity("kinetic,").find("comma") != std::string::npos);
    CHECK(compare.setPlotQuantity("energy,log").find("logarithm") != std::string::npos);
    CHECK(compare.setPlotQuantity("kinetic,even").find("scale") != std::string::npos);
    CHECK(compareQuantities()[compare.quantityIndex].key == "greatest_speed"); // nothing was changed
    CHECK(compare.setPlotQuantity("energy").empty());
    CHECK_FALSE(compare.logarithmic);
}

TEST_CASE("settings_given_to_the_first_world_apply_to_it_only")
{
    AppState state, plain;
    applyOptions(plain, {.scene = "box_stack"});
    const WorldSettings scene = plain.world().settings();
    applyOptions(
        state, comparing("box_stack", "soft-step:substeps=1,soft-step,soft-step:substeps=2,vertex-contact"));
    CHECK(state.world().settings().substeps == 1);
    CHECK(state.compare().otherWorlds[0].settings() == scene);
    CHECK(state.compare().otherWorlds[1].settings().substeps == 2);
    CHECK(state.compare().otherWorlds[2].settings().substeps == scene.substeps);
    CHECK((state.compare().otherWorlds[2].settings().solver == SolverType::VertexContact));
    runFrames(state, 60);
    CHECK_FALSE(state.compare().otherWorlds[0] == state.world());
    CHECK(state.compare().otherWorlds[0].settings() == scene);
}

TEST_CASE("a_body_that_leaves_the_world_is_reported_once_with_the_letter_of_its_world")
{
    auto made = makeBoxOnFloor();
    AppState& state = made.state;
    const auto leave = [&](World& world) {
        world.setTransform(made.box, {{1'999'999.0, 50'000.0}});
        world.setVelocity(made.box, {300.0f, 0.0f}, 0.0f);
    };
    startComparison(state);
    leave(state.compare().otherWorlds[0]);
    runFrames(state, 4);
    REQUIRE(state.compare().otherWorlds[0].body(made.box).quarantined);
    CHECK(state.status.message.text.find(" of world B was frozen: its position is more than 2,000 km") !=
          std::string::npos);
    state.status.show(Severity::Info, "Something else.");
    runFrames(state, 4);
    CHECK(state.status.message.text == "Something else.");

    endComparison(state);
    leave(test::editableWorld(state));
    for (int i = 0; i < 10 && !state.world().body(made.box).quarantined; ++i) runFrames(state, 1);
    CHECK(state.status.message.text.find(" was frozen: its position is more than 2,000 km") !=
          std::string::npos);
    state.playback.paused = true; // the events of the last step stay
    state.status.show(Severity::Info, "Something else.");
    runFrames(state, 4);
    CHECK(state.status.message.text == "Something else.");
}

TEST_CASE("other_engines_step_copies_that_the_mouse_pulls_too_and_the_first_world_keeps_its_bits")
{
    for (const Peer peer : kPeers) {
        if (!isBuilt(peer)) continue;
        CAPTURE(peerName(peer));
        auto made = makeBoxOnFloor();
        AppState& state = made.state;
        World alone = state.world();
        SettingsOverrides other;
        other.peer = peer;
        state.history.play(SetComparedSettings{{other}});
        startComparison(state);
        runFrames(state, 10);
        for (int i = 0; i < 10; ++i) alone.step(1.0f / alone.settings().stepRate);
        CHECK(state.world() == alone);
        CHECK(state.compare().otherWorlds[0].stepCount() == 10);
        CHECK(state.compare().peers[0].solver != nullptr);
        CHECK(comparisonAsCsv(state.compare(), state.world()).find("B " + peerName(peer)) !=
              std::string::npos);

        divideView(state);
        const Vec2 screen = state.camera.worldToScreen({0.2f, 0.5f});
        runFrames(state, 1, pointer(InputEventType::MouseDown, screen, true));
        REQUIRE(state.tool.grab);
        runFrames(state, 90, pointer(InputEventType::MouseMove, screen - Vec2{0.0f, 100.0f}, true)); // 2 m up
        CHECK(state.world().motion(made.box).center.y > 1.5f);
        CHECK(state.compare().otherWorlds[0].motion(made.box).center.y > 1.5f);
        runFrames(state, 1, pointer(InputEventType::MouseUp, screen, false));
        CHECK(state.compare().otherWorlds[0].isValid(made.box));

        // Back to a solver of satbox: the world continues from its state.
        const double height = state.compare().otherWorlds[0].motion(made.box).center.y;
        state.history.play(SetComparedSettings{{solving(SolverType::SoftStep)}});
        runFrames(state, 1);
        CHECK(state.compare().on);
        CHECK(state.compare().peers[0].solver == nullptr);
        CHECK(std::abs(state.compare().otherWorlds[0].motion(made.box).center.y - height) < 0.2);
    }
}

TEST_CASE("a_copy_of_a_comparison_makes_engines_of_its_own")
{
    if (!isBuilt(Peer::Box2d)) return;
    AppState state;
    applyOptions(state, comparing("ten_boxes", "soft-step,box2d"));
    runFrames(state, 3);
    CompareState copy = state.compare();
    CHECK(copy.peers[0].solver == nullptr);
    CHECK(copy.applySettings(state.document()).empty());
    CHECK(copy.peers[0].solver != nullptr);
    CHECK(copy.peers[0].solver != state.compare().peers[0].solver);
}

TEST_CASE("peers_are_named_after_the_first_world_and_must_be_built")
{
    std::vector<SettingsOverrides> worlds;
    for (const Peer peer : kPeers) {
        const std::string key = toString(peer);
        const std::string sentence =
            parseComparedWorlds("soft-step," + key + ":velocityIterations=20", worlds);
        if (!isBuilt(peer)) {
            CHECK(sentence == whyNotBuilt(peer));
            continue;
        }
        REQUIRE(sentence.empty());
        CHECK(worlds[1].peer == peer);
        CHECK(worlds[1].appliedTo({}).velocityIterations == 20);
        CHECK(parseComparedWorlds(key + ",soft-step", worlds).find("the first world") == 0);
    }
}
