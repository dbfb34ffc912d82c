#pragma once

#include "tests/support/lcg.h"
#include <satbox/outlines.h>
#include <satbox/shapes.h>
#include <satbox/world.h>

#include <algorithm>
#include <vector>

namespace satbox::test {

// Changes a world by random operations of every kind, for tests of ids and recordings. The same with every
// compiler: random numbers are drawn one after the other, never within the arguments of one call.
class RandomEdits {
  public:
    explicit RandomEdits(uint64_t seed) : random_(seed) {}

    void addGround(World& world)
    {
        const BodyId ground = world.createBody({.type = BodyType::Static});
        world.addShape(ground, {.geometry = makeBox(8.0f, 0.5f)});
        for (const float x : {-7.5f, 7.5f})
            world.addShape(ground, {.geometry = makeBox(0.5f, 6.0f), .local = {{x, 5.0f}, {}}});
    }

    // `count` operations of all kinds but steps.
    void edit(World& world, int count)
    {
        for (int i = 0; i < count; ++i) editOnce(world);
    }

  private:
    void editOnce(World& world)
    {
        switch (random_.below(16)) {
        case 0:
        case 1:
        case 2:
            return add(world);
        case 3:
            if (world.counters().bodies > 6) world.destroyBody(body(world));
            return;
        case 4: {
            const BodyId id = body(world);
            world.addShape(id, shapeDef());
            return;
        }
        case 5:
            world.removeShape(shape(world));
            return;
        case 6: {
            const ShapeId id = shape(world);
            world.setShapeDef(id, shapeDef());
            return;
        }
        case 7: {
            const BodyId id = body(world);
            BodyDef def = world.bodyDef(id);
            def.gravityScale = random_.between(0.3f, 1.2f);
            def.bullet = random_.below(2) == 0;
            def.enabled = random_.below(4) > 0;
            def.awake = random_.below(2) == 0;
            if (random_.below(10) == 0) def.type = BodyType::Static;
            world.setBodyDef(id, def);
            return;
        }
        case 8:
        case 9:
        case 10:
        case 11:
        case 12:
            return push(world);
        case 13:
            return useMouse(world);
        case 14:
            if (random_.below(4) == 0) return world.refreshContacts();
            return useJoints(world);
        default:
            return changeSettings(world);
        }
    }

    void add(World& world)
    {
        BodyDef def{.position = point(), .linearVelocity = vector(2.0f), .name = "random"};
        if (random_.below(15) == 0) def.type = BodyType::Kinematic;
        const BodyId id = world.createBody(def);
        for (uint32_t n = 1 + random_.below(2); n > 0; --n) world.addShape(id, shapeDef());
    }

    void push(World& world)
    {
        const BodyId id = body(world);
        const Vec2 along = vector(4.0f);
        const Position at = point();
        const float turn = random_.between(-3.0f, 3.0f);
        switch (random_.below(6)) {
        case 0:
            world.setTransform(id, {at, makeRot(turn)});
            return;
        case 1:
            world.setVelocity(id, along, turn);
            return;
        case 2:
            world.applyForce(id, 8.0f * along, at);
            return;
        case 3:
            world.applyTorque(id, turn);
            return;
        case 4:
            world.applyImpulse(id, 0.3f * along, at);
            return;
        default:
            world.applyAngularImpulse(id, 0.3f * turn);
            world.wake(id);
        }
    }

    void useMouse(World& world)
    {
        std::erase_if(mouse_, [&](MouseJointId id) { return !world.isValid(id); });
        if (mouse_.size() < 2) {
            const BodyId held = body(world);
            const MouseJointId id = world.createMouseJoint(held, point());
            if (!id.isNull()) mouse_.push_back(id);
        } else {
            const size_t gone = random_.below(2);
            world.destroyMouseJoint(mouse_[gone]);
            mouse_.erase(mouse_.begin() + static_cast<std::ptrdiff_t>(gone));
        }
        for (const MouseJointId id : mouse_) world.setMouseTarget(id, point());
    }

