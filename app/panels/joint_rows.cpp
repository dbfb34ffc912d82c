// The Inspect panel of a joint, and the list of a body's joints. Rows come from the field tables of joints.

#include "app/panels/joint_rows.h"

#include "app/document/commands.h"
#include "app/document/gear_teeth.h"
#include "app/document/joint_keys.h"
#include "app/document/joint_kind.h"
#include "app/document/joint_measure.h"
#include "app/panels/key_row.h"
#include "app/panels/shape_rows.h"
#include "app/text/format.h"
#include "app/text/joint_text.h"
#include "app/text/names.h"
#include "app/widgets/setting_rows.h"
#include "app/widgets/slider_scale.h"
#include "app/widgets/widgets.h"
#include "engine/model/gear_mesh.h"
#include "engine/model/joint_fields.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

namespace satbox::app {

namespace {

constexpr float kDegrees = 180.0f / kPi;
constexpr float kLogarithmicFrom = 100.0f; // sliders of such a range have equal travel per decade

// How the panel shows a field.
struct Scope {
    std::string_view part{};     // key of the part of a kind that has the field: "spring"; empty: none
    std::string_view partUnit{}; // of the coordinate on which the part acts: "m", "rad/s"
    std::string reason{};        // why it has no effect; empty: it has
};

// "motor speed", "lower limit".
std::string phraseOf(std::string_view label, const Scope& scope)
{
    const std::string field = withLowerFirst(std::string(label));
    if (scope.part.empty()) return field;
    return scope.part == "limit" ? fmt::format("{} limit", field) : fmt::format("{} {}", scope.part, field);
}

// Why a field of the kind has no effect; empty if it has.
std::string whyUnused(const JointKind& kind, std::string_view key)
{
    const bool isRigid = std::visit(
        [](const auto& k) {
            if constexpr (requires { k.holdFrequency; })
                return k.holdFrequency == 0.0f;
            else
                return false;
        },
        kind);
    if (key == "holdDampingRatio") return isRigid ? "No effect while \"Hold frequency\" is 0: rigid." : "";
    if (const auto* gear = std::get_if<GearJoint>(&kind)) {
        if (gear->rack && (key == "teethA" || key == "ring")) return "No effect while \"Rack\" is on.";
        return !gear->rack && key == "pitch" ? "No effect unless \"Rack\" is on." : "";
    }
    const auto* rod = std::get_if<DistanceJoint>(&kind);
    if (!rod || key == "rigid" || rod->rigid == (key == "length")) return {};
    return rod->rigid ? "No effect while \"Rigid\" is on: a rod keeps its length."
                      : "No effect unless \"Rigid\" is on.";
}

enum class Section { General, Break, Frames, Keys };

Section sectionOf(std::string_view key)
{
    if (key.starts_with("break")) return Section::Break;
    if (key.starts_with("key") || key.ends_with("Key")) return Section::Keys;
    return key.starts_with("anchor") || key.starts_with("angle") ? Section::Frames : Section::General;
}

// Rows that edit one joint: each submits the whole definition with one field changed.
class JointRows {
  public:
    JointRows(const UiContext& ui, const World& world, JointId id, History& history, InspectState& inspector)
        : ui_(ui), world_(world), id_(id), history_(history), inspector_(inspector),
          shown_(world.jointDef(id)), def_(shown_)
    {}

    const JointDef& shown() const { return shown_; }

