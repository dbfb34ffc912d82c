// Bounds of the fidelity figures, measured by the functions of satbox-bench --fidelity (docs/fidelity.md).

#include "tests/bench/fidelity.h"

#include <algorithm>
#include <array>
#include <doctest/doctest.h>
#include <string>
#include <string_view>

using namespace satbox::bench;

namespace {

std::vector<Measure> measures() { return fidelityMeasures({.brief = true}); }

// Prefixes of the names of the measures that are tested here.
constexpr std::array<std::string_view, 16> kTested{
    "walls: ",        "load: ",           "overlap: ball", "overlap: 100", "overlap: compounds",
    "overlap: smash", "overlap: tumbler", "overlap: jam",  "impact: ",     "lost: tumbler",
    "lost: junkyard", "lost: smash",      "lost: washer",  "lost: mixed",  "laws: ",
    "sizes: "};

void checkMeasures(std::string_view start)
{
    int count = 0;
    for (const Measure& measure : measures()) {
        if (!measure.name.starts_with(start)) continue;
        ++count;
        const std::vector<double> values = measure.run(satboxEngine(1));
        REQUIRE(values.size() == measure.figures.size());
        for (size_t i = 0; i < values.size(); ++i) {
            const std::string name = measure.name + ": " + measure.figures[i].name;
            CAPTURE(name);
            CHECK(values[i] <= measure.figures[i].bound);
        }
    }
    CHECK(count > 0);
}

} // namespace

TEST_CASE("fast_shapes_do_not_pass_thin_walls") { checkMeasures("walls: "); }
TEST_CASE("heavy_bodies_rest_on_light_ones_and_are_not_thrown_back") { checkMeasures("load: "); }
TEST_CASE("ball_that_was_pressed_into_the_ground_is_not_thrown_up") { checkMeasures("overlap: ball"); }
TEST_CASE("circles_at_one_point_are_pushed_apart_gently") { checkMeasures("overlap: 100"); }
TEST_CASE("moving_heap_of_compounds_overlaps_little") { checkMeasures("overlap: compounds"); }
TEST_CASE("burst_block_overlaps_little") { checkMeasures("overlap: smash"); }
TEST_CASE("turning_drum_of_boxes_overlaps_little") { checkMeasures("overlap: tumbler"); }
TEST_CASE("pile_that_paddles_jam_overlaps_little") { checkMeasures("overlap: jam"); }
TEST_CASE("impacts_keep_energy_and_momentum") { checkMeasures("impact: "); }
TEST_CASE("tumbler_loses_no_body_at_any_step_rate") { checkMeasures("lost: tumbler"); }
TEST_CASE("junkyard_loses_no_body_at_any_step_rate") { checkMeasures("lost: junkyard"); }
TEST_CASE("smash_loses_no_body_at_any_step_rate") { checkMeasures("lost: smash"); }
TEST_CASE("washer_loses_no_body_at_any_step_rate") { checkMeasures("lost: washer"); }
TEST_CASE("mixed_loses_no_body_at_any_step_rate") { checkMeasures("lost: mixed"); }
TEST_CASE("stacks_of_boxes_from_a_millimetre_to_a_kilometre_stand_alike") { checkMeasures("sizes: "); }
TEST_CASE("motion_follows_closed_forms") { checkMeasures("laws: "); }

TEST_CASE("every_measure_of_fidelity_is_tested_once")
{
    for (const Measure& measure : measures()) {
        CAPTURE(measure.name);
        CHECK(std::ranges::count_if(
                  kTested, [&](std::string_view start) { return measure.name.starts_with(start); }) == 1);
        CHECK_FALSE(measure.figures.empty());
    }
}
