// Integration of velocities and poses by kernels of every width.

#include "engine/constraints/body_constants.h"
#include "engine/constraints/contact/contact_kernels.h"
#include "engine/core/isa.h"
#include <satbox/body_state.h>
#include <satbox/instruction_set.h>

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

using namespace satbox;

namespace {

KernelParams params()
{
    KernelParams p;
    p.h = 0.01f;
    p.invH = 100.0f;
    p.maxSpeed = 10.0f;
    p.maxSpin = 5.0f;
    return p;
}

} // namespace

TEST_CASE("velocities_change_by_forces_and_damping_and_are_limited_alike_in_all_directions")
{
    for (const InstructionSet set : availableInstructionSets()) {
        CAPTURE(toString(set));
        // More rows than lanes, so that some lanes have none.
        std::vector<BodyState> rows(static_cast<size_t>(lanesOf(set)) + 3);
        std::vector<BodyConstants> constants(rows.size());
        for (size_t i = 0; i < rows.size(); ++i) {
            rows[i].v = {1.0f, -2.0f};
            rows[i].w = 0.5f;
            constants[i].dv = {0.1f, 0.2f};
            constants[i].dw = -0.25f;
            constants[i].linearDampingFactor = 0.5f;
        }
        rows.front().v = {300.0f, -400.0f};
        rows.back().w = -100.0f;
        rows[1].w = 100.0f;
        kernelsFor(lanesOf(set)).integrateVelocities(rows.data(), constants.data(), rows.size(), params());
        CHECK(rows[2].v == Vec2{0.5f * 1.1f, 0.5f * -1.8f});
        CHECK(rows[2].w == 0.25f);
        CHECK(std::hypot(rows.front().v.x, rows.front().v.y) == doctest::Approx(10.0f)); // 250 m/s before
        CHECK(rows.front().v.x / rows.front().v.y == doctest::Approx(-0.75f).epsilon(0.01));
        CHECK(rows.back().w == -5.0f);
        CHECK(rows[1].w == 5.0f);
    }
}

TEST_CASE("poses_advance_by_the_velocity_and_rotations_keep_unit_length")
{
    for (const InstructionSet set : availableInstructionSets()) {
        CAPTURE(toString(set));
        std::vector<BodyState> rows(static_cast<size_t>(lanesOf(set)) + 1);
        for (BodyState& row : rows) {
            row.v = {2.0f, -1.0f};
            row.w = 3.0f;
        }
        rows.back().w = 0.0f;
        const std::vector<BodyConstants> constants(rows.size());
        for (int i = 0; i < 100; ++i)
            kernelsFor(lanesOf(set)).integratePositions(rows.data(), constants.data(), rows.size(), params());
        CHECK(rows[0].dp.x == doctest::Approx(2.0f));
        CHECK(rows[0].dp.y == doctest::Approx(-1.0f));
        CHECK(angleOf(rows[0].dq) == doctest::Approx(3.0f).epsilon(1e-3));
        CHECK(std::hypot(rows[0].dq.c, rows[0].dq.s) == doctest::Approx(1.0f));
        CHECK(rows.back().dq == Rot{});
    }
}

TEST_CASE("a_locked_axis_loses_its_speed_in_both_integrations")
{
    for (const InstructionSet set : availableInstructionSets()) {
        CAPTURE(toString(set));
        std::vector<BodyState> rows(static_cast<size_t>(lanesOf(set)) + 4);
        std::vector<BodyConstants> constants(rows.size());
        const float locks[] = {0.0f, BodyConstants::kLockX, BodyConstants::kLockY, BodyConstants::kLockBoth};
        for (size_t i = 0; i < rows.size(); ++i) {
            rows[i].v = {2.0f, -1.0f};
            rows[i].invMass = 3.0f;
            constants[i].dv = {0.5f, 0.5f};
            constants[i].locks = locks[i % 4];
        }
        const auto expected = [&](size_t i, Vec2 free) {
            return Vec2{i % 4 == 1 || i % 4 == 3 ? 0.0f : free.x, i % 4 >= 2 ? 0.0f : free.y};
        };
        std::vector<BodyState> pushed = rows;
        kernelsFor(lanesOf(set)).integrateVelocities(pushed.data(), constants.data(), rows.size(), params());
        kernelsFor(lanesOf(set)).integratePositions(rows.data(), constants.data(), rows.size(), params());
        for (size_t i = 0; i < rows.size(); ++i) {
            CHECK(pushed[i].v == expected(i, {2.5f, -0.5f}));
            CHECK(rows[i].v == expected(i, {2.0f, -1.0f}));
            CHECK(rows[i].dp == expected(i, params().h * Vec2{2.0f, -1.0f}));
            CHECK(rows[i].invMass == 3.0f);
        }
    }
}
