#pragma once

#include "app/ui/icons.h"
#include "app/ui/ui_context.h"
#include "engine/math/vec2.h"

#include <limits>
#include <span>
#include <string>
#include <string_view>

namespace satbox::app {

// Rows of a panel: label left, control right, all controls of a panel one under the other. Every widget
// records its label and the rectangle of its control. Those that return bool: true in frames in which the
// value changed. Labels name widgets within a panel, so each may be used once there; "##" and what follows is
// not shown. Tooltips are a sentence: what it does, its unit and usual range.

// A number. Drag, or double click or Ctrl+click to type ("20 mm" is understood); what is typed is clamped to
// the typed limits, which lie at or outside the slider's. The reset button at the right end is shown while
// the value is not the default.
struct SliderSpec {
    const char* label = "";
    const char* unit = ""; // shown with SI prefix and three significant digits
    float minimum = 0.0f;
    float maximum = 1.0f;
    float defaultValue = 0.0f;
    const char* tooltip = "";
    bool logarithmic = false;   // for limits of one sign, or minimum 0
    float displayFactor = 1.0f; // shown = value * displayFactor: 180 / pi for radians shown in degrees
    float typedMinimum = std::numeric_limits<float>::max(); // none: the slider's
    float typedMaximum = std::numeric_limits<float>::lowest();
};
bool sliderRow(const UiContext& ui, const SliderSpec& spec, float* value);

struct IntSliderSpec {
    const char* label = "";
    const char* unit = "";
    int minimum = 0;
    int maximum = 10;
    int defaultValue = 0;
    const char* tooltip = "";
    int typedMinimum = std::numeric_limits<int>::max(); // none: the slider's
    int typedMaximum = std::numeric_limits<int>::lowest();
};
bool intSliderRow(const UiContext& ui, const IntSliderSpec& spec, int* value);

// `key` names a shortcut for the tooltip ("N"), "" for none. Optional swatch: the colour of the overlay it
// switches.
bool checkboxRow(const UiContext& ui, const char* label, bool* value, const char* tooltip,
                 const char* key = "", const Color* swatch = nullptr);

// One of several names, *index into them. Reset to defaultIndex, or no reset button for a negative one.
bool comboRow(const UiContext& ui, const char* label, int* index, std::span<const char* const> names,
              int defaultIndex, const char* tooltip);

// A line of text, at most 255 bytes, in *buffer (zero-terminated, bufferSize bytes).
bool textRow(const UiContext& ui, const char* label, char* buffer, std::size_t bufferSize,
             const char* tooltip);

// Read-out: muted label, value at the right edge in digits of even width.
void valueRow(const UiContext& ui, const char* label, std::string_view value, const char* tooltip = "");

// One of two shapes: its letter in its colour, then its name.
void letteredName(const UiContext& ui, const char* letter, const std::string& name, const Color& color);

// A group's title with space above it.
void heading(const UiContext& ui, const char* label);
// The same, but folds what follows: draw that only if it returns true.
bool foldingHeading(const UiContext& ui, const char* label, bool openAtFirst = true);

// A muted sentence, wrapped to the panel.
void hintText(const UiContext& ui, std::string_view text);

// An ordinary button, as wide as its text or (fullWidth) as the panel. True when pressed.
bool button(const UiContext& ui, const char* label, const char* tooltip = "", bool fullWidth = false,
            bool enabled = true);

// A square button of side `sizePx` (design pixels) with an icon; the tooltip is "name (key)". `active` marks
// the tool in hand or what is switched on. True when pressed. For a palette from which things are dragged,
// ask ImGui::IsItemActive() right after it.
bool iconButton(const UiContext& ui, Icon icon, const char* name, const char* key, bool active = false,
                float sizePx = 36.0f, bool enabled = true);

// A vector by its direction and size: drag the tip within the dial, whose rim is `maximum`; near the four
// axis directions it snaps unless Alt is held. Reset button while it is not the default.
struct DialSpec {
    const char* label = "";
    const char* unit = "";
    float maximum = 1.0f;
    Vec2 defaultValue{0.0f, 0.0f};
    const char* tooltip = "";
    float diameterPx = 96.0f;
};
bool vectorDial(const UiContext& ui, const DialSpec& spec, Vec2* value);

// Tooltip of the last item, wrapped; none while it is held, nothing for an empty text. With a key: "text
// (key)".
void itemTooltip(const UiContext& ui, std::string_view text, std::string_view key = {});

} // namespace satbox::app
