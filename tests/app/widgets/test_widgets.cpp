#include "app/platform/imgui_versions.h"
#include "app/widgets/labels.h"
#include "app/widgets/slider_scale.h"
#include "app/widgets/theme.h"
#include "app/widgets/widgets.h"
#include "tests/app/widgets/ui_fixture.h"
#include "tests/support/paths.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <doctest/doctest.h>
#include <functional>
#include <imgui.h>
#include <string>
#include <vector>

namespace satbox::app {

namespace {

using test::OffscreenUi;

struct Values {
    Vec2 gravity{0.0f, -10.0f};
    float restitution = 0.5f;
    float frequency = 30.0f;
    float slop = 0.005f;
    float angle = 0.7854f;
    int substeps = 4;
    bool normals = true;
    bool depths = false;
    int solver = 0;
    std::array<char, 32> name{'b', 'o', 'x'};
};

// Ω μ · → ° ₀ ₉ × − ² ³ ± ⁻ ∞ and the thin space.
constexpr std::array<ImWchar, 15> kSigns{0x03A9, 0x03BC, 0x00B7, 0x2192, 0x00B0, 0x2080, 0x2089, 0x00D7,
                                         0x2212, 0x00B2, 0x00B3, 0x00B1, 0x207B, 0x221E, 0x2009};
constexpr std::array kSolvers{"Soft substepping", "Sequential impulses"};

void inPanel(float x, float width, float height, const std::function<void()>& content)
{
    ImGui::SetNextWindowPos({x, 0.0f});
    ImGui::SetNextWindowSize({width, height});
    ImGui::Begin("Panel", nullptr, ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove);
    content();
    ImGui::End();
}

// An allocator for Dear ImGui that detects use after free: freed blocks are filled with a pattern and kept,
// so that reads return nonsense and writes are found. It must outlive the ImGui context.
class FreedMemory {
  public:
    FreedMemory() { ImGui::SetAllocatorFunctions(&FreedMemory::take, &FreedMemory::giveBack, this); }
    ~FreedMemory()
    {
        ImGui::SetAllocatorFunctions([](size_t size, void*) { return std::malloc(size); },
                                     [](void* memory, void*) { std::free(memory); });
        for (std::byte* block : freed_) std::free(block);
    }
    FreedMemory(const FreedMemory&) = delete;
    FreedMemory& operator=(const FreedMemory&) = delete;

    bool isUntouched() const
    {
        return std::ranges::all_of(freed_, [](const std::byte* block) {
            return std::all_of(block + kHead, block + kHead + sizeOf(block),
                               [](std::byte b) { return b == kFilling; });
        });
    }

  private:
    static constexpr size_t kHead = alignof(std::max_align_t); // header before each block: its size
    static constexpr std::byte kFilling{0xDD};

    static size_t sizeOf(const std::byte* block)
    {
        size_t size = 0;
        std::memcpy(&size, block, sizeof size);
        return size;
    }
    static void* take(size_t size, void*)
    {
        auto* block = static_cast<std::byte*>(std::malloc(kHead + size));
        std::memcpy(block, &size, sizeof size);
        return block + kHead;
    }
    static void giveBack(void* memory, void* self)
    {
        if (!memory) return;
        std::byte* block = static_cast<std::byte*>(memory) - kHead;
        std::fill_n(block + kHead, sizeOf(block), kFilling);
        static_cast<FreedMemory*>(self)->freed_.push_back(block);
    }

