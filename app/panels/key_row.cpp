#include "app/panels/key_row.h"

#include "app/widgets/widgets.h"

#include <fmt/format.h>

namespace satbox::app {

bool drawKeyRow(const UiContext& ui, const char* label, const std::string& key, std::string_view help,
                const KeyCapture& own, InspectState& inspector)
{
    const bool waits = inspector.keyCapture == own;
    const std::string shown = waits ? "Press a key..." : key.empty() ? "None" : key;
    const std::string tooltip = fmt::format("{} Click, then press the key; Esc ends that.", help);
    const ButtonRowPress press = buttonRow(ui, label, shown.c_str(), tooltip.c_str(), !key.empty());
    if (press == ButtonRowPress::Button) {
        if (waits)
            inspector.keyCapture.reset();
        else
            inspector.keyCapture = own;
    }
    return press == ButtonRowPress::Clear;
}

} // namespace satbox::app
