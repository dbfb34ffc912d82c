#include "engine/scene/import/import_scene.h"
#include "tests/support/imported.h"

#include <cmath>
#include <doctest/doctest.h>

namespace satbox {
namespace {

// A drawing of 1 unit per metre, unless the options say otherwise.
SceneResult drawing(const std::string& elements, const ImportOptions& options = {.unitsPerMetre = 1.0f})
{
    return importScene("<?xml version=\"1.0\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\">\n" + elements +
                           "\n</svg>\n",
                       "d.svg", ImportFormat::Svg, options);
}

} // namespace

TEST_CASE("without_an_xml_parser_a_drawing_is_refused_with_its_name")
{
    if (!canImportSvg())
        CHECK(drawing("<rect width='1' height='1'/>").error.find("pugixml") != std::string::npos);
    else
        CHECK(drawing("<rect width='1' height='1'/>").error == "");
}

TEST_SUITE("svg" * doctest::skip(!canImportSvg()))
{
    TEST_CASE("filled_elements_become_dynamic_bodies_with_y_upwards")
    {
        const SceneResult result = drawing(R"(<path id="p" d="M0 0H2V1H0Z" fill="#56B4E9"/>
<polygon points="10,0 12,0 12,2"/> <rect x="20" y="-3" width="2" height="4"/> <circle cx="30" cy="1" r="0.5"/>
<ellipse cx="40" cy="0" rx="2" ry="1"/> <polyline style="fill:#000" points="50 0 51 0 51 1"/>)");
        REQUIRE(result.error == "");
        REQUIRE(test::bodyCount(result) == 6);
        CHECK(test::bodyOf(result, 0).name == "p");
        CHECK(test::bodyOf(result, 0).color == 0x56B4E9u);
        CHECK((test::bodyOf(result, 0).type == BodyType::Dynamic));
        CHECK(test::bodyOf(result, 0).position == Position{1.0, -0.5});
        CHECK(test::areaOf(result, 0) == doctest::Approx(2.0));
        CHECK(test::areaOf(result, 1) == doctest::Approx(2.0));
        CHECK(test::bodyOf(result, 2).position == Position{21.0, 1.0});
        CHECK(std::get<Circle>(test::shapesOf(result, 3).at(0).geometry) == Circle{{0.0f, 0.0f}, 0.5f});
        CHECK(test::bodyOf(result, 3).position == Position{30.0, -1.0});
        CHECK(test::areaOf(result, 4) == doctest::Approx(6.2832).epsilon(0.01));
        CHECK(test::areaOf(result, 5) == doctest::Approx(0.5));
    }

    TEST_CASE("strokes_become_static_lines")
    {
        const SceneResult result = drawing(R"(<g fill="none" stroke="black"><path d="M0 0L1 0 2 1"/>
<line x1="5" y1="0" x2="6" y2="0"/><circle cx="9" cy="0" r="1"/></g>)");
        REQUIRE(result.error == "");
        REQUIRE(test::bodyCount(result) == 3);
        CHECK((test::bodyOf(result, 0).type == BodyType::Static));
        CHECK(test::shapesOf(result, 0).size() == 4); // both sides
        CHECK(test::shapesOf(result, 1).size() == 2);
        CHECK(test::shapesOf(result, 2).size() >= 16);
        CHECK(test::areaOf(result, 2) == 0.0);
        CHECK(test::hasNote(
            result, "d.svg: changed: lines became static bodies, which collide from both sides: 3, the "
                    "first at line 3, column 31"));
    }

    TEST_CASE("groups_hand_down_transforms_styles_and_the_body")
    {
        const SceneResult result = drawing(
            R"svg(<g transform="translate(10 0)"><g transform="scale(2)" id="car" data-satbox-body="kinematic">
<rect width="1" height="1"/><circle cx="2" cy="0" r="1"/></g></g>)svg");
        REQUIRE(result.error == "");
        REQUIRE(test::bodyCount(result) == 1);
        const BodyDef car = test::bodyOf(result, 0);
        CHECK(car.name == "car");
        CHECK((car.type == BodyType::Kinematic));
        CHECK(test::shapesOf(result, 0).size() == 2);
        CHECK(car.position == Position{13.0, 0.0});
        CHECK(std::get<Circle>(test::shapesOf(result, 0)[1].geometry) == Circle{{1.0f, 0.0f}, 2.0f});
    }

    TEST_CASE("the_scale_is_that_of_the_options_then_of_the_drawing_then_100_units_per_metre")
    {
        const std::string box = "<rect width='100' height='100'/>";
        CHECK(test::areaOf(drawing(box, {}), 0) == doctest::Approx(1.0));
        CHECK(test::areaOf(drawing(box, {.unitsPerMetre = 50.0f}), 0) == doctest::Approx(4.0));
        const auto own = [&](const char* scale, const ImportOptions& options = {}) {
            return importScene("<svg data-satbox-units-per-metre='" + std::string(scale) + "'>" + box +
                                   "</svg>",
                               "d.svg", ImportFormat::Svg, options);
        };
        CHECK(test::areaOf(own("20"), 0) == doctest::Approx(25.0));
        CHECK(test::areaOf(own("20", {.unitsPerMetre = 100.0f}), 0) == doctest::Approx(1.0));
        CHECK(own("x").error.find("data-satbox-units-per-metre is \"x\", expected a number") !=
              std::string::npos);
        CHECK(test::areaOf(drawing("<rect width='25.4mm' height='96'/>"), 0) == doctest::Approx(9216.0));
    }

    TEST_CASE("holes_are_told_by_the_fill_rule")
    {
        const auto areaOfPath = [](const char* attributes) {
            const SceneResult result = drawing(std::string("<path ") + attributes + "/>");
            REQUIRE(result.error == "");
            CHECK(result.notes.size() == 1);
            return test::areaOf(result, 0);
        };
        // A square within a square, turned the same way and the other way.
        CHECK(areaOfPath("d='M0 0H4V4H0Z M1 1H2V2H1Z'") == doctest::Approx(16.0));
        CHECK(areaOfPath("d='M0 0H4V4H0Z M1 1V2H2V1Z'") == doctest::Approx(15.0));
        CHECK(areaOfPath("fill-rule='evenodd' d='M0 0H4V4H0Z M1 1H2V2H1Z'") == doctest::Approx(15.0));
        // Side by side: two outlines of one body. Within the hole: an island.
        CHECK(areaOfPath("d='M0 0H4V4H0Z M10 0H11V1H10Z'") == doctest::Approx(17.0));
        CHECK(areaOfPath("fill-rule='evenodd' d='M0 0H9V9H0Z M1 1H8V8H1Z M3 3H4V4H3Z'") ==
              doctest::Approx(81.0 - 49.0 + 1.0));
    }

    TEST_CASE("what_cannot_be_taken_from_a_drawing_is_counted")
    {
        const SceneResult result =
            drawing(R"svg(<defs><linearGradient id="g"/><path d="M0 0"/></defs><style>a{}</style>
<text>A</text><text>B</text><image/><use href="#p"/><foreignObject/><sodipodi:namedview xmlns:sodipodi="s"/>
<rect width="1" height="1" display="none"/><rect width="1" height="1" fill="none"/><rect width="5%" height="1"/>
<path d="M0 0L1"/><path d="M0 0L2 2V0L0 2Z"/><rect width="1" height="1" transform="turn(1)"/><rect width="2" height="1"/>)svg");
        REQUIRE(result.error == "");
        CHECK(test::bodyCount(result) == 1);
        for (const char* note :
             {"gradients, at line 3, column 7",
              "style sheets, so that fill and stroke may be wrong, at line 3, column 54",
              "text: 2, the first at line 4, column 1", "images, at line 4, column 29",
              "clones (use elements): unlink them in the editor, at line 4, column 37",
              "elements \"foreignObject\", at line 4, column 53", "hidden elements, at line 5, column 1",
              "elements without fill and stroke, at line 5, column 44",
              "elements whose width is not a length in px, mm, cm, in, pt or pc, at line 5, column 84",
              "a path: character 7 of the path: expected a number, at line 6, column 1",
              "elements with a transform that cannot be read, at line 6, column 46"}) {
            CAPTURE(note);
            CHECK(test::hasNote(result, std::string("d.svg: refused: ") + note));
        }
    }

    TEST_CASE("a_broken_drawing_is_an_error_with_its_line_and_column")
    {
        const auto error = [](const char* text) {
            return importScene(text, "d.svg", ImportFormat::Svg, {}).error;
        };
        CHECK(error("<svg>\n<g></svg>").starts_with("d.svg: line 2, column "));
        CHECK(error("<svg").starts_with("d.svg: line 1, column "));
        CHECK(error("").starts_with("d.svg: line 1, column 1: not XML"));
        CHECK(error("<html/>") == "d.svg: line 1, column 1: the element \"html\", expected svg");
        CHECK(error("<svg>\xFF</svg>") == "d.svg: not an SVG file: its text is not UTF-8");
        std::string deep = "<svg>";
        for (int i = 0; i < 10000; ++i) deep += "<g>";
        for (int i = 0; i < 10000; ++i) deep += "</g>";
        CHECK(error((deep + "</svg>").c_str()).find("nested more than 100 deep") != std::string::npos);
        // An entity that would grow to gigabytes is left as it is.
        CHECK(error("<!DOCTYPE svg [<!ENTITY a 'xx'><!ENTITY b '&a;&a;'>]><svg>&b;</svg>") ==
              "d.svg: nothing in it can be taken as a body: it has no shapes");
    }
}

} // namespace satbox
