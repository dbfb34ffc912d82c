#include "tests/bench/shrink_report.h"

#include "tests/bench/shrink_cases.h"
#include <satbox/thread_pool.h>

#include <chrono>
#include <cstdio>
#include <fmt/format.h>

namespace satbox::bench {
namespace {

bool printCase(const PlantedCase& planted, ThreadPool& pool)
{
    using Clock = std::chrono::steady_clock;
    const Clock::time_point start = Clock::now();
    const ShrinkResult result = shrink(planted.given, planted.condition, {.executor = &pool});
    const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
    const ShrinkSize before = sizeOf(planted.given), after = sizeOf(result.smallest);
    const bool isGood = result.hit && result.isMinimal && after.bodies <= planted.leastBodies + 1;
    fmt::print("{:<34}{:>7}{:>7}{:>7}{:>8}{:>7}{:>7}{:>9}{:>9.2f}{}\n", planted.name, before.bodies,
               after.bodies, planted.leastBodies, after.vertices, after.steps, after.ops, result.runs,
               seconds, isGood ? "" : "  MISSED");
    std::fflush(stdout);
    return isGood;
}

} // namespace

bool printShrinking(int threads)
{
    ThreadPool pool(threads);
    fmt::print("{:<34}{:>7}{:>7}{:>7}{:>8}{:>7}{:>7}{:>9}{:>9}\n", "case", "bodies", "after", "least",
               "corners", "steps", "ops", "runs", "seconds");
    bool allGood = true;
    for (const PlantedCase& planted : plantedCases()) allGood = printCase(planted, pool) && allGood;
    return allGood;
}

} // namespace satbox::bench
