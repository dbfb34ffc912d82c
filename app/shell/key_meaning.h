#pragma once

#include "app/shell/key_table.h"
#include "app/tools/toolbox.h"
#include "app/view/view_settings.h"

#include <string>
#include <string_view>
#include <vector>

namespace satbox::app {

// The meaning of a key press: an action, one of a lens, a shape of the toolbox, an edit tool or a view
// switch. At most one is set.
struct KeyMeaning {
    const KeyBinding* binding = nullptr;
    Lens* lens = nullptr; // of lensAction
    const LensAction* lensAction = nullptr;
    const ToolboxItem* toolboxItem = nullptr;
    std::string_view editTool{}; // ToolText::key
    const ViewSwitch* viewSwitch = nullptr;
};
KeyMeaning meaningOf(Lenses& lenses, const KeyChord& chord, bool repeat = false);

// Rows of the list of keys (F1): mouse, actions, actions of lenses, toolbox, edit tools, view switches.
struct KeyRow {
    std::string group;
    std::string keys;
    std::string label;
};
std::vector<KeyRow> allKeyRows(const Lenses& lenses);

} // namespace satbox::app
