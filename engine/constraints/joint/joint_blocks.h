#pragma once

#include "engine/constraints/joint/joint_tree_rows.h"

#include <array>
#include <cstddef>
#include <type_traits>

// Blocks of 3 by 3 numbers: of a body (x, y, angle), or of the equations of a joint. Most joints have fewer
// than three equations. Functions with a Size use only the first Size rows and columns; in their results, the
// others are 0. A number is a double, or a vector of them for trees in lanes: the functions are always
// inline, as files for different instruction sets must not share code.
namespace satbox {

template<class T>
using Vector3Of = std::array<T, 3>;
using Vector3 = Vector3Of<double>;
// The rows of a joint for one body.
template<class T>
using JacobianOf = std::array<Vector3Of<T>, kMaxTreeRows>;

// Calls fn with a size as a constant. With three rows throughout, trees and chains take half as long again;
// with loops over a variable number, chains take twice as long.
template<class Fn>
[[gnu::always_inline]] inline void withSize(size_t size, Fn&& fn)
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

template<size_t Size = 3, class T>
[[gnu::always_inline]] inline Vector3Of<T> times(const SymmetricBlockOf<T>& m, const Vector3Of<T>& v)
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
template<size_t Size = 3, class T>
[[gnu::always_inline]] inline T dot(const Vector3Of<T>& a, const Vector3Of<T>& b)
{
    if constexpr (Size == 3)
        return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    else if constexpr (Size == 2)
        return a[0] * b[0] + a[1] * b[1];
    else if constexpr (Size == 1)
        return a[0] * b[0];
    else
        return T{};
}

template<class T>
[[gnu::always_inline]] inline Vector3Of<T> sum(const Vector3Of<T>& a, const Vector3Of<T>& b)
{
    return {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
}
template<class T>
[[gnu::always_inline]] inline Vector3Of<T> difference(const Vector3Of<T>& a, const Vector3Of<T>& b)
{
    return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
template<class T>
[[gnu::always_inline]] inline Vector3Of<T> negated(const Vector3Of<T>& v)
{
    return {-v[0], -v[1], -v[2]};
}

// All 0 if there is none.
template<size_t Size = 3, class T>
[[gnu::always_inline]] inline SymmetricBlockOf<T> inverseOf(const SymmetricBlockOf<T>& m)
{
    if constexpr (Size == 3) {
        const T x = m.yy * m.zz - m.yz * m.yz, y = m.xz * m.yz - m.xy * m.zz, z = m.xy * m.yz - m.xz * m.yy;
        const T det = m.xx * x + m.xy * y + m.xz * z;
        const T s = det != T{} ? 1.0 / det : T{};
        return {s * x,
                s * y,
                s * z,
                s * (m.xx * m.zz - m.xz * m.xz),
                s * (m.xy * m.xz - m.xx * m.yz),
                s * (m.xx * m.yy - m.xy * m.xy)};
    } else if constexpr (Size == 2) {
        const T det = m.xx * m.yy - m.xy * m.xy;
        const T s = det != T{} ? 1.0 / det : T{};
        return {s * m.yy, -s * m.xy, T{}, s * m.xx, T{}, T{}};
    } else if constexpr (Size == 1) {
        return {m.xx != T{} ? 1.0 / m.xx : T{}, T{}, T{}, T{}, T{}, T{}};
    } else {
        return SymmetricBlockOf<T>{};
    }
}

// J v by row.
template<size_t Size = kMaxTreeRows, class T>
[[gnu::always_inline]] inline Vector3Of<T> product(const JacobianOf<T>& jacobian, const Vector3Of<T>& v)
{
    return {Size > 0 ? dot(jacobian[0], v) : T{}, Size > 1 ? dot(jacobian[1], v) : T{},
            Size > 2 ? dot(jacobian[2], v) : T{}};
}
// The rows of a body's axis.
template<class T>
[[gnu::always_inline]] inline Vector3Of<T> column(const JacobianOf<T>& jacobian, size_t axis)
{
    return {jacobian[0][axis], jacobian[1][axis], jacobian[2][axis]};
}
// J^T l.
template<size_t Size = kMaxTreeRows, class T>
[[gnu::always_inline]] inline Vector3Of<T> transposed(const JacobianOf<T>& jacobian, const Vector3Of<T>& l)
{
    return {dot<Size>(column(jacobian, 0), l), dot<Size>(column(jacobian, 1), l),
            dot<Size>(column(jacobian, 2), l)};
}

// J M J^T for rows J.
template<size_t Size = kMaxTreeRows, class T>
[[gnu::always_inline]] inline SymmetricBlockOf<T> around(const JacobianOf<T>& jacobian,
                                                         const SymmetricBlockOf<T>& m)
{
    SymmetricBlockOf<T> result{};
    if constexpr (Size > 0) {
        const Vector3Of<T> x = times(m, jacobian[0]);
        result.xx = dot(jacobian[0], x);
    }
    if constexpr (Size > 1) {
        const Vector3Of<T> y = times(m, jacobian[1]);
        result.xy = dot(jacobian[0], y);
        result.yy = dot(jacobian[1], y);
    }
    if constexpr (Size > 2) {
        const Vector3Of<T> z = times(m, jacobian[2]);
        result.xz = dot(jacobian[0], z);
        result.yz = dot(jacobian[1], z);
        result.zz = dot(jacobian[2], z);
    }
    return result;
}
// J^T M J, with M as large as J has rows.
template<size_t Size = kMaxTreeRows, class T>
[[gnu::always_inline]] inline SymmetricBlockOf<T> within(const JacobianOf<T>& jacobian,
                                                         const SymmetricBlockOf<T>& m)
{
    const Vector3Of<T> x = column(jacobian, 0), y = column(jacobian, 1), z = column(jacobian, 2);
    const Vector3Of<T> mx = times<Size>(m, x), my = times<Size>(m, y), mz = times<Size>(m, z);
    return {dot<Size>(x, mx), dot<Size>(x, my), dot<Size>(x, mz),
            dot<Size>(y, my), dot<Size>(y, mz), dot<Size>(z, mz)};
}

template<class T>
[[gnu::always_inline]] inline void add(SymmetricBlockOf<T>& m, const SymmetricBlockOf<T>& other)
{
    m.xx += other.xx;
    m.xy += other.xy;
    m.xz += other.xz;
    m.yy += other.yy;
    m.yz += other.yz;
    m.zz += other.zz;
}

} // namespace satbox
