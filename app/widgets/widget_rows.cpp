// Rows with a label at the left and a control at the right.

#include "app/platform/imgui_versions.h"
#include "app/text/format.h"
#include "app/widgets/slider_scale.h"
#include "app/widgets/ui_recorder.h"
#include "app/widgets/widgets.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <imgui.h>
#include <limits>
#include <optional>
#include <string>

namespace satbox::app {

namespace {

constexpr float kLabelShare = 0.46f; // of the row
constexpr float kResetPx = 20.0f;
constexpr float kFineDrag = 0.1f; // travel of a slider with Shift, per travel of the pointer

// Draws the label and moves the cursor to the control's position. Returns the control's width.
float beginRow(const UiContext& ui, const char* label, const char* tooltip)
{
    const float room = ImGui::GetContentRegionAvail().x;
    const float gap = ui.px(8.0f);
    const float labelWidth = std::floor(room * kLabelShare) - gap;
    const ImVec2 start = ImGui::GetCursorScreenPos();
    const float height = ImGui::GetFrameHeight();
    ImGui::Dummy({labelWidth, height});
    itemTooltip(ui, tooltip);

    const std::string_view shown = visibleLabel(label);
    const bool tooLong = ImGui::CalcTextSize(shown.data(), shown.data() + shown.size()).x > labelWidth;
    ImGui::PushFont(tooLong ? ui.fonts.small : ui.fonts.text);
    ImDrawList& out = *ImGui::GetWindowDrawList();
    ImGui::PushClipRect(start, {start.x + labelWidth + 0.5f * gap, start.y + height}, true);
    out.AddText({start.x, std::round(start.y + 0.5f * (height - ImGui::GetFontSize()))},
                styledColor(ui.palette.text), shown.data(), shown.data() + shown.size());
    ImGui::PopClipRect();
    ImGui::PopFont();
    ImGui::SameLine(0.0f, gap);
    return ImGui::GetContentRegionAvail().x - ui.px(kResetPx + 4.0f);
}

// A small button at the end of the row. Its space stays reserved while it is hidden.
bool endRow(const UiContext& ui, const char* label, Icon icon, const std::string& name, bool isHidden)
{
    ImGui::SameLine(0.0f, ui.px(4.0f));
    const float lower = std::floor(0.5f * (ImGui::GetFrameHeight() - ui.px(kResetPx)));
    ImGui::SetCursorPosY(ImGui::GetCursorPosY() + std::max(lower, 0.0f));
    if (isHidden) {
        ImGui::Dummy({ui.px(kResetPx), ui.px(kResetPx)});
        return false;
    }
    ImGui::PushID(label);
    const bool pressed = iconButton(ui, icon, name.c_str(), "", false, kResetPx);
    ImGui::PopID();
    return pressed;
}
// The reset button.
bool endRow(const UiContext& ui, const char* label, bool isDefault)
{
    return endRow(ui, label, Icon::Reset, fmt::format("Reset {}", visibleLabel(label)), isDefault);
}

// What the user did with a slider in this frame.
struct SliderInput {
    bool dragged = false;
    float fraction = 0.0f; // new position, if dragged
    std::optional<double> typed;
};

constexpr double kMaxTyped = 1e38;       // a float can have it
constexpr float kNumberPx = 80.0f;       // least width of the number in a slider, design pixels
constexpr float kNumberStepPx = 16.0f;   // by which it grows, so that the track seldom changes
constexpr float kMaxNumberShare = 0.75f; // of the slider's width

struct SliderAppearance {
    const char* label;
    const char* unit;
    const char* tooltip;
    std::string shown;     // the value with its unit
    std::string editable;  // initial text of the typing field
    float fraction = 0.0f; // position of the value
    float origin = 0.0f;   // start of the filled bar, as a fraction
    float width = 0.0f;
};

// A double click, Ctrl+click or, under the pointer, Enter replaces the slider by a text field, until Enter,
// Esc or a click elsewhere. While the field is active, Dear ImGui holds the text.
enum TypingStage { NotTyping = 0, FocusPending = 1, FieldActive = 2 };

// State of a slider between frames, kept in Dear ImGui's per-widget storage. It is read and written by value,
// because the storage reallocates when entries are added.
struct SliderState {
    TypingStage stage = NotTyping;
    float pending = 0.0f; // typed value; infinity: none yet, NaN: not a quantity
    float dragged = 0.0f; // fraction that a drag has reached, before the value is rounded
};

// Precondition: the widget's id is on top of Dear ImGui's id stack.
SliderState loadSliderState()
{
    const ImGuiStorage& storage = *ImGui::GetStateStorage();
    return {.stage = static_cast<TypingStage>(storage.GetInt(ImGui::GetID("stage"), NotTyping)),
            .pending = storage.GetFloat(ImGui::GetID("pending"), 0.0f),
            .dragged = storage.GetFloat(ImGui::GetID("dragged"), 0.0f)};
}

void storeSliderState(const SliderState& state)
{
    ImGuiStorage& storage = *ImGui::GetStateStorage();
    storage.SetInt(ImGui::GetID("stage"), state.stage);
    storage.SetFloat(ImGui::GetID("pending"), state.pending);
    storage.SetFloat(ImGui::GetID("dragged"), state.dragged);
}

std::optional<double> drawTypingField(const UiContext& ui, const SliderAppearance& look, SliderState& state)
{
    std::array<char, 64> buffer{};
    look.editable.copy(buffer.data(), buffer.size() - 1);
    ImGui::SetNextItemWidth(look.width);
    if (state.stage == FocusPending) ImGui::SetKeyboardFocusHere();
    const std::string id = fmt::format("##typing {}", look.label);
    // Text that is not a quantity is shown in the error colour. Entering it changes nothing.
    const bool wrong = state.stage == FieldActive && std::isnan(state.pending);
    if (wrong) ImGui::PushStyleColor(ImGuiCol_Text, styledColor(ui.palette.error));
    const bool entered =
        ImGui::InputText(id.c_str(), buffer.data(), buffer.size(),
                         ImGuiInputTextFlags_AutoSelectAll | ImGuiInputTextFlags_EnterReturnsTrue);
    if (wrong) ImGui::PopStyleColor();
    takeKeysForText(state.stage == FocusPending);
    recordLastItem(ui, look.label, buffer.data());
    const bool cancelled = keyPressed(ImGuiKey_Escape);
    if (ImGui::IsItemEdited() || entered) {
        const std::optional<double> parsed = parseQuantity(buffer.data(), look.unit);
        state.pending =
            parsed ? static_cast<float>(std::clamp(*parsed, -kMaxTyped, kMaxTyped)) : std::nanf("");
    }
    if (ImGui::IsItemActive() && !entered) {
        state.stage = FieldActive;
        return std::nullopt;
    }
    if (state.stage == FocusPending && !entered && !cancelled)
        return std::nullopt; // gets the focus in the next frame
    state.stage = NotTyping;
    if (!cancelled && std::isnan(state.pending) && ui.notice)
        *ui.notice = fmt::format(
            "{} is unchanged: \"{}\" is not a number{}.", visibleLabel(look.label), buffer.data(),
            *look.unit != '\0' ? fmt::format(", nor one with a unit such as {}", look.unit) : std::string());
    if (cancelled || !std::isfinite(state.pending)) return std::nullopt;
    return static_cast<double>(state.pending);
}

SliderInput sliderControl(const UiContext& ui, const SliderAppearance& look)
{
    SliderInput input;
    ImGui::PushID(look.label);
    SliderState state = loadSliderState();
    if (state.stage != NotTyping) {
        input.typed = drawTypingField(ui, look, state);
        storeSliderState(state);
        ImGui::PopID();
        return input;
    }

    const float height = ImGui::GetFrameHeight();
    ImGui::InvisibleButton("slider", {look.width, height});
    const ImVec2 a = ImGui::GetItemRectMin();
    const ImVec2 b = ImGui::GetItemRectMax();
    const bool hovered = ImGui::IsItemHovered();
    const bool active = ImGui::IsItemActive();
    const float knob = ui.px(4.0f);
    const float from = a.x + knob;
    // The number has the right part of the control for itself, so that the knob never covers it.
    const ImVec2 text = ImGui::CalcTextSize(look.shown.c_str());
    const float wanted = ui.px(kNumberStepPx) * std::ceil((text.x + ui.px(16.0f)) / ui.px(kNumberStepPx));
    const float number = std::min(std::max(ui.px(kNumberPx), wanted), kMaxNumberShare * look.width);
    const float span = std::max(b.x - number - a.x - 2.0f * knob, 1.0f);
    const ImGuiIO& io = ImGui::GetIO();
    // A press alone changes nothing: a drag moves the value by as much as the pointer.
    if (ImGui::IsItemActivated()) state.dragged = look.fraction;
    const bool types = ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left) ||
                       (io.KeyCtrl && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) ||
                       keyPressed(ImGuiKey_Enter, false) || keyPressed(kKeypadEnter, false);
    if (hovered && types) {
        state.stage = FocusPending;
        state.pending = std::numeric_limits<float>::infinity(); // nothing typed yet
        takeKeysForText(true);
    } else if (active && io.MouseDelta.x != 0.0f) {
        state.dragged += io.MouseDelta.x / span * (io.KeyShift ? kFineDrag : 1.0f);
        input.fraction = std::clamp(state.dragged, 0.0f, 1.0f);
        input.dragged = true;
    }
    storeSliderState(state);

