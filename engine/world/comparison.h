#pragma once

#include "engine/world/world.h"

#include <optional>
#include <span>
#include <vector>

namespace satbox {

// Where two worlds that began alike have come apart: the first body, in slot order, that was farther than
// asked from its counterpart after the first step after which one was.
struct Divergence {
    size_t worldA = 0, worldB = 0; // indices
    uint64_t step = 0;             // of world A
    double time = 0.0;             // s
    BodyId body;                   // in world A
    float distance = 0.0f;         // m, between the centres of mass
};

// Takes down where worlds part, for several distances at once: who looks later may choose among them. Bodies
// correspond by their order among the live ones of their world; those that the other has not are not
// compared. One entry at most for each distance and each two worlds.
class DivergenceLog {
  public:
    explicit DivergenceLog(std::vector<float> distances); // m, each > 0

    // After each step of the first world. Two worlds are compared where their times agree to half a step.
    void compare(std::span<const World* const> worlds);

    std::span<const float> distances() const { return distances_; }
    const std::vector<Divergence>& at(size_t distance) const { return found_[distance]; } // by index
    std::optional<Divergence> of(size_t distance, size_t worldA, size_t worldB) const;    // worldA < worldB
    void clear();

  private:
    std::vector<float> distances_;
    std::vector<std::vector<Divergence>> found_; // [distance]
};

// Steps `world` by its own step rate as often as brings it nearest to `time`, which may be not at all.
struct StepsTaken {
    int steps = 0;
    double ms = 0.0; // by the world's profile
};
StepsTaken stepTowards(World& world, double time, TaskExecutor* executor = nullptr);

// Worlds that go on side by side, each with its own settings.
class Comparison {
  public:
    static constexpr size_t kMaxWorlds = 4;

    // partDistance: m, > 0.
    Comparison(std::vector<World> worlds, float partDistance);

    // The first world by one step of its own; each other one by as many of its own as bring it nearest to the
    // same time, which may be none. Then they are compared.
    void step(TaskExecutor* executor = nullptr);

    const std::vector<World>& worlds() const { return worlds_; }
    double msPerStep(size_t world) const; // mean over its steps here, by their profiles; 0 before the first
    const std::vector<Divergence>& divergences() const
    {
        return partings_.at(0);
    } // one at most for each two worlds
    std::optional<Divergence> divergenceOf(size_t worldA, size_t worldB) const // worldA < worldB
    {
        return partings_.of(0, worldA, worldB);
    }

  private:
    struct Cost {
        double ms = 0.0;
        int64_t steps = 0;
    };
    std::vector<World> worlds_;
    std::vector<Cost> costs_;
    DivergenceLog partings_;
};

} // namespace satbox
