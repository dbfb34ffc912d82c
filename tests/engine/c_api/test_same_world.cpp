// The same scene, built in C and in C++, gives the same bits, ids and texts.
#include "engine/c_api/world_handle.h"
#include "tests/support/allocation_counter.h"
#include <satbox/thread_pool.h>

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace satbox {
namespace {

using namespace c_api;

constexpr float kStep = 1.0f / 60.0f;

struct CWorld {
    SatboxWorld* world = satbox_world_create(nullptr, nullptr);
    CWorld() = default;
    CWorld(const CWorld&) = delete;
    CWorld& operator=(const CWorld&) = delete;
    ~CWorld() { satbox_world_destroy(world); }
};

SatboxBodyId addBody(SatboxWorld* world, SatboxBodyType type, double x, double y, const SatboxShape& geometry)
{
    SatboxBodyDef body = satbox_body_def_default();
    body.type = type;
    body.position = {x, y};
    body.name = "part";
    const SatboxBodyId id = satbox_world_create_body(world, &body);
    SatboxShapeDef shape = satbox_shape_def_default();
    shape.geometry = geometry;
    shape.material.restitution = 0.2f;
    satbox_world_add_shape(world, id, &shape);
    return id;
}
BodyId addBody(World& world, BodyType type, double x, double y, const Shape& geometry)
{
    const BodyId id = world.createBody({.type = type, .position = {x, y}, .name = "part"});
    world.addShape(id, {.geometry = geometry, .material = {.restitution = 0.2f}});
    return id;
}

TEST_CASE("the_same_scene_in_c_and_cpp_has_the_same_hash_at_every_step")
{
    CWorld c;
    World cpp;
    addBody(c.world, SATBOX_BODY_TYPE_STATIC, 0.0, 0.0, satbox_box(20.0f, 0.5f));
    addBody(cpp, BodyType::Static, 0.0, 0.0, makeBox(20.0f, 0.5f));
    std::vector<SatboxBodyId> inC;
    std::vector<BodyId> inCpp;
    for (int i = 0; i < 12; ++i) {
        const double x = 0.9 * (i % 4), y = 2.0 + 1.1 * (i / 4);
        inC.push_back(addBody(c.world, SATBOX_BODY_TYPE_DYNAMIC, x, y,
                              i % 2 ? satbox_circle({0.0f, 0.0f}, 0.4f) : satbox_box(0.4f, 0.3f)));
        inCpp.push_back(addBody(cpp, BodyType::Dynamic, x, y,
                                i % 2 ? Shape(Circle{{0.0f, 0.0f}, 0.4f}) : Shape(makeBox(0.4f, 0.3f))));
        CHECK(asCpp<BodyId>(inC.back()) == inCpp.back());
    }
    SatboxJointDef wheel = satbox_joint_def_default();
    wheel.bodyA = inC[0];
    wheel.bodyB = inC[1];
    wheel.anchorA = {0.9f, 0.0f};
    wheel.kind = SATBOX_JOINT_KIND_WHEEL;
    wheel.wheel.motor = {.enabled = true, .speed = -6.0f, .maxForce = 20.0f, .maxPower = 0.0f};
    satbox_world_create_joint(c.world, &wheel);
    cpp.createJoint({.bodyA = inCpp[0],
                     .bodyB = inCpp[1],
                     .anchorA = {0.9f, 0.0f},
                     .kind = WheelJoint{.motor = {.enabled = true, .speed = -6.0f, .maxForce = 20.0f}}});

    const SatboxMouseJointId mouse = satbox_world_create_mouse_joint(c.world, inC[2], {1.8, 2.1});
    const MouseJointId cppMouse = cpp.createMouseJoint(inCpp[2], {1.8, 2.1});
    CHECK(satbox_world_set_mouse_target(c.world, mouse, {-1.0, 6.0}));
    CHECK(cpp.setMouseTarget(cppMouse, {-1.0, 6.0}));

    size_t events = 0;
    for (int i = 0; i < 180; ++i) {
        CHECK(satbox_world_step(c.world, kStep, nullptr));
        cpp.step(kStep);
        REQUIRE(satbox_world_hash(c.world) == cpp.hash());
        REQUIRE(satbox_world_begins(c.world, nullptr, 0) == cpp.events().begins.size());
        REQUIRE(satbox_world_ends(c.world, nullptr, 0) == cpp.events().ends.size());
        std::vector<SatboxContactHitEvent> hits(cpp.events().hits.size());
        REQUIRE(satbox_world_hits(c.world, hits.data(), hits.size()) == hits.size());
        for (size_t k = 0; k < hits.size(); ++k) CHECK(hits[k].speed == cpp.events().hits[k].speed);
        events += hits.size();
    }
    CHECK(events > 10);
    const SatboxJointView view = [&] {
        SatboxJointId joint;
        SatboxJointView result;
        CHECK(satbox_world_joints(c.world, &joint, 1) == 1);
        CHECK(satbox_world_joint_view(c.world, joint, &result));
        return result;
    }();
    CHECK(view.angle == cpp.jointView(cpp.joints()[0]).angle);
    CHECK(view.angle < -1.0f);
    CHECK(satbox_world_counters(c.world).contacts == cpp.counters().contacts);
    CHECK(asCpp<WorldBox>(satbox_world_bounds(c.world)) == cpp.bounds());
}

TEST_CASE("fields_and_callbacks_give_the_same_hash_in_c_and_cpp")
{
    struct Halve : ContactCallbacks {
        MixedMaterial mix(ShapeId, ShapeId, const MixedMaterial& usual) override
        {
            return {0.5f * usual.staticFriction, 0.5f * usual.dynamicFriction, usual.restitution};
        }
    } halve;
    World cpp;
    cpp.setContactCallbacks(&halve);
    CWorld c;
    SatboxContactCallbacks callbacks{};
    callbacks.mix = [](SatboxShapeId, SatboxShapeId, SatboxMixedMaterial* material, void*) {
        material->staticFriction *= 0.5f;
        material->dynamicFriction *= 0.5f;
    };
    satbox_world_set_contact_callbacks(c.world, &callbacks);

    SatboxBodyDef body = satbox_body_def_default();
    SatboxShapeDef shape = satbox_shape_def_default();
    body.type = SATBOX_BODY_TYPE_STATIC;
    shape.geometry = satbox_box(20.0f, 0.5f);
    shape.material.surfaceSpeed = 2.0f;
    satbox_world_add_shape(c.world, satbox_world_create_body(c.world, &body), &shape);
    cpp.addShape(cpp.createBody({.type = BodyType::Static}),
                 {.geometry = makeBox(20.0f, 0.5f), .material = {.surfaceSpeed = 2.0f}});
    body = satbox_body_def_default();
    shape = satbox_shape_def_default();
    shape.geometry = satbox_circle({0.0f, 0.0f}, 0.4f);
    shape.material.rollingResistance = 0.1f;
    shape.filter.category = uint64_t{1} << 40;
    body.ownCenter = true;
    body.center = {0.1f, 0.0f};
    body.sleepSpeed = 0.02f;
    for (int i = 0; i < 6; ++i) {
        body.position = {1.0 * i, 1.5};
        body.mass = 1.0f + static_cast<float>(i);
        body.lockX = i == 5;
        satbox_world_add_shape(c.world, satbox_world_create_body(c.world, &body), &shape);
        ReadError error;
        cpp.addShape(cpp.createBody(asCpp<BodyDef>(body, error)), asCpp<ShapeDef>(shape, error));
    }
    for (int i = 0; i < 120; ++i) {
        if (i == 60) {
            CHECK(satbox_world_explode(c.world, {2.5, 0.0}, 2.0f, 1.0f, 3.0f, uint64_t{1} << 40));
            CHECK(cpp.explode({2.5, 0.0}, 2.0f, 1.0f, 3.0f, uint64_t{1} << 40));
        }
        CHECK(satbox_world_apply_wind(c.world, {4.0f, 0.0f}, 1.2f, kStep, UINT64_MAX));
        CHECK(cpp.applyWind({4.0f, 0.0f}, 1.2f, kStep));
        CHECK(satbox_world_step(c.world, kStep, nullptr));
        cpp.step(kStep);
        REQUIRE(satbox_world_hash(c.world) == cpp.hash());
    }
    cpp.setContactCallbacks(nullptr);
}

TEST_CASE("vertex_contacts_reach_c_with_all_their_points")
{
    CWorld c;
    SatboxWorldSettings settings = satbox_world_settings_default();
    settings.solver = SATBOX_SOLVER_TYPE_VERTEX_CONTACT;
    REQUIRE(satbox_world_set_settings(c.world, &settings));
    addBody(c.world, SATBOX_BODY_TYPE_STATIC, 0.0, 0.0, satbox_box(1.0f, 1.0f));
    addBody(c.world, SATBOX_BODY_TYPE_DYNAMIC, 0.0, 1.2, satbox_box(0.5f, 0.5f));
    CHECK(satbox_world_step(c.world, kStep, nullptr));
    size_t expected = 0, found = 0;
    c.world->world.forEachContactView([&](const ContactView& view) { expected += view.points.size(); });
    CHECK(satbox_world_for_each_contact(
        c.world,
        [](const SatboxContact* contact, void* context) {
            *static_cast<size_t*>(context) += contact->pointCount;
            CHECK(contact->points[0].separation < 0.0f);
            return true;
        },
        &found));
    CHECK(expected >= 2);
    CHECK(found == expected);
}

TEST_CASE("a_refusal_has_the_sentence_of_cpp_and_changes_nothing")
{
    CWorld c;
    World cpp;
    SatboxBodyDef body = satbox_body_def_default();
    body.gravityScale = 1e9f;
    CHECK(satbox_world_create_body(c.world, &body).generation == 0);
    CHECK(satbox_world_last_error(c.world) == cpp.apply(op::CreateBody{{.gravityScale = 1e9f}}).refusal);
    CHECK(satbox_world_hash(c.world) == cpp.hash());
}

TEST_CASE("a_definition_that_was_read_keeps_its_name_when_it_is_written_back")
{
    CWorld c;
    const SatboxBodyId id = addBody(c.world, SATBOX_BODY_TYPE_DYNAMIC, 0.0, 0.0, satbox_box(0.5f, 0.5f));
    SatboxBodyDef def;
    REQUIRE(satbox_world_body_def(c.world, id, &def));
    CHECK(std::string(def.name) == "part");
    def.linearDamping = 0.5f;
    CHECK(satbox_world_set_body_def(c.world, id, &def));
    CHECK(c.world->world.body(asCpp<BodyId>(id)).name == "part");
    CHECK(c.world->world.body(asCpp<BodyId>(id)).linearDamping == 0.5f);
    def.name = nullptr;
    CHECK(satbox_world_set_body_def(c.world, id, &def));
    CHECK(c.world->world.body(asCpp<BodyId>(id)).name == "");
}

TEST_CASE("loops_over_bodies_and_shapes_end_where_the_function_says")
{
    CWorld c;
    for (int i = 0; i < 5; ++i)
        addBody(c.world, SATBOX_BODY_TYPE_DYNAMIC, 2.0 * i, 0.0, satbox_box(0.5f, 0.5f));
    int bodies = 0, shapes = 0;
    satbox_world_for_each_body(
        c.world,
        [](SatboxBodyId, const SatboxBodyState* state, void* context) {
            int& count = *static_cast<int*>(context);
            CHECK(state->transform.p.x == 2.0 * count);
            CHECK(state->mass == 1.0f);
            return ++count < 3;
        },
        &bodies);
    satbox_world_for_each_shape(
        c.world, [](SatboxShapeId, void* context) { return ++*static_cast<int*>(context) < 10; }, &shapes);
    CHECK(bodies == 3);
    CHECK(shapes == 5);
}

// What a program does in a step or two. Returns false if some call was refused.
bool runOnce()
{
    bool accepted = true;
    SatboxWorld* world = satbox_world_create(nullptr, nullptr);
    if (!world) return false;
    const SatboxBodyId ground = addBody(world, SATBOX_BODY_TYPE_STATIC, 0.0, 0.0, satbox_box(5.0f, 0.5f));
    if (satbox_world_last_error(world)[0] != '\0') return satbox_world_destroy(world), false;
    const SatboxBodyId box = addBody(world, SATBOX_BODY_TYPE_DYNAMIC, 0.0, 0.9, satbox_box(0.5f, 0.5f));
    if (satbox_world_last_error(world)[0] != '\0') return satbox_world_destroy(world), false;
    SatboxJointDef def = satbox_joint_def_default();
    def.bodyA = ground;
    def.bodyB = box;
    def.collideConnected = true;
    def.name = "a name that is too long to be stored without an allocation";
    const SatboxJointId joint = satbox_world_create_joint(world, &def);
    accepted &= joint.generation != 0;
    SatboxWorld* copy = satbox_world_copy(world);
    accepted &= copy != nullptr;
    if (accepted) { // a world that was changed when memory ran out may only be destroyed
        accepted &= satbox_world_step(world, kStep, nullptr);
        accepted &= satbox_world_step(world, kStep, nullptr);
    }
    if (accepted) {
        size_t results = 0;
        const auto count = [](SatboxShapeId, void* context) { return ++*static_cast<size_t*>(context) > 0; };
        accepted &= satbox_world_query_box(world, satbox_world_bounds(world), nullptr, count, &results);
        accepted &= satbox_world_for_each_contact(
            world, [](const SatboxContact*, void*) { return true; }, nullptr);
        accepted &= satbox_world_contacts_of_body(
            world, box, [](const SatboxContact*, void*) { return true; }, nullptr);
        accepted &= satbox_world_joint_def(world, joint, &def);
        accepted &= satbox_world_joints(world, nullptr, 0) == 1;
        accepted &= satbox_world_shapes_of(world, box, nullptr, 0) == 1;
        accepted &= satbox_world_hash(world) != 0;
        accepted &= satbox_world_counters(world).bodies == 2;
        accepted &= satbox_world_assign(copy, world);
        accepted &= satbox_world_equals(copy, world);
    }
    satbox_world_destroy(copy);
    satbox_world_destroy(world);
    return accepted;
}

TEST_CASE("memory_that_runs_out_is_a_refusal_in_c")
{
    REQUIRE(runOnce());
    const size_t before = test::allocationCount();
    REQUIRE(runOnce());
    const size_t count = test::allocationCount() - before;
    CHECK(count > 20);
    int refused = 0;
    for (size_t number = 1; number <= count; ++number) {
        CAPTURE(number);
        const size_t live = test::liveAllocations(); // with what doctest keeps for CAPTURE
        const test::FailingAllocation failing(number);
        refused += runOnce() ? 0 : 1;
        CHECK(failing.hasFailed());
        CHECK(test::liveAllocations() == live);
    }
    CHECK(static_cast<size_t>(refused) == count);
}

} // namespace
} // namespace satbox
