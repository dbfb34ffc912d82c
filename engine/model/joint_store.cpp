#include "engine/model/joint_store.h"

namespace satbox {

void JointStore::define(uint32_t slot, uint32_t bodyA, uint32_t bodyB, const JointDef& def)
{
    ++revision;
    of<Joint>().at(slot).define(bodyA, bodyB, def);
}

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

PairSet JointStore::pairsApart() const
{
    PairSet pairs;
    of<Joint>().forEach([&](uint32_t, const Joint& joint) {
        if (!joint.def->collideConnected) pairs.insert(PairSet::key(joint.bodyA, joint.bodyB));
    });
    return pairs;
}

bool JointStore::keepsApart(uint32_t bodyA, uint32_t bodyB) const
{
    bool apart = false;
    of<Joint>().forEach([&](uint32_t, const Joint& joint) {
        apart |= !joint.def->collideConnected &&
                 PairSet::key(joint.bodyA, joint.bodyB) == PairSet::key(bodyA, bodyB);
    });
    return apart;
}

size_t JointStore::bytes() const
{
    size_t bytes = 0;
    forEachKind([&](const auto& map) { bytes += map.bytes(); });
    return bytes;
}

void JointStore::eraseJointsOf(uint32_t body, PairSet& apart)
{
    forEachKind([&](auto& map) {
        map.forEach([&](uint32_t slot, const auto& joint) {
            if (!isJointOf(joint, body)) return;
            if constexpr (std::is_same_v<decltype(joint), const Joint&>)
                apart.erase(PairSet::key(joint.bodyA, joint.bodyB));
            erase(map.handleAt(slot));
        });
    });
}

void JointStore::eraseJointsThatCannotHold(uint32_t body, BodyType type)
{
    forEachKind([&](auto& map) {
        map.forEach([&](uint32_t slot, const auto& joint) {
            if (isJointOf(joint, body) && !joint.holds(type)) erase(map.handleAt(slot));
        });
    });
}

} // namespace satbox
