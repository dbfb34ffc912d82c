#pragma once

#include <satbox/world.h>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace satbox::app {

// Keys that move characters: leftKey, rightKey, jumpKey, walkSpeed, jumpSpeed and pushForce of BodyDef. A
// character is a kinematic body with a capsule and at least one key. All of this is in the body's definition,
// so that operations, files and recordings have it.

enum class CharacterKey : uint8_t { Left, Right, Jump };

// The body's first capsule; null if it has none.
ShapeId capsuleOf(const World& world, BodyId body);
// Whether it needs nothing but a key to be a character.
bool canBeCharacter(const World& world, BodyId body);
bool hasKeys(const BodyDef& def);
// Whether keys move it now: it has some, exists, is enabled and not frozen.
bool isCharacter(const World& world, BodyId body);
// In slot order.
std::vector<BodyId> charactersOf(const World& world);
// The keys of all characters, each once: "A", "D", "W".
std::vector<std::string> characterKeys(const World& world);

// What the held keys ask for.
struct CharacterInput {
    int walk = 0; // 1: to the right, -1: to the left; 0 with both keys
    bool jumps = false;
};
CharacterInput inputFor(const Body& body, std::span<const std::string> held);

std::string BodyDef::*memberOf(CharacterKey which);
// The definition with another key; an empty one takes it away. The other two lose the same key. With its
// first key, a body gets the speeds and the force that it lacks; without its last one, it stops.
BodyDef withKey(BodyDef def, CharacterKey which, std::string key);

} // namespace satbox::app
