#pragma once

#include <satbox/world.h>

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace satbox::app {

// Joints of bodies that are copied or changed together, and how they follow.

// A joint of at least one of several bodies.
struct JointOfBodies {
    JointId id;
    JointDef def;
    std::optional<size_t> a, b; // indices of its two bodies in the list; none for another body
};
// In slot order. Precondition: all bodies exist.
std::vector<JointOfBodies> jointsOfBodies(const World& world, std::span<const BodyId> bodies);

// The joints that copies of bodies have: those between two of the bodies and, unless they are left out, those
// to static bodies, which are not copied: their copies hold the same static body where the copy needs it.
// Joints to other bodies are not copied.
class JointCopies {
  public:
    enum class StaticBodies : uint8_t { Keep, LeaveOut };

    JointCopies(const World& world, std::span<const BodyId> bodies, StaticBodies staticBodies);
    // `copies`: of the bodies, in their order. `offset`: m, from the bodies to the copies.
    std::vector<JointDef> defsFor(std::span<const BodyId> copies, Vec2 offset) const;

  private:
    struct Copied {
        JointOfBodies joint;
        Rot staticRotation{}; // of the body that is not copied, if there is one
    };
    std::vector<Copied> joints_;
};

// A scale of bodies: each about its own origin along its own axes, while the origins move away from a point.
struct BodyScale {
    Vec2 factor{1.0f, 1.0f}; // two different ones for a single body only
    Position fixed{};        // m, the point that stays in place
};
// Anchors are scaled with their body. Lengths and a pulley's fixed points are scaled if both bodies are.
JointDef scaledJoint(const JointOfBodies& joint, const BodyScale& scale);

} // namespace satbox::app
