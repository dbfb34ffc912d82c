#pragma once

#include "app/ui/ui_context.h"

#include <span>
#include <string>

namespace satbox::app {

// Several looks at one thing, of which one is open: a row of buttons of one width. True in frames in which
// another one was opened.
struct PartTab {
    const char* name = "";
    const char* help = ""; // a sentence
};
bool partTabs(const UiContext& ui, std::span<const PartTab> tabs, size_t* open);

// Back, perhaps play, on, and a slider that says where one is.
struct WalkSpec {
    const char* label = ""; // of the slider
    const char* before = "";
    const char* after = "";
    const char* play = ""; // none: no such button
    const char* stop = "";
    bool keys = false; // Left and Right do the same
    std::string shown; // on the slider; %d stands for the value
    int minimum = 1;
    int maximum = 1;
    const char* tooltip = "";
};
struct WalkEvents {
    int by = 0; // -1, 1: an arrow was pressed
    bool play = false;
    bool slid = false; // *at has changed
};
WalkEvents walkRow(const UiContext& ui, const WalkSpec& spec, bool playing, int* at);

// A row of a list over the whole width that can be pointed at and pressed; who asks for it draws into it.
struct ListRow {
    bool hovered = false;
    bool pressed = false;
    float left = 0.0f, top = 0.0f, right = 0.0f, bottom = 0.0f; // window points
};
// `name` is unique in the panel; `lines` of text high. Marked while `chosen` or pointed at.
float listRowHeight(const UiContext& ui, int lines); // window points
ListRow listRow(const UiContext& ui, std::string_view name, std::string_view value, bool chosen,
                int lines = 1);

// Text in a row, cut with dots where it would go beyond `right`.
void textWithin(const Color& color, float left, float top, float right, std::string_view text);
// Text that ends at `right`. Returns where it begins.
float textBefore(const Color& color, float right, float top, std::string_view text);

} // namespace satbox::app
