#pragma once

#include "engine/core/internal_api.h"
#include <satbox/body.h>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>

namespace satbox {

// Tables of the fields of BodyDef, ShapeDef, Material and Filter, one row per field. Validation, scene files
// and their schema, the world's hash, the Inspector and the tables of docs/scene-format.md are all driven by
// these rows. To add a field, add a member to the definition and a row here; a field that a world stores also
// needs a member in Body or BodyMotion.

template<class Owner, class... Types>
struct DefinitionField {
    using Member = std::variant<Types Owner::*...>;
    std::string_view key;   // in files and messages
    std::string_view label; // in the Inspector
    std::string_view unit;  // "m/s"; "" for none
    Member member;
    // Allowed range of a number, or of each component of a vector or position; for these two, `minimum` is
    // -maximum. 0 to 0 for types without a range.
    double minimum = 0.0;
    double maximum = 0.0;
    double usualMinimum = 0.0; // usual range, the span of the slider
    double usualMaximum = 0.0;
    std::string_view help; // one or two sentences: what it does, usual values
    // Left out of hashes while it has its default value: for fields that came later, so that recorded hashes
    // of worlds stay valid.
    bool hashOnlyIfChanged = false;
};

using MaterialField = DefinitionField<Material, float, uint64_t>;
using FilterField = DefinitionField<Filter, uint64_t, int32_t>;
using ShapeField =
    DefinitionField<ShapeDef, bool, uint64_t>; // of all but geometry, frame, material and filter

// Position of a stored field within the hash of its body. The order is fixed, so that recorded hashes of
// worlds stay valid.
enum class HashPosition : uint8_t {
    NotHashed,
    BeforeAwake,     // before Body::awake and Body::quarantined
    BeforeSleepTime, // after these and before Body::sleepTime
    AfterSleepTime,
    IfChanged, // after all of these, only if it has not its default value
};

struct BodyField : DefinitionField<BodyDef, float, bool, Vec2, Position, Rot, BodyType, uint64_t, std::string,
                                   uint32_t, DisplayColor> {
    // The member of Body or BodyMotion that stores the field. None for the fields that a step changes: pose,
    // velocities and `awake`; World converts these itself.
    using Stored = std::variant<std::monostate, BodyType Body::*, bool Body::*, float Body::*,
                                uint64_t Body::*, std::string Body::*, uint32_t Body::*, DisplayColor Body::*,
                                Vec2 Body::*, float BodyMotion::*>;
    Stored stored{};
    HashPosition hash = HashPosition::NotHashed;
    bool notForStatic = false; // has no effect on a static body
    bool shownInInspector = true;
    // A change keeps the body's contacts: the field affects neither its pose nor its shapes and mass.
    bool keepsContacts = false;
    bool isRare = false;       // in a folded part of the Inspector
    bool isForProgram = false; // for the program that uses the engine: no step reads it

    // Stored, but read by no step: the name and what editors and viewers show.
    bool isForDisplay() const { return stored.index() != 0 && hash == HashPosition::NotHashed; }
};

SATBOX_INTERNAL_API std::span<const BodyField> bodyFields();
SATBOX_INTERNAL_API std::span<const MaterialField> materialFields();
// Those with a range, which panels show: all but the user value. Each has a float as its member.
SATBOX_INTERNAL_API std::span<const MaterialField> materialNumbers();
SATBOX_INTERNAL_API std::span<const FilterField> filterFields();
SATBOX_INTERNAL_API std::span<const ShapeField> shapeFields();

// What a change from one definition to another affects.
enum class BodyChange : uint8_t {
    Nothing,
    Unread,    // fields that no step reads: for display, or for the program
    Behaviour, // these, and fields with which the body keeps its contacts
    All
};
BodyChange changeBetween(const BodyDef& a, const BodyDef& b);

// Empty, or what is wrong with a pose or a velocity, as validate() says it of a definition that has it.
std::string validatePose(const WorldTransform& pose);
std::string validateVelocity(Vec2 linear, float angular);

// Copy the stored fields (BodyField::stored) of a definition to a body, and back.
void storeFields(const BodyDef& def, Body& body, BodyMotion& motion);
void readStoredFields(const Body& body, const BodyMotion& motion, BodyDef& def);

// Calls fn(value) for each stored field with this value of BodyField::hash, in the order of the table.
template<class Fn>
void forEachStored(const Body& body, const BodyMotion& motion, HashPosition hash, Fn&& fn)
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
