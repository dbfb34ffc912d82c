// The Inspector: the selected body, its shapes and its contacts. Every edit is a command.

#include "app/editor/commands.h"
#include "app/ui/format.h"
#include "app/ui/panels.h"
#include "app/ui/setting_rows.h"
#include "app/ui/widgets.h"
#include "engine/geometry/mass.h"
#include "engine/geometry/polygon.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace satbox::app {

namespace {

constexpr float kDegrees = 180.0f / kPi;

// The symmetric slider range that contains `size`: `least` times 1, 2, 5, 10, ... Coarse steps, so that the
// range does not change in every frame.
float sliderRangeFor(float size, float least)
{
    float reach = least;
    while (reach < size && reach < 1e6f)
        for (const float factor : {2.0f, 2.5f, 2.0f})
            if (reach < size) reach *= factor;
    return reach;
}

// Rows that edit one body: each submits the whole definition with one field changed.
struct BodyRows {
    const UiContext& ui;
    const World& world;
    BodyId id;
    CommandStack& commands;

    void submit(const BodyDef& def, std::string_view field) const
    {
        commands.submit(editBodyCommand(world, id, def, field));
    }

    void number(const char* label, const char* unit, float BodyDef::*member, float low, float high,
                const char* tooltip) const
    {
        BodyDef def = world.bodyDef(id);
        if (sliderRow(ui,
                      {.label = label,
                       .unit = unit,
                       .minimum = low,
                       .maximum = high,
                       .defaultValue = BodyDef{}.*member,
                       .tooltip = tooltip},
                      &(def.*member)))
            submit(def, label);
    }

    void vector(const char* label, const char* unit, Vec2 BodyDef::*member, float reach,
                const char* tooltip) const
    {
        for (const int axis : {0, 1}) {
            BodyDef def = world.bodyDef(id);
            const std::string name = fmt::format("{} {}", label, axis == 0 ? "x" : "y");
            if (sliderRow(ui,
                          {.label = name.c_str(),
                           .unit = unit,
                           .minimum = -reach,
                           .maximum = reach,
                           .defaultValue = (def.*member)[axis],
                           .tooltip = tooltip},
                          &(def.*member)[axis]))
                submit(def, label);
        }
    }

    void position(float reach) const
    {
        for (double Position::*const axis : {&Position::x, &Position::y}) {
            BodyDef def = world.bodyDef(id);
            auto value = static_cast<float>(def.position.*axis);
            if (!sliderRow(ui,
                           {.label = axis == &Position::x ? "Position x" : "Position y",
                            .unit = "m",
                            .minimum = -reach,
                            .maximum = reach,
                            .defaultValue = value,
                            .tooltip = "Position of the body's origin. In m, usually -20 to 20."},
                           &value))
                continue;
            def.position.*axis = static_cast<double>(value);
            submit(def, "Position");
        }
    }

    // Disabled if `inactiveReason` is not empty.
    void flag(const char* label, bool BodyDef::*member, const char* tooltip,
              const std::string& inactiveReason = {}) const
    {
        BodyDef def = world.bodyDef(id);
        const std::string help =
            inactiveReason.empty() ? tooltip : fmt::format("{}\n{}", tooltip, inactiveReason);
        ImGui::BeginDisabled(!inactiveReason.empty());
        if (checkboxRow(ui, label, &(def.*member), help.c_str())) submit(def, label);
        ImGui::EndDisabled();
    }
};

void drawNameRow(const BodyRows& rows, InspectorState& inspector)
{
    BodyDef def = rows.world.bodyDef(rows.id);
    // While the user types, the field keeps the typed text; otherwise it shows the body's name.
    const bool typing = inspector.nameFieldBody == rows.id && ImGui::GetIO().WantTextInput;
    if (!typing) {
        inspector.nameFieldBody = rows.id;
        inspector.name.fill('\0');
        def.name.copy(inspector.name.data(), inspector.name.size() - 1);
    }
    if (textRow(rows.ui, "Name", inspector.name.data(), inspector.name.size(),
                "Name of the body in lists, labels and messages. It need not be unique.")) {
        def.name = inspector.name.data();
        rows.submit(def, "name");
    }
}

void drawBodyRows(const BodyRows& rows, InspectorState& inspector)
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
    drawNameRow(rows, inspector);
    constexpr std::array types{"Static", "Kinematic", "Dynamic"};
    BodyDef def = world.bodyDef(rows.id);
    int type = static_cast<int>(def.type);
    if (comboRow(ui, "Type", &type, types, -1,
                 "Static bodies never move. Kinematic bodies move at their own velocity and nothing pushes "
                 "them. Dynamic bodies are moved by forces and contacts.")) {
        def.type = static_cast<BodyType>(type);
        rows.submit(def, "type");
    }

