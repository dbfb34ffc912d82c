#pragma once

#include <string>

namespace satbox {

class World;

// A message for the user if the last step reached kMaxContacts (satbox/limits.h): the number of contacts, and
// what to change. Otherwise empty.
std::string contactLimitMessage(const World& world);

} // namespace satbox
