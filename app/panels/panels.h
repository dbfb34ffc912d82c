#pragma once

// The panels that are not lenses, as free functions. Arguments passed as const are read-only; the scene
// is changed only by commands, the program by requests or through arguments that are not const.

#include "app/document/history.h"
#include "app/document/selection.h"
#include "app/gfx/camera.h"
#include "app/gfx/int_size.h"
#include "app/panels/panel_states.h"
#include "app/panels/profile_state.h"
#include "app/tools/array_copy.h"
#include "app/tools/requests.h"
#include "app/view/view_settings.h"
#include "app/widgets/floating_card.h"
#include "app/widgets/ui_context.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace satbox::app {

// --- panels under the tabs ---
void drawTunePanel(const UiContext& ui, const World& world, const Selection& selection, History& history,
                   int& threads);
void drawInspectPanel(const UiContext& ui, const World& world, bool isPaused, Selection& selection,
                      History& history, Requests& requests, InspectState& inspector);
void drawScenesPanel(const UiContext& ui, const Document& document, std::span<const std::string> names,
                     ScenesState& scenes, ActionTextOf textOf, Requests& requests);
// --- cards ---
void drawViewCard(const UiContext& ui, ViewSettings& view, float& interfaceScale);
// Copies of the selected bodies in columns and rows; the tools show where they would be.
void drawArrayCard(const UiContext& ui, const World& world, const Selection& selection,
                   ArrayCopyOptions& options, CardState& card, Requests& requests);
// Saves the window, of so many pixels, as a picture.
void drawPictureCard(const UiContext& ui, IntSize window, PictureRequest& options, CardState& card,
                     Requests& requests);
// Every entry of the history, and the memory that it takes. A click on one requests to go there.
// `ghostLine`: the line of time that is drawn over the world.
void drawHistoryCard(const UiContext& ui, const History& history, std::optional<uint64_t> ghostLine,
                     HistoryCardState& list, Requests& requests);
void drawProfileCard(const UiContext& ui, const World& world, const FrameStats& stats, ProfileState& profile);

// --- above the world ---
// The pinned cards, each with a line to its contact in `world`, and the card of the hovered contact, which
// belongs to the view under the pointer.
void drawContactCards(const UiContext& ui, const ScreenRect& bounds, const World& world, const Camera& camera,
                      Selection& selection, std::vector<PinnedCard>& pinned, const World& pointedWorld,
                      const Camera& pointedCamera);

} // namespace satbox::app
