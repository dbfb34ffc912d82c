// The record of one step has the bits of the step itself, and its arithmetic is that of the solver.
#include "engine/lab/step_record.h"
#include "tests/support/physics_fixture.h"
#include <satbox/scene/builders.h>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>

using namespace satbox;
using namespace satbox::test;

namespace {

constexpr SolverType kSolvers[]{SolverType::SoftStep, SolverType::SequentialImpulse,
                                SolverType::ManifoldImpulse, SolverType::VertexContact};

struct Stack {
    World world;
    BodyId ground;
    std::vector<BodyId> boxes;
    uint32_t shapeOf(size_t box) const { return world.shapesOf(boxes[box]).front().index; }
    uint32_t groundShape() const { return world.shapesOf(ground).front().index; }
};

// A stack of boxes of 1 m and 1 kg with small initial gaps; they may slide.
Stack makeStack(SolverType solver, size_t count, Vec2 velocity = {0.0f, 0.0f})
{
    Stack stack{.world = World(settingsFor(solver)), .ground = {}, .boxes = {}};
    WorldSettings settings = stack.world.settings();
    settings.sleeping = false;
    stack.world.setSettings(settings);
    stack.ground = addGround(stack.world);
    for (size_t i = 0; i < count; ++i)
        stack.boxes.push_back(
            addBody(stack.world, makeBox(0.5f, 0.5f),
                    {.position = {0.0f, 0.51f + 1.01f * static_cast<float>(i)}, .linearVelocity = velocity}));
    return stack;
}

bool isTangent(const PointRecord& r) { return r.quantity == PointRecord::Quantity::Tangent; }
bool isNormal(const PointRecord& r) { return r.quantity == PointRecord::Quantity::Normal; }

} // namespace

TEST_CASE("a_recorded_step_has_the_bits_of_the_step")
{
    for (const SolverType solver : kSolvers) {
        CAPTURE(std::string(toString(solver)));
        Stack stack = makeStack(solver, 6, {2.0f, 0.0f});
        uint32_t visits = 0;
        for (int i = 0; i < 60; ++i) {
            World copy = stack.world;
            const StepRecord record = recordStep(copy, kStep, stack.groundShape(), stack.shapeOf(0));
            stack.world.step(kStep);
            REQUIRE(copy.hash() == stack.world.hash());
            for (const StepTick& tick : record.ticks) visits += static_cast<uint32_t>(tick.visits.size());
        }
        CHECK(visits > 100);
    }
}

TEST_CASE("each_visit_satisfies_its_recorded_equation")
{
    for (const SolverType solver : kSolvers) {
        CAPTURE(std::string(toString(solver)));
        Stack stack = makeStack(solver, 4, {3.0f, 0.0f});
        int normals = 0, tangents = 0, limited = 0;
        for (int i = 0; i < 40; ++i) {
            const StepRecord record = recordStep(stack.world, kStep, stack.shapeOf(0), stack.groundShape());
            for (const StepTick& tick : record.ticks) {
                if (tick.stage == Stage::WarmStart) continue;
                for (const PointRecord& r : tick.visits) {
                    CAPTURE(std::string(toString(tick.stage)));
                    if (r.quantity == PointRecord::Quantity::Position) continue;
                    const float wanted =
                        r.before - (r.mass * r.massScale * (r.speed + r.bias) + r.impulseScale * r.before);
                    const float size = std::fabs(r.before) + std::fabs(r.wanted) + 1e-6f;
                    REQUIRE(std::fabs(r.wanted - wanted) < 1e-5f * size);
                    if (isNormal(r)) {
                        ++normals;
                        REQUIRE(r.after == std::max(r.wanted, 0.0f)); // nothing bounces here
                        // The change of speed by the impulse, with the effective mass of this point alone.
                        const float gained = (r.after - r.before) / r.mass;
                        if (solver == SolverType::SoftStep || solver == SolverType::SequentialImpulse)
                            REQUIRE(std::fabs(r.speedAfter - r.speed - gained) < 1e-3f);
                    } else {
                        ++tangents;
                        REQUIRE(std::fabs(r.after) <= r.limit * 1.00001f);
                        if (r.after == r.wanted) continue;
                        ++limited;
                        REQUIRE(std::fabs(r.wanted - r.before) > 0.0f);
                        REQUIRE(std::fabs(r.after) <= std::fabs(r.wanted));
                    }
                }
            }
        }
        CHECK(normals > 40);
        CHECK(tangents > 40);
        CHECK(limited > 0); // it slid at first
    }
}