    // The fields that every kind has.
    void drawCommon(Section section)
    {
        const JointDef defaults;
        forEachRow(def_, defaults, [&](const auto& field, auto& value, const auto& fallback) {
            if (sectionOf(field.key) == section) row(field, value, fallback, {});
        });
    }
    // How keys drive the motor. Precondition: the joint has one.
    void drawKeys()
    {
        const JointDef defaults;
        const char* const unit = turnsMotor(shown_.kind) ? "rad/s" : "m/s";
        const std::string reason = hasKeys(shown_) ? "" : "No effect without a key.";
        forEachRow(def_, defaults, [&](const auto& field, auto& value, const auto& fallback) {
            if (sectionOf(field.key) != Section::Keys) return;
            const bool isKey = field.key.ends_with("Key");
            row(field, value, fallback, {.partUnit = unit, .reason = isKey ? "" : reason});
        });
    }
    // Those of the kind itself: first its own, then each part in a section.
    void drawKind()
    {
        std::visit(
            [&](auto& kind) {
                const std::remove_cvref_t<decltype(kind)> defaults;
                for (const bool parts : {false, true})
                    forEachRow(kind, defaults, [&](const auto& field, auto& value, const auto& fallback) {
                        using Value = std::remove_cvref_t<decltype(value)>;
                        if constexpr (kIsJointPart<Value>) {
                            if (parts) drawPart(field, value, fallback);
                        } else if (!parts) {
                            row(field, value, fallback, {.reason = whyUnused(shown_.kind, field.key)});
                        }
                    });
            },
            def_.kind);
    }
    void drawKindChoice()
    {
        std::vector<std::string> names;
        std::vector<const char*> shown;
        for (const std::string_view name : kJointKindNames)
            names.push_back(withUpperFirst(std::string(name)));
        for (const std::string& name : names) shown.push_back(name.c_str());
        auto index = static_cast<int>(shown_.kind.index());
        if (comboRow(ui_, "Kind", &index, shown, -1,
                     "What the joint holds. Another kind begins with default values; the bodies stay where "
                     "they are."))
            history_.submit(refitJointCommand(history_.document(), id_,
                                              withKind(world_, id_, static_cast<size_t>(index)), "kind"));
    }

  private:
    // Calls fn(field, value, default value) for each field.
    template<class Owner, class Fn>
    static void forEachRow(Owner& owner, const Owner& defaults, Fn&& fn)
    {
        forEachJointField(owner, [&](const auto& field, auto& value) {
            using Value = std::remove_cvref_t<decltype(value)>;
            fn(field, value, defaults.*std::get<Value Owner::*>(field.member));
        });
    }

    template<class Field, class Part>
    void drawPart(const Field& field, Part& part, const Part& defaults)
    {
        if (!foldingHeading(ui_, field.label.data(), part.enabled)) return;
        const std::string unused = whyUnused(shown_.kind, field.key);
        const std::string off = fmt::format("No effect unless \"{}\" is on.", fieldsOf(&part)[0].label);
        forEachRow(part, defaults, [&](const auto& inner, auto& value, const auto& fallback) {
            const bool needsSwitch = !part.enabled && inner.key != "enabled";
            const bool isKeys = field.key == "motor" && inner.key == "speed" && hasKeys(shown_);
            row(inner, value, fallback,
                {.part = field.key,
                 .partUnit = field.unit,
                 .reason = !unused.empty() ? unused
                           : isKeys        ? "Set by the keys: change the key speed below."
                           : needsSwitch   ? off
                                           : std::string()});
        });
    }

    template<class Field, class Value>
    void row(const Field& field, Value& value, const Value& fallback, const Scope& scope)
    {
        const std::string_view unit = unitOf(field.unit, scope.partUnit.starts_with("rad"));
        const bool isAngle = unit == "rad";
        // Angles are stored in rad and shown in degrees.
        const double factor = isAngle ? static_cast<double>(kDegrees) : 1.0;
        const double usual = isAngle ? static_cast<double>(kPi) : field.usualMaximum;
        const double usualMinimum = field.usualMinimum == -field.usualMaximum ? -usual : field.usualMinimum;
        const std::string tooltip = fieldTooltip(field.help, factor * usualMinimum, factor * usual,
                                                 isAngle ? "°" : unit, scope.reason);
        label_ =
            scope.part.empty() ? std::string(field.label) : fmt::format("{}##{}", field.label, scope.part);
        unit_ = isAngle ? "°" : std::string(unit);
        spec_ = {.label = label_.c_str(),
                 .unit = unit_.c_str(),
                 .tooltip = tooltip.c_str(),
                 .displayFactor = static_cast<float>(factor),
                 .typedMinimum = static_cast<float>(field.minimum),
                 .typedMaximum = static_cast<float>(field.maximum)};
        ImGui::BeginDisabled(!scope.reason.empty());
        if (edit(field, value, fallback, static_cast<float>(usualMinimum), static_cast<float>(usual)))
            submit(field, value, scope);
        ImGui::EndDisabled();
    }

