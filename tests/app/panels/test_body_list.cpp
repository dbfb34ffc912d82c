#include "app/panels/body_list.h"

#include "tests/support/app_worlds.h"
#include <satbox/shapes.h>

#include <doctest/doctest.h>

#include <string_view>

using namespace satbox;
using namespace satbox::app;
using doctest::Approx;

namespace {

struct ThreeBodies {
    World world;
    BodyId floor = add({.type = BodyType::Static, .name = "floor"}, {0.0f, -0.5f}, makeBox(5.0f, 0.5f));
    BodyId box = add({.linearVelocity = {3.0f, 4.0f}, .name = "Box"}, {0.0f, 0.45f}, makeBox(0.5f, 0.5f));
    BodyId ball = add({.linearVelocity = {1.0f, 0.0f}, .name = "a ball"}, {3.0f, 4.0f}, Circle{});

    ThreeBodies() { world.refreshContacts(); }
    BodyId add(BodyDef def, Position at, const Shape& shape)
    {
        def.position = at;
        const BodyId body = world.createBody(def);
        world.addShape(body, {.geometry = shape});
        return body;
    }
    std::vector<BodyId> order(BodyColumn column, bool descending = false, std::string_view filter = {}) const
    {
        BodyListState list{.column = column, .descending = descending};
        filter.copy(list.filter.data(), list.filter.size() - 1);
        std::vector<BodyId> ids;
        for (const BodyRow& row : bodyRows(world, list)) ids.push_back(row.id);
        return ids;
    }
};

using Ids = std::vector<BodyId>;

} // namespace

TEST_CASE("bodies_are_listed_in_the_order_of_any_column_and_equal_ones_by_slot")
{
    const ThreeBodies s;
    CHECK(s.order(BodyColumn::Name) == Ids{s.ball, s.box, s.floor});
    CHECK(s.order(BodyColumn::Name, true) == Ids{s.floor, s.box, s.ball});
    CHECK(s.order(BodyColumn::Speed, true) == Ids{s.box, s.ball, s.floor});
    CHECK(s.order(BodyColumn::Type) == Ids{s.floor, s.box, s.ball});
    CHECK(s.order(BodyColumn::Type, true) == Ids{s.box, s.ball, s.floor});
    CHECK(s.order(BodyColumn::Depth) == Ids{s.ball, s.floor, s.box});
}

TEST_CASE("the_list_is_filtered_by_name_in_any_case")
{
    const ThreeBodies s;
    CHECK(s.order(BodyColumn::Name, false, "BO") == Ids{s.box});
    CHECK(s.order(BodyColumn::Name, false, "nothing").empty());
}

TEST_CASE("a_row_has_speed_and_deepest_overlap")
{
    const ThreeBodies s;
    const std::vector<BodyRow> rows = bodyRows(s.world, {.column = BodyColumn::Type});
    REQUIRE(rows.size() == 3);
    CHECK((rows[0].activity == BodyActivity::Still));
    CHECK((rows[1].activity == BodyActivity::Awake));
    CHECK(rows[1].speed == Approx(5.0f));
    CHECK(rows[1].depth == Approx(0.05f));
    CHECK(rows[0].depth == Approx(0.05f));
    CHECK(rows[2].depth == 0.0f);
}
