// The Inspect panel: the selected body, its shapes, joints and contacts. Every edit is a command.

#include "app/document/commands.h"
#include "app/document/groups.h"
#include "app/panels/joint_rows.h"
#include "app/panels/key_row.h"
#include "app/panels/panels.h"
#include "app/panels/shape_rows.h"
#include "app/text/format.h"
#include "app/text/names.h"
#include "app/widgets/empty_state.h"
#include "app/widgets/setting_rows.h"
#include "app/widgets/slider_scale.h"
#include "app/widgets/widgets.h"
#include "engine/geometry/box_extents.h"
#include "engine/model/definition_fields.h"
#include <satbox/shapes.h>

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace satbox::app {

namespace {

constexpr float kDegrees = 180.0f / kPi;
constexpr float kMaxTypedAngle = 200.0f * kPi; // 100 turns
constexpr float kMaxTypedSize = 1e4f;          // m

// Rows that edit one body: each submits the whole definition with one field changed.
struct BodyRows {
    const UiContext& ui;
    const World& world;
    BodyId id;
    History& history;

    void submit(const BodyDef& def, std::string_view field) const
    {
        history.submit(editBodyCommand(world, id, def, field));
    }

    // The row of a field; greyed out, with the reason in its tooltip, where it has no effect.
    void row(const BodyField& field, InspectState& inspector) const
    {
        BodyDef def = world.bodyDef(id);
        const std::string reason = field.key == "bullet" ? whyInactive(world.settings(), "continuous")
                                   : field.key == "center" && !def.ownCenter
                                       ? "No effect while \"Own centre of mass\" is off."
                                   : isSpeedOfKeys(field) && !hasKeys(def) ? "No effect without a key."
                                                                           : "";
        const std::string tooltip =
            fieldTooltip(field.help, field.usualMinimum, field.usualMaximum, field.unit, reason);
        ImGui::BeginDisabled(!reason.empty());
        std::visit([&](auto member) { edit(field, tooltip.c_str(), def, def.*member, inspector); },
                   field.member);
        ImGui::EndDisabled();
    }

    // Of a character: its keys, and what they do with them.
    void drawKeys(InspectState& inspector) const
    {
        for (const BodyField& field : bodyFields())
            if (field.key.ends_with("Key") || isSpeedOfKeys(field)) row(field, inspector);
    }

  private:
    static bool isSpeedOfKeys(const BodyField& field)
    {
        return field.key == "walkSpeed" || field.key == "jumpSpeed" || field.key == "pushForce";
    }

    SliderSpec slider(const BodyField& field, const char* tooltip, float value, float defaultValue) const
    {
        const bool isSymmetric = field.usualMinimum == -field.usualMaximum;
        const float reach = sliderRangeFor(std::abs(value), static_cast<float>(field.usualMaximum));
        return {.label = field.label.data(),
                .unit = field.unit.data(),
                .minimum = isSymmetric ? -reach : static_cast<float>(field.usualMinimum),
                .maximum = isSymmetric ? reach : static_cast<float>(field.usualMaximum),
                .defaultValue = defaultValue,
                .tooltip = tooltip,
                .typedMinimum = static_cast<float>(field.minimum),
                .typedMaximum = static_cast<float>(field.maximum)};
    }

    void edit(const BodyField& field, const char* tooltip, BodyDef& def, float& value, InspectState&) const
    {
        const float defaultValue = BodyDef{}.*std::get<float BodyDef::*>(field.member);
        if (sliderRow(ui, slider(field, tooltip, value, defaultValue), &value)) submit(def, field.label);
    }
    // One slider per axis, with a common range and without reset buttons.
    void edit(const BodyField& field, const char* tooltip, BodyDef& def, Vec2& value, InspectState&) const
    {
        const float size = std::max(std::abs(value.x), std::abs(value.y));
        for (const int axis : {0, 1}) {
            SliderSpec spec = slider(field, tooltip, size, value[axis]);
            const std::string name = fmt::format("{} {}", field.label, axis == 0 ? "x" : "y");
            spec.label = name.c_str();
            if (sliderRow(ui, spec, &value[axis])) submit(def, field.label);
        }
    }
    void edit(const BodyField& field, const char* tooltip, BodyDef& def, Position& value, InspectState&) const
    {
        const Vec2 shown = toVec2(value);
        const float size = std::max(std::abs(shown.x), std::abs(shown.y));
        for (double Position::*const axis : {&Position::x, &Position::y}) {
            auto coordinate = static_cast<float>(value.*axis);
            SliderSpec spec = slider(field, tooltip, size, coordinate);
            const std::string name = fmt::format("{} {}", field.label, axis == &Position::x ? "x" : "y");
            spec.label = name.c_str();
            if (!sliderRow(ui, spec, &coordinate)) continue;
            value.*axis = static_cast<double>(coordinate);
            submit(def, field.label);
        }
    }
    void edit(const BodyField& field, const char* tooltip, BodyDef& def, Rot& value, InspectState&) const
    {
        float angle = angleOf(value);
        if (sliderRow(ui,
                      {.label = field.label.data(),
                       .unit = "°",
                       .minimum = -kPi,
                       .maximum = kPi,
                       .defaultValue = 0.0f,
                       .tooltip = tooltip,
                       .displayFactor = kDegrees,
                       .typedMinimum = -kMaxTypedAngle,
                       .typedMaximum = kMaxTypedAngle},
                      &angle)) {
            value = makeRot(angle);
            submit(def, field.label);
        }
    }
    void edit(const BodyField& field, const char* tooltip, BodyDef& def, bool& value, InspectState&) const
    {
        if (checkboxRow(ui, field.label.data(), &value, tooltip)) submit(def, field.label);
    }
    void edit(const BodyField& field, const char* tooltip, BodyDef& def, BodyType& value, InspectState&) const
    {
        int index = static_cast<int>(value);
        if (!comboRow(ui, field.label.data(), &index, kBodyTypeNames, -1, tooltip)) return;
        value = static_cast<BodyType>(index);
        submit(def, field.label);
    }
    void edit(const BodyField& field, const char* tooltip, BodyDef& def, std::string& value,
              InspectState& inspector) const
    {
        for (const CharacterKey which : {CharacterKey::Left, CharacterKey::Right, CharacterKey::Jump}) {
            if (&(def.*memberOf(which)) != &value) continue;
            if (drawKeyRow(ui, field.label.data(), value, tooltip, CharacterKeySlot{id, which}, inspector))
                submit(withKey(def, which, {}), field.label);
            return;
        }
        const bool isTyping =
            inspector.nameOwner == decltype(inspector.nameOwner){id} && ImGui::GetIO().WantTextInput;
        inspector.nameOwner = id;
        if (drawNameRow(ui, field.label.data(), isTyping, value, tooltip, describeBody(world, id).c_str(),
                        inspector))
            submit(def, field.label);
    }
    void edit(const BodyField& field, const char* tooltip, BodyDef&, uint64_t value, InspectState&) const
    {
        valueRow(ui, field.label.data(), formatCount(value), tooltip);
    }
    void edit(const BodyField&, const char* tooltip, BodyDef&, DisplayColor&, InspectState&) const
    {
        drawColorRow(ui, world, {&id, 1}, history, tooltip);
    }
};

void drawBodyRows(const BodyRows& rows, InspectState& inspector)
{
    const UiContext& ui = rows.ui;
    const World& world = rows.world;
    const Body& body = world.body(rows.id);
    const BodyMotion& motion = world.motion(rows.id);
    if (body.quarantined) {
        ImGui::PushStyleColor(ImGuiCol_Text, ui.palette.error.packed());
        ImGui::TextWrapped("Frozen: its position or velocity was not finite, or it was more than 2,000 km "
                           "from the origin. Set a new position or velocity, or delete the body.");
        ImGui::PopStyleColor();
    }
    const auto drawFields = [&](bool rare) {
        for (const BodyField& field : bodyFields())
            if (field.shownInInspector && field.isRare == rare &&
                (body.type != BodyType::Static || !field.notForStatic))
                rows.row(field, inspector);
    };
    drawFields(false);
    if (body.type == BodyType::Dynamic && foldingHeading(ui, kRareFieldsHeading, false)) drawFields(true);

    ImGui::Dummy({0.0f, ui.px(4.0f)});
    if (body.type == BodyType::Dynamic) {
        const float inertia = body.massData.inertia;
        quantityRow(ui, "Mass", static_cast<double>(body.massData.mass), "kg",
                    "Density times area, summed over the shapes.");
        quantityRow(ui, "Rotational inertia", static_cast<double>(inertia), "kg m²",
                    "Moment of inertia about the centre of mass.");
        const double energy =
            0.5 * static_cast<double>(body.massData.mass) * static_cast<double>(lengthSquared(motion.v)) +
            0.5 * static_cast<double>(inertia) * static_cast<double>(motion.w * motion.w);
        quantityRow(ui, "Kinetic energy", energy, "J", "Translational plus rotational kinetic energy.");
        quantityRow(ui, "Speed", static_cast<double>(length(motion.v)), "m/s");
    }
    valueRow(ui, "Centre of mass",
             fmt::format("{}, {} m", formatFixed(static_cast<double>(motion.center.x), 3),
                         formatFixed(static_cast<double>(motion.center.y), 3)));
    if (body.type != BodyType::Static) valueRow(ui, "State", body.awake ? "awake" : "asleep");
}

// Rows that edit one shape.
struct ShapeRows {
    const UiContext& ui;
    const World& world;
    ShapeId id;
    size_t index;
    History& history;

    // Widget labels must be unique in a panel, so they carry the index of the shape.
    std::string label(const char* text) const { return fmt::format("{}##{}", text, index); }
    void submit(const ShapeDef& def, std::string_view field) const
    {
        history.submit(editShapeCommand(world, id, def, field));
    }
    bool size(const char* text, float* value, const char* tooltip) const
    {
        return sliderRow(ui,
                         {.label = label(text).c_str(),
                          .unit = "m",
                          .minimum = 0.01f,
                          .maximum = std::max(20.0f, *value),
                          .defaultValue = *value,
                          .tooltip = tooltip,
                          .logarithmic = true,
                          .typedMinimum = kMinSize,
                          .typedMaximum = kMaxTypedSize},
                         value);
    }
    // Category and mask in hexadecimal, read only; a slider for the group.
    void filter(const FilterField& field) const
    {
        ShapeDef def = world.shapeDef(id);
        const std::string name = label(field.label.data());
        if (const auto* bits = std::get_if<uint64_t Filter::*>(&field.member)) {
            valueRow(ui, name.c_str(), fmt::format("{:X}", def.filter.*(*bits)), field.help.data());
        } else if (int* value = &(def.filter.*std::get<int32_t Filter::*>(field.member));
                   intSliderRow(ui,
                                {.label = name.c_str(),
                                 .minimum = static_cast<int>(field.usualMinimum),
                                 .maximum = static_cast<int>(field.usualMaximum),
                                 .defaultValue = 0,
                                 .tooltip = field.help.data(),
                                 .typedMinimum = static_cast<int>(field.minimum),
                                 .typedMaximum = static_cast<int>(field.maximum)},
                                value)) {
            submit(def, field.label);
        }
    }
};

// Rows of a polygon's size and round corners. Whether one of them changed `def`.
bool drawPolygonRows(const ShapeRows& rows, const Polygon& polygon, ShapeDef& def)
{
    Polygon changed = polygon;
    const bool isRounded = polygon.radius > 0.0f;
    if (const std::optional<Vec2> extents = boxHalfExtents(polygon)) {
        float width = 2.0f * extents->x;
        float height = 2.0f * extents->y;
        const bool wider =
            rows.size(isRounded ? "Width of the core" : "Width", &width,
                      isRounded ? "Width between the centres of the round corners. In m, usually 0.1 to 5."
                                : "Width of the box. In m, usually 0.1 to 5.");
        const bool higher =
            rows.size(isRounded ? "Height of the core" : "Height", &height,
                      isRounded ? "Height between the centres of the round corners. In m, usually 0.1 to 5."
                                : "Height of the box. In m, usually 0.1 to 5.");
        if (wider || higher) changed = makeRoundedBox(0.5f * width, 0.5f * height, polygon.radius);
    } else {
        valueRow(rows.ui, rows.label("Vertices").c_str(), std::to_string(polygon.count));
    }
    float radius = polygon.radius;
    if (sliderRow(rows.ui,
                  {.label = rows.label("Corner radius").c_str(),
                   .unit = "m",
                   .maximum = std::max(1.0f, radius),
                   .defaultValue = 0.0f,
                   .tooltip =
                       "Rounds the corners: the shape reaches this far beyond its edges. In m, usually 0 "
                       "to 0.5; 0 makes them sharp.",
                   .typedMaximum = kMaxTypedSize},
                  &radius))
        changed.radius = radius < kMinSize ? 0.0f : radius;
    if (changed == polygon) return false;
    def.geometry = changed;
    return true;
}

void drawGeometryRows(const ShapeRows& rows)
{
    ShapeDef def = rows.world.shapeDef(rows.id);
    bool changed = false;
    if (Circle* circle = std::get_if<Circle>(&def.geometry)) {
        changed = rows.size("Radius", &circle->radius, "Radius of the circle. In m, usually 0.1 to 2.");
    } else if (Capsule* capsule = std::get_if<Capsule>(&def.geometry)) {
        changed =
            rows.size("Radius", &capsule->radius, "Half of the capsule's thickness. In m, usually 0.1 to 2.");
        const Vec2 middle = 0.5f * (capsule->p1 + capsule->p2);
        const Vec2 along = normalizeOrZero(capsule->p2 - capsule->p1);
        float core = length(capsule->p2 - capsule->p1);
        if (rows.size("Length of the core", &core,
                      "Distance between the centres of the round ends. In m, usually 0.1 to 5.")) {
            capsule->p1 = middle - 0.5f * core * along;
            capsule->p2 = middle + 0.5f * core * along;
            changed = true;
        }
    } else if (const Polygon* polygon = std::get_if<Polygon>(&def.geometry)) {
        changed = drawPolygonRows(rows, *polygon, def);
    } else if (const Segment* segment = std::get_if<Segment>(&def.geometry)) {
        valueRow(rows.ui, rows.label("Length").c_str(),
                 formatQuantity(static_cast<double>(length(segment->p2 - segment->p1)), "m"));
        valueRow(rows.ui, rows.label("Collides").c_str(),
                 segment->oneSided ? "from one side" : "from both sides",
                 "A piece of a chain collides only on the side without ticks, and its joints are smooth.");
    }
    if (changed) rows.submit(def, "size");
    const float area = computeArea(def.geometry);
    if (area > 0.0f)
        valueRow(rows.ui, rows.label("Area").c_str(), formatNumber(static_cast<double>(area)) + " m²");
}

void drawShapeRows(const ShapeRows& rows)
{
    drawGeometryRows(rows);
    // The material of an only shape is that of the body, above.
    if (rows.world.shapesOf(rows.world.bodyOf(rows.id)).size() > 1)
        drawMaterialRows(rows.ui, rows.world, {&rows.id, 1}, rows.history, fmt::format("##{}", rows.index));
    ShapeDef def = rows.world.shapeDef(rows.id);
    // The other fields of shapeFields() are for programs that use the engine.
    if (checkboxRow(rows.ui, rows.label("Sensor").c_str(), &def.sensor,
                    "Reports overlapping shapes but exerts no forces."))
        rows.submit(def, "sensor");
    def = rows.world.shapeDef(rows.id);
    for (const FilterField& field : filterFields()) rows.filter(field);
}

// One row per contact of the body. Hovering highlights it in the world, a click selects it.
void drawContactRows(const UiContext& ui, const World& world, BodyId id, Selection& selection,
                     Requests& requests)
{
    int shown = 0;
    world.forEachContactView([&](const ContactView& view) {
        const Contact& contact = *view.contact;
        if (view.points.empty() || (contact.bodyA != id.index && contact.bodyB != id.index)) return;
        const uint32_t other = contact.bodyA == id.index ? contact.bodyB : contact.bodyA;
        float deepest = view.points[0].separation;
        float impulse = 0.0f;
        for (const ContactPoint& point : view.points) {
            deepest = std::min(deepest, point.separation);
            impulse += point.totalImpulse;
        }
        const ContactKey key = keyOf(world, contact);
        const bool chosen = selection.contact && selection.contact->shapeA == key.shapeA &&
                            selection.contact->shapeB == key.shapeB;
        const std::string name = describeBody(world, world.bodyAt(other));
        ImGui::PushID(shown++);
        if (ImGui::Selectable(name.c_str(), chosen)) selection.contact = key;
        if (ImGui::IsItemHovered()) selection.hoveredContact = key;
        recordLastItem(ui, "Contact with " + name);
        ImGui::PopID();
        const std::string values =
            fmt::format("{} mm   {}", formatNumber(std::max(-1000.0 * static_cast<double>(deepest), 0.0)),
                        formatQuantity(static_cast<double>(impulse), "N s"));
        ImGui::SameLine(ImGui::GetContentRegionMax().x - ImGui::CalcTextSize(values.c_str()).x);
        ImGui::TextDisabled("%s", values.c_str());
    });
    if (shown == 0 &&
        emptyState(ui, {.picture = EmptyPicture::Contact,
                        .text = "This body touches nothing. Its contacts are listed here, each "
                                "with its overlap and impulse.",
                        .button = "Single step",
                        .tooltip = "Makes one step and pauses. Contacts begin when boxes meet."}))
        requests.actions.push_back(Action::StepOnce);
}

// Adds space below a list of `height` window points.
void reserveRoom(InspectState::ContactRoom& room, bool isPaused, BodyId body, float height)
{
    const bool keeps = room.body == body && !isPaused;
    room.height = keeps ? std::max(room.height, height) : height;
    room.body = body;
    if (room.height > height) ImGui::Dummy({0.0f, room.height - height - ImGui::GetStyle().ItemSpacing.y});
}

void drawWorldSummary(const UiContext& ui, const World& world, Requests& requests)
{
    if (emptyState(ui,
                   {.picture = EmptyPicture::Body,
                    .text = "Nothing is selected. Click a body to inspect and edit it, or a contact point "
                            "to pin its card.",
                    .button = "List all bodies",
                    .tooltip = "Opens the list, in which a click selects a body and a double click flies "
                               "to it."}))
        requests.actions.push_back(Action::ToggleBodyList);
    heading(ui, "World");
    const WorldCounters counters = world.counters();
    valueRow(ui, "Bodies", formatCount(static_cast<uint64_t>(counters.bodies)));
    valueRow(ui, "Shapes", formatCount(static_cast<uint64_t>(counters.shapes)));
    quantityRow(ui, "Mass of dynamic bodies", static_cast<double>(world.totalMass()), "kg");
    valueRow(ui, "Contacts", formatCount(static_cast<uint64_t>(counters.contactsWithPoints)));
}

// Of a single body that belongs to a group.
void drawGroupButton(const UiContext& ui, const World& world, Selection& selection)
{
    const std::vector<BodyId> group = groupOf(world, selection.body);
    if (group.size() < 2) return;
    ImGui::SameLine();
    if (button(ui, fmt::format("Select its group of {}", group.size()).c_str(),
               "Selects the bodies that belong together, as a click on one of them does."))
        selection.add(world, group);
}

} // namespace

void drawInspectPanel(const UiContext& ui, const World& world, bool isPaused, Selection& selection,
                      History& history, Requests& requests, InspectState& inspector)
{
    if (world.isValid(selection.joint)) return drawJoint(ui, world, selection, history, requests, inspector);
    const BodyId id = selection.body;
    if (!world.isValid(id)) {
        drawWorldSummary(ui, world, requests);
        return;
    }
    if (button(ui, "Duplicate", "Adds a copy beside what is selected (Ctrl+D)."))
        requests.actions.push_back(Action::DuplicateSelection);
    ImGui::SameLine();
    if (button(ui, "Delete", "Removes what is selected from the world (Del). Can be undone."))
        requests.actions.push_back(Action::DeleteSelection);
    if (selection.count() > 1) {
        const bool isGroup = isOneGroup(world, selection.bodies());
        ImGui::SameLine();
        if (button(ui, isGroup ? "Ungroup" : "Group",
                   isGroup
                       ? "The bodies leave their group (Ctrl+Shift+G). The simulation stays the same."
                       : "A click selects all of them from now on (Ctrl+G). The simulation stays the same."))
            requests.actions.push_back(isGroup ? Action::UngroupSelection : Action::GroupSelection);
        drawSeveralBodies(ui, world, selection.bodies(), history);
        if (foldingHeading(ui, "Layers", false)) drawLayerMatrix(ui, world, history);
        return;
    }

    drawGroupButton(ui, world, selection);
    const std::vector<ShapeId> shapes = world.shapesOf(id);
    if (!shapes.empty() && foldingHeading(ui, "Surface and density"))
        drawMaterialRows(ui, world, shapes, history);
    const BodyRows rows{ui, world, id, history};
    if (foldingHeading(ui, "Body")) drawBodyRows(rows, inspector);
    if (canBeCharacter(world, id) && foldingHeading(ui, "Keys", hasKeys(world.bodyDef(id))))
        rows.drawKeys(inspector);
    for (size_t i = 0; i < shapes.size(); ++i) {
        const std::string title =
            shapes.size() == 1
                ? fmt::format("Shape: {}", toString(kindOf(world.shape(shapes[i]).shape)))
                : fmt::format("Shape {}: {}", i + 1, toString(kindOf(world.shape(shapes[i]).shape)));
        // With more than two shapes, only the selected one starts open.
        if (foldingHeading(ui, title.c_str(), shapes.size() <= 2 || shapes[i] == selection.shape))
            drawShapeRows({ui, world, shapes[i], i, history});
    }
    if (foldingHeading(ui, "Layers", false)) {
        drawLayerRow(ui, world, {&id, 1}, history);
        drawLayerMatrix(ui, world, history);
    }
    drawJointList(ui, world, id, selection);
    if (!foldingHeading(ui, "Contacts")) return;
    const float top = ImGui::GetCursorPosY();
    drawContactRows(ui, world, id, selection, requests);
    reserveRoom(inspector.contactRoom, isPaused, id, ImGui::GetCursorPosY() - top);
}

} // namespace satbox::app
