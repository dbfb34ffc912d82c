#include "app/document/contact_key.h"

namespace satbox::app {

Position pointPosition(const World& world, const Contact& contact, const ContactPoint& point)
{
    const BodyMotion& a = world.motion(world.bodyAt(contact.bodyA));
    const BodyMotion& b = world.motion(world.bodyAt(contact.bodyB));
    return a.center + 0.5f * (point.anchorA + ((b.center - a.center) + point.anchorB));
}

ContactKey keyOf(const World& world, const Contact& contact, int point)
{
    return {world.shapeAt(contact.shapeA), world.shapeAt(contact.shapeB), point};
}

ContactView findContact(const World& world, const ContactKey& key)
{
    return world.contactView(key.shapeA, key.shapeB);
}

std::optional<Position> contactPosition(const World& world, const ContactKey& key)
{
    const ContactView view = findContact(world, key);
    const int count = static_cast<int>(view.points.size());
    if (count == 0 || key.point >= count) return std::nullopt;
    if (key.point >= 0)
        return pointPosition(world, *view.contact, view.points[static_cast<size_t>(key.point)]);
    const Position first = pointPosition(world, *view.contact, view.points.front());
    Vec2 sum{0.0f, 0.0f};
    for (const ContactPoint& point : view.points) sum += pointPosition(world, *view.contact, point) - first;
    return first + sum / static_cast<float>(count);
}

} // namespace satbox::app
