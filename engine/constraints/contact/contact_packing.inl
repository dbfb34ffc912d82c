// Packs kLanes contacts into a block, with derived values (effective masses, springs, approach speeds), and
// stores their impulses. Included by contact_kernels.inl.

#include "engine/constraints/contact/contact_lanes.inl"
#include "engine/constraints/contact/contact_words.inl"

namespace satbox {
namespace {

// Effective mass along a direction through the anchors: 1 / (sum of 1/m + (r x d)^2 / I); 0 if nothing can
// move, or if there is no point.
[[gnu::always_inline]] inline FloatW effectiveMass(const BlockConstants& k, const BodyPairVelocities& v,
                                                   FloatW rnA, FloatW rnB, FloatW present)
{
    const FloatW sum = (v.mA + v.mB) + (k.iA * rnA * rnA + k.iB * rnB * rnB);
    const FloatW zero = FloatW{};
    const FloatW one = splat(1.0f);
    const FloatW inverse = one / (sum > zero ? sum : one);
    return present > zero && sum > zero ? inverse : zero;
}

// Load of a point: its impulse divided by the impulse that would carry the weight of its effective mass for a
// substep. 1 without gravity, and for a point without mass.
[[gnu::always_inline]] inline FloatW loadRatio(const PointLanes<kLanes>& p, const KernelParams& params)
{
    const FloatW zero = FloatW{};
    const FloatW weight = load(p.normalMass) * params.contactSpring.weight;
    return weight > zero ? load(p.normalImpulse) / (weight > zero ? weight : splat(1.0f)) : splat(1.0f);
}

[[gnu::always_inline]] inline FloatW valueAt(const ContactSpring::Ramp& ramp, FloatW x)
{
    const FloatW share = maximum(minimum((x - ramp.begin) * ramp.slope, splat(1.0f)), FloatW{});
    return ramp.low + (ramp.high - ramp.low) * share;
}

// Share of the stiffening that a pair gets, 2 min(1/mA, 1/mB) / (1/mA + 1/mB): 1 for equal masses, less for
// unequal ones. The spring's stiffness is proportional to the effective mass of the pair. Between equal
// bodies that is half of either mass; beside a heavy body it is nearly the whole mass of the light one. The
// light body would then have to follow a spring that is up to twice as stiff for its mass: boxes 400 times as
// heavy as the two below them never came to rest.
[[gnu::always_inline]] inline FloatW massSimilarity(const BodyPairVelocities& v)
{
    const FloatW zero = FloatW{};
    const FloatW one = splat(1.0f);
    const auto isUnequal = (v.mA > zero) & (v.mB > zero) & (v.mA != v.mB);
    if (!any(isUnequal)) return one; // as in most piles
    return isUnequal ? splat(2.0f) * minimum(v.mA, v.mB) / (isUnequal ? v.mA + v.mB : one) : one;
}

// Marks contacts whose overlap is left to position correction: stored as their ContactBlock::impulseScale. 0
// would be a rigid constraint, so no spring has this value.
constexpr float kPositionCorrected = 0.0f;

// Computes the spring of each contact (biasRate and impulseScale, see Softness) from the load that it carried
// in the last step and from its deepest point. Returns the contacts that are left to position correction.
// `fastest`: squared speed of the fastest point. `similarity`: massSimilarity(). Loaded contacts are
// stiffened: with the pair's own stiffness alone, a pyramid of 100 rows sank by 0.73 m, and boxes at the
// bottom of a pile sixty deep overlapped by 0.2 m. Stiffening multiplies omega by a factor and divides the
// damping ratio (ContactSpring::damping) by the same factor, so that their product stays constant.
[[gnu::always_inline]] inline IntW prepareSoftness(Block& b, FloatW leastSeparation, FloatW fastest,
                                                   FloatW similarity, const BodyPairVelocities& v,
                                                   const KernelParams& params)
{
    const FloatW zero = FloatW{};
    const FloatW one = splat(1.0f);
    const ContactSpring& spring = params.contactSpring;
    const FloatW carried = maximum(loadRatio(b.points[0], params), loadRatio(b.points[1], params));
    const FloatW limit = one + similarity * (valueAt(spring.stiffeningLimit, -leastSeparation) - one);
    const FloatW stiffening = squareRoot(maximum(minimum(carried, limit), one)); // of omega
    const auto fixed = (v.mA == zero) | (v.mB == zero);
    const FloatW omega = (fixed ? splat(1.5f * spring.omega) : splat(spring.omega)) * stiffening;
    const FloatW a1 = valueAt(spring.damping, carried) / stiffening + params.h * omega;
    const FloatW a2 = params.h * omega * a1;
    const FloatW a3 = one / (one + a2);
    // Deep overlap is left to position correction if neither an impact (fast points) nor the load explains
    // it; the load explains an overlap of carried * weight / (h omega^2). The spring's push velocities would
    // add up along a chain of bodies.
    const PositionCorrection& correction = params.correction;
    IntW deep{}; // contacts left to position correction
    if (any(leastSeparation < splat(-correction.minOverlap))) {
        const FloatW unexplained = (-leastSeparation - correction.minOverlap) * (params.h * omega * omega);
        // Between movable bodies of similar mass, an overlap of more than twice correction.minOverlap counts
        // as a jammed pile, whatever the load.
        const auto jammed = ~fixed & (similarity >= splat(kMinMassSimilarity)) &
                            (leastSeparation < splat(-2.0f * correction.minOverlap));
        deep = ((unexplained > carried * spring.weight) | jammed) &
               (fastest <= splat(correction.maxPointSpeed * correction.maxPointSpeed));
    }
    store(b.biasRate, a1 > zero ? omega / (a1 > zero ? a1 : one) : zero);
    store(b.impulseScale, deep != 0 ? splat(kPositionCorrected) : a3);
    return deep;
}

// Contacts of one colour may be scattered over the array. Their cache lines are prefetched this many blocks
// ahead.
constexpr size_t kPrefetchDistance = 2;

[[gnu::always_inline]] inline void prefetch(const Contact& contact)
{
    const char* bytes = reinterpret_cast<const char*>(&contact);
    __builtin_prefetch(bytes);
    __builtin_prefetch(bytes + 64);
}

// Lanes without a contact use row 0, which has no mass. So do bodies that are not awake (rowOf is 0): they do
// not move in this step.
[[gnu::always_inline]] inline uint32_t rowOf(const PackSource& from, const Contact& c, uint32_t body)
{
    return &c == &kNoContact ? 0 : from.rowOf[body];
}

// Values of a point when the step begins; all 0 if there is none.
struct PackedPoint {
    FloatW separation;
    FloatW speedSquared; // velocity of B's point relative to A's, squared
    FloatW approach;     // component of that velocity along the normal
};
[[gnu::always_inline]] inline PackedPoint packPoint(Block& b, Extra& extra, const Contact* const* contacts,
                                                    int n, bool warm, const BlockConstants& k, FloatW present,
                                                    FloatW restitution, const BodyPairVelocities& v,
                                                    const KernelParams& params)
{
    PointLanes<kLanes>& p = b.points[n];
    const auto point = [&](int lane) -> const ContactPoint& { return contacts[lane]->points[n]; };
    const FloatW4 anchors = gatherWords([&](int lane) { return &point(lane).anchorA; });
    const FloatW4 last = gatherWords([&](int lane) { return &point(lane).normalImpulse; });
    // Loads four words per lane and uses only the first, the separation. Storing the lanes one by one and
    // reading them as one vector would stall, because such stores cannot be forwarded.
    static_assert(offsetof(Contact, points) + offsetof(ContactPoint, separation) + sizeof(ContactPoint) +
                      sizeof(Float4) <=
                  sizeof(Contact));
    const FloatW separation = gatherWords([&](int lane) { return &point(lane).separation; }).x;

    const Anchors r{anchors.x, anchors.y, anchors.z, anchors.w};
    store(p.rx, r.ax);
    store(p.ry, r.ay);
    if (n == 0) {
        store(b.centerOffsetX, r.ax - r.bx);
        store(b.centerOffsetY, r.ay - r.by);
    }
    FloatW dvx, dvy;
    relativeVelocity(v, r, dvx, dvy);
    const FloatW speedSquared = dvx * dvx + dvy * dvy;
    const FloatW threshold = splat(params.restitutionThreshold);
    // A fast point with restitution that is still separated is left to Impacts: its impact point and normal
    // are not known yet.
    const auto leftToImpacts = (restitution > FloatW{}) & (separation > splat(params.linearSlop)) &
                               (speedSquared > threshold * threshold);
    const FloatW solved = leftToImpacts ? FloatW{} : present;
    store(p.normalMass, effectiveMass(k, v, r.ax * k.ny - r.ay * k.nx, r.bx * k.ny - r.by * k.nx, solved));
    store(p.tangentMass, effectiveMass(k, v, r.ax * k.nx + r.ay * k.ny, r.bx * k.nx + r.by * k.ny, solved));
    const FloatW adjustedSeparation = separation - ((r.bx - r.ax) * k.nx + (r.by - r.ay) * k.ny);
    store(extra.adjustedSeparation[n], adjustedSeparation);
    const PoseChanges notMoved{FloatW{}, FloatW{}, splat(1.0f), FloatW{}, splat(1.0f), FloatW{}};
    store(p.separation, satbox::separation(notMoved, loadAnchors(b, n), k, adjustedSeparation));
    const FloatW kept = warm ? solved : FloatW{};
    store(p.normalImpulse, kept > FloatW{} ? last.x : FloatW{});
    store(p.tangentImpulse, kept > FloatW{} ? last.y : FloatW{});
    store(extra.totalImpulse[n], FloatW{});
    const FloatW approach = present > FloatW{} ? dvx * k.nx + dvy * k.ny : FloatW{};
    store(extra.approach[n], approach);
    return {separation, present > FloatW{} ? speedSquared : FloatW{}, approach};
}

// Two discs about their centres of mass touch on the line between the centres. Impulses act through the
// centres, and the normal rotates with the line. So discs without friction never begin to spin, and a gas of
// discs keeps its energy (with anchors half way between the rims it lost 35 % in 1,000 steps). Discs
// elsewhere on their bodies are treated like other shapes.
[[gnu::always_inline]] inline void prepareDiscs(Block& b, const Extra& extra, IntW discs)
{
    // Tolerance, as a fraction of the distance from the centre of mass to the point.
    constexpr float kCentred = 1e-3f;
    const Anchors r = loadAnchors(b, 0);
    const FloatW nx = load(b.nx), ny = load(b.ny);
    const FloatW fromA = r.ax * nx + r.ay * ny, fromB = r.bx * nx + r.by * ny;
    const FloatW besideA = r.ax * ny - r.ay * nx, besideB = r.bx * ny - r.by * nx;
    const auto centred = discs & (maximum(besideA, -besideA) <= splat(kCentred) * maximum(fromA, -fromA)) &
                         (maximum(besideB, -besideB) <= splat(kCentred) * maximum(fromB, -fromB));
    PointLanes<kLanes>& second = b.points[1];
    store(b.signedMaxShift, centred ? splat(kRotatingNormal) : load(b.signedMaxShift));
    store(second.rx, centred ? splat(0.5f) * (fromA + fromB) : load(second.rx));
    const FloatW separation = load(extra.adjustedSeparation[0]) - (fromA - fromB);
    store(second.ry, centred ? separation - (fromA - fromB) : load(second.ry));
}

// Surface speed and rolling resistance. `present`: 0 for lanes without points.
[[gnu::always_inline]] inline void packSurface(Surface& surface, const PackSource& from, size_t first,
                                               const Contact* const* contacts, const BlockConstants& k,
                                               FloatW present)
{
    const FloatW zero = FloatW{}, one = splat(1.0f);
    for (size_t lane = 0; lane < kLanes; ++lane) {
        const bool hasContact = contacts[lane] != &kNoContact;
        const ContactSurface of = hasContact ? from.surfaces[from.order[first + lane]] : ContactSurface{};
        surface.speed[lane] = of.speed;
        surface.rollingRadius[lane] = of.rollingRadius;
        surface.rollingImpulse[lane] = from.warm ? contacts[lane]->rollingImpulse : 0.0f;
    }
    const FloatW inverse = k.iA + k.iB;
    const auto rolls = (present > zero) & (inverse > zero) & (load(surface.rollingRadius) > zero);
    store(surface.rollingMass, rolls ? one / (inverse > zero ? inverse : one) : zero);
    store(surface.rollingImpulse, rolls ? load(surface.rollingImpulse) : zero);
}

// Maxima over the packed blocks, which decide the passes that the step needs. The first two are the squares
// of the greatest speeds that Impacts may have to handle, m^2/s^2.
struct BlockMaxima {
    FloatW bouncing{};  // of points with restitution
    FloatW inelastic{}; // along the normal, without restitution, between bodies of unlike mass
    IntW deep{};        // contacts left to position correction
};
[[gnu::always_inline]] inline BlockMaxima packBlock(Block& b, Extra& extra, const PackSource& from,
                                                    const Contact* const* contacts, const BodyState* states,
                                                    const KernelParams& params)
{
    const FloatW zero = FloatW{};
    const FloatW one = splat(1.0f);
    uint32_t rowA[kLanes], rowB[kLanes];
    for (int lane = 0; lane < kLanes; ++lane) {
        const Contact& c = *contacts[lane];
        rowA[lane] = rowOf(from, c, c.bodyA);
        rowB[lane] = rowOf(from, c, c.bodyB);
        b.bodyA[lane] = rowA[lane] * static_cast<uint32_t>(sizeof(BodyState));
        b.bodyB[lane] = rowB[lane] * static_cast<uint32_t>(sizeof(BodyState));
    }
    const FloatW4 ofA =
        gatherWords([&](int lane) { return &from.constants[rowA[lane]].linearDampingFactor; });
    const FloatW4 ofB =
        gatherWords([&](int lane) { return &from.constants[rowB[lane]].linearDampingFactor; });
    const FloatW4 face = gatherWords([&](int lane) { return &contacts[lane]->normal; });
    const FloatW4 state = gatherWords([&](int lane) { return &contacts[lane]->restitution; });
    const BlockConstants k{ofA.z, ofB.z, face.x, face.y}; // inverse inertias, normal
    store(b.invInertiaA, k.iA);
    store(b.invInertiaB, k.iB);
    store(b.nx, k.nx);
    store(b.ny, k.ny);

    const ContactFlags marks = flagsOf(state.z, state.w);
    store(b.friction, marks.sliding != 0 ? face.w : face.z); // sliding: dynamic, else static

    // Selects the anchor that shifts with the relative motion during the step: that of the body whose face is
    // touched, not of the body whose vertex or rim touches it. If one body cannot be pushed, its anchor
    // shifts.
    const BodyPairVelocities v = loadVelocities(b, states);
    const FloatW ofFace = marks.owner == static_cast<int>(ReferenceOwner::B) ? -one : one;
    const FloatW owner = v.mA == zero ? one : v.mB == zero ? -one : ofFace;
    store(b.signedMaxShift, owner > zero ? ofA.w : -ofB.w); // maxAnchorShift
    store(b.shiftX, zero);
    store(b.shiftY, zero);

    FloatW least = zero, fastest = zero, closing = zero; // separation; speed squared; normal speed
    for (int n = 0; n < 2; ++n) {
        const PackedPoint packed =
            packPoint(b, extra, contacts, n, from.warm, k, marks.count > n ? one : zero, state.x, v, params);
        least = minimum(least, packed.separation);
        fastest = maximum(fastest, packed.speedSquared);
        closing = minimum(closing, packed.approach);
    }
    const auto discs = (marks.owner == static_cast<int>(ReferenceOwner::None)) & (marks.count > 0);
    if (any(discs)) prepareDiscs(b, extra, discs);
    const FloatW similarity = massSimilarity(v);
    const IntW deep = prepareSoftness(b, least, fastest, similarity, v, params);
    const FloatW rate = load(b.biasRate);
    store(b.biasRate, state.x > zero ? -rate : rate);
    const FloatW stopped = similarity < splat(kMinMassSimilarity) ? closing * closing : zero;
    const auto bounces = state.x > zero;
    return {bounces ? fastest : zero, bounces ? zero : stopped, deep};
}

PackFindings pack(const PackedContacts& packed, size_t first, size_t last, const PackSource& from,
                  const BodyState* states, const KernelParams& params)
{
    BlockMaxima all;
    for (size_t i = first; i < last; ++i) {
        const Contact* contacts[kLanes];
        for (size_t lane = 0; lane < kLanes; ++lane) {
            const size_t at = i * kLanes + lane;
            contacts[lane] = at < from.count ? &from.contacts[from.order[at]] : &kNoContact;
            const size_t ahead = at + kPrefetchDistance * kLanes;
            if (ahead < from.count) prefetch(from.contacts[from.order[ahead]]);
        }
        Extra& extra = static_cast<Extra*>(packed.extras)[i];
        Block& block = static_cast<Block*>(packed.blocks)[i];
        const BlockMaxima one = packBlock(block, extra, from, contacts, states, params);
        if (packed.surfaces)
            packSurface(static_cast<Surface*>(packed.surfaces)[i], from, i * kLanes, contacts,
                        loadConstants(block), load(block.points[0].normalMass));
        all = {maximum(one.bouncing, all.bouncing), maximum(one.inelastic, all.inelastic),
               one.deep | all.deep};
        if constexpr (kRecorded) params.recorder->packed(&block, from.order[i]);
    }
    const float threshold = params.restitutionThreshold;
    PackFindings found{.deep = any(all.deep)};
    for (int lane = 0; lane < kLanes; ++lane) {
        found.fast |= all.bouncing[lane] > threshold * threshold ||
                      all.inelastic[lane] > params.inelasticSpeed * params.inelasticSpeed;
    }
    return found;
}

void storeImpulses(const PackedContacts& packed, size_t first, size_t last, const StoreTarget& to)
{
    const FloatW zero = FloatW{};
    for (size_t i = first; i < last; ++i) {
        const Block& b = static_cast<const Block*>(packed.blocks)[i];
        const Extra& extra = static_cast<const Extra*>(packed.extras)[i];
        Contact* contacts[kLanes];
        for (size_t lane = 0; lane < kLanes; ++lane) {
            const size_t at = i * kLanes + lane;
            contacts[lane] = at < to.count ? &to.contacts[to.order[at]] : to.dummy;
            const size_t ahead = at + kPrefetchDistance * kLanes;
            if (ahead < to.count) prefetch(to.contacts[to.order[ahead]]);
        }
        IntW slides = IntW{}, pushed = IntW{}, hit = IntW{};
        for (int n = 0; n < 2; ++n) {
            const PointLanes<kLanes>& p = b.points[n];
            const FloatW jn = load(p.normalImpulse), jt = load(p.tangentImpulse);
            const FloatW total = to.oneSubstep ? jn : load(extra.totalImpulse[n]);
            const FloatW approach = load(extra.approach[n]);
            scatterRows([&](int lane) { return &contacts[lane]->points[n].normalImpulse; },
                        {jn, jt, total, approach});
            const FloatW limit = load(b.friction) * jn;
            slides |= (limit > zero) & (maximum(jt, -jt) >= limit);
            pushed |= total > zero;
            hit |= (total > zero) & (approach < splat(-to.hitThreshold));
        }
        for (int lane = 0; lane < kLanes; ++lane) {
            contacts[lane]->sliding = slides[lane] != 0;
            if (packed.surfaces)
                contacts[lane]->rollingImpulse =
                    static_cast<const Surface*>(packed.surfaces)[i].rollingImpulse[lane];
            if (hit[lane] != 0 || (pushed[lane] != 0 && !contacts[lane]->touching))
                to.eventFlags[to.order[i * kLanes + static_cast<size_t>(lane)]] =
                    1; // a lane without a contact is never pushed
        }
    }
}

} // namespace
} // namespace satbox
