#pragma once

#include "app/shell/app_state.h"
#include "app/tools/interaction.h"
#include "app/view/overlays.h"
#include "app/view/view_context.h"
#include "engine/world/world_access.h"
#include "tests/support/app_worlds.h"

#include <array>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace satbox::test {

// Output of drawWorld() and legendRows() for a state. Initially the view is 800 x 600 points, centred on the
// origin, with 100 points per metre, and all overlays are off. A value type.
struct Picture {
    app::AppState state;
    app::Palette palette = app::makePalette(app::Theme::Dark);
    std::vector<World> otherWorlds; // of other views
    app::DrawList list;             // of the last draw()
    app::LegendRows legend;         // of the last draw()
    app::FillScales fillScales;     // of the last draw(), passed on to the next
    float pixel = 0.0f;             // m, of the last draw()
    float impulseLength = 0.0f;     // m per N s, of the last draw()

    Picture(); // an empty world

    World& world() { return editableWorld(state); }
    const World& world() const { return state.world(); }
    app::ViewSettings& view() { return state.view; }
    BodyId add(const BodyDef& body, const Shape& shape);
    void step(int count = 1); // steps of 1/60 s; records trails
    void setSolver(SolverType solver);

    app::ViewContext context();                         // refers to this picture; not prepared
    std::shared_ptr<app::InteractionLayer> interaction; // of the last context()
    std::array<const app::ViewLayer*, app::kLensCount + 1> layers{};
    void draw();                                 // updates the analyses of pair and query first
    void draw(bool app::ViewSettings::*overlay); // with only this overlay on
    bool empty() const;

    std::vector<app::Primitive> all(app::PrimitiveKind kind) const;
    std::vector<app::Primitive> all(app::PrimitiveKind kind, const app::Color& color) const;
    size_t count(app::PrimitiveKind kind) const { return all(kind).size(); }
    // The first label or legend row whose text contains `part`; nullptr if there is none.
    const app::WorldLabel* label(std::string_view part) const;
    const app::LegendRow* row(std::string_view part) const;
    bool hasLabel(std::string_view part) const { return label(part) != nullptr; }
    bool hasLegend(std::string_view part) const { return row(part) != nullptr; }
};

// makeBoxOnFloor() with its camera.
struct BoxPicture : Picture {
    BodyId floor, box;
    ShapeId boxShape;
    explicit BoxPicture(int steps = 0);
    // Zooms in on the corner of the box at x = `side` * 0.5: 0.2 m to each side.
    void lookAtCorner(float side);
    const Contact& contact() const { return stateOf(world()).contacts.awake.front(); }
};

// A box whose lower corners are at least 50 mm deep in the floor, after one step without gravity.
struct PressedPicture : BoxPicture {
    explicit PressedPicture(SolverType solver);
    ContactView solved() const; // its only contact
};

// Two dynamic bodies of one shape each, open in the Pair panel; the camera is centred on (1, 1).
struct PairPicture : Picture {
    explicit PairPicture(World world);
    PairPicture(const Shape& a, const Shape& b, Vec2 positionB, float angleB = 0.0f);
    app::PairState& pair() { return state.lens<app::PairLens>().pair; }
    const app::PairAnalysis& analysis() const { return *state.lens<app::PairLens>().analysis; }
    using Picture::draw;
    void draw(app::PairTab tab);
    void draw(OverlapTest test);
};

// Step 21 of a stack of boxes, analysed for the contact of the largest impulse.
struct StackPicture : Picture {
    StackPicture();
    app::StepAnalysis& analysis() { return *state.lens<app::StepLens>().analysis; }
};

// A box at rest on a floor, and a second one that lands on it within 40 steps. Sleeping is off.
struct FallingBoxes {
    World world;
    explicit FallingBoxes(SolverType solver = SolverType::SoftStep);
    // Makes a step and analyses it for the contact of the largest impulse. Nothing if none was solved.
    std::optional<app::StepAnalysis> step();
};

// The box around lines, of which there is at least one.
WorldBox around(const std::vector<app::Primitive>& lines);

} // namespace satbox::test
