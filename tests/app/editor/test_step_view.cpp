#include "app/app.h"
#include "app/editor/actions.h"
#include "app/editor/commands.h"
#include "app/editor/step_view.h"
#include "app/look_into.h"
#include "app/view/step_text.h"
#include "engine/geometry/polygon.h"
#include "engine/world/metrics.h"
#include "tests/support/app_worlds.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>
#include <string>

using namespace satbox;
using namespace satbox::app;
using satbox::test::makeBoxOnFloor;

namespace {

constexpr double kFrame = 1.0 / 60.0;

struct Watched {
    AppState state;
    Input input;
    explicit Watched(SolverType solver = SolverType::SoftStep)
    {
        state = makeBoxOnFloor().state;
        WorldSettings settings = state.world().settings();
        settings.sleeping = false;
        settings.solver = solver;
        state.document.world.setSettings(settings);
        state.document.scene.world = state.document.world;
        // A second box that falls onto the first.
        const BodyId upper = state.document.world.createBody({.position = {0.1f, 1.6f}});
        state.document.world.addShape(upper, {.geometry = makeBox(0.5f, 0.5f)});
        state.ui.tab = Tab::Step;
        state.playback.paused = true;
    }
    void frame() { updateState(state, {.input = input, .seconds = kFrame}); }
    void step()
    {
        state.playback.stepOnce = true;
        frame();
    }
};

const StepTick& tickOf(const AppState& state, Stage stage)
{
    for (const StepTick& tick : state.stepAnalysis->record.ticks)
        if (tick.stage == stage && !tick.visits.empty()) return tick;
    FAIL("the step has such a stage");
    return state.stepAnalysis->record.ticks.front();
}

std::string all(const Arithmetic& arithmetic)
{
    std::string text = arithmetic.title;
    for (const std::string& line : arithmetic.lines) text += "\n" + line;
    std::string plain; // no-break spaces, two bytes each, are spaces here
    for (size_t i = 0; i < text.size(); ++i) {
        const bool noBreak = text.compare(i, 2, "\u00a0") == 0;
        plain.push_back(noBreak ? ' ' : text[i]);
        i += noBreak ? 1 : 0;
    }
    return plain;
}

} // namespace

TEST_CASE("the_last_step_is_taken_apart_from_the_world_before_it")
{
    Watched w;
    for (int i = 0; i < 30; ++i) w.step();
    REQUIRE(w.state.stepAnalysis.has_value());
    const StepAnalysis& a = *w.state.stepAnalysis;
    CHECK(a.isLast);
    CHECK(a.number == 30);
    REQUIRE(a.solved());
    World again = a.before;
    again.step(1.0f / 60.0f);
    CHECK(again.hash() == w.state.world().hash());
    // What the contact is left with is what the world shows.
    const Contact* contact = findContact(w.state.world(), a.contact).contact;
    REQUIRE(contact != nullptr);
    for (int i = 0; i < a.points(); ++i) {
        const PointFacts& last = a.facts.back()[static_cast<size_t>(i)];
        CHECK(last.normalImpulse == contact->points[i].normalImpulse);
        CHECK(last.tangentImpulse == contact->points[i].tangentImpulse);
    }
    CHECK(a.facts.size() == a.record.ticks.size());
}

TEST_CASE("what_is_said_of_a_point_is_what_the_solver_found_there")
{
    Watched w;
    int compared = 0;
    float change = 0.0f;           // of a separation within a step
    for (int i = 0; i < 40; ++i) { // the upper box lands meanwhile
        w.step();
        if (!w.state.stepAnalysis || !w.state.stepAnalysis->solved()) continue;
        const StepAnalysis& a = *w.state.stepAnalysis;
        const Contact* contact = findContact(w.state.world(), a.contact).contact;
        for (int k = 0; a.isLast && contact && k < a.points(); ++k)
            CHECK(a.facts[0][static_cast<size_t>(k)].normalSpeed ==
                  doctest::Approx(static_cast<double>(contact->points[k].normalVelocity)).epsilon(1e-4));
        for (size_t t = 0; t < a.record.ticks.size(); ++t) {
            if (a.record.ticks[t].stage != Stage::Relax) continue;
            for (const PointRecord& visit : a.record.ticks[t].visits) {
                const float said = a.facts[t][visit.point].separation;
                CHECK(std::fabs(said - visit.separation) < 1e-6f);
                change = std::max(change, std::fabs(said - a.facts[0][visit.point].separation));
                ++compared;
            }
        }
    }
    CHECK(compared > 100);
    CHECK(change > 1e-5f);
}

