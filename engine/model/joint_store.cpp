#include "engine/model/joint_store.h"

namespace satbox {

namespace {

template<class Predicate>
void eraseIf(JointStore& joints, Predicate&& predicate)
{
    joints.forEachKind([&](auto& map) {
        map.forEach([&](uint32_t slot, const auto& joint) {
            if (predicate(joint)) map.erase(map.handleAt(slot));
        });
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