    void useJoints(World& world)
    {
        const BodyId bodyA = body(world), bodyB = body(world);
        const std::vector<JointId> joints = world.joints();
        if (joints.size() > 3 || (!joints.empty() && random_.below(2) == 0)) {
            const JointId id = joints[random_.below(static_cast<uint32_t>(joints.size()))];
            if (random_.below(2) == 0) {
                world.destroyJoint(id);
            } else {
                JointDef def = world.jointDef(id);
                def.kind = jointKind();
                world.setJointDef(id, def);
            }
        } else {
            JointDef def{.bodyA = bodyA, .bodyB = bodyB, .anchorA = vector(0.5f)};
            def.anchorB = vector(0.5f);
            def.collideConnected = random_.below(2) == 0;
            def.breakForce = random_.below(3) == 0 ? 200.0f : 0.0f;
            def.kind = jointKind();
            world.createJoint(def);
        }
    }

    JointKind jointKind()
    {
        const float size = random_.between(0.3f, 1.5f);
        const JointSpring spring{.enabled = true, .target = 0.0f, .frequency = 3.0f * size};
        const JointLimit limit{.enabled = true, .lower = -size, .upper = size};
        const JointMotor motor{.enabled = true, .speed = size, .maxForce = 20.0f, .maxPower = 10.0f};
        switch (random_.below(10)) {
        case 0:
            return DistanceJoint{.length = size};
        case 1:
            return DistanceJoint{.rigid = false, .spring = spring, .limit = limit};
        case 2:
            return RevoluteJoint{};
        case 3:
            return RevoluteJoint{.limit = limit, .motor = motor};
        case 4:
            return PrismaticJoint{.spring = spring, .limit = limit, .motor = motor};
        case 5:
            return WeldJoint{.angularFrequency = 2.0f * size};
        case 6:
            return WheelJoint{.motor = motor};
        case 7:
            return MotorJoint{};
        case 8:
            return GearJoint{.teethA = 12, .teethB = 30, .ring = random_.below(2) == 0};
        default:
            return PulleyJoint{
                .groundA = {-2.0f, 6.0f}, .groundB = {2.0f, 6.0f}, .length = 8.0f, .ratio = size};
        }
    }

    void changeSettings(World& world)
    {
        WorldSettings settings = world.settings();
        settings.gravity.x = random_.between(-0.5f, 0.5f);
        settings.substeps = 1 + static_cast<int>(random_.below(5));
        if (random_.below(16) == 0) settings.solver = static_cast<SolverType>(random_.below(4));
        world.setSettings(settings);
    }

    ShapeDef shapeDef()
    {
        const float size = random_.between(0.2f, 0.5f);
        ShapeDef def;
        switch (random_.below(4)) {
        case 0:
            def.geometry = Circle{{0.0f, 0.0f}, size};
            break;
        case 1:
            def.geometry = Capsule{{-size, 0.0f}, {size, 0.0f}, 0.2f};
            break;
        case 2:
            def.geometry = makeBox(size, 0.3f);
            break;
        default:
            def.geometry = makeRegularPolygon(3 + static_cast<int>(random_.below(6)), size);
        }
        def.local.p = vector(0.3f);
        def.material.restitution = random_.between(0.0f, 0.5f);
        def.sensor = random_.below(10) == 0;
        return def;
    }

    Vec2 vector(float half)
    {
        const float x = random_.between(-half, half);
        return {x, random_.between(-half, half)};
    }
    Position point()
    {
        const double x = double{random_.between(-5.0f, 5.0f)};
        return {x, double{random_.between(0.8f, 5.0f)}};
    }
    BodyId body(const World& world)
    {
        std::vector<BodyId> ids;
        world.forEachBody([&](BodyId id, const Body& b, const BodyMotion&) {
            if (b.type != BodyType::Static) ids.push_back(id);
        });
        return ids.empty() ? BodyId{} : ids[random_.below(static_cast<uint32_t>(ids.size()))];
    }
    ShapeId shape(const World& world)
    {
        std::vector<ShapeId> ids;
        world.forEachShape([&](ShapeId id, const BodyShape& s) {
            if (world.body(world.bodyAt(s.body)).type != BodyType::Static) ids.push_back(id);
        });
        return ids.empty() ? ShapeId{} : ids[random_.below(static_cast<uint32_t>(ids.size()))];
    }

    Lcg random_;
    std::vector<MouseJointId> mouse_;
};

} // namespace satbox::test
