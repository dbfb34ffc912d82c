#pragma once

#include "app/widgets/icons.h"
#include "app/widgets/ui_context.h"
#include <satbox/math.h>

#include <limits>
#include <span>
#include <string>
#include <string_view>

namespace satbox::app {

// Rows of a panel: label left, control right, all controls of a panel aligned. Every widget records its label
// and the rectangle of its control. Widgets that return bool return true in frames in which the value
// changed. A label identifies a widget and must be unique in its panel; "##" and the text after it are not
// displayed. Tooltips say what the widget does, then its unit and usual range.

// A slider for a number. A drag moves the value by as much as the pointer, with Shift a tenth of it; a press
// alone changes nothing. A double click, Ctrl+click or, under the pointer, Enter lets the user type ("20 mm"
// is understood). Typed values are clamped to the typed limits, which are at or outside the slider's. The
// reset button is visible while the value is not the default.
struct SliderSpec {
    const char* label = "";
    const char* unit = ""; // shown with SI prefix and three significant digits
    float minimum = 0.0f;
    float maximum = 1.0f;
    float defaultValue = 0.0f;
    const char* tooltip = "";
    bool logarithmic = false;   // for limits of one sign, or minimum 0
    float displayFactor = 1.0f; // shown = value * displayFactor: 180 / pi for radians shown in degrees
    float typedMinimum = std::numeric_limits<float>::max(); // default: the slider's limits
    float typedMaximum = std::numeric_limits<float>::lowest();
    const char* shownText = nullptr; // in place of the value, such as "mixed" for several bodies
};
bool sliderRow(const UiContext& ui, const SliderSpec& spec, float* value);

struct IntSliderSpec {
    const char* label = "";
    const char* unit = "";
    int minimum = 0;
    int maximum = 10;
    int defaultValue = 0;
    const char* tooltip = "";
    int typedMinimum = std::numeric_limits<int>::max(); // default: the slider's limits
    int typedMaximum = std::numeric_limits<int>::lowest();
};
bool intSliderRow(const UiContext& ui, const IntSliderSpec& spec, int* value);

// `key`: shortcut ("N") shown in the row and the tooltip; "": none. `swatch`: colour of the overlay, or null.
bool checkboxRow(const UiContext& ui, const char* label, bool* value, const char* tooltip,
                 const char* key = "", const Color* swatch = nullptr);

// A combo box: *index selects one of `names`; negative: none, and `shownIfNone` is displayed. The reset
// button selects defaultIndex; negative: no reset button.
bool comboRow(const UiContext& ui, const char* label, int* index, std::span<const char* const> names,
              int defaultIndex, const char* tooltip, const char* shownIfNone = "");

// A row of colours: *index selects one; negative: none.
struct Swatch {
    Color color{};
    std::string name{};       // its tooltip
    bool isAutomatic = false; // not a colour: an empty square with a diagonal
};
bool swatchRow(const UiContext& ui, const char* label, std::span<const Swatch> swatches, int* index,
               const char* tooltip);

// A line of text in `buffer` (zero-terminated, at most bufferSize - 1 bytes). `shownIfEmpty` is shown muted
// while there is none.
bool textRow(const UiContext& ui, const char* label, char* buffer, std::size_t bufferSize,
             const char* tooltip, const char* shownIfEmpty = "");

// A button that shows a value, and while `canClear`, one that takes it away.
enum class ButtonRowPress : std::uint8_t { None, Button, Clear };
ButtonRowPress buttonRow(const UiContext& ui, const char* label, const char* shown, const char* tooltip,
                         bool canClear);

// A read-only value: muted label, value right-aligned.
void valueRow(const UiContext& ui, const char* label, std::string_view value, const char* tooltip = "");

// The text of a value that changes, for the row `label`: its SI prefix changes seldom, see KeptPrefix.
std::string steadyQuantity(const char* label, double value, std::string_view unit);
// A read-only quantity, with SI prefix and three significant digits; see steadyQuantity().
void quantityRow(const UiContext& ui, const char* label, double value, std::string_view unit,
                 const char* tooltip = "");

// The name of shape A or B, after its letter in its colour.
void shapeNameRow(const UiContext& ui, const char* letter, const std::string& name, const Color& color);

// A heading with space above it.
void heading(const UiContext& ui, const char* label);
// A collapsible heading: draw the section only if it returns true.
bool foldingHeading(const UiContext& ui, const char* label, bool initiallyOpen = true);

// Call after a text field: while it is active, or `begins` to be, keys are for it and run no shortcuts. Dear
// ImGui itself says so only in the next frame.
void takeKeysForText(bool begins = false);

// Muted text, wrapped to the width of the panel.
void hintText(const UiContext& ui, std::string_view text);

// A button, as wide as its text or (fullWidth) as the panel. True when pressed.
bool button(const UiContext& ui, const char* label, const char* tooltip = "", bool fullWidth = false,
            bool enabled = true);

// A square icon button of side `sizePx` (design pixels); the tooltip is "name (key)". `active` highlights the
// current tool or a switched-on option. True when pressed. To drag from the button, check
// ImGui::IsItemActive() after the call.
bool iconButton(const UiContext& ui, Icon icon, const char* name, const char* key, bool active = false,
                float sizePx = 36.0f, bool enabled = true);

// A dial for a vector: drag the tip; the rim is `maximum`. It snaps to the four axis directions unless Alt is
// held. The reset button is visible while the value is not the default.
struct DialSpec {
    const char* label = "";
    float maximum = 1.0f;
    Vec2 defaultValue{0.0f, 0.0f};
    const char* tooltip = "";
    float diameterPx = 96.0f;
};
bool vectorDial(const UiContext& ui, const DialSpec& spec, Vec2* value);

// The part of a label that is displayed: without "##" and the text after it.
std::string_view visibleLabel(std::string_view label);

// Tooltip of the last item, wrapped; with a key: "text (key)". Not shown while the item is active or if the
// text is empty.
void itemTooltip(const UiContext& ui, std::string_view text, std::string_view key = {});

} // namespace satbox::app
