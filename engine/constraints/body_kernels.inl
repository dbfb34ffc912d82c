// Passes over kLanes rows of BodyState at a time, for ContactKernels; included by contact_kernels.inl. Rows
// are contiguous. Lanes beyond the last row load and store a dummy row.

#include "engine/constraints/body_constants.h"
#include "engine/constraints/body_lanes.inl"
#include "engine/constraints/contact/contact_kernels.h"
#include <satbox/body_state.h>

namespace satbox {
namespace {

// Stops velocities along locked axes, see BodyConstants::locks.
[[gnu::always_inline]] inline void applyLocks(FloatW locks, FloatW& vx, FloatW& vy)
{
    const FloatW zero = FloatW{};
    if (!any(locks != zero)) return;
    const auto isX = (locks == splat(BodyConstants::kLockX)) | (locks == splat(BodyConstants::kLockBoth));
    const auto isY = (locks == splat(BodyConstants::kLockY)) | (locks == splat(BodyConstants::kLockBoth));
    vx = isX ? zero : vx;
    vy = isY ? zero : vy;
}

void integrateVelocities(BodyState* rows, const BodyConstants* constants, size_t count,
                         const KernelParams& params)
{
    const FloatW maxSpeed = splat(params.maxSpeed), maxSpin = splat(params.maxSpin), one = splat(1.0f);
    alignas(32) float dummy[8] = {};
    alignas(32) constexpr float kDummyConstants[8] = {};
    for (size_t i = 0; i < count; i += kLanes) {
        const auto hasRow = [&](int lane) { return i + static_cast<size_t>(lane) < count; };
        const auto rowAt = [&](int lane) {
            return hasRow(lane) ? &rows[i + static_cast<size_t>(lane)].v.x : dummy;
        };
        const auto constantsAt = [&](int lane) {
            return hasRow(lane) ? &constants[i + static_cast<size_t>(lane)].dv.x : kDummyConstants;
        };
        const FloatW4 s = gatherRows(rowAt);
        const FloatW4 add = gatherRows(constantsAt);
        const FloatW4 damping = gatherRows([&](int lane) { return constantsAt(lane) + 4; });
        FloatW vx = damping.x * (s.x + add.x), vy = damping.x * (s.y + add.y);
        FloatW w = damping.y * (s.z + add.z);
        // Speed limit: a faster body would leave its broad-phase box, and lengths would overflow.
        const FloatW squared = vx * vx + vy * vy;
        const auto tooFast = squared > maxSpeed * maxSpeed;
        const FloatW scale = maxSpeed / squareRoot(tooFast ? squared : one);
        vx = tooFast ? scale * vx : vx;
        vy = tooFast ? scale * vy : vy;
        w = w > maxSpin ? maxSpin : w;
        w = w < -maxSpin ? -maxSpin : w;
        applyLocks(add.w, vx, vy);
        scatterRows(rowAt, {vx, vy, w, s.w});
    }
}

// Rotations as in integrate(): a step along the tangent, then normalisation.
void integratePositions(BodyState* rows, const BodyConstants* constants, size_t count,
                        const KernelParams& params)
{
    const FloatW h = splat(params.h), zero = FloatW{}, one = splat(1.0f);
    alignas(32) float dummy[8] = {};
    alignas(32) constexpr float kDummyConstants[8] = {};
    for (size_t i = 0; i < count; i += kLanes) {
        const auto rowAt = [&](int lane) {
            return i + static_cast<size_t>(lane) < count ? &rows[i + static_cast<size_t>(lane)].v.x : dummy;
        };
        FloatW4 v = gatherRows(rowAt);
        const FloatW locks = gatherRows([&](int lane) {
                                 return i + static_cast<size_t>(lane) < count
                                            ? &constants[i + static_cast<size_t>(lane)].dv.x
                                            : kDummyConstants;
                             }).w;
        if (any(locks != zero)) { // contacts may have given a speed along a locked axis
            applyLocks(locks, v.x, v.y);
            scatterRows(rowAt, v);
        }
        FloatW4 p = gatherRows([&](int lane) { return rowAt(lane) + 4; });
        p.x += h * v.x;
        p.y += h * v.y;
        const FloatW angle = h * v.z;
        const FloatW c = p.z - angle * p.w, s = p.w + angle * p.z;
        const FloatW length = squareRoot(c * c + s * s);
        const auto hasLength = length > zero;
        const FloatW divisor = hasLength ? length : one;
        p.z = hasLength ? c / divisor : one;
        p.w = hasLength ? s / divisor : zero;
        scatterRows([&](int lane) { return rowAt(lane) + 4; }, p);
    }
}

} // namespace
} // namespace satbox
