#include "app/view/body_colors.h"

#include "app/document/material_presets.h"
#include "app/text/format.h"
#include "app/view/overlay_colors.h"
#include "app/view/view_context.h"
#include "engine/world/world_access.h"
#include <satbox/lab/island_report.h>

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

namespace satbox::app {

namespace {

constexpr float kFillAlpha = 0.45f; // more than that of states: hues must be distinguishable
constexpr float kAsleepSaturation = 0.5f;
constexpr uint32_t kSwatches = 3;      // of a row of the legend
constexpr float kOutlineBlend = 0.25f; // share of white (black in the light theme) in an outline

BodyColors colorsOfHue(const Palette& palette, const Color& hue, bool awake)
{
    const Color tone = awake ? hue : hue.saturated(kAsleepSaturation);
    const bool dark = palette.theme == Theme::Dark;
    const Color outline = dark ? tone.lightened(kOutlineBlend) : tone.darkened(kOutlineBlend);
    const Color paler = dark ? outline.darkened(0.25f) : outline.lightened(0.25f);
    return {tone.withAlpha(kFillAlpha), awake ? outline : paler};
}

Color otherMaterial(const Palette& palette) { return palette.muted; }

struct MaterialCount {
    Material material;
    size_t first = 0; // position among all shapes
    size_t count = 0;
};

auto valuesOf(const Material& m)
{
    return std::tuple(m.density, m.staticFriction, m.dynamicFriction, m.restitution, m.rollingResistance,
                      m.surfaceSpeed);
}

// User values may differ from shape to shape; they do not make another material here.
Material withoutUserValue(Material material)
{
    material.userValue = 0;
    return material;
}

// The materials of dynamic bodies.
std::vector<MaterialCount> countMaterials(const World& world, std::span<const World> otherWorlds)
{
    std::vector<MaterialCount> counts;
    const auto add = [&](const World& w) {
        w.forEachShape([&](ShapeId, const BodyShape& shape) {
            if (stateOf(w).bodies.slots.at(shape.body).type == BodyType::Dynamic)
                counts.push_back({withoutUserValue(shape.def.material), counts.size(), 1});
        });
    };
    add(world);
    for (const World& other : otherWorlds) add(other);
    std::sort(counts.begin(), counts.end(), [](const MaterialCount& a, const MaterialCount& b) {
        const auto va = valuesOf(a.material), vb = valuesOf(b.material);
        return va != vb ? va < vb : a.first < b.first;
    });
    size_t kinds = 0;
    for (const MaterialCount& shape : counts)
        if (kinds > 0 && counts[kinds - 1].material == shape.material)
            ++counts[kinds - 1].count;
        else
            counts[kinds++] = shape;
    counts.resize(kinds);
    return counts;
}

void addMaterials(const World& world, std::span<const World> otherWorlds, BodyGroups& groups)
{
    std::vector<MaterialCount> counts = countMaterials(world, otherWorlds);
    std::sort(counts.begin(), counts.end(), [](const MaterialCount& a, const MaterialCount& b) {
        return a.count != b.count ? a.count > b.count : a.first < b.first;
    });
    groups.hasOtherMaterials = counts.size() > kCategoryCount;
    counts.resize(std::min<size_t>(counts.size(), kCategoryCount));
    std::sort(counts.begin(), counts.end(),
              [](const MaterialCount& a, const MaterialCount& b) { return a.first < b.first; });
    for (const MaterialCount& kind : counts) groups.materials.push_back(kind.material);
}

std::vector<uint32_t> islandsOf(const World& world)
{
    std::vector<uint32_t> lowest(stateOf(world).bodies.motions.size());
    std::iota(lowest.begin(), lowest.end(), 0u);
    for (const IslandReport& island : reportIslands(world))
        for (const uint32_t slot : island.bodies) lowest[slot] = island.bodies.front();
    return lowest;
}

Color hueOfMaterial(const ViewContext& context, const Material& material)
{
    const std::vector<Material>& known = context.groups.materials;
    const auto at = std::find(known.begin(), known.end(), withoutUserValue(material)) - known.begin();
    if (static_cast<size_t>(at) == known.size()) return otherMaterial(context.palette);
    return categoryColor(context.palette, static_cast<uint32_t>(at));
}

Color hueOf(const ViewContext& context, uint32_t slot, const Material& material)
{
    const Palette& palette = context.palette;
    switch (context.view.bodyColoring) {
    case BodyColoring::Material:
        return hueOfMaterial(context, material);
    case BodyColoring::Island:
        return categoryColor(palette, context.groups.islands[slot]);
    case BodyColoring::Speed:
        return speedColor(palette, length(stateOf(context.world).bodies.motions[slot].v) /
                                       context.fillScales.topSpeed);
    case BodyColoring::State:
    case BodyColoring::Body:
        break;
    }
    return categoryColor(palette, hueOfBody(slot));
}

LegendRow outlineRow(const BodyColors& colors, std::string text)
{
    return {LegendMark::Outline, colors.outline, colors.fill, std::move(text)};
}

void addMaterialRows(const ViewContext& context, LegendRows& rows)
{
    for (const Material& material : context.groups.materials)
        rows.push_back(outlineRow(colorsOfHue(context.palette, hueOfMaterial(context, material), true),
                                  describeMaterial(material)));
    if (context.groups.hasOtherMaterials)
        rows.push_back(outlineRow(colorsOfHue(context.palette, otherMaterial(context.palette), true),
                                  "other materials"));
}

LegendRow speedRow(const ViewContext& context)
{
    std::vector<Color> stops = speedStops(context.palette);
    for (Color& stop : stops) stop = stop.withAlpha(kFillAlpha);
    return colorBarRow("speed of each dynamic body", std::move(stops), context.fillScales.topSpeed, "m/s");
}

} // namespace

LegendRow cycleRow(const Palette& palette, std::string text)
{
    LegendRow row{LegendMark::Swatches, {}, {}, std::move(text)};
    for (uint32_t i = 0; i < kSwatches; ++i)
        row.stops.push_back(colorsOfHue(palette, categoryColor(palette, i), true).fill);
    return row;
}

BodyGroups groupsOfBodies(const World& world, std::span<const World> otherWorlds, BodyColoring coloring)
{
    BodyGroups groups;
    if (coloring == BodyColoring::Island) groups.islands = islandsOf(world);
    if (coloring == BodyColoring::Material) addMaterials(world, otherWorlds, groups);
    return groups;
}

BodyColors colorsOfState(const Palette& palette, BodyType type, bool awake)
{
    switch (type) {
    case BodyType::Static:
        return {palette.staticFill, palette.staticOutline};
    case BodyType::Kinematic:
        return {palette.kinematicFill, palette.kinematicOutline};
    case BodyType::Dynamic:
        break;
    }
    if (awake) return {palette.dynamicFill, palette.dynamicOutline};
    return {palette.asleepFill, palette.asleepOutline};
}

BodyColors colorsOf(const ViewContext& context, uint32_t slot, const Material& material)
{
    const Body& body = stateOf(context.world).bodies.slots.at(slot);
    if (body.color && showsOwnColors(context))
        return colorsOfHue(context.palette, ownColor(context.palette, body.color.rgb),
                           body.awake || body.type != BodyType::Dynamic);
    const bool byState = context.view.bodyColoring == BodyColoring::State || context.fillScales.showsHeat;
    if (byState || body.type != BodyType::Dynamic)
        return colorsOfState(context.palette, body.type, body.awake);
    return colorsOfHue(context.palette, hueOf(context, slot, material), body.awake);
}

bool showsOwnColors(const ViewContext& context)
{
    return !context.fillScales.showsHeat && context.view.bodyColoring != BodyColoring::Speed;
}

void addOwnColorRow(const ViewContext& context, LegendRows& rows)
{
    if (!showsOwnColors(context)) return;
    std::vector<uint32_t> colors;
    const auto scan = [&](const World& world) {
        world.forEachBody([&](BodyId, const Body& body, const BodyMotion&) {
            if (body.color && colors.size() < kSwatches &&
                std::find(colors.begin(), colors.end(), body.color.rgb) == colors.end())
                colors.push_back(body.color.rgb);
        });
    };
    scan(context.world);
    for (const World& world : context.otherWorlds) scan(world);
    if (colors.empty()) return;
    LegendRow row{LegendMark::Swatches, {}, {}, "own colour"};
    for (const uint32_t rgb : colors)
        row.stops.push_back(colorsOfHue(context.palette, ownColor(context.palette, rgb), true).fill);
    rows.push_back(std::move(row));
}

uint32_t hueOfBody(uint32_t slot)
{
    // Even slots have even hues, odd slots odd ones. Which one is as good as random: the bits are mixed with
    // a multiplier of Fibonacci hashing and one of MurmurHash3.
    uint32_t x = slot * 0x9E3779B9u;
    x = (x ^ (x >> 15)) * 0x85EBCA6Bu;
    x ^= x >> 13;
    return slot % 2 == 0 ? 2 * (x % ((kCategoryCount + 1) / 2)) : 2 * (x % (kCategoryCount / 2)) + 1;
}

std::string describeMaterial(const Material& material)
{
    if (const int preset = presetOf(material); preset >= 0)
        return lowered(kMaterialPresets[static_cast<size_t>(preset)].name);
    const auto number = [](float value) { return fmt::format("{:.3g}", value); };
    std::string friction = number(material.staticFriction);
    if (material.dynamicFriction != material.staticFriction)
        friction += " / " + number(material.dynamicFriction);
    std::string text = fmt::format("friction {}, restitution {}, {} kg/m²", friction,
                                   number(material.restitution), number(material.density));
    if (material.rollingResistance != 0.0f)
        text += fmt::format(", rolling resistance {}", number(material.rollingResistance));
    if (material.surfaceSpeed != 0.0f) text += fmt::format(", surface {} m/s", number(material.surfaceSpeed));
    return text;
}

LegendRow colorBarRow(std::string text, std::vector<Color> stops, float top, std::string_view unit)
{
    const auto highest = static_cast<double>(top);
    return {.mark = LegendMark::ColorBar,
            .color = {},
            .secondColor = {},
            .text = std::move(text),
            .stops = std::move(stops),
            .numbers = {"0", formatQuantity(0.5 * highest, unit),
                        fmt::format("≥ {}", formatQuantity(highest, unit))}};
}

void addColoringRows(const ViewContext& context, bool dynamics, bool asleep, LegendRows& rows)
{
    if (!dynamics) return;
    const Palette& palette = context.palette;
    switch (context.view.bodyColoring) {
    case BodyColoring::Material:
        addMaterialRows(context, rows);
        break;
    case BodyColoring::Island:
        rows.push_back(cycleRow(palette, "island; colours repeat"));
        break;
    case BodyColoring::Speed:
        rows.push_back(speedRow(context));
        return; // sleeping bodies have speed 0
    case BodyColoring::State:
    case BodyColoring::Body:
        rows.push_back(cycleRow(palette, "body; colours repeat"));
        break;
    }
    if (asleep)
        rows.push_back(outlineRow(colorsOfHue(palette, categoryColor(palette, 0), false), "asleep: paler"));
}

} // namespace satbox::app
