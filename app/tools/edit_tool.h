#pragma once

#include "app/platform/input.h"
#include "app/tools/tool_context.h"
#include "app/view/view_context.h"
#include "app/widgets/icons.h"

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace satbox::app {

// Where the pointer is, in the first view.
struct ToolPointer {
    Position world{};            // m; with Ctrl held, snapped (snapping.h)
    Vec2 screen{0.0f, 0.0f};     // window points
    float metersPerPoint = 0.0f; // m per window point, to convert distances on the screen
    Modifiers modifiers{};
    bool jointsShown = true; // hidden joints are not to be touched
};

// A value of a tool that the card beside the tool bar shows: a slider, a list if `choice` is set, or a
// checkbox if `toggle` is.
struct ToolOption {
    const char* label = "";
    const char* unit = "";
    float* value = nullptr;
    float minimum = 0.0f;
    float maximum = 1.0f;
    float defaultValue = 0.0f;
    bool logarithmic = false;
    int* choice = nullptr; // index into `choices`
    std::span<const char* const> choices{};
    int defaultChoice = 0;
    bool* toggle = nullptr;
    const char* help = ""; // tooltip: what it does, unit and usual range
};

enum class ToolGroup : uint8_t { Draw, Join, Play };
inline constexpr std::array kToolGroups{ToolGroup::Draw, ToolGroup::Join, ToolGroup::Play};
const char* toolGroupName(ToolGroup group); // "Draw and cut"

// The texts of a tool. `key` identifies it in files, tests and ToolState; `help` is a tooltip.
struct ToolText {
    std::string_view key;   // "knife"
    std::string_view label; // "Knife"
    ToolGroup group = ToolGroup::Draw;
    Icon icon = Icon::Grab;
    KeyChord chord{};
    std::string_view help;
};

// A tool of the groups Draw, Join and Play, which the left button drives while it is selected. Each is a
// class in a file of its own; tool_table.h lists them. It owns its state, so that a copy of the tool is a
// copy of the state. Every function but text() and hint() may be left out.
class EditTool {
  public:
    virtual ~EditTool() = default;
    virtual const ToolText& text() const = 0;
    virtual std::string hint() const = 0; // for the status bar: what to do next
    virtual std::vector<ToolOption> options() { return {}; }

    // Input, in order. Those that return bool return true if the event was for the tool.
    virtual void press(ToolContext&, const ToolPointer&) {}
    virtual void move(ToolContext&, const ToolPointer&) {} // with and without the button held
    virtual void release(ToolContext&, const ToolPointer&) {}
    virtual bool wheel(ToolContext&, float /*notches*/, Modifiers) { return false; }
    virtual bool key(ToolContext&, const KeyChord&) { return false; } // before any other meaning of the key
    // A right click, which else opens the context menu.
    virtual bool rightClick(ToolContext&) { return false; }
    // True if the pointer also snaps to centres of mass and middles of edges (SnapSearch::middles).
    virtual bool snapsToMiddles() const { return false; }
    // Esc: drops what has begun. Returns false if nothing has begun; the caller then selects the grab tool.
    virtual bool cancel(ToolContext&) { return false; }
    // A held drag ends without release(): the window lost the focus, or undo is about to replace the world.
    virtual void interrupt(ToolContext&) {}
    // Once per frame while the tool is selected, before time advances. `seconds`: real time since the last
    // call; `pointer` also follows a moving camera.
    virtual void update(ToolContext&, const ToolPointer& /*pointer*/, double /*seconds*/) {}
    // Before each step while the tool is selected. What depends on simulated time belongs here: then results
    // do not depend on the frame rate. Play operations with History::play().
    virtual void beforeStep(ToolContext&) {}
    virtual bool isAnimating() const { return false; } // the next frame differs without any event
    // True while time must stand still because bodies are edited by hand; otherwise Esc during an edit would
    // revert the steps too.
    virtual bool holdsTime() const { return false; }
    // Drops everything but the options. Called once per frame while another tool is selected, and when
    // another document is opened.
    virtual void reset(ToolContext&) {}

    virtual void draw(const ViewContext&, DrawList&) const {} // above the overlays

  protected:
    EditTool() = default;
    EditTool(const EditTool&) = default;
    EditTool& operator=(const EditTool&) = default;
    EditTool(EditTool&&) = default;
    EditTool& operator=(EditTool&&) = default;
};

} // namespace satbox::app
