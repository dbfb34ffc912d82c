#include "tests/bench/report.h"

#include <algorithm>
#include <fmt/format.h>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace satbox::bench {
namespace {

using Time = double Row::*; // ms per step

std::string ratio(const Row* slow, const Row& fast, Time time)
{
    if (!slow || fast.*time <= 0.0) return "-";
    return fmt::format("{:.2f}x", slow->*time / fast.*time);
}

const Row* findBox2d(std::span<const Row> rows)
{
    const auto box2d =
        std::find_if(rows.begin(), rows.end(), [](const Row& r) { return r.engine.starts_with("Box2D"); });
    return box2d == rows.end() ? nullptr : &*box2d;
}

// The row of the same engine with one thread; nullptr for such a row itself.
const Row* findOneThread(std::span<const Row> rows, const Row& row)
{
    const auto one = std::find_if(rows.begin(), rows.end(),
                                  [&](const Row& r) { return r.engine == row.engine && r.threads == 1; });
    return one == rows.end() || row.threads == 1 ? nullptr : &*one;
}

// "satbox", "satbox 2 threads".
std::string nameOf(const Row& row)
{
    return row.threads == 1 ? row.engine : fmt::format("{} {} threads", row.engine, row.threads);
}

double perBody(const Row& row, size_t bytes) { return static_cast<double>(bytes) / std::max(1, row.bodies); }
double bytesPerBody(const Row& row) { return perBody(row, row.memory->bodies); }
double bytesPerContact(const Row& row)
{
    return static_cast<double>(row.memory->contacts) / std::max(1, row.memory->contactCount);
}

} // namespace

std::string formatTable(std::span<const Row> rows)
{
    if (rows.empty()) return {};
    const Row& first = rows.front();
    std::string text = fmt::format("{}: {} bodies, {} round{} of {} steps, the first {} not counted\n",
                                   first.scene, first.bodies, first.rounds, first.rounds == 1 ? "" : "s",
                                   first.steps, warmupSteps(first.steps));
    const bool threads =
        std::any_of(rows.begin(), rows.end(), [](const Row& row) { return row.threads > 1; });
    const auto line = [&](auto engine, auto median, auto quiet, auto toBox2d, auto quietToBox2d,
                          auto toOneThread, auto quietToOneThread, auto deepest, auto p99, auto overlaps,
                          auto dx, auto dy, auto speed) {
        text += fmt::format("  {:<18}{:>10}{:>10}{:>10}{:>8}", engine, median, quiet, toBox2d, quietToBox2d);
        if (threads) text += fmt::format("{:>13}{:>8}", toOneThread, quietToOneThread);
        text += fmt::format("{:>11}{:>11}{:>10}{:>11}{:>11}{:>11}\n", deepest, p99, overlaps, dx, dy, speed);
    };
    line("engine", "ms/step", "", "vs Box2D", "", "vs 1 thread", "", "max pen", "p99 pen", "overlaps",
         "top dx", "top dy", "max speed");
    line("", "median", "quiet", "median", "quiet", "median", "quiet", "mm", "mm", "", "m", "m", "m/s");
    const auto fixed = [](double value, int digits) { return fmt::format("{:.{}f}", value, digits); };
    constexpr Time kMedian = &Row::msPerStepMedian, kQuiet = &Row::msPerStepQuiet;
    const Row* box2d = findBox2d(rows);
    for (const Row& row : rows) {
        const Row* one = findOneThread(rows, row);
        line(nameOf(row), fixed(row.*kMedian, 3), fixed(row.*kQuiet, 3), ratio(box2d, row, kMedian),
             ratio(box2d, row, kQuiet), ratio(one, row, kMedian), ratio(one, row, kQuiet),
             fixed(1e3 * row.maxPenetration, 2), fixed(1e3 * row.p99Penetration, 2), row.overlaps,
             fixed(row.topDx, 4), fixed(row.topDy, 4), fixed(row.maxSpeed, 4));
    }
    for (const Row& row : rows)
        if (row.joints > 0)
            text += fmt::format("  error of {} joints of {}: {:.4f} mm root mean square, {:.4f} mm at most\n",
                                row.joints, nameOf(row), 1e3 * row.rmsJointError, 1e3 * row.maxJointError);
    for (const Row& row : rows) {
        if (!row.memory || row.threads > 1) continue;
        text += fmt::format(
            "  memory of {}: {:.0f} bytes per body, {:.0f} per contact ({}), {:.0f} per body for the step\n",
            row.engine, bytesPerBody(row), bytesPerContact(row), row.memory->contactCount,
            perBody(row, row.memory->scratch));
    }
    return text;
}

