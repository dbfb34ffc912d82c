#pragma once

#include "engine/constraints/body_pair.h"
#include "engine/step/impacts/impact_contacts.h"

#include <array>
#include <vector>

namespace satbox {

// Solves impacts with restitution one after the other: Newton's law of restitution and Coulomb friction, at
// the time and the points at which the surfaces meet (docs/step.md, "apply restitution"). Slow contacts are
// left to the other passes.
class BouncingImpacts {
  public:
    // Keeps references to its arguments. Precondition: the bodies still have the velocities with which the
    // step began.
    BouncingImpacts(const SolverStep& step, ImpactContacts& contacts);

    // Solves the impacts of the substep that begins with the current rows. Also shifts the poses: if the
    // bodies then move at their new velocities for the whole substep, they end where the impact within the
    // substep would have sent them.
    void solve();

  private:
    struct Mark {
        bool isFast = false; // checked in each substep: fast when the step began, or hit since
        bool isQueued = false;
    };

    // A contact at an instant of the substep: normal and anchors in world axes.
    struct PredictedContact {
        Vec2 normal{0.0f, 0.0f};
        int count = 0;
        std::array<Vec2, 2> anchorA{}, anchorB{}; // m, from the centres of mass
        std::array<float, 2> separation{};        // m
        std::array<float, 2> speed{};             // m/s, along the normal
        std::array<int, 2> point{};               // point index in the contact
    };

    // Which points of a contact meet within the substep, and when the first one does.
    struct Arrival {
        std::array<bool, 2> arrives{};
        float time = 0.0f; // s, from the beginning of the substep
        bool any() const { return arrives[0] || arrives[1]; }
    };

    PredictedContact predictContact(const ImpactContact& entry, float time) const;
    Arrival arrivalOf(const PredictedContact& predicted, float minApproach) const;
    // True if there was an impact. isFirst: no earlier impact of the substep led to it.
    bool resolveIfArriving(ImpactContact& entry, bool isFirst);
    void resolve(ImpactContact& entry, const PredictedContact& predicted, const Arrival& arrival);
    void queueNeighbours(uint32_t row, std::vector<uint32_t>& queue);

    const SolverStep& step_;
    const float threshold_;    // m/s, slower approaches do not bounce
    const float settledSpeed_; // m/s, slower approaches are not impacts
    ImpactContacts& contacts_;
    std::vector<Mark> marks_; // by contact
};

} // namespace satbox
