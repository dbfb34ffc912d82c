#include "app/view/view_context.h"

namespace satbox::app {

ContactKey contactKey(const World& world, const Contact& contact)
{
    return {world.shapeAt(contact.shapeA), world.shapeAt(contact.shapeB), -1};
}

namespace {

bool samePair(const ContactKey& a, const ContactKey& b)
{
    return a.shapeA == b.shapeA && a.shapeB == b.shapeB;
}

bool names(const std::optional<ContactKey>& key, const ContactKey& pair, int point)
{
    return key && samePair(*key, pair) && (key->point == point || key->point == -1);
}

} // namespace

void ViewContext::prepare()
{
    pixel = camera.metersPerPixel() * uiScale;
    visible = expand(camera.visibleWorld(), 64.0f * pixel);

    focus.reset();
    for (const std::optional<ContactKey>& key : {selection.hoveredContact, selection.contact}) {
        if (!key || !world.isValid(key->shapeA) || !world.isValid(key->shapeB)) continue;
        focus = key;
        focusBodyA = world.shape(key->shapeA).body;
        focusBodyB = world.shape(key->shapeB).body;
        break;
    }

    points.clear();
    const BodyStore& bodies = world.state().bodies;
    world.forEachContact([&](const Contact& contact) {
        if (contact.count == 0) return;
        const ContactKey pair = contactKey(world, contact);
        const float emphasis = emphasisOf(contact);
        for (int i = 0; i < contact.count; ++i) {
            const ContactPoint& point = contact.points[i];
            const Vec2 onA = bodies.motions[contact.bodyA].center + point.anchorA;
            const Vec2 onB = bodies.motions[contact.bodyB].center + point.anchorB;
            const Vec2 position = 0.5f * (onA + onB);
            if (!isFinite(position) || !contains(visible, position)) continue;
            const bool hovered =
                names(selection.hoveredContact, pair, i) || names(selection.contact, pair, i);
            points.push_back({&contact, &point, i, position, hovered, emphasis});
        }
    });
}

float ViewContext::emphasisOfBody(uint32_t slot) const
{
    if (!view.dimUnrelated || !focus) return 1.0f;
    return slot == focusBodyA || slot == focusBodyB ? 1.0f : kDimmed;
}

float ViewContext::emphasisOf(const Contact& contact) const
{
    if (!view.dimUnrelated || !focus) return 1.0f;
    return samePair(*focus, contactKey(world, contact)) ? 1.0f : kDimmed;
}

float ViewContext::arrowLength(float quantity, float metersPerUnit) const
{
    const float magnitude = quantity < 0.0f ? -quantity : quantity;
    const float scaled = view.squareRoot ? std::sqrt(magnitude) : magnitude;
    return (quantity < 0.0f ? -scaled : scaled) * metersPerUnit;
}

} // namespace satbox::app
