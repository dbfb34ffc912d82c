#pragma once

#include "engine/core/frame_arena.h"
#include "engine/dynamics/contact_store.h"
#include "engine/solver/contact_kernels.h"
#include "engine/solver/integrate.h"
#include "engine/solver/step_context.h"

#include <array>
#include <span>

namespace satbox {

// Colours 0..23 hold contacts between bodies that move, 24..31 contacts against what does not: solved last,
// so that the ground has the final word. What fits nowhere goes to the overflow colour.
inline constexpr int kMovableColours = 24;
inline constexpr int kFixedColours = 8;
inline constexpr int kOverflowColour = kMovableColours + kFixedColours;
inline constexpr int kColourCount = kOverflowColour + 1;

// Contacts of one colour, packed. No two of them share a body that moves, so that the order among them does
// not matter and lanes or threads may take them at will. The overflow colour is packed one by one and kept in
// order.
struct ColourBlocks {
    void* blocks = nullptr; // ContactBlock<kernels->lanes>[count]
    void* extras = nullptr; // ContactBlockExtra<kernels->lanes>[count]
    size_t count = 0;
    const ContactKernels* kernels = nullptr;
};

// The contacts of one step in solving order; lives in the step's arena.
struct ConstraintGraph {
    std::array<uint32_t, kColourCount + 1> begin{}; // colour c has order[begin[c]] .. order[begin[c + 1] - 1]
    std::span<uint32_t> order;                      // contact indices, by colour, then by contact index
    std::array<ColourBlocks, kColourCount> colours{};
    int coloursUsed = 0;
    int overflowContacts = 0;
};

// Gives each awake contact with points the first colour that neither of its bodies has yet (Contact::colour).
void buildGraph(ConstraintGraph& graph, std::span<Contact> contacts, const SolverBodies& bodies,
                FrameArena& arena);

KernelParams kernelParams(const StepContext& context);

void warmStart(ConstraintGraph& graph, std::span<BodyState> states);
enum class Bias : uint8_t { Off, On };
// Bias::On pushes overlap apart, softly. Bias::Off relaxes: takes back the speed that pushing added, and
// solves friction.
void solve(ConstraintGraph& graph, std::span<BodyState> states, const StepContext& context, Bias bias);
void correctPositions(ConstraintGraph& graph, std::span<BodyState> states, const StepContext& context);
// Bounce once, from the approach speed before solving.
void applyRestitution(ConstraintGraph& graph, std::span<BodyState> states, const StepContext& context);

} // namespace satbox
