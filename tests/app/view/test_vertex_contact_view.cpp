// With the solver of vertex contacts every picture of a contact shows vertices (World::forEachContactView).

#include "app/editor/pair_tool.h"
#include "app/editor/step_view.h"
#include "app/view/contact_facts.h"
#include "app/view/step_analysis.h"
#include "app/view/world_view.h"
#include "engine/geometry/polygon.h"
#include "tests/support/app_worlds.h"
#include "tests/support/view_fixture.h"

#include <algorithm>
#include <doctest/doctest.h>

namespace satbox::app {

namespace {

// A box whose lower corners are in the floor, after one step.
struct Pressed {
    test::BoxOnFloor made = test::makeBoxOnFloor();
    Palette palette = makePalette(ThemeKind::Dark);
    DrawList list;
    LegendRows rows;

    explicit Pressed(SolverType solver)
    {
        WorldSettings settings = world().settings();
        settings.solver = solver;
        settings.gravity = {0.0f, 0.0f};
        settings.substeps = 1;
        REQUIRE(world().setSettings(settings));
        REQUIRE(world().setTransform(made.box, {{0.1f, 0.45f}, {}}));
        REQUIRE(world().setVelocity(made.box, {0.0f, -0.5f}, 0.0f));
        world().step(1.0f / 60.0f);
    }
    World& world() { return made.state.document.world; }
    ContactView view() const
    {
        ContactView found;
        made.state.document.world.forEachContactView([&](const ContactView& v) { found = v; });
        return found;
    }
    void draw(std::string_view overlays)
    {
        AppState& s = made.state;
        REQUIRE(setOverlays(s.view, overlays).empty());
        ViewContext context = test::viewOf(s, palette);
        list.clear();
        drawWorld(context, list);
        rows = legendRows(context);
    }
    bool explains(std::string_view text) const
    {
        return std::ranges::any_of(rows, [&](const LegendRow& row) { return row.text == text; });
    }
};

} // namespace

TEST_CASE("overlays_draw_the_vertices_that_are_solved")
{
    Pressed f(SolverType::VertexContact);
    REQUIRE(f.view().points.size() == 2);
    f.draw("contact-points");
    CHECK(f.explains("vertex inside the other polygon"));
    const BodyMotion& box = f.world().motion(f.made.box);
    for (const float side : {-0.5f, 0.5f}) { // at the corners themselves
        const Position corner = box.center + Vec2{side, -0.5f};
        const auto isThere = [&](const Primitive& p) {
            return p.kind == PrimitiveKind::Disc && length(p.a - corner) < 0.02f;
        };
        CHECK(std::ranges::any_of(f.list.primitives, isThere));
    }
    f.draw("feature-ids");
    REQUIRE(f.list.labels.size() == 2);
    CHECK((f.list.labels[0].text == "B0" || f.list.labels[0].text == "A0"));
    f.draw("impulses");
    const float total = f.view().points[0].totalImpulse + f.view().points[1].totalImpulse;
    const float left = f.world().motion(f.made.box).v.y; // 1 kg, -0.5 m/s before
    CHECK(total == doctest::Approx(0.5f + left).epsilon(1e-3));
    CHECK(std::ranges::any_of(f.list.primitives,
                              [&](const Primitive& p) { return p.color == f.palette.normalImpulse; }));

    Pressed other(SolverType::SoftStep);
    other.draw("contact-points");
    CHECK(other.explains("contact point"));
    CHECK_FALSE(other.explains("vertex inside the other polygon"));
}

TEST_CASE("the_depth_bar_of_a_vertex_begins_at_the_vertex")
{
    Pressed f(SolverType::VertexContact);
    f.made.state.view.magnify = false;
    f.draw("penetration");
    const float depth = -f.view().points[0].separation;
    CHECK(depth == doctest::Approx(0.05f + 0.5f / 60.0f).epsilon(1e-3));
    const BodyMotion& box = f.world().motion(f.made.box);
    int bars = 0;
    for (const Primitive& p : f.list.primitives) {
        if (p.kind != PrimitiveKind::Bar) continue;
        ++bars;
        CHECK(length(p.b - p.a) == doctest::Approx(depth).epsilon(1e-3));
        CHECK(std::min(p.a.y, p.b.y) ==
              doctest::Approx(box.center.y - 0.5f).epsilon(0.02)); // up to the surface
    }
    CHECK(bars == 2);
}

TEST_CASE("a_card_names_the_vertex_and_the_edge")
{
    Pressed f(SolverType::VertexContact);
    const auto facts = contactFacts(f.world(), keyOf(f.world(), *f.view().contact, 0));
    REQUIRE(facts);
    const auto valueOf = [&](std::string_view name) -> std::string {
        for (const ContactFact& fact : facts->facts)
            if (fact.name == name) return fact.value;
        return "";
    };
    CHECK(valueOf("Vertex").find("inside") != std::string::npos);
    CHECK(valueOf("Edge of greatest separation") != "");
    CHECK(valueOf("Features") == "");
    // Points that are not there have no card.
    CHECK_FALSE(contactFacts(f.world(), keyOf(f.world(), *f.view().contact, 2)));
}

TEST_CASE("a_contact_is_picked_at_its_vertices")
{
    Pressed f(SolverType::VertexContact);
    const Position corner = f.world().motion(f.made.box).center + Vec2{0.5f, -0.5f};
    const auto picked = pickContact(f.world(), corner, 0.1f);
    REQUIRE(picked);
    CHECK(picked->point == 1);
    CHECK(length(*contactPosition(f.world(), *picked) - corner) < 0.02f);
}

TEST_CASE("the_step_panel_and_the_pair_lens_follow_the_vertices")
{
    Pressed f(SolverType::VertexContact);
    World before = f.world();
    const StepAnalysis analysis = analyseStep(before, keyOf(before, *hardestContact(before)), true);
    REQUIRE(analysis.solved());
    CHECK(analysis.points() == 2);
    CHECK((pointName(analysis.record, 0) == "B0" || pointName(analysis.record, 0) == "A0"));

    AppState& state = f.made.state;
    const ContactKey key = keyOf(f.world(), *f.view().contact);
    openPair(state, key.shapeA, key.shapeB);
    CHECK((state.pair.test == OverlapTest::VertexContacts));
    updatePair(state, 0.0);
    REQUIRE(state.pairAnalysis);
    CHECK(state.pairAnalysis->vertices == 2);
}

} // namespace satbox::app
