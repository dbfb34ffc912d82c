// Blocks of two equations are those of three of which the last is not used.

#include "engine/constraints/joint/chain_blocks.h"
#include "engine/constraints/joint/joint_blocks.h"
#include "tests/support/lcg.h"

#include <doctest/doctest.h>

using namespace satbox;

namespace {

using Pair = PairOf<double>;
using Symmetric = SymmetricPairOf<double>;
using Matrix = PairMatrixOf<double>;

double number(test::Lcg& random) { return static_cast<double>(random.between(-1.0f, 1.0f)); }
Pair pair(test::Lcg& random) { return {number(random), number(random)}; }
Matrix matrix(test::Lcg& random) { return {number(random), number(random), number(random), number(random)}; }
Symmetric positive(test::Lcg& random) { return {2.0 + number(random), number(random), 2.0 + number(random)}; }

Vector3 wide(const Pair& v) { return {v.x, v.y, 0.0}; }
SymmetricBlock wide(const Symmetric& m) { return {m.xx, m.xy, 0.0, m.yy, 0.0, 0.0}; }
JacobianOf<double> wide(const Matrix& m) { return {Vector3{m.xx, m.xy, 0.0}, Vector3{m.yx, m.yy, 0.0}, {}}; }

void agree(const Pair& v, const Vector3& expected)
{
    CHECK(v.x == doctest::Approx(expected[0]));
    CHECK(v.y == doctest::Approx(expected[1]));
}
void agree(const Symmetric& m, const SymmetricBlock& expected)
{
    CHECK(m.xx == doctest::Approx(expected.xx));
    CHECK(m.xy == doctest::Approx(expected.xy));
    CHECK(m.yy == doctest::Approx(expected.yy));
}

} // namespace

TEST_CASE("blocks_of_two_agree_with_those_of_three")
{
    test::Lcg random(3);
    for (int i = 0; i < 50; ++i) {
        const Symmetric s = positive(random);
        const Matrix a = matrix(random), b = matrix(random);
        const Pair v = pair(random), w = pair(random);
        agree(times(s, v), times<2>(wide(s), wide(v)));
        agree(times(a, v), product<2>(wide(a), wide(v)));
        agree(transposed(a, v), transposed<2>(wide(a), wide(v)));
        agree(v - w, difference(wide(v), wide(w)));
        agree(v + w, sum(wide(v), wide(w)));
        agree(inverseOf(s), inverseOf<2>(wide(s)));
        // Products of matrices, as what they do with a vector.
        agree(times(times(a, b), v), wide(times(a, times(b, v))));
        agree(times(times(a, s), v), wide(times(a, times(s, v))));
        agree(times(times(s, a), v), wide(times(s, times(a, v))));
        agree(times(-a, v), negated(wide(times(a, v))));
        agree(times(s + s - s, v), wide(times(s, v)));
        // A S A^T and A^T S A are symmetric.
        agree(symmetricOuter(times(a, s), a), around<2>(wide(a), wide(s)));
        agree(symmetricInner(a, times(s, a)), within<2>(wide(a), wide(s)));
    }
    const Symmetric none{};
    agree(inverseOf(none), SymmetricBlock{});
}
