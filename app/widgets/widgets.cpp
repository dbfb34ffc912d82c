#include "app/widgets/widgets.h"

#include "app/text/format.h"
#include "app/widgets/tooltip_placement.h"
#include "app/widgets/ui_recorder.h"

#include <algorithm>
#include <cmath>
#include <imgui.h>
#include <string>

namespace satbox::app {

namespace {

ScreenRect lastItemRect()
{
    const ImVec2 a = ImGui::GetItemRectMin();
    const ImVec2 b = ImGui::GetItemRectMax();
    return {a.x, a.y, b.x - a.x, b.y - a.y};
}

void centeredText(ImDrawList& out, const ScreenRect& r, float left, std::string_view text, const Color& color)
{
    const float height = ImGui::GetFontSize();
    out.AddText({std::round(left), std::round(r.y + 0.5f * (r.height - height))}, styledColor(color),
                text.data(), text.data() + text.size());
}

} // namespace

std::string_view visibleLabel(std::string_view label) { return label.substr(0, label.find("##")); }

std::uint32_t styledColor(const Color& color) { return ImGui::GetColorU32(color.packed()); }

void recordLastItem(const UiContext& ui, std::string_view label, std::string_view value)
{
    if (ui.recorder != nullptr && ImGui::IsItemVisible())
        ui.recorder->add(visibleLabel(label), lastItemRect(), value);
}

PanelRecordScope::PanelRecordScope(const UiContext& ui, std::string_view panel) : recorder_(ui.recorder)
{
    if (recorder_ != nullptr) recorder_->enterPanel(panel);
}

PanelRecordScope::~PanelRecordScope()
{
    if (recorder_ != nullptr) recorder_->leavePanel();
}

namespace {

constexpr float kTooltipWidthPx = 300.0f;
constexpr float kNarrowWindowPx = 460.0f;

struct TooltipLayout {
    Vec2 size{0.0f, 0.0f};
    bool keyIsBehindText = false;
};

// The key is behind a single line if there is room, else below the text: what is left of the last line of a
// wrapped text is unknown.
TooltipLayout layoutOf(const UiContext& ui, std::string_view text, std::string_view key)
{
    const float wrap = ui.px(kTooltipWidthPx);
    const ImGuiStyle& style = ImGui::GetStyle();
    const float inner = wrap - style.WindowPadding.x;
    ImVec2 size = ImGui::CalcTextSize(text.data(), text.data() + text.size(), false, inner);
    TooltipLayout layout;
    if (!key.empty()) {
        const std::string shown = "(" + std::string(key) + ")";
        const ImVec2 keySize = ImGui::CalcTextSize(shown.c_str());
        const float besides = size.x + ui.px(4.0f) + keySize.x;
        layout.keyIsBehindText = size.y < 1.5f * ImGui::GetFontSize() && besides <= inner;
        if (layout.keyIsBehindText)
            size.x = besides;
        else
            size.y += style.ItemSpacing.y + keySize.y;
    }
    layout.size = {size.x + 2.0f * style.WindowPadding.x, size.y + 2.0f * style.WindowPadding.y};
    return layout;
}

} // namespace

void itemTooltip(const UiContext& ui, std::string_view text, std::string_view key)
{
    if (text.empty() || !ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled) || ImGui::IsItemActive())
        return;
    ImGui::PushStyleVar(ImGuiStyleVar_Alpha,
                        1.0f); // opaque on disabled rows too: it says why they are disabled
    const TooltipLayout layout = layoutOf(ui, text, key);
    const ImVec2 windowAt = ImGui::GetWindowPos(), windowSize = ImGui::GetWindowSize();
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    const Vec2 at = tooltipPosition(lastItemRect(), {windowAt.x, windowAt.y, windowSize.x, windowSize.y},
                                    {display.x, display.y}, layout.size, ImGui::GetIO().MousePos.x,
                                    ui.px(kNarrowWindowPx), ui.px(4.0f));
    ImGui::SetNextWindowPos({at.x, at.y});
    ImGui::BeginTooltip();
    ImGui::PushTextWrapPos(ui.px(kTooltipWidthPx));
    ImGui::TextUnformatted(text.data(), text.data() + text.size());
    if (layout.keyIsBehindText) ImGui::SameLine(0.0f, ui.px(4.0f));
    if (!key.empty()) ImGui::TextDisabled("(%.*s)", static_cast<int>(key.size()), key.data());
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
    ImGui::PopStyleVar();
}

