// Creating, editing and removing bodies and shapes between steps.

#include "engine/math/position.h"
#include "engine/model/definition_fields.h"
#include "engine/step/contact_events.h"
#include "engine/step/proxies.h"
#include "engine/step/step_settings.h"
#include "engine/step/waking.h"
#include "engine/world/refusals.h"
#include "engine/world/world_access.h"
#include <satbox/limits.h>
#include <satbox/math.h>
#include <satbox/settings_table.h>
#include <satbox/validate.h>
#include <satbox/world.h>

#include <algorithm>
#include <cmath>

namespace satbox {

namespace {

// Normalizes a rotation unless its length is 1 up to rounding: then it keeps its bits, so that a definition
// read back from a body reproduces the body exactly.
Rot unitRotation(Rot q)
{
    constexpr float kRounding = 4.8e-7f; // tolerance of c^2 + s^2: a few units in the last place
    return std::fabs(q.c * q.c + q.s * q.s - 1.0f) <= kRounding ? q : normalize(q);
}

// Updates what is derived from the definition's fields for steps to read.
void updateFlags(WorldState& w, uint32_t slot)
{
    const Body& body = w.bodies.slots.at(slot);
    BodyMotion& m = w.bodies.motions[slot];
    m.damped = body.linearDamping != 0.0f || body.angularDamping != 0.0f;
    m.locked = body.lockX || body.lockY;
    updateKindLists(w.bodies, slot);
}

void applyDef(WorldState& w, uint32_t slot, const BodyDef& def)
{
    Body& body = w.bodies.slots.at(slot);
    BodyMotion& m = w.bodies.motions[slot];
    storeFields(def, body, m);
    updateFlags(w, slot);
    body.quarantined = false;
    body.sleepTime = 0.0f;
    teleport(w.bodies, slot, {def.position, unitRotation(def.rotation)});
    updateMass(w.bodies, w.shapes, slot);
    m.moved = {0.0f, 0.0f};
    m.v = def.type == BodyType::Static ? Vec2{0.0f, 0.0f} : def.linearVelocity;
    m.w = def.type == BodyType::Static || def.fixedRotation ? 0.0f : def.angularVelocity;
    m.force = {0.0f, 0.0f};
    m.torque = 0.0f;
    updateBoxes(w.bodies, w.shapes, slot);
}

void addProxiesAndWake(WorldState& w, uint32_t slot, bool awake)
{
    for (const uint32_t s : w.bodies.slots.at(slot).shapes) addProxy(w, s);
    if (w.bodies.slots.at(slot).type == BodyType::Static) wakeOverlapping(w, slot);
    if (awake) wake(w, slot);
}

void removeProxiesAndWake(WorldState& w, StepReport& report, uint32_t slot)
{
    wakeWithNeighbours(w, slot);
    for (const uint32_t s : w.bodies.slots.at(slot).shapes) removeProxy(w, report, s, report.pendingEvents);
    removeFromAwake(w.bodies, slot);
}

// The same world as after setting a definition that differs only in the pose. What follows from the shapes,
// such as the mass, stays, and so does the body's leaf in the tree if it stays near. Precondition:
// isMovedByPoseOnly().
void moveBody(WorldState& w, StepReport& report, uint32_t slot, const WorldTransform& pose)
{
    wakeWithNeighbours(w, slot);
    Body& body = w.bodies.slots.at(slot);
    for (const uint32_t s : body.shapes) removeContactsOf(w, report, s, report.pendingEvents);
    body.sleepTime = 0.0f;
    teleport(w.bodies, slot, {pose.p, unitRotation(pose.q)});
    BodyMotion& m = w.bodies.motions[slot];
    // As a new mass does. It rounds again where the grid is finer than doubles: far from the origin.
    m.center = w.bodies.grid.displaced(originOnGrid(w.bodies, slot), rotate(m.q, m.localCenter));
    m.force = {0.0f, 0.0f};
    m.torque = 0.0f;
    renewProxies(w, slot);
    ++w.bodies.revision; // as any edit of a body: what is cached about it is found again
}

bool isMovedByPoseOnly(const Body& body)
{
    return body.type != BodyType::Static && body.enabled && !body.quarantined;
}

// Recycled manifolds depend on the body's centre and extent: call after these may have changed.
void clearManifoldCaches(WorldState& w, uint32_t slot)
{
    for (Contact& c : w.contacts.awake)
        if (c.bodyA == slot || c.bodyB == slot) c.cache = {};
}

// Call after the mass was updated: updates boxes and contacts of a body whose shapes changed.
void updateAfterMassChange(WorldState& w, uint32_t slot)
{
    limitVelocity(w.bodies.motions[slot]); // a new centre far from the old one is fast if the body spins
    w.bodies.motions[slot].moved = {0.0f, 0.0f};
    rebuildBoxes(w, slot);
    wakeWithNeighbours(w, slot);
    clearManifoldCaches(w, slot);
    if (w.bodies.slots.at(slot).type == BodyType::Static) wakeOverlapping(w, slot);
}

// Call after shapes or their materials changed: updates mass and boxes. The new centre of mass gets the
// velocity of the body's point there.
void updateAfterShapeChange(WorldState& w, uint32_t slot)
{
    updateMass(w.bodies, w.shapes, slot);
    updateAfterMassChange(w, slot);
}

// The same for a static body that got one more shape without mass, as terrain of segments does: its other
// shapes stay as they are. So building terrain takes time that grows with its shapes, not with their square.
void updateAfterMasslessShape(WorldState& w, uint32_t slot, uint32_t shape)
{
    wakeWithNeighbours(w, slot);
    clearManifoldCaches(w, slot);
    wakeOverlappingShape(w, shape);
}

// Snaps bodies, boxes and the positions of joints to another grid.
void moveToGrid(WorldState& w, PositionGrid grid)
{
    w.bodies.grid = grid;
    for (uint32_t i = 0; i < w.bodies.slots.slotCount(); ++i) {
        if (!w.bodies.slots.isLive(i)) continue;
        w.bodies.motions[i].center = grid.snap(w.bodies.motions[i].center);
        rebuildBoxes(w, i);
    }
    w.joints.forEach([&](uint32_t, auto& joint) {
        forEachStateField(joint, [&](auto& value) {
            if constexpr (std::is_same_v<std::remove_cvref_t<decltype(value)>, Position>)
                value = grid.snap(value);
        });
    });
}

// True if two definitions differ in nothing but what a step does not read: events, callbacks, user values.
bool differsForProgramsOnly(const ShapeDef& a, const ShapeDef& b)
{
    Material material = b.material;
    material.userValue = a.material.userValue;
    return a != b && a.geometry == b.geometry && a.local == b.local && a.material == material &&
           a.filter == b.filter && a.sensor == b.sensor;
}

} // namespace

OpResult World::Data::perform(const op::SetSettings& op)
{
    if (std::string wrong = validate(op.settings); !wrong.empty()) return {.refusal = std::move(wrong)};
    if (op.settings == state.settings) return {};
    state.settings = op.settings;
    if (const PositionGrid grid(op.settings.lengthUnit); grid != state.bodies.grid) moveToGrid(state, grid);
    for (uint32_t i = 0; i < state.bodies.slots.slotCount(); ++i) {
        if (!state.bodies.slots.isLive(i)) continue;
        satbox::wake(state, i);    // restarts rest times, too
        reachAtVelocity(state, i); // the step rate may be lower
    }
    const ContactSettings rules = contactSettings(state);
    for (Contact& c : state.contacts.awake) {
        mixMaterials(c, state.shapes, rules);
        c.cache = {}; // the speculative margin may have changed
    }
    return {};
}

OpResult World::Data::perform(const op::CreateBody& op)
{
    if (std::string wrong = validate(op.def); !wrong.empty()) return {.refusal = std::move(wrong)};
    if (state.bodies.slots.size() >= kMaxBodies)
        return {.refusal = "the world already has " + std::to_string(kMaxBodies) + " bodies, the maximum"};
    const BodyId id = state.bodies.slots.insert(Body{});
    state.bodies.motions.resize(state.bodies.slots.slotCount());
    state.bodies.motions[id.index] = BodyMotion{};
    state.bodies.singleShape.resize(state.bodies.slots.slotCount());
    state.bodies.singleShape[id.index] = {};
    applyDef(state, id.index, op.def);
    addProxiesAndWake(state, id.index, op.def.awake);
    return {.body = id};
}

OpResult World::Data::perform(const op::DestroyBody& op)
{
    const BodyId id = op.body;
    if (!isValid(id)) return staleId("body");
    removeProxiesAndWake(state, report, id.index);
    state.joints.eraseJointsOf(id.index, state.bodies.apart);
    for (const uint32_t s : state.bodies.slots.at(id.index).shapes)
        state.shapes.erase(state.shapes.handleAt(s));
    state.bodies.motions[id.index] = BodyMotion{};
    removeFromKindLists(state.bodies, id.index);
    ++state.bodies.revision;
    state.bodies.slots.erase(id);
    return {};
}

OpResult World::Data::perform(const op::SetBody& op)
{
    const BodyId id = op.body;
    if (!isValid(id)) return staleId("body");
    if (std::string wrong = validate(op.def); !wrong.empty()) return {.refusal = std::move(wrong)};
    const BodyChange change = changeBetween(bodyDef(id), op.def);
    const bool keepsContacts = change == BodyChange::Unread || change == BodyChange::Behaviour;
    if (keepsContacts && !state.bodies.slots.at(id.index).quarantined) {
        storeFields(op.def, state.bodies.slots.at(id.index), state.bodies.motions[id.index]);
        updateFlags(state, id.index);
        if (change == BodyChange::Behaviour) satbox::wake(state, id.index);
        return {};
    }
    removeProxiesAndWake(state, report, id.index);
    applyDef(state, id.index, op.def);
    state.joints.eraseJointsThatCannotHold(id.index, op.def.type);
    addProxiesAndWake(state, id.index, op.def.awake);
    return {};
}

OpResult World::Data::perform(const op::SetTransform& op)
{
    if (!isValid(op.body)) return staleId("body");
    if (!isFinite(op.transform)) return {.refusal = kNotFinite};
    if (isMovedByPoseOnly(state.bodies.slots.at(op.body.index))) {
        if (std::string wrong = validatePose(op.transform); !wrong.empty())
            return {.refusal = std::move(wrong)};
        moveBody(state, report, op.body.index, op.transform);
        return {};
    }
    BodyDef def = bodyDef(op.body);
    def.position = op.transform.p;
    def.rotation = op.transform.q;
    def.awake = true;
    return perform(op::SetBody{op.body, std::move(def)});
}

BodyDef World::Data::bodyDef(BodyId id) const
{
    BodyDef def;
    if (!isValid(id)) return def;
    const Body& body = state.bodies.slots.at(id.index);
    const BodyMotion& m = state.bodies.motions[id.index];
    readStoredFields(body, m, def);
    def.position = originOnGrid(state.bodies, id.index);
    def.rotation = m.q;
    def.linearVelocity = m.v;
    def.angularVelocity = m.w;
    def.awake = body.awake || body.type == BodyType::Static || !body.enabled || body.quarantined;
    return def;
}

OpResult World::Data::perform(const op::AddShape& op)
{
    if (!isValid(op.body)) return staleId("body");
    if (std::string wrong = validate(op.def); !wrong.empty()) return {.refusal = std::move(wrong)};
    if (state.shapes.size() >= kMaxShapes)
        return {.refusal = "the world already has " + std::to_string(kMaxShapes) + " shapes, the maximum"};
    const uint32_t slot = op.body.index;
    if (state.bodies.slots.at(slot).shapes.size() >= kMaxShapesOfBody)
        return {.refusal =
                    "the body already has " + std::to_string(kMaxShapesOfBody) + " shapes, the maximum"};
    BodyShape shape;
    shape.def = op.def;
    shape.shape = transformed(op.def.geometry, op.def.local);
    shape.body = slot;
    const ShapeId shapeId = state.shapes.insert(std::move(shape));
    state.bodies.slots.at(slot).shapes.push_back(shapeId.index);
    if (addMasslessShape(state.bodies, state.shapes, shapeId.index)) {
        addProxy(state, shapeId.index);
        updateAfterMasslessShape(state, slot, shapeId.index);
        return {.shape = shapeId};
    }
    updateMass(state.bodies, state.shapes, slot); // boxes are measured from the centre
    addProxy(state, shapeId.index);
    updateAfterMassChange(state, slot);
    return {.shape = shapeId};
}

OpResult World::Data::perform(const op::RemoveShape& op)
{
    const ShapeId id = op.shape;
    if (!isValid(id)) return staleId("shape");
    const uint32_t slot = state.shapes.at(id.index).body;
    wakeWithNeighbours(state, slot);
    removeProxy(state, report, id.index, report.pendingEvents);
    std::erase(state.bodies.slots.at(slot).shapes, id.index);
    state.shapes.erase(id);
    updateAfterShapeChange(state, slot);
    return {};
}

OpResult World::Data::perform(const op::SetShape& op)
{
    const ShapeId id = op.shape;
    const ShapeDef& def = op.def;
    if (!isValid(id)) return staleId("shape");
    if (std::string wrong = validate(def); !wrong.empty()) return {.refusal = std::move(wrong)};
    const BodyShape& shape = state.shapes.at(id.index);
    const uint32_t slot = shape.body;
    if (differsForProgramsOnly(shape.def, def)) {
        state.shapes.setDef(id.index, def);
        return {};
    }
    const bool keepsProxy = shape.def.geometry == def.geometry && shape.def.local == def.local &&
                            shape.def.filter == def.filter && shape.def.sensor == def.sensor;
    wakeWithNeighbours(state, slot);
    if (!keepsProxy) removeProxy(state, report, id.index, report.pendingEvents);
    state.shapes.setDef(id.index, def);
    if (!keepsProxy) addProxy(state, id.index);
    const ContactSettings rules = contactSettings(state);
    for (Contact& c : state.contacts.awake)
        if (c.shapeA == id.index || c.shapeB == id.index) mixMaterials(c, state.shapes, rules);
    updateAfterShapeChange(state, slot);
    return {};
}

ShapeDef World::shapeDef(ShapeId id) const
{
    return isValid(id) ? data().state.shapes.at(id.index).def : ShapeDef{};
}

BodyDef World::bodyDef(BodyId id) const { return data().bodyDef(id); }

bool World::isValid(BodyId id) const { return data().isValid(id); }
bool World::isValid(ShapeId id) const { return data().isValid(id); }
bool World::isValid(MouseJointId id) const { return data().isValid(id); }

const Body& World::body(BodyId id) const
{
    SATBOX_ASSERT(isValid(id), "stale body id");
    return data().state.bodies.slots.at(id.index);
}
const BodyMotion& World::motion(BodyId id) const
{
    SATBOX_ASSERT(isValid(id), "stale body id");
    return data().state.bodies.motions[id.index];
}
const BodyShape& World::shape(ShapeId id) const
{
    SATBOX_ASSERT(isValid(id), "stale shape id");
    return data().state.shapes.at(id.index);
}

const ShapeBoxes& World::boxes(ShapeId id) const
{
    SATBOX_ASSERT(isValid(id), "stale shape id");
    return data().state.shapes.boxes[id.index];
}

BodyId World::bodyOf(ShapeId id) const
{
    return isValid(id) ? data().state.bodies.slots.handleAt(data().state.shapes.at(id.index).body) : BodyId{};
}
std::vector<ShapeId> World::shapesOf(BodyId id) const
{
    std::vector<ShapeId> ids;
    if (!isValid(id)) return ids;
    for (const uint32_t s : data().state.bodies.slots.at(id.index).shapes)
        ids.push_back(data().state.shapes.handleAt(s));
    return ids;
}
BodyId World::bodyAt(uint32_t slot) const { return data().state.bodies.slots.handleAt(slot); }
ShapeId World::shapeAt(uint32_t slot) const { return data().state.shapes.handleAt(slot); }

World::BodyArrays World::bodyArrays() const
{
    const BodyStore& bodies = data().state.bodies;
    return {bodies.slots.items(), bodies.motions.data(), bodies.slots.generations(), bodies.slots.live(),
            bodies.slots.slotCount()};
}
World::ShapeArrays World::shapeArrays() const
{
    const ShapeStore& shapes = data().state.shapes;
    return {shapes.items(), shapes.generations(), shapes.live(), shapes.slotCount()};
}
std::span<const uint32_t> World::awakeBodies() const { return data().state.bodies.awake; }
World::ContactLists World::contactLists() const
{
    return {data().state.contacts.awake, data().state.islands.asleep};
}

} // namespace satbox
