// W contacts into a block, with what follows from their fields (effective masses, springs, approach speeds),
// and their impulses back. Included by contact_kernels.inl.

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

// How much of the stiffening two bodies may have: all where they weigh alike, less the heavier one of them
// is. The spring's mass is the pair's, so between equals half of either body's, but beside a heavy body
// nearly all of the light one's: the same stiffness is up to twice as hard to follow for the light one. Boxes
// 400 times as heavy as the two that they stood on never came to rest.
[[gnu::always_inline]] inline F evenness(const Pair& v)
{
    const F zero = F{};
    const F one = splat(1.0f);
    const auto uneven = (v.mA > zero) & (v.mB > zero) & (v.mA != v.mB);
    if (!any(uneven)) return one; // as in most piles
    return uneven ? splat(2.0f) * minimum(v.mA, v.mB) / (uneven ? v.mA + v.mB : one) : one;
}

// ContactBlock::impulseScale of what poses move apart: rigid, and no spring has it.
constexpr float kMovedApart = 0.0f;

// The spring of each contact as the three numbers of Softness, by the load that it carried in the last step
// and by its deepest point (`fastest`: square of its points' greatest speed). With the pair's own stiffness
// alone a pyramid of 100 rows sank 0.73 m and a heap of boxes sixty deep overlapped by 0.2 m. Stiffening
// keeps damping ratio times omega constant; the ratio has a ramp of its own.
[[gnu::always_inline]] inline I prepareSoftness(Block& b, F leastSeparation, F fastest, F even, const Pair& v,
                                                const KernelParams& params)
{
    const F zero = F{};
    const F one = splat(1.0f);
    const ContactSpring& spring = params.contact;
    const F carried = maximum(loadOf(b.points[0], params), loadOf(b.points[1], params));
    const F limit = one + even * (valueAt(spring.stiffeningLimit, -leastSeparation) - one);
    const F stiffening = squareRoot(maximum(minimum(carried, limit), one)); // of omega
    const auto fixed = (v.mA == zero) | (v.mB == zero);
    const F omega = (fixed ? splat(1.5f * spring.omega) : splat(spring.omega)) * stiffening;
    const F a1 = valueAt(spring.damping, carried) / stiffening + params.h * omega;
    const F a2 = params.h * omega * a1;
    const F a3 = one / (one + a2);
    // Deep overlap that neither a blow explains nor the load, which does carried * weight / (h omega^2) of
    // it, is left to poses: speeds that push it apart would add up along a chain of bodies.
    const PositionCorrection& correction = params.correction;
    I deep{};
    if (any(leastSeparation < splat(-correction.deep))) {
        const F unexplained = (-leastSeparation - correction.deep) * (params.h * omega * omega);
        // Between like bodies no load explains twice as much: that is a heap that has jammed.
        const auto jammed =
            ~fixed & (even >= splat(kMinEvenness)) & (leastSeparation < splat(-2.0f * correction.deep));
        deep = ((unexplained > carried * spring.weight) | jammed) &
               (fastest <= splat(correction.slow * correction.slow));
    }
    store(b.biasRate, a1 > zero ? omega / (a1 > zero ? a1 : one) : zero);
    store(b.impulseScale, deep != 0 ? splat(kMovedApart) : a3);
    return deep;
}

// Contacts of one colour may lie scattered over the list: their cache lines are asked for this many blocks
// ahead.
constexpr size_t kBlocksAhead = 2;

[[gnu::always_inline]] inline void prefetch(const Contact& contact)
{
    const char* bytes = reinterpret_cast<const char*>(&contact);
    __builtin_prefetch(bytes);
    __builtin_prefetch(bytes + 64);
}

// Row 0 has no mass: lanes without a contact have it, and what sleeps on while something still rests beside
// it, which does not move in this step.
[[gnu::always_inline]] inline uint32_t rowOf(const PackSource& from, const Contact& c, uint32_t body)
{
    return &c == &kNoContact ? 0 : from.rowOf[body];
}