void shapeNameRow(const UiContext& ui, const char* letter, const std::string& name, const Color& color)
{
    const float left = ImGui::GetCursorPosX();
    ImGui::PushStyleColor(ImGuiCol_Text, color.packed());
    ImGui::PushFont(ui.fonts.heading);
    ImGui::TextUnformatted(letter);
    ImGui::PopFont();
    ImGui::PopStyleColor();
    ImGui::SameLine(left + ui.px(20.0f));
    ImGui::TextUnformatted(name.c_str());
    recordLastItem(ui, letter, name);
}

namespace {

// Space above a heading, but not at the top of a panel, where all begin at the same height.
void spaceAbove(const UiContext& ui, float designPixels)
{
    const float top = ImGui::GetCursorStartPos().y + ImGui::GetScrollY();
    if (ImGui::GetCursorPosY() > top) ImGui::Dummy({0.0f, ui.px(designPixels)});
}

} // namespace

void heading(const UiContext& ui, const char* label)
{
    spaceAbove(ui, 8.0f);
    ImGui::PushFont(ui.fonts.heading);
    ImGui::TextUnformatted(label);
    ImGui::PopFont();
    ImGui::Dummy({0.0f, ui.px(2.0f)});
}

bool foldingHeading(const UiContext& ui, const char* label, bool initiallyOpen)
{
    spaceAbove(ui, 4.0f);
    ImGui::PushStyleColor(ImGuiCol_Header, ui.palette.raised.withAlpha(0.0f).packed());
    ImGui::PushFont(ui.fonts.heading);
    // Dear ImGui's header extends beyond its column; less padding aligns its arrow with the labels.
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ui.px(4.0f), ui.px(4.0f)});
    const bool open = ImGui::CollapsingHeader(label, initiallyOpen ? ImGuiTreeNodeFlags_DefaultOpen
                                                                   : ImGuiTreeNodeFlags_None);
    ImGui::PopStyleVar();
    ImGui::PopFont();
    ImGui::PopStyleColor();
    recordLastItem(ui, label, open ? "open" : "folded");
    return open;
}

void hintText(const UiContext& ui, std::string_view text)
{
    ImGui::PushStyleColor(ImGuiCol_Text, ui.palette.muted.packed());
    ImGui::PushTextWrapPos(0.0f);
    ImGui::TextUnformatted(text.data(), text.data() + text.size());
    ImGui::PopTextWrapPos();
    ImGui::PopStyleColor();
}

bool button(const UiContext& ui, const char* label, const char* tooltip, bool fullWidth, bool enabled)
{
    ImGui::BeginDisabled(!enabled);
    const bool pressed = ImGui::Button(label, {fullWidth ? -1.0f : 0.0f, 0.0f});
    ImGui::EndDisabled();
    recordLastItem(ui, label, enabled ? "" : "disabled");
    itemTooltip(ui, tooltip);
    return pressed;
}

bool iconButton(const UiContext& ui, Icon icon, const char* name, const char* key, bool active, float sizePx,
                bool enabled)
{
    const float side = std::round(ui.px(sizePx));
    ImGui::BeginDisabled(!enabled);
    const bool pressed = ImGui::InvisibleButton(name, {side, side});
    ImGui::EndDisabled();
    const ScreenRect r = lastItemRect();
    const bool hovered = enabled && ImGui::IsItemHovered();
    const bool held = enabled && ImGui::IsItemActive();
    ImDrawList& out = *ImGui::GetWindowDrawList();
    const Palette& p = ui.palette;
    if (active || hovered || held) {
        const Color ground = active ? p.accent.withAlpha(hovered ? 0.30f : 0.22f) : p.raised;
        out.AddRectFilled({r.x, r.y}, {r.x + r.width, r.y + r.height}, styledColor(ground), ui.px(4.0f));
    }
    const Color color = active ? p.accent : (hovered ? p.text : p.text.mixed(p.muted, 0.5f));
    drawIcon(out, icon, r.center(), std::round(side * 0.56f), enabled ? color : p.muted.dimmed(0.5f));
    recordLastItem(ui, name, enabled ? (active ? "on" : "") : "disabled");
    itemTooltip(ui, visibleLabel(name), key);
    return pressed;
}