TEST_CASE("visits_follow_each_other_and_end_at_what_the_contact_keeps")
{
    for (const SolverType solver : {SolverType::SoftStep, SolverType::SequentialImpulse}) {
        CAPTURE(std::string(toString(solver)));
        Stack stack = makeStack(solver, 3);
        for (int i = 0; i < 120; ++i) stack.world.step(kStep);
        const StepRecord record = recordStep(stack.world, kStep, stack.shapeOf(1), stack.shapeOf(2));
        REQUIRE(record.contact);
        REQUIRE(record.contact->count == 2);
        float normal[2] = {}, tangent[2] = {};
        for (const StepTick& tick : record.ticks) {
            for (const PointRecord& r : tick.visits) {
                if (r.quantity == PointRecord::Quantity::Position) continue;
                float& last = (isTangent(r) ? tangent : normal)[r.point];
                if (tick.stage != Stage::WarmStart) CHECK(r.before == last);
                last = r.after;
            }
        }
        bool found = false;
        stack.world.forEachContact([&](const Contact& c) {
            if (c.shapeA != record.contact->shapeA || c.shapeB != record.contact->shapeB) return;
            found = true;
            for (size_t k = 0; k < 2; ++k) {
                CHECK(normal[k] == c.points[k].normalImpulse);
                CHECK(tangent[k] == c.points[k].tangentImpulse);
            }
        });
        CHECK(found);
    }
}

TEST_CASE("a_box_at_rest_is_carried_by_its_weight_in_every_substep")
{
    Stack stack = makeStack(SolverType::SoftStep, 1);
    for (int i = 0; i < 300; ++i) stack.world.step(kStep);
    const StepRecord record = recordStep(stack.world, kStep, stack.groundShape(), stack.shapeOf(0));
    CHECK(record.context.substeps == 4);
    REQUIRE(record.bodies.size() == 1);
    CHECK(record.bodies[0] == stack.boxes[0].index);
    CHECK(record.ticks.size() == 1 + 4 * 6);
    const float weight = 9.81f * kStep / 4.0f; // N s a substep
    int relaxed = 0;
    for (const StepTick& tick : record.ticks) {
        if (tick.stage != Stage::Relax) continue;
        ++relaxed;
        float sum = 0.0f;
        for (const PointRecord& r : tick.visits)
            if (isNormal(r)) sum += r.after;
        CHECK(sum == doctest::Approx(static_cast<double>(weight)).epsilon(0.01));
        REQUIRE(tick.find(stack.boxes[0].index));
        CHECK(length(tick.find(stack.boxes[0].index)->v) < 1e-3f);
    }
    CHECK(relaxed == 4);
}

TEST_CASE("the_island_is_what_contacts_link_and_no_more")
{
    Stack stack = makeStack(SolverType::SequentialImpulse, 3);
    const BodyId far = addBody(stack.world, makeBox(0.5f, 0.5f), {.position = {5.0f, 0.5f}});
    for (int i = 0; i < 60; ++i) stack.world.step(kStep);
    const StepRecord record = recordStep(stack.world, kStep, stack.groundShape(), stack.shapeOf(0));
    CHECK(record.bodies.size() == 3);
    CHECK(std::find(record.bodies.begin(), record.bodies.end(), far.index) == record.bodies.end());
    CHECK(record.contacts.size() == 3);
    for (size_t i = 0; i < record.contacts.size(); ++i) CHECK(record.contacts[i].order == i);
    for (const StepTick& tick : record.ticks) {
        CHECK(tick.bodies.size() == 3);
        CHECK_FALSE(tick.find(far.index));
        if (tick.stage == Stage::Solve) CHECK(tick.velocities.visits == 3 * 2 * 2); // points, directions
        if (tick.stage == Stage::Relax) CHECK(tick.positions.visits == 3 * 2);
    }
}