    template<class Field, class Value>
    void submit(const Field& field, const Value& value, const Scope& scope)
    {
        if constexpr (std::is_same_v<Value, bool>) {
            history_.submit(switchJointCommand(world_, id_, scope.part.empty() ? field.key : scope.part));
        } else {
            if constexpr (std::is_same_v<Field, JointLimitField>)
                if (JointLimit* limit = limitOf(def_.kind))
                    moveLimit(*limit, field.key == "lower" ? LimitEnd::Lower : LimitEnd::Upper, value);
            if (field.key.starts_with("teeth") || field.key == "pitch") meshTeeth(world_, def_);
            history_.submit(editJointCommand(world_, id_, def_, phraseOf(field.label, scope)));
        }
        def_ = shown_; // further rows of this frame are edits of their own
    }

    bool slider(float& value, float fallback, float size, float usualMinimum, float usual)
    {
        const bool isSymmetric = usualMinimum == -usual;
        const float reach = std::min(sliderRangeFor(size, usual), spec_.typedMaximum);
        spec_.minimum = isSymmetric ? -reach : usualMinimum;
        spec_.maximum = reach;
        spec_.defaultValue = fallback;
        spec_.logarithmic = !isSymmetric && reach >= kLogarithmicFrom;
        return sliderRow(ui_, spec_, &value);
    }
    template<class Field>
    bool edit(const Field&, float& value, float fallback, float usualMinimum, float usual)
    {
        return slider(value, fallback, std::abs(value), usualMinimum, usual);
    }
    // One slider per axis, with a common range and without reset buttons.
    template<class Field>
    bool edit(const Field& field, Vec2& value, Vec2, float usualMinimum, float usual)
    {
        bool changed = false;
        const float size = std::max(std::abs(value.x), std::abs(value.y));
        for (const int axis : {0, 1}) {
            label_ = fmt::format("{} {}", field.label, axis == 0 ? "x" : "y");
            spec_.label = label_.c_str();
            changed = slider(value[axis], value[axis], size, usualMinimum, usual) || changed;
        }
        return changed;
    }
    template<class Field>
    bool edit(const Field&, bool& value, bool, float, float)
    {
        return checkboxRow(ui_, label_.c_str(), &value, spec_.tooltip);
    }
    template<class Field>
    bool edit(const Field& field, int32_t& value, int32_t fallback, float usualMinimum, float usual)
    {
        const IntSliderSpec spec{.label = label_.c_str(),
                                 .unit = unit_.c_str(),
                                 .minimum = static_cast<int>(usualMinimum),
                                 .maximum = std::max(static_cast<int>(usual), value),
                                 .defaultValue = fallback,
                                 .tooltip = spec_.tooltip,
                                 .typedMinimum = static_cast<int>(field.minimum),
                                 .typedMaximum = static_cast<int>(field.maximum)};
        return intSliderRow(ui_, spec, &value);
    }
    template<class Field>
    bool edit(const Field&, uint64_t& value, uint64_t, float, float)
    {
        valueRow(ui_, label_.c_str(), formatCount(value), spec_.tooltip);
        return false;
    }
    template<class Field>
    bool edit(const Field& field, std::string& value, const std::string&, float, float)
    {
        if (field.key != "name")
            return editKey(value, field.key == "forwardKey" ? DriveKey::Forward : DriveKey::Backward);
        const bool isTyping =
            inspector_.nameOwner == decltype(inspector_.nameOwner){id_} && ImGui::GetIO().WantTextInput;
        inspector_.nameOwner = id_;
        JointDef unnamed = shown_;
        unnamed.name.clear();
        return drawNameRow(ui_, label_.c_str(), isTyping, value, spec_.tooltip,
                           describeJoint(world_, unnamed).c_str(), inspector_);
    }