TEST_CASE("energy_is_booked_for_the_step_that_is_shown_where_it_is_asked_for")
{
    Watched w;
    for (int i = 0; i < 5; ++i) w.step();
    REQUIRE(w.state.stepAnalysis.has_value());
    CHECK(!w.state.stepAnalysis->energy);
    w.state.stepView.wantsEnergy = true; // as the panel does while that part of it is open
    w.frame();
    REQUIRE(w.state.stepAnalysis->energy.has_value());
    const double after = measure(w.state.world()).total;
    CHECK(w.state.stepAnalysis->energy->world.after.total() == doctest::Approx(after).epsilon(1e-12));
    const IslandEnergy* island = islandEnergy(*w.state.stepAnalysis);
    REQUIRE(island != nullptr);
    CHECK(island->bodies.size() == 1); // the upper box still falls
    w.step();
    REQUIRE(w.state.stepAnalysis->energy.has_value());
    CHECK(w.state.stepAnalysis->energy->world.before.total() == doctest::Approx(after).epsilon(1e-12));
    w.state.stepView.wantsEnergy = false;
    w.step();
    CHECK(!w.state.stepAnalysis->energy);
}

TEST_CASE("the_hardest_contact_is_watched_until_another_is_selected")
{
    Watched w;
    for (int i = 0; i < 60; ++i) w.step();
    const Contact* hardest = hardestContact(w.state.world());
    REQUIRE(hardest != nullptr);
    REQUIRE(w.state.stepView.contact.has_value());
    CHECK(*w.state.stepView.contact == keyOf(w.state.world(), *hardest));

    std::optional<ContactKey> other;
    w.state.world().forEachContact([&](const Contact& c) {
        const ContactKey key = keyOf(w.state.world(), c, 0);
        if (!(ContactKey{key.shapeA, key.shapeB, -1} == *w.state.stepView.contact)) other = key;
    });
    REQUIRE(other.has_value());
    w.state.selection.contact = other;
    w.frame();
    REQUIRE(w.state.stepAnalysis.has_value());
    CHECK(w.state.stepAnalysis->contact.shapeB == other->shapeB);
    CHECK(w.state.stepAnalysis->contact.shapeA == other->shapeA);
    // The key asks for what is pointed at; else for the selected one.
    w.state.stepView.contact = keyOf(w.state.world(), *hardest);
    pressKey(w.state, {Key::M, {.shift = true}}, false);
    CHECK(w.state.stepView.contact->shapeB == other->shapeB);
}

TEST_CASE("the_step_before_an_edit_is_forgotten_and_the_next_one_is_tried")
{
    Watched w;
    for (int i = 0; i < 20; ++i) w.step();
    CHECK(w.state.stepAnalysis->isLast);
    const uint64_t hash = w.state.world().hash();
    w.frame(); // nothing happens while paused
    CHECK(w.state.world().hash() == hash);
    CHECK(w.state.stepAnalysis->isLast);

    w.state.commands.submit(restartCommand(false));
    w.frame();
    CHECK_FALSE(w.state.playback.before.has_value());
    if (w.state.stepAnalysis) CHECK_FALSE(w.state.stepAnalysis->isLast);
    w.step();
    CHECK(w.state.playback.before.has_value());
}

