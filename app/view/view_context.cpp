#include "app/view/view_context.h"

#include "app/gfx/round_number.h"
#include "app/view/contact_facts.h"
#include "app/view/view_layer.h"
#include "engine/world/world_access.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <utility>

namespace satbox::app {

namespace {

constexpr float kFullScalePx = 56.0f; // marks on bodies at least this wide have full size
constexpr float kMinMarkScale = 0.4f;
// Number of points that keep their label for the largest depth, and as many for the largest impulse.
constexpr size_t kNotableCount = 3;
constexpr float kMaxArrowPx = 180.0f;
constexpr float kCutMarkPx = 5.0f; // half length of the strokes of a cut arrow, and their distance

// Marks the kNotableCount points of the largest positive `value`; of equal ones, the first.
template<class Value>
void markNotable(std::vector<VisiblePoint>& points, Value&& value)
{
    std::array<VisiblePoint*, kNotableCount> largest{}; // in descending order
    for (VisiblePoint& p : points) {
        if (!(value(p) > 0.0f)) continue;
        VisiblePoint* inserted = &p;
        for (VisiblePoint*& other : largest)
            if (!other || value(*inserted) > value(*other)) std::swap(inserted, other);
    }
    for (VisiblePoint* p : largest)
        if (p) p->notable = true;
}

// m of arrow per N s. The median dynamic body supported for one step (its weight times the time step) has an
// arrow 0.4 to 1 times as long as its width. 1, 2 or 5 times a power of ten, so that the scale rarely changes
// as bodies come and go.
float automaticImpulseLength(const World& world)
{
    std::vector<float> lengths;
    world.forEachBody([&](BodyId, const Body& body, const BodyMotion& motion) {
        if (body.type != BodyType::Dynamic || motion.invMass <= 0.0f || motion.minExtent <= 0.0f) return;
        const float impulse = 9.81f / (motion.invMass * world.settings().stepRate);
        lengths.push_back(2.0f * motion.minExtent / impulse);
    });
    if (lengths.empty()) return 1.0f;
    const auto middle = lengths.begin() + static_cast<std::ptrdiff_t>(lengths.size() / 2);
    std::nth_element(lengths.begin(), middle, lengths.end());
    if (!std::isfinite(*middle) || *middle <= 0.0f) return 1.0f;
    return static_cast<float>(roundDownTo125(static_cast<double>(*middle)).value());
}

bool haveSameShapes(const ContactKey& a, const ContactKey& b)
{
    return a.shapeA == b.shapeA && a.shapeB == b.shapeB;
}

bool refersTo(const std::optional<ContactKey>& key, const ContactKey& pair, int point)
{
    return key && haveSameShapes(*key, pair) && (key->point == point || key->point == -1);
}

} // namespace

Position VisiblePoint::contactCenter() const
{
    Vec2 others{0.0f, 0.0f};
    for (const ContactPoint& other : siblings) others += other.anchorA - point->anchorA;
    return position + (1.0f / static_cast<float>(siblings.size())) * others;
}

void ViewContext::prepare()
{
    pixel = camera.metersPerPixel() * uiScale;
    visible = expand(camera.visibleWorld(), 64.0f * pixel);

    impulseLength = view.impulseScale * automaticImpulseLength(world);

    focus.reset();
    hints = {};
    for (const ViewLayer* layer : layers) layer->prepare(*this, hints);
    for (const std::optional<ContactKey>& key : {hints.focus, selection.hoveredContact, selection.contact}) {
        if (!key || !world.isValid(key->shapeA) || !world.isValid(key->shapeB)) continue;
        focus = key;
        focusBodyA = world.shape(key->shapeA).body;
        focusBodyB = world.shape(key->shapeB).body;
        break;
    }

    preparePoints();
    prepareFillScales();
    prepareBodyColors();
}

void ViewContext::preparePoints()
{
    points.clear();
    const bool leavesOutFocus = hints.drawsFocusPoints && focus;
    const bool seeksKey = focus || selection.hoveredContact || selection.contact;
    const BodyStore& bodies = stateOf(world).bodies;
    world.forEachContactView([&](const ContactView& solved) {
        if (solved.points.empty()) return;
        const Contact& contact = *solved.contact;
        const ContactKey key = seeksKey ? keyOf(world, contact) : ContactKey{};
        if (leavesOutFocus && haveSameShapes(*focus, key)) return;
        const float emphasis = emphasisOf(contact);
        const float markScale = markScaleOf(contact);
        const bool vertices = usesVertexContacts(world, contact);
        const size_t before = points.size();
        for (size_t k = 0; k < solved.points.size(); ++k) {
            const ContactPoint& point = solved.points[k];
            const int i = static_cast<int>(k);
            const Position onA = bodies.motions[contact.bodyA].center + point.anchorA;
            const Position onB = bodies.motions[contact.bodyB].center + point.anchorB;
            const Position position = onA + 0.5f * (onB - onA);
            if (!isFinite(position) || !contains(visible, position)) continue;
            const bool hovered =
                refersTo(selection.hoveredContact, key, i) || refersTo(selection.contact, key, i);
            points.push_back({.contact = &contact,
                              .point = &point,
                              .siblings = solved.points,
                              .index = i,
                              .position = position,
                              .normal = contact.normal,
                              .separation = point.separation,
                              .impulse = point.totalImpulse,
                              .isNew = point.age == 0,
                              .isSensor = contact.sensor,
                              .hovered = hovered,
                              .emphasis = emphasis,
                              .markScale = markScale,
                              .isVertex = vertices,
                              .firstInView = points.size() == before});
        }
    });
    markNotable(points, [](const VisiblePoint& p) { return p.depth(); });
    markNotable(points, [](const VisiblePoint& p) { return p.impulse; });
}

void ViewContext::prepareFillScales()
{
    if (isFirstView)
        fillScales.showsHeat =
            showsHeatMap(view, isDense(contactDensity(points, pixel), fillScales.showsHeat));
    if (!fillScales.showsHeat) return;
    heat = heatOfBodies(world, view.heatQuantity);
    if (isFirstView) fillScales.topHeat = fillScale(heat, fillScales.topHeat);
    for (VisiblePoint& p : points)
        p.marked = p.hovered || (focus && haveSameShapes(*focus, keyOf(world, *p.contact)));
}

void ViewContext::prepareBodyColors()
{
    if (fillScales.showsHeat) return;
    groups = groupsOfBodies(world, otherWorlds, view.bodyColoring);
    if (isFirstView && view.bodyColoring == BodyColoring::Speed)
        fillScales.topSpeed = fillScale(speedsOfBodies(world), fillScales.topSpeed, kMinTopSpeed);
}

float ViewContext::markScaleOfBody(uint32_t slot) const
{
    const BodyStore& bodies = stateOf(world).bodies;
    if (bodies.slots.at(slot).type == BodyType::Static) return 1.0f;
    return std::clamp(2.0f * bodies.motions[slot].minExtent / (kFullScalePx * pixel), kMinMarkScale, 1.0f);
}

float ViewContext::markScaleOf(const Contact& contact) const
{
    return std::min(markScaleOfBody(contact.bodyA), markScaleOfBody(contact.bodyB));
}

float ViewContext::emphasisOfBody(uint32_t slot) const
{
    if (!view.dimUnrelated) return 1.0f;
    if (!focus && hints.relatedBodies) {
        const std::vector<uint32_t>& related = *hints.relatedBodies;
        return std::binary_search(related.begin(), related.end(), slot) ? 1.0f : kDimmedAlpha;
    }
    if (!focus) return 1.0f;
    return isInFocus(slot) ? 1.0f : kDimmedAlpha;
}

float ViewContext::emphasisOf(const Contact& contact) const
{
    if (!view.dimUnrelated || !focus)
        return std::max(emphasisOfBody(contact.bodyA), emphasisOfBody(contact.bodyB));
    return haveSameShapes(*focus, keyOf(world, contact)) ? 1.0f : kDimmedAlpha;
}

float ViewContext::arrowLength(float quantity, float metersPerUnit) const
{
    const float magnitude = quantity < 0.0f ? -quantity : quantity;
    const float scaled = (view.squareRoot ? std::sqrt(magnitude) : magnitude) * metersPerUnit;
    const float length = std::min(scaled, kMaxArrowPx * pixel);
    return quantity < 0.0f ? -length : length;
}

void ViewContext::addArrow(DrawList& out, Position from, Vec2 direction, float length,
                           const LineStyle& style) const
{
    out.addArrow(from, from + length * direction, style);
    if (std::abs(length) < kMaxArrowPx * pixel) return;
    const Vec2 across = pixel * (kCutMarkPx * perp(direction) + 0.5f * kCutMarkPx * direction);
    for (const float side : {-kCutMarkPx, kCutMarkPx}) {
        const Position middle = from + (0.5f * length + 0.5f * side * pixel) * direction;
        out.addLine(middle - across, middle + across, style);
    }
}

} // namespace satbox::app
