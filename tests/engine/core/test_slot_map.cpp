#include "engine/core/slot_map.h"

#include <doctest/doctest.h>

#include <string>

using namespace satbox;

using Names = SlotMap<std::string, struct NameTag>;

TEST_CASE("slot_map_refuses_handles_of_erased_objects")
{
    Names names;
    const Names::Id first = names.insert("first");
    CHECK(*names.find(first) == "first");
    CHECK(names.erase(first));
    CHECK_FALSE(names.erase(first));
    CHECK(names.find(first) == nullptr);

    const Names::Id second = names.insert("second");
    CHECK(second.index == first.index); // the slot is reused with a new generation
    CHECK(second != first);
    CHECK(names.find(first) == nullptr);
    CHECK(*names.find(second) == "second");
    CHECK_FALSE(names.contains(Names::Id{}));
}

TEST_CASE("slot_map_reuses_slots_last_in_first_out")
{
    Names names;
    const Names::Id a = names.insert("a");
    const Names::Id b = names.insert("b");
    names.insert("c");
    names.erase(a);
    names.erase(b);
    CHECK(names.size() == 1);
    CHECK(names.insert("d").index == b.index);
    CHECK(names.insert("e").index == a.index);
    CHECK(names.insert("f").index == 3);
    CHECK(names.slotCount() == 4);
}

TEST_CASE("slot_map_copies_are_independent")
{
    Names names;
    const Names::Id id = names.insert("here");
    Names copy = names;
    copy.erase(id);
    CHECK(names.contains(id));
    CHECK_FALSE(copy.contains(id));
}
