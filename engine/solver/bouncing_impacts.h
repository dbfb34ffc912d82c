#pragma once

#include "engine/solver/body_pair.h"
#include "engine/solver/impact_contacts.h"

#include <array>
#include <vector>

namespace satbox {

// Impacts of what bounces, one after the other: Newton's law of restitution and Coulomb friction where and
// when the surfaces meet (docs/step.md, "apply restitution"). What is slow is left to the other passes.
class BouncingImpacts {
  public:
    // References stay. The bodies are as the step found them.
    BouncingImpacts(const SolverStep& step, ImpactContacts& contacts);

    // Those of the substep that begins with the rows as they are. Poses are shifted such that going on with
    // the new velocities for the whole substep ends where an impact within it sends the bodies.
    void solve();

  private:
    struct Mark {
        bool isFast = false; // looked at in each substep: fast when the step began, or hit since
        bool isQueued = false;
    };

    // A contact at some instant of the substep: normal and anchors in world axes.
    struct Meeting {
        Vec2 normal{0.0f, 0.0f};
        int count = 0;
        std::array<Vec2, 2> anchorA{}, anchorB{}; // m, from the centres of mass
        std::array<float, 2> separation{};        // m
        std::array<float, 2> speed{};             // m/s, along the normal
        std::array<int, 2> point{};               // of the contact
    };

    // Which of its points meet within the substep, and when the first does.
    struct Arrival {
        std::array<bool, 2> arrives{};
        float time = 0.0f; // s, from the beginning of the substep
        bool any() const { return arrives[0] || arrives[1]; }
    };

    Meeting meetingAfter(const ImpactContact& entry, float time) const;
    Arrival arrivalOf(const Meeting& meeting, float slowest) const;
    bool visit(ImpactContact& entry, bool isFirst); // true where there was an impact; isFirst: none led to it
    void resolve(ImpactContact& entry, const Meeting& meeting, const Arrival& arrival);
    void queueNeighbours(uint32_t row, std::vector<uint32_t>& queue);

    const SolverStep& step_;
    const float threshold_; // m/s, slower approaches do not bounce
    const float settled_;   // m/s, slower ones are no impacts at all
    ImpactContacts& contacts_;
    std::vector<Mark> marks_; // of the contacts
};

} // namespace satbox
