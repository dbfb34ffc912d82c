#include "engine/lab/query_trace.h"

#include "engine/world/queries_observed.h"
#include "engine/world/world_access.h"

#include <map>

namespace satbox {

namespace {

class QueryRecorder {
  public:
    static constexpr bool kRecords = true;

    QueryRecorder(const World& world, QueryTrace& trace) : world_(world), trace_(trace)
    {
        for (const auto layer : {BroadPhase::Layer::Fixed, BroadPhase::Layer::Movable}) {
            const DynamicTree& tree = stateOf(world).broadPhase.tree(layer);
            trace_.nodes += tree.innerNodeCount() + tree.leafCount();
        }
    }

    void onTree(BroadPhase::Layer layer)
    {
        layer_ = layer;
        depthOf_.clear();
    }
    void onVisit(const TreeVisit& visit)
    {
        // A parent is entered before its children are visited.
        const int depth = visit.answer == NodeTestResult::Root ? 0 : depthOf_.at(visit.parent) + 1;
        if (!visit.isLeaf) depthOf_[visit.node] = depth;
        trace_.steps.push_back({.layer = layer_,
                                .visit = visit,
                                .depth = depth,
                                .shape = {},
                                .answer = ShapeTestResult::NotTested});
    }
    void onShape(uint32_t slot, ShapeTestResult answer)
    {
        trace_.steps.back().shape = world_.shapeAt(slot);
        trace_.steps.back().answer = answer;
    }

  private:
    const World& world_;
    QueryTrace& trace_;
    BroadPhase::Layer layer_ = BroadPhase::Layer::Fixed;
    std::map<int32_t, int> depthOf_; // of visited inner nodes
};

} // namespace

QueryTrace::Counts QueryTrace::counts() const
{
    Counts counts;
    for (const Step& step : steps) {
        ++counts.visited;
        const bool entered =
            step.visit.answer == NodeTestResult::Root || step.visit.answer == NodeTestResult::Entered;
        if (!entered)
            ++counts.pruned;
        else if (step.visit.isLeaf)
            ++counts.leaves;
        else
            ++counts.entered;
        if (step.answer == ShapeTestResult::Hit) ++counts.hits;
    }
    return counts;
}

QueryTrace traceQueryBox(const World& world, const WorldBox& box, const Filter& filter)
{
    QueryTrace trace;
    QueryRecorder recorder(world, trace);
    trace.shapes = queryBoxObserved(world, box, filter, recorder);
    return trace;
}

QueryTrace traceCastRay(const World& world, const WorldRay& ray, const Filter& filter)
{
    QueryTrace trace;
    QueryRecorder recorder(world, trace);
    trace.hit = castRayObserved(world, ray, filter, recorder);
    return trace;
}

} // namespace satbox
