#pragma once

#include "engine/collision/overlap_tests.h"
#include "engine/world/world.h"

#include <array>
#include <optional>

namespace satbox::app {

// A row of the Pair panel that the pointer is on.
struct PairHover {
    std::optional<size_t> axis;
    std::optional<size_t> testAxis; // of the overlap test that is chosen
    std::optional<size_t> point;    // of the manifold, or a vertex contact
    friend bool operator==(const PairHover&, const PairHover&) = default;
};

// What of a pair is shown, in the order in which the engine goes.
enum class PairStage : uint8_t { Axes, Contact, Difference, Tests };

// The pair of shapes that is looked into, and how: what the Pair panel and its drawing in the world share.
struct PairState {
    static constexpr double kAxisSeconds = 0.7; // that an axis is shown while all are gone through

    ShapeId shapeA, shapeB;
    bool picking = false; // the next clicks on shapes choose: first A, then B
    ShapeId picked;       // the first of the two

    PairStage stage = PairStage::Axes;
    std::optional<size_t> axis;        // that is shown, an index into the trace's; none: the winner
    bool byHand = false;               // show `handAxis` instead
    Vec2 handAxis{0.0f, 1.0f};         // of any length but 0: projections are in units of it
    std::optional<Position> axisPoint; // where the axis is drawn through; none: beside the shapes
    enum class Handle : uint8_t { None, Point, Tip };
    Handle dragged = Handle::None; // of the axis in the world: moves it, turns it
    bool playing = false;          // goes through the axes
    double playClock = 0.0;        // s since the axis that is shown came up
    PairHover hover;
    std::optional<size_t> underPointer; // the axis whose face the pointer is on in the world
    bool keysLead = false; // the axis was chosen by key or button: until the pointer moves, it stays
    bool awaited = false;  // opens the deepest contact as soon as something overlaps

    // What is being typed into the fields of A and B: corners of a polygon, ends of a capsule or segment, a
    // circle's centre; taken over when a field is left.
    std::array<std::array<Vec2, kMaxPolygonVertices>, 2> typed{};

    // The Tests tab: whose axes are shown, and which of them, an index into its trace's; none: the one that
    // separates, or that of least overlap.
    OverlapTest test = OverlapTest::SupportPoint;
    std::optional<size_t> testAxis;
    // Of each of kOverlapTests: time of one answer, ns, smoothed; 0: not yet known.
    std::array<float, std::size(kOverlapTests)> nanoseconds{};

    bool isOpen() const { return !shapeA.isNull() && !shapeB.isNull(); }
    // The lower slot is A, as in contacts. How the view is set stays for the next pair.
    void open(ShapeId first, ShapeId second);
    void close();
    void beginPicking();
    void stopPicking();
    // A click on a shape while picking; true once both are chosen.
    bool pick(ShapeId shape);
    // Forgets shapes that are gone.
    void prune(const World& world);

    // Axis by axis in the order tried, around the ends. `count`: how many there are; `from`: the one shown.
    void walk(int by, size_t count, size_t from);
    void chooseTest(OverlapTest chosen);
    void walkTestAxes(int by, size_t count, size_t from);
    // Goes on by real time while it plays.
    void advance(double seconds, size_t count, size_t from);
};

// The contact that overlaps most, sensors too; none where nothing overlaps.
const Contact* deepestContact(const World& world);

} // namespace satbox::app
