#pragma once

#include "engine/world/world.h"

#include <array>
#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace satbox::app {

// Says on standard error what went wrong, after all that was printed before; returns kExitFailed.
int failed(const std::string& sentence);

// Times of many steps, for --profile.
class ProfileSummary {
  public:
    void add(const StepProfile& profile);
    void print() const; // a table on standard output: mean, median and largest ms per stage

  private:
    std::vector<StepProfile> steps_;
};

// A bar on standard error while it is a terminal and the run is long; else nothing at all.
class ProgressBar {
  public:
    explicit ProgressBar(int64_t steps);
    void update(int64_t step);
    void finish();

  private:
    using Clock = std::chrono::steady_clock;
    int64_t steps_;
    bool terminal_;
    bool drawn_ = false;
    Clock::time_point start_;
    Clock::time_point last_;
};

// What became of the world, in a few lines on standard output.
void printSummary(const World& world, double wallSeconds, int64_t steps);

} // namespace satbox::app
