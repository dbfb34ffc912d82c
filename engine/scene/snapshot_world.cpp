#include "engine/scene/snapshot.h"
#include "engine/world/world_access.h"

#include <fmt/format.h>

namespace satbox {

FileOrder fileOrderOf(const World& world)
{
    FileOrder order;
    order.bodyIndices.resize(stateOf(world).bodies.slots.slotCount());
    order.shapeIndices.resize(stateOf(world).shapes.slotCount());
    world.forEachBody([&](BodyId id, const Body&, const BodyMotion&) {
        order.bodyIndices[id.index] = static_cast<uint32_t>(order.bodies.size());
        order.bodies.push_back(id);
        for (const ShapeId shape : world.shapesOf(id)) {
            order.shapeIndices[shape.index] = static_cast<uint32_t>(order.shapes.size());
            order.shapes.push_back(shape);
        }
    });
    return order;
}

SceneDefinition definitionOf(const World& world, const FileOrder& order)
{
    SceneDefinition definition;
    definition.settings = world.settings();
    for (const BodyId id : order.bodies) definition.bodies.push_back(world.bodyDef(id));
    for (const ShapeId id : order.shapes) {
        definition.shapes.push_back({order.bodyIndices[world.bodyOf(id).index], world.shapeDef(id)});
    }
    for (const JointId id : world.joints()) {
        const JointDef def = world.jointDef(id);
        definition.joints.push_back(
            {order.bodyIndices[def.bodyA.index], order.bodyIndices[def.bodyB.index], def});
    }
    return definition;
}

bool isRedefined(const BodyDef& def)
{
    const bool moves = def.linearVelocity != Vec2{0.0f, 0.0f} || def.angularVelocity != 0.0f;
    return def.type != BodyType::Static && (moves || !def.awake);
}

namespace {

void restoreSlots(WorldState& state, const WorldSlots& slots)
{
    state.bodies.slots.restoreSlots(slots.bodies);
    state.bodies.motions.resize(slots.bodies.generations.size());
    state.bodies.singleShape.resize(slots.bodies.generations.size());
    state.shapes.restoreSlots(slots.shapes);
    state.shapes.boxes.resize(slots.shapes.generations.size());
    state.joints.of<Joint>().restoreSlots(slots.joints);
}

} // namespace

World buildWorld(const SceneDefinition& definition, const WorldSlots* slots)
{
    World world(definition.settings);
    if (slots) editState(world, [&](WorldState& state) { restoreSlots(state, *slots); });
    std::vector<BodyId> bodies;
    bodies.reserve(definition.bodies.size());
    for (const BodyDef& def : definition.bodies) bodies.push_back(world.createBody(def));
    for (const auto& shape : definition.shapes) world.addShape(bodies[shape.body], shape.def);
    for (size_t i = 0; i < bodies.size(); ++i) {
        const BodyDef& def = definition.bodies[i];
        if (isRedefined(def)) world.setBodyDef(bodies[i], def);
    }
    for (const auto& joint : definition.joints) {
        JointDef def = joint.def;
        def.bodyA = bodies[joint.bodyA];
        def.bodyB = bodies[joint.bodyB];
        world.createJoint(def);
    }
    return world;
}

} // namespace satbox
