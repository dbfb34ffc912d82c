#pragma once

#include "app/gfx/palette.h"
#include "app/widgets/fonts.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace satbox::app {

class UiRecorder;

// The scales of the interface that menus and panels offer.
struct InterfaceScale {
    float scale;
    const char* label;
};
inline constexpr auto kInterfaceScales = std::to_array<InterfaceScale>({{0.75f, "75 %"},
                                                                        {1.0f, "100 %"},
                                                                        {1.25f, "125 %"},
                                                                        {1.5f, "150 %"},
                                                                        {1.75f, "175 %"},
                                                                        {2.0f, "200 %"},
                                                                        {2.5f, "250 %"},
                                                                        {3.0f, "300 %"}});

// Context of all widgets. Made once per frame by the frame loop; panels pass it on.
struct UiContext {
    const Palette& palette;
    const Fonts& fonts;
    float scale = 1.0f;             // window points per design pixel
    UiRecorder* recorder = nullptr; // null: nothing is recorded
    // Gets a sentence about typed text that was not taken as it is, for the status bar; null: it is dropped.
    std::string* notice = nullptr;

    float px(float designPixels) const { return designPixels * scale; }
};

// A packed colour for Dear ImGui's draw lists, with the current style's alpha applied: items between
// BeginDisabled and EndDisabled are dimmed.
std::uint32_t styledColor(const Color& color);

// Records Dear ImGui's last item under a name; for items that are not made by widgets.h.
void recordLastItem(const UiContext& ui, std::string_view label, std::string_view value = {});

// Widgets recorded during its lifetime belong to `panel`.
class PanelRecordScope {
  public:
    PanelRecordScope(const UiContext& ui, std::string_view panel);
    ~PanelRecordScope();
    PanelRecordScope(const PanelRecordScope&) = delete;
    PanelRecordScope& operator=(const PanelRecordScope&) = delete;

  private:
    UiRecorder* recorder_;
};

} // namespace satbox::app
