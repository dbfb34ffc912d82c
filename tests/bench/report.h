#pragma once

#include "tests/bench/measure.h"

#include <filesystem>
#include <span>
#include <string>

namespace satbox::bench {

// The rows of one scene as an aligned table, with how many times faster than Box2D each is where Box2D is
// among them, and than with one thread where there are rows of more.
std::string formatTable(std::span<const Row> rows);

// How long each stage of those rows took that tell it, with its share of all stages; empty where none does.
std::string formatStages(std::span<const Row> rows);

// How the time for each body grows with their number: for each engine its rows, in the order given, with the
// ratio to its first. Beside the times, what the final poses are like.
std::string formatGrowth(std::span<const Row> rows);

// What the columns mean, a few lines.
std::string formatLegend();

// A list of objects, one a row: engine, scene, bodies, threads, steps, rounds, ms_per_step_median,
// ms_per_step_min, max_penetration, p99_penetration, top_dx, top_dy, max_speed;
// and stages, an object with the median in ms of each, where they were measured. Metres, seconds,
// milliseconds. Throws std::runtime_error with a sentence.
void writeJson(const std::filesystem::path& path, std::span<const Row> rows);

} // namespace satbox::bench
