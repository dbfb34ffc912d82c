// Functions of satbox/satbox.h for bodies, shapes and forces.

#include "engine/c_api/world_handle.h"

using namespace satbox;
using namespace satbox::c_api;

namespace {

SatboxBodyState stateOfBody(const Body& body, const BodyMotion& motion)
{
    return {.transform = asC<SatboxWorldTransform>(motion.transform()),
            .center = asC<SatboxPosition>(motion.center),
            .linearVelocity = asC<SatboxVec2>(motion.v),
            .angularVelocity = motion.w,
            .mass = body.massData.mass,
            .inertia = body.massData.inertia,
            .type = asC<SatboxBodyType>(body.type),
            .awake = body.awake,
            .frozen = body.quarantined,
            .userValue = body.userValue};
}

} // namespace

SatboxBodyId satbox_world_create_body(SatboxWorld* world, const SatboxBodyDef* def)
{
    const OpResult result =
        apply(world, [&](ReadError& e) { return op::CreateBody{asCpp<BodyDef>(*def, e)}; });
    return asC<SatboxBodyId>(result.body);
}
bool satbox_world_destroy_body(SatboxWorld* world, SatboxBodyId body)
{
    return accepts(world, [&](ReadError&) { return op::DestroyBody{asCpp<BodyId>(body)}; });
}
bool satbox_world_set_body_def(SatboxWorld* world, SatboxBodyId body, const SatboxBodyDef* def)
{
    return accepts(world, [&](ReadError& e) {
        return op::SetBody{asCpp<BodyId>(body), asCpp<BodyDef>(*def, e)};
    });
}
bool satbox_world_body_def(const SatboxWorld* world, SatboxBodyId body, SatboxBodyDef* def)
{
    const auto id = asCpp<BodyId>(body);
    return world->world.isValid(id) && guarded(false, [&] {
               toC(world->world.bodyDef(id), *def);
               // The world's own texts, which stay.
               const Body& stored = world->world.body(id);
               toC(stored.name, def->name);
               toC(stored.leftKey, def->leftKey);
               toC(stored.rightKey, def->rightKey);
               toC(stored.jumpKey, def->jumpKey);
               return true;
           });
}
bool satbox_world_body_state(const SatboxWorld* world, SatboxBodyId body, SatboxBodyState* state)
{
    const auto id = asCpp<BodyId>(body);
    if (!world->world.isValid(id)) return false;
    *state = stateOfBody(world->world.body(id), world->world.motion(id));
    return true;
}

SatboxShapeId satbox_world_add_shape(SatboxWorld* world, SatboxBodyId body, const SatboxShapeDef* def)
{
    const OpResult result = apply(world, [&](ReadError& e) {
        return op::AddShape{asCpp<BodyId>(body), asCpp<ShapeDef>(*def, e)};
    });
    return asC<SatboxShapeId>(result.shape);
}
bool satbox_world_remove_shape(SatboxWorld* world, SatboxShapeId shape)
{
    return accepts(world, [&](ReadError&) { return op::RemoveShape{asCpp<ShapeId>(shape)}; });
}
bool satbox_world_set_shape_def(SatboxWorld* world, SatboxShapeId shape, const SatboxShapeDef* def)
{
    return accepts(world, [&](ReadError& e) {
        return op::SetShape{asCpp<ShapeId>(shape), asCpp<ShapeDef>(*def, e)};
    });
}
bool satbox_world_shape_def(const SatboxWorld* world, SatboxShapeId shape, SatboxShapeDef* def)
{
    const auto id = asCpp<ShapeId>(shape);
    if (!world->world.isValid(id)) return false;
    toC(world->world.shapeDef(id), *def);
    return true;
}
bool satbox_world_shape(const SatboxWorld* world, SatboxShapeId shape, SatboxShape* geometry)
{
    const auto id = asCpp<ShapeId>(shape);
    if (!world->world.isValid(id)) return false;
    toC(world->world.shape(id).shape, *geometry);
    return true;
}
bool satbox_world_shape_box(const SatboxWorld* world, SatboxShapeId shape, SatboxWorldBox* box)
{
    const auto id = asCpp<ShapeId>(shape);
    if (!world->world.isValid(id)) return false;
    toC(world->world.boxes(id).tight, *box);
    return true;
}
bool satbox_world_is_body_valid(const SatboxWorld* world, SatboxBodyId body)
{
    return world->world.isValid(asCpp<BodyId>(body));
}
bool satbox_world_is_shape_valid(const SatboxWorld* world, SatboxShapeId shape)
{
    return world->world.isValid(asCpp<ShapeId>(shape));
}
SatboxBodyId satbox_world_body_of(const SatboxWorld* world, SatboxShapeId shape)
{
    const auto id = asCpp<ShapeId>(shape);
    return asC<SatboxBodyId>(world->world.isValid(id) ? world->world.bodyOf(id) : BodyId{});
}
size_t satbox_world_shapes_of(const SatboxWorld* world, SatboxBodyId body, SatboxShapeId* shapes,
                              size_t capacity)
{
    return guarded(size_t{0}, [&] {
        const auto id = asCpp<BodyId>(body);
        if (!world->world.isValid(id)) return size_t{0};
        return list(std::span<const ShapeId>(world->world.shapesOf(id)), shapes, capacity);
    });
}
bool satbox_world_for_each_body(const SatboxWorld* world,
                                bool (*fn)(SatboxBodyId, const SatboxBodyState*, void*), void* context)
{
    bool more = true;
    world->world.forEachBody([&](BodyId id, const Body& body, const BodyMotion& motion) {
        if (!more) return;
        const SatboxBodyState state = stateOfBody(body, motion);
        more = fn(asC<SatboxBodyId>(id), &state, context);
    });
    return true;
}
bool satbox_world_for_each_shape(const SatboxWorld* world, bool (*fn)(SatboxShapeId, void*), void* context)
{
    bool more = true;
    world->world.forEachShape(
        [&](ShapeId id, const BodyShape&) { more = more && fn(asC<SatboxShapeId>(id), context); });
    return true;
}
bool satbox_world_for_each_moved_body(const SatboxWorld* world,
                                      bool (*fn)(SatboxBodyId, const SatboxBodyState*, bool, void*),
                                      void* context)
{
    bool more = true;
    world->world.forEachMovedBody([&](BodyId id, const BodyMotion& motion, bool fellAsleep) {
        if (!more) return;
        const SatboxBodyState state = stateOfBody(world->world.body(id), motion);
        more = fn(asC<SatboxBodyId>(id), &state, fellAsleep, context);
    });
    return true;
}

