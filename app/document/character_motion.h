#pragma once

#include "app/document/character_keys.h"
#include <satbox/op.h>

#include <vector>

namespace satbox::app {

// The operations before a step of `dt` seconds that move a character, see character_keys.h, as `input` asks:
// its velocity in the step, and pushes on dynamic bodies. They depend on the world and the input alone: the
// velocity of the body is all that is remembered of its motion. Empty if it rests. Precondition: it is a
// character.
std::vector<Op> characterStep(const World& world, BodyId body, const CharacterInput& input, float dt);

} // namespace satbox::app
