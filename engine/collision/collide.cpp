#include "engine/collision/collide.h"

#include "engine/collision/collide_observed.h"
#include "engine/collision/manifold.h"
#include <satbox/contacts.h>

namespace satbox {

Manifold collide(const Shape& a, const Shape& b, const Transform& bInA, CollisionRange range)
{
    NoCollisionObserver none;
    return collideObserved(a, b, bInA, range, none);
}

} // namespace satbox
