// Materials and layers of one or several bodies, and the Inspect panel of several bodies.

#include "app/panels/shape_rows.h"

#include "app/document/commands.h"
#include "app/document/groups.h"
#include "app/document/layers.h"
#include "app/document/material_presets.h"
#include "app/text/format.h"
#include "app/text/names.h"
#include "app/view/overlay_colors.h"
#include "app/widgets/setting_rows.h"
#include "app/widgets/widgets.h"
#include "engine/model/definition_fields.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

namespace satbox::app {

namespace {

constexpr const char* kMixed = "mixed";

// True if get(item) is the same for all items.
template<class Items, class Get>
bool areEqual(const Items& items, Get&& get)
{
    return std::ranges::all_of(items, [&](const auto& item) { return get(item) == get(items.front()); });
}

void drawMaterialRow(const UiContext& ui, const World& world, std::span<const ShapeId> shapes,
                     const MaterialField& field, History& history, std::string_view suffix)
{
    const auto member = std::get<float Material::*>(field.member);
    const auto valueOf = [&](ShapeId shape) { return world.shape(shape).def.material.*member; };
    float value = valueOf(shapes.front());
    if (!materialSlider(ui, world.settings(), field, fmt::format("{}{}", field.label, suffix), &value, {},
                        areEqual(shapes, valueOf) ? nullptr : kMixed))
        return;
    ShapeEdits edits;
    for (const ShapeId shape : shapes) {
        edits.emplace_back(shape, world.shapeDef(shape));
        edits.back().second.material.*member = value;
    }
    history.submit(editShapesCommand(world, edits, field.label));
}

void drawPresetRow(const UiContext& ui, const World& world, std::span<const ShapeId> shapes, History& history,
                   std::string_view suffix)
{
    const std::string label = fmt::format("Material{}", suffix);
    std::array<const char*, kMaterialPresets.size()> names{};
    for (size_t i = 0; i < names.size(); ++i) names[i] = kMaterialPresets[i].name.data();
    const auto presetOfShape = [&](ShapeId shape) { return presetOf(world.shape(shape).def.material); };
    const bool same = areEqual(shapes, presetOfShape);
    int index = same ? presetOfShape(shapes.front()) : -1;
    if (!comboRow(ui, label.c_str(), &index, names, -1,
                  "Sets density, friction and restitution to usual values of a material. The density is "
                  "relative to water, which has 1 kg/m².",
                  same ? "own values" : kMixed))
        return;
    ShapeEdits edits;
    for (const ShapeId shape : shapes) {
        edits.emplace_back(shape, world.shapeDef(shape));
        Material& material = edits.back().second.material;
        material = withPreset(material, static_cast<size_t>(index));
    }
    history.submit(editShapesCommand(world, edits, "material"));
}

// Rows that edit a field of several bodies.
struct BodiesRows {
    const UiContext& ui;
    const World& world;
    std::span<const BodyId> bodies;
    History& history;

    template<class Value>
    bool isSame(Value BodyDef::*member) const
    {
        return areEqual(bodies, [&](BodyId id) { return world.bodyDef(id).*member; });
    }
    template<class Value>
    void submit(Value BodyDef::*member, const Value& value, std::string_view field) const
    {
        BodyEdits edits;
        for (const BodyId body : bodies) {
            edits.emplace_back(body, world.bodyDef(body));
            edits.back().second.*member = value;
        }
        history.submit(editBodiesCommand(world, edits, field));
    }

