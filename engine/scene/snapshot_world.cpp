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

World buildWorld(const SceneDefinition& definition)
{
    World world(definition.settings);
    std::vector<BodyId> bodies;
    bodies.reserve(definition.bodies.size());
    for (const BodyDef& def : definition.bodies) bodies.push_back(world.createBody(def));
    for (const auto& shape : definition.shapes) world.addShape(bodies[shape.body], shape.def);
    // addShape() wakes the body and, if it spins, changes the velocity of its centre of mass: set both again.
    for (size_t i = 0; i < bodies.size(); ++i) {
        const BodyDef& def = definition.bodies[i];
        const bool moves = def.linearVelocity != Vec2{0.0f, 0.0f} || def.angularVelocity != 0.0f;
        if (def.type != BodyType::Static && (moves || !def.awake)) world.setBodyDef(bodies[i], def);
    }
    return world;
}

} // namespace satbox
