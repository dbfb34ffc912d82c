#include "app/document/playback.h"
#include "app/lenses/plot/plot_curves.h"
#include "app/lenses/plot/plot_state.h"

#include "tests/app/lenses/plot/plot_fixture.h"
#include <satbox/lab/energy_ledger.h>

#include <numeric>

using namespace satbox;
using namespace satbox::app;
using plot_test::Plotted;

namespace {

const PlotQuantity& quantity(std::string_view key)
{
    for (const PlotQuantity& one : plotQuantities())
        if (one.key == key) return one;
    FAIL("no such quantity");
    return plotQuantities().front();
}

} // namespace

TEST_CASE("what_is_filled_by_replay_equals_what_was_recorded")
{
    Plotted recorded;
    recorded.step(90);
    PlotState filled = recorded.plot();
    filled.samples.clear();
    filled.fill(recorded.history(), std::numeric_limits<double>::infinity());
    CHECK(filled.missing == 0);
    for (uint64_t step = 0; step <= 90; ++step) {
        CAPTURE(step);
        const auto equal = [](std::span<const float> a, std::span<const float> b) {
            return std::equal(a.begin(), a.end(), b.begin(), b.end());
        };
        const PlotSamples& a = recorded.plot().samples;
        CHECK(equal(a.rows(PlotSource::World).at(step), filled.samples.rows(PlotSource::World).at(step)));
        CHECK(equal(a.rowsOf(recorded.upper)->at(step), filled.samples.rowsOf(recorded.upper)->at(step)));
        CHECK(a.times.at(step)[0] == filled.samples.times.at(step)[0]);
    }
}

TEST_CASE("steps_that_were_played_while_the_panel_was_closed_are_filled_in_slices")
{
    Plotted p(false);
    p.step(40);
    CHECK_FALSE(p.plot().samples.rows(PlotSource::World).has(20));
    CHECK_FALSE(p.state.lens<PlotLens>().isAnimating());
    p.state.ui.panels.open = PlotLens::kName;
    p.frame();
    for (int i = 0; i < 1000 && p.state.lens<PlotLens>().isAnimating(); ++i) p.frame();
    CHECK_FALSE(p.state.lens<PlotLens>().isAnimating());
    plot_test::checkAligned(p);
    CHECK_FALSE(p.plot().cursor.has_value());

    p.plot().samples.clear();
    p.plot().fill(p.history(), -1.0); // no time at all
    CHECK(p.plot().missing == 41);
}

TEST_CASE("a_new_step_is_measured_again_though_the_panel_is_closed_when_it_is_made")
{
    Plotted p;
    p.step(30);
    p.goTo(10);
    p.state.ui.panels.open = "Tune";
    p.changeGravity(-1.0f);
    p.step(30);
    p.state.ui.panels.open = PlotLens::kName;
    p.frame();
    p.fill();
    plot_test::checkAligned(p);
}

TEST_CASE("the_ledger_adds_up_to_the_change_of_energy")
{
    Plotted p;
    REQUIRE(p.plot().choose("energy,ledger").empty());
    p.step(20);
    p.changeGravity(-4.0f); // changes the potential energy between two steps
    p.step(70);
    p.fill();
    const std::vector<PlotCurve> curves = curvesOf(p.plot(), p.history(), quantity("ledger"));
    REQUIRE(curves.size() == 10);
    CHECK(curves.front().isBand);
    CHECK_FALSE(curves.back().isBand);
    const std::vector<double>& sum = curves.back().values;
    const auto energy = [&](uint64_t step) {
        return static_cast<double>(
            p.plot().samples.rows(PlotSource::World).at(step)[static_cast<size_t>(WorldColumn::Total)]);
    };
    for (uint64_t step = 0; step <= 90; ++step) {
        CAPTURE(step);
        CHECK(sum[step] == doctest::Approx(energy(step) - energy(0)).epsilon(1e-4));
        double bands = 0.0;
        for (const PlotCurve& curve : curves)
            if (curve.isBand) bands += curve.values[step];
        CHECK(bands == doctest::Approx(sum[step]).epsilon(1e-6));
    }
    const PlotCurve& edits = curves[8];
    CHECK(edits.label == "edits");
    CHECK(edits.values[20] == 0.0);
    CHECK(edits.values[21] < -1.0); // the weaker gravity
    CHECK(edits.values[90] == edits.values[21]);
}