    bool editKey(std::string& key, DriveKey which)
    {
        if (!drawKeyRow(ui_, label_.c_str(), key, spec_.tooltip, MotorKeySlot{id_, which}, inspector_))
            return false;
        def_ = withKey(def_, which, {});
        return true;
    }

    const UiContext& ui_;
    const World& world_;
    JointId id_;
    History& history_;
    InspectState& inspector_;
    const JointDef shown_; // at the start of the frame
    JointDef def_;         // with the field changed that is being drawn
    std::string label_, unit_;
    SliderSpec spec_;
};

// A row with a muted label and the name of a body. Hovering highlights the body, a click selects it.
void drawBodyLink(const UiContext& ui, const World& world, const char* label, BodyId body,
                  Selection& selection)
{
    const std::string name = describeBody(world, body);
    if (ImGui::Selectable(fmt::format("##{}", label).c_str())) selection.select(world, body);
    if (ImGui::IsItemHovered()) selection.hoveredBody = body;
    recordLastItem(ui, label, name);
    itemTooltip(ui, "Selects the body.");
    ImGui::SameLine(ImGui::GetCursorStartPos().x);
    ImGui::TextDisabled("%s", label);
    ImGui::SameLine(ImGui::GetContentRegionMax().x - ImGui::CalcTextSize(name.c_str()).x);
    ImGui::TextUnformatted(name.c_str());
}

void drawRatio(const UiContext& ui, const GearJoint& gear)
{
    if (gear.rack)
        return quantityRow(ui, "Pitch radius", static_cast<double>(rackRadius(gear)), "m",
                           "Of the wheel: it rolls this far for each radian.");
    const double ratio = static_cast<double>(gear.teethA) / static_cast<double>(gear.teethB);
    valueRow(
        ui, "Speed of B", formatNumber(gear.ring ? ratio : -ratio) + " × A",
        "Teeth of A / teeth of B. Wheels turn in opposite directions, a wheel in a ring in the same one.");
}

// A bar of the load against the load at which the joint breaks.
void drawLoad(const UiContext& ui, const char* label, float load, float limit, std::string_view unit)
{
    if (limit <= 0.0f) return;
    const float share = std::clamp(load / limit, 0.0f, 1.0f);
    valueRow(ui, label,
             fmt::format("{:.0f} % of {}", 100.0 * static_cast<double>(share),
                         formatQuantity(static_cast<double>(limit), unit)),
             "Load relative to the one at which the joint breaks.");
    const float height = ui.px(4.0f), width = ImGui::GetContentRegionAvail().x;
    const ImVec2 a = ImGui::GetCursorScreenPos();
    ImGui::Dummy({width, height});
    ImDrawList& out = *ImGui::GetWindowDrawList();
    const float radius = 0.5f * height;
    out.AddRectFilled(a, {a.x + width, a.y + height}, ui.palette.raised.packed(), radius);
    const Color& color = share < 0.8f ? ui.palette.accent : ui.palette.warning;
    if (share > 0.0f)
        out.AddRectFilled(a, {a.x + std::max(share * width, height), a.y + height}, color.packed(), radius);
}

// What the joint measures and what it did in the last step.
void drawFigures(const UiContext& ui, const World& world, JointId id, const JointDef& def)
{
    if (std::holds_alternative<FilterJoint>(def.kind)) {
        hintText(ui, "A filter joint holds nothing: it only keeps the two bodies from colliding.");
        return;
    }
    const JointView view = world.jointView(id);
    const auto has = [&]<class... Kinds>(std::type_identity<Kinds>...) {
        return (std::holds_alternative<Kinds>(def.kind) || ...);
    };
    const float force = length(view.force), torque = std::abs(view.torque);
    quantityRow(ui, "Force", static_cast<double>(force), "N", "Mean force on body B in the last step.");
    drawLoad(ui, "Force load", force, def.breakForce, "N");
    quantityRow(ui, "Torque", static_cast<double>(torque), "N m",
                "Mean torque on body B in the last step, about anchor B.");
    drawLoad(ui, "Torque load", torque, def.breakTorque, "N m");
    if (has(std::type_identity<DistanceJoint>{}))
        quantityRow(ui, "Present length", static_cast<double>(view.length), "m", "Distance of the anchors.");
    if (const auto* gear = std::get_if<GearJoint>(&def.kind)) drawRatio(ui, *gear);
    if (has(std::type_identity<PrismaticJoint>{}, std::type_identity<WheelJoint>{}))
        quantityRow(ui, "Translation", static_cast<double>(view.translation), "m",
                    "From anchor A to anchor B along the axis.");
    if (has(std::type_identity<RevoluteJoint>{}, std::type_identity<WheelJoint>{},
            std::type_identity<MotorJoint>{}, std::type_identity<WeldJoint>{}))
        valueRow(ui, "Present angle", formatFixed(inDegrees(view.angle), 1) + "°",
                 "Of frame B relative to frame A. Full turns count.");
    if (const auto* pulley = std::get_if<PulleyJoint>(&def.kind))
        quantityRow(ui, "Present length",
                    static_cast<double>(ropeLength(*pulley, view.anchorA, view.anchorB)), "m",
                    "Of the rope at A, plus the ratio times that at B.");
    if (const std::optional<float> error = jointError(world, id))
        quantityRow(ui, "Error", static_cast<double>(*error), "m",
                    "How far the joint is from what it holds. Usually below 0.1 mm.");
}

} // namespace

void drawJoint(const UiContext& ui, const World& world, Selection& selection, History& history,
               Requests& requests, InspectState& inspector)
{
    const JointId id = selection.joint;
    JointRows rows(ui, world, id, history, inspector);
    const JointDef& def = rows.shown();
    if (button(ui, "Delete", "Removes the joint from the world (Del). Can be undone."))
        requests.actions.push_back(Action::DeleteSelection);
    ImGui::SameLine();
    if (button(ui, "Select both bodies", "Selects the two bodies that the joint connects."))
        return selection.select(world, std::array{def.bodyA, def.bodyB});
    heading(ui, withUpperFirst(describeJoint(world, def)).c_str());
    drawBodyLink(ui, world, "Body A", def.bodyA, selection);
    drawBodyLink(ui, world, "Body B", def.bodyB, selection);
    rows.drawKindChoice();
    drawFigures(ui, world, id, def);
    ImGui::Dummy({0.0f, ui.px(4.0f)});
    rows.drawKind();
    const bool canBreak = !std::holds_alternative<FilterJoint>(def.kind); // which holds nothing
    if (hasMotor(def) && foldingHeading(ui, "Keys", hasKeys(def))) rows.drawKeys();
    if (canBreak && foldingHeading(ui, "Break", def.breakForce > 0.0f || def.breakTorque > 0.0f))
        rows.drawCommon(Section::Break);
    if (foldingHeading(ui, "Joint")) rows.drawCommon(Section::General);
    if (foldingHeading(ui, "Anchors", false)) rows.drawCommon(Section::Frames);
}

void drawJointList(const UiContext& ui, const World& world, BodyId body, Selection& selection)
{
    const std::vector<JointId> joints = world.jointsOf(body);
    if (joints.empty() || !foldingHeading(ui, "Joints")) return;
    for (const JointId id : joints) {
        const JointDef def = world.jointDef(id);
        const std::string other = describeBody(world, def.bodyA == body ? def.bodyB : def.bodyA);
        const std::string kind = withUpperFirst(def.name.empty() ? toString(def.kind) : def.name);
        ImGui::PushID(static_cast<int>(id.index));
        if (ImGui::Selectable(kind.c_str(), false)) selection.select(world, id);
        if (ImGui::IsItemHovered()) selection.hoveredJoint = id;
        recordLastItem(ui, fmt::format("{} to {}", kind, other));
        ImGui::PopID();
        ImGui::SameLine(ImGui::GetContentRegionMax().x - ImGui::CalcTextSize(other.c_str()).x);
        ImGui::TextDisabled("%s", other.c_str());
    }
}

} // namespace satbox::app
