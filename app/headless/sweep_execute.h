#pragma once

#include "app/headless/options.h"
#include "app/sweep/sweep.h"
#include "app/sweep/sweep_results.h"

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace satbox::app {

// Of `runs`, ascending, those that have no row.
std::string findMissingRuns(SweepResults& results, std::span<const size_t> runs,
                            std::vector<size_t>& missing);
std::vector<size_t> allRuns(const Sweep& sweep);

// Makes those of `runs` that have no row, where the options say, and prints how many there are, after `name`.
// `path`: of the results. After Ctrl+C, what was made is stored. Returns the exit status.
int executeRuns(const Sweep& sweep, SweepResults& results, const std::filesystem::path& path,
                const std::string& name, std::span<const size_t> runs, const SweepOptions& options);

} // namespace satbox::app