    const Vec2 p = toVec2(motion.origin());
    rows.position(sliderRangeFor(std::max(std::abs(p.x), std::abs(p.y)), 20.0f));
    def = world.bodyDef(rows.id);
    float angle = angleOf(def.rotation);
    if (sliderRow(ui,
                  {.label = "Angle",
                   .unit = "°",
                   .minimum = -kPi,
                   .maximum = kPi,
                   .defaultValue = 0.0f,
                   .tooltip = "Rotation of the body, counter-clockwise. In degrees, -180 to 180.",
                   .displayFactor = kDegrees},
                  &angle)) {
        def.rotation = makeRot(angle);
        rows.submit(def, "angle");
    }
    if (body.type != BodyType::Static) {
        rows.vector("Velocity", "m/s", &BodyDef::linearVelocity,
                    sliderRangeFor(std::max(std::abs(motion.v.x), std::abs(motion.v.y)), 20.0f),
                    "Velocity of the centre of mass. In m/s, usually -20 to 20.");
        const float spin = sliderRangeFor(std::abs(motion.w), 20.0f);
        rows.number("Angular velocity", "rad/s", &BodyDef::angularVelocity, -spin, spin,
                    "Rate of rotation, counter-clockwise. In rad/s, usually -20 to 20.");
        rows.number(
            "Gravity scale", "", &BodyDef::gravityScale, -2.0f, 4.0f,
            "Factor on the world's gravity for this body. No unit, usually 1; 0 makes the body weightless.");
        rows.number("Linear damping", "s⁻¹", &BodyDef::linearDamping, 0.0f, 10.0f,
                    "Rate at which the velocity decays, as in a viscous fluid. In s⁻¹, usually 0 to 2.");
        rows.number("Angular damping", "s⁻¹", &BodyDef::angularDamping, 0.0f, 10.0f,
                    "Rate at which the angular velocity decays. In s⁻¹, usually 0 to 2.");
        rows.flag(
            "Fixed rotation", &BodyDef::fixedRotation,
            "Prevents rotation: the rotational inertia is infinite. For bodies that must stay upright.");
        rows.flag("Sleep allowed", &BodyDef::sleepAllowed,
                  "Lets the body fall asleep at rest, which saves computing time.");
        rows.flag("Bullet", &BodyDef::bullet,
                  "Also prevents tunnelling through other moving bodies. For small, fast bodies; costs "
                  "computing time.",
                  whyInactive(rows.world.settings(), "continuous"));
    }
    rows.flag("Enabled", &BodyDef::enabled,
              "When off, the body keeps its pose but neither moves nor collides.");

