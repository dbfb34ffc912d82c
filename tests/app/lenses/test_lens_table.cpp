#include "app/lenses/lens_table.h"

#include "app/shell/app_state.h"

#include <doctest/doctest.h>

#include <set>
#include <string_view>

using namespace satbox;
using namespace satbox::app;

TEST_CASE("every_lens_has_a_name_and_a_tab_of_its_own")
{
    const Lenses lenses;
    std::set<std::string_view> names;
    std::set<int> ranks;
    for (const Lens* lens : lensesOf(lenses)) {
        CHECK_FALSE(lens->name().empty());
        names.insert(lens->name());
        ranks.insert(lens->tabRank());
    }
    CHECK(names.size() == kLensCount);
    CHECK(ranks.size() == kLensCount);
}

TEST_CASE("a_copy_of_the_state_has_lenses_of_its_own")
{
    AppState state;
    state.lens<BroadPhaseLens>().broad.level = 2;
    const AppState copy = state;
    state.lens<BroadPhaseLens>().broad.level = 3;
    CHECK(copy.lens<BroadPhaseLens>().broad.level == 2);
    CHECK(lensesOf(copy.lenses)[1] == &copy.lens<BroadPhaseLens>());
}

TEST_CASE("the_context_of_a_lens_refers_to_the_state")
{
    AppState state;
    LensContext context = lensContext(state);
    CHECK(&context.history == &state.history);
    CHECK(&context.world() == &state.world());
    CHECK(&context.pointedWorld() == &state.world());
    context.panels.show(PairLens::kName);
    CHECK(state.ui.panels.shows(PairLens::kName));
    state.ui.panels.visible = false;
    CHECK_FALSE(state.ui.panels.shows(PairLens::kName));
}
