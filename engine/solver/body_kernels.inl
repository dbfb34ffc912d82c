// The passes over W rows of BodyState at a time, as ContactKernels; included by contact_kernels.inl. A row is
// given its velocity for the substep, then its way. Rows lie in line; beyond the last one a lane works on
// nothing.

#include "engine/solver/body_lanes.inl"
#include "engine/solver/contact_kernels.h"

namespace satbox {
namespace {

void integrateVelocities(BodyState* rows, const BodyConstants* constants, size_t count,
                         const KernelParams& params)
{
    const F maxSpeed = splat(params.maxSpeed), maxSpin = splat(params.maxSpin), one = splat(1.0f);
    alignas(32) float idle[8] = {};
    alignas(32) constexpr float kNoBody[8] = {};
    for (size_t i = 0; i < count; i += W) {
        const auto isThere = [&](int lane) { return i + static_cast<size_t>(lane) < count; };
        const auto rowAt = [&](int lane) {
            return isThere(lane) ? &rows[i + static_cast<size_t>(lane)].v.x : idle;
        };
        const auto constantsAt = [&](int lane) {
            return isThere(lane) ? &constants[i + static_cast<size_t>(lane)].dv.x : kNoBody;
        };
        const Fields s = gatherRows(rowAt);
        const Fields add = gatherRows(constantsAt);
        const Fields keep = gatherRows([&](int lane) { return constantsAt(lane) + 4; });
        F vx = keep.x * (s.x + add.x), vy = keep.x * (s.y + add.y);
        F w = keep.y * (s.z + add.z);
        // No faster than this: a body would leave its broad-phase box, and lengths would overflow.
        const F squared = vx * vx + vy * vy;
        const auto tooFast = squared > maxSpeed * maxSpeed;
        const F share = maxSpeed / squareRoot(tooFast ? squared : one);
        vx = tooFast ? share * vx : vx;
        vy = tooFast ? share * vy : vy;
        w = w > maxSpin ? maxSpin : w;
        w = w < -maxSpin ? -maxSpin : w;
        scatterRows(rowAt, {vx, vy, w, s.w});
    }
}

// As integrate() does for one rotation: along the tangent, then back to unit length.
void integratePositions(BodyState* rows, size_t count, const KernelParams& params)
{
    const F h = splat(params.h), zero = F{}, one = splat(1.0f);
    alignas(32) float idle[8] = {};
    for (size_t i = 0; i < count; i += W) {
        const auto rowAt = [&](int lane) {
            return i + static_cast<size_t>(lane) < count ? &rows[i + static_cast<size_t>(lane)].v.x : idle;
        };
        const Fields v = gatherRows(rowAt);
        Fields p = gatherRows([&](int lane) { return rowAt(lane) + 4; });
        p.x += h * v.x;
        p.y += h * v.y;
        const F turn = h * v.z;
        const F c = p.z - turn * p.w, s = p.w + turn * p.z;
        const F length = squareRoot(c * c + s * s);
        const auto isLong = length > zero;
        const F divisor = isLong ? length : one;
        p.z = isLong ? c / divisor : one;
        p.w = isLong ? s / divisor : zero;
        scatterRows([&](int lane) { return rowAt(lane) + 4; }, p);
    }
}

} // namespace
} // namespace satbox
