#pragma once

#include <satbox/lab/condition_watch.h>

#include <optional>
#include <span>
#include <string>

namespace satbox::app {

// The help of --until, which lists the conditions.
std::string untilHelp();
// Reads the value of --until. Returns an error message, or an empty string if the condition can be watched;
// `compares`: on compared worlds.
std::string readUntil(const std::string& text, bool compares, std::optional<Condition>& until);

// --until: ends a run at the first step after which a condition is true.
class Until {
  public:
    explicit Until(const std::optional<Condition>& condition); // none: runs to the last step

    // Call before the first step. Returns an empty string, or an error message.
    std::string begin(const World& world);
    // Call after each step. True: the condition is true, so that the run ends.
    bool isReached(std::span<const World* const> worlds);
    bool isReached(const World& world);
    // Prints what happened on standard output. Returns kExitOk, or kExitNeverTrue.
    int report(int64_t steps) const;

  private:
    std::optional<ConditionWatch> watch_;
    std::optional<ConditionHit> hit_;
};

// "overlap > 5 was not true in 60 steps; the greatest value was 0.01 m at step 12"
std::string neverTrueText(const Condition& condition, int64_t steps,
                          const std::optional<ConditionWatch::Greatest>& greatest);
// Prints the sentence, then "step 132, t = 2.200 s, bodies 3 7".
void printHit(const ConditionHit& hit);

} // namespace satbox::app
