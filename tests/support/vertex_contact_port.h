#pragma once

#include <array>
#include <cmath>
#include <vector>

namespace satbox::test {

// An independent implementation of the published vertex-contact solver (docs/references.md), written for
// tests from its formulas. It shares no code with the engine, stores angles as numbers and tests every pair
// of bodies. It differs from the published solver in two points. The effective mass of friction uses the
// tangent, an error that the engine corrects as well. All polygons of two bodies are tested, whereas the
// original stops at the first overlapping pair.
namespace port {

using Real = double;

struct Vec {
    Real x = 0, y = 0;
};
inline Vec operator+(Vec a, Vec b) { return {a.x + b.x, a.y + b.y}; }
inline Vec operator-(Vec a, Vec b) { return {a.x - b.x, a.y - b.y}; }
inline Vec operator*(Real s, Vec v) { return {s * v.x, s * v.y}; }
inline Real dot(Vec a, Vec b) { return a.x * b.x + a.y * b.y; }
inline Real cross(Vec a, Vec b) { return a.x * b.y - a.y * b.x; }
inline Vec perp(Vec v) { return {-v.y, v.x}; }

struct Polygon {
    std::vector<Vec> local; // counter-clockwise, from the body's origin, its centre of mass
    // Recomputed in each iteration.
    std::vector<Vec> world, normals;
    Vec lower, upper;
};

struct Body {
    std::vector<Polygon> polygons;
    Vec position, velocity;
    Real angle = 0, spin = 0;
    Real inverseMass = 0, inverseInertia = 0; // 0: static
    Real friction = 0, elasticity = 0;

    void refresh()
    {
        const Real c = std::cos(angle), s = std::sin(angle);
        for (Polygon& p : polygons) {
            p.world.clear();
            p.normals.clear();
            for (const Vec v : p.local)
                p.world.push_back(position + Vec{c * v.x - s * v.y, s * v.x + c * v.y});
            p.lower = p.upper = p.world[0];
            for (size_t i = 0; i < p.world.size(); ++i) {
                const Vec v = p.world[i], edge = p.world[(i + 1) % p.world.size()] - v;
                const Real size = std::sqrt(dot(edge, edge));
                p.normals.push_back({edge.y / size, -edge.x / size});
                p.lower = {std::fmin(p.lower.x, v.x), std::fmin(p.lower.y, v.y)};
                p.upper = {std::fmax(p.upper.x, v.x), std::fmax(p.upper.y, v.y)};
            }
        }
    }
};

// A body of one convex polygon; static if `density` is 0. Inertia about the origin:
// m sum(|v1 x v2| (v1.v1 + v1.v2 + v2.v2)) / (6 sum |v1 x v2|).
inline Body makeBody(std::vector<Vec> vertices, Vec position, Real density, Real friction, Real elasticity)
{
    Body body;
    Real twiceArea = 0, sum = 0;
    for (size_t i = 0; i < vertices.size(); ++i) {
        const Vec v1 = vertices[i], v2 = vertices[(i + 1) % vertices.size()];
        const Real part = std::fabs(cross(v1, v2));
        twiceArea += part;
        sum += part * (dot(v1, v1) + dot(v1, v2) + dot(v2, v2));
    }
    const Real mass = density * twiceArea / 2;
    if (mass > 0) body.inverseMass = 1 / mass;
    if (mass > 0) body.inverseInertia = 6 * twiceArea / (mass * sum);
    body.polygons.push_back({std::move(vertices), {}, {}, {}, {}});
    body.position = position;
    body.friction = friction;
    body.elasticity = elasticity;
    return body;
}

inline std::vector<Vec> box(Real halfWidth, Real halfHeight)
{
    return {{-halfWidth, -halfHeight},
            {halfWidth, -halfHeight},
            {halfWidth, halfHeight},
            {-halfWidth, halfHeight}};
}

struct World {
    std::vector<Body> bodies;
    Vec gravity{0, -9.81};
    Real pushOut = 0.1;

    void step(Real delta, int iterations)
    {
        const Real dt = delta / iterations;
        for (int i = 0; i < iterations; ++i) {
            for (Body& body : bodies) {
                if (body.inverseMass > 0) body.velocity = body.velocity + dt * gravity;
                body.angle += dt * body.spin;
                body.position = body.position + dt * body.velocity;
                body.refresh();
            }
            for (size_t a = 0; a < bodies.size(); ++a)
                for (size_t b = a + 1; b < bodies.size(); ++b) collide(bodies[a], bodies[b]);
        }
    }

  private:
    struct Edge {
        Real separation = -1e30;
        Vec normal;
    };
    static Edge greatestSeparation(const Polygon& owner, const Polygon& other)
    {
        Edge best;
        for (size_t i = 0; i < owner.world.size(); ++i) {
            Real least = 1e30;
            for (const Vec v : other.world)
                least = std::fmin(least, dot(owner.normals[i], v - owner.world[i]));
            if (least > best.separation) best = {least, owner.normals[i]};
        }
        return best;
    }
    static bool contains(const Polygon& p, Vec point)
    {
        for (size_t i = 0; i < p.world.size(); ++i)
            if (dot(p.normals[i], point - p.world[i]) > 0) return false;
        return true;
    }

    void collide(Body& a, Body& b) const
    {
        if (a.inverseMass == 0 && b.inverseMass == 0) return;
        for (const Polygon& p : a.polygons) {
            for (const Polygon& q : b.polygons) {
                if (p.lower.x > q.upper.x || q.lower.x > p.upper.x || p.lower.y > q.upper.y ||
                    q.lower.y > p.upper.y)
                    continue;
                const Edge ofA = greatestSeparation(p, q), ofB = greatestSeparation(q, p);
                if (ofA.separation > 0 || ofB.separation > 0) continue;
                const bool byA = ofA.separation >= ofB.separation;
                const Vec n = byA ? ofA.normal : Vec{-ofB.normal.x, -ofB.normal.y};
                const Real depth = -(byA ? ofA : ofB).separation;
                for (const Vec v : p.world)
                    if (contains(q, v)) contact(a, b, v, n, depth);
                for (const Vec v : q.world)
                    if (contains(p, v)) contact(a, b, v, n, depth);
            }
        }
    }

    void contact(Body& a, Body& b, Vec at, Vec n, Real depth) const
    {
        const Vec r1 = at - a.position, r2 = at - b.position;
        const bool both = a.inverseMass > 0 && b.inverseMass > 0;
        const Real push = depth * pushOut * (both ? 0.5 : 1);
        if (a.inverseMass > 0) a.position = a.position - push * n;
        if (b.inverseMass > 0) b.position = b.position + push * n;

        const Real e = a.elasticity * b.elasticity, u = a.friction * b.friction;
        const Vec vr = b.velocity + b.spin * perp(r2) - a.velocity - a.spin * perp(r1);
        const Vec t = perp(n);
        const auto k = [&](Vec d) {
            return a.inverseMass + b.inverseMass + cross(r1, d) * cross(r1, d) * a.inverseInertia +
                   cross(r2, d) * cross(r2, d) * b.inverseInertia;
        };
        const Real jn = std::fmax(-(1 + e) * dot(vr, n) / k(n), 0);
        const Real jt = std::fmin(std::fmax(-dot(vr, t) / k(t), -u * jn), u * jn);
        const Vec j = jn * n + jt * t;
        a.velocity = a.velocity - a.inverseMass * j;
        a.spin -= a.inverseInertia * cross(r1, j);
        b.velocity = b.velocity + b.inverseMass * j;
        b.spin += b.inverseInertia * cross(r2, j);
    }
};

} // namespace port

} // namespace satbox::test
