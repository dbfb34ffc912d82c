// The bounds that are wanted of the figures of fidelity, the ones that satbox-bench --fidelity prints
// (docs/fidelity.md), with fewer repetitions.

#include "tests/bench/fidelity.h"

#include <doctest/doctest.h>

using namespace satbox::bench;

namespace {

constexpr int kShots = 500;

void checkTheme(const std::string& theme)
{
    bool found = false;
    for (const Measure& measure : fidelityMeasures({.shots = kShots, .brief = true})) {
        if (themeOf(measure) != theme) continue;
        found = true;
        const std::vector<double> values = measure.run(satboxEngine(1));
        REQUIRE(values.size() == measure.figures.size());
        for (size_t i = 0; i < values.size(); ++i) {
            INFO(measure.name, ": ", measure.figures[i].name);
            CHECK(values[i] <= measure.figures[i].wanted);
        }
    }
    CHECK(found);
}

} // namespace

TEST_CASE("fast_shapes_do_not_pass_thin_walls") { checkTheme("walls"); }
TEST_CASE("heavy_bodies_rest_on_light_ones_and_are_not_thrown_back") { checkTheme("load"); }
TEST_CASE("overlap_stays_small_and_is_pushed_apart_gently") { checkTheme("overlap"); }
TEST_CASE("impacts_keep_energy_and_momentum") { checkTheme("impact"); }
TEST_CASE("crowds_lose_no_body_at_any_step_rate") { checkTheme("lost"); }
TEST_CASE("motion_follows_closed_forms") { checkTheme("laws"); }

TEST_CASE("every_measure_of_fidelity_belongs_to_a_theme_that_is_tested")
{
    for (const Measure& measure : fidelityMeasures({.shots = kShots, .brief = true})) {
        const std::string theme = themeOf(measure);
        CAPTURE(measure.name);
        CHECK((theme == "walls" || theme == "load" || theme == "overlap" || theme == "impact" ||
               theme == "lost" || theme == "laws"));
        CHECK_FALSE(measure.figures.empty());
    }
}
