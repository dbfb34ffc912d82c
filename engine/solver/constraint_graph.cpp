#include "engine/solver/constraint_graph.h"

#include <algorithm>
#include <bit>

namespace satbox {

namespace {

constexpr uint32_t kMovableMask = (1u << kMovableColours) - 1u;
constexpr uint32_t kFixedMask = ~kMovableMask;

int firstFree(uint32_t used, uint32_t allowed)
{
    const uint32_t open = ~used & allowed;
    return open != 0 ? std::countr_zero(open) : kOverflowColour;
}

// The first colour that neither body has yet; -1 where there is nothing to solve or nothing that can move.
int chooseColour(const Contact& c, const SolverBodies& bodies, std::span<uint32_t> used)
{
    if (c.count == 0 || c.sensor) return -1;
    const uint32_t rowA = bodies.rowOf[c.bodyA];
    const uint32_t rowB = bodies.rowOf[c.bodyB];
    const bool movesA = bodies.masses[rowA].invMass > 0.0f; // row 0 has none
    const bool movesB = bodies.masses[rowB].invMass > 0.0f;
    if (!movesA && !movesB) return -1;
    const uint32_t taken = (movesA ? used[rowA] : 0u) | (movesB ? used[rowB] : 0u);
    const int colour = firstFree(taken, movesA && movesB ? kMovableMask : kFixedMask);
    if (colour == kOverflowColour) return colour;
    if (movesA) used[rowA] |= 1u << colour;
    if (movesB) used[rowB] |= 1u << colour;
    return colour;
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

KernelParams kernelParams(const StepContext& context)
{
    return {context.h,
            context.invH,
            context.pushSpeed,
            context.linearSlop,
            context.restitutionThreshold,
            context.baumgarte,
            context.contact};
}

void buildGraph(ConstraintGraph& graph, std::span<Contact> contacts, const SolverBodies& bodies,
                FrameArena& arena)
{
    const std::span<uint32_t> used =
        arena.make<uint32_t>(bodies.states.size()); // colours that a row's body has
    const std::span<int8_t> colours = arena.makeUninitialized<int8_t>(contacts.size());
    std::array<uint32_t, kColourCount> counts{};

    for (size_t i = 0; i < contacts.size(); ++i) {
        Contact& c = contacts[i];
        const int colour = chooseColour(c, bodies, used);
        c.colour = static_cast<int16_t>(colour);
        colours[i] = static_cast<int8_t>(colour);
        if (colour >= 0) ++counts[static_cast<size_t>(colour)];
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
        if (colours[i] >= 0) graph.order[next[static_cast<size_t>(colours[i])]++] = i;
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

} // namespace satbox
