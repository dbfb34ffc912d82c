#pragma once

#include "app/app_state.h"
#include "app/view/overlays.h"
#include "app/view/view_context.h"

#include <optional>
#include <string_view>
#include <vector>

namespace satbox::test {

// What drawWorld() and legendRows() make of a state, read back from the draw list. The view is 800 x 600
// points with 100 points a metre about the origin, and all overlays are off at first. A value.
struct Picture {
    app::AppState state;
    app::Palette palette = app::makePalette(app::ThemeKind::Dark);
    std::vector<World> beside;  // worlds of other views
    app::DrawList list;         // of the last draw()
    app::LegendRows legend;     // likewise
    float pixel = 0.0f;         // m, likewise
    float impulseLength = 0.0f; // m for each N s, likewise

    Picture(); // of an empty world

    World& world() { return state.document.world; }
    const World& world() const { return state.document.world; }
    app::ViewSettings& view() { return state.view; }
    BodyId add(const BodyDef& body, const Shape& shape);
    void step(int count = 1); // by 1/60 s each; trails are recorded
    void setSolver(SolverType solver);

    app::ViewContext context();                  // refers to this picture; not prepared
    void draw();                                 // analyses the pair and the query that are open first
    void draw(bool app::ViewSettings::*overlay); // with this overlay alone
    bool empty() const;

    std::vector<app::Primitive> all(app::PrimitiveKind kind) const;
    std::vector<app::Primitive> all(app::PrimitiveKind kind, const app::Color& color) const;
    size_t count(app::PrimitiveKind kind) const { return all(kind).size(); }
    // The first label or legend row whose text holds `part`; nullptr when there is none.
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
    // Sees only what is within 0.2 m of the corner of the box at x = `side` * 0.5.
    void lookAtCorner(float side);
    const Contact& contact() const { return world().state().contacts.awake.front(); }
};

// A box whose lower corners are 50 mm and more in the floor, after one step without gravity.
struct PressedPicture : BoxPicture {
    explicit PressedPicture(SolverType solver);
    ContactView solved() const; // its only contact
};

// Two dynamic bodies of one shape each, opened in the pair view; the camera is about (1, 1).
struct PairPicture : Picture {
    explicit PairPicture(World world);
    PairPicture(const Shape& a, const Shape& b, Vec2 positionB, float angleB = 0.0f);
    app::PairState& pair() { return state.pair; }
    const app::PairAnalysis& analysis() const { return *state.pairAnalysis; }
    using Picture::draw;
    void draw(app::PairStage stage);
    void draw(OverlapTest test);
};

// The step after twenty of a stack of boxes, taken apart for the hardest contact.
struct StackPicture : Picture {
    StackPicture();
    app::StepAnalysis& analysis() { return *state.stepAnalysis; }
};

// A box at rest on a floor, and one that falls onto it and lands within 40 steps. Nothing sleeps.
struct FallingBoxes {
    World world;
    explicit FallingBoxes(SolverType solver = SolverType::SoftStep);
    // Makes a step and takes it apart for the hardest contact. Nothing where no contact was solved.
    std::optional<app::StepAnalysis> step();
};

} // namespace satbox::test