bool satbox_world_set_transform(SatboxWorld* world, SatboxBodyId body, SatboxWorldTransform transform)
{
    return accepts(world, [&](ReadError&) {
        return op::SetTransform{asCpp<BodyId>(body), asCpp<WorldTransform>(transform)};
    });
}
bool satbox_world_set_velocity(SatboxWorld* world, SatboxBodyId body, SatboxVec2 linear, float angular)
{
    return accepts(world, [&](ReadError&) {
        return op::SetVelocity{asCpp<BodyId>(body), asCpp<Vec2>(linear), angular};
    });
}
bool satbox_world_set_target_transform(SatboxWorld* world, SatboxBodyId body, SatboxWorldTransform target,
                                       float dt)
{
    return accepts(world, [&](ReadError&) {
        return op::SetTargetTransform{asCpp<BodyId>(body), asCpp<WorldTransform>(target), dt};
    });
}
bool satbox_world_apply_force(SatboxWorld* world, SatboxBodyId body, SatboxVec2 force, SatboxPosition point)
{
    return accepts(world, [&](ReadError&) {
        return op::ApplyForce{asCpp<BodyId>(body), asCpp<Vec2>(force), asCpp<Position>(point)};
    });
}
bool satbox_world_apply_torque(SatboxWorld* world, SatboxBodyId body, float torque)
{
    return accepts(world, [&](ReadError&) { return op::ApplyTorque{asCpp<BodyId>(body), torque}; });
}
bool satbox_world_apply_impulse(SatboxWorld* world, SatboxBodyId body, SatboxVec2 impulse,
                                SatboxPosition point)
{
    return accepts(world, [&](ReadError&) {
        return op::ApplyImpulse{asCpp<BodyId>(body), asCpp<Vec2>(impulse), asCpp<Position>(point)};
    });
}
bool satbox_world_apply_angular_impulse(SatboxWorld* world, SatboxBodyId body, float impulse)
{
    return accepts(world, [&](ReadError&) { return op::ApplyAngularImpulse{asCpp<BodyId>(body), impulse}; });
}
bool satbox_world_explode(SatboxWorld* world, SatboxPosition center, float radius, float falloff,
                          float impulse, uint64_t mask)
{
    return accepts(world, [&](ReadError&) {
        return op::Explode{asCpp<Position>(center), radius, falloff, impulse, mask};
    });
}
bool satbox_world_apply_wind(SatboxWorld* world, SatboxVec2 velocity, float density, float dt, uint64_t mask)
{
    return accepts(world, [&](ReadError&) {
        return op::ApplyWind{asCpp<Vec2>(velocity), density, dt, mask};
    });
}
bool satbox_world_wake(SatboxWorld* world, SatboxBodyId body)
{
    return accepts(world, [&](ReadError&) { return op::WakeBody{asCpp<BodyId>(body)}; });
}
SatboxVec2 satbox_world_velocity_at(const SatboxWorld* world, SatboxBodyId body, SatboxPosition point)
{
    return asC<SatboxVec2>(world->world.velocityAt(asCpp<BodyId>(body), asCpp<Position>(point)));
}
