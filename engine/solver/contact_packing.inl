// W contacts into a block, with what follows from their fields (effective masses, springs, approach speeds), and
// their impulses back. Included by contact_kernels.inl.

#include "engine/dynamics/contact_words.inl"
#include "engine/solver/contact_lanes.inl"

namespace satbox {
namespace {

// Effective mass along a direction through the anchors: 1 / (sum of 1/m + (r x d)^2 / I); 0 where nothing can
// move, and where there is no point.
[[gnu::always_inline]] inline F effectiveMass(const Lanes& k, const Pair& v, F rnA, F rnB, F present)
{
    const F sum = (v.mA + v.mB) + (k.iA * rnA * rnA + k.iB * rnB * rnB);
    const F zero = F{};
    const F one = splat(1.0f);
    const F inverse = one / (sum > zero ? sum : one);
    return present > zero && sum > zero ? inverse : zero;
}

// A point's impulse in units of what the weight of its effective mass needs in a substep; 1 where there is
// none.
[[gnu::always_inline]] inline F loadOf(const PointLanes<W>& p, const KernelParams& params)
{
    const F zero = F{};
    const F weight = load(p.normalMass) * params.contact.weight;
    return weight > zero ? load(p.normalImpulse) / (weight > zero ? weight : splat(1.0f)) : splat(1.0f);
}

[[gnu::always_inline]] inline F valueAt(const ContactSpring::Ramp& ramp, F x)
{
    const F share = maximum(minimum((x - ramp.begin) * ramp.slope, splat(1.0f)), F{});
    return ramp.low + (ramp.high - ramp.low) * share;
}

// The spring of each contact as the three numbers of Softness, by the load that it carried in the last step and by its
// deepest point. With the pair's own stiffness alone a pyramid of 100 rows sank .73 m and a heap of boxes sixty deep
// overlapped by .2 m. Stiffening leaves damping ratio times omega as it is; the ratio has a ramp of its own.
[[gnu::always_inline]] inline void prepareSoftness(Block& b, F leastSeparation, const Pair& v, const KernelParams& params)
{
    const F zero = F{};
    const F one = splat(1.0f);
    const ContactSpring& spring = params.contact;
    const F carried = maximum(loadOf(b.points[0], params), loadOf(b.points[1], params));
    const F limit = valueAt(spring.stiffeningLimit, -leastSeparation);
    const F stiffening = squareRoot(maximum(minimum(carried, limit), one)); // of omega
    const auto fixed = (v.mA == zero) | (v.mB == zero);
    const F omega = (fixed ? splat(1.5f * spring.omega) : splat(spring.omega)) * stiffening;
    const F a1 = valueAt(spring.damping, carried) / stiffening + params.h * omega;
    const F a2 = params.h * omega * a1;
    const F a3 = one / (one + a2);
    store(b.biasRate, a1 > zero ? omega / (a1 > zero ? a1 : one) : zero);
    store(b.impulseScale, a3);
}

constexpr float kAnchorReach = 0.5f;

// Contacts of one colour may lie scattered over the list: their cache lines are asked for this many blocks ahead.
constexpr size_t kBlocksAhead = 2;

[[gnu::always_inline]] inline void prefetch(const Contact& contact)
{
    const char* bytes = reinterpret_cast<const char*>(&contact);
    __builtin_prefetch(bytes);
    __builtin_prefetch(bytes + 64);
}

// Row 0 has no mass: lanes without a contact have it, and what sleeps on while something still rests beside it, which
// does not move in this step.
[[gnu::always_inline]] inline uint32_t rowOf(const PackSource& from, const Contact& c, uint32_t body)
{
    return &c == &kNoContact ? 0 : from.rowOf[body];
}

// Returns the separation when the step begins; 0 where there is no point.
[[gnu::always_inline]] inline F packPoint(Block& b, const Contact* const* contacts, int n, bool warm, const Lanes& k, F present,
                   F bounces, const KernelParams& params, const Pair& v, float* approach, float* speedSquared)
{
    PointLanes<W>& p = b.points[n];
    const auto point = [&](int lane) -> const ContactPoint& { return contacts[lane]->points[n]; };
    const Fields anchors = gatherWords([&](int lane) { return &point(lane).anchorA; });
    const Fields last = gatherWords([&](int lane) { return &point(lane).normalImpulse; });
    F separation;
    for (int lane = 0; lane < W; ++lane) separation[lane] = point(lane).separation;

    const Anchors r{anchors.x, anchors.y, anchors.z, anchors.w};
    store(p.rx, r.ax);
    store(p.ry, r.ay);
    if (n == 0) {
        store(b.gapX, r.ax - r.bx);
        store(b.gapY, r.ay - r.by);
    }
    F dvx, dvy;
    relativeVelocity(v, r, dvx, dvy);
    const F vn = dvx * k.nx + dvy * k.ny;
    // What is fast and would bounce is left to Impacts as long as it is apart: where and how it meets is not yet known.
    const F squared = dvx * dvx + dvy * dvy;
    const F threshold = splat(params.restitutionThreshold);
    const auto isFast = squared > threshold * threshold;
    const F solved = (bounces > F{}) & (separation > splat(params.linearSlop)) & isFast ? F{} : present;
    store(speedSquared, present > F{} ? squared : F{});
    store(p.normalMass, effectiveMass(k, v, r.ax * k.ny - r.ay * k.nx, r.bx * k.ny - r.by * k.nx, solved));
    store(p.tangentMass, effectiveMass(k, v, r.ax * k.nx + r.ay * k.ny, r.bx * k.nx + r.by * k.ny, solved));
    store(p.adjusted, separation - ((r.bx - r.ax) * k.nx + (r.by - r.ay) * k.ny));
    store(p.normalImpulse, warm ? last.x : F{});
    store(p.tangentImpulse, warm ? last.y : F{});
    store(p.totalImpulse, F{});
    store(approach, present > F{} ? vn : F{});
    return separation;
}

[[gnu::always_inline]] inline F anchorReach(F invMass, F invInertia)
{
    const F zero = F{};
    const auto turns = invInertia > zero;
    const F gyration = squareRoot(invMass / (turns ? invInertia : splat(1.0f)));
    return turns ? splat(kAnchorReach) * gyration : splat(1e6f);
}

// Returns the square of the greatest speed of those lanes that meet as impacts, see Impacts.
[[gnu::always_inline]] inline F packBlock(Block& b, Extra& extra, const PackSource& from, const Contact* const* contacts,
                      const BodyState* states, const KernelParams& params)
{
    const F zero = F{};
    const F one = splat(1.0f);
    uint32_t rowA[W], rowB[W];
    for (int lane = 0; lane < W; ++lane) {
        const Contact& c = *contacts[lane];
        rowA[lane] = rowOf(from, c, c.bodyA);
        rowB[lane] = rowOf(from, c, c.bodyB);
        b.bodyA[lane] = rowA[lane] * static_cast<uint32_t>(sizeof(BodyState));
        b.bodyB[lane] = rowB[lane] * static_cast<uint32_t>(sizeof(BodyState));
    }
    F iA, iB;
    for (int lane = 0; lane < W; ++lane) {
        iA[lane] = from.invInertias[rowA[lane]];
        iB[lane] = from.invInertias[rowB[lane]];
    }
    const Fields face = gatherWords([&](int lane) { return &contacts[lane]->normal; });
    const Fields state = gatherWords([&](int lane) { return &contacts[lane]->restitution; });
    const Lanes k{iA, iB, face.x, face.y};
    store(b.invInertiaA, k.iA);
    store(b.invInertiaB, k.iB);
    store(b.nx, k.nx);
    store(b.ny, k.ny);

    const ContactMarks marks = marksOf(state.z, state.w);
    store(b.friction, marks.sliding != 0 ? face.w : face.z); // sliding: dynamic, else static

    // Which anchor follows the bodies' relative motion during the step: that of the body whose face is
    // touched, not of the one whose vertex or rim touches it. Against what does not move it is always the
    // other's. Between two discs neither follows: each is pushed through its own centre, so that without
    // friction they never begin to spin and a gas keeps its energy (with anchors half way it lost 35 % of
    // it in 1,000 steps).
    const Pair v = loadVelocities(b, states);
    const F ofFace = marks.owner == static_cast<int>(ReferenceOwner::A) ? one : marks.owner == static_cast<int>(ReferenceOwner::B) ? -one : zero;
    const F owner = v.mA == zero ? one : v.mB == zero ? -one : ofFace;
    store(b.follow, owner * (owner > zero ? anchorReach(v.mA, k.iA) : anchorReach(v.mB, k.iB)));

    F least = zero; // separation
    alignas(4 * W) float speedSquared[2][W];
    for (int n = 0; n < 2; ++n)
        least = minimum(least, packPoint(b, contacts, n, from.warm, k, marks.count > n ? one : zero, state.x, params, v, extra.approach[n], speedSquared[n]));
    prepareSoftness(b, least, v, params);
    F fastest = maximum(load(speedSquared[0]), load(speedSquared[1]));
    for (int lane = 0; lane < W; ++lane)
        if (!meetsAsImpact(state.x[lane], contacts[lane]->referenceOwner, v.mA[lane], v.mB[lane])) fastest[lane] = 0.0f;
    return fastest;
}

bool pack(const ContactRun& run, size_t first, size_t last, const PackSource& from, const BodyState* states,
          const KernelParams& params)
{
    F fastest = F{}; // m^2/s^2, of one body's point against the other's
    for (size_t i = first; i < last; ++i) {
        const Contact* contacts[W];
        for (size_t lane = 0; lane < W; ++lane) {
            const size_t at = i * W + lane;
            contacts[lane] = at < from.count ? &from.contacts[from.order[at]] : &kNoContact;
            const size_t ahead = at + kBlocksAhead * W;
            if (ahead < from.count) prefetch(from.contacts[from.order[ahead]]);
        }
        Extra& extra = static_cast<Extra*>(run.extras)[i];
        fastest = maximum(packBlock(static_cast<Block*>(run.blocks)[i], extra, from, contacts, states, params), fastest);
        if constexpr (kRecorded) params.recorder->packed(&static_cast<Block*>(run.blocks)[i], from.order[i]);
    }
    bool bounces = false;
    for (int lane = 0; lane < W; ++lane) bounces |= fastest[lane] > params.restitutionThreshold * params.restitutionThreshold;
    return bounces;
}

void storeImpulses(const ContactRun& run, size_t first, size_t last, const StoreTarget& to)
{
    const F zero = F{};
    for (size_t i = first; i < last; ++i) {
        const Block& b = static_cast<const Block*>(run.blocks)[i];
        const Extra& extra = static_cast<const Extra*>(run.extras)[i];
        Contact* contacts[W];
        for (size_t lane = 0; lane < W; ++lane) {
            const size_t at = i * W + lane;
            contacts[lane] = at < to.count ? &to.contacts[to.order[at]] : to.idle;
            const size_t ahead = at + kBlocksAhead * W;
            if (ahead < to.count) prefetch(to.contacts[to.order[ahead]]);
        }
        I slides = I{}, pushed = I{}, hit = I{};
        for (int n = 0; n < 2; ++n) {
            const PointLanes<W>& p = b.points[n];
            const F jn = load(p.normalImpulse), jt = load(p.tangentImpulse);
            const F total = to.oneSubstep ? jn : load(p.totalImpulse);
            const F approach = load(extra.approach[n]);
            scatterRows([&](int lane) { return &contacts[lane]->points[n].normalImpulse; }, {jn, jt, total, approach});
            const F limit = load(b.friction) * jn;
            slides |= (limit > zero) & (maximum(jt, -jt) >= limit);
            pushed |= total > zero;
            hit |= (total > zero) & (approach < splat(-to.hitThreshold));
        }
        for (int lane = 0; lane < W; ++lane) {
            contacts[lane]->sliding = slides[lane] != 0;
            if (hit[lane] != 0 || (pushed[lane] != 0 && !contacts[lane]->touching))
                to.told[to.order[i * W + static_cast<size_t>(lane)]] = 1; // a lane without a contact is never pushed
        }
    }
}

} // namespace
} // namespace satbox
