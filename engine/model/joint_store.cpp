#include "engine/model/joint_store.h"

namespace satbox {

namespace {

template<class Predicate>
void eraseIf(JointStore& joints, Predicate&& predicate)
{
    joints.forEachKind([&](auto& map) {
        for (uint32_t slot = 0; slot < map.slotCount(); ++slot)
            if (map.isLive(slot) && predicate(map.at(slot))) map.erase(map.handleAt(slot));
    });
}

} // namespace

std::vector<ConstraintEdge> JointStore::edges() const
{
    std::vector<ConstraintEdge> edges;
    collectEdges(edges);
    return edges;
}

void JointStore::collectEdges(std::vector<ConstraintEdge>& edges) const
{
    edges.clear();
    forEach([&](uint32_t slot, const auto& joint) { edges.push_back(joint.edge(slot)); });
}

void JointStore::eraseJointsOf(uint32_t body)
{
    eraseIf(*this, [&](const auto& joint) { return isJointOf(joint, body); });
}

void JointStore::eraseJointsThatCannotHold(uint32_t body, BodyType type)
{
    eraseIf(*this, [&](const auto& joint) { return isJointOf(joint, body) && !joint.holds(type); });
}

} // namespace satbox
