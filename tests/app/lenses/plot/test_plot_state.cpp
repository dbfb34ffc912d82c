#include "app/lenses/plot/plot_state.h"

#include "tests/app/lenses/plot/plot_fixture.h"

using namespace satbox;
using namespace satbox::app;
using plot_test::Plotted;

TEST_CASE("samples_are_those_of_their_steps_after_running_and_seeking")
{
    Plotted p;
    p.step(60);
    plot_test::checkAligned(p);
    p.goTo(20);
    plot_test::checkAligned(p);
    p.step(10); // replayed
    p.goTo(60);
    p.step(10);
    plot_test::checkAligned(p);
}

TEST_CASE("after_a_change_in_the_past_samples_are_those_of_the_new_line")
{
    Plotted p;
    p.step(50);
    const float before =
        p.plot().samples.rows(PlotSource::World).at(50)[static_cast<size_t>(WorldColumn::Total)];
    p.goTo(20);
    p.changeGravity(-3.0f);
    CHECK(p.history().lastStep() == 20);
    p.step(40);
    plot_test::checkAligned(p);
    CHECK(p.plot().samples.rows(PlotSource::World).at(50)[static_cast<size_t>(WorldColumn::Total)] != before);

    // The other line again.
    REQUIRE(p.state.history.switchToLine(p.history().linesOfTime().front().id));
    p.frame();
    p.fill();
    plot_test::checkAligned(p);
    CHECK(p.plot().samples.rows(PlotSource::World).at(50)[static_cast<size_t>(WorldColumn::Total)] == before);
}

TEST_CASE("a_tool_that_acts_before_a_step_in_the_past_makes_a_branch_of_the_samples_too")
{
    Plotted p;
    p.step(30);
    p.goTo(29);
    // The only step that follows is made again, with another velocity: the number of steps is the same.
    p.state.history.play(op::SetVelocity{p.upper, {3.0f, 0.0f}, 0.0f});
    p.step();
    REQUIRE(p.history().lastStep() == 30);
    plot_test::checkAligned(p);
}

TEST_CASE("undo_and_redo_after_other_steps_drop_what_was_played_in_between")
{
    Plotted p;
    p.step(20);
    p.changeGravity(-2.0f);
    p.step(30);
    p.state.requests.actions.push_back(Action::Undo);
    p.frame();
    CHECK(p.history().lastStep() == 20);
    p.step(20); // with the old gravity
    plot_test::checkAligned(p);
    p.state.requests.actions.push_back(Action::Redo);
    p.frame();
    CHECK(p.history().lastStep() == 50);
    p.fill();
    plot_test::checkAligned(p);
}

TEST_CASE("another_document_begins_with_no_samples")
{
    Plotted p;
    p.step(10);
    p.state.history.reset(Document());
    p.frame();
    CHECK_FALSE(p.plot().samples.rows(PlotSource::World).has(5));
    CHECK(p.plot().samples.rows(PlotSource::World).at(0)[static_cast<size_t>(WorldColumn::Total)] == 0.0f);
}

TEST_CASE("the_shown_steps_follow_the_end_and_stay_while_the_present_in_the_past_is_among_them")
{
    Plotted p;
    p.plot().span = PlotSpan::TwoSeconds;
    p.step(200);
    CHECK((p.plot().range == StepRange{80, 200}));
    p.goTo(90);
    CHECK((p.plot().range == StepRange{80, 200}));
    p.goTo(70);
    CHECK((p.plot().range == StepRange{10, 130}));
    p.goTo(20);
    CHECK((p.plot().range == StepRange{10, 130}));
    p.goTo(3);
    CHECK((p.plot().range == StepRange{0, 120}));
    p.plot().isDragging = true;
    p.goTo(200);
    CHECK((p.plot().range == StepRange{0, 120}));
    p.plot().isDragging = false;
    p.plot().span = PlotSpan::All;
    p.frame();
    CHECK((p.plot().range == StepRange{0, 200}));
}

TEST_CASE("at_most_four_selected_bodies_are_plotted_and_samples_of_others_are_dropped")
{
    Plotted p;
    p.step(5);
    CHECK(p.plot().samples.rowsOf(p.lower) == nullptr);
    p.state.selection.select(p.state.world(), p.lower);
    p.frame();
    p.fill();
    CHECK(p.plot().samples.rowsOf(p.upper) == nullptr);
    REQUIRE(p.plot().samples.rowsOf(p.lower) != nullptr);
    CHECK(p.plot().samples.rowsOf(p.lower)->has(3));

    std::vector<BodyId> many;
    for (uint32_t i = 0; i < 6; ++i) many.push_back({i, 0});
    p.plot().followBodies(many);
    CHECK(p.plot().bodies.size() == PlotState::kMaxBodies);
}

TEST_CASE("the_contact_force_of_a_body_at_rest_is_its_weight")
{
    Plotted p;
    p.state.selection.select(p.state.world(), p.lower);
    p.step(20); // the upper box still falls
    const float force =
        p.plot().samples.rowsOf(p.lower)->at(20)[static_cast<size_t>(MotionColumn::ContactForce)];
    const World& world = p.state.world();
    const float weight = -world.settings().gravity.y / world.motion(p.lower).invMass;
    CHECK(force == doctest::Approx(weight).epsilon(0.01));
}

TEST_CASE("step_times_are_recorded_for_new_steps_only")
{
    Plotted p;
    REQUIRE(p.plot().choose("step_time").empty());
    p.step(5);
    p.state.ui.panels.open = "Tune";
    p.step(5);
    p.state.ui.panels.open = PlotLens::kName;
    p.step(5);
    const StepRows<float>& times = p.plot().samples.rows(PlotSource::StepTime);
    CHECK(times.has(5));
    CHECK_FALSE(times.has(6));
    CHECK(times.has(15));
    const float third = times.at(3)[kTotalTime];
    p.goTo(2);
    p.step(6); // replayed
    CHECK(times.at(3)[kTotalTime] == third);
    CHECK_FALSE(times.has(6));
    CHECK(p.plot().missing == 0);
}

TEST_CASE("quantities_are_chosen_by_key_and_an_unknown_one_is_refused")
{
    PlotState state;
    CHECK(state.choose("momentum,ledger").empty());
    CHECK(state.plots(PlotSource::Ledger));
    CHECK_FALSE(state.plots(PlotSource::Body));
    const std::string refusal = state.choose("energy,colour");
    CHECK(refusal.starts_with("\"colour\" is no quantity: expected energy, momentum"));
    CHECK(state.plots(PlotSource::Ledger)); // nothing has changed
}