TEST_CASE("steps_of_another_length_than_the_settings_say_have_their_own_ledger_and_mean_force")
{
    Plotted p;
    REQUIRE(p.plot().choose("ledger,body_force").empty());
    p.state.selection.select(p.state.world(), p.lower);
    for (int i = 0; i < 20; ++i) p.state.history.play(op::Step{1.0f / 120.0f}); // as in a recording
    World copy = p.state.world(), other = p.state.world();
    const EnergyAccount account = stepWithLedger(copy, 1.0f / 120.0f).world;
    const EnergyAccount longer = stepWithLedger(other, 1.0f / 60.0f).world;
    p.state.history.play(op::Step{1.0f / 120.0f});
    p.frame();
    p.fill();
    const std::span<const float> row = p.plot().samples.rows(PlotSource::Ledger).at(21);
    bool differs = false;
    for (size_t i = 0; i < account.entries.size(); ++i) {
        CHECK(row[i] == static_cast<float>(account.entries[i].total()));
        differs |= account.entries[i].total() != longer.entries[i].total();
    }
    CHECK(differs);
    const float force =
        p.plot().samples.rowsOf(p.lower)->at(21)[static_cast<size_t>(MotionColumn::ContactForce)];
    const float weight = -p.state.world().settings().gravity.y / p.state.world().motion(p.lower).invMass;
    CHECK(force == doctest::Approx(weight).epsilon(0.02));
    CHECK(p.history().secondsOfStep(History::kPresentLine, 21) == 1.0f / 120.0f);
    CHECK(p.history().secondsOfStep(History::kPresentLine, 0) == 1.0f / 60.0f);
}

TEST_CASE("the_ledger_of_a_step_is_that_of_the_world_directly_before_it")
{
    Plotted p;
    REQUIRE(p.plot().choose("ledger").empty());
    p.step(10);
    p.state.history.play(op::SetVelocity{p.upper, {0.0f, 5.0f}, 0.0f});
    World copy = p.state.world();
    const EnergyAccount account = stepWithLedger(copy, stepSeconds(copy)).world;
    p.step();
    p.fill();
    const std::span<const float> row = p.plot().samples.rows(PlotSource::Ledger).at(11);
    for (size_t i = 0; i < account.entries.size(); ++i)
        CHECK(row[i] == static_cast<float>(account.entries[i].total()));
    CHECK(row[kLedgerEdits] > 1.0f);
}

TEST_CASE("another_line_of_time_is_drawn_from_the_step_at_which_it_leaves_the_present_one")
{
    Plotted p;
    p.step(50);
    const std::vector<double> before = curvesOf(p.plot(), p.history(), quantity("energy"))[2].values;
    p.goTo(20);
    p.changeGravity(-3.0f);
    p.step(10);
    const uint64_t line = p.history().linesOfTime().front().id;
    p.plot().toggleLine(line);
    p.frame();
    p.fill();
    CHECK((p.plot().range == StepRange{0, 50}));
    const std::vector<PlotCurve> curves = curvesOf(p.plot(), p.history(), quantity("energy"));
    REQUIRE(curves.size() == 6);
    CHECK(curves[5].label == "total, line 1");
    CHECK(curves[5].line == 1);
    for (size_t step = 0; step <= 50; ++step) {
        CAPTURE(step);
        CHECK(std::isfinite(curves[2].values[step]) == (step <= 30));
        if (step < 20)
            CHECK(std::isnan(curves[5].values[step]));
        else
            CHECK(curves[5].values[step] == before[step]);
    }
    p.plot().toggleLine(line);
    CHECK(curvesOf(p.plot(), p.history(), quantity("energy")).size() == 3);

    p.plot().toggleLine(line);
    p.state.history.dropLine(line);
    p.frame();
    CHECK(p.plot().shownLines.empty());
    CHECK(p.plot().lines.empty());
}

TEST_CASE("curves_are_interrupted_where_time_begins_again")
{
    Plotted p;
    p.step(12);
    p.state.history.submit(restartCommand(p.state.document(), false));
    p.frame();
    p.step(5);
    const std::vector<uint8_t> breaks = breaksOf(p.plot(), 0);
    REQUIRE(breaks.size() == 18);
    CHECK(breaks[13] == 1);
    CHECK(std::accumulate(breaks.begin(), breaks.end(), 0) == 1);
}
