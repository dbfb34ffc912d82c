#pragma once

#include "engine/world/energy_ledger.h"

#include <array>
#include <chrono>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace satbox::app {

// Says on standard error what went wrong, after all that was printed before; returns kExitFailed.
int failed(const std::string& sentence);

// Says on standard error what a run should not have done: bodies that were frozen, contacts that were left
// out.
class StepWarnings {
  public:
    // `who`: what names the world among others, "a: ", or nothing.
    explicit StepWarnings(std::string who = {}) : who_(std::move(who)) {}
    void add(const World& world); // after each step

  private:
    std::string who_;
    bool wasLimited_ = false; // said once, until it is over
};

// Times of many steps, for --profile.
class ProfileSummary {
  public:
    void add(const StepProfile& profile);
    void print() const; // a table on standard output: mean, median and largest ms per stage

  private:
    std::vector<StepProfile> steps_;
};

// The ledgers of many steps, for --energy.
class EnergySummary {
  public:
    void add(const EnergyAccount& step);
    // A table on standard output: energy at first, what each entry put in, energy at last; then how well the
    // worst step closed.
    void print() const;

  private:
    EnergyAccount sum_;
    int64_t steps_ = 0;
    double worstShare_ = 0.0; // of a step's turnover that is unaccounted for
    int64_t worstStep_ = 0;
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