// What a point is when the step begins; all 0 where there is none.
struct PackedPoint {
    F separation;
    F speedSquared; // of B's point against A's
    F approach;     // of that, along the normal
};
[[gnu::always_inline]] inline PackedPoint packPoint(Block& b, Extra& extra, const Contact* const* contacts,
                                                    int n, bool warm, const Lanes& k, F present,
                                                    F restitution, const Pair& v, const KernelParams& params)
{
    PointLanes<W>& p = b.points[n];
    const auto point = [&](int lane) -> const ContactPoint& { return contacts[lane]->points[n]; };
    const Fields anchors = gatherWords([&](int lane) { return &point(lane).anchorA; });
    const Fields last = gatherWords([&](int lane) { return &point(lane).normalImpulse; });
    // Loads the three words behind it too. Lanes that are stored one by one and read as one vector stall: the
    // stores cannot be forwarded.
    static_assert(offsetof(Contact, points) + offsetof(ContactPoint, separation) + sizeof(ContactPoint) +
                      sizeof(Row) <=
                  sizeof(Contact));
    const F separation = gatherWords([&](int lane) { return &point(lane).separation; }).x;

    const Anchors r{anchors.x, anchors.y, anchors.z, anchors.w};
    store(p.rx, r.ax);
    store(p.ry, r.ay);
    if (n == 0) {
        store(b.gapX, r.ax - r.bx);
        store(b.gapY, r.ay - r.by);
    }
    F dvx, dvy;
    relativeVelocity(v, r, dvx, dvy);
    const F speedSquared = dvx * dvx + dvy * dvy;
    const F threshold = splat(params.restitutionThreshold);
    // A fast point that is apart and bounces is left to Impacts: where and along which normal it meets is not
    // yet known.
    const auto required = (restitution > F{}) & (separation > splat(params.linearSlop)) &
                          (speedSquared > threshold * threshold);
    const F solved = required ? F{} : present;
    store(p.normalMass, effectiveMass(k, v, r.ax * k.ny - r.ay * k.nx, r.bx * k.ny - r.by * k.nx, solved));
    store(p.tangentMass, effectiveMass(k, v, r.ax * k.nx + r.ay * k.ny, r.bx * k.nx + r.by * k.ny, solved));
    const F adjusted = separation - ((r.bx - r.ax) * k.nx + (r.by - r.ay) * k.ny);
    store(extra.adjusted[n], adjusted);
    const Poses notMoved{F{}, F{}, splat(1.0f), F{}, splat(1.0f), F{}};
    store(p.separation, satbox::separation(notMoved, loadAnchors(b, n), k, adjusted));
    const F kept = warm ? solved : F{};
    store(p.normalImpulse, kept > F{} ? last.x : F{});
    store(p.tangentImpulse, kept > F{} ? last.y : F{});
    store(extra.totalImpulse[n], F{});
    const F approach = present > F{} ? dvx * k.nx + dvy * k.ny : F{};
    store(extra.approach[n], approach);
    return {separation, present > F{} ? speedSquared : F{}, approach};
}

// Two discs about their centres of mass touch on the line between these. Each is pushed through its own
// centre, so that without friction they never begin to spin and a gas keeps its energy (with anchors half way
// it lost 35 % of it in 1,000 steps), and the normal turns with the line. Discs elsewhere on their bodies are
// as other shapes.
[[gnu::always_inline]] inline void prepareDiscs(Block& b, const Extra& extra, I discs)
{
    constexpr float kCentred = 1e-3f; // of the distance from the centre of mass to the point
    const Anchors r = loadAnchors(b, 0);
    const F nx = load(b.nx), ny = load(b.ny);
    const F fromA = r.ax * nx + r.ay * ny, fromB = r.bx * nx + r.by * ny;
    const F besideA = r.ax * ny - r.ay * nx, besideB = r.bx * ny - r.by * nx;
    const auto centred = discs & (maximum(besideA, -besideA) <= splat(kCentred) * maximum(fromA, -fromA)) &
                         (maximum(besideB, -besideB) <= splat(kCentred) * maximum(fromB, -fromB));
    PointLanes<W>& second = b.points[1];
    store(b.follow, centred ? splat(kTurningNormal) : load(b.follow));
    store(second.rx, centred ? splat(0.5f) * (fromA + fromB) : load(second.rx));
    const F separation = load(extra.adjusted[0]) - (fromA - fromB);
    store(second.ry, centred ? separation - (fromA - fromB) : load(second.ry));
}

