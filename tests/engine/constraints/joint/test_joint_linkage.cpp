#include "engine/constraints/joint/joint_linkage.h"
#include "engine/constraints/joint_constraints.h"
#include "tests/support/lcg.h"
#include "tests/support/prepared_joints.h"
#include <satbox/shapes.h>

#include <algorithm>
#include <cmath>
#include <doctest/doctest.h>
#include <vector>

using namespace satbox;

namespace {

struct PreparedLinkage : test::PreparedJoints {
    using PreparedJoints::PreparedJoints;

    void prepare(JointPass pass)
    {
        warmStartJoints(joints, states, true, nullptr);
        for (const JointComponent& component : joints.components) {
            for (JointConstraint& c : component.joints) chooseTreeRows(c, pass);
            eliminateLinkage(component.linkage);
        }
    }
    void solve(JointPass pass)
    {
        for (const JointComponent& component : joints.components)
            solveLinkage(component.linkage, states, pass);
    }
    // The greatest velocity across a joint, m/s or rad/s, with and without its compliance.
    double residual(bool withCompliance) const
    {
        double most = 0.0;
        for (const JointComponent& component : joints.components)
            for (const LinkageNode& node : component.linkage.nodes) {
                if (!node.isJoint()) continue;
                const JointConstraint& c = component.joints[node.joint];
                TreeRows rows;
                setTreeRows(rows, c, true);
                const auto errors = treeErrors(c, rows.softness, states, JointPass::Velocity);
                const auto impulses = passImpulses(c, JointPass::Velocity);
                for (size_t r = 0; r < node.size; ++r)
                    most = std::max(
                        most, std::fabs(errors[r] + (withCompliance ? node.compliance[r] *
                                                                          static_cast<double>(impulses[r])
                                                                    : 0.0)));
            }
        return most;
    }
};

// Bodies joined at random, with loops, by all kinds of joints that lock; masses differ by a factor of 100.
World randomLinkage(uint64_t seed)
{
    test::Lcg random(seed);
    World world;
    std::vector<BodyId> bodies{world.createBody({.type = BodyType::Static})};
    std::vector<Vec2> places{{0.0f, 0.0f}};
    constexpr size_t kBodies = 14, kJoints = 22;
    for (size_t i = 0; i < kBodies; ++i) {
        const Vec2 at{random.between(-4.0f, 4.0f), random.between(-4.0f, 4.0f)};
        bodies.push_back(
            world.createBody({.position = at,
                              .linearVelocity = {random.between(-1.0f, 1.0f), random.between(-1.0f, 1.0f)},
                              .angularVelocity = random.between(-1.0f, 1.0f),
                              .fixedRotation = i % 7 == 3}));
        places.push_back(at);
        const float density = std::exp(random.between(0.0f, 4.6f));
        world.addShape(bodies.back(), {.geometry = makeBox(0.3f, 0.2f), .material = {.density = density}});
    }
    for (size_t i = 0; i < kJoints; ++i) {
        const size_t b = 1 + i % kBodies,
                     a = static_cast<size_t>(random.between(0.0f, static_cast<float>(b)));
        const Vec2 middle = 0.5f * (places[a] + places[b]);
        JointKind kind = RevoluteJoint{};
        Vec2 anchorA = middle - places[a], anchorB = middle - places[b];
        if (i % 4 == 1) {
            anchorA = anchorB = {0.1f, 0.0f};
            kind = DistanceJoint{.length = length(places[b] - places[a])};
        } else if (i % 4 == 2) {
            kind = PrismaticJoint{};
        } else if (i % 4 == 3) {
            kind = WeldJoint{.linearFrequency = 3.0f};
        }
        REQUIRE(world.createJoint(
            {.bodyA = bodies[a], .bodyB = bodies[b], .anchorA = anchorA, .anchorB = anchorB, .kind = kind}));
    }
    return world;
}

} // namespace

TEST_CASE("a_linkage_is_solved_for_all_its_joints_at_once")
{
    for (uint64_t seed = 1; seed <= 20; ++seed) {
        CAPTURE(seed);
        PreparedLinkage p(randomLinkage(seed));
        REQUIRE(std::ranges::any_of(p.joints.components,
                                    [](const JointComponent& c) { return !c.linkage.empty(); }));
        p.prepare(JointPass::Velocity);
        const double before = p.residual(true);
        REQUIRE(before > 0.1);
        p.solve(JointPass::Velocity);
        CHECK(p.residual(true) < 1e-4 * before); // impulses are stored as float
    }
}

TEST_CASE("impulses_of_a_linkage_keep_momentum")
{
    World world;
    const Vec2 places[] = {{0.0f, 0.0f}, {1.0f, 0.0f}, {1.0f, 1.0f}, {0.0f, 1.0f}};
    std::vector<BodyId> bodies;
    for (const Vec2 at : places) {
        bodies.push_back(
            world.createBody({.position = at, .linearVelocity = {at.y - 0.3f * at.x, 2.0f * at.x}}));
        world.addShape(bodies.back(), {.geometry = Circle{{0.0f, 0.0f}, 0.1f + 0.1f * at.x}});
    }
    for (size_t i = 0; i < 4; ++i)
        for (size_t j = i + 1; j < 4; ++j) // both diagonals: one more rod than would be needed
            world.createJoint({.bodyA = bodies[i],
                               .bodyB = bodies[j],
                               .kind = DistanceJoint{.length = length(places[j] - places[i])}});
    PreparedLinkage p(world);
    REQUIRE(p.joints.components.size() == 1);
    REQUIRE(p.joints.components[0].linkage.nodes.size() == 10);
    const auto momentum = [&] {
        std::array<double, 3> sum{};
        for (size_t i = 0; i < 4; ++i) {
            const BodyState& s = p.states[i + 1];
            const double mass = 1.0 / static_cast<double>(s.invMass);
            sum[0] += mass * static_cast<double>(s.v.x);
            sum[1] += mass * static_cast<double>(s.v.y);
            sum[2] += mass * static_cast<double>(cross(places[i], s.v));
        }
        return sum;
    };
    const std::array<double, 3> before = momentum();
    p.prepare(JointPass::Velocity);
    REQUIRE(p.residual(false) > 0.5);
    p.solve(JointPass::Velocity);
    CHECK(p.residual(false) < 2e-3);
    for (size_t k = 0; k < 3; ++k) CHECK(momentum()[k] == doctest::Approx(before[k]).epsilon(1e-5));
}

TEST_CASE("an_elimination_that_would_take_long_is_refused")
{
    World world;
    constexpr int kSide = 14;
    std::vector<BodyId> bodies;
    for (int i = 0; i < kSide * kSide; ++i) {
        bodies.push_back(
            world.createBody({.position = {static_cast<double>(i % kSide), static_cast<double>(i / kSide)}}));
        world.addShape(bodies.back(), {.geometry = Circle{{0.0f, 0.0f}, 0.2f}});
        const auto rod = [&](int other) {
            world.createJoint({.bodyA = bodies[static_cast<size_t>(i - other)],
                               .bodyB = bodies.back(),
                               .kind = DistanceJoint{.length = 1.0f}});
        };
        if (i % kSide > 0) rod(1);
        if (i >= kSide) rod(kSide);
    }
    CHECK(PreparedLinkage(world).joints.components[0].isNet);
    const PreparedLinkage patient(world, nullptr, 10 * kMaxLinkageProducts);
    CHECK_FALSE(patient.joints.components[0].isNet);
    CHECK(patient.joints.components[0].linkage.nodes.size() == patient.joints.joints.size() + bodies.size());
}
