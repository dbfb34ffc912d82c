#pragma once

#include "engine/collision/broad_phase.h"
#include "engine/constraints/joint_plan.h"
#include "engine/core/frame_arena.h"
#include "engine/step/graph_changes.h"
#include "engine/step/schedule/constraint_graph.h"
#include "engine/step/vertex_contact_list.h"
#include <satbox/contacts.h>

#include <cstdint>
#include <utility>
#include <vector>

namespace satbox {

// Memory and caches that steps keep for the next one. Not part of a world's value: dropping it changes no
// bits, only the time of the next step. It can be moved but not copied.
struct StepWorkspace {
    static constexpr uint64_t kNoRevision = ~uint64_t{0};

    FrameArena arena;
    FrameArena solverArena; // solver bodies and blocks: separate, so that they keep their addresses from step
                            // to step
    GraphCache graph;
    GraphChanges graphChanges;
    // BodyStore::revision at which all bodies that can be pushed were found awake.
    uint64_t allAwakeRevision = kNoRevision;
    // SIMD lanes of the kernels: 1, 4, 8 or 16; 0: the widest available. The results are the same.
    int lanes = 0;
    int regroupCountdown = 0;                  // steps until groups are searched again
    bool needsFiniteCheck = true;              // an edit of the state may have made some motion non-finite
    std::vector<ConstraintEdge> jointEdges;    // of all joints
    uint64_t jointEdgesRevision = kNoRevision; // JointStore::revision of these
    JointPlans jointPlans;
    std::vector<BroadPhase::Pair> pairScratch; // keeps its memory between steps
    std::vector<VertexVisit> visitScratch;
    std::vector<ContactChange> changeScratch;
    std::vector<uint32_t> sleptScratch; // body slots

    // Forgets everything that is known about a state, and keeps the memory and the lanes.
    void clear()
    {
        graph.clear();
        graphChanges = {};
        allAwakeRevision = jointEdgesRevision = kNoRevision;
        jointPlans.key.reset();
        regroupCountdown = 0;
        needsFiniteCheck = true;
    }
};

// The workspace of one world. A copy starts with an empty one, assignment clears it; both take over the
// lanes. A world that was moved from has an empty one.
class UncopiedWorkspace {
  public:
    UncopiedWorkspace() = default;
    UncopiedWorkspace(const UncopiedWorkspace& other) { workspace_.lanes = other.workspace_.lanes; }
    UncopiedWorkspace& operator=(const UncopiedWorkspace& other)
    {
        workspace_.clear();
        workspace_.lanes = other.workspace_.lanes;
        return *this;
    }
    UncopiedWorkspace(UncopiedWorkspace&& other) noexcept : workspace_(std::exchange(other.workspace_, {})) {}
    UncopiedWorkspace& operator=(UncopiedWorkspace&& other) noexcept
    {
        workspace_ = std::exchange(other.workspace_, {});
        return *this;
    }

    StepWorkspace& operator*() { return workspace_; }
    const StepWorkspace& operator*() const { return workspace_; }
    StepWorkspace* operator->() { return &workspace_; }
    const StepWorkspace* operator->() const { return &workspace_; }

  private:
    StepWorkspace workspace_;
};

} // namespace satbox
