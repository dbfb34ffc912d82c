#include "app/widgets/ui_recorder.h"

#include "engine/scene/file_io.h"
#include "engine/scene/json_text.h"

#include <fmt/format.h>
#include <iterator>
#include <utility>

namespace satbox::app {

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
                       separator, jsonText(widget.panel), jsonText(widget.label), widget.rect.x,
                       widget.rect.y, widget.rect.width, widget.rect.height, jsonText(widget.value));
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
    // Not synced to disk: it is written many times per second, and only for tests.
    const std::string sentence =
        writeFile(file_, recordedWidgetsJson(widgets_, frame_, windowPoints), {}, Durability::Fast);
    if (!sentence.empty()) return fmt::format("The list of widgets was not written: {}.", sentence);
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