    const Palette& p = ui.palette;
    ImDrawList& out = *ImGui::GetWindowDrawList();
    const float round = ui.px(4.0f);
    // The track ends where the number begins, so that the ends of the range can be seen.
    const ImVec2 trackEnd{b.x - number, b.y};
    const bool isLit = hovered || active;
    out.AddRectFilled(a, b, styledColor(p.raised.mixed(p.panel, isLit ? 0.4f : 0.6f)), round);
    out.AddRectFilled(a, trackEnd, styledColor(isLit ? p.raised.mixed(p.text, 0.06f) : p.raised), round,
                      ImDrawFlags_RoundCornersLeft);
    const float shownFraction = input.dragged ? input.fraction : look.fraction;
    const float x0 = look.origin <= 0.0f ? a.x : from + span * std::min(look.origin, shownFraction);
    const float x1 = from + span * std::max(look.origin, shownFraction);
    const float knobX = from + span * shownFraction;
    out.AddRectFilled({x0, a.y}, {x1, b.y}, styledColor(p.accent.withAlpha(0.28f)), round,
                      look.origin <= 0.0f ? ImDrawFlags_RoundCornersLeft : ImDrawFlags_RoundCornersNone);
    const ImVec2 at{std::round(b.x - ui.px(8.0f) - text.x), std::round(a.y + 0.5f * (height - text.y))};
    const ImU32 markInk = styledColor(active || hovered ? p.accent.mixed(p.text, 0.3f) : p.accent);
    out.AddRectFilled({knobX - 0.25f * knob, a.y}, {knobX + 0.25f * knob, b.y}, markInk);
    out.AddText(at, styledColor(p.text), look.shown.c_str());
    recordLastItem(ui, look.label, look.shown);
    itemTooltip(ui, look.tooltip);
    ImGui::PopID();
    return input;
}

// A typed value within its limits, and a notice if it was not. In shown units.
double limited(const UiContext& ui, const SliderAppearance& look, double typed, double minimum,
               double maximum)
{
    const double value = std::clamp(typed, minimum, maximum);
    if (value != typed && ui.notice)
        *ui.notice = fmt::format("{} is {}, not {}: it must be {} to {}.", visibleLabel(look.label),
                                 withUnit(formatNumber(value), look.unit), formatNumber(typed),
                                 formatNumber(minimum), formatNumber(maximum));
    return value;
}

} // namespace

