#include "engine/constraints/joint/joint_blocks.h"
#include "tests/support/lcg.h"

#include <cmath>
#include <doctest/doctest.h>

using namespace satbox;

namespace {

std::array<Vector3, kMaxTreeRows> randomRows(test::Lcg& random)
{
    std::array<Vector3, kMaxTreeRows> rows{};
    for (Vector3& row : rows)
        for (double& x : row) x = static_cast<double>(random.between(-1.0f, 1.0f));
    return rows;
}
constexpr SymmetricBlock kIdentity{1.0, 0.0, 0.0, 1.0, 0.0, 1.0};

} // namespace

TEST_CASE("the_inverse_of_a_block_takes_back_what_the_block_does")
{
    test::Lcg random(4);
    for (int i = 0; i < 100; ++i) {
        SymmetricBlock m = around(randomRows(random), kIdentity);
        add(m, kIdentity);
        const Vector3 v = randomRows(random)[0], back = times(inverseOf(m), times(m, v));
        for (size_t k = 0; k < 3; ++k) CHECK(back[k] == doctest::Approx(v[k]).epsilon(1e-9));
    }
    CHECK(times(inverseOf(SymmetricBlock{}), Vector3{1.0, 2.0, 3.0}) == Vector3{}); // has none
}

TEST_CASE("rows_and_their_transpose_agree_and_so_do_rows_around_a_block")
{
    test::Lcg random(9);
    for (int i = 0; i < 100; ++i) {
        const auto rows = randomRows(random);
        const Vector3 v = randomRows(random)[1], l = randomRows(random)[2];
        CHECK(dot(product(rows, v), l) == doctest::Approx(dot(v, transposed(rows, l))));
        const SymmetricBlock m = around(randomRows(random), kIdentity);
        const Vector3 direct = product(rows, times(m, transposed(rows, l)));
        CHECK(times(around(rows, m), l)[2] == doctest::Approx(direct[2]));
        const SymmetricBlock inner = around(randomRows(random), kIdentity);
        CHECK(times(within(rows, inner), v)[1] ==
              doctest::Approx(transposed(rows, times(inner, product(rows, v)))[1]));
        CHECK(sum(v, l)[0] == v[0] + l[0]);
    }
}

// Of a joint with fewer equations: as with equations that are 0, and numbers beyond them do not count.
TEST_CASE("blocks_of_fewer_rows_are_those_of_three_with_rows_of_zeros")
{
    test::Lcg random(7);
    const auto agree = [](const SymmetricBlock& a, const SymmetricBlock& b) {
        CHECK(a.xx == doctest::Approx(b.xx));
        CHECK(a.xy == doctest::Approx(b.xy));
        CHECK(a.xz == doctest::Approx(b.xz));
        CHECK(a.yy == doctest::Approx(b.yy));
        CHECK(a.yz == doctest::Approx(b.yz));
        CHECK(a.zz == doctest::Approx(b.zz));
    };
    for (size_t count = 0; count <= kMaxTreeRows; ++count) {
        CAPTURE(count);
        withSize(count, [&](auto size) {
            auto rows = randomRows(random);
            for (size_t k = size; k < kMaxTreeRows; ++k) rows[k] = {};
            SymmetricBlock m = around(randomRows(random), kIdentity);
            add(m, kIdentity);
            SymmetricBlock own = m, padded = m; // of the joint; with 1 on the rest of the diagonal
            if (size < 3) padded.xz = padded.yz = 0.0, padded.zz = 1.0;
            if (size < 2) padded.xy = 0.0, padded.yy = 1.0;
            if (size < 1) padded.xx = 1.0;
            SymmetricBlock inverse = inverseOf(padded);
            if (size < 3) inverse.zz = 0.0;
            if (size < 2) inverse.yy = 0.0;
            if (size < 1) inverse.xx = 0.0;
            agree(inverseOf<size>(own), inverse);
            agree(around<size>(rows, m), around(rows, m));
            agree(within<size>(rows, inverse), within(rows, inverse));
            const Vector3 v = randomRows(random)[0];
            for (size_t k = 0; k < 3; ++k) {
                CHECK(product<size>(rows, v)[k] == product(rows, v)[k]);
                CHECK(transposed<size>(rows, v)[k] == doctest::Approx(transposed(rows, v)[k]));
                CHECK(times<size>(inverse, v)[k] == times(inverse, v)[k]);
            }
        });
    }
    CHECK(inverseOf<2>(SymmetricBlock{}).xx == 0.0);
    CHECK(inverseOf<1>(SymmetricBlock{}).xx == 0.0);
}