TEST_CASE("nothing_is_kept_or_taken_apart_while_nobody_looks")
{
    Watched w;
    w.state.ui.tab = Tab::Solver;
    for (int i = 0; i < 10; ++i) w.step();
    CHECK_FALSE(w.state.playback.before.has_value());
    CHECK_FALSE(w.state.stepAnalysis.has_value());
    w.state.ui.tab = Tab::Step;
    w.frame();
    REQUIRE(w.state.stepAnalysis.has_value());
    CHECK_FALSE(w.state.stepAnalysis->isLast); // the world from before is not known
    CHECK(w.state.stepAnalysis->number == 11);
    w.state.ui.tab = Tab::View;
    w.frame();
    CHECK_FALSE(w.state.stepAnalysis.has_value());
}

TEST_CASE("keys_walk_the_stages_around_and_playing_goes_by_time")
{
    Watched w;
    for (int i = 0; i < 30; ++i) w.step();
    const size_t count = w.state.stepAnalysis->record.ticks.size();
    CHECK(count == 25);
    pressKey(w.state, {Key::Right}, false);
    CHECK(w.state.stepView.tick == 1);
    pressKey(w.state, {Key::Left}, false);
    pressKey(w.state, {Key::Left}, false);
    CHECK(w.state.stepView.tick == count - 1);
    w.state.stepView.playing = true;
    w.state.stepView.advance(2.5 * StepViewState::kTickSeconds, count);
    CHECK(w.state.stepView.tick == 1);
    pressKey(w.state, {Key::Right}, false);
    CHECK_FALSE(w.state.stepView.playing);
}

TEST_CASE("more_iterations_are_tried_on_copies_only")
{
    Watched w(SolverType::SequentialImpulse);
    for (int i = 0; i < 30; ++i) w.step();
    const uint64_t hash = w.state.world().hash();
    w.state.stepView.wantsSweep = true;
    for (int i = 0; i < 2000 && !(w.state.stepView.sweep && w.state.stepView.sweep->done()); ++i) {
        w.state.stepView.wantsSweep = true;
        w.frame();
    }
    REQUIRE(w.state.stepView.sweep.has_value());
    const IterationSweep& sweep = *w.state.stepView.sweep;
    REQUIRE(sweep.done());
    CHECK(sweep.present() == 8);
    CHECK_FALSE(sweep.countsSubsteps());
    CHECK(w.state.world().hash() == hash);
    CHECK(sweep.points().front().count == 1);
    CHECK(sweep.points().back().count == 50);
    CHECK(sweep.points().back().left < 0.1 * sweep.points().front().left);
    // With as many as are in use it is the step itself.
    double left = 0.0;
    for (const StepTick& tick : w.state.stepAnalysis->record.ticks)
        if (tick.stage == Stage::Solve) left = tick.velocities.rms();
    CHECK(sweep.points()[7].left == left);
    w.step(); // another step: another sweep
    CHECK_FALSE((w.state.stepView.sweep && w.state.stepView.sweep->done()));
}