bool vectorDial(const UiContext& ui, const DialSpec& spec, Vec2* value)
{
    const float side = std::round(ui.px(spec.diameterPx));
    ImGui::InvisibleButton(spec.label, {side, side});
    const ScreenRect r = lastItemRect();
    const Vec2 middle = r.center();
    const float radius = 0.5f * side - ui.px(4.0f);
    bool changed = false;
    if (ImGui::IsItemActive()) {
        const ImVec2 mouse = ImGui::GetIO().MousePos;
        Vec2 v = Vec2(mouse.x - middle.x, middle.y - mouse.y) * (spec.maximum / radius);
        const float size = length(v);
        if (size > spec.maximum) v *= spec.maximum / size;
        // Snaps to an axis within about 5 degrees, and to zero near the middle.
        if (!ImGui::GetIO().KeyAlt) {
            constexpr float kSnap = 0.09f;
            if (std::abs(v.x) < kSnap * std::abs(v.y)) v.x = 0.0f;
            if (std::abs(v.y) < kSnap * std::abs(v.x)) v.y = 0.0f;
            if (length(v) < 0.04f * spec.maximum) v = Vec2(0.0f, 0.0f);
        }
        const float step = std::pow(10.0f, std::floor(std::log10(spec.maximum / 100.0f)));
        v = {std::round(v.x / step) * step, std::round(v.y / step) * step};
        changed = v != *value;
        *value = v;
    }
    const bool lit = ImGui::IsItemHovered() || ImGui::IsItemActive();
    recordLastItem(ui, spec.label);
    itemTooltip(ui, spec.tooltip);

    ImDrawList& out = *ImGui::GetWindowDrawList();
    const Palette& p = ui.palette;
    const ImVec2 c{middle.x, middle.y};
    out.AddCircleFilled(c, radius, styledColor(p.raised), 64);
    out.AddCircle(c, radius, styledColor(lit ? p.accent : p.grid.axes), 64, ui.px(1.5f));
    out.AddLine({c.x - radius, c.y}, {c.x + radius, c.y}, styledColor(p.grid.axes), 1.0f);
    out.AddLine({c.x, c.y - radius}, {c.x, c.y + radius}, styledColor(p.grid.axes), 1.0f);
    Vec2 tip = *value * (radius / spec.maximum);
    const float reach = length(tip);
    if (reach > radius) tip *= radius / reach;
    const Vec2 end(middle.x + tip.x, middle.y - tip.y);
    out.AddLine(c, {end.x, end.y}, styledColor(p.accent), ui.px(2.0f));
    out.AddCircleFilled({end.x, end.y}, ui.px(5.0f), styledColor(p.accent));

    if (*value != spec.defaultValue) {
        ImGui::SameLine();
        ImGui::PushID(spec.label);
        const std::string name = "Reset " + std::string(visibleLabel(spec.label));
        if (iconButton(ui, Icon::Reset, name.c_str(), "", false, 20.0f)) {
            *value = spec.defaultValue;
            changed = true;
        }
        ImGui::PopID();
    }
    return changed;
}

void takeKeysForText(bool begins)
{
    if (begins || ImGui::IsItemActive()) ImGui::GetIO().WantTextInput = true;
}

std::string steadyQuantity(const char* label, double value, std::string_view unit)
{
    const ImGuiID id = ImGui::GetID((std::string(label) + " prefix").c_str());
    ImGuiStorage& storage = *ImGui::GetStateStorage();
    KeptPrefix kept{storage.GetInt(id, -1)};
    std::string text = formatQuantity(value, unit, kept);
    storage.SetInt(id, kept.index);
    return text;
}

void quantityRow(const UiContext& ui, const char* label, double value, std::string_view unit,
                 const char* tooltip)
{
    valueRow(ui, label, steadyQuantity(label, value, unit), tooltip);
}

void valueRow(const UiContext& ui, const char* label, std::string_view value, const char* tooltip)
{
    const ImVec2 start = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    const float height = ImGui::GetTextLineHeight() + ui.px(4.0f);
    ImGui::Dummy({width, height});
    const ScreenRect r{start.x, start.y, width, height};
    ImDrawList& out = *ImGui::GetWindowDrawList();
    const std::string_view shown = visibleLabel(label);
    const float valueWidth = ImGui::CalcTextSize(value.data(), value.data() + value.size()).x;
    centeredText(out, r, r.x, shown, ui.palette.muted);
    centeredText(out, r, r.x + width - valueWidth, value, ui.palette.text);
    recordLastItem(ui, label, value);
    itemTooltip(ui, tooltip);
}

} // namespace satbox::app