    void edit(const BodyField& field, const char* tooltip, float BodyDef::*member) const
    {
        float value = world.bodyDef(bodies.front()).*member;
        if (sliderRow(ui,
                      {.label = field.label.data(),
                       .unit = field.unit.data(),
                       .minimum = static_cast<float>(field.usualMinimum),
                       .maximum = std::max(static_cast<float>(field.usualMaximum), value),
                       .defaultValue = BodyDef{}.*member,
                       .tooltip = tooltip,
                       .typedMinimum = static_cast<float>(field.minimum),
                       .typedMaximum = static_cast<float>(field.maximum),
                       .shownText = isSame(member) ? nullptr : kMixed},
                      &value))
            submit(member, value, field.label);
    }
    void edit(const BodyField& field, const char* tooltip, bool BodyDef::*member) const
    {
        bool value = world.bodyDef(bodies.front()).*member;
        const std::string label =
            isSame(member) ? std::string(field.label) : fmt::format("{} ({})", field.label, kMixed);
        if (checkboxRow(ui, label.c_str(), &value, tooltip)) submit(member, value, field.label);
    }
    void edit(const BodyField& field, const char* tooltip, BodyType BodyDef::*member) const
    {
        int index = isSame(member) ? static_cast<int>(world.bodyDef(bodies.front()).type) : -1;
        if (comboRow(ui, field.label.data(), &index, kBodyTypeNames, -1, tooltip, kMixed))
            submit(member, static_cast<BodyType>(index), field.label);
    }
    void edit(const BodyField&, const char* tooltip, DisplayColor BodyDef::*) const
    {
        drawColorRow(ui, world, bodies, history, tooltip);
    }
    template<class Value> // names
    void edit(const BodyField&, const char*, Value BodyDef::*) const
    {}
};

std::string massOf(const World& world, std::span<const BodyId> bodies)
{
    double mass = 0.0;
    for (const BodyId body : bodies)
        if (world.body(body).type == BodyType::Dynamic)
            mass += static_cast<double>(world.body(body).massData.mass);
    return formatQuantity(mass, "kg");
}

// A square of the matrix. Returns true if it was clicked.
bool drawRuleCell(const UiContext& ui, LayerRule rule, const std::string& nameA, const std::string& nameB)
{
    const float side = ui.px(20.0f);
    const std::string label = fmt::format("{} and {}", nameA, nameB);
    const bool clicked = ImGui::InvisibleButton(label.c_str(), {side, side});
    constexpr std::array kRuleNames{"collide", "ignore each other", "mixed"};
    const char* state = kRuleNames[static_cast<size_t>(rule)];
    recordLastItem(ui, label, state);
    const ImVec2 a = ImGui::GetItemRectMin();
    const ImVec2 b = ImGui::GetItemRectMax();
    ImDrawList& out = *ImGui::GetWindowDrawList();
    out.AddRectFilled(a, b, ui.palette.raised.packed(), ui.px(3.0f));
    if (ImGui::IsItemHovered()) out.AddRect(a, b, ui.palette.accent.packed(), ui.px(3.0f));
    const Vec2 middle{0.5f * (a.x + b.x), 0.5f * (a.y + b.y)};
    if (rule == LayerRule::Collide) drawIcon(out, Icon::Check, middle, ui.px(14.0f), ui.palette.accent);
    if (rule == LayerRule::Mixed)
        out.AddRectFilled({middle.x - ui.px(4.0f), middle.y - ui.px(1.0f)},
                          {middle.x + ui.px(4.0f), middle.y + ui.px(1.0f)}, ui.palette.muted.packed());
    itemTooltip(ui, fmt::format("{}: {}. Click to change it for every shape of both layers.", label, state));
    return clicked;
}

} // namespace

bool materialSlider(const UiContext& ui, const WorldSettings& settings, const MaterialField& field,
                    const std::string& label, float* value, std::string_view scope, const char* shownText)
{
    const auto member = std::get<float Material::*>(field.member);
    const std::string reason = whyMaterialInactive(settings, member);
    const std::string help =
        fieldTooltip(field.help, field.usualMinimum, field.usualMaximum, field.unit, reason);
    const std::string tooltip = scope.empty() ? help : fmt::format("{} {}", scope, help);
    const auto high = static_cast<float>(field.usualMaximum);
    ImGui::BeginDisabled(!reason.empty());
    const bool changed = sliderRow(ui,
                                   {.label = label.c_str(),
                                    .unit = field.unit.data(),
                                    .minimum = static_cast<float>(field.usualMinimum),
                                    .maximum = std::max(high, *value),
                                    .defaultValue = Material{}.*member,
                                    .tooltip = tooltip.c_str(),
                                    .logarithmic = high >= 100.0f,
                                    .typedMinimum = static_cast<float>(field.minimum),
                                    .typedMaximum = static_cast<float>(field.maximum),
                                    .shownText = shownText},
                                   value);
    ImGui::EndDisabled();
    return changed;
}

void drawMaterialRows(const UiContext& ui, const World& world, std::span<const ShapeId> shapes,
                      History& history, std::string_view suffix)
{
    if (shapes.empty()) return;
    drawPresetRow(ui, world, shapes, history, suffix);
    for (const MaterialField& field : materialNumbers())
        drawMaterialRow(ui, world, shapes, field, history, suffix);
    const auto slipsTooEasily = [&](ShapeId shape) {
        const Material& material = world.shape(shape).def.material;
        return material.staticFriction < material.dynamicFriction;
    };
    if (std::ranges::any_of(shapes, slipsTooEasily))
        hintText(ui,
                 "Static friction is less than dynamic friction: it takes less force to start a body sliding "
                 "than to keep it sliding.");
}

void drawLayerRow(const UiContext& ui, const World& world, std::span<const BodyId> bodies, History& history)
{
    std::vector<size_t> layers;
    for (const BodyId body : bodies)
        for (const ShapeId shape : world.shapesOf(body))
            layers.push_back(layerOf(world.shape(shape).def.filter));
    if (layers.empty()) return;
    const Scene& scene = history.document().scene;
    std::vector<std::string> names;
    for (size_t i = 0; i < shownLayers(scene, LayerMatrix(world)); ++i) names.push_back(layerName(scene, i));
    std::vector<const char*> shown;
    for (const std::string& name : names) shown.push_back(name.c_str());
    int index = areEqual(layers, [](size_t layer) { return layer; }) ? static_cast<int>(layers.front()) : -1;
    if (comboRow(ui, "Layer", &index, shown, -1,
                 "Collision layer of all its shapes. The matrix of layers below says which layers collide.",
                 kMixed))
        history.submit(setLayerCommand(world, bodies, static_cast<size_t>(index)));
}

void drawLayerMatrix(const UiContext& ui, const World& world, History& history)
{
    const Scene& scene = history.document().scene;
    const LayerMatrix matrix(world);
    const size_t count = shownLayers(scene, matrix);
    const float nameLeft = ui.px(20.0f), nameWidth = ui.px(110.0f);
    const auto columnLeft = [&](size_t column) {
        return nameLeft + nameWidth + ui.px(8.0f + 24.0f * static_cast<float>(column));
    };
    // Rows and columns are numbered.
    const float left = ImGui::GetCursorPosX();
    ImGui::SetCursorPosX(left + nameLeft);
    ImGui::TextDisabled("Name");
    for (size_t column = 0; column < count; ++column) {
        ImGui::SameLine(left + columnLeft(column) + ui.px(6.0f));
        ImGui::TextDisabled("%zu", column + 1);
    }
    for (size_t row = 0; row < count; ++row) {
        ImGui::PushID(static_cast<int>(row));
        ImGui::AlignTextToFramePadding();
        ImGui::TextDisabled("%zu", row + 1);
        ImGui::SameLine(left + nameLeft);
        const std::string name = layerName(scene, row);
        std::array<char, kMaxLayerNameLength + 1> typed{}; // Dear ImGui keeps the text while the user types
        name.copy(typed.data(), typed.size() - 1);
        ImGui::SetNextItemWidth(nameWidth);
        if (ImGui::InputText("##Name", typed.data(), typed.size()))
            history.submit(nameLayerCommand(scene, row, typed.data()));
        takeKeysForText();
        recordLastItem(ui, fmt::format("Name of layer {}", row + 1), name);
        itemTooltip(ui, fmt::format("Name of the layer, which has {}. Click to change it.",
                                    countText(matrix.shapesIn(row), "shape", "shapes")));
        for (size_t column = 0; column <= row; ++column) {
            ImGui::SameLine(left + columnLeft(column));
            ImGui::PushID(static_cast<int>(column));
            const LayerRule rule = matrix.rule(row, column);
            if (drawRuleCell(ui, rule, name, layerName(scene, column)))
                history.submit(setLayerRuleCommand(world, row, column, rule != LayerRule::Collide));
            ImGui::PopID();
        }
        ImGui::PopID();
    }
}

void drawColorRow(const UiContext& ui, const World& world, std::span<const BodyId> bodies, History& history,
                  const char* tooltip)
{
    const auto colorOf = [&](BodyId body) { return world.body(body).color; };
    const DisplayColor color = colorOf(bodies.front());
    const bool same = areEqual(bodies, colorOf);
    std::vector<DisplayColor> values{DisplayColor{}};
    std::vector<Swatch> swatches{{.name = "Automatic", .isAutomatic = true}};
    const auto add = [&](uint32_t rgb, std::string name) {
        values.emplace_back(rgb);
        swatches.push_back({.color = ownColor(ui.palette, rgb), .name = std::move(name)});
    };
    for (const NamedHue& hue : kNamedHues) add(hue.rgb, hue.name);
    if (color && std::find(values.begin(), values.end(), color) == values.end())
        add(color.rgb, fmt::format("#{:06X}", color.rgb));
    const auto at = std::find(values.begin(), values.end(), color) - values.begin();
    int index = same ? static_cast<int>(at) : -1;
    const std::string label = same ? "Colour" : fmt::format("Colour ({})", kMixed);
    if (!swatchRow(ui, label.c_str(), swatches, &index, tooltip)) return;
    BodyEdits edits;
    for (const BodyId body : bodies) {
        edits.emplace_back(body, world.bodyDef(body));
        edits.back().second.color = values[static_cast<size_t>(index)];
    }
    history.submit(editBodiesCommand(world, edits, "colour"));
}

bool drawNameRow(const UiContext& ui, const char* label, bool isTyping, std::string& name,
                 const char* tooltip, const char* shownIfEmpty, InspectState& inspector)
{
    if (!isTyping) {
        inspector.name.fill('\0');
        name.copy(inspector.name.data(), inspector.name.size() - 1);
    }
    if (!textRow(ui, label, inspector.name.data(), inspector.name.size(), tooltip, shownIfEmpty))
        return false;
    name = inspector.name.data();
    return true;
}

void drawSeveralBodies(const UiContext& ui, const World& world, std::span<const BodyId> bodies,
                       History& history)
{
    const char* const form = isOneGroup(world, bodies) ? "Group of {} bodies" : "{} bodies";
    heading(ui, fmt::format(fmt::runtime(form), bodies.size()).c_str());
    valueRow(ui, "Mass of dynamic bodies", massOf(world, bodies));
    std::vector<ShapeId> shapes;
    for (const BodyId body : bodies)
        for (const ShapeId shape : world.shapesOf(body)) shapes.push_back(shape);
    if (foldingHeading(ui, "Surface and density")) drawMaterialRows(ui, world, shapes, history);
    if (!foldingHeading(ui, "Bodies")) return;
    const BodiesRows rows{ui, world, bodies, history};
    const auto drawFields = [&](bool rare) {
        for (const BodyField& field : bodyFields()) {
            // Names, poses and velocities belong to each body alone.
            if (!field.shownInInspector || field.isRare != rare ||
                std::holds_alternative<std::monostate>(field.stored))
                continue;
            const std::string tooltip =
                fieldTooltip(field.help, field.usualMinimum, field.usualMaximum, field.unit, "");
            std::visit([&](auto member) { rows.edit(field, tooltip.c_str(), member); }, field.member);
        }
    };
    drawFields(false);
    drawLayerRow(ui, world, bodies, history);
    if (foldingHeading(ui, kRareFieldsHeading, false)) drawFields(true);
}

} // namespace satbox::app
