#pragma once

#include "engine/constraints/joint/joint_tree.h"
#include "engine/constraints/joint/joint_visit.h"
#include "engine/constraints/step_context.h"
#include <satbox/world.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace satbox {

// What a joint holds: its pin, or one of its rows.
struct JointEquation {
    int row = kPinRow;     // of JointParts
    JointPart part{};      // of a row
    bool isSpring = false; // a row of that role, or a pin that is a spring
    bool isAngle() const { return row != kPinRow && part.coordinate == JointCoordinate::Angle; }
    bool isPin() const { return row == kPinRow; }
    // How far the value is from where the equation wants it, m or rad: of a pin the vector from anchor A to
    // anchor B, of a limit the distance beyond it, of a motor none.
    Vec2 errorOf(Vec2 value) const;
};

// The equation in one substep. Impulses in N s or N m s; a row has the x of vectors.
struct JointEquationRecord {
    Vec2 start{0.0f, 0.0f}, end{0.0f, 0.0f}; // error at the start and at the end of the substep, m or rad
    Vec2 directionA{0.0f, 0.0f}, directionB{0.0f, 0.0f}; // of a row
    float massXX = 0.0f, massXY = 0.0f, massYY = 0.0f; // effective mass by itself, at the start, kg or kg m^2
    Vec2 again{0.0f, 0.0f};                            // the impulse of the last substep, applied again
    Vec2 pushed{0.0f, 0.0f};                           // what solving added to it
    Vec2 relaxed{0.0f, 0.0f}; // what relaxing added, with what was applied again for it
    Vec2 total{0.0f, 0.0f};   // accumulated impulse at the end
    bool isInTree = false;    // solved together with other joints
    bool isAtLimit = false;   // of a motor or of limited force: no more impulse was allowed
};

struct JointSubstep {
    std::vector<JointEquationRecord> equations; // as JointRecord::equations
    std::vector<JointVisit> visits;             // in order
    std::vector<JointTreeVisit> trees;          // each solution of the tree, chain or linkage
    std::vector<size_t> treeOf;                 // by visit: index of its solution, for Kind::Tree
    int pushPasses = 0, relaxPasses = 0;        // visits to an equation, or iterations of the solver
};

// How a joint was solved, and with how many others.
struct JointCompany {
    enum class Kind : uint8_t {
        Tree,    // eliminated with the other joints of its tree
        Chain,   // eliminated with the other joints of a rope or bridge
        Linkage, // eliminated with the joints whose loops it is part of, or hangs on
        Loop,    // alone, in turn with a tree, since it closes a loop of a linkage that would be too large
        Net,     // alone, in a net
        Block,   // a hinge in a colour of a net
    };
    Kind kind = Kind::Tree;
    size_t joints = 0;                // of the tree or the component, or the hinges of all nets
    std::optional<uint32_t> colour{}; // none: beyond the last colour
    uint32_t colours = 0;             // in use
};

// Record of one step for one joint.
struct JointRecord {
    float dt = 0.0f;     // s, the whole step
    StepContext context; // as used by the solver
    SolverType solver{};
    const char* unsolvedReason = ""; // a sentence; empty if the joint was solved
    JointCompany company;
    std::vector<JointEquation> equations;
    std::vector<JointSubstep> substeps;
    std::vector<Vec2> after; // error of each equation after the step, m or rad
    float force = 0.0f;      // N, mean over the step
    float torque = 0.0f;     // N m, likewise
    bool broke = false;      // in this step
};

// Steps `world`, usually a copy, and records what the solver does for the joint (slot). The world gets the
// same bits as by World::step. If dt is so long that the step is divided into slices (World::step), the step
// is made but not recorded. Precondition: the joint exists.
JointRecord recordJoint(World& world, float dt, uint32_t slot);

} // namespace satbox
