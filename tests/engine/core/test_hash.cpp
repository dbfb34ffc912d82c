#include "engine/core/hash.h"

#include <bit>
#include <doctest/doctest.h>

#include <set>
#include <string_view>

using namespace satbox;

namespace {

template<class... T>
uint64_t hashOf(T... values)
{
    Hasher hasher;
    (hasher.add(values), ...);
    return hasher.value();
}

std::span<const std::byte> bytesOf(std::string_view text) { return std::as_bytes(std::span(text)); }

} // namespace

TEST_CASE("hash_depends_on_order_sign_and_bits")
{
    const std::set<uint64_t> different{hashOf(),          hashOf(0),    hashOf(0, 0),  hashOf(1, 2),
                                       hashOf(2, 1),      hashOf(1.0f), hashOf(-1.0f), hashOf(-0.0f),
                                       hashOf(1e-45f),    hashOf(1.0),  hashOf(-0.0),  hashOf(-1),
                                       hashOf(INT64_MAX), hashOf(0.1f), hashOf(0.1)};
    CHECK(different.size() == 15);
    CHECK(hashOf(1.0f, 2u) == hashOf(1.0f, 2u));
    CHECK(hashOf(-1) == hashOf(int64_t{-1}));
}

TEST_CASE("hash_of_bytes_includes_their_length")
{
    CHECK(hashOf(bytesOf("ab"), bytesOf("c")) != hashOf(bytesOf("a"), bytesOf("bc")));
    CHECK(hashOf(bytesOf("")) != hashOf());
    CHECK(hashOf(bytesOf("eight by")) != hashOf(bytesOf("eight bz")));
    CHECK(hashOf(bytesOf("a name of more than eight")) == hashOf(bytesOf("a name of more than eight")));
}

TEST_CASE("hash_is_the_same_with_every_compiler")
{
    // Fixed values: if they change, every stored hash of a world changes.
    CHECK(hashOf(uint64_t{1}, -2, 3.5f, -4.25, bytesOf("satbox world")) == 7975579334129185581ull);
}

TEST_CASE("hash_of_single_bit_changes_spreads_over_the_word")
{
    // Each of the 64 input bits flips about half of the output bits.
    for (int bit = 0; bit < 64; ++bit) {
        const int flipped = std::popcount(hashOf(uint64_t{0}, 0) ^ hashOf(uint64_t{1} << bit, 0));
        CHECK(flipped > 12);
        CHECK(flipped < 52);
    }
}