    ImGui::Dummy({0.0f, ui.px(4.0f)});
    if (body.type == BodyType::Dynamic) {
        const float inertia = body.massData.inertia;
        valueRow(ui, "Mass", formatQuantity(static_cast<double>(body.massData.mass), "kg"),
                 "Density times area, summed over the shapes.");
        valueRow(ui, "Rotational inertia", formatQuantity(static_cast<double>(inertia), "kg m²"),
                 "Moment of inertia about the centre of mass.");
        const double energy =
            0.5 * static_cast<double>(body.massData.mass) * static_cast<double>(lengthSquared(motion.v)) +
            0.5 * static_cast<double>(inertia) * static_cast<double>(motion.w * motion.w);
        valueRow(ui, "Kinetic energy", formatQuantity(energy, "J"),
                 "Translational plus rotational kinetic energy.");
        valueRow(ui, "Speed", formatQuantity(static_cast<double>(length(motion.v)), "m/s"));
    }
    valueRow(ui, "Centre of mass",
             fmt::format("{}, {} m", formatFixed(static_cast<double>(motion.center.x), 3),
                         formatFixed(static_cast<double>(motion.center.y), 3)));
    if (body.type != BodyType::Static) valueRow(ui, "State", body.awake ? "awake" : "asleep");
}

// Half extents of a polygon that makeBox could have made; nothing for any other polygon.
std::optional<Vec2> boxExtents(const Polygon& p)
{
    if (p.count != 4) return std::nullopt;
    Vec2 extents{0.0f, 0.0f};
    for (const Vec2 v : p.points()) extents = maximum(extents, {std::abs(v.x), std::abs(v.y)});
    for (const Vec2 v : p.points())
        if (std::abs(v.x) != extents.x || std::abs(v.y) != extents.y) return std::nullopt;
    return extents;
}

// Rows that edit one shape.
struct ShapeRows {
    const UiContext& ui;
    const World& world;
    ShapeId id;
    size_t index;
    CommandStack& commands;

    // Widget labels must be unique in a panel, so they carry the index of the shape.
    std::string label(const char* text) const { return fmt::format("{}##{}", text, index); }
    void submit(const ShapeDef& def, std::string_view field) const
    {
        commands.submit(editShapeCommand(world, id, def, field));
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
                          .logarithmic = true},
                         value);
    }
    void material(const char* text, const char* unit, float Material::*member, float high,
                  const char* tooltip, bool logarithmic = false) const
    {
        ShapeDef def = world.shapeDef(id);
        const std::string reason = whyMaterialInactive(world.settings(), member);
        const std::string help = reason.empty() ? tooltip : fmt::format("{}\n{}", tooltip, reason);
        ImGui::BeginDisabled(!reason.empty());
        if (sliderRow(ui,
                      {.label = label(text).c_str(),
                       .unit = unit,
                       .minimum = 0.0f,
                       .maximum = std::max(high, def.material.*member),
                       .defaultValue = Material{}.*member,
                       .tooltip = help.c_str(),
                       .logarithmic = logarithmic},
                      &(def.material.*member)))
            submit(def, text);
        ImGui::EndDisabled();
    }
};

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
        if (const std::optional<Vec2> extents = boxExtents(*polygon)) {
            float width = 2.0f * extents->x;
            float height = 2.0f * extents->y;
            const bool wider = rows.size("Width", &width, "Width of the box. In m, usually 0.1 to 5.");
            const bool higher = rows.size("Height", &height, "Height of the box. In m, usually 0.1 to 5.");
            if (wider || higher) {
                def.geometry = makeBox(0.5f * width, 0.5f * height);
                changed = true;
            }
        } else {
            valueRow(rows.ui, rows.label("Vertices").c_str(), std::to_string(polygon->count));
        }
    } else if (const Segment* segment = std::get_if<Segment>(&def.geometry)) {
        valueRow(rows.ui, rows.label("Length").c_str(),
                 formatQuantity(static_cast<double>(length(segment->p2 - segment->p1)), "m"));
    }
    if (changed) rows.submit(def, "size");
    const float area = computeArea(def.geometry);
    if (area > 0.0f)
        valueRow(rows.ui, rows.label("Area").c_str(), formatNumber(static_cast<double>(area)) + " m²");
}

