#include "app/lenses/step/step_text.h"

#include "tests/app/view/view_fixture.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

using namespace satbox;
using namespace satbox::app;
using satbox::test::FallingBoxes;

namespace {

std::string all(const VisitText& visit)
{
    std::string text = visit.title;
    for (const std::string& line : visit.lines) text += "\n" + line;
    std::string plain; // no-break spaces, of two bytes, replaced by spaces
    for (size_t i = 0; i < text.size(); ++i) {
        const bool noBreak = text.compare(i, 2, "\u00a0") == 0;
        plain.push_back(noBreak ? ' ' : text[i]);
        i += noBreak ? 1 : 0;
    }
    return plain;
}

} // namespace

TEST_CASE("the_text_of_a_visit_has_its_numbers")
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
    CHECK(all(visitTexts(record, tick)[0]) ==
          "Point 1, normal\nv = −500 mm/s, s = −2.00 mm\nbias = spring rate × s = −100 mm/s\n"
          "j = λ − k m (v + bias) − c λ\nm 2.00 kg, k 0.900, c 0.100\n"
          "= 1.00 N s + 1.08 N s − 100 mN s\n= 1.98 N s\n"
          "λ 1.00 N s → 1.98 N s, v −500 mm/s → −10.0 mm/s");
    tick.stage = Stage::Relax;
    tick.visits[0] = {
        .point = 1, .speed = 0.5f, .mass = 2.0f, .before = 0.5f, .wanted = -0.5f, .after = 0.0f};
    const VisitText held = visitTexts(record, tick)[0];
    CHECK(held.outcome == VisitText::Outcome::Clamped);
    CHECK(all(held) == "Point 2, normal\nv = 500 mm/s, s = 0 m\nbias = 0: only approach is stopped\n"
                       "j = λ − m (v + bias), m 2.00 kg\n= 500 mN s − 1.00 N s\n"
                       "= −500 mN s: clamped to 0, a contact cannot pull\n"
                       "λ 500 mN s → 0 N s, v 500 mm/s → 0 m/s");
    tick.visits[0] = {.quantity = PointRecord::Quantity::Tangent,
                      .speed = -1.0f,
                      .mass = 2.0f,
                      .limit = 0.6f,
                      .wanted = 2.0f,
                      .after = 0.6f};
    const VisitText slides = visitTexts(record, tick)[0];
    CHECK(slides.outcome == VisitText::Outcome::Clamped);
    CHECK(slides.lines[3] == "clamped to the cone: it slides");
    record.solver = SolverType::SequentialImpulse;
    record.context.linearSlop = 0.005f;
    tick.visits[0] = {.quantity = PointRecord::Quantity::Position, .separation = -0.015f, .bias = -0.002f};
    CHECK(all(visitTexts(record, tick)[0]) ==
          "Point 1, position\ns = −15.0 mm\n10.0 mm beyond the slop, times 0.200\n"
          "moved apart by 2.00 mm; velocities unchanged");
    record.solver = SolverType::SoftStep;
    record.context.correction.remainingOverlap = 0.02f;
    tick.visits[0] = {.quantity = PointRecord::Quantity::Position, .separation = -0.04f, .bias = -0.006f};
    CHECK(all(visitTexts(record, tick)[0]) == "Point 1, position\ns = −40.0 mm\n20.0 mm beyond what is "
                                              "left to the spring, times 0.300\n"
                                              "moved apart by 6.00 mm; velocities unchanged");
    record.context.correction.maxCorrection = 0.0125f;
    tick.visits[0] = {.quantity = PointRecord::Quantity::Position, .separation = -0.2f, .bias = -0.0125f};
    CHECK(all(visitTexts(record, tick)[0]) == "Point 1, position\ns = −200 mm\n180 mm beyond what is left to "
                                              "the spring, limited to the maximum per pass\n"
                                              "moved apart by 12.5 mm; velocities unchanged");
    tick.visits[0] = {.quantity = PointRecord::Quantity::Position, .separation = -0.015f};
    CHECK(all(visitTexts(record, tick)[0]) ==
          "Point 1, position\ns = −15.0 mm\nwithin 20.0 mm: left to the spring");
}