bool sliderRow(const UiContext& ui, const SliderSpec& spec, float* value)
{
    const SliderScale scale{spec.minimum, spec.maximum, spec.logarithmic};
    SliderAppearance look{
        .label = spec.label, .unit = spec.unit, .tooltip = spec.tooltip, .shown = {}, .editable = {}};
    look.width = beginRow(ui, spec.label, spec.tooltip);
    const double shown = static_cast<double>(*value) * static_cast<double>(spec.displayFactor);
    look.shown = spec.shownText ? spec.shownText : steadyQuantity(spec.label, shown, spec.unit);
    look.editable = fmt::format("{:.7g}", shown);
    look.fraction = fractionOf(scale, *value);
    look.origin = spec.logarithmic ? 0.0f : fractionOf(scale, std::clamp(0.0f, spec.minimum, spec.maximum));

    const float before = *value;
    const SliderInput input = sliderControl(ui, look);
    if (input.dragged) *value = valueAt(scale, input.fraction);
    if (input.typed) {
        const auto factor = static_cast<double>(spec.displayFactor);
        const auto limit = [&](float a) { return factor * static_cast<double>(a); };
        *value = static_cast<float>(limited(ui, look, *input.typed,
                                            limit(std::min(spec.minimum, spec.typedMinimum)),
                                            limit(std::max(spec.maximum, spec.typedMaximum))) /
                                    factor);
    }
    if (endRow(ui, spec.label, *value == spec.defaultValue)) *value = spec.defaultValue;
    return *value != before;
}

