// The Picture card: saves the window or the world as a picture at any scale.

#include "app/gfx/picture_size.h"
#include "app/panels/panels.h"
#include "app/text/format.h"
#include "app/widgets/widgets.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>

namespace satbox::app {

void drawPictureCard(const UiContext& ui, IntSize window, PictureRequest& options, CardState& card,
                     Requests& requests)
{
    options.scale = std::min(options.scale, maxPictureScale(window));
    sliderRow(ui,
              {.label = "Scale",
               .minimum = kMinPictureScale,
               .maximum = maxPictureScale(window),
               .defaultValue = kUsualPictureScale,
               .tooltip =
                   "Pixels of the picture for each pixel of the window. Everything is drawn again at this "
                   "size: the world's lines stay sharp, and text up to four times. Usually 1 to 4."},
              &options.scale);
    checkboxRow(ui, "Only the world", &options.worldOnly,
                "Leaves out bars, panels and cards; the world fills the picture.");
    const IntSize size = pictureSize(window, options.scale);
    valueRow(ui, "Size", fmt::format("{} x {} px", size.width, size.height),
             "Width and height of the picture. Change the size of the window for another shape.");
    ImGui::Dummy({0.0f, ui.px(4.0f)});
    if (button(ui, "Save as PNG", "Closes this card, and saves the picture to the current folder.")) {
        requests.picture = options;
        card.open = false;
    }
    ImGui::SameLine();
    if (button(ui, "Save as SVG",
               "Saves the world as a vector picture, which has no size in pixels: for papers and slides."))
        requests.actions.push_back(Action::VectorPicture);
}

} // namespace satbox::app
