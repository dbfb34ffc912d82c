#pragma once

#include "app/shell/app_state.h"
#include "app/widgets/ui_context.h"

#include <string_view>
#include <vector>

namespace satbox::app {

// The panels beside the world, in four groups. Each group has a tab; that of the lenses has a second row of
// tabs, one for each lens.
enum class PanelGroup : uint8_t { Tune, Inspect, LookInto, Scenes };

inline constexpr std::string_view kTunePanel = "Tune";
inline constexpr std::string_view kInspectPanel = "Inspect";
inline constexpr std::string_view kScenesPanel = "Scenes";

struct Panel {
    std::string_view name;
    PanelGroup group = PanelGroup::Tune;
    std::string_view help; // tooltip of its tab
    Lens* lens = nullptr;  // draws the panel, or `draw` does
    void (*draw)(const UiContext&, AppState&) = nullptr;
};
std::vector<Panel> panelsOf(Lenses& lenses); // in the order of the tabs

// The panel that is open, or the first one if PanelState::open names none.
Panel openPanelOf(AppState& state);
// Opens the panel of a group: of the lenses, the one that was open last.
void openGroup(AppState& state, PanelGroup group);

// Draws the tabs and, below them, the open panel, which scrolls.
void drawPanels(const UiContext& ui, const ScreenRect& rect, AppState& state);

} // namespace satbox::app
