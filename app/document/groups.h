#pragma once

#include "app/document/by_slot.h"
#include "app/document/shape_commands.h"

#include <cstdint>
#include <map>
#include <span>
#include <vector>

namespace satbox::app {

// Groups: bodies that are selected, moved and copied together, because they have the same BodyDef::group
// other than 0. A group of one body is treated as none, but can be ungrouped.

// The bodies with all others of their groups, by slot.
std::vector<BodyId> withGroups(const World& world, std::span<const BodyId> bodies);
std::vector<BodyId> groupOf(const World& world, BodyId body);
// True if the bodies, of which there are several, are all those of one group.
bool isOneGroup(const World& world, std::span<const BodyId> bodies);

// Makes one group of the bodies, which leave their groups.
DraftedCommand groupCommand(const World& world, std::span<const BodyId> bodies);
// The bodies leave their groups.
DraftedCommand ungroupCommand(const World& world, std::span<const BodyId> bodies);

// Gives copies of groups numbers that no body of a world has.
class CopiedGroups {
  public:
    explicit CopiedGroups(const World& world);
    // A number that is not in use, another one at each call.
    uint32_t next();
    // Begins a copy of bodies with these groups: each group of several of them gets a new number.
    void beginCopy(std::span<const uint32_t> groups);
    // The group of the copy of a body with this group. 0 if no other copied body has it.
    uint32_t of(uint32_t group) const;

  private:
    std::vector<uint32_t> used_; // sorted
    uint32_t last_ = 0;
    std::map<uint32_t, uint32_t> numbers_; // of originals -> of the present copy
};

} // namespace satbox::app