TEST_CASE("a_bounce_counts_its_impacts_and_states_its_impulse")
{
    StepRecord record;
    record.solver = SolverType::SoftStep;
    StepTick tick;
    tick.stage = Stage::ApplyRestitution;
    const PointRecord visit{
        .speed = -2.0f, .bias = -1.0f, .mass = 2.0f, .wanted = 6.0f, .after = 6.0f, .speedAfter = 1.0f};
    tick.visits = {visit, visit};
    const std::vector<VisitText> both = visitTexts(record, tick);
    REQUIRE(both.size() == 2);
    CHECK(all(both[0]) == "Point 1, normal\nv = −2.00 m/s, s = 0 m\nbias = e v = −1.00 m/s\n"
                          "j = −m (v + bias), m 2.00 kg\n= 6.00 N s\n"
                          "applies 6.00 N s, v −2.00 m/s → 1.00 m/s");
    CHECK(both[1].title == "Point 1, normal, impact 2");
}

TEST_CASE("impacts_are_counted_for_each_of_the_many_points_of_vertex_contacts")
{
    StepRecord record;
    record.solver = SolverType::VertexContact;
    StepTick tick;
    tick.stage = Stage::ApplyRestitution;
    for (const uint8_t point : {uint8_t{2}, uint8_t{15}, uint8_t{15}})
        tick.visits.push_back({.point = point});
    const std::vector<VisitText> visits = visitTexts(record, tick);
    REQUIRE(visits.size() == 3);
    CHECK(visits[0].title.find("impact") == std::string::npos);
    CHECK(visits[1].title.find("impact") == std::string::npos);
    CHECK(visits[2].title.ends_with("impact 2"));
}

TEST_CASE("a_speculative_point_may_close_its_gap_but_not_more")
{
    StepRecord record;
    record.solver = SolverType::SoftStep;
    StepTick tick;
    tick.stage = Stage::Solve;
    tick.visits.push_back({.separation = 0.01f, .bias = 2.4f, .mass = 1.0f});
    CHECK(all(visitTexts(record, tick)[0]).find("bias = gap / h = 2.40 m/s: the gap may close, no more") !=
          std::string::npos);
}

TEST_CASE("a_stage_without_a_visit_says_why_there_is_none")
{
    StepRecord record;
    StepTick tick;
    tick.stage = Stage::Solve;
    record.solver = SolverType::SoftStep;
    CHECK(visitTexts(record, tick).empty());
    CHECK(explainStage(record, tick) == "This contact was skipped: none of its points overlaps.");
    record.solver = SolverType::VertexContact;
    CHECK(explainStage(record, tick).find("no vertex") != std::string::npos);
    tick.stage = Stage::ApplyRestitution;
    CHECK(explainStage(record, tick).find("approaches fast enough") != std::string::npos);
}

TEST_CASE("every_stage_of_every_solver_has_a_text")
{
    for (const SolverType solver : {SolverType::SoftStep, SolverType::SequentialImpulse,
                                    SolverType::ManifoldImpulse, SolverType::VertexContact}) {
        CAPTURE(std::string(toString(solver)));
        FallingBoxes boxes(solver);
        size_t most = 0; // visits of one pass
        for (int i = 0; i < 60; ++i) {
            const auto a = boxes.step();
            if (!a) continue;
            for (const StepTick& tick : a->record.ticks) {
                CHECK_FALSE(explainStage(a->record, tick).empty());
                CHECK(visitTexts(a->record, tick).size() == tick.visits.size());
                if (tick.stage == Stage::Solve) most = std::max(most, tick.visits.size());
            }
        }
        CHECK(most >= 2);
    }
}

TEST_CASE("friction_on_a_moving_surface_shows_its_speed")
{
    StepRecord record;
    record.solver = SolverType::SoftStep;
    StepTick tick;
    tick.stage = Stage::Relax;
    tick.visits.push_back({.quantity = PointRecord::Quantity::Tangent,
                           .speed = -0.5f,
                           .bias = 2.0f,
                           .mass = 0.5f,
                           .limit = 3.0f,
                           .before = 0.25f,
                           .wanted = -0.5f,
                           .after = -0.5f});
    const std::string text = all(visitTexts(record, tick)[0]);
    CHECK(text.find("v = −500 mm/s along the tangent\nu = 2.00 m/s, the surface speed of both\n"
                    "j = λ − m (v + u) = 250 mN s − 750 mN s, m 500 g\n= −500 mN s;") != std::string::npos);
    tick.visits[0].bias = 0.0f;
    CHECK(all(visitTexts(record, tick)[0]).find("j = λ − m v = 250 mN s + 250 mN s") != std::string::npos);
}
