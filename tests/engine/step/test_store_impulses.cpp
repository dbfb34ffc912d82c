#include "engine/step/store_impulses.h"

#include "engine/step/vertex_contact_list.h"
#include "engine/world/world_access.h"
#include "tests/support/physics_fixture.h"
#include "tests/support/world_internals.h"
#include <satbox/contacts.h>

#include <doctest/doctest.h>

using namespace satbox;
using namespace satbox::test;

TEST_CASE("flagged_contacts_report_events_and_mouse_joints_get_their_impulses")
{
    World world;
    addGround(world);
    const BodyId box = addBody(world, makeBox(0.5f, 0.5f), {.position = {0.0f, 0.499f}});
    const MouseJointId joint = world.createMouseJoint(box, {0.0f, 0.5f});
    world.refreshContacts();
    Contact& contact = stateOf(world).contacts.awake.at(0);
    contact.touching = false;
    contact.points[0].totalImpulse = 1.0f;
    contact.points[0].normalVelocity = -5.0f;

    SolverStep step;
    step.context.dt = kStep;
    uint8_t flags[]{1};
    MouseConstraint mouse;
    mouse.joint = joint.index;
    mouse.total = {2.0f, 0.0f};
    step.eventFlags = flags;
    step.joints.mouse = std::span(&mouse, 1);
    storeImpulses(stateOf(world), reportOf(world), workspaceOf(world), step);
    CHECK(world.events().begins.size() == 1);
    REQUIRE(world.events().hits.size() == 1);
    CHECK(world.events().hits[0].speed == 5.0f);
    CHECK(world.mouseJoint(joint).force.x == doctest::Approx(2.0f / kStep));
}

TEST_CASE("for_vertex_contacts_the_visits_of_the_step_are_stored_instead")
{
    World world(settingsFor(SolverType::VertexContact));
    addGround(world);
    const BodyId box = addBody(world, makeBox(0.5f, 0.5f), {.position = {0.0f, 0.499f}});
    world.refreshContacts();
    const Contact& contact = stateOf(world).contacts.awake.at(0);
    VertexVisit visit{.shapeA = contact.shapeA,
                      .shapeB = contact.shapeB,
                      .bodyA = contact.bodyA,
                      .bodyB = box.index,
                      .normal = {0.0f, 1.0f}};
    visit.point.normalImpulse = 1.0f;
    visit.point.normalVelocity = -5.0f;
    workspaceOf(world).visitScratch.assign(1, visit);
    SolverStep step;
    step.context.dt = kStep;
    storeImpulses(stateOf(world), reportOf(world), workspaceOf(world), step);
    CHECK(workspaceOf(world).visitScratch.empty());
    REQUIRE(world.events().hits.size() == 1);
    CHECK(world.events().hits[0].speed == 5.0f);
}
