#pragma once

#include "app/widgets/ui_context.h"

#include <span>
#include <string>

namespace satbox::app {

struct SectionTab {
    const char* name = "";
    const char* help = ""; // a sentence
};
// A row of tabs of equal width below the head of a panel. Sets *open to the index of the open tab and returns
// true in frames in which the user opened another one.
bool sectionTabs(const UiContext& ui, std::span<const SectionTab> tabs, size_t* open);

// A stepper: buttons for previous, play (optional) and next, and a slider that shows the position.
struct StepperSpec {
    const char* label = ""; // of the slider
    const char* previousLabel = "";
    const char* nextLabel = "";
    const char* playLabel = ""; // empty: no play button
    const char* stopLabel = "";
    bool showsArrowKeys = false; // the tooltips name the keys Left and Right
    std::string sliderText;      // %d: the value
    int minimum = 1;
    int maximum = 1;
    const char* tooltip = ""; // of the slider
};
struct StepperEvents {
    int step = 0;             // -1: previous was pressed; 1: next
    bool playPressed = false; // play or stop
    bool sliderMoved = false; // *at has changed
};
StepperEvents stepperRow(const UiContext& ui, const StepperSpec& spec, bool playing, int* at);

// A list row over the whole width that reacts to hovering and clicks. The caller draws its content.
struct ListRow {
    bool hovered = false;
    bool pressed = false;
    float left = 0.0f, top = 0.0f, right = 0.0f, bottom = 0.0f; // window points
};
float listRowHeight(const UiContext& ui, int lines); // of a row with this many lines of text, window points
// `name` must be unique in the panel. The row is highlighted while `chosen` or hovered.
ListRow listRow(const UiContext& ui, std::string_view name, std::string_view value, bool chosen,
                int lines = 1);

} // namespace satbox::app
