#include "engine/lab/collision_trace.h"

#include "engine/collision/collide_observed.h"
#include "engine/collision/manifold.h"
#include <satbox/contacts.h>

#include <algorithm>

namespace satbox {

namespace {

// A shape's core as a polygon of one vertex (circle), two (capsule, segment) or more, with its radius.
struct MakeCorePolygon {
    Polygon operator()(const Circle& circle) const
    {
        Polygon point;
        point.vertices[0] = circle.center;
        point.centroid = circle.center;
        point.radius = circle.radius;
        point.count = 1;
        return point;
    }
    template<class Rounded>
    Polygon operator()(const Rounded& shape) const
    {
        return detail::toPolygon(shape);
    }
};

class CollisionRecorder {
  public:
    static constexpr bool kRecords = true;
    explicit CollisionRecorder(CollisionTrace& trace) : trace_(trace) {}

    bool isSwapped() const { return swapped_; }

    void onSwapped() { swapped_ = true; }
    void onFace(ReferenceOwner owner, const FaceSeparation& face)
    {
        CandidateAxis axis;
        axis.owner = swapped_ ? otherOwner(owner) : owner;
        axis.face = face.face;
        axis.support = face.support;
        axis.separation = face.separation;
        trace_.axes.push_back(axis);
    }
    void onCorners(int vertexA, int vertexB, float distance)
    {
        trace_.corners = {vertexA, vertexB, distance};
    }
    void onReference(ReferenceOwner owner, int reference, int incident)
    {
        ClipStep clip;
        clip.owner = owner;
        clip.referenceFace = reference;
        clip.incidentFace = incident;
        trace_.clips.push_back(clip);
    }
    void onClipped(const ClipInput& input, const ClippedEdge& clipped)
    {
        ClipStep& clip = trace_.clips.back();
        clip.input = input;
        clip.span = clipSpan(input);
        clip.clipped = clipped;
    }
    void onSupport(ReferenceOwner owner, int face, int vertex) { trace_.support = {owner, face, vertex}; }
    void onRegion(const CircleRegion& region)
    {
        trace_.region = region;
        trace_.regionOwner = swapped_ ? ReferenceOwner::B : ReferenceOwner::A;
    }

    void onChain(ChainEffect effect)
    {
        trace_.chain = effect;
        trace_.corners.reset();
        trace_.clips.clear();
        trace_.support.reset();
    }

  private:
    CollisionTrace& trace_;
    bool swapped_ = false;
};

// Adds the axes that the test did not reach, since an earlier one separated the shapes.
void addUntried(CollisionTrace& trace, const Polygon& a, const Polygon& b)
{
    for (const ReferenceOwner owner : {ReferenceOwner::A, ReferenceOwner::B}) {
        const Polygon& own = owner == ReferenceOwner::A ? a : b;
        const Polygon& other = owner == ReferenceOwner::A ? b : a;
        for (int face = 0; own.count > 1 && face < own.count; ++face) {
            const bool known =
                std::any_of(trace.axes.begin(), trace.axes.end(), [&](const CandidateAxis& axis) {
                    return axis.owner == owner && axis.face == face;
                });
            if (known) continue;
            const FaceSeparation separation = faceSeparation(viewOf(own), face, viewOf(other));
            CandidateAxis axis;
            axis.owner = owner;
            axis.face = face;
            axis.support = separation.support;
            axis.separation = separation.separation;
            axis.tried = false;
            trace.axes.push_back(axis);
        }
    }
}

} // namespace

size_t CollisionTrace::axesTried() const
{
    return static_cast<size_t>(
        std::count_if(axes.begin(), axes.end(), [](const CandidateAxis& axis) { return axis.tried; }));
}

CollisionTrace traceCollision(const Shape& a, const Shape& b, const Transform& bInA, CollisionRange range)
{
    CollisionTrace trace;
    trace.speculativeDistance = range.speculative;
    trace.coreA = std::visit(MakeCorePolygon{}, a);
    trace.coreB = std::visit(MakeCorePolygon{}, transformed(b, bInA));

    CollisionRecorder recorder(trace);
    trace.manifold = collideObserved(a, b, bInA, range, recorder);
    if (kindOf(a) == ShapeKind::Segment && kindOf(b) == ShapeKind::Segment) return trace;

    const float separationLimit = range.speculative + (trace.coreA.radius + trace.coreB.radius);
    for (size_t i = 0; i < trace.axes.size(); ++i)
        if (!trace.winner || trace.axes[i].separation > trace.axes[*trace.winner].separation)
            trace.winner = i;
    addUntried(trace, trace.coreA, trace.coreB);
    for (CandidateAxis& axis : trace.axes) {
        const Polygon& own = axis.owner == ReferenceOwner::A ? trace.coreA : trace.coreB;
        const Vec2 normal = own.normals[static_cast<size_t>(axis.face)];
        axis.projection = projectOn(trace.coreA.points(), trace.coreB.points(), normal);
        axis.separates = axis.separation > separationLimit;
    }
    if (trace.winner) trace.axes[*trace.winner].won = true;
    return trace;
}

} // namespace satbox
