// A hinge reports the same visits from the kernel of a net and from JointConstraint.
#include "engine/constraints/joint/joint_visit.h"
#include "engine/constraints/joint/pin_kernels.h"
#include "tests/support/joint_fixture.h"
#include "tests/support/prepared_joints.h"

#include <doctest/doctest.h>

#include <map>
#include <utility>
#include <vector>

using namespace satbox;
using namespace satbox::test;

namespace {

struct Visits final : ContactRecorder {
    std::vector<JointVisit> all;
    void packed(const void*, uint32_t) override {}
    void visited(const void*, const PointRecord&) override {}
    void visitedJoint(const JointVisit& visit) override { all.push_back(visit); }
};

constexpr size_t kHinges = 14; // so many loops make a net

// Two bodies with hinges between them. Each is in a colour of its own, so both visit them in the same order.
World twoBodies()
{
    World world = sleepless();
    const BodyId a = addGhost(world, makeBox(0.5f, 0.3f), {.position = {-1.0f, 0.0f}});
    const BodyId b =
        addGhost(world, makeBox(0.4f, 0.4f),
                 {.position = {1.0f, 0.1f}, .linearVelocity = {0.3f, -0.2f}, .angularVelocity = 0.4f});
    for (size_t i = 0; i < kHinges; ++i)
        world.createJoint({.bodyA = a,
                           .bodyB = b,
                           .anchorA = {1.0f, 0.05f * static_cast<float>(i)},
                           .anchorB = {-1.0f, 0.05f * static_cast<float>(i)}});
    return world;
}

std::vector<JointVisit> visitsOf(const PinKernels* kernels)
{
    PreparedJoints prepared(twoBodies(), kernels, 0);
    Visits visits;
    warmStartJoints(prepared.joints, prepared.states, true, &visits);
    solveJoints(prepared.joints, prepared.states, JointPass::Push, &visits);
    solveJoints(prepared.joints, prepared.states, JointPass::Relax, &visits);
    CHECK(prepared.joints.pins.empty() == (kernels == nullptr));
    // A kernel moves the anchors of a hinge just before it relaxes it, not those of all hinges before.
    std::map<uint32_t, std::vector<JointVisit>> ofJoint;
    for (const JointVisit& visit : visits.all) ofJoint[visit.joint].push_back(visit);
    std::vector<JointVisit> inOrder;
    for (const auto& [joint, its] : ofJoint) inOrder.insert(inOrder.end(), its.begin(), its.end());
    return inOrder;
}

} // namespace

TEST_CASE("a_hinge_of_a_net_reports_the_same_visits_from_its_kernel_and_from_its_constraint")
{
    const std::vector<JointVisit> kernel = visitsOf(&recordedPinKernels()), single = visitsOf(nullptr);
    constexpr size_t kVisits = 4; // of a hinge: warm start, push, moved anchors, relax
    REQUIRE(kernel.size() == kVisits * kHinges);
    REQUIRE(single.size() == kernel.size());
    for (size_t i = 0; i < kernel.size(); ++i) {
        const JointVisit &k = kernel[i], &s = single[i];
        CAPTURE(i);
        CHECK(k.joint == s.joint);
        CHECK(k.row == kPinRow);
        CHECK(k.kind == s.kind);
        CHECK(k.pass == s.pass);
        CHECK(k.massScale == s.massScale);
        CHECK(k.impulseScale == s.impulseScale);
        const auto isNear = [](Vec2 a, Vec2 b) { return length(a - b) <= 1e-5f * (length(a) + 1e-3f); };
        CHECK(isNear(k.value, s.value));
        CHECK(isNear(k.rate, s.rate));
        CHECK(isNear(k.bias, s.bias));
        CHECK(isNear(k.before, s.before));
        CHECK(isNear(k.after, s.after));
        CHECK(isNear(k.wanted, k.after));
        CHECK(isNear({k.massXX, k.massYY}, {s.massXX, s.massYY}));
        CHECK(isNear({k.massXY, 0.0f}, {s.massXY, 0.0f}));
    }
    CHECK(length(kernel[kVisits + 1].bias) > 0.0f);
    CHECK(kernel[kVisits + 1].massScale < 1.0f);
    CHECK(length(kernel[kVisits + 3].bias) == 0.0f);
}
