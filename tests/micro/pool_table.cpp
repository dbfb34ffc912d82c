#include "tests/micro/pool_table.h"

#include "engine/core/thread_pool.h"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <functional>
#include <string>
#include <vector>

#if defined(SATBOX_HAVE_TBB)
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/version.h>
#endif

namespace satbox::micro {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kCallsPerRound = 100; // about what a step makes

// Blocks that keep a core busy without memory: a chain of multiplications, `spins` long.
struct Work {
    int spins = 0;
    struct alignas(64) Block {
        uint64_t state = 1;
        uint64_t runs = 0;
    };
    std::vector<Block> blocks;

    Work(int count, int length) : spins(length), blocks(static_cast<size_t>(count)) {}
    static void run(void* context, int block)
    {
        auto& work = *static_cast<Work*>(context);
        Block& mine = work.blocks[static_cast<size_t>(block)];
        uint64_t state = mine.state;
        for (int i = 0; i < work.spins; ++i) state = state * 6364136223846793005u + 1442695040888963407u;
        mine.state = state;
        ++mine.runs;
    }
};

double microseconds(Clock::time_point from, Clock::time_point to)
{
    return std::chrono::duration<double, std::micro>(to - from).count();
}

// How many spins a microsecond takes: of many tries the fastest, since disturbances only add.
double spinsPerMicrosecond()
{
    constexpr int kSpins = 20000;
    Work work(1, kSpins);
    double fastest = 1e30;
    for (int i = 0; i < 200; ++i) {
        const Clock::time_point start = Clock::now();
        Work::run(&work, 0);
        fastest = std::min(fastest, microseconds(start, Clock::now()));
    }
    return kSpins / fastest;
}

// One way of running all blocks of a call.
struct Way {
    std::string name;
    std::function<void(Work&)> call;
    std::vector<double> samples{}; // us a call, one value a round
};

void timeOnce(Way& way, Work& work)
{
    const Clock::time_point start = Clock::now();
    for (int i = 0; i < kCallsPerRound; ++i) way.call(work);
    way.samples.push_back(microseconds(start, Clock::now()) / kCallsPerRound);
}

// The fastest round shows threads even where the machine is busy in most.
std::string medianAndFastest(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    return fmt::format("{:.2f} / {:.2f}", values[values.size() / 2], values.front());
}

std::vector<Way> waysWith(ThreadPool& pool)
{
    std::vector<Way> ways;
    ways.push_back({"plain loop", [](Work& work) {
                        for (size_t i = 0; i < work.blocks.size(); ++i) Work::run(&work, static_cast<int>(i));
                    }});
    ways.push_back({"ThreadPool", [&pool](Work& work) {
                        pool.forEachBlock(static_cast<int>(work.blocks.size()), &Work::run, &work);
                    }});
#if defined(SATBOX_HAVE_TBB)
    // Each with the partitioner that it has for this: blocks one by one to who is free, or the same ones to
    // the same threads.
    ways.push_back({"TBB simple", [](Work& work) {
                        tbb::parallel_for(
                            tbb::blocked_range<int>(0, static_cast<int>(work.blocks.size()), 1),
                            [&](const tbb::blocked_range<int>& range) {
                                for (int i = range.begin(); i < range.end(); ++i) Work::run(&work, i);
                            },
                            tbb::simple_partitioner());
                    }});
    ways.push_back({"TBB static", [](Work& work) {
                        tbb::parallel_for(
                            tbb::blocked_range<int>(0, static_cast<int>(work.blocks.size()), 1),
                            [&](const tbb::blocked_range<int>& range) {
                                for (int i = range.begin(); i < range.end(); ++i) Work::run(&work, i);
                            },
                            tbb::static_partitioner());
                    }});
#endif
    return ways;
}

int printRows(std::vector<Way> ways, int rounds)
{
    fmt::print("{:<34}", "us a call, median / fastest round");
    for (const Way& way : ways) fmt::print("{:>19}", way.name);
    fmt::print("\n");
    const double perMicrosecond = spinsPerMicrosecond();
    for (const int count : {2, 8, 64}) {
        for (const double length : {0.0, 2.0, 10.0}) {
            Work work(count, static_cast<int>(length * perMicrosecond));
            for (Way& way : ways) {
                way.samples.clear();
                way.call(work);
            }
            for (int round = 0; round < rounds; ++round)
                for (Way& way : ways) timeOnce(way, work);
            fmt::print("{:<34}", fmt::format("{} blocks of {} us", count, length));
            for (const Way& way : ways) fmt::print("{:>19}", medianAndFastest(way.samples));
            fmt::print("\n");
            const uint64_t expected =
                (uint64_t{kCallsPerRound} * static_cast<uint64_t>(rounds) + 1) * ways.size();
            for (const Work::Block& block : work.blocks) {
                if (block.runs == expected) continue;
                fmt::print(stderr, "satbox-micro: a block was run {} times instead of {}\n", block.runs,
                           expected);
                return 1;
            }
        }
    }
    return 0;
}

} // namespace

int printPoolTable(int rounds)
{
    const int threads = std::max(2, defaultThreadCount());
    ThreadPool pool(threads, ThreadPool::WaitPolicy::Unlimited); // so that it is threads that are measured
    fmt::print("{} threads, {} calls one after the other\n", threads, kCallsPerRound);
#if defined(SATBOX_HAVE_TBB)
    fmt::print("TBB: oneTBB {}.{}\n", TBB_VERSION_MAJOR, TBB_VERSION_MINOR);
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism,
                                    static_cast<size_t>(threads));
    tbb::task_arena arena(threads);
    return arena.execute([&] { return printRows(waysWith(pool), rounds); });
#else
    fmt::print("oneTBB was not found when this was built: satbox alone.\n");
    return printRows(waysWith(pool), rounds);
#endif
}

} // namespace satbox::micro
