#include "app/editor/pair_state.h"

#include <algorithm>
#include <utility>

namespace satbox::app {

namespace {

// Precondition: count > 0.
size_t around(size_t from, int by, size_t count)
{
    const auto all = static_cast<int>(count);
    return static_cast<size_t>((static_cast<int>(from) + by % all + all) % all);
}

} // namespace

void PairState::open(ShapeId first, ShapeId second)
{
    if (second.index < first.index) std::swap(first, second);
    const bool another = first != shapeA || second != shapeB;
    shapeA = first;
    shapeB = second;
    stopPicking();
    dragged = Handle::None;
    if (!another) return;
    axis.reset();
    testAxis.reset();
    axisPoint.reset();
    byHand = false;
    playing = false;
    hover = {};
    nanoseconds = {};
}

void PairState::close() { *this = PairState{}; }

void PairState::beginPicking()
{
    picking = true;
    picked = {};
}

void PairState::stopPicking()
{
    picking = false;
    picked = {};
}

bool PairState::pick(ShapeId shape)
{
    if (!picking || shape.isNull()) return false;
    if (picked.isNull() || picked == shape) {
        picked = shape;
        return false;
    }
    open(picked, shape);
    return true;
}

void PairState::prune(const World& world)
{
    if (isOpen() && (!world.isValid(shapeA) || !world.isValid(shapeB))) close();
    if (!world.isValid(picked)) picked = {};
}

void PairState::chooseTest(OverlapTest chosen)
{
    if (chosen != test) testAxis.reset();
    test = chosen;
}

void PairState::walkTestAxes(int by, size_t count, size_t from)
{
    if (count > 0) testAxis = around(from, by, count);
}

void PairState::walk(int by, size_t count, size_t from)
{
    if (count == 0) return;
    axis = around(from, by, count);
    byHand = false;
    playClock = 0.0;
    keysLead = true;
}

void PairState::advance(double seconds, size_t count, size_t from)
{
    if (!playing || count == 0) return;
    playClock += seconds;
    if (playClock < kAxisSeconds) return;
    if (from + 1 >= count) {
        playing = false; // the last one stays
        return;
    }
    walk(1, count, from);
}

const Contact* deepestContact(const World& world)
{
    const Contact* deepest = nullptr;
    float least = 0.0f; // separation, m
    world.forEachContactView([&](const ContactView& view) {
        for (const ContactPoint& point : view.points) {
            if (point.separation >= least) continue;
            least = point.separation;
            deepest = view.contact;
        }
    });
    return deepest;
}

} // namespace satbox::app
