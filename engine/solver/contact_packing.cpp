#include "engine/solver/contact_packing.h"

#include <cstring>

namespace satbox {

namespace {

// Contacts of one colour lie scattered over the list: their cache lines are asked for this many contacts
// ahead.
constexpr size_t kAhead = 12;

void prefetch(const Contact& contact)
{
    const char* bytes = reinterpret_cast<const char*>(&contact);
    for (size_t line = 0; line < sizeof(Contact); line += 64) __builtin_prefetch(bytes + line);
}

template<int W>
void packPoint(PointLanes<W>& lanes, int lane, const ContactPoint& p, bool warm)
{
    lanes.rAx[lane] = p.anchorA.x;
    lanes.rAy[lane] = p.anchorA.y;
    lanes.rBx[lane] = p.anchorB.x;
    lanes.rBy[lane] = p.anchorB.y;
    lanes.adjusted[lane] = p.separation;
    lanes.normalMass[lane] = 1.0f;
    lanes.normalImpulse[lane] = warm ? p.normalImpulse : 0.0f;
    lanes.tangentImpulse[lane] = warm ? p.tangentImpulse : 0.0f;
}

template<int W>
void packNoPoint(PointLanes<W>& lanes, int lane)
{
    lanes.rAx[lane] = lanes.rAy[lane] = lanes.rBx[lane] = lanes.rBy[lane] = 0.0f;
    lanes.adjusted[lane] = lanes.normalMass[lane] = 0.0f;
    lanes.normalImpulse[lane] = lanes.tangentImpulse[lane] = 0.0f;
}

template<int W>
void packColour(ColourBlocks& colour, std::span<const uint32_t> order, std::span<const Contact> contacts,
                const SolverBodies& bodies, bool warm, FrameArena& arena)
{
    colour.count = (order.size() + W - 1) / W;
    const std::span<ContactBlock<W>> blocks = arena.makeUninitialized<ContactBlock<W>>(colour.count);
    const std::span<ContactBlockExtra<W>> extras =
        arena.makeUninitialized<ContactBlockExtra<W>>(colour.count);
    colour.blocks = blocks.data();
    colour.extras = extras.data();
    // Idle lanes of the last block: row 0, no mass, no point.
    std::memset(static_cast<void*>(&blocks.back()), 0, sizeof(ContactBlock<W>));
    std::memset(static_cast<void*>(&extras.back()), 0, sizeof(ContactBlockExtra<W>));
    for (int& index : extras.back().contact) index = -1;

    for (size_t i = 0; i < order.size(); ++i) {
        if (i + kAhead < order.size()) prefetch(contacts[order[i + kAhead]]);
        ContactBlock<W>& block = blocks[i / W];
        ContactBlockExtra<W>& extra = extras[i / W];
        const int lane = static_cast<int>(i % W);
        const Contact& c = contacts[order[i]];
        // Row 0 has no mass: what sleeps on while something still rests beside it does not move in this step.
        const uint32_t rowA = bodies.rowOf[c.bodyA];
        const uint32_t rowB = bodies.rowOf[c.bodyB];
        const RowMass& a = bodies.masses[rowA];
        const RowMass& b = bodies.masses[rowB];

        block.rowA[lane] = static_cast<int32_t>(rowA);
        block.rowB[lane] = static_cast<int32_t>(rowB);
        block.invMassA[lane] = a.invMass;
        block.invMassB[lane] = b.invMass;
        block.invInertiaA[lane] = a.invInertia;
        block.invInertiaB[lane] = b.invInertia;
        block.nx[lane] = c.normal.x;
        block.ny[lane] = c.normal.y;
        block.followA[lane] = c.referenceOwner == ReferenceOwner::A ? 1.0f : 0.0f;
        block.followB[lane] = c.referenceOwner == ReferenceOwner::B ? 1.0f : 0.0f;
        block.friction[lane] = c.sliding ? c.dynamicFriction : c.staticFriction;
        extra.restitution[lane] = c.restitution;
        extra.contact[lane] = static_cast<int32_t>(order[i]);
        packPoint(block.points[0], lane, c.points[0], warm);
        if (c.count > 1)
            packPoint(block.points[1], lane, c.points[1], warm);
        else
            packNoPoint(block.points[1], lane);
    }
}

template<int W>
bool storeColour(const ColourBlocks& colour, std::span<Contact> contacts, bool oneSubstep, float hitThreshold)
{
    const auto* blocks = static_cast<const ContactBlock<W>*>(colour.blocks);
    const auto* extras = static_cast<const ContactBlockExtra<W>*>(colour.extras);
    bool news = false;
    for (size_t i = 0; i < colour.count; ++i) {
        const ContactBlock<W>& block = blocks[i];
        const ContactBlockExtra<W>& extra = extras[i];
        if (i + 1 < colour.count) {
            for (const int32_t next : extras[i + 1].contact)
                if (next >= 0) prefetch(contacts[static_cast<size_t>(next)]);
        }
        for (int lane = 0; lane < W; ++lane) {
            const int32_t index = extra.contact[lane];
            if (index < 0) continue;
            Contact& c = contacts[static_cast<size_t>(index)];
            c.sliding = false;
            for (int n = 0; n < c.count; ++n) {
                const PointLanes<W>& from = block.points[n];
                ContactPoint& p = c.points[n];
                p.normalImpulse = from.normalImpulse[lane];
                p.tangentImpulse = from.tangentImpulse[lane];
                p.totalImpulse = oneSubstep ? from.normalImpulse[lane] : from.totalImpulse[lane];
                p.normalVelocity = extra.approach[n][lane];
                const float limit = block.friction[lane] * p.normalImpulse;
                c.sliding |= limit > 0.0f && std::fabs(p.tangentImpulse) >= limit;
                news |= p.totalImpulse > 0.0f && (!c.touching || p.normalVelocity < -hitThreshold);
            }
        }
    }
    return news;
}

// Calls fn<W>() for the lanes of these kernels.
template<class Fn>
auto withLanes(const ContactKernels& kernels, Fn&& fn)
{
    switch (kernels.lanes) {
    case 8:
        return fn.template operator()<8>();
    case 4:
        return fn.template operator()<4>();
    default:
        return fn.template operator()<1>();
    }
}

} // namespace

void prepareConstraints(ConstraintGraph& graph, std::span<const Contact> contacts, const SolverBodies& bodies,
                        const StepContext& context, const ContactKernels& wide, FrameArena& arena)
{
    const KernelParams params = kernelParams(context);
    for (int i = 0; i < kColourCount; ++i) {
        const auto u = static_cast<size_t>(i);
        ColourBlocks& colour = graph.colours[u];
        colour = {};
        const auto order = graph.order.subspan(graph.begin[u], graph.begin[u + 1] - graph.begin[u]);
        if (order.empty()) continue;
        colour.kernels = i == kOverflowColour ? &scalarKernels() : &wide;
        withLanes(*colour.kernels, [&]<int W>() {
            packColour<W>(colour, order, contacts, bodies, context.warmStarting, arena);
        });
        colour.kernels->prepare(colour.blocks, colour.extras, colour.count, bodies.states.data(), params);
    }
}

bool storeImpulses(const ConstraintGraph& graph, std::span<Contact> contacts, const StepContext& context,
                   float hitThreshold)
{
    const bool oneSubstep = context.substeps == 1;
    bool news = false;
    for (const ColourBlocks& colour : graph.colours) {
        if (colour.count == 0) continue;
        news |= withLanes(*colour.kernels, [&]<int W>() {
            return storeColour<W>(colour, contacts, oneSubstep, hitThreshold);
        });
    }
    return news;
}

} // namespace satbox
