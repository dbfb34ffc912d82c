#pragma once

#include "engine/step/graph_changes.h"

#include <array>

namespace satbox {

// Colours 0..15: edges within one partition of the bodies. Colours 16..23: edges between partitions, and
// edges without a free colour among 0..15. Colours 24..31: edges with immovable bodies, solved last so that
// the ground has the final word. An edge without any free colour gets the overflow colour, whose edges are
// solved one by one after colour 23.
inline constexpr int kInnerColours = 16;
inline constexpr int kSharedColours = 8;
inline constexpr int kMovableColours = kInnerColours + kSharedColours;
inline constexpr int kFixedColours = 8;
inline constexpr int kOverflowColour = kMovableColours + kFixedColours;
inline constexpr int kColourCount = kOverflowColour + 1;

// Assigns colours to the edges of the constraint graph and maintains them as edges are added and removed. A
// new edge gets the first colour that neither of its bodies uses, and keeps it until it is removed. A colour
// is replaced only if it is no longer allowed: because other bodies are awake or movable, too many edges join
// the partitions, or the boundaries of partitions move (see below). Edges with the overflow colour, or with a
// shared colour within one partition, are tried again at each change. Colours decide the solving order and
// therefore the exact results, so they are part of a world's value (Contact::colour). All other members can
// be recomputed from the colours, the edges and the bodies.
//
// The awake bodies are divided into partitions, ranges of neighbouring slots. Each partition is solved by one
// thread, colour by colour, in parallel with the others. All have about the same weight. A body with edges
// weighs as much as several without (kConstrainedBodyWeight): otherwise, while a pile grows, the bodies that
// still fall would form partitions with hardly any work. The division depends only on the awake bodies and
// their edges.
class EdgeColours {
  public:
    // Call if the graph is not valid. `rebuild`: the lists of `changes` are incomplete. Lists the edges whose
    // colour it changed in changes.recoloured.
    void update(GraphChanges& changes, const BodyStore& bodies, bool rebuild);

    size_t bytes() const { return colourings_.capacity() * sizeof(BodyColouring); }
    int partitionCount() const { return 1 << (coarsestLevel_ - level_); }
    bool canBePushed(uint32_t slot) const { return colourings_[slot].canBePushed(); } // and is awake
    // Precondition: canBePushed(slot).
    uint32_t partitionOf(uint32_t slot) const { return partitionAt(colourings_[slot], level_); }

  private:
    // Colouring data of a body, by slot. Small, since edges of one colour are scattered over the world.
    struct BodyColouring {
        static constexpr uint8_t kFixed = 255;
        uint32_t colours = 0;       // bits of the colours of its edges
        uint16_t edges = 0;         // number of its edges in the graph
        uint8_t chunk = 0;          // a partition has all or none of the bodies of a chunk
        uint8_t partition = kFixed; // at level 0; kFixed: cannot be pushed, or not awake

        bool canBePushed() const { return partition != kFixed; }
    };
    static constexpr int kMaxLevels = 7;
    static constexpr size_t kMaxChunks = 256;
    // First chunk of each partition at level 0.
    using Boundaries = std::array<uint16_t, (1u << kMaxLevels) + 1>;

    static uint32_t partitionAt(const BodyColouring& colouring, int level)
    {
        return static_cast<uint32_t>(colouring.partition) >> level;
    }
    bool areInOnePartition(const BodyColouring& a, const BodyColouring& b) const
    {
        return partitionAt(a, level_) == partitionAt(b, level_);
    }
    uint32_t allowedColours(const BodyColouring& a, const BodyColouring& b) const;
    bool isMisplaced(const BodyColouring& a, const BodyColouring& b, int colour) const;
    bool keepColour(const GraphEdge& edge);
    void assignColour(GraphChanges& changes, size_t index);
    void addWeight(const GraphEdge& edge, int by);
    void countEdge(const GraphEdge& edge, int by);
    int chooseLevel() const;
    void makeChunks(const BodyStore& bodies);
    Boundaries chooseBoundaries() const;
    void assignPartitions(const BodyStore& bodies);
    void updateAll(GraphChanges& changes, const BodyStore& bodies);
    bool updateChanged(GraphChanges& changes);

    std::vector<BodyColouring> colourings_;
    std::array<uint32_t, kMaxChunks> weights_{}; // by chunk
    size_t chunkCount_ = 0;
    Boundaries boundaries_{};
    int coarsestLevel_ = 0; // 2^coarsestLevel_ partitions at level 0, half as many at each next level
    int level_ = 0;
    int movableEdges_ = 0; // edges between two movable bodies
    // The same by level: element n counts the edges whose bodies are in one partition at level n but not at
    // level n - 1.
    std::array<int, kMaxLevels + 1> movableEdgesAt_{};
    int retryCount_ = 0;    // edges with the overflow colour, or misplaced
    uint64_t revision_ = 0; // BodyStore::revision at the last update
    bool isInitialised_ = false;
};

} // namespace satbox
