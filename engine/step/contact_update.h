#pragma once

#include "engine/collision/manifold.h"
#include "engine/core/frame_arena.h"
#include "engine/step/graph_changes.h"
#include <satbox/contacts.h>
#include <satbox/executor.h>

#include <atomic>
#include <span>

namespace satbox {

struct RecycleKernel;

// Manifold of the contact's shapes with B at `bInA` in A's frame: for poses between two updates.
Manifold manifoldOf(const Contact& contact, const ShapeStore& shapes, const Transform& bInA,
                    CollisionRange range);

// One update of the awake contacts: computes manifolds at the present poses and matches impulses by feature
// id. Construct it, update every contact exactly once (all at once or in batches), then call finish(), which
// publishes the changes to the ContactStore and the constraint graph.
class ContactUpdate {
  public:
    // Result for one contact. Collide: the narrow phase must still run. Disjoint: the fat boxes no longer
    // overlap, and finish() removes the contact.
    enum class Outcome : uint8_t { Nothing, Began, Ended, Collide, Disjoint };

    // `steps`: number of steps to add to ages. `lanes`: shape pairs per SIMD batch (see kernelsFor). The
    // references must outlive the update.
    ContactUpdate(ContactStore& store, GraphChanges& changes, const BodyStore& bodies,
                  const ShapeStore& shapes, const ContactSettings& settings, uint32_t steps, int lanes,
                  FrameArena& arena);

    void predictMotions(TaskExecutor* executor); // optional; call it before updateAll() or update()
    void updateAll(TaskExecutor* executor);
    // Calls for different contacts may run concurrently.
    void update(std::span<const uint32_t> indices, TaskExecutor* executor);

    // True if the constraint graph is out of date: a contact updated so far needs an edge, has lost its edge
    // or is disjoint, or the last update left the removal of an edge to this one.
    bool hasChanged() const { return changed_.load(std::memory_order_relaxed); }

    // Asks the program's callbacks about the contacts. Appends the pairs that began or ceased to touch to
    // `changes`, in contact order, independent of the threads. Lists the changes for the constraint graph
    // (GraphChanges). Removes disjoint contacts: the last contact moves to the index of each removed one.
    void finish(std::vector<ContactChange>& changes, TaskExecutor* executor);

  private:
    enum class EdgeChange : uint8_t { None, Update, Remove };
    // Motion of a body during ContactSettings::predictionTime.
    struct alignas(32) PredictedMotion {
        Position center{};
        Vec2 displacement{0.0f, 0.0f}; // m, of the centre of mass
        float turn = 0.0f;             // rad
        float extent = 0.0f;           // m, BodyMotion::maxExtent
    };
    static constexpr size_t kMaxCollideBatch = 128;

    // True for a contact that has no points any more but still has its colour.
    static bool hasStaleColour(const Contact& contact) { return contact.count == 0 && contact.colour >= 0; }
    // True if a contact with a stale colour loses its colour and its edge in this update: always in a step,
    // never in refreshContacts() (steps_ is 0).
    bool mustLeaveGraph(const Contact& contact) const { return steps_ > 0 && hasStaleColour(contact); }

    template<class IndexOf>
    void updateBatch(size_t count, size_t available, IndexOf&& indexOf);
    void collide(std::span<const uint32_t> indices);
    void applyManifold(uint32_t index, const Manifold& manifold, const Transform& pose, float margin);
    Outcome advanceAges(Contact& contact) const;
    bool isWithinMargin(const Manifold& manifold) const;
    bool hasChainPiece(const Contact& contact) const;
    float marginUpperBound(const Contact& contact) const;
    float marginOf(const Contact& contact) const; // m, speculative
    float exactMarginOf(const Contact& contact) const;
    void prefetchBoxes(const Contact& contact) const;
    Outcome updateFromBoxes(Contact& contact) const;
    bool recordOutcome(uint32_t index, Outcome outcome, bool isRecycled, bool leavesGraph);
    void checkEdge(size_t index, bool leavesGraph)
    {
        const Contact& contact = contacts_[index];
        if (hasStaleColour(contact) || graphChanges_.edges[index] != graphEdgeOf(contact))
            recordEdgeChange(index, leavesGraph);
    }
    void recordEdgeChange(size_t index, bool leavesGraph);
    void preSolve();
    void reportChanges(std::vector<ContactChange>& changes) const;
    std::span<const uint32_t> eraseDisjointPairs();
    void removeEdges();
    void removeDisjoint(std::span<const uint32_t> disjoint);
    void updateEdges();

    ContactStore& store_;
    GraphChanges& graphChanges_;
    std::vector<Contact>& contacts_;
    const BodyStore& bodies_;
    const ShapeStore& shapes_;
    const ContactSettings settings_;
    uint32_t steps_;
    int lanes_;
    const RecycleKernel* recycleKernel_;
    size_t previousCount_;                        // contacts below this index existed in the last update
    std::span<Outcome> outcomes_;                 // by contact
    std::span<EdgeChange> edgeChanges_;           // by contact
    std::span<PredictedMotion> predictedMotions_; // by body slot; empty if not worth computing
    FrameArena& arena_;
    std::atomic<bool> changed_;
};

} // namespace satbox
