#include "app/headless/sweep_workers.h"

#include "app/headless/interrupt.h"
#include "app/sweep/sweep_run.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace satbox::app {
namespace {

using Clock = std::chrono::steady_clock;

// What the threads share with the one that stores the results.
class RunQueue {
  public:
    RunQueue(const Sweep& sweep, std::span<const size_t> runs) : sweep_(sweep), runs_(runs) {}

    // Makes runs until there are none left. Called by each thread once.
    void work()
    {
        try {
            World scratch;
            for (size_t i = next_++; i < runs_.size() && !stop_; i = next_++)
                if (auto row = makeRun(sweep_, runs_[i], scratch, stop_)) add(std::move(*row));
        } catch (const std::exception& error) { // out of memory
            fail(error.what());
        }
        const std::lock_guard lock(mutex_);
        ++finished_;
        changed_.notify_one();
    }

    // The rows that were made since the last call. Waits for `timeout`, or until the threads are done.
    std::vector<SweepRow> take(std::chrono::milliseconds timeout, size_t threads)
    {
        std::unique_lock lock(mutex_);
        changed_.wait_for(lock, timeout, [&] { return finished_ == threads; });
        return std::exchange(rows_, {});
    }

    bool isFinished(size_t threads)
    {
        const std::lock_guard lock(mutex_);
        return finished_ == threads && rows_.empty();
    }
    void stop() { stop_ = true; }
    std::string error()
    {
        const std::lock_guard lock(mutex_);
        return error_;
    }

  private:
    void add(SweepRow row)
    {
        const std::lock_guard lock(mutex_);
        rows_.push_back(std::move(row));
    }
    void fail(const char* what)
    {
        stop_ = true;
        const std::lock_guard lock(mutex_);
        error_ = what;
    }

    const Sweep& sweep_;
    std::span<const size_t> runs_;
    std::atomic<size_t> next_{0};
    std::atomic<bool> stop_{false};
    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<SweepRow> rows_; // of the mutex, like the next two
    size_t finished_ = 0;        // threads
    std::string error_;
};

} // namespace

MadeRuns makeRuns(const Sweep& sweep, SweepResults& results, std::span<const size_t> runs, int threads,
                  const std::function<void(size_t made)>& onProgress)
{
    constexpr std::chrono::milliseconds kPoll{50}, kStoreInterval{200};
    MadeRuns made;
    const size_t count = std::clamp<size_t>(runs.size(), 1, static_cast<size_t>(threads));
    made.threads = static_cast<int>(count);
    const Clock::time_point start = Clock::now();
    RunQueue queue(sweep, runs);
    std::vector<std::thread> workers;
    for (size_t i = 0; i < count; ++i) workers.emplace_back([&] { queue.work(); });
    std::vector<SweepRow> rows;
    Clock::time_point stored = start;
    bool isFinished = false;
    while (!isFinished) {
        for (SweepRow& row : queue.take(kPoll, count)) rows.push_back(std::move(row));
        if (wasInterrupted()) {
            made.interrupted = true;
            queue.stop();
        }
        isFinished = queue.isFinished(count);
        if (isFinished || Clock::now() - stored >= kStoreInterval) {
            if (made.error.empty()) made.error = results.addRows(sweep, rows);
            if (!made.error.empty()) {
                queue.stop();
            } else {
                made.runs += rows.size();
                for (const SweepRow& row : rows) {
                    made.stepSeconds += row.stepSeconds;
                    made.measureSeconds += row.measureSeconds;
                    made.runSeconds += row.wholeSeconds;
                }
            }
            rows.clear();
            stored = Clock::now();
        }
        onProgress(made.runs + rows.size());
    }
    for (std::thread& worker : workers) worker.join();
    if (made.error.empty()) made.error = queue.error();
    made.wallSeconds = std::chrono::duration<double>(Clock::now() - start).count();
    return made;
}

} // namespace satbox::app
