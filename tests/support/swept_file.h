#pragma once

#include "app/sweep/sweep_results.h"
#include "tests/app/sweep/sweep_texts.h"
#include "tests/support/paths.h"

#include <atomic>
#include <filesystem>
#include <string>
#include <vector>

namespace satbox::test {

// A results file with all runs of a sweep over kSweptScene. Precondition: app::hasSweepResults().
inline std::filesystem::path sweptFile(const std::string& folder, const std::string& inputs,
                                       const std::string& rest = {})
{
    const std::filesystem::path path = emptyArtefactFolder(folder) / "results.sqlite";
    const app::Sweep sweep = app::loadedSweep(inputs, rest);
    app::SweepResults results;
    REQUIRE(results.create(path, sweep) == "");
    const std::atomic<bool> stop{false};
    std::vector<app::SweepRow> rows;
    World scratch;
    for (size_t run = 0; run < sweep.runCount(); ++run) rows.push_back(*makeRun(sweep, run, scratch, stop));
    REQUIRE(results.addRows(sweep, rows) == "");
    return path;
}

} // namespace satbox::test
