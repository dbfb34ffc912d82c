#include "engine/scene/import/import_scene.h"
#include "tests/support/imported.h"
#include <satbox/scene/builders.h>
#include <satbox/scene/scene_svg.h>

#include <cmath>
#include <doctest/doctest.h>

namespace satbox {
namespace {

bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

// Of the shapes of each body in the world, for a comparison.
struct BodyBox {
    WorldBox box;
    double area = 0.0;
    BodyType type = BodyType::Static;
    std::string name;
};
std::vector<BodyBox> boxesOf(const World& world)
{
    std::vector<BodyBox> boxes;
    world.forEachBody([&](BodyId id, const Body& body, const BodyMotion&) {
        BodyBox one{.box = {}, .area = 0.0, .type = body.type, .name = body.name};
        bool isFirst = true;
        for (const ShapeId shape : world.shapesOf(id)) {
            const WorldBox& tight = world.boxes(shape).tight;
            one.box =
                isFirst ? tight
                        : WorldBox{minimum(one.box.lower, tight.lower), maximum(one.box.upper, tight.upper)};
            isFirst = false;
            one.area += double{computeArea(world.shape(shape).shape)};
        }
        if (!isFirst) boxes.push_back(one);
    });
    return boxes;
}

} // namespace

TEST_CASE("a_drawing_of_a_scene_has_a_group_for_each_body")
{
    Scene scene;
    scene.title = "A & B";
    const BodyId body =
        scene.world.createBody({.position = {1.0, 2.0}, .name = "my box", .color = 0x56B4E9u});
    scene.world.addShape(body, {.geometry = makeBox(0.5f, 0.25f)});
    scene.world.addShape(body, {.geometry = Circle{{0.0f, 1.0f}, 0.125f}});
    scene.world.createBody({.type = BodyType::Static, .name = "my box"});
    const std::string text = sceneAsSvg(scene);
    INFO(text);
    CHECK(holds(text, "<title>A &amp; B</title>"));
    CHECK(holds(text,
                "<g id=\"my_box\" data-satbox-body=\"dynamic\" fill=\"#56B4E9\">\n<title>my box</title>\n"));
    CHECK(holds(text, "<g id=\"my_box-1\" data-satbox-body=\"static\" "));
    CHECK(holds(text, "<polygon points=\"0.5,-1.75 1.5,-1.75 1.5,-2.25 0.5,-2.25\"/>"));
    CHECK(holds(text, "<circle cx=\"1\" cy=\"-3\" r=\"0.125\"/>"));
    CHECK(holds(text, "viewBox=\"0.43125 "));
}

TEST_CASE("a_drawing_that_is_imported_again_has_the_same_outlines" * doctest::skip(!canImportSvg()))
{
    for (const char* name : {"welcome", "mixed_rain", "compound", "box_stack", "tumbler"}) {
        CAPTURE(name);
        Scene scene = openScene(name).scene;
        REQUIRE(boxesOf(scene.world).size() > 1);
        const SceneResult again =
            importScene(sceneAsSvg(scene), "again.svg", ImportFormat::Svg, {.tolerance = 0.001f});
        REQUIRE(again.error == "");
        const auto before = boxesOf(scene.world), after = boxesOf(again.scene.world);
        REQUIRE(before.size() == after.size());
        for (size_t i = 0; i < before.size(); ++i) {
            CAPTURE(i);
            constexpr double kClose = 0.001 + 1e-4;
            CHECK(std::abs(before[i].box.lower.x - after[i].box.lower.x) < kClose);
            CHECK(std::abs(before[i].box.lower.y - after[i].box.lower.y) < kClose);
            CHECK(std::abs(before[i].box.upper.x - after[i].box.upper.x) < kClose);
            CHECK(std::abs(before[i].box.upper.y - after[i].box.upper.y) < kClose);
            CHECK(after[i].area == doctest::Approx(before[i].area).epsilon(0.01));
            CHECK((after[i].type == before[i].type));
            CHECK(after[i].name == before[i].name);
        }
    }
}

} // namespace satbox