TEST_CASE("a_kinematic_body_at_the_contact_is_sampled_though_it_is_in_no_island")
{
    World world;
    const BodyId belt = world.createBody(
        {.type = BodyType::Kinematic, .position = {0.0f, -1.0f}, .linearVelocity = {0.5f, 0.25f}});
    world.addShape(belt, {.geometry = makeBox(5.0f, 1.0f)});
    const BodyId box = addBody(world, makeBox(0.5f, 0.5f), {.position = {0.0f, 0.5f}});
    for (int i = 0; i < 30; ++i) world.step(kStep);
    const Position before = world.motion(belt).center;
    const StepRecord record =
        recordStep(world, kStep, world.shapesOf(belt).front().index, world.shapesOf(box).front().index);
    REQUIRE(record.contact);
    REQUIRE(record.bodies.size() == 1);
    CHECK(record.bodies[0] == box.index);
    const BodySample* sample = record.ticks.back().find(belt.index);
    REQUIRE(sample);
    CHECK(sample->center.y - before.y == doctest::Approx(0.25 / 60.0).epsilon(1e-3));
}

TEST_CASE("a_pair_that_the_solver_did_not_visit_has_a_reason")
{
    Stack stack = makeStack(SolverType::SoftStep, 2);
    // Beside the lower box: too far to touch, but near enough for a contact.
    const BodyId near = addBody(stack.world, makeBox(0.5f, 0.5f), {.position = {1.07f, 0.51f}});
    for (int i = 0; i < 60; ++i) stack.world.step(kStep);
    const StepRecord record =
        recordStep(stack.world, kStep, stack.shapeOf(0), stack.world.shapesOf(near).front().index);
    REQUIRE(record.contact);
    CHECK(record.contact->count == 0);
    CHECK(record.contacts.size() == 2);
    CHECK(std::string(record.unsolvedReason) ==
          "The solver had nothing to do for this contact: no point touches or is about to touch.");
}

TEST_CASE("passes_change_less_and_less")
{
    Stack stack = makeStack(SolverType::SequentialImpulse, 5);
    WorldSettings settings = stack.world.settings();
    settings.velocityIterations = 50;
    settings.warmStarting = false;
    stack.world.setSettings(settings);
    for (int i = 0; i < 60; ++i) stack.world.step(kStep);
    const StepRecord record = recordStep(stack.world, kStep, stack.groundShape(), stack.shapeOf(0));
    std::vector<double> left;
    for (const StepTick& tick : record.ticks)
        if (tick.stage == Stage::Solve) left.push_back(tick.velocities.rms());
    REQUIRE(left.size() == 50);
    CHECK(left[0] > 0.01);
    CHECK(left[49] < 0.1 * left[0]);
    for (size_t i = 5; i < left.size(); ++i) CHECK(left[i] < left[i - 5]);
    for (const StepTick& tick : record.ticks)
        CHECK(static_cast<double>(tick.velocities.worst) >= tick.velocities.rms() - 1e-9);
}

TEST_CASE("what_a_pass_changed_is_its_impulses_over_their_effective_masses")
{
    Stack stack = makeStack(SolverType::SequentialImpulse, 1, {3.0f, 0.0f});
    for (int i = 0; i < 5; ++i) stack.world.step(kStep);
    const StepRecord record = recordStep(stack.world, kStep, stack.groundShape(), stack.shapeOf(0));
    int passes = 0;
    for (const StepTick& tick : record.ticks) {
        if (tick.stage != Stage::Solve && tick.stage != Stage::Relax) continue;
        float worst = 0.0f;
        double squares = 0.0;
        for (const PointRecord& r : tick.visits) { // the only contact of its island
            const bool moves = r.quantity == PointRecord::Quantity::Position;
            const float change = moves ? std::fabs(r.bias) : std::fabs(r.after - r.before) / r.mass;
            worst = std::max(worst, change);
            squares += static_cast<double>(change) * static_cast<double>(change);
        }
        const PassChange& pass = tick.stage == Stage::Solve ? tick.velocities : tick.positions;
        REQUIRE(pass.visits == tick.visits.size());
        CHECK(pass.worst == worst);
        CHECK(pass.rms() ==
              doctest::Approx(std::sqrt(squares / static_cast<double>(pass.visits))).epsilon(1e-9));
        ++passes;
    }
    CHECK(passes == 8 + 3);
    CHECK(record.ticks[4].velocities.worst > 0.0f);
}

