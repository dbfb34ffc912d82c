#include "app/sweep/sweep_field.h"

#include "app/sweep/sweep_joint_field.h"
#include "engine/core/number_text.h"
#include "engine/core/quoted.h"
#include "engine/core/suggest.h"
#include <satbox/math.h>
#include <satbox/setting_paths.h>
#include <satbox/validate.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <optional>
#include <vector>

namespace satbox::app {
namespace {

using Kind = SweepField::Kind;
using Type = SweepField::Type;

constexpr int64_t kMaxSweepSteps = 1'000'000'000;
constexpr double kMaxSeed = 9007199254740992.0; // 2^53: whole numbers of JSON and of double
constexpr double kMaxNoise = 1000.0;
constexpr double kMaxSweptAngle = 1000.0; // rad
constexpr double kMinScale = 0.001, kMaxScale = 1000.0;

struct OwnField {
    std::string_view name;
    Kind kind;
    Type type;
    std::string_view unit;
    std::string_view help;
};
constexpr std::array kOwnFields{
    OwnField{"scene", Kind::Scene, Type::Text, "", "Built-in scene or scene file."},
    OwnField{"steps", Kind::Steps, Type::Whole, "", "Number of steps."},
    OwnField{"seed", Kind::Seed, Type::Whole, "",
             "Number of the random noise that is added to the dynamic bodies at the start; 0: none."},
    OwnField{"noise.position", Kind::NoisePosition, Type::Number, "m",
             "Largest displacement of a body by the noise, along each axis."},
    OwnField{"noise.angle", Kind::NoiseAngle, Type::Number, "rad",
             "Largest rotation of a body by the noise."},
    OwnField{"noise.velocity", Kind::NoiseVelocity, Type::Number, "m/s",
             "Largest change of a body's velocity by the noise, along each axis."},
};

template<class Field>
const Field* fieldNamed(std::span<const Field> fields, std::string_view key)
{
    const auto found =
        std::find_if(fields.begin(), fields.end(), [&](const Field& f) { return f.key == key; });
    return found == fields.end() ? nullptr : &*found;
}

constexpr std::array<BodyType, 3> kBodyTypes{BodyType::Static, BodyType::Kinematic, BodyType::Dynamic};

// The types of a body's fields that a sweep can change.
std::optional<Type> typeOf(const BodyField& field)
{
    return std::visit(
        [](auto member) -> std::optional<Type> {
            using Member = decltype(member);
            if constexpr (std::is_same_v<Member, float BodyDef::*> ||
                          std::is_same_v<Member, Vec2 BodyDef::*> ||
                          std::is_same_v<Member, Position BodyDef::*>)
                return Type::Number;
            else if constexpr (std::is_same_v<Member, bool BodyDef::*>)
                return Type::Bool;
            else if constexpr (std::is_same_v<Member, BodyType BodyDef::*>)
                return Type::Text;
            else
                return std::nullopt;
        },
        field.member);
}

bool isVector(const BodyField& field)
{
    return std::holds_alternative<Vec2 BodyDef::*>(field.member) ||
           std::holds_alternative<Position BodyDef::*>(field.member);
}

// Returns true if `member` is a field of bodies; then sets it.
bool setBodyMember(std::string_view member, SweepField& field)
{
    if (member == "angle") {
        field.isAngle = true;
        field.type = Type::Number;
        field.unit = "rad";
        field.help = "Rotation of the body, counter-clockwise.";
        return true;
    }
    if (member == "scale") {
        field.isScale = true;
        field.type = Type::Number;
        field.help = "Factor by which the body's shapes are enlarged about its origin.";
        return true;
    }
    const char component = takeComponent(member);
    const BodyField* found = fieldNamed(bodyFields(), member);
    const std::optional<Type> type = found ? typeOf(*found) : std::nullopt;
    if (!type || (component != '\0' && !isVector(*found))) return false;
    field.body = found;
    field.component = component;
    field.type = *type;
    field.unit = found->unit;
    field.help = found->help;
    return true;
}

bool setMaterialMember(std::string_view member, SweepField& field)
{
    field.isFriction = member == "friction";
    const MaterialField* found =
        fieldNamed(materialNumbers(), field.isFriction ? std::string_view("staticFriction") : member);
    if (found == nullptr) return false;
    field.material = found;
    field.unit = found->unit;
    field.help = field.isFriction ? "Both Coulomb coefficients." : std::string(found->help);
    return true;
}

std::vector<std::string> bodyMemberNames()
{
    std::vector<std::string> names{"angle", "scale"};
    for (const BodyField& field : bodyFields())
        if (typeOf(field)) names.emplace_back(field.key);
    return names;
}

std::vector<std::string> materialMemberNames()
{
    std::vector<std::string> names{"friction"};
    for (const MaterialField& field : materialNumbers()) names.emplace_back(field.key);
    return names;
}

// The inputs that change objects of a scene: "PREFIX:OBJECT.FIELD".
struct ObjectKind {
    std::string_view prefix;
    Kind kind;
    std::string_view plural;
    std::string_view form; // in messages
    bool isNumbered;       // its objects may be named by their numbers
    bool (*setMember)(std::string_view member, SweepField& field);
    std::vector<std::string> (*memberNames)();
};
constexpr std::array kObjectKinds{
    ObjectKind{"body:", Kind::Body, "bodies", "body:BODY.FIELD, such as body:lid.position.x", true,
               setBodyMember, bodyMemberNames},
    ObjectKind{"material:", Kind::Material, "materials", "material:NAME.FIELD, such as material:ice.friction",
               false, setMaterialMember, materialMemberNames},
    ObjectKind{"joint:", Kind::Joint, "joints", "joint:JOINT.FIELD, such as joint:axle.motor.speed", true,
               setJointMember, jointMemberNames},
};

// A vector whose component is missing: its key.
std::string_view keyWithoutComponent(const SweepField& field)
{
    if (field.component != '\0') return {};
    if (field.body && isVector(*field.body)) return field.body->key;
    return field.kind == Kind::Joint && isJointVector(field) ? std::string_view(field.path)
                                                             : std::string_view();
}

// Splits "lid.position.x" at the dot before the field. The name before it may have dots too.
std::string parseMember(std::string_view text, const ObjectKind& object, SweepField& field)
{
    const size_t last = text.rfind('.');
    if (last == text.npos || last == 0) return fmt::format("expected {}", object.form);
    const size_t before = text.rfind('.', last - 1);
    const bool hasTwo = before != text.npos && before > 0;
    // The longest path first: "spring.frequency" of a joint, not "frequency" of one that is named "a.spring".
    for (const size_t dot : {hasTwo ? before : last, last})
        if (object.setMember(text.substr(dot + 1), field)) {
            if (const std::string_view key = keyWithoutComponent(field); !key.empty())
                return fmt::format("{} has two components: write {}.x or {}.y", key, key, key);
            std::string_view selector = text.substr(0, dot);
            const bool quoted = selector.size() >= 2 && selector.front() == '"' && selector.back() == '"';
            if (quoted) selector = selector.substr(1, selector.size() - 2);
            field.selector = selector;
            field.isNumber = object.isNumbered && !quoted && selector.size() <= 9 &&
                             selector.find_first_not_of("0123456789") == selector.npos;
            return {};
        }
    std::string_view member = text.substr(last + 1);
    const std::vector<std::string> names = object.memberNames();
    const std::vector<std::string_view> views(names.begin(), names.end());
    if (hasTwo) {
        // Part of a path: a component, or what is before is a part of joints.
        const std::string_view part = text.substr(before + 1, last - before);
        const bool isPart = std::any_of(views.begin(), views.end(),
                                        [&](std::string_view name) { return name.starts_with(part); });
        if (isPart) member = text.substr(before + 1);
    }
    if ((member == "x" || member == "y") && last > 0) {
        const size_t begin = before == text.npos ? 0 : before + 1;
        member = text.substr(begin, last - begin);
    }
    return fmt::format("{} have no field {} that a sweep can change{}", object.plural, quotedText(member),
                       didYouMean(member, views));
}

std::string parseSetting(std::string_view name, SweepField& field)
{
    // One name for each setting, so without the prefixes that --set accepts.
    std::string_view key = name;
    const SettingField* found = findSetting(key);
    if (found == nullptr) {
        field.component = takeComponent(key);
        if (field.component != '\0') found = findSetting(key);
    }
    if (found == nullptr) {
        std::vector<std::string_view> names;
        for (const OwnField& own : kOwnFields) names.push_back(own.name);
        for (const SettingField& setting : settingFields()) names.push_back(setting.key);
        return "there is no such setting" + didYouMean(name, names);
    }
    const bool isVec2 = std::holds_alternative<Vec2 WorldSettings::*>(found->member);
    if (isVec2 && field.component == '\0')
        return fmt::format("{} has two components: write {}.x or {}.y", found->key, found->key, found->key);
    if (!isVec2 && field.component != '\0') return fmt::format("{} has no components", found->key);
    if (std::holds_alternative<int WorldSettings::*>(found->member))
        field.type = Type::Whole;
    else if (std::holds_alternative<bool WorldSettings::*>(found->member))
        field.type = Type::Bool;
    else if (isVec2 || std::holds_alternative<float WorldSettings::*>(found->member))
        field.type = Type::Number;
    else
        field.type = Type::Text;
    field.unit = found->unit;
    field.help = found->help;
    return {};
}

std::string checkType(Type type, const SweepValue& value)
{
    const bool isWhole = std::holds_alternative<int64_t>(value);
    const bool isNumber = isWhole || std::holds_alternative<double>(value);
    const int64_t whole = isWhole ? std::get<int64_t>(value) : 0;
    switch (type) {
    case Type::Number:
        return isNumber ? "" : "expected a number";
    case Type::Whole:
        return isWhole ? "" : "expected a whole number";
    case Type::Bool:
        return isWhole && (whole == 0 || whole == 1) ? "" : "expected true or false";
    case Type::Text:
        return std::holds_alternative<std::string>(value) ? "" : "expected a string";
    }
    return {};
}

// Removes the name of a field before a message, which the place in the file has already.
std::string withoutName(const std::string& message)
{
    const size_t colon = message.find(": ");
    return colon == message.npos ? message : message.substr(colon + 2);
}

std::string settingValueText(const SweepField& field, const SweepValue& value)
{
    if (field.type == Type::Bool) return numberOf(value) != 0.0 ? "true" : "false";
    return valueText(value);
}

} // namespace

char takeComponent(std::string_view& member)
{
    if (!member.ends_with(".x") && !member.ends_with(".y")) return '\0';
    const char component = member.back();
    member.remove_suffix(2);
    return component;
}

std::string checkRange(double value, double minimum, double maximum)
{
    if (value >= minimum && value <= maximum) return {};
    return fmt::format("{} is out of range, expected {} to {}", shortestNumberText(value),
                       shortestNumberText(minimum), shortestNumberText(maximum));
}

std::string parseField(std::string_view name, SweepField& field)
{
    field = SweepField{.name = std::string(name)};
    for (const OwnField& own : kOwnFields) {
        if (own.name != name) continue;
        field.kind = own.kind;
        field.type = own.type;
        field.unit = own.unit;
        field.help = own.help;
        return {};
    }
    for (const ObjectKind& object : kObjectKinds) {
        if (!name.starts_with(object.prefix)) continue;
        field.kind = object.kind;
        return parseMember(name.substr(object.prefix.size()), object, field);
    }
    return parseSetting(name, field);
}

std::string checkValue(const SweepField& field, const SweepValue& value)
{
    if (std::string message = checkType(field.type, value); !message.empty()) return message;
    const double number = numberOf(value);
    switch (field.kind) {
    case Kind::Scene:
        return std::get<std::string>(value).empty() ? "expected the name of a scene" : "";
    case Kind::Steps:
        return checkRange(number, 0.0, static_cast<double>(kMaxSweepSteps));
    case Kind::Seed:
        return checkRange(number, 0.0, kMaxSeed);
    case Kind::NoisePosition:
    case Kind::NoiseAngle:
    case Kind::NoiseVelocity:
        return checkRange(number, 0.0, kMaxNoise);
    case Kind::Setting: {
        WorldSettings settings;
        return withoutName(setField(field, value, settings));
    }
    case Kind::Material: {
        Material material;
        return withoutName(setField(field, value, material));
    }
    case Kind::Body: {
        if (field.isAngle) return checkRange(number, -kMaxSweptAngle, kMaxSweptAngle);
        if (field.isScale) return checkRange(number, kMinScale, kMaxScale);
        if (field.body->key == "type") {
            const std::string& text = std::get<std::string>(value);
            const bool isKnown = std::any_of(kBodyTypes.begin(), kBodyTypes.end(),
                                             [&](BodyType type) { return text == toString(type); });
            return isKnown ? "" : quotedText(text) + ", expected static, kinematic or dynamic";
        }
        BodyDef def;
        return withoutName(setField(field, value, def));
    }
    case Kind::Joint:
        return checkJointValue(field, value);
    }
    return {};
}

std::string setField(const SweepField& field, const SweepValue& value, WorldSettings& settings)
{
    return setSettingByPath(settings, field.name, settingValueText(field, value));
}

std::string setField(const SweepField& field, const SweepValue& value, BodyDef& def)
{
    const double number = numberOf(value);
    if (field.isAngle) {
        def.rotation = makeRot(static_cast<float>(number));
        return {};
    }
    if (field.isScale) {
        def.center = static_cast<float>(number) * def.center;
        return {};
    }
    std::visit(
        [&](auto member) {
            using Member = decltype(member);
            const bool isX = field.component == 'x';
            if constexpr (std::is_same_v<Member, float BodyDef::*>)
                def.*member = static_cast<float>(number);
            else if constexpr (std::is_same_v<Member, bool BodyDef::*>)
                def.*member = number != 0.0;
            else if constexpr (std::is_same_v<Member, Vec2 BodyDef::*>)
                (isX ? (def.*member).x : (def.*member).y) = static_cast<float>(number);
            else if constexpr (std::is_same_v<Member, Position BodyDef::*>)
                (isX ? (def.*member).x : (def.*member).y) = number;
            else if constexpr (std::is_same_v<Member, BodyType BodyDef::*>)
                for (const BodyType type : kBodyTypes)
                    if (std::get<std::string>(value) == toString(type)) def.*member = type;
        },
        field.body->member);
    return validate(def);
}

std::string setField(const SweepField& field, const SweepValue& value, Material& material)
{
    const auto number = static_cast<float>(numberOf(value));
    material.*std::get<float Material::*>(field.material->member) = number;
    if (field.isFriction) material.dynamicFriction = number;
    return validate(material);
}

} // namespace satbox::app
