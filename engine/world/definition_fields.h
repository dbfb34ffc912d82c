#pragma once

#include "engine/dynamics/body.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>

namespace satbox {

// The tables of what a body, a material and a collision filter are: one row per field, and the only list of
// them. Validation, scene files and their schema, the world's hash, the Inspector and the tables of
// docs/scene-format.md read these rows. A new field is a member of the definition and a row here.

template<class Owner, class... Types>
struct DefinitionField {
    using Member = std::variant<Types Owner::*...>;
    std::string_view key;   // in files and messages
    std::string_view label; // in the Inspector
    std::string_view unit;  // "" for none
    Member member;
    double minimum = 0.0; // refused outside, components alike; only of numbers, vectors and positions
    double maximum = 0.0;
    double usualMinimum = 0.0; // what a slider spans
    double usualMaximum = 0.0;
    std::string_view help; // one or two sentences: what it does, usual values
};

using MaterialField = DefinitionField<Material, float>;
using FilterField = DefinitionField<Filter, uint32_t, int32_t>;

// Where a stored field enters a world's hash.
enum class BodyHash : uint8_t {
    No,
    Kind,       // before the awake and quarantined flags
    Motion,     // between those and the time at rest
    Application // after the time at rest
};

struct BodyField
    : DefinitionField<BodyDef, float, bool, Vec2, Position, Rot, BodyType, uint64_t, std::string> {
    // Where a world keeps the field. None: pose, velocity and whether it is awake, which a step changes.
    using Stored = std::variant<std::monostate, BodyType Body::*, bool Body::*, float Body::*,
                                uint64_t Body::*, std::string Body::*, float BodyMotion::*>;
    Stored stored{};
    BodyHash hash = BodyHash::No;
    bool onlyIfMoving = false; // has no effect on a static body
    bool isEdited = true;      // has a row in the Inspector
};

std::span<const BodyField> bodyFields();
std::span<const MaterialField> materialFields();
std::span<const FilterField> filterFields();

const BodyField& bodyField(std::string_view key); // Precondition: the key is in the table.

// The stored fields of a definition, into a body and back.
void storeFields(const BodyDef& def, Body& body, BodyMotion& motion);
void readStoredFields(const Body& body, const BodyMotion& motion, BodyDef& def);

// Calls fn(value) with each stored value of that hash group, in the order of the table.
template<class Fn>
void forEachStored(const Body& body, const BodyMotion& motion, BodyHash hash, Fn&& fn)
{
    for (const BodyField& field : bodyFields()) {
        if (field.hash != hash) continue;
        std::visit(
            [&](auto member) {
                if constexpr (std::is_same_v<decltype(member), float BodyMotion::*>)
                    fn(motion.*member);
                else if constexpr (!std::is_same_v<decltype(member), std::monostate>)
                    fn(body.*member);
            },
            field.stored);
    }
}

} // namespace satbox
