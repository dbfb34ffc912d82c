#pragma once

#include "app/gfx/palette.h"
#include "app/view/legend_row.h"
#include "app/view/view_settings.h"
#include <satbox/world.h>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace satbox::app {

struct ViewContext;

// The colours of bodies by ViewSettings::bodyColoring: fill and outline of one hue, so that the choice can be
// read on bodies of a few pixels too. Static and kinematic bodies have the colours of their type. A body's
// own colour (BodyDef::color) comes before all of these, except where colours stand for numbers.

struct BodyColors {
    Color fill;
    Color outline;

    friend bool operator==(const BodyColors&, const BodyColors&) = default;
};

// What BodyColoring::Material and BodyColoring::Island need; empty for the other choices.
struct BodyGroups {
    // Of the shapes of dynamic bodies, in the order of shape slots, those of the world shown first. At most
    // kCategoryCount, the most frequent ones; all others have one colour.
    std::vector<Material> materials{};
    bool hasOtherMaterials = false;
    // By body slot: the lowest body slot of its island, so that an island keeps its colour as long as it
    // keeps that body. Slots without an island: themselves.
    std::vector<uint32_t> islands{};
};
BodyGroups groupsOfBodies(const World& world, std::span<const World> otherWorlds, BodyColoring coloring);

// The colours for BodyColoring::State.
BodyColors colorsOfState(const Palette& palette, BodyType type, bool awake);

// The colours of a shape of the body in `slot`. Precondition: `context` is prepared.
BodyColors colorsOf(const ViewContext& context, uint32_t slot, const Material& material);

// True if bodies are drawn in their own colours: not with the heat map or by speed.
bool showsOwnColors(const ViewContext& context);
// Nothing if no body has a colour of its own.
void addOwnColorRow(const ViewContext& context, LegendRows& rows);

// The number of a body's colour for BodyColoring::Body. Bodies with successive slots, which are often
// neighbours, differ, and so do most bodies of adjacent rows, however long the rows are.
uint32_t hueOfBody(uint32_t slot); // < kCategoryCount

// A preset's name in lower case, else "friction 0.6, restitution 0, 1 kg/m²". Friction: "static / dynamic" if
// they differ.
std::string describeMaterial(const Material& material);

// Some colours of the cycle that bodies, islands or trails have.
LegendRow cycleRow(const Palette& palette, std::string text);
// A colour bar from 0 to `top`, which stands for larger values too.
LegendRow colorBarRow(std::string text, std::vector<Color> stops, float top, std::string_view unit);

// The legend of dynamic bodies for every choice but BodyColoring::State. Nothing without `dynamics`.
void addColoringRows(const ViewContext& context, bool dynamics, bool asleep, LegendRows& rows);

} // namespace satbox::app
