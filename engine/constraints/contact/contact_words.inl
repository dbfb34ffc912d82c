// Access to contacts in groups of four 32-bit words, as SIMD kernels load and store them. The including
// kernel defines SATBOX_LANES.

#include "engine/math/lanes.inl"
#include <satbox/contacts.h>

#include <cstddef>

namespace satbox {
namespace {

static_assert(offsetof(Contact, dynamicFriction) == offsetof(Contact, normal) + 12);
static_assert(offsetof(Contact, sliding) == offsetof(Contact, restitution) + 8);
static_assert(offsetof(Contact, referenceOwner) == offsetof(Contact, restitution) + 9);
static_assert(offsetof(Contact, count) == offsetof(Contact, restitution) + 15);
static_assert(offsetof(ContactPoint, anchorB) == offsetof(ContactPoint, anchorA) + 8);
static_assert(offsetof(ContactPoint, normalVelocity) == offsetof(ContactPoint, normalImpulse) + 12);

// Read by lanes without a contact: it has no points and no cache.
constexpr Contact kNoContact{};

// Byte-sized members of Contact, extracted from the words that contain them.
struct ContactFlags {
    IntW sliding, owner, count;
};
[[gnu::always_inline]] inline ContactFlags flagsOf(FloatW third, FloatW fourth)
{
    IntW flags, marks; // bitwise copies
    std::memcpy(&flags, &third, sizeof flags);
    std::memcpy(&marks, &fourth, sizeof marks);
    return {flags & 0xFF, flags >> 8 & 0xFF, marks >> 24 & 0xFF};
}

// Loads the four consecutive words at at(lane) of each lane; each of the four goes to its own register.
template<class At>
[[gnu::always_inline]] inline FloatW4 gatherWords(At at)
{
    return gatherRows([&](int lane) { return reinterpret_cast<const float*>(at(lane)); });
}

} // namespace
} // namespace satbox
