#include "tests/micro/pool_table.h"

#include <satbox/thread_pool.h>

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

constexpr int kCallsPerRound = 100; // about as many as a step made when this was written

// Blocks that keep a core busy without memory access: a dependency chain of `spins` multiplications.
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

// Spins per microsecond: the fastest of many tries, since disturbances only add time.
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

// One way to run all blocks of a call.
struct Method {
    std::string name;
    std::function<void(Work&)> call;
    std::vector<double> samples{}; // us per call, one value per round
};

void timeOnce(Method& method, Work& work)
{
    const Clock::time_point start = Clock::now();
    for (int i = 0; i < kCallsPerRound; ++i) method.call(work);
    method.samples.push_back(microseconds(start, Clock::now()) / kCallsPerRound);
}

// The fastest round shows the speed of threads even if the machine is busy in most rounds.
std::string medianAndFastest(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    return fmt::format("{:.2f} / {:.2f}", values[values.size() / 2], values.front());
}

std::vector<Method> makeMethods(ThreadPool& pool)
{
    std::vector<Method> methods;
    methods.push_back({"plain loop", [](Work& work) {
                           for (size_t i = 0; i < work.blocks.size(); ++i)
                               Work::run(&work, static_cast<int>(i));
                       }});
    methods.push_back({"ThreadPool", [&pool](Work& work) {
                           pool.forEachBlock(static_cast<int>(work.blocks.size()), &Work::run, &work);
                       }});
#if defined(SATBOX_HAVE_TBB)
    // Two partitioners: blocks one by one to any free thread, or the same blocks to the same threads in each
    // call.
    methods.push_back({"TBB simple", [](Work& work) {
                           tbb::parallel_for(
                               tbb::blocked_range<int>(0, static_cast<int>(work.blocks.size()), 1),
                               [&](const tbb::blocked_range<int>& range) {
                                   for (int i = range.begin(); i < range.end(); ++i) Work::run(&work, i);
                               },
                               tbb::simple_partitioner());
                       }});
    methods.push_back({"TBB static", [](Work& work) {
                           tbb::parallel_for(
                               tbb::blocked_range<int>(0, static_cast<int>(work.blocks.size()), 1),
                               [&](const tbb::blocked_range<int>& range) {
                                   for (int i = range.begin(); i < range.end(); ++i) Work::run(&work, i);
                               },
                               tbb::static_partitioner());
                       }});
#endif
    return methods;
}

int printRows(std::vector<Method> methods, int rounds)
{
    fmt::print("{:<34}", "us per call, median / fastest round");
    for (const Method& method : methods) fmt::print("{:>19}", method.name);
    fmt::print("\n");
    const double perMicrosecond = spinsPerMicrosecond();
    for (const int count : {2, 8, 64}) {
        for (const double length : {0.0, 2.0, 10.0}) {
            Work work(count, static_cast<int>(length * perMicrosecond));
            for (Method& method : methods) {
                method.samples.clear();
                method.call(work);
            }
            for (int round = 0; round < rounds; ++round)
                for (Method& method : methods) timeOnce(method, work);
            fmt::print("{:<34}", fmt::format("{} blocks of {} us", count, length));
            for (const Method& method : methods) fmt::print("{:>19}", medianAndFastest(method.samples));
            fmt::print("\n");
            const uint64_t expected =
                (uint64_t{kCallsPerRound} * static_cast<uint64_t>(rounds) + 1) * methods.size();
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
    ThreadPool pool(threads, ThreadPool::WaitPolicy::Unlimited); // so that all threads always take part
    fmt::print("{} threads, rounds of {} calls\n", threads, kCallsPerRound);
#if defined(SATBOX_HAVE_TBB)
    fmt::print("TBB: oneTBB {}.{}\n", TBB_VERSION_MAJOR, TBB_VERSION_MINOR);
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism,
                                    static_cast<size_t>(threads));
    tbb::task_arena arena(threads);
    return arena.execute([&] { return printRows(makeMethods(pool), rounds); });
#else
    fmt::print("oneTBB was not found by CMake when this was built: satbox only.\n");
    return printRows(makeMethods(pool), rounds);
#endif
}

} // namespace satbox::micro
