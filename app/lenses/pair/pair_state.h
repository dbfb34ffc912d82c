#pragma once

#include "app/widgets/stepper.h"
#include "engine/lab/overlap_tests.h"
#include <satbox/world.h>

#include <array>
#include <optional>

namespace satbox::app {

// The list rows of the Pair panel under the pointer.
struct PairHover {
    std::optional<size_t> axis;
    std::optional<size_t> testAxis; // axis of the selected overlap test
    std::optional<size_t> point;    // manifold point or vertex contact
    friend bool operator==(const PairHover&, const PairHover&) = default;
};

// The tabs of the Pair panel. Axes and Contact follow collide(); Difference and Tests show other ways to test
// the same pair.
enum class PairTab : uint8_t { Axes, Contact, Difference, Tests };

// The inspected pair of shapes, shared by the Pair panel and its drawing in the world.
struct PairState {
    static constexpr double kAxisSeconds = 0.7; // time per axis while playing

    ShapeId shapeA, shapeB;
    bool picking = false; // the next two clicks on shapes choose the pair
    ShapeId firstPicked;  // null until the first of them

    PairTab tab = PairTab::Axes;
    // The candidate axis shown, an index into CollisionTrace::axes; none: the winning axis.
    Stepper axis{.itemSeconds = kAxisSeconds, .atEnd = Stepper::AtEnd::StopAfterItem};
    bool usesManualAxis = false;       // `manualAxis` is shown instead
    Vec2 manualAxis{0.0f, 1.0f};       // not zero; projections are in m times its length
    std::optional<Position> axisPoint; // a point on the axis as drawn; none: beside the shapes
    enum class Handle : uint8_t { None, Point, Tip };
    Handle dragged = Handle::None; // handle of the drawn axis: Point moves the axis, Tip rotates it
    PairHover hover;
    std::optional<size_t> axisUnderPointer; // the axis whose face is under the pointer in the world
    bool ignoresHover = false;   // after an axis was chosen by key or button, until the pointer moves
    bool opensOnOverlap = false; // open the pair of the deepest contact once shapes overlap

    // Edit buffers of the panel's fields for A and B: vertices of a polygon, ends of a capsule or segment,
    // centre of a circle. Applied when a field loses focus.
    std::array<std::array<Vec2, kMaxPolygonVertices>, 2> typed{};

    // The Tests tab: the overlap test, and the axis shown, an index into the axes of its trace. Without an
    // index, the separating axis or the axis of least overlap.
    OverlapTest test = OverlapTest::SupportPoint;
    std::optional<size_t> testAxis;
    // Smoothed time of one call of each of kOverlapTests, ns; 0: not measured yet.
    std::array<float, std::size(kOverlapTests)> nanoseconds{};

    bool isOpen() const { return !shapeA.isNull() && !shapeB.isNull(); }
    // A is the shape with the lower slot, as in contacts. View options are kept from the previous pair.
    void open(ShapeId first, ShapeId second);
    void close();
    void beginPicking();
    void stopPicking();
    // A shape was clicked while picking. True once both are chosen.
    bool pick(ShapeId shape);
    // Drops shapes that no longer exist.
    void prune(const World& world);

    // Shows the axis `by` positions after axis `from` in the order tried; wraps around at the ends of `count`
    // axes.
    void stepAxis(int by, size_t count, size_t from);
    void chooseTest(OverlapTest chosen);
    void stepTestAxis(int by, size_t count, size_t from);
    // Advances to the next axis by real time while playing.
    void advance(double seconds, size_t count);
};

// The contact with the deepest overlap, sensors included; null if nothing overlaps.
const Contact* deepestContact(const World& world);

} // namespace satbox::app
