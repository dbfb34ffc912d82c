#pragma once

#include "engine/core/internal_api.h"
#include "engine/core/pair_set.h"
#include "engine/core/slot_map.h"
#include "engine/geometry/shape.h"
#include "engine/math/position.h"
#include <satbox/body.h>
#include <satbox/math.h>
#include <satbox/shapes.h>

#include <span>
#include <utility>
#include <vector>

namespace satbox {

// All shapes. Their boxes, which each step reads and writes, are stored separately, one cache line per shape.
class ShapeStore : public SlotMap<BodyShape, ShapeTag> {
  public:
    std::vector<ShapeBoxes> boxes; // same slots

    ShapeId insert(BodyShape shape)
    {
        surfaces_ += hasSurface(shape.def.material) ? 1 : 0;
        const ShapeId id = SlotMap::insert(std::move(shape));
        boxes.resize(slotCount());
        boxes[id.index] = {};
        return id;
    }
    void reserve(size_t count)
    {
        SlotMap::reserve(count);
        boxes.reserve(count);
    }
    bool erase(ShapeId id)
    {
        if (contains(id) && hasSurface(at(id.index).def.material)) --surfaces_;
        return SlotMap::erase(id);
    }
    // Replaces the definition of a shape.
    void setDef(uint32_t slot, const ShapeDef& def)
    {
        surfaces_ -= hasSurface(at(slot).def.material) ? 1 : 0;
        surfaces_ += hasSurface(def.material) ? 1 : 0;
        at(slot).def = def;
        at(slot).shape = transformed(def.geometry, def.local);
    }
    // True if some shape has a surface speed or rolling resistance.
    bool hasSurfaces() const { return surfaces_ > 0; }
    size_t bytes() const { return SlotMap::bytes() + boxes.capacity() * sizeof(ShapeBoxes); }

  private:
    static bool hasSurface(const Material& m)
    {
        return m.rollingResistance != 0.0f || m.surfaceSpeed != 0.0f;
    }

    size_t surfaces_ = 0; // shapes with a surface speed or rolling resistance
};

// The only shape of a body.
struct SingleShape {
    uint32_t slot = kNoIndex; // kNoIndex: the body has none, or several
    float discRadius = 0.0f;  // m, of a disc about the body's centre of mass; 0: another shape
};

// All bodies: cold data in `slots`, hot data in `motions`.
struct BodyStore {
    SlotMap<Body, BodyTag> slots;
    std::vector<BodyMotion> motions;      // same slots
    std::vector<SingleShape> singleShape; // same slots
    std::vector<uint32_t> awake;          // slots of awake dynamic and kinematic bodies, ascending
    std::vector<uint32_t> kinematic;      // slots of all kinematic bodies, awake or not, ascending
    std::vector<uint32_t> bullets;        // slots of all dynamic bullets, awake or not, ascending
    std::vector<uint32_t> disabled;       // slots of all disabled bodies, ascending
    PairSet apart;                        // keys of pairs that a joint keeps from colliding
    PositionGrid grid;                    // of centres and boxes; spacing from the world's length unit
    // Incremented when the set of awake or movable bodies changes. Not part of a world's value.
    uint64_t revision = 0;

    bool canBePushed(uint32_t slot) const { return motions[slot].invMass > 0.0f; }
};

// Calls fn(shapeSlot) for the body's shapes in order of addition. The shape list of a body with a single
// shape, the usual case, is not read. Always inlined, as stages call it for every body; fn is called in one
// place, so that it is inlined too.
template<class Fn>
[[gnu::always_inline]] inline void forEachShapeOf(const BodyStore& bodies, uint32_t slot, Fn&& fn)
{
    const uint32_t& single = bodies.singleShape[slot].slot;
    for (const uint32_t shape :
         single != kNoIndex ? std::span(&single, 1) : std::span(bodies.slots.at(slot).shapes))
        fn(shape);
}

// Adds a body to the awake list, or removes it; does nothing if it is there, or absent, already.
void addToAwake(BodyStore& bodies, uint32_t slot);
void removeFromAwake(BodyStore& bodies, uint32_t slot);
// Updates the membership of a body in the lists kinematic, bullets and disabled.
void updateKindLists(BodyStore& bodies, uint32_t slot);
void removeFromKindLists(BodyStore& bodies, uint32_t slot);
// Removes all bodies with Body::awake == false from the awake list, in one pass.
void compactAwake(BodyStore& bodies);

// Recomputes mass, centre, extents and singleShape from the body's shapes. The origin stays; the velocity is
// adjusted so that each material point keeps its velocity.
SATBOX_INTERNAL_API void updateMass(BodyStore& bodies, const ShapeStore& shapes, uint32_t slot);
// The same for a static body whose newest shape is `shape`, in constant time: if that has no mass, the centre
// and the other shapes stay as they are. False, and nothing is done, for other bodies and shapes.
SATBOX_INTERNAL_API bool addMasslessShape(BodyStore& bodies, const ShapeStore& shapes, uint32_t shape);

// A body's origin, snapped to the grid as its centre is.
inline Position originOnGrid(const BodyStore& bodies, uint32_t slot)
{
    const BodyMotion& m = bodies.motions[slot];
    return bodies.grid.displaced(m.center, -rotate(m.q, m.localCenter));
}

// Moves a body's origin to a new pose; its displacement in the last step becomes zero.
void teleport(BodyStore& bodies, uint32_t slot, const WorldTransform& transform);

// Box of a body's shape at its present pose: relative to its centre of mass, and in the world.
[[gnu::always_inline]] inline Aabb boxAboutCenter(const Shape& shape, const BodyMotion& motion)
{
    return computeAabb(shape, {-rotate(motion.q, motion.localCenter), motion.q});
}
inline WorldBox worldBox(const Shape& shape, const BodyMotion& motion, PositionGrid grid)
{
    return grid.boxAt(motion.center, boxAboutCenter(shape, motion));
}

// Recomputes the tight boxes of all shapes of a body at its present pose.
SATBOX_INTERNAL_API void updateBoxes(const BodyStore& bodies, ShapeStore& shapes, uint32_t slot);

// Needs a single comparison: 0 times a finite number is 0, 0 times inf or NaN is NaN.
inline bool isFinite(const BodyMotion& m)
{
    const auto zero = [](Vec2 v) { return 0.0f * v.x + 0.0f * v.y; };
    const double positionSum = 0.0 * m.center.x + 0.0 * m.center.y;
    const float motionSum = zero(m.v) + zero(m.force) + zero({m.w, m.torque});
    return positionSum + static_cast<double>(zero({m.q.c, m.q.s}) + motionSum) == 0.0;
}

// Clamps the velocity to kMaxVelocity, the bound of definitions, so that the body can be saved. Precondition:
// the velocity is finite.
void limitVelocity(BodyMotion& motion);

} // namespace satbox
