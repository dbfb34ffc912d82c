#include "app/ui/ui_recorder.h"

#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <system_error>
#include <utility>

namespace satbox::app {

namespace {

std::string jsonString(std::string_view text)
{
    std::string out = "\"";
    for (const char ch : text) {
        if (ch == '"' || ch == '\\') out += '\\';
        if (static_cast<unsigned char>(ch) < 0x20)
            fmt::format_to(std::back_inserter(out), "\\u{:04x}", static_cast<unsigned>(ch));
        else
            out += ch;
    }
    return out + '"';
}

} // namespace

std::string recordedWidgetsJson(const std::vector<RecordedWidget>& widgets, std::uint64_t frame,
                                IntSize windowPoints)
{
    std::string out = fmt::format(
        "{{\n  \"frame\": {},\n  \"window\": {{\"width\": {}, \"height\": {}}},\n  \"widgets\": [", frame,
        windowPoints.width, windowPoints.height);
    const char* separator = "\n";
    for (const RecordedWidget& widget : widgets) {
        fmt::format_to(std::back_inserter(out),
                       "{}    {{\"panel\": {}, \"label\": {}, \"x\": {:.1f}, \"y\": {:.1f}, \"w\": {:.1f}, "
                       "\"h\": {:.1f}, "
                       "\"value\": {}}}",
                       separator, jsonString(widget.panel), jsonString(widget.label), widget.rect.x,
                       widget.rect.y, widget.rect.width, widget.rect.height, jsonString(widget.value));
        separator = ",\n";
    }
    return out + "\n  ]\n}\n";
}

UiRecorder::UiRecorder(std::filesystem::path file) : file_(std::move(file)) {}

void UiRecorder::beginFrame()
{
    ++frame_;
    widgets_.clear();
    panels_.clear();
}

void UiRecorder::enterPanel(std::string_view panel) { panels_.emplace_back(panel); }

void UiRecorder::leavePanel()
{
    if (!panels_.empty()) panels_.pop_back();
}

void UiRecorder::add(std::string_view label, const ScreenRect& rect, std::string_view value)
{
    widgets_.push_back(
        {panels_.empty() ? std::string() : panels_.back(), std::string(label), rect, std::string(value)});
}

std::optional<std::string> UiRecorder::endFrame(IntSize windowPoints)
{
    if (file_.empty() || (widgets_ == written_ && frame_ > 1)) return std::nullopt;
    // Under another name first: who reads while we write gets the old list, never half of the new one.
    std::filesystem::path unfinished = file_;
    unfinished += ".part";
    std::ofstream file(unfinished, std::ios::binary | std::ios::trunc);
    file << recordedWidgetsJson(widgets_, frame_, windowPoints);
    file.close();
    std::error_code error;
    if (file) std::filesystem::rename(unfinished, file_, error);
    if (!file || error)
        return fmt::format(
            "The list of widgets could not be written to '{}'. Is the folder there and writable?",
            file_.string());
    written_ = widgets_;
    return std::nullopt;
}

const RecordedWidget* UiRecorder::find(std::string_view label, std::string_view panel) const
{
    for (const RecordedWidget& widget : widgets_)
        if (widget.label == label && (panel.empty() || widget.panel == panel)) return &widget;
    return nullptr;
}

} // namespace satbox::app
