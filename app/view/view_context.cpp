#include "app/view/view_context.h"

#include "app/view/contact_facts.h"
#include "app/view/query_steps.h"
#include "app/view/round_number.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace satbox::app {

ContactKey contactKey(const World& world, const Contact& contact)
{
    return {world.shapeAt(contact.shapeA), world.shapeAt(contact.shapeB), -1};
}

namespace {

constexpr float kFullDetailPx = 56.0f; // bodies this wide carry marks of full size
constexpr float kMinDetail = 0.4f;
constexpr size_t kNotable = 3; // points named for depth, and as many for impulse
constexpr float kMaxArrowPx = 180.0f;

// Marks the first few by `value`, as long as it is above 0.
template<class Value>
void markNotable(std::vector<PointView>& points, Value&& value)
{
    std::vector<size_t> order(points.size());
    for (size_t i = 0; i < order.size(); ++i) order[i] = i;
    const size_t count = std::min(kNotable, order.size());
    std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(count), order.end(),
                      [&](size_t a, size_t b) {
                          const float va = value(points[a]);
                          const float vb = value(points[b]);
                          return va != vb ? va > vb : a < b;
                      });
    for (size_t i = 0; i < count; ++i)
        if (value(points[order[i]]) > 0.0f) points[order[i]].notable = true;
}

// m of arrow for each N s, such that the weight of the middling dynamic body over one step is about half as
// long as that body: 1, 2 or 5 times a power of ten, so that it holds still while bodies come and go.
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
    return roundedDown(*middle);
}

bool samePair(const ContactKey& a, const ContactKey& b)
{
    return a.shapeA == b.shapeA && a.shapeB == b.shapeB;
}

bool names(const std::optional<ContactKey>& key, const ContactKey& pair, int point)
{
    return key && samePair(*key, pair) && (key->point == point || key->point == -1);
}

} // namespace

Position PointView::middleOfContact() const
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
    std::optional<ContactKey> open;
    if (analysis) open = ContactKey{pair->shapeA, pair->shapeB, -1};
    if (stepAnalysis) open = stepAnalysis->contact;
    for (const std::optional<ContactKey>& key : {open, selection.hoveredContact, selection.contact}) {
        if (!key || !world.isValid(key->shapeA) || !world.isValid(key->shapeB)) continue;
        focus = key;
        focusBodyA = world.shape(key->shapeA).body;
        focusBodyB = world.shape(key->shapeB).body;
        break;
    }

    asked.clear();
    if (broad && query)
        for (const QueryTrace::Step& step : std::span(query->steps).first(shownVisits(*broad, *query)))
            if (world.isValid(step.shape)) asked.push_back(world.shape(step.shape).body);
    std::ranges::sort(asked);

    points.clear();
    const bool showsTest = analysis && pair->stage == PairStage::Tests && focus;
    const BodyStore& bodies = world.state().bodies;
    world.forEachContactView([&](const ContactView& solved) {
        if (solved.points.empty()) return;
        const Contact& contact = *solved.contact;
        const ContactKey key = contactKey(world, contact);
        if (showsTest && samePair(*focus, key)) return; // its figures are the test's
        const float emphasis = emphasisOf(contact);
        const float detail = detailOf(contact);
        const bool vertices = hasVertices(world, contact);
        const size_t before = points.size();
        for (size_t k = 0; k < solved.points.size(); ++k) {
            const ContactPoint& point = solved.points[k];
            const int i = static_cast<int>(k);
            const Position onA = bodies.motions[contact.bodyA].center + point.anchorA;
            const Position onB = bodies.motions[contact.bodyB].center + point.anchorB;
            const Position position = onA + 0.5f * (onB - onA);
            if (!isFinite(position) || !contains(visible, position)) continue;
            const bool hovered = names(selection.hoveredContact, key, i) || names(selection.contact, key, i);
            points.push_back({.contact = &contact,
                              .point = &point,
                              .siblings = solved.points,
                              .index = i,
                              .position = position,
                              .hovered = hovered,
                              .emphasis = emphasis,
                              .detail = detail,
                              .vertex = vertices,
                              .firstInView = points.size() == before});
        }
    });
    markNotable(points, [](const PointView& p) { return p.depth(); });
    markNotable(points, [](const PointView& p) { return p.point->totalImpulse; });
}

float ViewContext::detailOfBody(uint32_t slot) const
{
    const BodyStore& bodies = world.state().bodies;
    if (bodies.slots.at(slot).type == BodyType::Static) return 1.0f;
    return std::clamp(2.0f * bodies.motions[slot].minExtent / (kFullDetailPx * pixel), kMinDetail, 1.0f);
}

float ViewContext::detailOf(const Contact& contact) const
{
    return std::min(detailOfBody(contact.bodyA), detailOfBody(contact.bodyB));
}

float ViewContext::emphasisOfBody(uint32_t slot) const
{
    if (!view.dimUnrelated) return 1.0f;
    if (!focus && query) return std::ranges::binary_search(asked, slot) ? 1.0f : kDimmed;
    if (!focus) return 1.0f;
    return slot == focusBodyA || slot == focusBodyB ? 1.0f : kDimmed;
}

float ViewContext::emphasisOf(const Contact& contact) const
{
    if (!view.dimUnrelated || !focus)
        return std::max(emphasisOfBody(contact.bodyA), emphasisOfBody(contact.bodyB));
    return samePair(*focus, contactKey(world, contact)) ? 1.0f : kDimmed;
}

float ViewContext::arrowLength(float quantity, float metersPerUnit) const
{
    const float magnitude = quantity < 0.0f ? -quantity : quantity;
    const float scaled = (view.squareRoot ? std::sqrt(magnitude) : magnitude) * metersPerUnit;
    const float length = std::min(scaled, kMaxArrowPx * pixel);
    return quantity < 0.0f ? -length : length;
}

} // namespace satbox::app
