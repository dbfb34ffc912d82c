#pragma once

#include <satbox/config.h>
#include <satbox/lab/external_solver.h>
#include <satbox/world.h>

#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace satbox {

// The first step after which some body of world A is farther than a threshold from its counterpart in world
// B, and the lowest-slot such body.
struct Divergence {
    size_t worldA = 0, worldB = 0; // indices, worldA < worldB
    uint64_t step = 0;             // of world A
    double time = 0.0;             // s
    BodyId body;                   // in world A
    float distance = 0.0f;         // m, between the centres of mass
};

// Records where worlds diverge, for several distance thresholds at once, so that a viewer can choose one
// afterwards. The counterpart of a world's n-th live body, in slot order, is the n-th live body of the other
// world; surplus bodies are not compared. Has at most one entry per threshold and pair of worlds.
class SATBOX_API DivergenceLog {
  public:
    explicit DivergenceLog(std::vector<float> thresholds); // m. Precondition: each > 0

    // Call after each step of the first world. Two worlds are compared if their times agree to half a step.
    void compare(std::span<const World* const> worlds);

    std::span<const float> thresholds() const { return thresholds_; }
    // `threshold`: an index into thresholds().
    const std::vector<Divergence>& at(size_t threshold) const { return found_[threshold]; }
    std::optional<Divergence> find(size_t threshold, size_t worldA, size_t worldB) const; // worldA < worldB
    void clear();

  private:
    std::vector<float> thresholds_;
    std::vector<std::vector<Divergence>> found_; // by threshold
};

struct StepsTaken {
    int steps = 0;
    double ms = 0.0; // wall clock, from the world's profile
};
// Steps `world` at its own step rate until its time is as near as possible to `time`. May make no step.
// `solver`: makes the steps in place of World::step(), if it is not null.
SATBOX_API StepsTaken stepTowards(World& world, double time, TaskExecutor* executor = nullptr,
                                  ExternalSolver* solver = nullptr);

// Worlds that are stepped side by side, each with its own settings, and some of them by other engines.
class SATBOX_API Comparison {
  public:
    static constexpr size_t kMaxWorlds = 4;

    // By world; null for worlds that step themselves. May be shorter than the list of worlds.
    using Solvers = std::vector<std::unique_ptr<ExternalSolver>>;

    // Precondition: threshold > 0, m.
    Comparison(std::vector<World> worlds, float threshold, Solvers solvers = {});

    // Makes one step of the first world, brings every other world to about the same time (stepTowards), and
    // compares them.
    void step(TaskExecutor* executor = nullptr);

    const std::vector<World>& worlds() const { return worlds_; }
    const ExternalSolver* solver(size_t world) const
    {
        return solvers_[world].get();
    }                                     // null: the world's own
    double msPerStep(size_t world) const; // wall clock, mean over its steps so far; 0 before the first
    // At most one for each pair of worlds.
    const std::vector<Divergence>& divergences() const { return divergenceLog_.at(0); }
    std::optional<Divergence> findDivergence(size_t worldA, size_t worldB) const // worldA < worldB
    {
        return divergenceLog_.find(0, worldA, worldB);
    }

  private:
    struct Cost {
        double ms = 0.0;
        int64_t steps = 0;
    };
    void advance(size_t world, double time, TaskExecutor* executor);

    std::vector<World> worlds_;
    Solvers solvers_;
    std::vector<Cost> costs_;
    DivergenceLog divergenceLog_;
};

} // namespace satbox
