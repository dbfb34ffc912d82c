#include "app/document/character_keys.h"

#include "engine/world/world_access.h"

#include <algorithm>
#include <array>
#include <utility>
#include <variant>

namespace satbox::app {

namespace {

constexpr std::array kMembers{&BodyDef::leftKey, &BodyDef::rightKey, &BodyDef::jumpKey};
// Of a body that gets its first key: a brisk run, and a jump onto a box of 1 m.
constexpr float kWalkSpeed = 4.0f, kJumpSpeed = 5.0f; // m/s
constexpr float kPushForce = 400.0f;                  // N, of a strong person

template<class Owner> // Body, BodyDef
bool hasAnyKey(const Owner& owner)
{
    return !owner.leftKey.empty() || !owner.rightKey.empty() || !owner.jumpKey.empty();
}

} // namespace

ShapeId capsuleOf(const World& world, BodyId body)
{
    for (const uint32_t slot : world.body(body).shapes)
        if (std::holds_alternative<Capsule>(stateOf(world).shapes.at(slot).shape)) return world.shapeAt(slot);
    return {};
}

bool canBeCharacter(const World& world, BodyId body)
{
    return world.body(body).type == BodyType::Kinematic && !capsuleOf(world, body).isNull();
}

bool hasKeys(const BodyDef& def) { return hasAnyKey(def); }

bool isCharacter(const World& world, BodyId id)
{
    if (!world.isValid(id)) return false;
    const Body& body = world.body(id);
    return hasAnyKey(body) && body.enabled && !body.quarantined && canBeCharacter(world, id);
}

std::vector<BodyId> charactersOf(const World& world)
{
    std::vector<BodyId> ids;
    stateOf(world).bodies.slots.forEach([&](uint32_t slot, const Body& body) {
        if (!hasAnyKey(body)) return; // most bodies
        if (const BodyId id = world.bodyAt(slot); isCharacter(world, id)) ids.push_back(id);
    });
    return ids;
}

std::vector<std::string> characterKeys(const World& world)
{
    std::vector<std::string> keys;
    for (const BodyId id : charactersOf(world)) {
        const Body& body = world.body(id);
        for (const std::string* key : {&body.leftKey, &body.rightKey, &body.jumpKey})
            if (!key->empty() && std::ranges::find(keys, *key) == keys.end()) keys.push_back(*key);
    }
    return keys;
}

CharacterInput inputFor(const Body& body, std::span<const std::string> held)
{
    const auto isHeld = [&](const std::string& key) {
        return !key.empty() && std::ranges::find(held, key) != held.end();
    };
    return {.walk = static_cast<int>(isHeld(body.rightKey)) - static_cast<int>(isHeld(body.leftKey)),
            .jumps = isHeld(body.jumpKey)};
}

std::string BodyDef::*memberOf(CharacterKey which) { return kMembers[static_cast<size_t>(which)]; }

BodyDef withKey(BodyDef def, CharacterKey which, std::string key)
{
    const bool isFirst = !key.empty() && !hasKeys(def);
    const bool hadKeys = hasKeys(def);
    for (std::string BodyDef::*const member : kMembers)
        if (def.*member == key) (def.*member).clear();
    def.*memberOf(which) = std::move(key);
    if (hadKeys && !hasKeys(def)) def.linearVelocity = {0.0f, 0.0f}; // nothing stops it any more
    if (!isFirst) return def;
    if (def.walkSpeed == 0.0f) def.walkSpeed = kWalkSpeed;
    if (def.jumpSpeed == 0.0f) def.jumpSpeed = kJumpSpeed;
    if (def.pushForce == 0.0f) def.pushForce = kPushForce;
    return def;
}

} // namespace satbox::app
