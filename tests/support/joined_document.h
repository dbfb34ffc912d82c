#pragma once

#include "app/document/history.h"
#include <satbox/shapes.h>

namespace satbox::test {

// A document with a static body "wall" at the origin and a dynamic body "door" at (2, 0), each a box of
// 0.4 m, connected by one joint. There is no gravity.
struct JoinedDocument {
    app::History history;
    BodyId wall, door;
    JointId joint;

    // `def`: all but the bodies.
    explicit JoinedDocument(JointDef def)
    {
        app::Document document;
        World& world = document.scene.world;
        WorldSettings settings;
        settings.gravity = {0.0f, 0.0f};
        world.setSettings(settings);
        const auto add = [&](const BodyDef& body) {
            const BodyId id = world.createBody(body);
            world.addShape(id, {.geometry = makeBox(0.2f, 0.2f)});
            return id;
        };
        wall = add({.type = BodyType::Static, .name = "wall"});
        door = add({.position = {2.0f, 0.0f}, .name = "door"});
        def.bodyA = wall;
        def.bodyB = door;
        joint = world.createJoint(def);
        document.world = world;
        history.reset(std::move(document));
    }
    const World& world() const { return history.world(); }
    JointDef def() const { return world().jointDef(joint); }
    template<class Kind>
    Kind kind() const
    {
        return std::get<Kind>(def().kind);
    }
};

} // namespace satbox::test
