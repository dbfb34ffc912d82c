#include "tests/properties/random_shapes.h"

#include "engine/geometry/shape.h"
#include <satbox/outlines.h>
#include <satbox/shapes.h>

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <iostream>
#include <rapidcheck.h>

namespace satbox::test {

namespace {

// Returns the numbers that RapidCheck drew, one after the other. All random choices come from them, so that
// RapidCheck can shrink a failing pair.
class Draw {
  public:
    explicit Draw(const std::vector<int>& numbers) : numbers_(numbers) {}

    int below(int n) { return next() % n; }
    float unit() { return static_cast<float>(next()) / static_cast<float>(kRange); }
    float between(float a, float b) { return a + (b - a) * unit(); }

    static constexpr int kRange = 1 << 20;
    static constexpr int kCount = 40;

  private:
    int next() { return numbers_[at_++ % numbers_.size()]; }

    const std::vector<int>& numbers_;
    size_t at_ = 0;
};

// Log-uniform between 0.05 and 20 m.
float drawSize(Draw& draw) { return 0.05f * std::exp(draw.unit() * std::log(400.0f)); }

Rot drawRotation(Draw& draw)
{
    const bool quarter = draw.below(2) == 0;
    const float angle = draw.between(0.0f, 2.0f * kPi);
    return quarter ? makeRot(0.5f * kPi * static_cast<float>(draw.below(4))) : makeRot(angle);
}

Polygon drawPolygon(Draw& draw, float size)
{
    const int kind = draw.below(4);
    if (kind == 0) return makeBox(size, size * draw.between(0.2f, 1.0f));
    if (kind == 1) return makeRegularPolygon(3 + draw.below(6), size);
    const float flat = kind == 2 ? 1.0f : 0.03f; // needles
    const int count = 3 + draw.below(6);
    std::vector<Vec2> points;
    for (int i = 0; i < count; ++i) {
        const float r = size * std::sqrt(draw.unit());
        const Vec2 onCircle = rotate(makeRot(draw.between(0.0f, 2.0f * kPi)), Vec2{r, 0.0f});
        points.push_back({onCircle.x, flat * onCircle.y});
    }
    const HullResult hull = makeHull(points);
    return hull.ok() ? makePolygon(hull.vertices) : makeBox(size, size);
}

Shape drawShape(Draw& draw, float size, const PairChoice& choice, bool segmentAllowed)
{
    const int kind = choice.polygonsOnly ? 0 : draw.below(segmentAllowed ? 10 : 9);
    const Transform local{{size * draw.between(-0.5f, 0.5f), size * draw.between(-0.5f, 0.5f)},
                          drawRotation(draw)};
    if (kind < 5) {
        Polygon polygon = drawPolygon(draw, size);
        if (choice.roundCorners && draw.below(2) == 0) polygon.radius = size * draw.between(0.01f, 0.6f);
        return transformed(polygon, local);
    }
    if (kind < 7) return transformed(Circle{{0.0f, 0.0f}, size}, local);
    const float half = size * draw.between(0.2f, 1.0f);
    if (kind < 9)
        return transformed(Capsule{{-half, 0.0f}, {half, 0.0f}, size * draw.between(0.05f, 0.5f)}, local);
    return transformed(Segment{{-half, 0.0f}, {half, 0.0f}}, local);
}

ShapePair drawPair(const std::vector<int>& numbers, const PairChoice& choice)
{
    Draw draw(numbers);
    ShapePair pair;
    const float sizeA = drawSize(draw);
    const float sizeB = draw.below(2) == 0 ? sizeA : drawSize(draw);
    pair.a = drawShape(draw, sizeA, choice, true);
    pair.b = drawShape(draw, sizeB, choice, kindOf(pair.a) != ShapeKind::Segment);
    const Rot direction = drawRotation(draw);
    const float distance = draw.between(0.0f, 1.3f) * (sizeA + sizeB);
    pair.bInA = {rotate(direction, Vec2{distance, 0.0f}), drawRotation(draw)};
    pair.size = static_cast<double>(
        std::max({maxExtent(pair.a, {0.0f, 0.0f}), maxExtent(pair.b, {0.0f, 0.0f}), length(pair.bInA.p)}));
    return pair;
}

void show(std::ostream& out, Vec2 v) { out << "{" << v.x << "f, " << v.y << "f}"; }

void show(std::ostream& out, const Shape& shape)
{
    out << toString(kindOf(shape)) << " ";
    if (const auto* circle = std::get_if<Circle>(&shape)) {
        show(out, circle->center);
        out << " r " << circle->radius;
    } else if (const auto* capsule = std::get_if<Capsule>(&shape)) {
        show(out, capsule->p1);
        show(out, capsule->p2);
        out << " r " << capsule->radius;
    } else if (const auto* segment = std::get_if<Segment>(&shape)) {
        show(out, segment->p1);
        show(out, segment->p2);
    } else {
        for (const Vec2 v : std::get<Polygon>(shape).points()) show(out, v);
        out << " r " << std::get<Polygon>(shape).radius;
    }
}

} // namespace

std::ostream& operator<<(std::ostream& out, const ShapePair& pair)
{
    out << std::setprecision(9) << "A: ";
    show(out, pair.a);
    out << "\nB: ";
    show(out, pair.b);
    out << "\nB in A: ";
    show(out, pair.bInA.p);
    return out << " c " << pair.bInA.q.c << " s " << pair.bInA.q.s;
}

bool holdsForPairs(const char* name, int count, PairChoice choice,
                   std::function<void(const ShapePair&)> property)
{
    rc::detail::TestMetadata metadata;
    metadata.id = name;
    metadata.description = name;
    rc::detail::TestParams params = rc::detail::configuration().testParams;
    if (std::getenv("RC_PARAMS") == nullptr) params.seed = 20240229;
    params.maxSuccess = count;
    const auto numbers = rc::gen::resize(
        100, rc::gen::container<std::vector<int>>(Draw::kCount, rc::gen::inRange(0, Draw::kRange)));
    const auto result = rc::detail::checkTestable(
        [&] {
            const ShapePair pair = drawPair(*numbers, choice);
            RC_LOG() << pair << std::endl;
            property(pair);
        },
        metadata, params);
    if (!result.is<rc::detail::SuccessResult>()) {
        std::cerr << name << ": ";
        rc::detail::printResultMessage(result, std::cerr);
        std::cerr << std::endl;
        return false;
    }
    return true;
}

} // namespace satbox::test
