#include "app/view/tree_facts.h"
#include "engine/world/world_access.h"

#include <algorithm>

namespace satbox::app {

float TreeFacts::expectedLineVisits() const
{
    if (levels.empty()) return 0.0f;
    return rootPerimeter > 0.0f ? 1.0f + innerPerimeter / rootPerimeter : 1.0f;
}

float TreeFacts::perimeterGrowth() const
{
    if (meanPerimeterAtBuild <= 0.0f || inner == 0) return 0.0f;
    return innerPerimeter / (meanPerimeterAtBuild * static_cast<float>(inner)) - 1.0f;
}

TreeFacts treeFacts(const DynamicTree& tree)
{
    TreeFacts facts;
    facts.meanPerimeterAtBuild = tree.builtPerimeter();
    tree.forEachNode([&](const DynamicTree::NodeView& node) {
        const auto depth = static_cast<size_t>(node.depth);
        if (facts.levels.size() <= depth) facts.levels.resize(depth + 1);
        if (node.isLeaf()) {
            ++facts.levels[depth].leaves;
            ++facts.leaves;
            return true;
        }
        ++facts.levels[depth].inner;
        ++facts.inner;
        (depth == 0 ? facts.rootPerimeter : facts.innerPerimeter) += perimeter(node.box);
        return true;
    });
    return facts;
}

std::vector<MovedShape> movedShapes(const World& world)
{
    std::vector<MovedShape> moved;
    stateOf(world).broadPhase.forEachMoved([&](uint32_t slot, const WorldBox& before, const WorldBox& now) {
        moved.push_back({world.shapeAt(slot), before, now});
    });
    std::sort(moved.begin(), moved.end(),
              [](const MovedShape& a, const MovedShape& b) { return a.shape.index < b.shape.index; });
    return moved;
}

int movableShapeCount(const World& world)
{
    return stateOf(world).broadPhase.tree(BroadPhase::Layer::Movable).leafCount();
}

} // namespace satbox::app
