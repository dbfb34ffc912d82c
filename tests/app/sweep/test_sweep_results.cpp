#include "app/sweep/sweep_results.h"
#include "tests/app/sweep/sweep_texts.h"
#include "tests/support/paths.h"

#include <atomic>
#include <filesystem>
#include <fstream>

namespace satbox::app {
namespace {

namespace fs = std::filesystem;

std::vector<SweepRow> rowsOf(const Sweep& sweep, std::initializer_list<size_t> runs)
{
    const std::atomic<bool> goOn{false};
    std::vector<SweepRow> rows;
    World scratch;
    for (const size_t run : runs) rows.push_back(*makeRun(sweep, run, scratch, goOn));
    return rows;
}

std::vector<size_t> runsIn(SweepResults& results)
{
    std::vector<size_t> runs;
    REQUIRE(results.readRuns(runs) == "");
    return runs;
}

} // namespace

TEST_CASE("rows_are_read_back_as_they_were_written_by_number_whatever_the_order_of_writing" *
          doctest::skip(!hasSweepResults()))
{
    const fs::path folder = test::emptyArtefactFolder("sweep_results_rows");
    const Sweep sweep = loadedSweep(R"(, "gravity.y": [-1, -2.5, -3], "solver": "soft-step")",
                                    R"(, "metrics": ["end.speed", "rest.time"])");
    SweepResults results;
    REQUIRE(results.create(folder / "r.sqlite", sweep) == "");
    const std::vector<SweepRow> rows = rowsOf(sweep, {2, 0});
    REQUIRE(results.addRows(sweep, rows) == "");
    CHECK(runsIn(results) == std::vector<size_t>{0, 2});

    SweepResults reader;
    REQUIRE(reader.open(folder / "r.sqlite") == "");
    std::vector<SweepColumn> columns;
    REQUIRE(reader.readColumns(columns) == "");
    CHECK(columns == sweep.columns());
    const std::string names[] = {"gravity.y", "solver",  "end.speed", "rest.time",
                                 "hash",      "version", "failure"};
    std::vector<std::vector<SweepValue>> read;
    REQUIRE(reader.readRows(names, [&](size_t run, std::span<const SweepValue> values) {
        CHECK(run == (read.empty() ? 0 : 2));
        read.emplace_back(values.begin(), values.end());
    }) == "");
    REQUIRE(read.size() == 2);
    CHECK(read[1][0] == SweepValue(-3.0));
    CHECK(read[1][1] == SweepValue(std::string("soft-step")));
    CHECK(read[1][2] == rows[0].results[1]);
    CHECK(read[1][3] == SweepValue());
    CHECK(read[1][4] != read[0][4]);
    CHECK(std::get<std::string>(read[1][4]).size() == 16);
    CHECK(read[1][5] == SweepValue(sweep.version()));
    CHECK(read[1][6] == SweepValue());
}

TEST_CASE("the_sweep_itself_is_in_the_file_so_that_its_runs_can_be_rebuilt" *
          doctest::skip(!hasSweepResults()))
{
    const fs::path folder = test::emptyArtefactFolder("sweep_results_source");
    const Sweep sweep = loadedSweep(R"(, "gravity.y": [-1, -2])");
    {
        SweepResults results;
        REQUIRE(results.create(folder / "r.sqlite", sweep) == "");
    }
    SweepResults reader;
    REQUIRE(reader.open(folder / "r.sqlite") == "");
    SweepSource source;
    REQUIRE(reader.readSource(source) == "");
    Sweep again;
    REQUIRE(again.load(source, "r.sqlite") == "");
    CHECK(again.keyOf(1) == sweep.keyOf(1));
    CHECK(again.startOf(1).scene.world == sweep.startOf(1).scene.world);
}

TEST_CASE("a_changed_sweep_keeps_the_rows_of_runs_that_it_still_has_under_their_new_numbers" *
          doctest::skip(!hasSweepResults()))
{
    const fs::path folder = test::emptyArtefactFolder("sweep_results_changed");
    const fs::path path = folder / "r.sqlite";
    {
        const Sweep sweep = loadedSweep(R"(, "gravity.y": [-1, -2, -3])");
        SweepResults results;
        REQUIRE(results.create(path, sweep) == "");
        REQUIRE(results.addRows(sweep, rowsOf(sweep, {0, 1, 2})) == "");
    }
    const Sweep wider = loadedSweep(R"(, "gravity.y": [-5, -3, -2])");
    SweepResults results;
    REQUIRE(results.create(path, wider) == "");
    CHECK(runsIn(results) == std::vector<size_t>{1, 2});
    const Sweep more =
        loadedSweep(R"(, "gravity.y": [-3, -2], "substeps": [4, 8])", R"(, "metrics": ["peak.speed"])");
    REQUIRE(results.create(path, more) == ""); // new columns, and new keys
    CHECK(runsIn(results).empty());
    REQUIRE(results.addRows(more, rowsOf(more, {3})) == "");
    CHECK(runsIn(results) == std::vector<size_t>{3});
    const Sweep first = loadedSweep(R"(, "gravity.y": [-1, -2, -3])");
    REQUIRE(results.create(path, first) == "");
    CHECK(runsIn(results) == std::vector<size_t>{0, 1, 2}); // nothing was lost
}

TEST_CASE("rows_of_task_files_are_added_once" * doctest::skip(!hasSweepResults()))
{
    const fs::path folder = test::emptyArtefactFolder("sweep_results_tasks");
    const Sweep sweep = loadedSweep(R"(, "gravity.y": [-1, -2, -3])");
    const auto writeTask = [&](const char* name, std::initializer_list<size_t> runs) {
        SweepResults task;
        REQUIRE(task.create(folder / name, sweep) == "");
        const std::vector<size_t> todo(runs);
        REQUIRE(task.writeTodo(todo) == "");
        std::vector<size_t> read;
        REQUIRE(task.readTodo(read) == "");
        CHECK(read == todo);
        REQUIRE(task.addRows(sweep, rowsOf(sweep, runs)) == "");
    };
    writeTask("1.sqlite", {0, 2});
    writeTask("2.sqlite", {1, 2});
    SweepResults results;
    REQUIRE(results.create(folder / "r.sqlite", sweep) == "");
    REQUIRE(results.addRowsOf(sweep, folder / "1.sqlite") == "");
    REQUIRE(results.addRowsOf(sweep, folder / "2.sqlite") == "");
    REQUIRE(results.numberRows(sweep) == "");
    CHECK(runsIn(results) == std::vector<size_t>{0, 1, 2});
    CHECK(results.addRowsOf(sweep, folder / "3.sqlite").ends_with("3.sqlite: there is no such file"));
}

TEST_CASE("files_that_are_no_results_are_refused_and_stay_as_they_are" * doctest::skip(!hasSweepResults()))
{
    const fs::path folder = test::emptyArtefactFolder("sweep_results_refused");
    const fs::path path = folder / "text.sqlite";
    std::ofstream(path)
        << "This is a text of a user, long enough to be taken for a header of a database, and it is not one.";
    const Sweep sweep = loadedSweep("");
    SweepResults results;
    CHECK(results.open(path).find("text.sqlite: ") != std::string::npos);
    CHECK(results.create(path, sweep).find("text.sqlite: ") != std::string::npos);
    std::string text;
    std::getline(std::ifstream(path) >> std::ws, text);
    CHECK(text.starts_with("This is a text"));
    CHECK(results.open(folder / "none.sqlite").ends_with("none.sqlite: there is no such file"));
    CHECK_FALSE(fs::exists(folder / "none.sqlite"));
    CHECK(results.create(folder / "no/such/r.sqlite", sweep) != "");
}

TEST_CASE("a_program_without_sqlite_says_what_is_missing" * doctest::skip(hasSweepResults()))
{
    SweepResults results;
    CHECK(results.open("r.sqlite").find("r.sqlite: this program was built without SQLite") == 0);
}

} // namespace satbox::app
