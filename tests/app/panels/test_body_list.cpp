#include "app/panels/body_list.h"

#include "tests/support/app_worlds.h"
#include <satbox/shapes.h>

#include <doctest/doctest.h>

#include <string>
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
        updateRows(world, 1, 0.0, list);
        for (const BodyRow& row : list.cache.rows) ids.push_back(row.id);
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
    BodyListState list{.column = BodyColumn::Type};
    updateRows(s.world, 1, 0.0, list);
    const std::vector<BodyRow>& rows = list.cache.rows;
    REQUIRE(rows.size() == 3);
    CHECK((rows[0].activity == BodyActivity::Still));
    CHECK((rows[1].activity == BodyActivity::Awake));
    CHECK(rows[1].speed == Approx(5.0f));
    CHECK(rows[1].depth == Approx(0.05f));
    CHECK(rows[0].depth == Approx(0.05f));
    CHECK(rows[2].depth == 0.0f);
}

TEST_CASE("numbers_in_names_are_ordered_by_value")
{
    World world;
    for (const char* name : {"box 10", "box 9", "Box 1"}) world.createBody({.name = name});
    BodyListState list;
    updateRows(world, 1, 0.0, list);
    std::string order;
    for (const BodyRow& row : list.cache.rows) order += world.body(row.id).name + ", ";
    CHECK(order == "Box 1, box 9, box 10, ");
}

TEST_CASE("rows_sorted_by_speed_change_places_at_most_twice_a_second_and_show_the_speed_of_now")
{
    ThreeBodies s;
    BodyListState list{.column = BodyColumn::Speed, .descending = true};
    updateRows(s.world, 1, 10.0, list);
    CHECK(list.cache.rows[0].id == s.box);
    CHECK(s.world.setVelocity(s.ball, {9.0f, 0.0f}, 0.0f));
    updateRows(s.world, 1, 10.2, list);
    CHECK(list.cache.rows[0].id == s.box);
    CHECK(list.cache.rows[1].speed == Approx(9.0f));
    updateRows(s.world, 1, 10.6, list);
    CHECK(list.cache.rows[0].id == s.ball);
}

TEST_CASE("the_list_follows_bodies_that_are_renamed_added_and_removed")
{
    ThreeBodies s;
    BodyListState list;
    updateRows(s.world, 1, 0.0, list);
    CHECK(list.cache.rows.front().id == s.ball);
    BodyDef def = s.world.bodyDef(s.ball);
    def.name = "Z";
    CHECK(s.world.setBodyDef(s.ball, def));
    updateRows(s.world, 2, 0.0, list); // an edit has a new revision
    CHECK(list.cache.rows.back().id == s.ball);
    s.world.destroyBody(s.box);
    updateRows(s.world, 2, 0.0, list); // a tool has removed one
    CHECK(list.cache.rows.size() == 2);
}
