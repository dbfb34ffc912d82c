#pragma once

#include "app/gfx/palette.h"
#include "app/ui/fonts.h"

#include <cstdint>
#include <string_view>

namespace satbox::app {

class UiRecorder;

// What every widget needs beside its own arguments. Made once a frame by the frame loop; panels pass it on.
struct UiContext {
    const Palette& palette;
    const Fonts& fonts;
    float scale = 1.0f;             // of the interface: measures of the design times this are window points
    UiRecorder* recorder = nullptr; // nothing is recorded without one

    float px(float designPixels) const { return designPixels * scale; }
};

// A colour as the library's draw lists take it, with the alpha of its present style: what is drawn between
// BeginDisabled and EndDisabled steps back.
std::uint32_t ink(const Color& color);

// Records the library's last item under a name; for items that are not made by widgets.h.
void recordLastItem(const UiContext& ui, std::string_view label, std::string_view value = {});

// Widgets recorded while it lives belong to this panel.
class RecordPanel {
  public:
    RecordPanel(const UiContext& ui, std::string_view panel);
    ~RecordPanel();
    RecordPanel(const RecordPanel&) = delete;
    RecordPanel& operator=(const RecordPanel&) = delete;

  private:
    UiRecorder* recorder_;
};

} // namespace satbox::app
