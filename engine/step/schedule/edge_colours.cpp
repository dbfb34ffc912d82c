#include "engine/step/schedule/edge_colours.h"

#include <algorithm>
#include <bit>
#include <numeric>

namespace satbox {

namespace {

constexpr uint32_t kMovableMask = (1u << kMovableColours) - 1u;
constexpr uint32_t kSharedMask = kMovableMask & ~((1u << kInnerColours) - 1u);
constexpr uint32_t kFixedMask = ~kMovableMask;

// A pass over the edges of this many bodies takes some microseconds.
constexpr size_t kMinPartitionBodies = 1000;
// A partition has all or none of the bodies of a chunk. Chunks are few, so that boundaries rarely move while
// a pile grows. With more than sixteen partitions each has fewer chunks (kMaxChunks).
constexpr size_t kChunksPerPartition = 16;
// Weight of a body with edges; a body without edges has weight 1. Solving its contacts in a pass takes about
// eight times as long as integrating it.
constexpr uint32_t kConstrainedBodyWeight = 8;
// Partitions pay off if at most one edge in this many joins two of them: such shared edges are solved on one
// thread.
constexpr int kMinEdgesPerShared = 6;

void setColour(GraphChanges& changes, size_t index, int colour)
{
    changes.edges[index].colour = colour;
    changes.recoloured.push_back(static_cast<uint32_t>(index));
}

} // namespace

uint32_t EdgeColours::allowedColours(const BodyColouring& a, const BodyColouring& b) const
{
    if (!a.canBePushed() || !b.canBePushed()) return kFixedMask;
    return areInOnePartition(a, b) ? kMovableMask : kSharedMask;
}

// Whether an edge within one of several partitions has a shared colour, although an inner one would be
// better.
bool EdgeColours::isMisplaced(const BodyColouring& a, const BodyColouring& b, int colour) const
{
    return partitionCount() > 1 && a.canBePushed() && b.canBePushed() && areInOnePartition(a, b) &&
           colour >= kInnerColours;
}

// Keeps the colour that an edge already has. False if it is no longer allowed.
bool EdgeColours::keepColour(const GraphEdge& edge)
{
    BodyColouring& a = colourings_[edge.bodyA];
    BodyColouring& b = colourings_[edge.bodyB];
    if (edge.colour == kOverflowColour || (!a.canBePushed() && !b.canBePushed())) return false;
    const uint32_t bit = 1u << edge.colour;
    const uint32_t taken = (a.canBePushed() ? a.colours : 0u) | (b.canBePushed() ? b.colours : 0u);
    if ((allowedColours(a, b) & ~taken & bit) == 0 || isMisplaced(a, b, edge.colour)) return false;
    a.colours |= bit;
    b.colours |= bit;
    return true;
}

// Gives an edge without colour the first colour that neither body uses.
void EdgeColours::assignColour(GraphChanges& changes, size_t index)
{
    BodyColouring& a = colourings_[changes.edges[index].bodyA];
    BodyColouring& b = colourings_[changes.edges[index].bodyB];
    if (!a.canBePushed() && !b.canBePushed()) return;
    const uint32_t taken = (a.canBePushed() ? a.colours : 0u) | (b.canBePushed() ? b.colours : 0u);
    const uint32_t open = allowedColours(a, b) & ~taken;
    const int colour = open != 0 ? std::countr_zero(open) : kOverflowColour;
    setColour(changes, index, colour);
    retryCount_ += colour == kOverflowColour || isMisplaced(a, b, colour);
    if (colour == kOverflowColour) return;
    a.colours |= 1u << colour;
    b.colours |= 1u << colour;
}

// Adds `by` (1 or -1) to the edge counts of the edge's movable bodies, and updates the weights of their
// chunks.
void EdgeColours::addWeight(const GraphEdge& edge, int by)
{
    for (const uint32_t slot : {edge.bodyA, edge.bodyB}) {
        BodyColouring& colouring = colourings_[slot];
        if (!colouring.canBePushed()) continue;
        const bool hadEdges = colouring.edges > 0;
        colouring.edges = static_cast<uint16_t>(colouring.edges + by);
        if (hadEdges && colouring.edges == 0) weights_[colouring.chunk] -= kConstrainedBodyWeight - 1;
        if (!hadEdges && colouring.edges > 0) weights_[colouring.chunk] += kConstrainedBodyWeight - 1;
    }
}

// Each level merges pairs of partitions of the level below, so partition p at level 0 is partition p >> n at
// level n. Two bodies are in one partition from level bit_width(p XOR q) on, where p and q are their
// partitions at level 0.
void EdgeColours::countEdge(const GraphEdge& edge, int by)
{
    const BodyColouring& a = colourings_[edge.bodyA];
    const BodyColouring& b = colourings_[edge.bodyB];
    if (!a.canBePushed() || !b.canBePushed()) return;
    movableEdges_ += by;
    movableEdgesAt_[static_cast<size_t>(std::bit_width(static_cast<uint32_t>(a.partition ^ b.partition)))] +=
        by;
}

// The lowest level (most partitions) at which at most one in kMinEdgesPerShared edges joins two
// partitions.
int EdgeColours::chooseLevel() const
{
    int level = 0;
    int shared = std::accumulate(movableEdgesAt_.begin() + 1, movableEdgesAt_.end(), 0);
    while (level < coarsestLevel_ && shared * kMinEdgesPerShared > movableEdges_)
        shared -= movableEdgesAt_[static_cast<size_t>(++level)];
    return level;
}

// Divides the bodies into chunks and puts all movable bodies into partition 0. The weights of the chunks are
// those without edges; addWeight() adds the edges.
void EdgeColours::makeChunks(const BodyStore& bodies)
{
    const std::vector<uint32_t>& awake = bodies.awake;
    const size_t partitions =
        std::clamp<size_t>(std::bit_floor(awake.size() / kMinPartitionBodies), 1, 1u << kMaxLevels);
    coarsestLevel_ = std::countr_zero(partitions);
    chunkCount_ = std::min(partitions * kChunksPerPartition, kMaxChunks);
    weights_ = {};
    colourings_.assign(bodies.slots.slotCount(), BodyColouring{});
    for (size_t chunk = 0; chunk < chunkCount_; ++chunk)
        for (size_t i = awake.size() * chunk / chunkCount_; i < awake.size() * (chunk + 1) / chunkCount_;
             ++i) {
            if (!bodies.canBePushed(awake[i])) continue;
            colourings_[awake[i]] = {.chunk = static_cast<uint8_t>(chunk), .partition = 0};
            ++weights_[chunk];
        }
}

// Each partition at level 0 begins with the chunk nearest to its ideal boundary.
EdgeColours::Boundaries EdgeColours::chooseBoundaries() const
{
    const size_t partitions = size_t{1} << coarsestLevel_;
    const auto chunkWeights = std::span(weights_).first(chunkCount_);
    const uint64_t all = std::accumulate(chunkWeights.begin(), chunkWeights.end(), uint64_t{0});
    Boundaries boundaries{};
    uint64_t before = 0; // weight of the chunks before
    size_t chunk = 0;
    for (size_t partition = 1; partition < partitions; ++partition) {
        const uint64_t ideal = all * partition / partitions;
        while (chunk < chunkCount_ && 2 * before + weights_[chunk] < 2 * ideal) before += weights_[chunk++];
        boundaries[partition] = static_cast<uint16_t>(chunk);
    }
    boundaries[partitions] = static_cast<uint16_t>(chunkCount_);
    return boundaries;
}

void EdgeColours::assignPartitions(const BodyStore& bodies)
{
    boundaries_ = chooseBoundaries();
    std::array<uint8_t, kMaxChunks> partitionOfChunk{};
    for (size_t partition = 0; partition < size_t{1} << coarsestLevel_; ++partition)
        std::fill(partitionOfChunk.begin() + boundaries_[partition],
                  partitionOfChunk.begin() + boundaries_[partition + 1], static_cast<uint8_t>(partition));
    for (const uint32_t slot : bodies.awake)
        if (colourings_[slot].canBePushed())
            colourings_[slot].partition = partitionOfChunk[colourings_[slot].chunk];
}

// Recomputes everything from the colours of the edges. Colours that are still allowed stay, the others are
// reassigned.
void EdgeColours::updateAll(GraphChanges& changes, const BodyStore& bodies)
{
    makeChunks(bodies);
    for (const GraphEdge& edge : changes.edges)
        if (edge.isInGraph()) addWeight(edge, 1);
    assignPartitions(bodies);
    movableEdges_ = 0;
    retryCount_ = 0;
    movableEdgesAt_ = {};
    for (const GraphEdge& edge : changes.edges)
        if (edge.isInGraph()) countEdge(edge, 1);
    level_ = chooseLevel();
    for (size_t i = 0; i < changes.edges.size(); ++i)
        if (changes.edges[i].colour >= 0 && !keepColour(changes.edges[i])) setColour(changes, i, -1);
    for (size_t i = 0; i < changes.edges.size(); ++i)
        if (changes.edges[i].isInGraph() && changes.edges[i].colour < 0) assignColour(changes, i);
}

// Updates only from the edges that were added or removed. Returns false if the level or the boundaries must
// change: updateAll() is then needed.
bool EdgeColours::updateChanged(GraphChanges& changes)
{
    for (const GraphEdge& edge : changes.removes) {
        addWeight(edge, -1);
        countEdge(edge, -1);
        colourings_[edge.bodyA].colours &= ~(1u << edge.colour);
        colourings_[edge.bodyB].colours &= ~(1u << edge.colour);
    }
    for (const uint32_t index : changes.adds) {
        addWeight(changes.edges[index], 1);
        countEdge(changes.edges[index], 1);
    }
    if (chooseLevel() != level_ || (coarsestLevel_ > 0 && chooseBoundaries() != boundaries_)) return false;
    for (const uint32_t index : changes.adds) assignColour(changes, index);
    return true;
}

void EdgeColours::update(GraphChanges& changes, const BodyStore& bodies, bool rebuild)
{
    // Edges with the overflow colour and misplaced edges are tried again at each change.
    const bool isKnown = isInitialised_ && revision_ == bodies.revision && !rebuild && retryCount_ == 0;
    if (!isKnown || !updateChanged(changes)) updateAll(changes, bodies);
    revision_ = bodies.revision;
    isInitialised_ = true;
}

} // namespace satbox
