#pragma once

#include "app/shell/actions.h"
#include "tests/support/app_worlds.h"
#include "tests/support/hand.h"

#include <initializer_list>
#include <string_view>

namespace satbox::test {

// A paused app with a tool selected that draws bodies point by point.
struct Drawing {
    BoxOnFloor made = makeBoxOnFloor();
    Hand hand{made.state};
    int before = made.state.world().counters().bodies;

    explicit Drawing(std::string_view tool)
    {
        made.state.playback.paused = true;
        made.state.tool.selectEditTool(tool);
    }
    void click(std::initializer_list<Vec2> points)
    {
        for (const Vec2 p : points) {
            hand.move(p);
            hand.click(p);
        }
    }
    void press(Key key) { pressKey(made.state, {key}, false); }
    int added() { return made.state.world().counters().bodies - before; }
    const World& world() { return made.state.world(); }
};

} // namespace satbox::test
