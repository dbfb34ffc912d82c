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
        CHECK(product(columns(rows), l)[1] == doctest::Approx(transposed(rows, l)[1]));
        const SymmetricBlock m = around(randomRows(random), kIdentity);
        const Vector3 direct = product(rows, times(m, transposed(rows, l)));
        CHECK(times(around(rows, m), l)[2] == doctest::Approx(direct[2]));
        CHECK(sum(v, l)[0] == v[0] + l[0]);
    }
}