TEST_CASE("the_record_says_why_nothing_was_solved")
{
    Stack stack = makeStack(SolverType::SoftStep, 2);
    CHECK(std::string(recordStep(stack.world, kStep, stack.groundShape(), stack.shapeOf(1)).unsolvedReason) ==
          "These two shapes have no contact: they are too far apart.");
    Stack sleepers = makeStack(SolverType::SoftStep, 2);
    sleepers.world.setSettings({});
    for (int i = 0; i < 200; ++i) sleepers.world.step(kStep);
    CHECK(
        std::string(
            recordStep(sleepers.world, kStep, sleepers.groundShape(), sleepers.shapeOf(0)).unsolvedReason) ==
        "Nothing is solved: this contact sleeps. Pull a body, or turn sleeping off.");
    ShapeDef sensor = stack.world.shapeDef(stack.world.shapesOf(stack.boxes[0]).front());
    sensor.sensor = true;
    stack.world.setShapeDef(stack.world.shapesOf(stack.boxes[0]).front(), sensor);
    CHECK(std::string(recordStep(stack.world, kStep, stack.groundShape(), stack.shapeOf(0)).unsolvedReason) ==
          "One of these two shapes is a sensor: it reports overlaps, and nothing is solved.");
    const StepRecord record = recordStep(stack.world, kStep, stack.groundShape(), stack.shapeOf(0));
    CHECK_FALSE(record.contact);
    CHECK(record.contacts.empty());
}

TEST_CASE("a_bounce_is_recorded_with_its_approach_speed")
{
    World world(settingsFor(SolverType::SoftStep));
    const BodyId ground = addGround(world);
    const BodyId ball =
        addBody(world, Circle{{0.0f, 0.0f}, 0.5f},
                {.position = {0.0f, 0.51f}, .linearVelocity = {0.0f, -5.0f}}, {.restitution = 0.8f});
    const StepRecord record =
        recordStep(world, kStep, world.shapesOf(ground).front().index, world.shapesOf(ball).front().index);
    const auto impact = std::find_if(record.ticks.begin(), record.ticks.end(), [](const StepTick& tick) {
        return tick.stage == Stage::ApplyRestitution && !tick.visits.empty();
    });
    REQUIRE((impact != record.ticks.end()));
    CHECK(impact->substep == 0);
    const PointRecord& bounce = impact->visits.front();
    CHECK(bounce.speed == doctest::Approx(-5.0).epsilon(0.01));
    // Except for gravity within the substep.
    const float gained = 9.81f * kStep / static_cast<float>(world.settings().substeps);
    CHECK(std::fabs(bounce.bias - 0.8f * bounce.speed) < 0.5f * 1.8f * gained);
    CHECK(bounce.speedAfter == doctest::Approx(-bounce.bias));
}

