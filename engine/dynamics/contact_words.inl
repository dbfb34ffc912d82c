// Contacts as the four-word groups that kernels load and store; included by those that do, with SATBOX_LANES
// defined.

#include "engine/dynamics/contact.h"
#include "engine/math/lanes.inl"

#include <cstddef>

namespace satbox {
namespace {

static_assert(offsetof(Contact, dynamicFriction) == offsetof(Contact, normal) + 12);
static_assert(offsetof(Contact, sliding) == offsetof(Contact, restitution) + 8);
static_assert(offsetof(Contact, referenceOwner) == offsetof(Contact, restitution) + 9);
static_assert(offsetof(Contact, count) == offsetof(Contact, restitution) + 15);
static_assert(offsetof(ContactPoint, anchorB) == offsetof(ContactPoint, anchorA) + 8);
static_assert(offsetof(ContactPoint, normalVelocity) == offsetof(ContactPoint, normalImpulse) + 12);

// What lanes without a contact look at: no points, no basis.
constexpr Contact kNoContact{};

// What is kept in bytes, from the words that hold them.
struct ContactMarks {
    I sliding, owner, count;
};
[[gnu::always_inline]] inline ContactMarks marksOf(F third, F fourth)
{
    I flags, marks; // the bits as they are
    std::memcpy(&flags, &third, sizeof flags);
    std::memcpy(&marks, &fourth, sizeof marks);
    return {flags & 0xFF, flags >> 8 & 0xFF, marks >> 24 & 0xFF};
}

// Four neighbouring words, from at(lane) on, one of the four a register.
template<class At>
[[gnu::always_inline]] inline Fields gatherWords(At at)
{
    return gatherRows([&](int lane) { return reinterpret_cast<const float*>(at(lane)); });
}

} // namespace
} // namespace satbox
