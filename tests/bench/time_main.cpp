// satbox-time: how long moving through time takes and what it costs: steps with and without a history, seeks,
// single steps backwards, and the memory of the last 60 s, in worlds of 1,000 and 10,000 bodies
// (docs/performance.md, "Moving through time").
#include "app/document/history.h"
#include "engine/scene/random.h"
#include <satbox/shapes.h>
#include <satbox/thread_pool.h>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <vector>

namespace satbox::bench {
namespace {

using app::Document;
using app::History;

struct Options {
    std::vector<int> bodies{1000, 10000};
    int steps = 3600;
    int seeks = 100;
    int threads = defaultThreadCount();
};

double milliseconds()
{
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

// Boxes and circles in a tray whose floor moves to and fro, so that none of them ever sleeps.
World shakenTray(int bodies)
{
    World world;
    const float width = 1.2f * std::sqrt(static_cast<float>(bodies));
    const auto wall = [&](Vec2 at, float halfWidth, float halfHeight, BodyType type) {
        const BodyId id = world.createBody({.type = type, .position = at});
        world.addShape(id, {.geometry = makeBox(halfWidth, halfHeight)});
        return id;
    };
    wall({0.0f, -1.0f}, width, 1.0f, BodyType::Static);
    wall({-width, width}, 1.0f, 2.0f * width, BodyType::Static);
    wall({width, width}, 1.0f, 2.0f * width, BodyType::Static);
    WorldSettings settings = world.settings();
    settings.sleeping = false;
    world.setSettings(settings);
    const int columns = static_cast<int>(width);
    for (int i = 0; i < bodies; ++i) {
        const auto column = static_cast<float>(i % columns), row = static_cast<float>(i / columns);
        const BodyId id = world.createBody({.position = {1.6f * (column - 0.5f * width), 1.0f + 1.1f * row}});
        if (i % 2 == 0)
            world.addShape(id, {.geometry = makeBox(0.45f, 0.45f)});
        else
            world.addShape(id, {.geometry = Circle{{}, 0.45f}});
    }
    return world;
}

void measure(int bodies, const Options& options)
{
    constexpr float kDt = 1.0f / 60.0f;
    ThreadPool pool(options.threads);
    World alone = shakenTray(bodies);
    Document document;
    document.scene.world = alone;
    document.world = std::move(document.scene.world);
    document.scene.world = document.world;
    History history;
    history.reset(std::move(document));
    double withoutHistory = 0.0, withHistory = 0.0;
    for (int i = 0; i < options.steps; ++i) { // by turns
        const double begin = milliseconds();
        alone.step(kDt, nullptr, &pool);
        const double middle = milliseconds();
        history.play(app::WorldOp{op::Step{kDt}}, &pool);
        withoutHistory += middle - begin;
        withHistory += milliseconds() - middle;
    }
    const auto perStep = [&](double sum) { return sum / options.steps; };
    fmt::print("{} bodies, {} steps, {} threads\n", bodies, options.steps, options.threads);
    fmt::print("  step            {:8.3f} ms, with history {:.3f} ms ({:+.1f} %)\n", perStep(withoutHistory),
               perStep(withHistory), 100.0 * (withHistory / withoutHistory - 1.0));
    fmt::print("  memory          {:8.1f} MB for steps {} to {}, a world takes {:.2f} MB\n",
               static_cast<double>(history.bytes()) / 1e6, history.firstStep(), history.lastStep(),
               static_cast<double>(history.world().counters().bytes) / 1e6);
    fmt::print("  same bits       {:>8}\n", history.world().hash() == alone.hash() ? "yes" : "NO");

    Random random(7);
    const auto print = [](const char* name, std::vector<double>& ms) {
        std::sort(ms.begin(), ms.end());
        fmt::print("  {:<15} {:8.1f} ms median, {:.1f} ms 95 %, {:.1f} ms longest\n", name, ms[ms.size() / 2],
                   ms[ms.size() * 95 / 100], ms.back());
    };
    std::vector<double> seeks, back;
    const auto span = static_cast<int>(history.lastStep() - history.firstStep());
    for (int i = 0; i < options.seeks; ++i) {
        const uint64_t to = history.firstStep() + static_cast<uint64_t>(random.below(span));
        const double begin = milliseconds();
        history.goToStep(to, &pool);
        seeks.push_back(milliseconds() - begin);
    }
    print("seek", seeks);
    history.goToStep(history.lastStep() - 1, &pool);
    for (int i = 0; i < options.seeks; ++i) {
        const double begin = milliseconds();
        history.goToStep(history.presentStep() - 1, &pool);
        back.push_back(milliseconds() - begin);
    }
    print("step back", back);
}

int run(int argc, char** argv)
{
    Options options;
    CLI::App app("satbox-time measures moving through time.", "satbox-time");
    app.add_option("--bodies", options.bodies, "Numbers of bodies")->capture_default_str();
    app.add_option("--steps", options.steps, "Steps to play first")
        ->check(CLI::Range(2, 100'000))
        ->capture_default_str();
    app.add_option("--seeks", options.seeks, "Seeks to measure")
        ->check(CLI::Range(1, 100'000))
        ->capture_default_str();
    app.add_option("--threads", options.threads, "Threads for stepping")
        ->check(CLI::Range(1, kMaxThreads))
        ->capture_default_str();
    CLI11_PARSE(app, argc, argv);
    for (const int bodies : options.bodies) measure(bodies, options);
    return 0;
}

} // namespace
} // namespace satbox::bench

int main(int argc, char** argv) { return satbox::bench::run(argc, argv); }
