#pragma once

#include "tests/bench/measure.h"

#include <filesystem>
#include <span>
#include <string>

namespace satbox::bench {

// The rows of one scene as an aligned table, with the speed-up over Box2D if Box2D is among them, and over
// one thread if there are rows with more threads.
std::string formatTable(std::span<const Row> rows);

// The time of each stage and its share, for the rows that have stages; empty if none has.
std::string formatStages(std::span<const Row> rows);

// The growth of the time per body with their number: for each engine its rows, in the given order, with the
// ratio to its first row; also the figures of the final poses.
std::string formatGrowth(std::span<const Row> rows);

// Explains the columns in a few lines.
std::string formatLegend();

// Writes a list of objects, one per row: engine, scene, bodies, threads, steps, rounds, ms_per_step_median,
// ms_per_step_quiet, max_penetration, p99_penetration, top_dx, top_dy, max_speed; memory, an object, if the
// engine reports it; stages, an object with the median of each in ms, if they were measured. Lengths are in
// m, speeds in m/s. Throws std::runtime_error with a message.
void writeJson(const std::filesystem::path& path, std::span<const Row> rows);

} // namespace satbox::bench
