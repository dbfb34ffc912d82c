#include "engine/world/limits.h"

#include "engine/world/world.h"

namespace satbox {

std::string contactLimitSentence(const World& world)
{
    if (!world.lacksContacts()) return {};
    return "The world has " + std::to_string(world.state().contacts.pairs.size()) +
           " contacts and makes at most " + std::to_string(kMaxContacts) +
           ": some bodies pass through others. Move bodies apart, remove some, or set filters that keep them "
           "from colliding.";
}

} // namespace satbox
