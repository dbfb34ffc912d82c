// What follows from the packed fields of W contacts: effective masses, springs, approach speeds. Included by
// contact_kernels.inl.

#include "engine/solver/contact_lanes.inl"

namespace satbox {
namespace {

// Effective mass along a direction through the anchors: 1 / (sum of 1/m + (r x d)^2 / I); 0 where nothing can
// move, and where there is no point.
inline F effectiveMass(const Lanes& k, F rnA, F rnB, F present)
{
    const F sum = (k.mA + k.mB) + (k.iA * rnA * rnA + k.iB * rnB * rnB);
    const F zero = F{};
    const F one = splat(1.0f);
    const F inverse = one / (sum > zero ? sum : one);
    return present > zero && sum > zero ? inverse : zero;
}

// A point's impulse in units of what the weight of its effective mass needs in a substep; 1 where there is
// none.
inline F loadOf(const PointLanes<W>& p, const KernelParams& params)
{
    const F zero = F{};
    const F weight = load(p.normalMass) * params.contact.weight;
    return weight > zero ? load(p.normalImpulse) / (weight > zero ? weight : splat(1.0f)) : splat(1.0f);
}

// The spring of each contact as the three numbers of Softness, stiffer by the load that it carried in the last
// step. With the pair's own stiffness alone a pyramid of 100 rows sank .73 m and a heap of boxes sixty deep
// overlapped by .2 m; three times stiffer under load they sink .25 m and overlap by .07 m.
inline void prepareSoftness(Block& b, const Lanes& k, const KernelParams& params)
{
    const F zero = F{};
    const F one = splat(1.0f);
    const ContactSpring& spring = params.contact;
    const F carried = maximum(loadOf(b.points[0], params), loadOf(b.points[1], params));
    const F stiffening = maximum(minimum(carried, splat(spring.maxStiffening)), one);
    const auto fixed = (k.mA == zero) | (k.mB == zero);
    const F omega = (fixed ? splat(2.0f * spring.omega) : splat(spring.omega)) * squareRoot(stiffening);
    const F a1 = splat(spring.damping) + params.h * omega;
    const F a2 = params.h * omega * a1;
    const F a3 = one / (one + a2);
    store(b.biasRate, a1 > zero ? omega / (a1 > zero ? a1 : one) : zero);
    store(b.massScale, a2 * a3);
    store(b.impulseScale, a3);
}

void prepare(void* blocks, void* extras, size_t count, const BodyState* states, const KernelParams& params)
{
    auto* block = static_cast<Block*>(blocks);
    auto* extra = static_cast<Extra*>(extras);
    const F zero = F{};
    const F one = splat(1.0f);
    for (size_t i = 0; i < count; ++i) {
        Block& b = block[i];
        const Lanes k = loadLanes(b);
        const Pair v = loadVelocities(b, states);

        // Which anchor follows the bodies' relative motion during the step: that of the body whose face is
        // touched, not of the one whose vertex or rim touches it. Against what does not move it is always the
        // other's. Between two discs neither follows: each is pushed through its own centre, so that without
        // friction they never begin to spin and a gas keeps its energy (with anchors half way it lost 35 % of
        // it in 1,000 steps).
        const F faceOnA = load(b.followA), faceOnB = load(b.followB);
        const auto fixedA = k.mA == zero, fixedB = k.mB == zero;
        store(b.followA, fixedA ? one : fixedB ? zero : faceOnA);
        store(b.followB, fixedA ? zero : fixedB ? one : faceOnB);

        for (int n = 0; n < 2; ++n) {
            PointLanes<W>& p = b.points[n];
            const Anchors r = loadAnchors(p);
            const F present = load(p.normalMass);
            store(p.normalMass, effectiveMass(k, r.ax * k.ny - r.ay * k.nx, r.bx * k.ny - r.by * k.nx, present));
            store(p.tangentMass, effectiveMass(k, r.ax * k.nx + r.ay * k.ny, r.bx * k.nx + r.by * k.ny, present));
            store(p.adjusted, load(p.adjusted) - ((r.bx - r.ax) * k.nx + (r.by - r.ay) * k.ny));
            store(p.totalImpulse, zero);
            F dvx, dvy;
            relativeVelocity(v, r, dvx, dvy);
            store(extra[i].approach[n], dvx * k.nx + dvy * k.ny);
        }
        prepareSoftness(b, k, params);
    }
}

} // namespace
} // namespace satbox
