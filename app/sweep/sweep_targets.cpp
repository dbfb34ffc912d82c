#include "app/sweep/sweep_targets.h"

#include "app/sweep/sweep_joint_field.h"
#include "engine/core/quoted.h"
#include "engine/core/suggest.h"
#include "engine/scene/scene_json.h"

#include <algorithm>
#include <fmt/format.h>

namespace satbox::app {
namespace {

// Gives one material of a scene file another user value, by which its shapes are found. Readers of the world
// itself never see it.
constexpr uint64_t kMark = 0x5A7B0C5EED0A11CEu;

JsonValue* memberOf(JsonValue& value, std::string_view key)
{
    auto* members = std::get_if<JsonObject>(&value.data);
    if (members == nullptr) return nullptr;
    const auto found =
        std::find_if(members->begin(), members->end(), [&](const JsonMember& m) { return m.key == key; });
    return found == members->end() ? nullptr : &found->value;
}

std::string missingMaterial(JsonValue* materials, std::string_view name)
{
    std::vector<std::string_view> names;
    if (materials)
        for (const JsonMember& member : std::get<JsonObject>(materials->data)) names.push_back(member.key);
    if (names.empty())
        return "the scene file names no materials; material:*.FIELD changes those of all shapes";
    return fmt::format("the scene's \"materials\" have no {}{}", quotedText(name), didYouMean(name, names));
}

// Chooses the bodies or joints that an input names.
class Chooser {
  public:
    Chooser(const SweepField& field, std::string_view noun)
        : field_(field), noun_(noun),
          number_(field.isNumber ? static_cast<uint32_t>(std::stoul(field.selector)) : 0)
    {}
    // `name` stays valid until missing() was called.
    bool isChosen(uint32_t number, std::string_view name)
    {
        if (!name.empty()) names_.push_back(name);
        return field_.selector == "*" || (field_.isNumber ? number == number_ : name == field_.selector);
    }
    std::string missing() const
    {
        if (field_.isNumber) {
            const bool isName = std::find(names_.begin(), names_.end(), field_.selector) != names_.end();
            return fmt::format("there is no {} {}{}", noun_, number_,
                               isName
                                   ? fmt::format("; one is named so: write {}:\"{}\".FIELD", noun_, number_)
                                   : std::string());
        }
        return fmt::format("there is no {} {}{}", noun_, quotedText(field_.selector),
                           didYouMean(field_.selector, names_));
    }

  private:
    const SweepField& field_;
    std::string_view noun_;
    uint32_t number_;
    std::vector<std::string_view> names_;
};

} // namespace

std::string findSweptBodies(const World& world, const SweepField& field, std::vector<BodyId>& bodies)
{
    Chooser chooser(field, "body");
    world.forEachBody([&](BodyId id, const Body& body, const BodyMotion&) {
        if (chooser.isChosen(id.index, body.name)) bodies.push_back(id);
    });
    return bodies.empty() ? chooser.missing() : std::string();
}

std::string findSweptJoints(const World& world, const SweepField& field, std::vector<JointId>& joints)
{
    Chooser chooser(field, "joint");
    std::vector<std::string> names; // that the chooser refers to
    for (const JointId id : world.joints()) names.push_back(world.jointDef(id).name);
    auto name = names.begin();
    for (const JointId id : world.joints()) {
        if (!chooser.isChosen(id.index, *name++)) continue;
        const JointDef def = world.jointDef(id);
        if (hasField(def, field))
            joints.push_back(id);
        else if (field.selector != "*")
            return fmt::format("{} joints have no field {}; joint {} is one", toString(def.kind),
                               quotedText(field.path), id.index);
    }
    if (!joints.empty()) return {};
    return field.selector == "*" ? fmt::format("no joint has the field {}", quotedText(field.path))
                                 : chooser.missing();
}

std::string findSweptShapes(const World& world, std::string_view sceneText, const SweepField& field,
                            std::vector<ShapeId>& shapes)
{
    if (field.selector == "*") {
        world.forEachShape([&](ShapeId id, const BodyShape&) { shapes.push_back(id); });
        return {};
    }
    JsonValue document;
    if (std::string error = parseJson(sceneText, {}, document); !error.empty()) return error;
    JsonValue* materials = memberOf(document, "materials");
    JsonValue* material = materials ? memberOf(*materials, field.selector) : nullptr;
    if (material == nullptr) return missingMaterial(materials, field.selector);
    const JsonValue mark{
        JsonNumber{static_cast<double>(kMark), static_cast<float>(kMark), true, false, kMark}};
    if (JsonValue* userValue = memberOf(*material, "userValue"))
        *userValue = mark;
    else
        std::get<JsonObject>(material->data).push_back({"userValue", mark});
    try {
        std::vector<std::string> notes;
        const Scene marked = readSceneAt(JsonLocation{document}, notes); // the same shapes with the same ids
        marked.world.forEachShape([&](ShapeId id, const BodyShape& shape) {
            if (shape.def.material.userValue == kMark) shapes.push_back(id);
        });
    } catch (const SceneError& error) {
        return error.message;
    }
    if (shapes.empty()) return fmt::format("no shape has the material {}", quotedText(field.selector));
    return {};
}

} // namespace satbox::app
