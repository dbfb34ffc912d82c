#include "app/headless/report.h"

#include "app/headless/options.h"

#include "engine/core/quoted.h"
#include "engine/world/limits.h"
#include "engine/world/metrics.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fmt/format.h>

#if defined(_WIN32)
#include <io.h>
#else
#include <unistd.h>
#endif

namespace satbox::app {
namespace {

bool errorIsTerminal()
{
#if defined(_WIN32)
    return _isatty(_fileno(stderr)) != 0;
#else
    return isatty(STDERR_FILENO) != 0;
#endif
}

struct Spread {
    double mean = 0.0, median = 0.0, largest = 0.0;
};

Spread spreadOf(std::vector<float> values)
{
    Spread spread;
    if (values.empty()) return spread;
    std::sort(values.begin(), values.end());
    for (const float value : values) spread.mean += static_cast<double>(value);
    spread.mean /= static_cast<double>(values.size());
    spread.median = static_cast<double>(quantile(values, 0.5));
    spread.largest = static_cast<double>(values.back());
    return spread;
}

void printRow(std::string_view name, const Spread& spread)
{
    fmt::print("  {:<22}{:>10.4f}{:>10.4f}{:>10.4f}\n", name, spread.mean, spread.median, spread.largest);
}

} // namespace

int failed(const std::string& sentence)
{
    std::fflush(stdout);
    fmt::print(stderr, "satbox-run: {}\n", sentence);
    return kExitFailed;
}

void StepWarnings::add(const World& world)
{
    for (const QuarantineEvent& event : world.events().quarantines) {
        fmt::print(stderr, "satbox-run: {}step {}: body {} {} was frozen: {}\n", who_, world.stepCount(),
                   event.body.index, quotedText(world.body(event.body).name), describe(event.reason));
    }
    const std::string limited = contactLimitSentence(world);
    if (!limited.empty() && !wasLimited_)
        fmt::print(stderr, "satbox-run: {}step {}: {}\n", who_, world.stepCount(), limited);
    wasLimited_ = !limited.empty();
}

void ProfileSummary::add(const StepProfile& profile) { steps_.push_back(profile); }

void ProfileSummary::print() const
{
    fmt::print("  {:<22}{:>10}{:>10}{:>10}\n", "stage, ms per step", "mean", "median", "largest");
    std::vector<float> values(steps_.size());
    for (size_t stage = 0; stage < static_cast<size_t>(Stage::Count); ++stage) {
        std::transform(steps_.begin(), steps_.end(), values.begin(),
                       [&](const StepProfile& profile) { return profile.ms[stage]; });
        printRow(toString(static_cast<Stage>(stage)), spreadOf(values));
    }
    std::transform(steps_.begin(), steps_.end(), values.begin(),
                   [](const StepProfile& profile) { return profile.totalMs; });
    printRow("whole step", spreadOf(values));
}

void EnergySummary::add(const EnergyAccount& step)
{
    ++steps_;
    const Energy first = steps_ == 1 ? step.before : sum_.before;
    sum_ += step;
    sum_.before = first;
    sum_.after = step.after;
    const double rest = std::fabs(step.unaccounted().total());
    const double share = rest > 0.0 ? rest / step.turnover() : 0.0;
    if (share <= worstShare_) return;
    worstShare_ = share;
    worstStep_ = steps_;
}

void EnergySummary::print() const
{
    const auto row = [](std::string_view name, const Energy& energy) {
        fmt::print("  {:<22}{:>14.6g}{:>14.6g}{:>14.6g}\n", name, energy.kinetic, energy.potential,
                   energy.total());
    };
    fmt::print("  {:<22}{:>14}{:>14}{:>14}\n", "energy, J", "kinetic", "potential", "sum");
    row("at first", sum_.before);
    for (size_t i = 0; i < sum_.entries.size(); ++i) {
        const auto entry = static_cast<EnergyEntry>(i);
        if (sum_.of(entry).kinetic != 0.0 || sum_.of(entry).potential != 0.0)
            row(toString(entry), sum_.of(entry));
    }
    row("unaccounted", sum_.unaccounted());
    row("at last", sum_.after);
    fmt::print("  unaccounted in a step: at most {:.2g} of what went through it", worstShare_);
    if (worstStep_ > 0) fmt::print(", in step {}", worstStep_);
    fmt::print("\n");
}

ProgressBar::ProgressBar(int64_t steps)
    : steps_(steps), terminal_(errorIsTerminal()), start_(Clock::now()), last_(start_)
{}

void ProgressBar::update(int64_t step)
{
    if (!terminal_) return;
    constexpr std::chrono::milliseconds kQuiet{700}; // short runs show no bar
    constexpr std::chrono::milliseconds kPause{100};
    const Clock::time_point now = Clock::now();
    if (now - start_ < kQuiet || now - last_ < kPause) return;
    last_ = now;
    drawn_ = true;
    constexpr int64_t kWidth = 40;
    const int64_t filled = steps_ > 0 ? kWidth * step / steps_ : kWidth;
    const double elapsed = std::chrono::duration<double>(now - start_).count();
    const double left =
        step > 0 ? elapsed * static_cast<double>(steps_ - step) / static_cast<double>(step) : 0.0;
    std::string bar(static_cast<size_t>(filled), '#');
    bar.resize(static_cast<size_t>(kWidth), '.');
    fmt::print(stderr, "\r[{}] {}/{} steps, {:.0f} s left  ", bar, step, steps_, left);
    std::fflush(stderr);
}

void ProgressBar::finish()
{
    if (drawn_) fmt::print(stderr, "\r{:79}\r", "");
}

void printSummary(const World& world, double wallSeconds, int64_t steps)
{
    const WorldMetrics m = measure(world);
    const WorldCounters n = world.counters();
    fmt::print("{} steps to t = {:.3f} s in {:.2f} s of computing", steps, m.time, wallSeconds);
    if (steps > 0) fmt::print(", {:.3f} ms a step", 1000.0 * wallSeconds / static_cast<double>(steps));
    fmt::print("\n{} bodies, {} awake, {} shapes, {} touching pairs\n", n.bodies, n.awakeBodies, n.shapes,
               m.contacts);
    fmt::print("energy {:.6g} J (kinetic {:.4g} J), largest penetration {:.3g} mm, fastest body {:.3g} m/s\n",
               m.total, m.kinetic, 1000.0 * m.maxPenetration, m.maxSpeed);
}

} // namespace satbox::app
