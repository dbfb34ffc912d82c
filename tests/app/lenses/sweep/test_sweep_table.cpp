#include "app/lenses/sweep/sweep_table.h"

#include "tests/support/swept_file.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>

namespace satbox::app {

TEST_CASE("a_results_file_is_read_with_its_columns_rows_and_sweep" * doctest::skip(!hasSweepResults()))
{
    const auto path =
        test::sweptFile("sweep_table_read", R"(, "gravity.y": [-1, -9, -5], "substeps": [2, 4])",
                        R"(, "metrics": ["end.speed", "rest.time"])");
    CHECK(isSweepFile(path));
    SweepTable table;
    REQUIRE(readSweepTable(path, table) == "");
    CHECK(table.rows.size() == 6);
    CHECK(table.sweep->runCount() == 6);
    CHECK(table.version == table.sweep->version());
    std::vector<std::string> varied;
    for (const size_t column : table.variedInputs()) varied.push_back(table.columns[column].name);
    CHECK(varied == std::vector<std::string>{"gravity.y", "substeps"});
    bool hasSpeed = false;
    for (const size_t column : table.results()) {
        hasSpeed |= table.columns[column].name == "end.speed";
        CHECK(table.columns[column].name != "rest.time"); // nothing came to rest in ten steps
    }
    CHECK(hasSpeed);
    CHECK(table.stepsOf(table.rows[3]) == 10);
}

TEST_CASE("a_run_that_a_condition_ended_has_fewer_steps" * doctest::skip(!hasSweepResults()))
{
    const auto path =
        test::sweptFile("sweep_table_until", R"(, "gravity.y": [-9, -90])", R"(, "until": "speed > 5")");
    SweepTable table;
    REQUIRE(readSweepTable(path, table) == "");
    CHECK(table.stepsOf(table.rows[0]) == 10);
    CHECK(table.stepsOf(table.rows[1]) < 10);
}

TEST_CASE("files_that_hold_no_results_are_refused_and_what_is_open_stays")
{
    const std::filesystem::path folder = test::emptyArtefactFolder("sweep_table_refused");
    std::ofstream(folder / "text.sqlite") << "not a database";
    CHECK_FALSE(isSweepFile(folder / "text.sqlite"));
    CHECK_FALSE(isSweepFile(folder / "missing.sqlite"));
    CHECK_FALSE(isSweepFile(folder));
    SweepTable table;
    table.version = "kept";
    CHECK(readSweepTable(folder / "text.sqlite", table).find("text.sqlite") != std::string::npos);
    CHECK(readSweepTable(folder / "missing.sqlite", table).find("missing.sqlite") != std::string::npos);
    CHECK(table.version == "kept");
    if (!hasSweepResults()) return;
    SweepResults empty;
    REQUIRE(empty.create(folder / "empty.sqlite", loadedSweep(R"(, "substeps": [1, 2])")) == "");
    CHECK(readSweepTable(folder / "empty.sqlite", table).find("no runs yet") != std::string::npos);
}

} // namespace satbox::app
