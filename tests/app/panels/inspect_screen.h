#pragma once

#include "app/panels/panels.h"
#include "app/widgets/panel_window.h"
#include "tests/app/widgets/ui_fixture.h"

#include <doctest/doctest.h>

#include <functional>

namespace satbox::test {

// The Inspect panel alone, about the document of a history and the selection in it.
struct InspectScreen {
    static constexpr int kHeight = 1500;
    app::test::OffscreenUi ui{{360, kHeight}};
    app::Selection selection;
    app::Requests requests;
    app::InspectState inspector;

    explicit InspectScreen(app::History& history) : history_(history) {}
    void frames(int count) { ui.frames(count, draw()); }
    void click(const char* label)
    {
        ui.click(ui.middleOf(label), draw());
        frames(3);
    }
    std::function<void(const app::UiContext&)> draw()
    {
        return [this](const app::UiContext& context) {
            const app::PanelWindow window(context, "Inspect", {0.0f, 0.0f, 360.0f, float{kHeight}},
                                          {.scrolls = true});
            app::drawInspectPanel(context, history_.world(), true, selection, history_, requests, inspector);
            CHECK(history_.applyPending() == "");
            history_.closeGesture();
        };
    }
    bool has(const char* label) { return ui.recorder().find(label) != nullptr; }

  private:
    app::History& history_;
};

} // namespace satbox::test
