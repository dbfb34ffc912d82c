#pragma once

#include "engine/constraints/body_pair.h"
#include "engine/step/impacts/impact_contacts.h"

#include <array>
#include <vector>

namespace satbox {

// Impacts without restitution between bodies of unlike mass. A solver pass removes little more momentum from
// the heavier body than the lighter one has at that speed. So stopping it takes many substeps, each
// warm-started with the accumulated impulse; when it stops, that impulse is far too large and throws the body
// back. Here the contacts around such an impact are solved together until no points approach (docs/step.md,
// "apply restitution").
class InelasticImpacts {
  public:
    // Keeps references to its arguments. Precondition: the bodies still have the velocities with which the
    // step began.
    InelasticImpacts(const SolverStep& step, ImpactContacts& contacts);

    // Solves the impacts of the substep that begins with the current rows.
    void solve();

  private:
    struct Point {
        Vec2 anchorA{0.0f, 0.0f}, anchorB{0.0f, 0.0f}; // m, from the centres of mass
        float separation = 0.0f;                       // m
        // m/s: closes the gap that remains at the impact within the rest of the substep.
        float gapSpeed = 0.0f;
        // Along the normal and the tangent:
        std::array<float, 2> initialSpeed{}; // m/s, relative speed before the impact
        std::array<float, 2> mass{};         // kg, effective
        std::array<float, 2> impulse{};      // N s
        std::array<float, 2> before{};       // N s, impulse before the sweep
        std::array<float, 2> direction{};    // N s, search direction
    };
    struct Constraint {
        uint32_t contact = 0; // index in ImpactContacts
        BodyPair bodies;
        std::array<Vec2, 2> axes{}; // normal and tangent
        float friction = 0.0f;
        std::array<Point, 2> points{};
        int count = 0; // points; 0: nothing to solve
    };

    struct Hit {
        float speed = 0.0f; // m/s
        float time = 0.0f;  // s, from the beginning of the substep
    };
    struct Body {
        uint32_t row = 0;
        BodyState state{}; // working copy
    };

    Constraint makeConstraint(uint32_t contact, BodyState& a, BodyState& b, float time) const;
    Hit findHit(uint32_t contact) const;
    void gatherNeighbourhood(uint32_t contact, float time);
    void copyBodies();
    BodyState& bodyCopy(uint32_t row);
    void solveConstraints(float tolerance); // tolerance in m/s
    float sweep();
    float squaredChange() const;
    float visit(Constraint& constraint) const;
    void applyDirection(float share);
    void storeImpulses();
    void storeVelocities(float time);
    void recordVisits(const Constraint& constraint, size_t point) const;

    const SolverStep& step_;
    const float settledSpeed_; // m/s, slower approaches are not impacts
    ImpactContacts& contacts_;
    std::vector<uint8_t> isFast_;   // by contact: checked in each substep
    std::vector<uint8_t> isSolved_; // by contact: in this substep
    std::vector<uint8_t> isInPile_; // by contact: known to have many contacts around it
    // Current neighbourhood:
    std::vector<uint32_t> neighbourhood_; // contacts
    std::vector<Constraint> constraints_;
    std::vector<Body> bodies_; // sorted by row
    bool isPile_ = false;      // only its nearest contacts are solved
};

} // namespace satbox