TEST_CASE("vertex_contacts_are_recorded_by_vertex")
{
    WorldSettings settings = settingsFor(SolverType::VertexContact, {0.0f, 0.0f});
    settings.substeps = 3;
    World world;
    REQUIRE(world.setSettings(settings));
    const BodyId lower = addBody(world, makeBox(1.0f, 0.5f), {.type = BodyType::Static});
    const BodyId upper =
        addBody(world, makeBox(0.5f, 0.5f), {.position = {0.7f, 0.98f}, .linearVelocity = {0.3f, -1.2f}});
    const uint32_t a = world.shapesOf(lower).front().index, b = world.shapesOf(upper).front().index;
    const StepRecord record = recordStep(world, kStep, b, a);
    const ContactView view = world.contactView(world.shapeAt(a), world.shapeAt(b));
    REQUIRE(view.points.size() == 2); // corner 1 of the lower box, corner 0 of the upper one
    REQUIRE(record.hasVertices);
    REQUIRE(record.points.size() == 2);
    CHECK(record.points[0].id == view.points[0].id);
    CHECK(record.points[1].id == view.points[1].id);
    CHECK(record.contact->normal == view.contact->normal);

    float sums[2] = {};
    std::vector<size_t> pushes(2, 0);
    for (const StepTick& tick : record.ticks) {
        for (const PointRecord& visit : tick.visits) {
            REQUIRE((tick.stage == Stage::Solve));
            REQUIRE(visit.point < 2);
            CHECK(visit.id == record.points[visit.point].id);
            if (isNormal(visit)) sums[visit.point] += visit.after;
            if (visit.quantity != PointRecord::Quantity::Position) continue;
            ++pushes[visit.point];
            CHECK(visit.bias ==
                  doctest::Approx(0.1f * visit.separation)); // a tenth of the depth for each vertex
        }
    }
    for (size_t i = 0; i < 2; ++i) {
        CHECK(pushes[i] == 3);
        CHECK(sums[i] == doctest::Approx(view.points[i].totalImpulse).epsilon(1e-5));
    }
    // The points before the step: 0.02 m deep minus the motion of the first substep, at the initial corners.
    CHECK(record.points[1].separation == doctest::Approx(view.points[1].separation).epsilon(0.3));
    CHECK(record.points[0].separation == doctest::Approx(-(0.02f + 1.2f * kStep / 3.0f)).epsilon(1e-3));
}

TEST_CASE("a_pair_that_meets_within_a_step_of_vertex_contacts_is_recorded")
{
    WorldSettings settings = settingsFor(SolverType::VertexContact, {0.0f, 0.0f});
    settings.substeps = 16;
    World world;
    REQUIRE(world.setSettings(settings));
    const BodyId fast =
        addBody(world, makeBox(0.25f, 0.25f), {.position = {-2.0f, 0.0f}, .linearVelocity = {150.0f, 0.0f}});
    const BodyId free = addBody(world, makeBox(0.25f, 0.25f), {});
    World plain = world;
    const StepRecord record =
        recordStep(world, kStep, world.shapesOf(fast).front().index, world.shapesOf(free).front().index);
    plain.step(kStep);
    CHECK(plain.hash() == world.hash());
    CHECK(std::string(record.unsolvedReason) == "");
    CHECK(record.points.size() == 4); // both corners of each
    CHECK(record.bodies.size() == 2); // one island from the hit on
    REQUIRE(record.contacts.size() == 1);
    const BodySample* after = record.ticks.back().find(free.index);
    REQUIRE(after);
    CHECK(after->v.x == doctest::Approx(75.0f).epsilon(1e-3));

    // Shapes that are too far apart or never collide get that reason.
    World others;
    REQUIRE(others.setSettings(settings));
    const BodyId near = addBody(others, makeBox(0.5f, 0.5f), {});
    const BodyId far = addBody(others, makeBox(0.5f, 0.5f), {.position = {50.0f, 0.0f}});
    const ShapeId second = others.addShape(near, {.geometry = makeBox(0.5f, 0.5f)});
    const auto unsolvedReason = [&](ShapeId x, ShapeId y) {
        World copy = others;
        return std::string(recordStep(copy, kStep, x.index, y.index).unsolvedReason);
    };
    CHECK(unsolvedReason(others.shapesOf(near)[0], others.shapesOf(far)[0]) ==
          "These two shapes have no contact: they are too far apart.");
    CHECK(unsolvedReason(others.shapesOf(near)[0], second).starts_with("These two shapes never collide"));

    // Crossed bars have a contact, but no vertex inside.
    World bars;
    REQUIRE(bars.setSettings(settings));
    const BodyId flat = addBody(bars, makeBox(1.0f, 0.1f), {});
    const BodyId upright = addBody(bars, makeBox(0.1f, 1.0f), {});
    const StepRecord crossed =
        recordStep(bars, kStep, bars.shapesOf(flat).front().index, bars.shapesOf(upright).front().index);
    CHECK(crossed.points.empty());
    CHECK(std::string(crossed.unsolvedReason) ==
          "The solver had nothing to do for this contact: no vertex of one shape was inside the other.");
}
