#pragma once

#include "engine/world/world.h"

#include <optional>
#include <vector>

namespace satbox {

// Where two worlds that began alike have come apart: the first body, in slot order, that was farther than
// asked from its counterpart after the first step after which one was.
struct Parting {
    size_t worldA = 0, worldB = 0; // indices
    uint64_t step = 0;             // of world A
    double time = 0.0;             // s
    BodyId body;                   // in world A
    float distance = 0.0f;         // m, between the centres of mass
};

// Worlds that go on side by side, each with its own settings. Bodies correspond by their order among the live
// ones of their world; those that the other has not are not compared.
class Comparison {
  public:
    static constexpr size_t kMostWorlds = 4;

    // partDistance: m, > 0.
    Comparison(std::vector<World> worlds, float partDistance);

    // The first world by one step of its own; each other one by as many of its own as bring it nearest to the
    // same time, which may be none. Then they are compared where their times agree to half a step.
    void step(TaskExecutor* executor = nullptr);

    const std::vector<World>& worlds() const { return worlds_; }
    double msPerStep(size_t world) const; // mean over its steps here, by their profiles; 0 before the first
    const std::vector<Parting>& partings() const { return partings_; }    // one at most for each two worlds
    std::optional<Parting> partingOf(size_t worldA, size_t worldB) const; // worldA < worldB

  private:
    void compare(size_t worldA, size_t worldB);

    struct Cost {
        double ms = 0.0;
        uint64_t steps = 0;
    };
    std::vector<World> worlds_;
    std::vector<Cost> costs_;
    std::vector<Parting> partings_;
    float partDistance_;
};

} // namespace satbox
