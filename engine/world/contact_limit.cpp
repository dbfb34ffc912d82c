#include "engine/world/contact_limit.h"

#include "engine/world/world_access.h"
#include <satbox/limits.h>
#include <satbox/world.h>

namespace satbox {

std::string contactLimitMessage(const World& world)
{
    if (!world.hasReachedContactLimit()) return {};
    return "The world has " + std::to_string(stateOf(world).contacts.pairs.size()) +
           " contacts and can have at most " + std::to_string(kMaxContacts) +
           ": some bodies pass through others. Move bodies apart, remove some, or set filters so that fewer "
           "collide.";
}

} // namespace satbox
