#pragma once

#include "engine/constraints/joint/joint_tree_rows.h"

#include <array>
#include <cstddef>
#include <type_traits>

// Blocks of 3 by 3 numbers: of a body (x, y, angle), or of the equations of a joint. Most joints have fewer
// than three equations. Functions with a Size use only the first Size rows and columns; in their results, the
// others are 0.
namespace satbox {

using Vector3 = std::array<double, 3>;

// Calls fn with a size as a constant. With three rows throughout, trees and chains take half as long again;
// with loops over a variable number, chains take twice as long.
template<class Fn>
inline void withSize(size_t size, Fn&& fn)
{
    switch (size) {
    case 3:
        return fn(std::integral_constant<size_t, 3>{});
    case 2:
        return fn(std::integral_constant<size_t, 2>{});
    case 1:
        return fn(std::integral_constant<size_t, 1>{});
    default: // a joint none of whose equations is solved in this pass
        return fn(std::integral_constant<size_t, 0>{});
    }
}

// fn(i) for 0 .. Count - 1 as constants. Compilers keep short loops at -O2, which took a tenth longer.
template<size_t Count, class Fn>
[[gnu::always_inline]] inline void repeat(Fn&& fn)
{
    static_assert(Count <= 3);
    if constexpr (Count > 0) fn(std::integral_constant<size_t, 0>{});
    if constexpr (Count > 1) fn(std::integral_constant<size_t, 1>{});
    if constexpr (Count > 2) fn(std::integral_constant<size_t, 2>{});
}

template<size_t Size = 3>
inline Vector3 times(const SymmetricBlock& m, const Vector3& v)
{
    if constexpr (Size == 3)
        return {m.xx * v[0] + m.xy * v[1] + m.xz * v[2], m.xy * v[0] + m.yy * v[1] + m.yz * v[2],
                m.xz * v[0] + m.yz * v[1] + m.zz * v[2]};
    else if constexpr (Size == 2)
        return {m.xx * v[0] + m.xy * v[1], m.xy * v[0] + m.yy * v[1]};
    else if constexpr (Size == 1)
        return {m.xx * v[0]};
    else
        return {};
}

// Of the first Size numbers.
template<size_t Size = 3>
inline double dot(const Vector3& a, const Vector3& b)
{
    if constexpr (Size == 3)
        return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    else if constexpr (Size == 2)
        return a[0] * b[0] + a[1] * b[1];
    else if constexpr (Size == 1)
        return a[0] * b[0];
    else
        return 0.0;
}

inline Vector3 sum(const Vector3& a, const Vector3& b) { return {a[0] + b[0], a[1] + b[1], a[2] + b[2]}; }
inline Vector3 difference(const Vector3& a, const Vector3& b)
{
    return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
inline Vector3 negated(const Vector3& v) { return {-v[0], -v[1], -v[2]}; }

// All 0 if there is none.
template<size_t Size = 3>
inline SymmetricBlock inverseOf(const SymmetricBlock& m)
{
    if constexpr (Size == 3) {
        const double x = m.yy * m.zz - m.yz * m.yz, y = m.xz * m.yz - m.xy * m.zz,
                     z = m.xy * m.yz - m.xz * m.yy;
        const double det = m.xx * x + m.xy * y + m.xz * z;
        const double s = det != 0.0 ? 1.0 / det : 0.0;
        return {s * x,
                s * y,
                s * z,
                s * (m.xx * m.zz - m.xz * m.xz),
                s * (m.xy * m.xz - m.xx * m.yz),
                s * (m.xx * m.yy - m.xy * m.xy)};
    } else if constexpr (Size == 2) {
        const double det = m.xx * m.yy - m.xy * m.xy;
        const double s = det != 0.0 ? 1.0 / det : 0.0;
        return {.xx = s * m.yy, .xy = -s * m.xy, .yy = s * m.xx};
    } else if constexpr (Size == 1) {
        return {.xx = m.xx != 0.0 ? 1.0 / m.xx : 0.0};
    } else {
        return {};
    }
}

// J v by row.
template<size_t Size = kMaxTreeRows>
inline Vector3 product(const std::array<Vector3, kMaxTreeRows>& jacobian, const Vector3& v)
{
    return {Size > 0 ? dot(jacobian[0], v) : 0.0, Size > 1 ? dot(jacobian[1], v) : 0.0,
            Size > 2 ? dot(jacobian[2], v) : 0.0};
}
// The rows of a body's axis.
inline Vector3 column(const std::array<Vector3, kMaxTreeRows>& jacobian, size_t axis)
{
    return {jacobian[0][axis], jacobian[1][axis], jacobian[2][axis]};
}
// J^T l.
template<size_t Size = kMaxTreeRows>
inline Vector3 transposed(const std::array<Vector3, kMaxTreeRows>& jacobian, const Vector3& l)
{
    return {dot<Size>(column(jacobian, 0), l), dot<Size>(column(jacobian, 1), l),
            dot<Size>(column(jacobian, 2), l)};
}

// J M J^T for rows J.
template<size_t Size = kMaxTreeRows>
inline SymmetricBlock around(const std::array<Vector3, kMaxTreeRows>& jacobian, const SymmetricBlock& m)
{
    SymmetricBlock result;
    if constexpr (Size > 0) {
        const Vector3 x = times(m, jacobian[0]);
        result.xx = dot(jacobian[0], x);
    }
    if constexpr (Size > 1) {
        const Vector3 y = times(m, jacobian[1]);
        result.xy = dot(jacobian[0], y);
        result.yy = dot(jacobian[1], y);
    }
    if constexpr (Size > 2) {
        const Vector3 z = times(m, jacobian[2]);
        result.xz = dot(jacobian[0], z);
        result.yz = dot(jacobian[1], z);
        result.zz = dot(jacobian[2], z);
    }
    return result;
}
// J^T M J, with M as large as J has rows.
template<size_t Size = kMaxTreeRows>
inline SymmetricBlock within(const std::array<Vector3, kMaxTreeRows>& jacobian, const SymmetricBlock& m)
{
    const Vector3 x = column(jacobian, 0), y = column(jacobian, 1), z = column(jacobian, 2);
    const Vector3 mx = times<Size>(m, x), my = times<Size>(m, y), mz = times<Size>(m, z);
    return {dot<Size>(x, mx), dot<Size>(x, my), dot<Size>(x, mz),
            dot<Size>(y, my), dot<Size>(y, mz), dot<Size>(z, mz)};
}

inline void add(SymmetricBlock& m, const SymmetricBlock& other)
{
    m.xx += other.xx;
    m.xy += other.xy;
    m.xz += other.xz;
    m.yy += other.yy;
    m.yz += other.yz;
    m.zz += other.zz;
}

} // namespace satbox
