// The SIMD kernels recycle the same manifolds as the scalar code, with the same bits.

#include "engine/constraints/contact/recycled_manifold.h"
#include "engine/core/isa.h"
#include "engine/world/world_access.h"
#include <satbox/instruction_set.h>
#include <satbox/scene/builders.h>

#include <doctest/doctest.h>

#include <cstring>
#include <vector>

using namespace satbox;

namespace {

// Contacts with points in a heap that still moves, and its bodies a step later, when some have moved too far.
struct Heap {
    std::vector<Contact> contacts;
    World world;
};
Heap movingHeap()
{
    Heap heap;
    heap.world = findBuiltinScene("mixed_rain")->build().world;
    for (int i = 0; i < 200; ++i) heap.world.step(1.0f / 60.0f);
    heap.world.refreshContacts();
    for (const Contact& c : stateOf(heap.world).contacts.awake)
        if (c.count > 0) heap.contacts.push_back(c);
    heap.world.step(1.0f / 60.0f);
    return heap;
}

// Recycles the contacts in batches; returns for each whether its manifold was recycled.
std::vector<uint8_t> recycleAll(std::vector<Contact>& contacts, const World& world,
                                const RecycleKernel* kernel, size_t batch)
{
    std::vector<uint8_t> recycled;
    const float tolerance = kRecycleTolerance * world.settings().linearSlop;
    for (size_t first = 0; first < contacts.size(); first += batch) {
        const size_t count = std::min(batch, contacts.size() - first);
        Contact* pointers[16] = {};
        for (size_t i = 0; i < count; ++i) pointers[i] = &contacts[first + i];
        const uint32_t bits = recycleManifolds(pointers, count, stateOf(world).bodies, tolerance, kernel);
        CHECK((bits >> count) == 0u);
        for (size_t i = 0; i < count; ++i) recycled.push_back(bits >> i & 1u);
    }
    return recycled;
}

bool isSame(const Contact& a, const Contact& b)
{
    bool same = a.normal == b.normal && a.count == b.count;
    for (int i = 0; i < a.count; ++i)
        same = same && a.points[i].anchorA == b.points[i].anchorA &&
               a.points[i].anchorB == b.points[i].anchorB && a.points[i].separation == b.points[i].separation;
    return same;
}

} // namespace

TEST_CASE("kernels_of_all_widths_recycle_the_same_manifolds_bit_by_bit")
{
    const Heap heap = movingHeap();
    REQUIRE(heap.contacts.size() > 50);
    std::vector<Contact> expected = heap.contacts;
    const std::vector<uint8_t> recycled = recycleAll(expected, heap.world, nullptr, 16);
    const auto count = std::count(recycled.begin(), recycled.end(), uint8_t{1});
    CHECK(count > 10);
    CHECK(count < static_cast<std::ptrdiff_t>(recycled.size()));
    for (const InstructionSet set : availableInstructionSets()) {
        CAPTURE(toString(set));
        for (const size_t batch : {1u, 5u, 16u}) {
            std::vector<Contact> contacts = heap.contacts;
            CHECK(recycleAll(contacts, heap.world, recycleKernelFor(lanesOf(set)), batch) == recycled);
            for (size_t i = 0; i < contacts.size(); ++i) CHECK(isSame(contacts[i], expected[i]));
        }
    }
}
