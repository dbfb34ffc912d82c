// The whole interface, drawn offscreen: every panel with an empty and a busy world, in the smallest and in a
// large window, dark and light. Pictures are kept as artefacts.

#include "app/gfx/world_renderer.h"
#include "app/lenses/pair/pair_lens.h"
#include "app/lenses/step/step_lens.h"
#include "app/panels/world_annotations.h"
#include "app/platform/window.h"
#include "app/shell/actions.h"
#include "app/shell/frame.h"
#include "app/shell/interface/interface.h"
#include "app/shell/interface/layout.h"
#include "app/shell/interface/panel_tabs.h"
#include "app/shell/introduction.h"
#include "app/shell/key_table.h"
#include "app/shell/scene_files.h"
#include "app/text/format.h"
#include "app/tools/interaction.h"
#include "app/widgets/setting_rows.h"
#include "tests/app/widgets/ui_fixture.h"
#include "tests/support/app_worlds.h"
#include "tests/support/lens_calls.h"
#include "tests/support/paths.h"
#include <satbox/shapes.h>

#include <algorithm>
#include <array>
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <imgui.h>
#include <string>
#include <string_view>

namespace satbox::app {

namespace {

constexpr std::array<std::string_view, 10> kTabs{"Tune",
                                                 "Inspect",
                                                 "Scenes",
                                                 PairLens::kName,
                                                 StepLens::kName,
                                                 CompareLens::kName,
                                                 BroadPhaseLens::kName,
                                                 BreakpointsLens::kName,
                                                 WhatIfLens::kName,
                                                 PlotLens::kName};
constexpr std::array kTabNames{"tune",    "inspect", "scenes", "pair",    "step",
                               "compare", "broad",   "break",  "what_if", "plot"};

// A floor, a pile of boxes with a ball on top, a sensor, stepped for a second: contacts, sleepers, events.
void fillBusily(AppState& state)
{
    World& world = satbox::test::editableWorld(state);
    const BodyId floor =
        world.createBody({.type = BodyType::Static, .position = {0.0f, -0.5f}, .name = "floor"});
    world.addShape(floor, {.geometry = makeBox(12.0f, 0.5f)});
    for (int row = 0; row < 5; ++row)
        for (int i = 0; i < 5 - row; ++i) {
            const float x = static_cast<float>(i) - 0.5f * static_cast<float>(4 - row);
            const BodyId box = world.createBody({.position = {1.05f * x, 0.5f + static_cast<float>(row)}});
            world.addShape(box, {.geometry = makeBox(0.5f, 0.5f)});
        }
    const BodyId ball = world.createBody({.position = {0.2f, 7.0f}, .angularVelocity = 5.0f, .name = "ball"});
    world.addShape(ball, {.geometry = Circle{.radius = 0.4f}});
    const BodyId gate =
        world.createBody({.type = BodyType::Static, .position = {5.0f, 1.0f}, .name = "gate"});
    world.addShape(gate, {.geometry = makeBox(0.5f, 1.0f), .sensor = true});
    for (int i = 0; i < 60; ++i) {
        world.step(1.0f / 60.0f);
        state.trailHistory.record(world);
    }
    state.selection.select(world, ball);
    satbox::test::editDocument(state, [](Document& document) { document.scene.name = "busy"; });
    state.sceneNames = {"welcome", "box_stack"};
}

// Draws one frame of interface and world as the program does.
void drawAll(const UiContext& ui, AppState& state, IntSize size)
{
    drawInterface(ui, state);
    state.camera.setViewport(state.ui.worldRect);
    state.camera.fit({{-6.0f, -1.0f}, {6.0f, 8.0f}}, false, 16.0f);
    const InteractionLayer interaction(state.tool, nullptr, nullptr);
    std::array<const ViewLayer*, kLensCount + 1> layers;
    std::ranges::copy(lensesOf(state.lenses), layers.begin());
    layers.back() = &interaction;
    ViewContext view{.world = state.displayedWorld(),
                     .view = state.view,
                     .selection = state.selection,
                     .camera = state.camera,
                     .palette = ui.palette,
                     .trailHistory = state.trailHistory,
                     .layers = layers,
                     .uiScale = ui.scale,
                     .visible = {},
                     .focus = {},
                     .points = {}};
    DrawList list;
    drawWorld(view, list);
    LegendState legend;
    drawWorldAnnotations(ui, view, list, &legend, 0.0);
    WorldRenderer renderer;
    renderer.draw(list, state.camera, {ui.palette.background, ui.palette.grid}, size, 1.0f, ui.scale);
}

// Checks that widgets are inside the window horizontally and have a width.
void checkInside(const std::vector<RecordedWidget>& widgets, IntSize size)
{
    for (const RecordedWidget& widget : widgets) {
        CAPTURE(widget.panel);
        CAPTURE(widget.label);
        CHECK(widget.rect.x >= -0.5f);
        CHECK(widget.rect.x + widget.rect.width <= static_cast<float>(size.width) + 0.5f);
        CHECK(widget.rect.width > 0.0f);
    }
}

} // namespace

TEST_CASE("every_panel_draws_with_an_empty_and_a_busy_world")
{
    for (const bool busy : {false, true}) {
        test::OffscreenUi ui({1024, 640});
        AppState state;
        if (busy) fillBusily(state);
        for (size_t i = 0; i < kTabs.size(); ++i) {
            state.ui.panels.open = kTabs[i];
            ui.frames(3, [&](const UiContext& context) { drawAll(context, state, {1024, 640}); });
            CAPTURE(kTabNames[i]);
            checkInside(ui.recorder().widgets(), {1024, 640});
            CHECK(ui.recorder().find("Speed", "Playback") != nullptr);
            CHECK(ui.recorder().find("Grab: drag a body to pull it", "Tool bar") != nullptr);
            if (busy)
                REQUIRE(
                    !writePng(satbox::test::artefactFolder("ui") / fmt::format("panel_{}.png", kTabNames[i]),
                              ui.picture()));
        }
    }
}

TEST_CASE("interface_fits_a_large_window_at_double_scale_in_the_light_theme")
{
    constexpr IntSize kSize{2560, 1440};
    test::OffscreenUi ui(kSize, Theme::Light, 2.0f);
    AppState state;
    fillBusily(state);
    state.view.theme = Theme::Light;
    REQUIRE(setOverlays(state.view, "all").empty());
    state.ui.panels.open = "Inspect";
    ui.frames(3, [&](const UiContext& context) { drawAll(context, state, kSize); });
    checkInside(ui.recorder().widgets(), kSize);
    CHECK(state.ui.worldRect.width > 1000.0f);
    REQUIRE(!writePng(satbox::test::artefactFolder("ui") / "large_light.png", ui.picture()));
}

TEST_CASE("four_groups_of_panels_and_a_second_row_for_lenses")
{
    constexpr IntSize kSize{1024, 640};
    test::OffscreenUi ui(kSize);
    AppState state;
    fillBusily(state);
    const auto draw = [&](const UiContext& context) { drawAll(context, state, kSize); };
    ui.frames(3, draw);
    CHECK(ui.recorder().find("Pair", "Tabs") == nullptr);
    ui.click(ui.middleOf("Look into"), draw);
    ui.frames(2, draw);
    CHECK(state.ui.panels.open == PairLens::kName);
    const RecordedWidget* step = ui.recorder().find("Step", "Tabs"); // the playback bar has a "Step" too
    REQUIRE(step != nullptr);
    ui.click(step->rect.center(), draw);
    ui.frames(2, draw);
    CHECK(state.ui.panels.open == StepLens::kName);
    ui.click(ui.middleOf("Inspect"), draw);
    CHECK(state.ui.panels.open == kInspectPanel);
    ui.click(ui.middleOf("Look into"), draw); // the lens that was open last
    CHECK(state.ui.panels.open == StepLens::kName);
}

TEST_CASE("the_bar_of_overlays_switches_them_and_opens_the_view_card")
{
    constexpr IntSize kSize{1024, 640};
    test::OffscreenUi ui(kSize);
    AppState state;
    fillBusily(state);
    const auto draw = [&](const UiContext& context) { drawAll(context, state, kSize); };
    ui.frames(3, draw);
    for (const auto& [chip, member] :
         {std::pair{"Points", &ViewSettings::contactPoints}, std::pair{"Normals", &ViewSettings::normals},
          std::pair{"Depths", &ViewSettings::penetration}, std::pair{"Impulses", &ViewSettings::impulses},
          std::pair{"Velocities", &ViewSettings::velocities}}) {
        const bool before = state.view.*member;
        ui.click(ui.middleOf(chip), draw);
        CHECK(state.view.*member != before);
    }
    ui.click(ui.middleOf("More..."), draw);
    ui.frames(2, draw);
    REQUIRE(ui.recorder().find("Theme", "View") == nullptr); // below the visible part
    CHECK(ui.recorder().find("Contact points", "View") != nullptr);
    checkInside(ui.recorder().widgets(), kSize);
    REQUIRE(!writePng(satbox::test::artefactFolder("ui") / "view_card.png", ui.picture()));
    const Vec2 title = ui.widget("Title").rect.center();
    const Vec2 before = state.ui.viewCard.position;
    ui.drag(title, title + Vec2{-100.0f, 30.0f}, draw);
    CHECK(state.ui.viewCard.position.x == doctest::Approx(before.x - 100.0f));
    CHECK(state.ui.viewCard.position.y > before.y); // by less than 30 points: it stays in the world
    ui.click(ui.middleOf("Close"), draw);
    CHECK_FALSE(state.ui.viewCard.open);
}

TEST_CASE("the_search_takes_text_and_does_what_it_found")
{
    constexpr IntSize kSize{1024, 640};
    test::OffscreenUi ui(kSize);
    AppState state;
    fillBusily(state);
    const auto draw = [&](const UiContext& context) {
        drawAll(context, state, kSize);
        performRequests(state);
    };
    ui.frames(3, draw);
    perform(state, Action::SearchCommands);
    ui.frames(3, draw);
    CHECK(ui.recorder().find("Film as GIF", "Search") != nullptr);
    ui.typeText("substeps", draw);
    ui.frames(2, draw);
    CHECK(ui.recorder().find("Film as GIF", "Search") == nullptr);
    REQUIRE(!writePng(satbox::test::artefactFolder("ui") / "search.png", ui.picture()));
    checkInside(ui.recorder().widgets(), kSize);
    ui.pressEnter(draw);
    ui.frames(3, draw);
    CHECK(state.ui.search.setting == "substeps");
    ui.typeText("9", draw); // replaces the value, which is selected
    ui.pressEnter(draw);
    ui.frames(2, draw);
    CHECK_FALSE(state.ui.search.open);
    CHECK(state.history.applyPending() == "");
    CHECK(state.world().settings().substeps == 9);
}

TEST_CASE("the_context_menu_lists_what_can_be_done_with_a_body")
{
    constexpr IntSize kSize{1024, 640};
    test::OffscreenUi ui(kSize);
    AppState state;
    fillBusily(state);
    // The ball is deleted from the scene's start too.
    satbox::test::editDocument(state, [](Document& document) { document.scene.world = document.world; });
    const auto draw = [&](const UiContext& context) {
        drawAll(context, state, kSize);
        performRequests(state);
    };
    ui.frames(3, draw);
    const BodyId ball = state.selection.body;
    state.ui.contextMenu = ContextMenu{.window = {300.0f, 200.0f}, .body = ball};
    ui.frames(3, draw);
    CHECK(ui.recorder().find("Type", "Context menu") != nullptr);
    REQUIRE(!writePng(satbox::test::artefactFolder("ui") / "context_menu.png", ui.picture()));
    const int before = static_cast<int>(state.world().counters().bodies);
    ui.click(ui.middleOf("Delete"), draw);
    ui.frames(2, draw);
    CHECK(static_cast<int>(state.world().counters().bodies) == before - 1);
    CHECK_FALSE(state.world().isValid(ball));
    CHECK_FALSE(state.ui.contextMenu.has_value());
}

TEST_CASE("the_introduction_draws_and_can_be_skipped")
{
    constexpr IntSize kSize{1024, 640};
    test::OffscreenUi ui(kSize);
    AppState state;
    fillBusily(state);
    const auto draw = [&](const UiContext& context) { drawAll(context, state, kSize); };
    beginIntroduction(state);
    state.ui.introduction.done[0] = true;
    ui.frames(3, draw);
    CHECK(ui.widget("Throw a body").value == "done");
    REQUIRE(!writePng(satbox::test::artefactFolder("ui") / "introduction.png", ui.picture()));
    ui.click(ui.middleOf("Skip"), draw);
    ui.frames(2, draw);
    CHECK_FALSE(state.ui.introduction.card.open);
    CHECK(state.ui.introduction.isFinished);
}

TEST_CASE("sheets_and_file_browser_draw")
{
    constexpr IntSize kSize{1024, 640};
    test::OffscreenUi ui(kSize);
    AppState state;
    fillBusily(state);
    const auto draw = [&](const UiContext& context) { drawAll(context, state, kSize); };
    state.ui.helpOpen = true;
    ui.frames(3, draw);
    REQUIRE(!writePng(satbox::test::artefactFolder("ui") / "help.png", ui.picture()));
    state.ui.helpOpen = false;
    state.ui.aboutOpen = true;
    ui.frames(3, draw);
    REQUIRE(!writePng(satbox::test::artefactFolder("ui") / "about.png", ui.picture()));
    state.ui.aboutOpen = false;
    state.ui.fileBrowser.open = true;
    state.ui.fileBrowser.folder = satbox::test::sourcePath("assets/scenes");
    ui.frames(3, draw);
    CHECK(ui.recorder().find("Cancel", "File browser") != nullptr);
    REQUIRE(!writePng(satbox::test::artefactFolder("ui") / "file_browser.png", ui.picture()));
    ui.click(ui.middleOf("Cancel"), draw);
    CHECK(!state.ui.fileBrowser.open);
}

TEST_CASE("pinned_card_shows_the_contact_and_closes")
{
    constexpr IntSize kSize{1024, 640};
    test::OffscreenUi ui(kSize);
    AppState state;
    fillBusily(state);
    const auto draw = [&](const UiContext& context) { drawAll(context, state, kSize); };
    const Contact* touching = nullptr;
    state.world().forEachContact([&](const Contact& c) {
        if (c.count > 0 && !touching) touching = &c;
    });
    REQUIRE(touching);
    state.ui.pinnedCards.push_back({.contact = keyOf(state.world(), *touching, 0)});
    ui.frames(3, draw);
    CHECK(ui.widget("Normal impulse").value.find("N s") != std::string::npos);
    REQUIRE(!writePng(satbox::test::artefactFolder("ui") / "card.png", ui.picture()));
    ui.click(ui.middleOf("Close card"), draw);
    CHECK(state.ui.pinnedCards.empty());
}

TEST_CASE("lab_accepts_typed_corners_and_rejects_non_convex_polygons")
{
    constexpr IntSize kSize{1280, 1600};
    test::OffscreenUi ui(kSize);
    AppState state;
    REQUIRE(openSceneByName(state, "lab_two_triangles"));
    updatePair(state, 0.0);
    const auto draw = [&](const UiContext& context) {
        drawAll(context, state, kSize);
        performRequests(state);
        state.history.applyPending();
        updatePair(state, 0.0);
    };
    ui.frames(3, draw);
    for (const char* tab : {"Contact", "Difference", "Tests", "Axes"}) {
        ui.click(ui.middleOf(tab), draw);
        ui.frames(2, draw);
        checkInside(ui.recorder().widgets(), kSize);
    }
    ui.click(ui.middleOf("Poses and geometry"), draw);
    ui.frames(2, draw);
    checkInside(ui.recorder().widgets(), kSize);
    const auto type = [&](const char* field, float share, const char* text) {
        const RecordedWidget& widget = ui.widget(field);
        ui.click({widget.rect.x + share * widget.rect.width, widget.rect.y + 0.5f * widget.rect.height},
                 draw);
        ui.typeText(text, draw);
        ui.pressEnter(draw);
        ui.frames(3, draw);
    };
    REQUIRE(!writePng(satbox::test::artefactFolder("ui") / "lab.png", ui.picture()));
    const uint64_t hash = state.world().hash();
    type("A vertex 2", 0.75f,
         "-1"); // flips the corner order, which the hull corrects
    CHECK(state.world().hash() != hash);
    CHECK(std::get<Polygon>(state.lens<PairLens>().analysis->shapeA).count == 3);
    CHECK(state.lens<PairLens>().analysis->minimumTranslation.depth < 0.4f);
    const uint64_t edited = state.world().hash();
    type("A vertex 0", 0.75f, "0"); // unchanged
    CHECK(state.world().hash() == edited);
    type("A vertex 1", 0.75f, "0"); // all on one line: rejected
    CHECK(state.world().hash() == edited);
    CHECK(state.status.message.text.find("polygon") != std::string::npos);
}

TEST_CASE("pair_closes_while_its_shapes_are_edited")
{
    constexpr IntSize kSize{1280, 1600};
    test::OffscreenUi ui(kSize);
    AppState state;
    REQUIRE(openSceneByName(state, "two_triangles"));
    state.playback.paused = true;
    state.history.play(op::RefreshContacts{});
    openDeepestPair(state);
    updatePair(state, 0.0);
    const auto draw = [&](const UiContext& context) {
        drawAll(context, state, kSize);
        performRequests(state);
        updatePair(state, 0.0);
    };
    ui.frames(3, draw);
    ui.click(ui.middleOf("Poses and geometry"), draw);
    ui.frames(2, draw);
    REQUIRE(ui.recorder().find("A vertex 0", "Pair") != nullptr);
    ui.click(ui.middleOf("Close"), draw);
    ui.frames(2, draw);
    CHECK_FALSE(state.lens<PairLens>().pair.isOpen());
    CHECK(ui.recorder().find("A vertex 0", "Pair") == nullptr);
    // Picking starts even if a contact is selected.
    state.world().forEachContact(
        [&](const Contact& c) { state.selection.contact = keyOf(state.world(), c); });
    ui.click(ui.middleOf("Pick two shapes"), draw);
    ui.frames(2, draw);
    CHECK(state.lens<PairLens>().pair.picking);
    CHECK_FALSE(state.lens<PairLens>().pair.isOpen());
}

TEST_CASE("step_panel_shows_each_stage_of_the_step")
{
    constexpr IntSize kSize{1280, 2000};
    test::OffscreenUi ui(kSize);
    AppState state;
    REQUIRE(openSceneByName(state, "box_stack"));
    state.playback.paused = true;
    state.ui.panels.open = StepLens::kName;
    for (int i = 0; i < 20; ++i) {
        state.playback.previousWorld = state.world();
        state.history.play(op::Step{1.0f / 60.0f});
    }
    const auto draw = [&](const UiContext& context) {
        drawAll(context, state, kSize);
        performRequests(state);
        updateStepView(state, 0.0);
    };
    ui.frames(3, draw);
    REQUIRE(state.lens<StepLens>().analysis.has_value());
    REQUIRE(state.lens<StepLens>().analysis->solved());
    CHECK(ui.widget("Stages").value == "start");
    const RecordedWidget strip = ui.widget("Stages");
    const auto middleOfStage = [&](int number) { // of 25, from 1
        return Vec2{strip.rect.x + strip.rect.width * (static_cast<float>(number) - 0.5f) / 25.0f,
                    strip.rect.y + 0.5f * strip.rect.height};
    };
    ui.click(middleOfStage(5), draw);
    ui.frames(2, draw);
    CHECK(state.lens<StepLens>().state.tick.index == 4);
    CHECK(ui.widget("Stages").value == "solve, substep 1");
    // The panel shows the recorded values.
    const PointState& first = state.lens<StepLens>().analysis->pointStates[4][0];
    const PointState& second = state.lens<StepLens>().analysis->pointStates[4][1];
    CHECK(ui.widget("Normal λ, substep").value ==
          fmt::format("{} | {}", formatQuantity(static_cast<double>(first.normalImpulse), "N s"),
                      formatQuantity(static_cast<double>(second.normalImpulse), "N s")));
    CHECK(ui.widget("Point 1, normal").value.find("bias = spring rate") != std::string::npos);
    ui.click(middleOfStage(7), draw);
    ui.frames(2, draw);
    CHECK(ui.recorder().find("Point 2, friction", "Step") != nullptr);
    checkInside(ui.recorder().widgets(), kSize);

    ui.click(ui.middleOf("Effect of more iterations"), draw);
    for (int i = 0;
         i < 3000 && !(state.lens<StepLens>().state.sweep && state.lens<StepLens>().state.sweep->done()); ++i)
        ui.frame(draw);
    ui.frames(2, draw);
    REQUIRE(state.lens<StepLens>().state.sweep.has_value());
    CHECK(state.lens<StepLens>().state.sweep->done());
    CHECK(ui.recorder().find("With 4 substeps", "Step") != nullptr);
    checkInside(ui.recorder().widgets(), kSize);
    REQUIRE(!writePng(satbox::test::artefactFolder("ui") / "step.png", ui.picture()));
    CHECK_FALSE(state.view.forceGraph);
    ui.click(ui.middleOf("Show"), draw);
    ui.frames(2, draw);
    CHECK(state.view.forceGraph);
}

TEST_CASE("dragging_the_gravity_slider_submits_a_command")
{
    constexpr IntSize kSize{1280, 800};
    test::OffscreenUi ui(kSize);
    AppState state;
    const auto draw = [&](const UiContext& context) {
        drawAll(context, state, kSize);
        CHECK(state.history.applyPending().empty());
    };
    ui.frames(3, draw);
    const RecordedWidget slider = ui.widget("Gravity y");
    const Vec2 from = slider.rect.center();
    ui.drag(from, {from.x + 0.4f * slider.rect.width, from.y}, draw);
    CHECK(state.world().settings().gravity.y > 0.0f);
    CHECK(state.history.canUndo());
}

TEST_CASE("dragging_the_threads_slider_changes_the_program_and_not_the_world")
{
    constexpr IntSize kSize{1280, 2400}; // tall enough for the whole panel
    test::OffscreenUi ui(kSize);
    AppState state;
    state.threads = 2;
    const auto draw = [&](const UiContext& context) { drawAll(context, state, kSize); };
    ui.frames(3, draw);
    const RecordedWidget slider = ui.widget("Threads");
    const Vec2 from = slider.rect.center();
    ui.drag(from, {from.x + slider.rect.width, from.y}, draw);
    CHECK(state.threads == 8);
    CHECK(state.history.applyPending().empty());
    CHECK(!state.history.canUndo());
}

TEST_CASE("the_solver_list_is_wide_enough_for_every_name_at_every_panel_width")
{
    for (const IntSize size : {IntSize{1024, 640}, IntSize{1280, 800}, IntSize{2560, 1440}}) {
        for (const float width : {200.0f, 340.0f, 640.0f}) {
            test::OffscreenUi ui(size, Theme::Dark, size.width > 2000 ? 2.0f : 1.0f);
            AppState state;
            state.ui.panelWidth = width;
            float widest = 0.0f;
            ui.frames(3, [&](const UiContext& context) {
                drawAll(context, state, size);
                ImGui::PushFont(context.fonts.text);
                for (const SolverType solver : {SolverType::SoftStep, SolverType::SequentialImpulse,
                                                SolverType::ManifoldImpulse, SolverType::VertexContact})
                    widest = std::max(widest, ImGui::CalcTextSize(solverName(solver)).x);
                ImGui::PopFont();
            });
            const auto& widgets = ui.recorder().widgets();
            const auto list = std::ranges::find_if(widgets, [](const RecordedWidget& widget) {
                return widget.label == "Solver" && widget.value == "Soft step";
            });
            CAPTURE(size.width);
            CAPTURE(width);
            REQUIRE(list != widgets.end());
            // Excluding the arrow, which is as wide as the row is high.
            CHECK(list->rect.width > widest + list->rect.height);
        }
    }
}

TEST_CASE("settings_without_effect_have_a_reason_that_names_existing_rows")
{
    WorldSettings settings;
    settings.sleeping = false;
    const auto isOff = [&](const char* key) { return !whyInactive(settings, key).empty(); };
    CHECK(whyInactive(settings, "sleepSpeed").find('"' + std::string(findSetting("sleeping")->label) + '"') !=
          std::string::npos);
    CHECK(whyInactive(settings, "frictionOverride").find("\"Same friction everywhere\"") !=
          std::string::npos);
    CHECK(whyInactive(settings, "restitutionOverride").find("\"Same restitution everywhere\"") !=
          std::string::npos);
    CHECK(whyInactive(settings, "pushOut") == "Used by vertex contacts only.");
    CHECK(whyInactive(settings, "substeps") == "");
    CHECK(whyMaterialInactive(settings, &Material::staticFriction) == "");
    settings.solver = SolverType::VertexContact;
    for (const char* key : {"frictionRule", "restitutionRule", "linearSlop", "speculativeMargin",
                            "continuous", "restitutionThreshold", "contactFrequency"}) {
        CAPTURE(std::string(key));
        CHECK(isOff(key));
    }
    CHECK_FALSE(isOff("pushOut"));
    CHECK_FALSE(isOff("warmStarting")); // of joints
    CHECK(whyMaterialInactive(settings, &Material::staticFriction) != "");
    CHECK(whyMaterialInactive(settings, &Material::dynamicFriction) == "");
    settings.overrideFriction = true;
    CHECK(whyMaterialInactive(settings, &Material::dynamicFriction) != "");
}

TEST_CASE("panel_width_follows_the_splitter_and_stays_in_its_limits")
{
    constexpr IntSize kSize{1280, 800};
    test::OffscreenUi ui(kSize);
    AppState state;
    const auto draw = [&](const UiContext& context) { drawAll(context, state, kSize); };
    ui.frames(3, draw);
    const Vec2 from = ui.middleOf("Panel width");
    ui.drag(from, {from.x - 100.0f, from.y}, draw);
    CHECK(state.ui.panelWidth == doctest::Approx(437.0f).epsilon(0.02));
    ui.drag(ui.middleOf("Panel width"), {20.0f, from.y}, draw);
    CHECK(state.ui.panelWidth <= 640.0f);
}

TEST_CASE("interface_is_drawn_after_its_scale_and_theme_changed")
{
    const Window window({.size = {1024, 640}, .offscreen = true});
    ImGuiGlue glue(window);
    Frame frame(window, glue, {});
    AppState state;
    // Brightest pixel of the menu bar, which is its text.
    const auto brightest = [&](float scale) {
        state.ui.scale = scale;
        Image image;
        for (int i = 0; i < 2; ++i) {
            frame.begin(state, SyntheticPointer{.position = {-1.0f, -1.0f}});
            image = frame.capture(state);
        }
        int most = 0;
        for (int y = 0; y < static_cast<int>(kMenuBarHeight * scale); ++y)
            for (int x = 0; x < 200; ++x)
                most = std::max<int>(most, image.rgba[4 * static_cast<size_t>(y * image.size.width + x)]);
        return most;
    };
    CHECK(brightest(1.0f) > 180);
    CHECK(brightest(2.0f) > 180);
    CHECK(brightest(1.25f) > 180);
}

} // namespace satbox::app
