#include "engine/model/body_store.h"

#include "engine/geometry/shape.h"
#include <satbox/shapes.h>
#include <satbox/validate.h>

#include <algorithm>

namespace satbox {

namespace {

// Half the smallest width of a shape: the distance it can move without tunnelling, m.
float halfThickness(const Shape& shape)
{
    switch (kindOf(shape)) {
    case ShapeKind::Circle:
        return std::get<Circle>(shape).radius;
    case ShapeKind::Capsule:
        return std::get<Capsule>(shape).radius;
    case ShapeKind::Segment:
        return 0.0f;
    case ShapeKind::Polygon:
        break;
    }
    const Polygon& polygon = std::get<Polygon>(shape);
    float least = 1e30f;
    for (int i = 0; i < polygon.count; ++i) {
        const auto u = static_cast<size_t>(i);
        least = std::min(least, dot(polygon.normals[u], polygon.vertices[u] - polygon.centroid));
    }
    return least + polygon.radius;
}

// Adds a slot to an ascending list, or removes it.
void setListed(std::vector<uint32_t>& slots, uint32_t slot, bool listed)
{
    const auto it = std::lower_bound(slots.begin(), slots.end(), slot);
    const bool isListed = it != slots.end() && *it == slot;
    if (listed && !isListed) slots.insert(it, slot);
    if (!listed && isListed) slots.erase(it);
}

} // namespace

void addToAwake(BodyStore& bodies, uint32_t slot)
{
    const auto it = std::lower_bound(bodies.awake.begin(), bodies.awake.end(), slot);
    if (it != bodies.awake.end() && *it == slot) return;
    bodies.awake.insert(it, slot);
    bodies.slots.at(slot).awake = true;
    ++bodies.revision;
}

void removeFromAwake(BodyStore& bodies, uint32_t slot)
{
    const auto it = std::lower_bound(bodies.awake.begin(), bodies.awake.end(), slot);
    if (it == bodies.awake.end() || *it != slot) return;
    bodies.awake.erase(it);
    bodies.slots.at(slot).awake = false;
    ++bodies.revision;
}

void compactAwake(BodyStore& bodies)
{
    std::erase_if(bodies.awake, [&](uint32_t slot) { return !bodies.slots.at(slot).awake; });
    ++bodies.revision;
}

void updateKindLists(BodyStore& bodies, uint32_t slot)
{
    const Body& body = bodies.slots.at(slot);
    setListed(bodies.kinematic, slot, body.type == BodyType::Kinematic);
    setListed(bodies.bullets, slot, body.type == BodyType::Dynamic && body.bullet);
    setListed(bodies.disabled, slot, !body.enabled);
}

void removeFromKindLists(BodyStore& bodies, uint32_t slot)
{
    setListed(bodies.kinematic, slot, false);
    setListed(bodies.bullets, slot, false);
    setListed(bodies.disabled, slot, false);
}

namespace {

constexpr float kNoExtent = 1e30f; // m, greater than the extent of any shape

void addExtents(BodyMotion& motion, const Shape& shape)
{
    motion.maxExtent = std::max(motion.maxExtent, maxExtent(shape, motion.localCenter));
    motion.minExtent = std::min(motion.minExtent, halfThickness(shape));
}

// Replaces what the shapes weigh by what the definition says.
void applyOwnMass(Body& body)
{
    MassData& data = body.massData;
    if (body.mass > 0.0f) {
        if (data.mass > 0.0f) data.inertia *= body.mass / data.mass;
        data.mass = body.mass;
    }
    if (body.ownCenter) {
        data.inertia += data.mass * lengthSquared(body.center - data.center); // parallel-axis theorem
        data.center = body.center;
    }
    if (body.inertia > 0.0f) data.inertia = body.inertia;
}

// Precondition: BodyMotion::localCenter is up to date.
void updateSingleShape(BodyStore& bodies, const ShapeStore& shapes, uint32_t slot)
{
    const Body& body = bodies.slots.at(slot);
    SingleShape& single = bodies.singleShape[slot] = {};
    if (body.shapes.size() != 1) return;
    single.slot = body.shapes.front();
    const auto* disc = std::get_if<Circle>(&shapes.at(single.slot).shape);
    if (disc && disc->center == bodies.motions[slot].localCenter) single.discRadius = disc->radius;
}

} // namespace

void updateMass(BodyStore& bodies, const ShapeStore& shapes, uint32_t slot)
{
    Body& body = bodies.slots.at(slot);
    BodyMotion& motion = bodies.motions[slot];

    std::vector<MassData> parts;
    parts.reserve(body.shapes.size());
    for (const uint32_t s : body.shapes) {
        const BodyShape& shape = shapes.at(s);
        // A sensor has no mass.
        if (!shape.def.sensor) parts.push_back(computeMass(shape.shape, shape.def.material.density));
    }
    body.massData = combine(parts);
    if (body.massData.mass <= 0.0f) body.massData.center = {0.0f, 0.0f};
    applyOwnMass(body);

    const Position origin = originOnGrid(bodies, slot), oldCenter = motion.center;
    motion.localCenter = body.massData.center;
    updateSingleShape(bodies, shapes, slot);
    motion.center = bodies.grid.displaced(origin, rotate(motion.q, motion.localCenter));
    motion.v += cross(motion.w, motion.center - oldCenter);

    ++bodies.revision;
    motion.invMass = 0.0f;
    motion.invInertia = 0.0f;
    if (body.type == BodyType::Dynamic && !body.quarantined) {
        // A dynamic body without mass (no shapes, or density 0) must still fall: point mass of 1 kg.
        const float mass = body.massData.mass > 0.0f ? body.massData.mass : 1.0f;
        motion.invMass = 1.0f / mass;
        if (!body.fixedRotation && body.massData.inertia > 0.0f)
            motion.invInertia = 1.0f / body.massData.inertia;
    }

    motion.maxExtent = 0.0f;
    motion.minExtent = body.shapes.empty() ? 0.0f : kNoExtent;
    for (const uint32_t s : body.shapes) addExtents(motion, shapes.at(s).shape);
}

bool addMasslessShape(BodyStore& bodies, const ShapeStore& shapes, uint32_t shape)
{
    const BodyShape& added = shapes.at(shape);
    const Body& body = bodies.slots.at(added.body);
    if (body.type != BodyType::Static) return false;
    if (!added.def.sensor && computeMass(added.shape, added.def.material.density).mass > 0.0f) return false;
    BodyMotion& motion = bodies.motions[added.body];
    if (body.shapes.size() == 1) motion.minExtent = kNoExtent;
    addExtents(motion, added.shape);
    updateSingleShape(bodies, shapes, added.body);
    ++bodies.revision;
    return true;
}

void teleport(BodyStore& bodies, uint32_t slot, const WorldTransform& transform)
{
    BodyMotion& motion = bodies.motions[slot];
    motion.q = motion.q0 = transform.q;
    motion.center =
        bodies.grid.displaced(bodies.grid.snap(transform.p), rotate(transform.q, motion.localCenter));
    motion.moved = {0.0f, 0.0f};
}

void updateBoxes(const BodyStore& bodies, ShapeStore& shapes, uint32_t slot)
{
    forEachShapeOf(bodies, slot, [&](uint32_t s) {
        shapes.boxes[s].tight = worldBox(shapes.at(s).shape, bodies.motions[slot], bodies.grid);
    });
}

void limitVelocity(BodyMotion& m)
{
    m.v.x = std::clamp(m.v.x, -kMaxVelocity, kMaxVelocity);
    m.v.y = std::clamp(m.v.y, -kMaxVelocity, kMaxVelocity);
    m.w = std::clamp(m.w, -kMaxVelocity, kMaxVelocity);
}

} // namespace satbox
