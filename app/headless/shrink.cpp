#include "app/headless/shrink.h"

#include "app/headless/interrupt.h"
#include "app/headless/report.h"
#include "app/headless/shell_text.h"
#include "app/headless/until.h"
#include "app/text/plain_text.h"
#include "engine/core/quoted.h"
#include "engine/lab/case_run.h"
#include "engine/scene/file_io.h"
#include <satbox/lab/shrink.h>
#include <satbox/thread_pool.h>

#include <chrono>
#include <fmt/format.h>

namespace satbox::app {
namespace {

using Clock = std::chrono::steady_clock;

// The condition with the numbers that its bodies get when the world is saved and read: those of files have no
// gaps.
Condition forSavedWorld(Condition condition, const World& world)
{
    std::vector<uint32_t> numbers; // by slot
    uint32_t next = 0;
    world.forEachBody([&](BodyId id, const Body&, const BodyMotion&) {
        numbers.resize(id.index + 1);
        numbers[id.index] = next++;
    });
    for (ConditionBody& body : condition.bodies)
        if (body.name.empty()) body.number = numbers[body.number];
    return condition;
}

// Shows the state of the search on a terminal. False after Ctrl+C.
bool showProgress(StatusLine& line, const ShrinkProgress& progress)
{
    line.show(fmt::format("{} bodies, {} shapes, {} steps left after {} runs", progress.size.bodies,
                          progress.size.shapes, progress.size.steps, progress.runs));
    return !wasInterrupted();
}

// Limits of scene files are larger, in bytes.
constexpr size_t kMaxTitle = 120, kMaxDescription = 2000;

std::string shortened(std::string text, size_t length)
{
    if (text.size() <= length) return text;
    while (length > 0 && (static_cast<unsigned char>(text[length]) & 0xC0u) == 0x80u) --length; // UTF-8
    return text.substr(0, length) + "...";
}

Scene sceneOf(const ShrinkCase& smallest, const std::string& name, const Condition& condition)
{
    Scene scene{.name = name,
                .title = shortened("Shrunk: " + name, kMaxTitle),
                .description = shortened(
                    fmt::format("The smallest scene found in which this happens, after {} steps: {}",
                                smallest.steps, conditionText(condition)),
                    kMaxDescription),
                .camera = fitCamera(smallest.start),
                .world = smallest.start};
    return scene;
}

// Reads the file and steps it. Empty if the condition is not true there.
std::optional<ConditionHit> hitInFile(const RunOptions& options, const Condition& condition, uint64_t steps)
{
    SceneResult read = loadSceneFile(options.shrinkFile);
    if (!read.ok()) return std::nullopt;
    OpPlayer none({}, {}, {});
    return runUntil(read.scene.world, none, condition, steps);
}

void printSizes(const ShrinkSize& before, const ShrinkSize& after)
{
    const auto row = [](const char* what, auto from, auto to) {
        fmt::print("{:<9}{:>8} -> {}\n", what, from, to);
    };
    row("bodies", before.bodies, after.bodies);
    row("shapes", before.shapes, after.shapes);
    row("vertices", before.vertices, after.vertices);
    row("steps", before.steps, after.steps);
}

} // namespace

int shrinkScene(const RunOptions& options, Scene scene)
{
    if (const std::string sentence = checkWritable(options.shrinkFile); !sentence.empty())
        return reportError(sentence);
    const std::string name = scene.name;
    const ShrinkCase given{.start = std::move(scene.world), .steps = static_cast<uint64_t>(options.steps)};
    catchInterrupt();
    const Clock::time_point start = Clock::now();
    ThreadPool pool(options.threads);
    StatusLine line;
    const ShrinkResult result =
        shrink(given, *options.until,
               {.progress = [&](const ShrinkProgress& progress) { return showProgress(line, progress); },
                .lead = options.shrinkLead,
                .executor = &pool});
    line.clear();
    if (!result.ok()) return reportError("--until: " + result.error);
    const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
    if (!result.hit) {
        fmt::print("{}: nothing is written\n", neverTrueText(*options.until, options.steps, result.greatest));
        return kExitNeverTrue;
    }
    const Condition condition = forSavedWorld(*options.until, result.smallest.start);
    if (const std::string sentence =
            saveSceneFile(options.shrinkFile, sceneOf(result.smallest, name, condition));
        !sentence.empty())
        return reportError(sentence);
    const auto hit = hitInFile(options, condition, result.smallest.steps);
    if (!hit)
        return reportError(printable(options.shrinkFile, kMaxPathLength) +
                           ": the condition is not true in the scene that was written; this is a bug");
    printHit(*hit);
    printSizes(sizeOf(given), sizeOf(result.smallest));
    fmt::print("{} in {:.1f} s{}\nsatbox-run {} --steps {} --until {}\n",
               plainCountText(result.runs, "run", "runs"), seconds,
               result.isMinimal ? "; nothing more can be left out"
                                : "; ended early, so that more may be left out",
               inShell(options.shrinkFile), result.smallest.steps, inShell(conditionText(condition)));
    return kExitOk;
}

} // namespace satbox::app