std::string formatStages(std::span<const Row> rows)
{
    std::string text;
    for (const Row& row : rows) {
        if (row.stages.empty()) continue;
        double sum = 0.0;
        for (const StageTime& stage : row.stages) sum += stage.msMedian;
        const auto line = [&](std::string_view name, double ms) {
            text +=
                fmt::format("    {:<24}{:>10.4f}{:>9.1f} %\n", name, ms, sum > 0.0 ? 100.0 * ms / sum : 0.0);
        };
        text += fmt::format("  stages of {:<20}{:>6}{:>11}\n", nameOf(row), "ms", "share");
        for (const StageTime& stage : row.stages) line(stage.name, stage.msMedian);
        line("all stages", sum);
    }
    return text;
}

std::string formatGrowth(std::span<const Row> rows)
{
    std::string text =
        fmt::format("time per body in piles of the same shape\n  {:<18}{:>9}{:>11}{:>10}{:>9}{:>11}{:>11}"
                    "{:>10}{:>11}{:>11}\n",
                    "engine", "bodies", "ms/step", "us/body", "growth", "max pen", "p99 pen", "overlaps",
                    "top dy", "max speed");
    text += fmt::format("  {:<18}{:>9}{:>11}{:>10}{:>9}{:>11}{:>11}{:>10}{:>11}{:>11}\n", "", "", "median",
                        "", "", "mm", "mm", "", "m", "m/s");
    std::vector<std::string> engines;
    for (const Row& row : rows)
        if (std::find(engines.begin(), engines.end(), nameOf(row)) == engines.end())
            engines.push_back(nameOf(row));
    for (const std::string& engine : engines) {
        double first = 0.0; // us per body
        for (const Row& row : rows) {
            if (nameOf(row) != engine) continue;
            const double each = 1e3 * row.msPerStepMedian / std::max(1, row.bodies);
            if (first == 0.0) first = each;
            text += fmt::format(
                "  {:<18}{:>9}{:>11.3f}{:>10.4f}{:>8.2f}x{:>11.2f}{:>11.2f}{:>10}{:>11.4f}{:>11.4f}\n",
                engine, row.bodies, row.msPerStepMedian, each, first > 0.0 ? each / first : 0.0,
                1e3 * row.maxPenetration, 1e3 * row.p99Penetration, row.overlaps, row.topDy, row.maxSpeed);
        }
    }
    return text;
}

std::string formatLegend()
{
    return "ms/step: median over all counted steps of all rounds; quiet: median over the steps of the least "
           "time in any round.\nvs: how many times faster. pen: depth of overlap of the shapes' true "
           "outlines "
           "after the last step, over\noverlapping pairs. top: displacement of the body that was highest at "
           "the start.\n";
}

void writeJson(const std::filesystem::path& path, std::span<const Row> rows)
{
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const Row& row : rows) {
        list.push_back({{"engine", row.engine},
                        {"scene", row.scene},
                        {"bodies", row.bodies},
                        {"threads", row.threads},
                        {"steps", row.steps},
                        {"rounds", row.rounds},
                        {"ms_per_step_median", row.msPerStepMedian},
                        {"ms_per_step_quiet", row.msPerStepQuiet},
                        {"max_penetration", row.maxPenetration},
                        {"p99_penetration", row.p99Penetration},
                        {"joints", row.joints},
                        {"rms_joint_error", row.rmsJointError},
                        {"max_joint_error", row.maxJointError},
                        {"top_dx", row.topDx},
                        {"top_dy", row.topDy},
                        {"max_speed", row.maxSpeed}});
        if (!row.changedSettings.empty()) list.back()["settings"] = row.changedSettings;
        if (row.memory)
            list.back()["memory"] = {{"bytes_per_body", bytesPerBody(row)},
                                     {"bytes_per_contact", bytesPerContact(row)},
                                     {"scratch_per_body", perBody(row, row.memory->scratch)},
                                     {"contacts", row.memory->contactCount}};
        for (const StageTime& stage : row.stages) list.back()["stages"][stage.name] = stage.msMedian;
    }
    std::ofstream file(path);
    file << list.dump(2) << '\n';
    file.close();
    if (!file) throw std::runtime_error(fmt::format("{}: cannot be written", path.string()));
}

} // namespace satbox::bench
