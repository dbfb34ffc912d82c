#include "tests/app/view/view_fixture.h"

#include "app/view/world_view.h"
#include <satbox/scene/builders.h>
#include <satbox/shapes.h>

#include <algorithm>
#include <doctest/doctest.h>
#include <utility>

namespace satbox::test {

using namespace app;

Picture::Picture()
{
    state.ui.worldRect = {0.0f, 0.0f, 800.0f, 600.0f};
    state.camera.setViewport(state.ui.worldRect);
    state.camera.set({0.0f, 0.0f}, 100.0f);
    CHECK(setOverlays(state.view, "none").empty());
}

BodyId Picture::add(const BodyDef& body, const Shape& shape)
{
    const BodyId id = world().createBody(body);
    REQUIRE(world().isValid(world().addShape(id, {.geometry = shape})));
    return id;
}

void Picture::step(int count)
{
    for (int i = 0; i < count; ++i) {
        world().step(1.0f / 60.0f);
        state.trailHistory.record(world());
    }
}

void Picture::setSolver(SolverType solver)
{
    WorldSettings settings = world().settings();
    settings.solver = solver;
    REQUIRE(world().setSettings(settings));
}

ViewContext Picture::context()
{
    interaction =
        std::make_shared<InteractionLayer>(state.tool, selectedEditTool(state.editTools, state.tool),
                                           state.playback.replay ? &*state.playback.replay : nullptr,
                                           state.ui.arrayCard.open ? &state.ui.arrayCopy : nullptr);
    std::ranges::copy(lensesOf(std::as_const(state.lenses)), layers.begin());
    layers.back() = interaction.get();
    return {.world = state.displayedWorld(),
            .view = state.view,
            .selection = state.selection,
            .camera = state.camera,
            .palette = palette,
            .trailHistory = state.trailHistory,
            .layers = layers,
            .otherWorlds = otherWorlds,
            .fillScales = fillScales,
            .visible = {},
            .focus = {},
            .points = {}};
}

void Picture::draw()
{
    state.lens<PairLens>().analysis = analysePair(world(), state.lens<PairLens>().pair);
    state.lens<BroadPhaseLens>().trace = traceQuery(world(), state.lens<BroadPhaseLens>().broad);
    ViewContext seen = context();
    list.clear();
    drawWorld(seen, list);
    legend = legendRows(seen);
    fillScales = seen.fillScales;
    pixel = seen.pixel;
    impulseLength = seen.impulseLength;
}

void Picture::draw(bool ViewSettings::*overlay)
{
    REQUIRE(setOverlays(state.view, "none").empty());
    state.view.*overlay = true;
    draw();
}

bool Picture::empty() const
{
    return list.rounds.empty() && list.polygons.empty() && list.primitives.empty() && list.labels.empty();
}

std::vector<Primitive> Picture::all(PrimitiveKind kind) const
{
    std::vector<Primitive> found;
    std::ranges::copy_if(list.primitives, std::back_inserter(found),
                         [&](const Primitive& p) { return p.kind == kind; });
    return found;
}

std::vector<Primitive> Picture::all(PrimitiveKind kind, const Color& color) const
{
    std::vector<Primitive> found = all(kind);
    std::erase_if(found, [&](const Primitive& p) { return p.color != color; });
    return found;
}

const WorldLabel* Picture::label(std::string_view part) const
{
    const auto found = std::ranges::find_if(
        list.labels, [&](const WorldLabel& l) { return l.text.find(part) != std::string::npos; });
    return found == list.labels.end() ? nullptr : &*found;
}

const LegendRow* Picture::row(std::string_view part) const
{
    const auto found = std::ranges::find_if(
        legend, [&](const LegendRow& r) { return r.text.find(part) != std::string::npos; });
    return found == legend.end() ? nullptr : &*found;
}

BoxPicture::BoxPicture(int steps)
{
    BoxOnFloor made = makeBoxOnFloor();
    state = std::move(made.state);
    floor = made.floor;
    box = made.box;
    boxShape = made.boxShape;
    CHECK(setOverlays(state.view, "none").empty());
    step(steps);
}

void BoxPicture::lookAtCorner(float side) { state.camera.set({0.5f * side, 0.0f}, 2000.0f); }

PressedPicture::PressedPicture(SolverType solver)
{
    WorldSettings settings = world().settings();
    settings.solver = solver;
    settings.gravity = {0.0f, 0.0f};
    settings.substeps = 1;
    REQUIRE(world().setSettings(settings));
    REQUIRE(world().setTransform(box, {{0.1f, 0.45f}, {}}));
    REQUIRE(world().setVelocity(box, {0.0f, -0.5f}, 0.0f));
    step();
}

ContactView PressedPicture::solved() const
{
    ContactView found;
    world().forEachContactView([&](const ContactView& v) { found = v; });
    return found;
}

PairPicture::PairPicture(World made)
{
    world() = std::move(made);
    state.camera.set({1.0f, 1.0f}, 80.0f);
    std::vector<ShapeId> shapes;
    world().forEachShape([&](ShapeId id, const BodyShape&) { shapes.push_back(id); });
    REQUIRE(shapes.size() >= 2);
    state.lens<PairLens>().pair.open(shapes[0], shapes[1]);
    state.lens<PairLens>().analysis = analysePair(world(), state.lens<PairLens>().pair);
    REQUIRE(state.lens<PairLens>().analysis.has_value());
}

namespace {

World twoShapes(const Shape& a, const Shape& b, Vec2 positionB, float angleB)
{
    World world;
    world.addShape(world.createBody({}), {.geometry = a});
    world.addShape(world.createBody({.position = positionB, .rotation = makeRot(angleB)}), {.geometry = b});
    return world;
}

} // namespace

PairPicture::PairPicture(const Shape& a, const Shape& b, Vec2 positionB, float angleB)
    : PairPicture(twoShapes(a, b, positionB, angleB))
{}

void PairPicture::draw(PairTab tab)
{
    pair().tab = tab;
    Picture::draw();
}

void PairPicture::draw(OverlapTest test)
{
    pair().test = test;
    draw(PairTab::Tests);
}

StackPicture::StackPicture()
{
    World before = findBuiltinScene("box_stack")->build().world;
    for (int i = 0; i < 20; ++i) before.step(1.0f / 60.0f);
    world() = before;
    world().step(1.0f / 60.0f);
    state.lens<StepLens>().analysis = analyseStep(before, keyOf(world(), *hardestContact(world())), true);
    state.ui.worldRect = {0.0f, 0.0f, 800.0f, 800.0f};
    state.camera.setViewport(state.ui.worldRect);
    state.camera.set({0.0f, 6.0f}, 40.0f);
}

FallingBoxes::FallingBoxes(SolverType solver)
{
    world = makeBoxOnFloor().state.document().world;
    WorldSettings settings = world.settings();
    settings.sleeping = false;
    settings.solver = solver;
    REQUIRE(world.setSettings(settings));
    const BodyId upper = world.createBody({.position = {0.1f, 1.6f}});
    world.addShape(upper, {.geometry = makeBox(0.5f, 0.5f)});
}

std::optional<StepAnalysis> FallingBoxes::step()
{
    const World before = world;
    world.step(1.0f / 60.0f);
    const Contact* hardest = hardestContact(world);
    if (!hardest) return std::nullopt;
    StepAnalysis analysis = analyseStep(before, keyOf(world, *hardest), true);
    if (!analysis.solved()) return std::nullopt;
    return analysis;
}

WorldBox around(const std::vector<app::Primitive>& lines)
{
    WorldBox box{lines.front().a, lines.front().a};
    for (const app::Primitive& line : lines) {
        box.lower = minimum(box.lower, minimum(line.a, line.b));
        box.upper = maximum(box.upper, maximum(line.a, line.b));
    }
    return box;
}

} // namespace satbox::test
