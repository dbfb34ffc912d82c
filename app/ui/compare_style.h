#pragma once

#include "app/ui/ui_context.h"
#include "engine/world/settings.h"

#include <imgui.h>

#include <span>
#include <string>

namespace satbox::app {

// How compared worlds are told apart: a letter, a hue of Okabe and Ito, a pattern of dashes and a mark, the
// same everywhere.

char worldLetter(size_t world); // 'A' for the document's
Color worldColor(const Palette& palette, size_t world);
// A polyline in the colour and dashes of a world.
void drawWorldLine(const UiContext& ui, ImDrawList& out, std::span<const ImVec2> points, size_t world);
// Its mark around a place: disc, square, triangle, diamond.
void drawWorldMark(const UiContext& ui, ImDrawList& out, ImVec2 at, size_t world);
// A piece of the line with the mark in its middle, 28 design pixels long, from `left` on.
void drawWorldSwatch(const UiContext& ui, ImDrawList& out, ImVec2 left, size_t world);

// "Sequential impulses, 8 iterations": the solver, how often it goes over the contacts, and what else differs
// from the first world's settings and acts.
std::string worldTitle(const WorldSettings& settings, const WorldSettings& first);

} // namespace satbox::app
