#pragma once

#include "app/widgets/ui_context.h"
#include "engine/peers/peers.h"
#include <satbox/lab/compared_worlds.h>
#include <satbox/settings.h>

#include <imgui.h>

#include <optional>
#include <span>
#include <string>

namespace satbox::app {

// Each compared world has a letter, a colour (Okabe and Ito), a dash pattern and a marker, the same
// everywhere.

Color worldColor(const Palette& palette, size_t world);
// A polyline in the colour and dash pattern of a world.
void drawWorldLine(const UiContext& ui, ImDrawList& out, std::span<const ImVec2> points, size_t world);
// Its marker centred at `at`: disc, square, triangle or diamond.
void drawWorldMark(const UiContext& ui, ImDrawList& out, ImVec2 at, size_t world);
// A line sample of 28 design pixels that starts at `left`, with the marker in its middle.
void drawWorldSwatch(const UiContext& ui, ImDrawList& out, ImVec2 left, size_t world);

// "Sequential impulses, 8 iterations": the solver, its iterations or substeps, and the other active settings
// that differ from the first world's. With a `peer`, which steps the world: "Box2D 2.4.1, 8 iterations".
std::string worldTitle(const WorldSettings& settings, const WorldSettings& first,
                       std::optional<Peer> peer = {});

} // namespace satbox::app
