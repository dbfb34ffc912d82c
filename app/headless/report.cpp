#include "app/headless/report.h"

#include "app/headless/options.h"
#include "app/text/plain_text.h"
#include "engine/core/quoted.h"
#include "engine/world/contact_limit.h"
#include <satbox/lab/metrics.h>

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

bool isStderrTerminal()
{
#if defined(_WIN32)
    return _isatty(_fileno(stderr)) != 0;
#else
    return isatty(STDERR_FILENO) != 0;
#endif
}

struct TimeStatistics {
    double mean = 0.0, median = 0.0, maximum = 0.0;
};

TimeStatistics statisticsOf(std::vector<float> values)
{
    TimeStatistics statistics;
    if (values.empty()) return statistics;
    std::sort(values.begin(), values.end());
    for (const float value : values) statistics.mean += static_cast<double>(value);
    statistics.mean /= static_cast<double>(values.size());
    statistics.median = static_cast<double>(quantile(values, 0.5));
    statistics.maximum = static_cast<double>(values.back());
    return statistics;
}

void printRow(std::string_view name, const TimeStatistics& statistics)
{
    fmt::print("  {:<22}{:>10.4f}{:>10.4f}{:>10.4f}\n", name, statistics.mean, statistics.median,
               statistics.maximum);
}

} // namespace

int reportError(const std::string& sentence)
{
    std::fflush(stdout);
    fmt::print(stderr, "satbox-run: {}\n", sentence);
    return kExitFailed;
}

void printNotes(const std::vector<std::string>& readerNotes, const Scene& scene)
{
    for (const std::string& note : readerNotes) fmt::print(stderr, "satbox-run: {}\n", note);
    for (const std::string& note : scene.notes)
        fmt::print(stderr, "satbox-run: {}: note: {}\n", printable(scene.name),
                   printable(note, kMaxSceneNoteLength));
}

void StepWarnings::printFor(const World& world, ProgressBar& bar)
{
    for (const QuarantineEvent& event : world.events().quarantines) {
        bar.clear();
        fmt::print(stderr, "satbox-run: {}step {}: body {} {} was frozen: {}\n", prefix_, world.stepCount(),
                   event.body.index, quotedText(world.body(event.body).name), describe(event.reason));
    }
    const std::string limited = contactLimitMessage(world);
    if (!limited.empty() && !atContactLimit_) {
        bar.clear();
        fmt::print(stderr, "satbox-run: {}step {}: {}\n", prefix_, world.stepCount(), limited);
    }
    atContactLimit_ = !limited.empty();
}

void ProfileSummary::add(const StepProfile& profile) { steps_.push_back(profile); }

void ProfileSummary::print() const
{
    fmt::print("  {:<22}{:>10}{:>10}{:>10}\n", "stage, ms per step", "mean", "median", "maximum");
    std::vector<float> values(steps_.size());
    for (size_t stage = 0; stage < static_cast<size_t>(Stage::Count); ++stage) {
        std::transform(steps_.begin(), steps_.end(), values.begin(),
                       [&](const StepProfile& profile) { return profile.ms[stage]; });
        printRow(toString(static_cast<Stage>(stage)), statisticsOf(values));
    }
    std::transform(steps_.begin(), steps_.end(), values.begin(),
                   [](const StepProfile& profile) { return profile.totalMs; });
    printRow("whole step", statisticsOf(values));
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
    fmt::print("  {:<22}{:>14}{:>14}{:>14}\n", "energy, J", "kinetic", "potential", "total");
    row("at start", sum_.before);
    for (size_t i = 0; i < sum_.entries.size(); ++i) {
        const auto entry = static_cast<EnergyEntry>(i);
        if (sum_.of(entry).kinetic != 0.0 || sum_.of(entry).potential != 0.0)
            row(toString(entry), sum_.of(entry));
    }
    row("unaccounted", sum_.unaccounted());
    row("at end", sum_.after);
    fmt::print("  largest unaccounted share of the energy exchanged in a step: {:.2g}", worstShare_);
    if (worstStep_ > 0) fmt::print(", in step {}", worstStep_);
    fmt::print("\n");
}

StatusLine::StatusLine() : onTerminal_(isStderrTerminal()), start_(Clock::now()), last_(start_) {}

bool StatusLine::isDue(Clock::time_point now) const
{
    constexpr std::chrono::milliseconds kDelay{700}; // short runs show no line
    constexpr std::chrono::milliseconds kInterval{100};
    return onTerminal_ && now - start_ >= kDelay && now - last_ >= kInterval;
}

void StatusLine::show(const std::string& text, Clock::time_point now)
{
    if (!isDue(now)) return;
    last_ = now;
    drawn_ = true;
    fmt::print(stderr, "\r{:<78}", text);
    std::fflush(stderr);
}

void StatusLine::clear()
{
    if (std::exchange(drawn_, false)) fmt::print(stderr, "\r{:79}\r", "");
}

void ProgressBar::update(int64_t step)
{
    const StatusLine::Clock::time_point now = StatusLine::Clock::now();
    if (!line_.isDue(now)) return;
    constexpr int64_t kWidth = 40;
    const int64_t filled = steps_ > 0 ? kWidth * step / steps_ : kWidth;
    const double elapsed = std::chrono::duration<double>(now - line_.start()).count();
    const double left =
        step > 0 ? elapsed * static_cast<double>(steps_ - step) / static_cast<double>(step) : 0.0;
    std::string bar(static_cast<size_t>(filled), '#');
    bar.resize(static_cast<size_t>(kWidth), '.');
    line_.show(fmt::format("[{}] {}/{} steps, {:.0f} s left", bar, step, steps_, left), now);
}

void printSummary(const World& world, double wallSeconds, int64_t steps)
{
    const WorldMetrics m = measure(world);
    const WorldCounters n = world.counters();
    fmt::print("{} to t = {:.3f} s in {:.2f} s", plainCountText(steps, "step", "steps"), m.time, wallSeconds);
    if (steps > 0) fmt::print(", {:.3f} ms/step", 1000.0 * wallSeconds / static_cast<double>(steps));
    fmt::print("\n{}, {} awake, {}, {} with contact points\n", plainCountText(n.bodies, "body", "bodies"),
               n.awakeBodies, plainCountText(n.shapes, "shape", "shapes"),
               plainCountText(m.contacts, "pair", "pairs"));
    fmt::print("energy {:.6g} J (kinetic {:.4g} J), deepest penetration {}, fastest body {:.3g} m/s\n",
               m.total, m.kinetic, plainLengthText(m.maxPenetration), m.maxSpeed);
}

} // namespace satbox::app
