#pragma once

#include "app/shell/app_state.h"
#include "app/tools/requests.h"
#include "app/widgets/ui_context.h"

#include <string_view>

namespace satbox::app {

// Draws the items of the menu bar and of the context menu. Items request actions, as keys do.
struct MenuItems {
    const UiContext& ui;
    AppState& state;

    void action(Action action) const;
    void lensActions() const; // of all lenses
    void shapes() const;      // that can be placed
    void editTools(ToolGroup group) const;
    void selectionKinds() const; // of select_by.h
    void arrangements() const;
    void shapeEdits() const; // split, combine, mirror
    // An item without key. Returns true if it was chosen.
    bool item(const char* label, std::string_view help, bool isChecked = false, bool isEnabled = true) const;

    // Begins a menu. If it returns true, draw its items and call ImGui::EndMenu().
    bool begin(const char* name) const;
    // Call in every menu that is open: Esc closes it.
    void closeOnEscape() const;
};

} // namespace satbox::app
