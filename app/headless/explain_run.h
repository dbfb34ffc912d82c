#pragma once

#include "app/headless/options.h"
#include <satbox/world.h>

#include <optional>
#include <string>

namespace satbox::app {

// --explain: explains the last step of a run, from a copy of the world before it. Functions that return a
// string return an empty one, or an error message.
class ExplainRun {
  public:
    explicit ExplainRun(const RunOptions& options) : options_(options) {}

    std::string begin(const World& world) const; // call before the first step
    // Call before each step, with its number from 0.
    void beforeStep(const World& world, int64_t step);
    // Prints the explanations and writes the document.
    std::string finish(const World& world) const;

  private:
    const RunOptions& options_;
    std::optional<World> before_;
};

// The help of --explain.
inline constexpr const char* kExplainHelp =
    "Print why the last step did what it did; may be repeated. WHAT is contact:A,B with the numbers of two "
    "bodies, "
    "body:N, step, island:N or energy (docs/explain.md). Does not change the results";
// Reads the values of --explain. Returns an error message, or an empty string.
std::string readExplained(const std::vector<std::string>& texts, std::vector<ExplainSubject>& subjects);

} // namespace satbox::app