TEST_CASE("a_visit_is_spelled_out_with_its_numbers")
{
    StepRecord record;
    record.solver = SolverType::SoftStep;
    record.context.pushSpeed = 3.0f;
    StepTick tick;
    tick.stage = Stage::Solve;
    tick.visits.push_back({.separation = -0.002f,
                           .speed = -0.5f,
                           .bias = -0.1f,
                           .mass = 2.0f,
                           .massScale = 0.9f,
                           .impulseScale = 0.1f,
                           .before = 1.0f,
                           .wanted = 1.98f,
                           .after = 1.98f,
                           .speedAfter = -0.01f});
    CHECK(all(arithmeticOf(record, tick)[0]) ==
          "Point 1, normal\nv = −500 mm/s, s = −2.00 mm\nbias = spring rate × s = −100 mm/s\n"
          "j = λ − k m (v + bias) − c λ\nm 2.00 kg, k 0.900, c 0.100\n"
          "= 1.00 N s + 1.08 N s − 100 mN s\n= 1.98 N s\n"
          "λ 1.00 N s → 1.98 N s, v −500 mm/s → −10.0 mm/s");
    tick.stage = Stage::Relax;
    tick.visits[0] = {
        .point = 1, .speed = 0.5f, .mass = 2.0f, .before = 0.5f, .wanted = -0.5f, .after = 0.0f};
    const Arithmetic held = arithmeticOf(record, tick)[0];
    CHECK(held.outcome == Arithmetic::Outcome::Held);
    CHECK(all(held) == "Point 2, normal\nv = 500 mm/s, s = 0 m\nbias = 0: only approach is stopped\n"
                       "j = λ − m (v + bias), m 2.00 kg\n= 500 mN s − 1.00 N s\n"
                       "= −500 mN s: held at 0, a contact does not pull\n"
                       "λ 500 mN s → 0 N s, v 500 mm/s → 0 m/s");
    tick.visits[0] = {.quantity = PointRecord::Quantity::Tangent,
                      .speed = -1.0f,
                      .mass = 2.0f,
                      .limit = 0.6f,
                      .wanted = 2.0f,
                      .after = 0.6f};
    const Arithmetic slides = arithmeticOf(record, tick)[0];
    CHECK(slides.outcome == Arithmetic::Outcome::Held);
    CHECK(slides.lines[3] == "held at the edge of the cone: it slides");
    record.solver = SolverType::SequentialImpulse;
    record.context.linearSlop = 0.005f;
    tick.visits[0] = {.quantity = PointRecord::Quantity::Position, .separation = -0.015f, .bias = -0.002f};
    CHECK(all(arithmeticOf(record, tick)[0]) ==
          "Point 1, position\ns = −15.0 mm\n10.0 mm beyond the slop, of which a share of 0.200\n"
          "moved apart by 2.00 mm; velocities stay");
    record.solver = SolverType::SoftStep;
    record.context.correction.allowed = 0.02f;
    tick.visits[0] = {.quantity = PointRecord::Quantity::Position, .separation = -0.04f, .bias = -0.006f};
    CHECK(all(arithmeticOf(record, tick)[0]) == "Point 1, position\ns = −40.0 mm\n20.0 mm beyond what is "
                                                "left to the spring, of which a share of 0.300\n"
                                                "moved apart by 6.00 mm; velocities stay");
    record.context.correction.most = 0.0125f;
    tick.visits[0] = {.quantity = PointRecord::Quantity::Position, .separation = -0.2f, .bias = -0.0125f};
    CHECK(all(arithmeticOf(record, tick)[0]) ==
          "Point 1, position\ns = −200 mm\n180 mm beyond what is left to the spring, too much for one pass\n"
          "moved apart by 12.5 mm; velocities stay");
    tick.visits[0] = {.quantity = PointRecord::Quantity::Position, .separation = -0.015f};
    CHECK(all(arithmeticOf(record, tick)[0]) ==
          "Point 1, position\ns = −15.0 mm\nwithin 20.0 mm: left to the spring");
}

TEST_CASE("the_hardest_contact_is_an_awake_one_where_there_is_one")
{
    Watched w;
    WorldSettings settings = w.state.world().settings();
    settings.sleeping = true;
    w.state.document.world.setSettings(settings);
    for (int i = 0; i < 200; ++i) w.step();
    const Contact* asleep = hardestContact(w.state.world()); // the foot of the stack
    REQUIRE(asleep != nullptr);
    const uint32_t foot = asleep->shapeB;
    const BodyId light =
        w.state.document.world.createBody({.position = {5.0f, 0.25f}, .linearVelocity = {1.0f, 0.0f}});
    w.state.document.world.addShape(light, {.geometry = makeBox(0.25f, 0.25f)});
    for (int i = 0; i < 5; ++i) w.step();
    const Contact* awake = hardestContact(w.state.world());
    REQUIRE(awake != nullptr);
    CHECK(awake->shapeB != foot);
    CHECK(awake->bodyB == light.index);
}

