#include "engine/scene/snapshot.h"

#include <fmt/format.h>

namespace satbox {

WorldListing listWorld(const World& world)
{
    WorldListing listing;
    listing.bodyPlaces.resize(world.state().bodies.slots.slotCount());
    listing.shapePlaces.resize(world.state().shapes.slotCount());
    world.forEachBody([&](BodyId id, const Body&, const BodyMotion&) {
        listing.bodyPlaces[id.index] = static_cast<uint32_t>(listing.bodies.size());
        listing.bodies.push_back(id);
        for (const ShapeId shape : world.shapesOf(id)) {
            listing.shapePlaces[shape.index] = static_cast<uint32_t>(listing.shapes.size());
            listing.shapes.push_back(shape);
        }
    });
    return listing;
}

World freshWorld(const ResumeSource& source)
{
    World world(source.settings);
    std::vector<BodyId> bodies;
    bodies.reserve(source.bodies.size());
    for (const BodyDef& def : source.bodies) bodies.push_back(world.createBody(def));
    for (const auto& shape : source.shapes) world.addShape(bodies[shape.body], shape.def);
    // Adding a shape wakes its body and, where that turns, changes the speed of its centre: said again at the
    // end.
    for (size_t i = 0; i < bodies.size(); ++i) {
        const BodyDef& def = source.bodies[i];
        const bool moves = def.linearVelocity != Vec2{0.0f, 0.0f} || def.angularVelocity != 0.0f;
        if (def.type != BodyType::Static && (moves || !def.awake)) world.setBodyDef(bodies[i], def);
    }
    return world;
}

} // namespace satbox