bool intSliderRow(const UiContext& ui, const IntSliderSpec& spec, int* value)
{
    SliderAppearance look{
        .label = spec.label, .unit = spec.unit, .tooltip = spec.tooltip, .shown = {}, .editable = {}};
    look.width = beginRow(ui, spec.label, spec.tooltip);
    look.shown = std::to_string(*value);
    if (*spec.unit != '\0') look.shown += std::string(" ") + spec.unit;
    look.editable = std::to_string(*value);
    const float range = static_cast<float>(std::max(spec.maximum - spec.minimum, 1));
    look.fraction = std::clamp(static_cast<float>(*value - spec.minimum) / range, 0.0f, 1.0f);

    const int before = *value;
    const SliderInput input = sliderControl(ui, look);
    if (input.dragged) *value = spec.minimum + static_cast<int>(std::lround(input.fraction * range));
    if (input.typed)
        *value = static_cast<int>(std::lround(
            limited(ui, look, *input.typed, static_cast<double>(std::min(spec.minimum, spec.typedMinimum)),
                    static_cast<double>(std::max(spec.maximum, spec.typedMaximum)))));
    if (endRow(ui, spec.label, *value == spec.defaultValue)) *value = spec.defaultValue;
    return *value != before;
}

bool checkboxRow(const UiContext& ui, const char* label, bool* value, const char* tooltip, const char* key,
                 const Color* swatch)
{
    const float room = ImGui::GetContentRegionAvail().x;
    const ImVec2 start = ImGui::GetCursorScreenPos();
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ui.px(4.0f), ui.px(2.0f)});
    const bool changed = ImGui::Checkbox(label, value);
    const float height = ImGui::GetFrameHeight();
    ImGui::PopStyleVar();
    recordLastItem(ui, label, *value ? "on" : "off");
    itemTooltip(ui, tooltip, key);

    ImDrawList& out = *ImGui::GetWindowDrawList();
    float right = start.x + room;
    const float middle = start.y + 0.5f * height;
    if (swatch != nullptr) {
        const float side = ui.px(10.0f);
        right -= side;
        out.AddRectFilled({right, middle - 0.5f * side}, {right + side, middle + 0.5f * side},
                          swatch->packed(), ui.px(2.0f));
    }
    if (*key != '\0') {
        const ImVec2 size = ImGui::CalcTextSize(key);
        right = start.x + room - ui.px(18.0f) - size.x;
        out.AddText({std::round(right), std::round(middle - 0.5f * size.y)}, styledColor(ui.palette.muted),
                    key);
    }
    return changed;
}

namespace {

// True if every name fits into a combo box of this width.
bool fitsCombo(std::span<const char* const> names, float width)
{
    const float frame = ImGui::GetFrameHeight() + 2.0f * ImGui::GetStyle().FramePadding.x; // arrow, padding
    return std::all_of(names.begin(), names.end(),
                       [&](const char* name) { return ImGui::CalcTextSize(name).x + frame <= width; });
}

} // namespace

bool comboRow(const UiContext& ui, const char* label, int* index, std::span<const char* const> names,
              int defaultIndex, const char* tooltip, const char* shownIfNone)
{
    const float room = ImGui::GetContentRegionAvail().x - ui.px(kResetPx + 4.0f);
    float width = beginRow(ui, label, tooltip);
    if (!fitsCombo(names, width)) { // put it below the label, over the whole row
        ImGui::NewLine();
        width = room;
    }
    const int count = static_cast<int>(names.size());
    const char* shown = *index >= 0 && *index < count ? names[static_cast<std::size_t>(*index)] : shownIfNone;
    const int before = *index;
    ImGui::SetNextItemWidth(width);
    const bool open =
        ImGui::BeginCombo((std::string("##") + label).c_str(), shown, ImGuiComboFlags_HeightLarge);
    if (!open) {
        recordLastItem(ui, label, shown);
        itemTooltip(ui, tooltip);
    } else {
        for (int i = 0; i < count; ++i) {
            const char* name = names[static_cast<std::size_t>(i)];
            if (ImGui::Selectable(name, i == *index)) *index = i;
            recordLastItem(ui, name);
        }
        ImGui::EndCombo();
    }
    if (defaultIndex >= 0 && endRow(ui, label, *index == defaultIndex)) *index = defaultIndex;
    return *index != before;
}

