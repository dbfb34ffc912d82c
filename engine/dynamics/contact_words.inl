// Contacts as the four-word groups that kernels load and store; included by those that do, with SATBOX_LANES defined.

#include "engine/dynamics/contact.h"
#include "engine/math/lanes.inl"

#include <cstddef>

namespace satbox {
namespace {

static_assert(offsetof(Contact, dynamicFriction) == offsetof(Contact, normal) + 12);
static_assert(offsetof(Contact, count) == offsetof(Contact, restitution) + 8);
static_assert(offsetof(Contact, referenceOwner) == offsetof(Contact, restitution) + 13);
static_assert(offsetof(ContactPoint, anchorB) == offsetof(ContactPoint, anchorA) + 8);
static_assert(offsetof(ContactPoint, normalVelocity) == offsetof(ContactPoint, normalImpulse) + 12);

// What lanes without a contact look at: no points, no basis.
constexpr Contact kNoContact{};

// Four neighbouring words, from at(lane) on, one of the four a register.
template<class At>
[[gnu::always_inline]] inline Fields gatherWords(At at)
{
    return gatherRows([&](int lane) { return reinterpret_cast<const float*>(at(lane)); });
}

} // namespace
} // namespace satbox