void drawShapeRows(const ShapeRows& rows)
{
    drawGeometryRows(rows);
    rows.material("Density", "kg/m²", &Material::density, 100.0f,
                  "Mass per area. In kg/m², usually 0.1 to 10.", true);
    rows.material("Static friction", "", &Material::staticFriction, 1.5f,
                  "Coulomb coefficient while the surfaces stick. No unit, usually 0 to 1.");
    rows.material("Dynamic friction", "", &Material::dynamicFriction, 1.5f,
                  "Coulomb coefficient while the surfaces slide. No unit, usually 0 to 1.");
    rows.material(
        "Restitution", "", &Material::restitution, 1.0f,
        "Bounciness: rebound speed over approach speed. No unit; 0 does not bounce, 1 bounces fully.");
    ShapeDef def = rows.world.shapeDef(rows.id);
    if (checkboxRow(rows.ui, rows.label("Sensor").c_str(), &def.sensor,
                    "Reports overlapping shapes but exerts no forces."))
        rows.submit(def, "sensor");
    def = rows.world.shapeDef(rows.id);
    if (intSliderRow(rows.ui,
                     {.label = rows.label("Group").c_str(),
                      .minimum = -8,
                      .maximum = 8,
                      .defaultValue = 0,
                      .tooltip = "Shapes of the same group always collide if it is positive and never if it "
                                 "is negative. No unit, -8 to 8; 0 is no group."},
                     &def.filter.group))
        rows.submit(def, "group");
    valueRow(rows.ui, rows.label("Category, mask").c_str(),
             fmt::format("{:X}, {:X}", def.filter.category, def.filter.mask),
             "Two shapes collide if the category of each is in the mask of the other. Hexadecimal.");
}

// One row per contact of the body. Hovering highlights it in the world, a click selects it.
void drawContactRows(const UiContext& ui, const World& world, BodyId id, Selection& selection)
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
    if (shown == 0) hintText(ui, "This body touches nothing.");
}

void drawWorldSummary(const UiContext& ui, const World& world)
{
    hintText(ui,
             "Nothing is selected. Click a body to inspect and edit it, or a contact point to pin its card.");
    heading(ui, "World");
    const WorldCounters counters = world.counters();
    valueRow(ui, "Bodies", formatCount(static_cast<uint64_t>(counters.bodies)));
    valueRow(ui, "Shapes", formatCount(static_cast<uint64_t>(counters.shapes)));
    valueRow(ui, "Mass of dynamic bodies", formatQuantity(static_cast<double>(world.totalMass()), "kg"));
    valueRow(ui, "Contacts", formatCount(static_cast<uint64_t>(counters.touching)));
}

} // namespace

void drawInspectorPanel(const UiContext& ui, const World& world, Selection& selection, CommandStack& commands,
                        Requests& requests, InspectorState& inspector)
{
    const BodyId id = selection.body;
    if (!world.isValid(id)) {
        drawWorldSummary(ui, world);
        return;
    }
    if (button(ui, "Duplicate", "Adds a copy beside the body (Ctrl+D)."))
        requests.actions.push_back(Action::DuplicateSelection);
    ImGui::SameLine();
    if (button(ui, "Delete", "Removes the body from the world (Del). Can be undone."))
        requests.actions.push_back(Action::DeleteSelection);

    const BodyRows rows{ui, world, id, commands};
    if (foldingHeading(ui, "Body")) drawBodyRows(rows, inspector);
    const std::vector<ShapeId> shapes = world.shapesOf(id);
    for (size_t i = 0; i < shapes.size(); ++i) {
        const std::string title =
            shapes.size() == 1
                ? fmt::format("Shape: {}", toString(kindOf(world.shape(shapes[i]).shape)))
                : fmt::format("Shape {}: {}", i + 1, toString(kindOf(world.shape(shapes[i]).shape)));
        // With more than two shapes, only the selected one starts open.
        if (foldingHeading(ui, title.c_str(), shapes.size() <= 2 || shapes[i] == selection.shape))
            drawShapeRows({ui, world, shapes[i], i, commands});
    }
    if (foldingHeading(ui, "Contacts")) drawContactRows(ui, world, id, selection);
}

} // namespace satbox::app