namespace {

// In a square of side `side` around the last item's middle.
void drawSwatch(const UiContext& ui, const Swatch& swatch, float side, bool isChosen)
{
    const ImVec2 from = ImGui::GetItemRectMin();
    const float middle = 0.5f * (from.y + ImGui::GetItemRectMax().y);
    const ImVec2 a{from.x, std::round(middle - 0.5f * side)};
    const ImVec2 b{a.x + side, a.y + side};
    ImDrawList& out = *ImGui::GetWindowDrawList();
    if (swatch.isAutomatic) {
        out.AddRect(a, b, styledColor(ui.palette.muted), ui.px(2.0f));
        out.AddLine({a.x + ui.px(3.0f), b.y - ui.px(3.0f)}, {b.x - ui.px(3.0f), a.y + ui.px(3.0f)},
                    styledColor(ui.palette.muted), ui.px(1.5f));
    } else {
        out.AddRectFilled(a, b, styledColor(swatch.color), ui.px(2.0f));
    }
    if (!isChosen && !ImGui::IsItemHovered()) return;
    const float gap = ui.px(1.0f);
    out.AddRect({a.x - gap, a.y - gap}, {b.x + gap, b.y + gap},
                styledColor(isChosen ? ui.palette.text : ui.palette.accent), ui.px(3.0f), 0, ui.px(2.0f));
}

} // namespace

bool swatchRow(const UiContext& ui, const char* label, std::span<const Swatch> swatches, int* index,
               const char* tooltip)
{
    const float width = beginRow(ui, label, tooltip) + ui.px(kResetPx + 4.0f);
    const float gap = ui.px(4.0f);
    const float side =
        std::min(std::floor((width + gap) / static_cast<float>(swatches.size()) - gap), ui.px(18.0f));
    const int before = *index;
    ImGui::PushID(label);
    for (size_t i = 0; i < swatches.size(); ++i) {
        if (i > 0) ImGui::SameLine(0.0f, gap);
        if (ImGui::InvisibleButton(swatches[i].name.c_str(), {side, ImGui::GetFrameHeight()}))
            *index = static_cast<int>(i);
        const bool isChosen = static_cast<int>(i) == *index;
        recordLastItem(ui, swatches[i].name, isChosen ? "chosen" : "");
        drawSwatch(ui, swatches[i], side, isChosen);
        itemTooltip(ui, swatches[i].name);
    }
    ImGui::PopID();
    return *index != before;
}

bool textRow(const UiContext& ui, const char* label, char* buffer, std::size_t bufferSize,
             const char* tooltip, const char* shownIfEmpty)
{
    const float width = beginRow(ui, label, tooltip);
    ImGui::SetNextItemWidth(width);
    const bool changed =
        ImGui::InputTextWithHint((std::string("##") + label).c_str(), shownIfEmpty, buffer, bufferSize);
    takeKeysForText();
    recordLastItem(ui, label, buffer);
    itemTooltip(ui, tooltip);
    return changed;
}

ButtonRowPress buttonRow(const UiContext& ui, const char* label, const char* shown, const char* tooltip,
                         bool canClear)
{
    const float width = beginRow(ui, label, tooltip);
    const bool pressed = ImGui::Button(fmt::format("{}##{}", shown, label).c_str(), {width, 0.0f});
    recordLastItem(ui, label, shown);
    itemTooltip(ui, tooltip);
    const std::string name = fmt::format("Clear {}", withLowerFirst(std::string(visibleLabel(label))));
    if (endRow(ui, label, Icon::Close, name, !canClear)) return ButtonRowPress::Clear;
    return pressed ? ButtonRowPress::Button : ButtonRowPress::None;
}

} // namespace satbox::app
