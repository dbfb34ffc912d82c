#pragma once

#include "app/document/character_keys.h"
#include "app/document/history.h"
#include "app/document/key_driver.h"
#include <satbox/mover.h>
#include <satbox/shapes.h>

#include <algorithm>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace satbox::test {

inline constexpr float kWalk = 4.0f; // m/s

// A document with a static floor, whose upper face is at y = 0, and a character that A, D and W move: 1.8 m
// high, with its origin between its feet, and 75 kg. Add more bodies before begin().
struct CharacterDocument {
    app::Document document;
    app::History history;
    app::KeyDriver driver;
    std::vector<World> others; // compared with it
    BodyId floor, character;

    // `def`: of the character, without type, keys and speeds.
    explicit CharacterDocument(BodyDef def = {.position = {0.0, 0.02}})
    {
        World& world = document.scene.world;
        floor = world.createBody({.type = BodyType::Static, .position = {0.0, -1.0}});
        world.addShape(floor, {.geometry = makeBox(100.0f, 1.0f)});
        def.type = BodyType::Kinematic;
        def.leftKey = "A";
        def.rightKey = "D";
        def.jumpKey = "W";
        def.walkSpeed = kWalk;
        def.jumpSpeed = 5.0f;
        def.pushForce = 400.0f;
        character = world.createBody(def);
        world.addShape(character, {.geometry = Capsule{{0.0f, 0.3f}, {0.0f, 1.5f}, 0.3f},
                                   .material = {.density = 75.0f}});
        begin();
    }
    BodyId add(const Shape& shape, Position at, Rot q = {}, BodyType type = BodyType::Static,
               float density = 1.0f)
    {
        World& world = document.scene.world;
        const BodyId id = world.createBody({.type = type, .position = at, .rotation = q});
        world.addShape(id, {.geometry = shape, .material = {.density = density}});
        return id;
    }
    void begin()
    {
        document.world = document.scene.world;
        history.reset(document);
    }

    const World& world() const { return history.world(); }
    Position position() const { return world().motion(character).origin(); }
    double x() const { return position().x; }
    double y() const { return position().y; }
    Vec2 velocity() const { return world().motion(character).v; }
    ShapeId floorShape() const { return document.scene.world.shapesOf(floor).front(); }
    // m, of the character and the shape that is deepest in it
    double overlap() const
    {
        const auto& capsule = std::get<Capsule>(world().shape(app::capsuleOf(world(), character)).shape);
        float deepest = 0.0f;
        for (const MoverPlane& plane : collideMover(world(), capsule, world().motion(character).transform()))
            if (world().bodyOf(plane.shape) != character) deepest = std::max(deepest, -plane.separation);
        return static_cast<double>(deepest);
    }

    // m, up to 0.1: how far the nearest shape is
    double clearance() const
    {
        auto capsule = std::get<Capsule>(world().shape(app::capsuleOf(world(), character)).shape);
        constexpr float kReach = 0.1f;
        capsule.radius += kReach;
        float nearest = kReach;
        for (const MoverPlane& plane : collideMover(world(), capsule, world().motion(character).transform()))
            if (world().bodyOf(plane.shape) != character)
                nearest = std::min(nearest, plane.separation + kReach);
        return static_cast<double>(nearest);
    }

    void step(int count)
    {
        for (int i = 0; i < count; ++i) {
            driver.beforeStep(history, others);
            for (World& other : others) other.step(1.0f / 60.0f);
            history.play(op::Step{1.0f / 60.0f});
        }
    }
    void hold(const std::string& key, int steps)
    {
        driver.press(world(), key);
        step(steps);
        driver.release(key);
    }
};

} // namespace satbox::test
