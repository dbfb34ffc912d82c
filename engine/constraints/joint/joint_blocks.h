#pragma once

#include "engine/constraints/joint/joint_tree_rows.h"

#include <array>
#include <cstddef>

// Blocks of 3 by 3 numbers: of a body (x, y, angle), or of the equations of a joint.
namespace satbox {

using Vector3 = std::array<double, 3>;

inline Vector3 times(const SymmetricBlock& m, const Vector3& v)
{
    return {m.xx * v[0] + m.xy * v[1] + m.xz * v[2], m.xy * v[0] + m.yy * v[1] + m.yz * v[2],
            m.xz * v[0] + m.yz * v[1] + m.zz * v[2]};
}

inline double dot(const Vector3& a, const Vector3& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

inline Vector3 sum(const Vector3& a, const Vector3& b) { return {a[0] + b[0], a[1] + b[1], a[2] + b[2]}; }

inline SymmetricBlock inverseOf(const SymmetricBlock& m)
{
    const double x = m.yy * m.zz - m.yz * m.yz, y = m.xz * m.yz - m.xy * m.zz, z = m.xy * m.yz - m.xz * m.yy;
    const double det = m.xx * x + m.xy * y + m.xz * z;
    const double s = det != 0.0 ? 1.0 / det : 0.0;
    return {s * x,
            s * y,
            s * z,
            s * (m.xx * m.zz - m.xz * m.xz),
            s * (m.xy * m.xz - m.xx * m.yz),
            s * (m.xx * m.yy - m.xy * m.xy)};
}

// J v by row.
inline Vector3 product(const std::array<Vector3, kMaxTreeRows>& jacobian, const Vector3& v)
{
    return {dot(jacobian[0], v), dot(jacobian[1], v), dot(jacobian[2], v)};
}
// J^T l.
inline Vector3 transposed(const std::array<Vector3, kMaxTreeRows>& jacobian, const Vector3& l)
{
    Vector3 result{};
    for (size_t k = 0; k < kMaxTreeRows; ++k)
        for (size_t axis = 0; axis < 3; ++axis) result[axis] += jacobian[k][axis] * l[k];
    return result;
}

// J M J^T for rows J.
inline SymmetricBlock around(const std::array<Vector3, kMaxTreeRows>& jacobian, const SymmetricBlock& m)
{
    const Vector3 x = times(m, jacobian[0]), y = times(m, jacobian[1]), z = times(m, jacobian[2]);
    return {dot(jacobian[0], x), dot(jacobian[0], y), dot(jacobian[0], z),
            dot(jacobian[1], y), dot(jacobian[1], z), dot(jacobian[2], z)};
}
inline std::array<Vector3, kMaxTreeRows> columns(const std::array<Vector3, kMaxTreeRows>& rows)
{
    std::array<Vector3, kMaxTreeRows> result{};
    for (size_t k = 0; k < kMaxTreeRows; ++k)
        for (size_t axis = 0; axis < 3; ++axis) result[axis][k] = rows[k][axis];
    return result;
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
