#pragma once

#include "app/gfx/camera.h"
#include "app/platform/input.h"
#include "app/tools/requests.h"
#include "app/tools/tool_context.h"
#include "app/view/view_layer.h"
#include "app/view/view_settings.h"
#include "app/widgets/panel_state.h"
#include "app/widgets/ui_context.h"

#include <span>
#include <string>
#include <string_view>

namespace CLI {
class App;
}

namespace satbox::app {

// What a lens may use and change besides its own state. The shell makes one for each call.
struct LensContext : ToolContext {
    Camera& camera; // of the first view
    ViewSettings& view;
    PanelState& panels;
    Requests& requests;
    float legendHeight = 0.0f;   // window points at the bottom of the view that the legend covers
    float interfaceScale = 1.0f; // window points per design pixel
    bool compares = false;       // several worlds are shown
    InstructionSet instructionSet{};
};

class Lens;

// A row of the key table and an item of the Tools menu.
struct LensAction {
    std::string_view label;
    KeyChord chord;        // Key::None: without a key
    std::string_view help; // tooltip
    void (*perform)(Lens&, LensContext&) = nullptr;
};

// A way to look into the engine: a panel, and what it draws in the world, with its tool, keys and options.
// Each lens is a folder; lens_table.h lists them. A lens owns its state, so that a copy of the lens is a copy
// of the state. Every function but name() and drawPanel() may be left out.
class Lens : public ViewLayer {
  public:
    virtual std::string_view name() const = 0;           // of the panel and its tab: "Pair"
    virtual int tabRank() const { return 90; }           // position of its tab among those of lenses
    virtual std::string_view help() const { return {}; } // tooltip of the tab
    virtual std::span<const LensAction> actions() const { return {}; }
    virtual std::string_view actionLabel(const LensAction& action) const
    {
        return action.label;
    } // in the menu

    // The command line. Adds options that write to the lens.
    virtual void addOptions(CLI::App&) {}
    // Checks options against each other after parsing. Returns a message, or an empty string.
    virtual std::string checkOptions() const { return {}; }
    // Applies the options that must be known before the first step. Throws std::runtime_error.
    virtual void begin(LensContext&) {}
    // Applies the remaining options: before the first frame or, with --render (`renders`), after all steps.
    // Throws std::runtime_error.
    virtual void applyOptions(LensContext&, bool /*renders*/) {}
    // Moves the camera to what the options opened, if it is not in view. Called after that, once, when the
    // view has its size.
    virtual void showOpened(LensContext&) const {}

    // Input. Those that return bool return true if the event was for the lens.
    virtual bool press(LensContext&, Vec2 /*screen*/) { return false; } // the left button, on the world
    virtual void drag(LensContext&) {}                                  // the pointer moved
    virtual void release(LensContext&) {}                               // the left button
    virtual bool cancel(LensContext&) { return false; }                 // Esc
    virtual bool stepItem(LensContext&, int /*by*/) { return false; }   // Left and Right

    // The frame.
    virtual void documentOpened() {}
    virtual void followCommands(LensContext&) {}             // after commands, before tools
    virtual void beforeStep(LensContext&) {}                 // each step while time runs forward
    virtual void afterStep(LensContext&) {}                  // likewise; may pause
    virtual void update(LensContext&, double /*seconds*/) {} // after the steps
    virtual bool isAnimating() const { return false; }       // the next frame differs without any event

    virtual void drawPanel(const UiContext& ui, LensContext& context) = 0;
};

} // namespace satbox::app
