#pragma once

#include "engine/model/contact_store.h"
#include "engine/peers/peer_world.h"
#include <satbox/contact_callbacks.h>

#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace satbox {

// What callbacks of an engine ask of a shape. Does not move while its PeerScene exists.
struct PeerShape {
    size_t body = 0;
    Material material;
    Filter filter;
};

// What every engine reads of a world: bodies and joints with their numbers, and the rules of materials and
// filters. It keeps no reference to the world.
class PeerScene {
  public:
    // What an engine has, besides what all have; the rest is noted.
    struct Abilities {
        bool rollingResistance = false;
        bool axisLocks = false;
    };
    PeerScene(const World& world, PeerNotes& notes, Abilities abilities);
    PeerScene(const World& world, PeerNotes& notes) : PeerScene(world, notes, Abilities()) {}

    const std::vector<BodyId>& bodies() const { return bodies_; }
    const std::vector<JointId>& joints() const { return joints_; }
    size_t indexOf(BodyId body) const { return indices_.at(body.index); }
    // Of the shapes of a body, in the order of World::shapesOf().
    PeerShape* shapesOf(size_t body) { return &shapes_[firstShape_[body]]; }

    // True if pairs have to be asked about: filters need more than 16 bits or have positive groups,
    // or joints only filter.
    bool filtersByCallback() const { return filtersByCallback_; }
    bool shouldCollide(const PeerShape& a, const PeerShape& b) const;
    // True if materials are not mixed by geometric mean and maximum, as Box2D does, or some surface moves.
    bool mixesByCallback() const { return mixesByCallback_; }
    // True if not all shapes have the same restitution.
    bool restitutionsDiffer() const { return restitutionsDiffer_; }
    MixedMaterial mix(const PeerShape& a, const PeerShape& b) const;

  private:
    ContactSettings contactSettings_;
    std::vector<BodyId> bodies_;
    std::vector<JointId> joints_;
    std::map<uint32_t, size_t> indices_; // by slot
    std::vector<PeerShape> shapes_;
    std::vector<size_t> firstShape_;            // by body
    std::set<std::pair<size_t, size_t>> apart_; // bodies that filter joints keep apart, the lower one first
    bool filtersByCallback_ = false;
    bool mixesByCallback_ = false;
    bool restitutionsDiffer_ = false;
};

} // namespace satbox
