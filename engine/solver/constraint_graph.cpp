#include "engine/solver/constraint_graph.h"

#include <algorithm>
#include <bit>

namespace satbox {

namespace {

constexpr uint32_t kMovableMask = (1u << kMovableColours) - 1u;
constexpr uint32_t kFixedMask = ~kMovableMask;

bool isSolved(const Contact& c, std::span<const uint32_t> rowOf)
{
    return c.count > 0 && !c.sensor && (rowOf[c.bodyA] != 0 || rowOf[c.bodyB] != 0);
}

int firstFree(uint32_t used, uint32_t allowed)
{
    const uint32_t open = ~used & allowed;
    return open != 0 ? std::countr_zero(open) : kOverflowColour;
}

// Effective mass along a direction d through the anchors: 1 / (sum of 1/m + (r x d)^2 / I); 0 where nothing
// can move.
float effectiveMass(float mA, float mB, float iA, float iB, float rnA, float rnB)
{
    const float k = mA + mB + iA * rnA * rnA + iB * rnB * rnB;
    return k > 0.0f ? 1.0f / k : 0.0f;
}

// Which anchor follows the bodies' relative motion during the step: that of the body whose face is touched,
// not of the one whose vertex or rim touches it. Against what does not move it is always the other's. Between
// two discs neither follows: each is pushed through its own centre, so that without friction they never begin
// to spin and a gas keeps its energy (with anchors half way it lost 35 % of it in 1,000 steps).
struct Follow {
    float a, b;
};
Follow follow(const Contact& c, float mA, float mB)
{
    if (mA == 0.0f) return {1.0f, 0.0f};
    if (mB == 0.0f) return {0.0f, 1.0f};
    switch (c.referenceOwner) {
    case ReferenceOwner::A:
        return {1.0f, 0.0f};
    case ReferenceOwner::B:
        return {0.0f, 1.0f};
    case ReferenceOwner::None:
        break;
    }
    return {0.0f, 0.0f};
}

template<int W>
void packPoint(PointLanes<W>& lanes, int lane, const ContactPoint& p, const Contact& c, bool warm, float mA,
               float mB, float iA, float iB)
{
    const Vec2 n = c.normal;
    const Vec2 t = perp(n);
    lanes.rAx[lane] = p.anchorA.x;
    lanes.rAy[lane] = p.anchorA.y;
    lanes.rBx[lane] = p.anchorB.x;
    lanes.rBy[lane] = p.anchorB.y;
    lanes.adjusted[lane] = p.separation - dot(p.anchorB - p.anchorA, n);
    lanes.normalMass[lane] = effectiveMass(mA, mB, iA, iB, cross(p.anchorA, n), cross(p.anchorB, n));
    lanes.tangentMass[lane] = effectiveMass(mA, mB, iA, iB, cross(p.anchorA, t), cross(p.anchorB, t));
    lanes.normalImpulse[lane] = warm ? p.normalImpulse : 0.0f;
    lanes.tangentImpulse[lane] = warm ? p.tangentImpulse : 0.0f;
}

template<int W>
void packColour(ColourBlocks& colour, std::span<const uint32_t> order, std::span<const Contact> contacts,
                std::span<const uint32_t> rowOf, const BodyStore& bodies, const StepContext& context,
                FrameArena& arena)
{
    colour.count = (order.size() + W - 1) / W;
    const std::span<ContactBlock<W>> blocks = arena.make<ContactBlock<W>>(colour.count);
    const std::span<ContactBlockExtra<W>> extras = arena.make<ContactBlockExtra<W>>(colour.count);
    colour.blocks = blocks.data();
    colour.extras = extras.data();

    for (size_t i = 0; i < colour.count * W; ++i) {
        ContactBlock<W>& block = blocks[i / W];
        ContactBlockExtra<W>& extra = extras[i / W];
        const int lane = static_cast<int>(i % W);
        if (i >= order.size()) {
            extra.contact[lane] = -1;
            continue;
        }
        const Contact& c = contacts[order[i]];
        const uint32_t rowA = rowOf[c.bodyA];
        const uint32_t rowB = rowOf[c.bodyB];
        const BodyMotion& a = bodies.motions[c.bodyA];
        const BodyMotion& b = bodies.motions[c.bodyB];
        // What sleeps on while something still rests beside it does not move in this step.
        const float mA = rowA != 0 ? a.invMass : 0.0f;
        const float mB = rowB != 0 ? b.invMass : 0.0f;
        const float iA = rowA != 0 ? a.invInertia : 0.0f;
        const float iB = rowB != 0 ? b.invInertia : 0.0f;

        block.rowA[lane] = static_cast<int32_t>(rowA);
        block.rowB[lane] = static_cast<int32_t>(rowB);
        block.invMassA[lane] = mA;
        block.invMassB[lane] = mB;
        block.invInertiaA[lane] = iA;
        block.invInertiaB[lane] = iB;
        block.nx[lane] = c.normal.x;
        block.ny[lane] = c.normal.y;
        const Follow shares = follow(c, mA, mB);
        block.followA[lane] = shares.a;
        block.followB[lane] = shares.b;
        block.friction[lane] = c.sliding ? c.dynamicFriction : c.staticFriction;
        const Softness& softness = mA == 0.0f || mB == 0.0f ? context.fixedContact : context.contact;
        block.biasRate[lane] = softness.biasRate;
        block.massScale[lane] = softness.massScale;
        block.impulseScale[lane] = softness.impulseScale;

        extra.restitution[lane] = c.restitution;
        extra.contact[lane] = static_cast<int32_t>(order[i]);
        for (int n = 0; n < c.count; ++n) {
            packPoint(block.points[n], lane, c.points[n], c, context.warmStarting, mA, mB, iA, iB);
            extra.approach[n][lane] = c.points[n].normalVelocity;
        }
    }
}

template<int W>
void storeColour(const ColourBlocks& colour, std::span<Contact> contacts, bool oneSubstep)
{
    const auto* blocks = static_cast<const ContactBlock<W>*>(colour.blocks);
    const auto* extras = static_cast<const ContactBlockExtra<W>*>(colour.extras);
    for (size_t i = 0; i < colour.count; ++i) {
        for (int lane = 0; lane < W; ++lane) {
            const int32_t index = extras[i].contact[lane];
            if (index < 0) continue;
            Contact& c = contacts[static_cast<size_t>(index)];
            c.sliding = false;
            for (int n = 0; n < c.count; ++n) {
                const PointLanes<W>& p = blocks[i].points[n];
                c.points[n].normalImpulse = p.normalImpulse[lane];
                c.points[n].tangentImpulse = p.tangentImpulse[lane];
                c.points[n].totalImpulse = oneSubstep ? p.normalImpulse[lane] : p.totalImpulse[lane];
                const float limit = blocks[i].friction[lane] * p.normalImpulse[lane];
                c.sliding |= limit > 0.0f && std::fabs(p.tangentImpulse[lane]) >= limit;
            }
        }
    }
}

KernelParams kernelParams(const StepContext& context)
{
    return {
        context.h,        context.invH, context.pushSpeed, context.linearSlop, context.restitutionThreshold,
        context.baumgarte};
}

// Movable colours first, then the overflow, then what touches the ground.
template<class Fn>
void forEachColour(ConstraintGraph& graph, Fn&& fn)
{
    const auto visit = [&](int first, int last) {
        for (int c = first; c < last; ++c) {
            ColourBlocks& colour = graph.colours[static_cast<size_t>(c)];
            if (colour.count > 0) fn(colour, *colour.kernels);
        }
    };
    visit(0, kMovableColours);
    visit(kOverflowColour, kColourCount);
    visit(kMovableColours, kOverflowColour);
}

} // namespace

void buildGraph(ConstraintGraph& graph, std::span<Contact> contacts, std::span<const uint32_t> rowOf,
                size_t rowCount, const BodyStore& bodies, FrameArena& arena)
{
    const std::span<uint32_t> used = arena.make<uint32_t>(rowCount); // colours that a row's body has
    std::array<uint32_t, kColourCount> counts{};

    for (Contact& c : contacts) {
        c.colour = -1;
        if (!isSolved(c, rowOf)) continue;
        const uint32_t rowA = rowOf[c.bodyA];
        const uint32_t rowB = rowOf[c.bodyB];
        const bool movesA = rowA != 0 && bodies.motions[c.bodyA].invMass > 0.0f;
        const bool movesB = rowB != 0 && bodies.motions[c.bodyB].invMass > 0.0f;
        int colour = kOverflowColour;
        if (movesA && movesB) {
            colour = firstFree(used[rowA] | used[rowB], kMovableMask);
        } else if (movesA || movesB) {
            colour = firstFree(used[movesA ? rowA : rowB], kFixedMask);
        } else {
            continue; // neither can be moved
        }
        if (colour != kOverflowColour) {
            if (movesA) used[rowA] |= 1u << colour;
            if (movesB) used[rowB] |= 1u << colour;
        }
        c.colour = static_cast<int16_t>(colour);
        ++counts[static_cast<size_t>(colour)];
    }

    graph.begin[0] = 0;
    graph.coloursUsed = 0;
    for (size_t i = 0; i < kColourCount; ++i) {
        graph.begin[i + 1] = graph.begin[i] + counts[i];
        if (counts[i] > 0) ++graph.coloursUsed;
    }
    graph.overflowContacts = static_cast<int>(counts[kOverflowColour]);
    graph.order = arena.make<uint32_t>(graph.begin[kColourCount]);
    std::array<uint32_t, kColourCount> next{};
    std::copy(graph.begin.begin(), graph.begin.end() - 1, next.begin());
    for (uint32_t i = 0; i < contacts.size(); ++i)
        if (contacts[i].colour >= 0) graph.order[next[static_cast<size_t>(contacts[i].colour)]++] = i;
}

void prepareConstraints(ConstraintGraph& graph, std::span<const Contact> contacts,
                        std::span<const uint32_t> rowOf, const BodyStore& bodies, const StepContext& context,
                        const ContactKernels& wide, FrameArena& arena)
{
    for (int i = 0; i < kColourCount; ++i) {
        const auto u = static_cast<size_t>(i);
        ColourBlocks& colour = graph.colours[u];
        colour = {};
        const auto order = graph.order.subspan(graph.begin[u], graph.begin[u + 1] - graph.begin[u]);
        if (order.empty()) continue;
        colour.kernels = i == kOverflowColour ? &scalarKernels() : &wide;
        switch (colour.kernels->lanes) {
        case 8:
            packColour<8>(colour, order, contacts, rowOf, bodies, context, arena);
            break;
        case 4:
            packColour<4>(colour, order, contacts, rowOf, bodies, context, arena);
            break;
        default:
            packColour<1>(colour, order, contacts, rowOf, bodies, context, arena);
            break;
        }
    }
}

void warmStart(ConstraintGraph& graph, std::span<BodyState> states)
{
    forEachColour(graph, [&](ColourBlocks& c, const ContactKernels& k) {
        k.warmStart(c.blocks, c.count, states.data());
    });
}

void solve(ConstraintGraph& graph, std::span<BodyState> states, const StepContext& context, Bias bias)
{
    const KernelParams params = kernelParams(context);
    forEachColour(graph, [&](ColourBlocks& c, const ContactKernels& k) {
        (bias == Bias::On ? k.solve : k.relax)(c.blocks, c.count, states.data(), params);
    });
}

void correctPositions(ConstraintGraph& graph, std::span<BodyState> states, const StepContext& context)
{
    const KernelParams params = kernelParams(context);
    forEachColour(graph, [&](ColourBlocks& c, const ContactKernels& k) {
        k.correctPositions(c.blocks, c.count, states.data(), params);
    });
}

void applyRestitution(ConstraintGraph& graph, std::span<BodyState> states, const StepContext& context)
{
    const KernelParams params = kernelParams(context);
    forEachColour(graph, [&](ColourBlocks& c, const ContactKernels& k) {
        k.restitution(c.blocks, c.extras, c.count, states.data(), params);
    });
}

void storeImpulses(const ConstraintGraph& graph, std::span<Contact> contacts, const StepContext& context)
{
    const bool oneSubstep = context.substeps == 1;
    for (const ColourBlocks& colour : graph.colours) {
        if (colour.count == 0) continue;
        switch (colour.kernels->lanes) {
        case 8:
            storeColour<8>(colour, contacts, oneSubstep);
            break;
        case 4:
            storeColour<4>(colour, contacts, oneSubstep);
            break;
        default:
            storeColour<1>(colour, contacts, oneSubstep);
            break;
        }
    }
}

} // namespace satbox
