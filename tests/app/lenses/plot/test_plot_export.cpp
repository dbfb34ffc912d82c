#include "app/lenses/plot/plot_export.h"

#include "engine/core/parse_number.h"
#include "tests/app/lenses/plot/plot_fixture.h"

#include <string>
#include <vector>

using namespace satbox;
using namespace satbox::app;
using plot_test::Plotted;

namespace {

std::vector<std::string> split(const std::string& text, char at)
{
    std::vector<std::string> parts(1);
    for (const char c : text) {
        if (c == at)
            parts.emplace_back();
        else
            parts.back() += c;
    }
    return parts;
}

std::vector<std::string> linesOf(const Plotted& p)
{
    std::vector<std::string> lines = split(plotsAsCsv(const_cast<Plotted&>(p).plot(), p.history()), '\n');
    CHECK(lines.back().empty());
    lines.pop_back();
    return lines;
}

} // namespace

TEST_CASE("the_csv_has_a_line_for_each_shown_step_and_its_numbers_read_back")
{
    Plotted p;
    p.step(30);
    const std::vector<std::string> lines = linesOf(p);
    REQUIRE(lines.size() == 32);
    CHECK(lines[0].starts_with("step,time_s,kinetic_J,potential_J,total_J,deepest_overlap_m,p99_overlap_m,"
                               "contacts,"));
    CHECK(lines[0].find(" y_m,") != std::string::npos);
    CHECK(lines[0].ends_with(" contact_force_N"));
    for (uint64_t step = 0; step <= 30; ++step) {
        const std::vector<std::string> cells = split(lines[step + 1], ',');
        REQUIRE(cells.size() == 10);
        CHECK(cells[0] == std::to_string(step));
        float total = 0.0f;
        parseNumber(cells[4].data(), cells[4].data() + cells[4].size(), total);
        CHECK(total ==
              p.plot().samples.rows(PlotSource::World).at(step)[static_cast<size_t>(WorldColumn::Total)]);
        double time = 0.0;
        parseNumber(cells[1].data(), cells[1].data() + cells[1].size(), time);
        CHECK(time == p.plot().samples.times.at(step)[0]);
    }
}

TEST_CASE("the_csv_leaves_unknown_values_empty_and_has_every_stage_and_entry")
{
    Plotted p(false);
    p.step(4);
    p.state.ui.panels.open = PlotLens::kName;
    REQUIRE(p.plot().choose("ledger,step_time").empty());
    p.step(2);
    p.fill();
    const std::vector<std::string> lines = linesOf(p);
    const std::vector<std::string> header = split(lines[0], ',');
    CHECK(header.size() == 2 + kLedgerColumns + kTimeColumns);
    CHECK(header[2] == "ledger_gravity_J");
    CHECK(header.back() == "time_whole_step_s");
    CHECK(split(lines[3], ',').back().empty());
    CHECK_FALSE(split(lines[7], ',').back().empty());
    CHECK_FALSE(split(lines[3], ',')[2].empty());
}

TEST_CASE("the_csv_has_columns_for_other_lines_of_time")
{
    Plotted p;
    REQUIRE(p.plot().choose("contacts").empty());
    p.step(20);
    p.goTo(10);
    p.changeGravity(-2.0f);
    p.step(5);
    p.plot().toggleLine(p.history().linesOfTime().front().id);
    p.frame();
    p.fill();
    const std::vector<std::string> lines = linesOf(p);
    CHECK(lines[0] == "step,time_s,contacts,line 1 contacts");
    REQUIRE(lines.size() == 22);
    CHECK(lines[1].ends_with(","));          // both lines are one there
    CHECK(split(lines[21], ',')[2].empty()); // the present line has no such step
    CHECK_FALSE(split(lines[21], ',')[3].empty());
    CHECK_FALSE(split(lines[21], ',')[1].empty()); // the time of the other line
}

TEST_CASE("names_of_bodies_with_commas_stay_in_one_cell")
{
    Plotted p;
    REQUIRE(p.plot().choose("body_y").empty());
    BodyDef def = p.state.world().bodyDef(p.upper);
    def.name = "box, \"red\"";
    p.state.history.play(op::SetBody{p.upper, def});
    p.step(1);
    CHECK(linesOf(p)[0] == "step,time_s,\"box, \"\"red\"\" y_m\"");
}
