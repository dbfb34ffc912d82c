#pragma once

#include <string>
#include <string_view>

namespace satbox::app {

// Which panel is open beside the world.
struct PanelState {
    std::string open = "Tune"; // its name
    bool visible = true;       // panels are not hidden
    bool worldOnly = false;    // the world is drawn without bars and panels

    bool shows(std::string_view panel) const { return open == panel && visible; }
    void show(std::string_view panel)
    {
        open = panel;
        visible = true;
    }
};

} // namespace satbox::app