    std::vector<std::byte*> freed_;
};

void drawRows(const UiContext& ui, Values& v)
{
    const PanelRecordScope panel(ui, "Solver");
    heading(ui, "Gravity");
    vectorDial(ui, {.label = "Gravity", .maximum = 20.0f, .defaultValue = {0.0f, -10.0f}}, &v.gravity);
    sliderRow(ui, {"Gravity x", "m/s²", -20.0f, 20.0f, 0.0f, "Acceleration of all bodies to the right."},
              &v.gravity.x);
    sliderRow(ui, {"Gravity y", "m/s²", -20.0f, 20.0f, -10.0f, "Acceleration of all bodies upwards."},
              &v.gravity.y);
    heading(ui, "Contacts");
    comboRow(ui, "Solver", &v.solver, kSolvers, 0, "Which solver finds the impulses.");
    intSliderRow(ui, {"Substeps", "", 1, 16, 4, "How often a step is divided."}, &v.substeps);
    sliderRow(ui, {"Restitution threshold", "m/s", 0.0f, 5.0f, 1.0f, "Slower contacts do not bounce."},
              &v.restitution);
    sliderRow(ui, {"Contact frequency", "Hz", 1.0f, 240.0f, 30.0f, "Stiffness.", true}, &v.frequency);
    sliderRow(ui, {"Slop", "m", 0.0f, 0.1f, 0.005f, "Overlap that is left alone.", true}, &v.slop);
    sliderRow(ui, {"Angle", "°", -kPi, kPi, 0.0f, "Of the body.", false, 180.0f / kPi}, &v.angle);
    textRow(ui, "Name", v.name.data(), v.name.size(), "Of the body.");
    heading(ui, "Show");
    checkboxRow(ui, "Contact normals", &v.normals, "Arrows from A to B.", "N", &ui.palette.normal);
    checkboxRow(ui, "Penetration depths", &v.depths, "Bars to scale.", "D", &ui.palette.penetration);
    heading(ui, "Read-out");
    valueRow(ui, "Kinetic energy", "1.20 kJ");
    valueRow(ui, "Momentum", "−11.7 N s");
    hintText(ui, "Drag a shape to grab it. Release to throw it. Digits: 1111 8888.");
    button(ui, "Apply to all shapes");
}

void drawIcons(const UiContext& ui)
{
    constexpr int kColumns = 6;
    for (int i = 0; i < static_cast<int>(Icon::Count); ++i) {
        if (i % kColumns != 0) ImGui::SameLine();
        const std::string name = "icon " + std::to_string(i);
        iconButton(ui, static_cast<Icon>(i), name.c_str(), "", i == 2);
    }
}

} // namespace

TEST_CASE("many_new_sliders_use_no_memory_that_the_library_has_freed")
{
    FreedMemory memory;
    {
        OffscreenUi ui;
        std::array<float, 40> values{};
        const auto draw = [&](const UiContext& context) {
            inPanel(0.0f, 640.0f, 1200.0f, [&] {
                for (size_t i = 0; i < values.size(); ++i)
                    sliderRow(context, {std::to_string(i).c_str(), "m", 0.0f, 1.0f}, &values[i]);
            });
        };
        ui.frame(draw);
        // No slider is in typing mode, which would show no unit.
        CHECK(ui.recorder().widgets().size() > 10); // the visible ones
        for (const RecordedWidget& widget : ui.recorder().widgets())
            CHECK_MESSAGE(widget.value.ends_with("m"), widget.label);
    }
    CHECK(memory.isUntouched());
}

TEST_CASE("every_widget_is_drawn_in_both_themes_and_at_two_scales")
{
    struct Look {
        Theme theme;
        float scale;
        const char* file;
    };
    for (const Look& look :
         {Look{Theme::Dark, 1.0f, "widgets_dark.png"}, Look{Theme::Light, 1.0f, "widgets_light.png"},
          Look{Theme::Dark, 2.0f, "widgets_dark_scale_2.png"}}) {
        const int s = static_cast<int>(look.scale);
        OffscreenUi ui({660 * s, 680 * s}, look.theme, look.scale);
        Values values;
        ui.frames(3, [&](const UiContext& context) {
            const float height = 680.0f * look.scale;
            inPanel(0.0f, 340.0f * look.scale, height, [&] { drawRows(context, values); });
            ImGui::SetNextWindowPos({340.0f * look.scale, 0.0f});
            ImGui::SetNextWindowSize({320.0f * look.scale, height});
            ImGui::Begin("Icons", nullptr, ImGuiWindowFlags_NoDecoration);
            drawIcons(context);
            ImGui::End();
        });
        REQUIRE(!writePng(satbox::test::artefactFolder("ui") / look.file, ui.picture()));
        CHECK(ui.recorder().find("Gravity y", "Solver") != nullptr);
    }
}

TEST_CASE("slider_drags_to_its_ends_and_is_clamped_there")
{
    OffscreenUi ui({360, 680});
    Values v;
    const auto draw = [&](const UiContext& c) { inPanel(0, 340, 680, [&] { drawRows(c, v); }); };
    ui.frames(2, draw);
    const Vec2 at = ui.middleOf("Gravity y");
    ui.drag(at, at + Vec2(400.0f, 0.0f), draw);
    CHECK(v.gravity.y == 20.0f);
    ui.frames(60, draw); // or the next press would be a double click
    ui.drag(at, at - Vec2(400.0f, 0.0f), draw);
    CHECK(v.gravity.y == -20.0f);
    CHECK(v.gravity.x == 0.0f);
    CHECK(ui.widget("Gravity y").value == "−20.0 m/s²");
}

TEST_CASE("reset_button_shows_only_when_not_default_and_restores")
{
    OffscreenUi ui({360, 680});
    Values v;
    const auto draw = [&](const UiContext& c) { inPanel(0, 340, 680, [&] { drawRows(c, v); }); };
    ui.frames(2, draw);
    CHECK(ui.recorder().find("Reset Substeps") == nullptr);
    v.substeps = 9;
    ui.frames(2, draw);
    ui.click(ui.middleOf("Reset Substeps"), draw);
    CHECK(v.substeps == 4);
    CHECK(ui.recorder().find("Reset Substeps") == nullptr);
}

TEST_CASE("double_click_types_a_value_with_unit_clamped_to_the_limits")
{
    OffscreenUi ui({360, 680});
    Values v;
    const auto draw = [&](const UiContext& c) { inPanel(0, 340, 680, [&] { drawRows(c, v); }); };
    ui.frames(2, draw);
    const auto type = [&](const char* label, const char* text) {
        const Vec2 at = ui.middleOf(label);
        ui.click(at, draw);
        ui.click(at, draw);
        ui.typeText(text, draw);
        ui.pressEnter(draw);
        ui.frames(60, draw); // or the next click would be a double click
    };
    type("Slop", "20 mm");
    CHECK(v.slop == doctest::Approx(0.02f));
    type("Slop", "3 m");
    CHECK(v.slop == doctest::Approx(0.1f));
    type("Gravity y", "-9.81");
    CHECK(v.gravity.y == doctest::Approx(-9.81f));
    type("Angle", "90");
    CHECK(v.angle == doctest::Approx(0.5f * kPi));
}

TEST_CASE("keys_are_for_a_text_field_from_the_frame_in_which_it_opens")
{
    OffscreenUi ui({360, 680});
    Values v;
    std::vector<bool> taken;
    const auto draw = [&](const UiContext& c) {
        inPanel(0, 340, 680, [&] { drawRows(c, v); });
        taken.push_back(ImGui::GetIO().WantTextInput);
    };
    const auto pressAt = [&](Vec2 at) {
        ui.pointer.position = at;
        ui.frame(draw);
        taken.clear();
        ui.pointer.down[0] = true;
        ui.frame(draw);
        ui.pointer.down[0] = false;
        ui.frames(4, draw);
    };
    ui.frames(2, draw);
    ui.click(ui.middleOf("Slop"), draw);
    CHECK_FALSE(taken.back()); // no field has opened
    pressAt(ui.middleOf("Slop"));
    CHECK(taken == std::vector<bool>(5, true));
    ui.pressEnter(draw);
    CHECK_FALSE(taken.back());
    pressAt(ui.middleOf("Name"));
    CHECK(taken == std::vector<bool>(5, true));
}

TEST_CASE("the_unit_of_a_changing_quantity_stays_while_its_number_has_a_readable_length")
{
    OffscreenUi ui({360, 200});
    double value = 0.0;
    const auto shown = [&](double now) {
        value = now;
        ui.frame([&](const UiContext& c) {
            inPanel(0, 340, 200, [&] { quantityRow(c, "Speed", value, "m/s"); });
        });
        return ui.widget("Speed").value;
    };
    CHECK(shown(0.9) == "900 mm/s");
    CHECK(shown(1.1) == "1100 mm/s");
    CHECK(shown(0.0) == "0 mm/s");
    CHECK(shown(7.0) == "7.00 m/s");
    CHECK(shown(0.9) == "0.900 m/s");
}

TEST_CASE("typed_nonsense_leaves_the_value_from_before_the_double_click")
{
    OffscreenUi ui({360, 680});
    Values v;
    v.gravity.y = -9.8123f;
    const auto draw = [&](const UiContext& c) { inPanel(0, 340, 680, [&] { drawRows(c, v); }); };
    ui.frames(2, draw);
    const Vec2 at = ui.middleOf("Gravity y") + Vec2(30.0f, 0.0f);
    ui.click(at, draw);
    ui.click(at, draw);
    ui.typeText("heavy", draw);
    ui.pressEnter(draw);
    CHECK(v.gravity.y == -9.8123f);
    CHECK(ui.widget("Gravity y").value == "−9.81 m/s²");
}

TEST_CASE("a_notice_tells_what_became_of_typed_text_that_was_not_taken_as_it_is")
{
    OffscreenUi ui({360, 680});
    Values v;
    std::string notice;
    const auto draw = [&](const UiContext& c) {
        UiContext noticing = c;
        noticing.notice = &notice;
        inPanel(0, 340, 680, [&] { drawRows(noticing, v); });
    };
    const auto type = [&](const char* text) {
        notice.clear();
        ui.frames(60, draw);
        const Vec2 at = ui.middleOf("Gravity y") + Vec2(30.0f, 0.0f);
        ui.click(at, draw);
        ui.click(at, draw);
        ui.typeText(text, draw);
        ui.pressEnter(draw);
        ui.frames(2, draw);
    };
    ui.frames(2, draw);
    type("heavy");
    CHECK(notice == "Gravity y is unchanged: \"heavy\" is not a number, nor one with a unit such as m/s².");
    type("1e300");
    CHECK(notice.starts_with("Gravity y is 20"));
    CHECK(notice.find(": it must be −20") != std::string::npos);
    CHECK(v.gravity.y == 20.0f);
    type("3");
    CHECK(notice.empty());
    CHECK(v.gravity.y == 3.0f);
}

TEST_CASE("a_press_on_a_slider_changes_nothing_and_enter_types")
{
    OffscreenUi ui({360, 680});
    Values v;
    v.gravity.y = -9.8123f;
    const auto draw = [&](const UiContext& c) { inPanel(0, 340, 680, [&] { drawRows(c, v); }); };
    ui.frames(2, draw);
    const Vec2 at = ui.middleOf("Gravity y") + Vec2(40.0f, 0.0f);
    ui.click(at, draw);
    CHECK(v.gravity.y == -9.8123f);
    ui.frames(60, draw); // or the next press would be a double click
    // A drag moves the value by as much as the pointer, wherever it begins.
    const float whole = ui.widget("Gravity y").rect.width;
    // Without the number at its right and the halves of the knob at the ends.
    const float width = whole - std::min(80.0f, 0.65f * whole) - 8.0f;
    ui.drag(at, at + Vec2(0.1f * width, 0.0f), draw);
    CHECK(v.gravity.y == doctest::Approx(-9.8123f + 4.0f).epsilon(0.02));
    ui.frames(60, draw);
    ui.pressEnter(draw); // the pointer is still over the slider
    ui.frames(3, draw);
    ui.typeText("3.5", draw);
    ui.pressEnter(draw);
    ui.frames(2, draw);
    CHECK(v.gravity.y == 3.5f);
}

TEST_CASE("checkbox_combo_and_dial_react_to_the_pointer")
{
    OffscreenUi ui({360, 680});
    Values v;
    const auto draw = [&](const UiContext& c) { inPanel(0, 340, 680, [&] { drawRows(c, v); }); };
    ui.frames(2, draw);
    const ScreenRect box = ui.widget("Penetration depths").rect;
    ui.click({box.x + 8.0f, box.y + 8.0f}, draw);
    CHECK(v.depths);
    ui.click(ui.middleOf("Solver"), draw);
    ui.click(ui.middleOf("Sequential impulses"), draw);
    CHECK(v.solver == 1);
    const ScreenRect dial = ui.widget("Gravity").rect;
    ui.drag(dial.center(), dial.center() + Vec2(0.5f * dial.width, 1.0f), draw);
    CHECK(v.gravity == Vec2(20.0f, 0.0f));
}

TEST_CASE("digits_have_one_width")
{
    OffscreenUi ui;
    ui.frame([&](const UiContext& c) {
        for (ImFont* font : {c.fonts.text, c.fonts.small, c.fonts.heading}) {
            ImGui::PushFont(font);
            for (const char* digits : {"1111", "4747", "8888"})
                CHECK(ImGui::CalcTextSize(digits).x == ImGui::CalcTextSize("0000").x);
            for (const ImWchar glyph : kSigns)
                CHECK((c.fonts.family == "built-in" || hasGlyph(*font, glyph)));
            ImGui::PopFont();
        }
    });
}

TEST_CASE("slider_scale_round_trips")
{
    for (const SliderScale& scale : {SliderScale{-20.0f, 20.0f, false}, SliderScale{1.0f, 240.0f, true},
                                     SliderScale{0.0f, 0.1f, true}, SliderScale{0.0f, 1.0f, false}}) {
        CHECK(valueAt(scale, 0.0f) == scale.minimum);
        CHECK(valueAt(scale, 1.0f) == scale.maximum);
        CHECK(fractionOf(scale, scale.minimum) == 0.0f);
        CHECK(fractionOf(scale, scale.maximum) == 1.0f);
        for (float f = 0.05f; f < 1.0f; f += 0.05f)
            CHECK(fractionOf(scale, valueAt(scale, f)) == doctest::Approx(f).epsilon(0.02));
    }
    CHECK(valueAt({-20.0f, 20.0f, false}, 0.5f) == 0.0f);
    CHECK(valueAt({3.0f, 3.0f, false}, 0.5f) == 3.0f);
}

} // namespace satbox::app
