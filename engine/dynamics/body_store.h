#pragma once

#include "engine/core/slot_map.h"
#include "engine/dynamics/body.h"

#include <span>
#include <utility>
#include <vector>

namespace satbox {

// All shapes. What each step reads and writes of them lies together, two shapes in a cache line.
class ShapeStore : public SlotMap<BodyShape, ShapeTag> {
  public:
    std::vector<ShapeBoxes> boxes; // same slots

    ShapeId insert(BodyShape shape)
    {
        const ShapeId id = SlotMap::insert(std::move(shape));
        boxes.resize(slotCount());
        boxes[id.index] = {};
        return id;
    }
    size_t bytes() const { return SlotMap::bytes() + boxes.capacity() * sizeof(ShapeBoxes); }
};

inline constexpr uint32_t kNoOnlyShape = ~0u;

// All bodies, by temperature: bookkeeping in `slots`, what stages read in `motions`.
struct BodyStore {
    SlotMap<Body, BodyTag> slots;
    std::vector<BodyMotion> motions; // same slots
    std::vector<uint32_t> onlyShape; // same slots: of the one shape; kNoOnlyShape for none or several
    std::vector<uint32_t> awake;     // slots of awake dynamic and kinematic bodies, ascending
    std::vector<uint32_t> kinematic; // slots of all kinematic bodies, awake or not, ascending
    std::vector<uint32_t> bullets;   // slots of all dynamic bodies that are bullets, likewise
    PositionGrid grid;               // of centres and boxes; by the world's length unit
    uint64_t revision = 0; // goes up when another body is awake or can move; no part of a world's value

    bool canMove(uint32_t slot) const { return motions[slot].invMass > 0.0f; }
};

// Calls fn(slot) for the body's shapes, in the order in which they were added. The list of a body that has
// just one, as most do, is not touched. Inlined, as is fn, which is called in one place: stages do this for
// every body.
template<class Fn>
[[gnu::always_inline]] inline void forEachShapeOf(const BodyStore& bodies, uint32_t slot, Fn&& fn)
{
    const bool hasOne = bodies.onlyShape[slot] != kNoOnlyShape;
    for (const uint32_t shape :
         hasOne ? std::span(&bodies.onlyShape[slot], 1) : std::span(bodies.slots.at(slot).shapes))
        fn(shape);
}

// Enters a body into the awake list, or takes it out; nothing happens when it is there already.
void addToAwake(BodyStore& bodies, uint32_t slot);
void removeFromAwake(BodyStore& bodies, uint32_t slot);
// Enters a body into the lists of kinematic bodies and bullets that it belongs to, or takes it out of them.
void listByKind(BodyStore& bodies, uint32_t slot);
void unlist(BodyStore& bodies, uint32_t slot);
// Takes out every body for which Body::awake is false, in one pass.
void compactAwake(BodyStore& bodies);

// Mass, centre, extents and onlyShape anew from the body's shapes; keeps the origin where it is and the
// velocity of the material point that was the centre of mass.
void updateMass(BodyStore& bodies, const ShapeStore& shapes, uint32_t slot);

// A body's origin where it was put: on the grid, as its centre is.
inline Position originOnGrid(const BodyStore& bodies, uint32_t slot)
{
    const BodyMotion& m = bodies.motions[slot];
    return bodies.grid.displaced(m.center, -rotate(m.q, m.localCenter));
}

// Puts a body somewhere else, as if the last step had not moved it.
void placeOrigin(BodyStore& bodies, uint32_t slot, const WorldTransform& transform);

// The box of a body's shape at its present pose, from its centre of mass on and in the world.
[[gnu::always_inline]] inline Aabb boxAboutCenter(const Shape& shape, const BodyMotion& motion)
{
    return computeAabb(shape, {-rotate(motion.q, motion.localCenter), motion.q});
}
inline WorldBox worldBox(const Shape& shape, const BodyMotion& motion, PositionGrid grid)
{
    return grid.boxAt(motion.center, boxAboutCenter(shape, motion));
}

// Tight boxes of all the body's shapes at its present pose.
void updateBoxes(const BodyStore& bodies, ShapeStore& shapes, uint32_t slot);

// With a single comparison: 0 times what is not finite is no number.
inline bool isFinite(const BodyMotion& m)
{
    const auto zero = [](Vec2 v) { return 0.0f * v.x + 0.0f * v.y; };
    const double ofPlace = 0.0 * m.center.x + 0.0 * m.center.y;
    const float ofMotion = zero(m.v) + zero(m.force) + zero({m.w, m.torque});
    return ofPlace + static_cast<double>(zero({m.q.c, m.q.s}) + ofMotion) == 0.0;
}

} // namespace satbox