// What the step's passes go by: of what may be left to Impacts, squares of the greatest speeds, m^2/s^2.
struct Extremes {
    F bouncing{};  // of points that bounce
    F inelastic{}; // along the normal, of those that do not and meet unevenly
    I deep{};      // those that poses move apart
};
[[gnu::always_inline]] inline Extremes packBlock(Block& b, Extra& extra, const PackSource& from,
                                                 const Contact* const* contacts, const BodyState* states,
                                                 const KernelParams& params)
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
    const Fields ofA = gatherWords([&](int lane) { return &from.constants[rowA[lane]].linearKeep; });
    const Fields ofB = gatherWords([&](int lane) { return &from.constants[rowB[lane]].linearKeep; });
    const Fields face = gatherWords([&](int lane) { return &contacts[lane]->normal; });
    const Fields state = gatherWords([&](int lane) { return &contacts[lane]->restitution; });
    const Lanes k{ofA.z, ofB.z, face.x, face.y}; // inverse inertias, normal
    store(b.invInertiaA, k.iA);
    store(b.invInertiaB, k.iB);
    store(b.nx, k.nx);
    store(b.ny, k.ny);

    const ContactMarks marks = marksOf(state.z, state.w);
    store(b.friction, marks.sliding != 0 ? face.w : face.z); // sliding: dynamic, else static

    // Which anchor follows the bodies' relative motion during the step: that of the body whose face is
    // touched, not of the one whose vertex or rim touches it. Against what does not move it is always the
    // other's.
    const Pair v = loadVelocities(b, states);
    const F ofFace = marks.owner == static_cast<int>(ReferenceOwner::B) ? -one : one;
    const F owner = v.mA == zero ? one : v.mB == zero ? -one : ofFace;
    store(b.follow, owner > zero ? ofA.w : -ofB.w); // anchorReach
    store(b.shiftX, zero);
    store(b.shiftY, zero);

    F least = zero, fastest = zero, closing = zero; // separation; speed squared; speed
    for (int n = 0; n < 2; ++n) {
        const PackedPoint packed =
            packPoint(b, extra, contacts, n, from.warm, k, marks.count > n ? one : zero, state.x, v, params);
        least = minimum(least, packed.separation);
        fastest = maximum(fastest, packed.speedSquared);
        closing = minimum(closing, packed.approach);
    }
    const auto discs = (marks.owner == static_cast<int>(ReferenceOwner::None)) & (marks.count > 0);
    if (any(discs)) prepareDiscs(b, extra, discs);
    const F even = evenness(v);
    const I deep = prepareSoftness(b, least, fastest, even, v, params);
    const F rate = load(b.biasRate);
    store(b.biasRate, state.x > zero ? -rate : rate);
    const F stopped = even < splat(kMinEvenness) ? closing * closing : zero;
    const auto bounces = state.x > zero;
    return {bounces ? fastest : zero, bounces ? zero : stopped, deep};
}

PackFindings pack(const ContactRun& run, size_t first, size_t last, const PackSource& from,
                  const BodyState* states, const KernelParams& params)
{
    Extremes all;
    for (size_t i = first; i < last; ++i) {
        const Contact* contacts[W];
        for (size_t lane = 0; lane < W; ++lane) {
            const size_t at = i * W + lane;
            contacts[lane] = at < from.count ? &from.contacts[from.order[at]] : &kNoContact;
            const size_t ahead = at + kBlocksAhead * W;
            if (ahead < from.count) prefetch(from.contacts[from.order[ahead]]);
        }
        Extra& extra = static_cast<Extra*>(run.extras)[i];
        const Extremes one =
            packBlock(static_cast<Block*>(run.blocks)[i], extra, from, contacts, states, params);
        all = {maximum(one.bouncing, all.bouncing), maximum(one.inelastic, all.inelastic),
               one.deep | all.deep};
        if constexpr (kRecorded) params.recorder->packed(&static_cast<Block*>(run.blocks)[i], from.order[i]);
    }
    const float threshold = params.restitutionThreshold;
    PackFindings found{.deep = any(all.deep)};
    for (int lane = 0; lane < W; ++lane) {
        found.fast |= all.bouncing[lane] > threshold * threshold ||
                      all.inelastic[lane] > params.inelasticSpeed * params.inelasticSpeed;
    }
    return found;
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
            const F total = to.oneSubstep ? jn : load(extra.totalImpulse[n]);
            const F approach = load(extra.approach[n]);
            scatterRows([&](int lane) { return &contacts[lane]->points[n].normalImpulse; },
                        {jn, jt, total, approach});
            const F limit = load(b.friction) * jn;
            slides |= (limit > zero) & (maximum(jt, -jt) >= limit);
            pushed |= total > zero;
            hit |= (total > zero) & (approach < splat(-to.hitThreshold));
        }
        for (int lane = 0; lane < W; ++lane) {
            contacts[lane]->sliding = slides[lane] != 0;
            if (hit[lane] != 0 || (pushed[lane] != 0 && !contacts[lane]->touching))
                to.eventFlags[to.order[i * W + static_cast<size_t>(lane)]] =
                    1; // a lane without a contact is never pushed
        }
    }
}

} // namespace
} // namespace satbox
