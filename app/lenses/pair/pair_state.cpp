#include "app/lenses/pair/pair_state.h"

#include <algorithm>
#include <utility>

namespace satbox::app {

void PairState::open(ShapeId first, ShapeId second)
{
    if (second.index < first.index) std::swap(first, second);
    const bool another = first != shapeA || second != shapeB;
    shapeA = first;
    shapeB = second;
    stopPicking();
    dragged = Handle::None;
    if (!another) return;
    axis.index.reset();
    axis.playing = false;
    testAxis.reset();
    axisPoint.reset();
    usesManualAxis = false;
    hover = {};
    nanoseconds = {};
}

void PairState::close() { *this = PairState{}; }

void PairState::beginPicking()
{
    picking = true;
    firstPicked = {};
}

void PairState::stopPicking()
{
    picking = false;
    firstPicked = {};
}

bool PairState::pick(ShapeId shape)
{
    if (!picking || shape.isNull()) return false;
    if (firstPicked.isNull() || firstPicked == shape) {
        firstPicked = shape;
        return false;
    }
    open(firstPicked, shape);
    return true;
}

void PairState::prune(const World& world)
{
    if (isOpen() && (!world.isValid(shapeA) || !world.isValid(shapeB))) close();
    if (!world.isValid(firstPicked)) firstPicked = {};
}

void PairState::chooseTest(OverlapTest chosen)
{
    if (chosen != test) testAxis.reset();
    test = chosen;
}

void PairState::stepTestAxis(int by, size_t count, size_t from)
{
    if (count > 0) testAxis = wrapped(static_cast<int>(from), by, count);
}

void PairState::stepAxis(int by, size_t count, size_t from)
{
    if (count == 0) return;
    axis.index = from % count;
    axis.step(by, count);
    usesManualAxis = false;
    ignoresHover = true;
}

void PairState::advance(double seconds, size_t count)
{
    if (!axis.advance(seconds, count)) return;
    usesManualAxis = false;
    ignoresHover = true;
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
