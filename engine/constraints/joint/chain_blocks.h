#pragma once

// Blocks of 2 by 2 numbers: of the equations of hinges. A number is a double, or a vector of them. As those
// of joint_blocks.h with a size of 2, in half the memory, of which a pass over a chain touches all. Always
// inline, as files for different instruction sets must not share code.
namespace satbox {

template<class T>
struct PairOf {
    T x, y;
};
template<class T>
struct SymmetricPairOf {
    T xx, xy, yy;
};
// By row.
template<class T>
struct PairMatrixOf {
    T xx, xy, yx, yy;
};

template<class T>
[[gnu::always_inline]] inline PairOf<T> operator-(const PairOf<T>& a, const PairOf<T>& b)
{
    return {a.x - b.x, a.y - b.y};
}
template<class T>
[[gnu::always_inline]] inline PairOf<T> operator+(const PairOf<T>& a, const PairOf<T>& b)
{
    return {a.x + b.x, a.y + b.y};
}
template<class T>
[[gnu::always_inline]] inline SymmetricPairOf<T> operator-(const SymmetricPairOf<T>& a,
                                                           const SymmetricPairOf<T>& b)
{
    return {a.xx - b.xx, a.xy - b.xy, a.yy - b.yy};
}
template<class T>
[[gnu::always_inline]] inline SymmetricPairOf<T> operator+(const SymmetricPairOf<T>& a,
                                                           const SymmetricPairOf<T>& b)
{
    return {a.xx + b.xx, a.xy + b.xy, a.yy + b.yy};
}
template<class T>
[[gnu::always_inline]] inline PairMatrixOf<T> operator-(const PairMatrixOf<T>& m)
{
    return {-m.xx, -m.xy, -m.yx, -m.yy};
}

template<class T>
[[gnu::always_inline]] inline PairOf<T> times(const SymmetricPairOf<T>& m, const PairOf<T>& v)
{
    return {m.xx * v.x + m.xy * v.y, m.xy * v.x + m.yy * v.y};
}
template<class T>
[[gnu::always_inline]] inline PairOf<T> times(const PairMatrixOf<T>& m, const PairOf<T>& v)
{
    return {m.xx * v.x + m.xy * v.y, m.yx * v.x + m.yy * v.y};
}
// M^T v.
template<class T>
[[gnu::always_inline]] inline PairOf<T> transposed(const PairMatrixOf<T>& m, const PairOf<T>& v)
{
    return {m.xx * v.x + m.yx * v.y, m.xy * v.x + m.yy * v.y};
}
template<class T>
[[gnu::always_inline]] inline PairMatrixOf<T> times(const PairMatrixOf<T>& a, const PairMatrixOf<T>& b)
{
    return {a.xx * b.xx + a.xy * b.yx, a.xx * b.xy + a.xy * b.yy, a.yx * b.xx + a.yy * b.yx,
            a.yx * b.xy + a.yy * b.yy};
}
template<class T>
[[gnu::always_inline]] inline PairMatrixOf<T> times(const PairMatrixOf<T>& a, const SymmetricPairOf<T>& b)
{
    return times(a, PairMatrixOf<T>{b.xx, b.xy, b.xy, b.yy});
}
template<class T>
[[gnu::always_inline]] inline PairMatrixOf<T> times(const SymmetricPairOf<T>& a, const PairMatrixOf<T>& b)
{
    return times(PairMatrixOf<T>{a.xx, a.xy, a.xy, a.yy}, b);
}
// A B^T, of which the caller knows that it is symmetric.
template<class T>
[[gnu::always_inline]] inline SymmetricPairOf<T> symmetricOuter(const PairMatrixOf<T>& a,
                                                                const PairMatrixOf<T>& b)
{
    return {a.xx * b.xx + a.xy * b.xy, a.yx * b.xx + a.yy * b.xy, a.yx * b.yx + a.yy * b.yy};
}
// A^T B, likewise.
template<class T>
[[gnu::always_inline]] inline SymmetricPairOf<T> symmetricInner(const PairMatrixOf<T>& a,
                                                                const PairMatrixOf<T>& b)
{
    return {a.xx * b.xx + a.yx * b.yx, a.xx * b.xy + a.yx * b.yy, a.xy * b.xy + a.yy * b.yy};
}
// All 0 if there is none.
template<class T>
[[gnu::always_inline]] inline SymmetricPairOf<T> inverseOf(const SymmetricPairOf<T>& m)
{
    const T det = m.xx * m.yy - m.xy * m.xy;
    const T s = det != T{} ? 1.0 / det : T{};
    return {s * m.yy, -s * m.xy, s * m.xx};
}

} // namespace satbox
