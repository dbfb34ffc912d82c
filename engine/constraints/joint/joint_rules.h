#pragma once

namespace satbox {

// The share of a joint's error that is removed per substep. Errors are those of nets, and of the compliance
// and contradictions of linkages: a joint of a tree does not drift.
inline constexpr float kJointErrorShare = 0.2f;

// rad, in a substep: the ends of faster turns are not predicted. The velocities at the end, which a joint has
// yet to find, may be far from the present ones, as after the impact of a rope's load on a wall; to follow
// the arc of the wrong velocities would throw bodies about. The present directions lose energy instead.
inline constexpr float kMaxPredictedTurn = 0.2f;

// The softness with which a limit of a tree pushes, in units of its inverse effective mass: that of a contact
// at 240 substeps per second. Relaxing is rigid, so the velocity at the end is as well. Without it, ragdolls
// in a pile are as stiff as their limits: contacts, which are solved after them, cannot fold them, and tear
// their joints apart instead: by 80 to 143 mm in a pile of 500, where 9 to 84 mm are left.
inline constexpr double kLimitSoftness = 0.06;

// How often a row may leave a tree in a pass, see leaveTree().
inline constexpr int kMaxTreeExits = 2;

// m/s or rad/s: joints are solved in turn until no speed changes by more than this. At 240 substeps per
// second, 4 micrometres are left to the next one.
inline constexpr float kJointTolerance = 1e-3f;

// Passes over a tree, or the linkage of a component, and the rows it leaves out. These change what was solved
// together, so both are solved in turn.
inline constexpr int kMaxTreePasses = 8;
// The end of a substep depends on the velocity not quite linearly, hence two passes to push. After the
// contacts, there is at least one more. (With one before the contacts and one after, a pile of ragdolls
// overlaps by an eighth more.)
inline constexpr int kMinPushPasses = 2;

// The compliance of an equation of a linkage, or of a chain that is held at both ends, as a share of its
// inverse effective mass. Without any, equations that contradict each other by a rounding error would stress
// the linkage without limit, as those of the two diagonals of a square do, and so would a straight line of
// rods between two walls. With this, the rods of a cantilever of 16 squares get longer by less than 0.05 mm.
inline constexpr double kComplianceShare = 1e-4;

// The inertia of a body of a tree that does not rotate, in units of the greatest one plus the body's mass
// times 1 m^2: so great that it hardly rotates, and no greater, as the elimination subtracts numbers of its
// size.
inline constexpr double kFixedInertia = 1e6;

} // namespace satbox
