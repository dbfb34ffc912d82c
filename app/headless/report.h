#pragma once

#include <satbox/lab/energy_ledger.h>
#include <satbox/scene/scene.h>

#include <array>
#include <chrono>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace satbox::app {

// Flushes standard output, prints the message on standard error and returns kExitFailed.
int reportError(const std::string& sentence);

// Prints on standard error what the reader changed and what the notes of the scene say, one a line.
void printNotes(const std::vector<std::string>& readerNotes, const Scene& scene);

// A line on standard error that is drawn again and again. It appears only on a terminal, and only in long
// runs.
class StatusLine {
  public:
    using Clock = std::chrono::steady_clock;

    StatusLine();
    ~StatusLine() { clear(); }
    StatusLine(const StatusLine&) = delete;
    StatusLine& operator=(const StatusLine&) = delete;
    bool isDue(Clock::time_point now) const; // false: show() would be too soon
    void show(const std::string& text, Clock::time_point now = Clock::now());
    void clear(); // empties its line; show() draws it again
    Clock::time_point start() const { return start_; }

  private:
    bool onTerminal_;
    bool drawn_ = false;
    Clock::time_point start_;
    Clock::time_point last_;
};

class ProgressBar {
  public:
    explicit ProgressBar(int64_t steps) : steps_(steps) {}
    void update(int64_t step);
    void clear() { line_.clear(); }

  private:
    int64_t steps_;
    StatusLine line_;
};

// Prints warnings on standard error: frozen bodies, and contacts that were left out at the contact limit.
class StepWarnings {
  public:
    // `prefix` names the world in a comparison, such as "A: ".
    explicit StepWarnings(std::string prefix = {}) : prefix_(std::move(prefix)) {}
    void printFor(const World& world, ProgressBar& bar); // call after each step; clears the bar to print

  private:
    std::string prefix_;
    bool atContactLimit_ = false; // warns once each time the world reaches the limit
};

// Collects the stage times of all steps, for --profile.
class ProfileSummary {
  public:
    void add(const StepProfile& profile);
    void print() const; // a table on standard output: mean, median and maximum ms per stage

  private:
    std::vector<StepProfile> steps_;
};

// Adds up the energy ledgers of all steps, for --energy.
class EnergySummary {
  public:
    void add(const EnergyAccount& step);
    // Prints a table on standard output: the initial energy, the sum of each entry, the final energy, and the
    // largest unaccounted share of a step.
    void print() const;

  private:
    EnergyAccount sum_;
    int64_t steps_ = 0;
    double worstShare_ = 0.0; // largest unaccounted share of a step's turnover
    int64_t worstStep_ = 0;
};

// Prints the final state of the world in a few lines on standard output.
void printSummary(const World& world, double wallSeconds, int64_t steps);

} // namespace satbox::app
