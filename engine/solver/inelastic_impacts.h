#pragma once

#include "engine/solver/body_pair.h"
#include "engine/solver/impact_contacts.h"

#include <array>
#include <vector>

namespace satbox {

// Impacts without restitution between bodies of unlike mass. A pass of the solver stops the heavier body by
// little more than the lighter one's share, so that stopping takes many substeps, each warm-started with what
// all before it gave, and the last of it throws the body back. Here the contacts around such an impact are
// solved together until nothing approaches (docs/step.md, "apply restitution").
class InelasticImpacts {
  public:
    // References stay. The bodies are as the step found them.
    InelasticImpacts(const SolverStep& step, ImpactContacts& contacts);

    // Those of the substep that begins with the rows as they are.
    void solve();

  private:
    struct Point {
        Vec2 anchorA{0.0f, 0.0f}, anchorB{0.0f, 0.0f}; // m, from the centres of mass
        float separation = 0.0f;                       // m
        float gapSpeed = 0.0f; // m/s, that closes the gap left at the impact within the rest of the substep
        // Along the normal and the tangent:
        std::array<float, 2> first{};     // m/s, before
        std::array<float, 2> mass{};      // kg, effective
        std::array<float, 2> impulse{};   // N s
        std::array<float, 2> before{};    // N s, impulse before the sweep
        std::array<float, 2> direction{}; // N s, that the impulse takes
    };
    struct Row {
        uint32_t contact = 0; // of ImpactContacts
        BodyPair bodies;
        std::array<Vec2, 2> axes{}; // normal and tangent
        float friction = 0.0f;
        std::array<Point, 2> points{};
        int count = 0; // of points; 0: nothing to solve
    };

    struct Hit {
        float speed = 0.0f; // m/s
        float time = 0.0f;  // s, from the beginning of the substep
    };
    struct Body {
        uint32_t row = 0;
        BodyState state{}; // a copy
    };

    Row rowOf(uint32_t contact, BodyState& a, BodyState& b, float time) const;
    Hit hitOf(uint32_t contact) const;
    void gatherAround(uint32_t contact, float time);
    void copyBodies();
    BodyState& copyOf(uint32_t row);
    void solveRows(float tolerance); // m/s
    float sweep();
    float squaredChange() const;
    float visit(Row& row) const;
    void followDirection(float share);
    void takeImpulses();
    void takeVelocities(float time);
    void tell(const Row& row, size_t point) const;

    const SolverStep& step_;
    const float settled_; // m/s, slower approaches are no impacts
    ImpactContacts& contacts_;
    std::vector<uint8_t> isFast_;   // by contact: looked at in each substep
    std::vector<uint8_t> isSolved_; // by contact: in this substep
    std::vector<uint8_t> isOfHeap_; // by contact: found to have many around it
    // Of one neighbourhood:
    std::vector<uint32_t> near_; // contacts
    std::vector<Row> rows_;
    std::vector<Body> bodies_; // by row
    bool isHeap_ = false;      // only the nearest contacts of it
};

} // namespace satbox
