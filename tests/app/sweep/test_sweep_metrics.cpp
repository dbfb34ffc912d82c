#include "app/sweep/sweep_metrics.h"

#include "tests/support/paths.h"
#include <satbox/lab/metrics.h>

#include <doctest/doctest.h>
#include <set>
#include <string>
#include <string_view>

namespace satbox::app {
namespace {

// A ball of 1 kg, 0.5 m above the ground.
World fallingBall()
{
    World world;
    const BodyId ground = world.createBody({.type = BodyType::Static});
    world.addShape(ground, {.geometry = makeBox(10.0f, 0.5f)});
    const BodyId ball = world.createBody({.position = {0.0, 1.5}});
    world.addShape(ball, {.geometry = Circle{{0.0f, 0.0f}, 0.5f}, .material = {.density = 4.0f / kPi}});
    return world;
}

// The same with two boxes that stand deep in the ground, and with a ball that moves sideways and spins.
World unequalMetrics()
{
    World world = fallingBall();
    for (const double x : {-4.0, -2.0}) {
        const BodyId box = world.createBody({.position = {x, 0.98}});
        world.addShape(box, {.geometry = makeBox(0.5f, 0.5f)});
    }
    world.setVelocity(world.bodyAt(1), {1.5f, 0.0f}, 3.0f);
    return world;
}

std::vector<SweepValue> measured(World& world, const std::vector<SweepMetricId>& metrics, int steps)
{
    SweepMeasurement measurement(metrics);
    measurement.begin(world);
    for (int i = 0; i < steps; ++i) {
        world.step(1.0f / 60.0f);
        measurement.afterStep(world);
    }
    return measurement.finish(world);
}

} // namespace

TEST_CASE("the_table_of_metrics_is_in_order_and_names_are_found")
{
    for (size_t i = 0; i < sweepMetrics().size(); ++i) CHECK(static_cast<size_t>(sweepMetrics()[i].id) == i);
    REQUIRE(findSweepMetric("end.overlap99") != nullptr);
    CHECK(findSweepMetric("end.overlap99")->id == SweepMetricId::Overlap99);
    CHECK(findSweepMetric("overlap") == nullptr);
}

TEST_CASE("the_table_of_metrics_in_the_documentation_is_that_of_the_program")
{
    std::string expected = "\n| Metric | Unit | Meaning |\n|---|---|---|\n";
    for (const SweepMetric& metric : sweepMetrics())
        expected += "| `" + std::string(metric.name) + "` | " + std::string(metric.unit) + " | " +
                    std::string(metric.help) + " |\n";
    const std::string text = test::textOf(test::sourcePath("docs/sweeps.md"));
    constexpr std::string_view kBegin = "<!-- metrics -->\n", kEnd = "\n<!-- end of metrics -->";
    const size_t begin = text.find(kBegin), end = text.find(kEnd);
    REQUIRE(begin != std::string::npos);
    REQUIRE(end != std::string::npos);
    CHECK(text.substr(begin + kBegin.size(), end - begin - kBegin.size()) == expected);
}

TEST_CASE("metrics_of_the_end_are_those_of_measure")
{
    World world = unequalMetrics();
    std::vector<SweepMetricId> all;
    for (const SweepMetric& metric : sweepMetrics()) all.push_back(metric.id);
    const std::vector<SweepValue> values = measured(world, all, 10);
    const WorldMetrics m = measure(world);
    const auto value = [&](SweepMetricId id) { return values[static_cast<size_t>(id)]; };
    CHECK(value(SweepMetricId::Time) == SweepValue(m.time));
    CHECK(value(SweepMetricId::Kinetic) == SweepValue(m.kinetic));
    CHECK(value(SweepMetricId::Potential) == SweepValue(m.potential));
    CHECK(value(SweepMetricId::Energy) == SweepValue(m.total));
    CHECK(value(SweepMetricId::MomentumX) == SweepValue(m.momentumX));
    CHECK(value(SweepMetricId::MomentumY) == SweepValue(m.momentumY));
    CHECK(value(SweepMetricId::AngularMomentum) == SweepValue(m.angularMomentum));
    CHECK(value(SweepMetricId::Contacts) == SweepValue(int64_t{m.contacts}));
    CHECK(value(SweepMetricId::Overlap) == SweepValue(m.maxPenetration));
    CHECK(value(SweepMetricId::Overlap99) == SweepValue(m.p99Penetration));
    CHECK(value(SweepMetricId::Awake) == SweepValue(int64_t{m.awakeBodies}));
    CHECK(value(SweepMetricId::Speed) == SweepValue(m.maxSpeed));
    CHECK(value(SweepMetricId::Frozen) == SweepValue(int64_t{0}));
    std::set<double> different; // so that a metric in the place of another one is noticed
    for (const SweepMetricId id :
         {SweepMetricId::Time, SweepMetricId::Kinetic, SweepMetricId::Potential, SweepMetricId::Energy,
          SweepMetricId::MomentumX, SweepMetricId::MomentumY, SweepMetricId::AngularMomentum,
          SweepMetricId::Contacts, SweepMetricId::Overlap, SweepMetricId::Awake, SweepMetricId::Speed,
          SweepMetricId::Frozen})
        CHECK(different.insert(numberOf(value(id))).second);
}

TEST_CASE("peaks_are_those_of_all_steps_and_of_the_start")
{
    World world = fallingBall();
    const double start = measure(world).total;
    const std::vector<SweepValue> values = measured(
        world, {SweepMetricId::PeakSpeed, SweepMetricId::PeakOverlap, SweepMetricId::PeakEnergy}, 60);
    CHECK(numberOf(values[0]) == doctest::Approx(3.13).epsilon(0.05)); // sqrt(2 g h), h = 0.5 m
    CHECK(numberOf(values[1]) > measure(world).maxPenetration);
    CHECK(numberOf(values[2]) == doctest::Approx(start));
    CHECK(measure(world).maxSpeed < 0.1);
}

TEST_CASE("the_time_of_rest_is_when_the_last_body_fell_asleep_and_none_while_one_is_awake")
{
    World world = fallingBall();
    CHECK(measured(world, {SweepMetricId::RestTime}, 30)[0] == SweepValue());
    const std::vector<SweepValue> values =
        measured(world, {SweepMetricId::RestTime, SweepMetricId::Awake}, 300);
    CHECK(values[1] == SweepValue(int64_t{0}));
    CHECK(numberOf(values[0]) > 0.5);
    CHECK(numberOf(values[0]) < 3.0);
    const double rest = numberOf(values[0]);
    CHECK(rest < world.time());
    const double beginning = world.time(); // of a run that is asleep from the beginning
    CHECK(measured(world, {SweepMetricId::RestTime}, 10)[0] == SweepValue(beginning));
}

} // namespace satbox::app