TEST_CASE("another_scene_is_not_shown_with_the_step_of_the_last_one")
{
    Watched w;
    for (int i = 0; i < 10; ++i) w.step();
    w.state.playback.paused = false;
    w.state.stepView.isTooDear = true; // as with a heap that takes long
    w.frame();
    CHECK_FALSE(w.state.stepAnalysis.has_value());
    for (int i = 0; i < 70; ++i) w.frame(); // tried again after a second: it was not so dear
    CHECK(w.state.stepAnalysis.has_value());
    CHECK_FALSE(w.state.stepView.isTooDear);
}

TEST_CASE("impulses_of_a_point_start_from_zero_where_the_solver_remembers_nothing")
{
    for (const SolverType solver : {SolverType::ManifoldImpulse, SolverType::VertexContact}) {
        CAPTURE(std::string(toString(solver)));
        Watched w(solver);
        int told = 0;
        for (int i = 0; i < 60; ++i) {
            w.step();
            if (!w.state.stepAnalysis || !w.state.stepAnalysis->solved() || !w.state.stepAnalysis->isLast)
                continue;
            const StepAnalysis& a = *w.state.stepAnalysis;
            CHECK(a.facts[0][0].normalImpulse == 0.0f);
            const ContactView view = findContact(w.state.world(), a.contact);
            REQUIRE(static_cast<int>(view.points.size()) == a.points());
            for (size_t k = 0; k < view.points.size(); ++k) {
                ++told;
                // Manifold impulses add up over the iterations, those of vertices start from 0 in each
                // substep.
                double sum = 0.0;
                for (size_t t = 0; t < a.facts.size(); ++t)
                    if (a.record.ticks[t].stage == Stage::Solve)
                        sum = static_cast<double>(a.facts[t][k].normalImpulse) +
                              (solver == SolverType::VertexContact ? sum : 0.0);
                CHECK(sum == doctest::Approx(static_cast<double>(view.points[k].totalImpulse)).epsilon(1e-4));
            }
        }
        CHECK(told > 40);
    }
}

TEST_CASE("every_solver_has_something_to_say_about_its_stages")
{
    for (const SolverType solver : {SolverType::SoftStep, SolverType::SequentialImpulse,
                                    SolverType::ManifoldImpulse, SolverType::VertexContact}) {
        CAPTURE(std::string(toString(solver)));
        Watched w(solver);
        for (int i = 0; i < 60; ++i) {
            w.step();
            if (!w.state.stepAnalysis || !w.state.stepAnalysis->solved()) continue;
            for (const StepTick& tick : w.state.stepAnalysis->record.ticks) {
                CHECK_FALSE(explainStage(w.state.stepAnalysis->record, tick).empty());
                CHECK(arithmeticOf(w.state.stepAnalysis->record, tick).size() == tick.visits.size());
            }
        }
        REQUIRE(w.state.stepAnalysis.has_value());
        REQUIRE(w.state.stepAnalysis->solved());
        CHECK(tickOf(w.state, Stage::Solve).visits.size() >= 2);
    }
}

TEST_CASE("the_command_line_names_contact_and_stage_or_is_told_why_not")
{
    const auto refusal = [](const Options& options) {
        Watched w;
        for (int i = 0; i < 40; ++i) {
            w.state.playback.before = w.state.world();
            w.state.document.world.step(1.0f / 60.0f);
        }
        try {
            lookInto(w.state, options);
        } catch (const std::runtime_error& error) {
            return std::string(error.what());
        }
        return fmt::format("shows {} at {}", w.state.stepAnalysis->nameB, w.state.stepView.tick);
    };
    CHECK(refusal({.render = "x.png", .watch = "0,1", .watchStage = 4}) == "shows box 1, polygon at 3");
    CHECK(refusal({.render = "x.png", .watch = "hardest"}) == "shows box 1, polygon at 0");
    CHECK(refusal({.render = "x.png", .watch = "0,2"}) == "--watch 0,2: these two bodies do not touch");
    CHECK(refusal({.render = "x.png", .watch = "0,9"}) ==
          "--watch 0,9: the world has no body 9 with a shape; it has 3 bodies");
    CHECK(refusal({.render = "x.png", .watch = "0,1", .watchStage = 99}) ==
          "--watch-stage 99: this step has 25 stages");
}
