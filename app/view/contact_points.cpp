// Contact points, normals, feature ids, reference and incident faces, all read from the engine's contacts.

#include "app/view/contact_facts.h"
#include "app/view/overlays.h"
#include "app/view/shape_drawing.h"
#include "engine/collision/vertex_contacts.h"
#include "engine/world/world_access.h"

#include <fmt/format.h>

#include <algorithm>

namespace satbox::app {

namespace {

constexpr float kPointPx = 3.5f;
constexpr float kNewRingPx = 2.5f; // from the disc of a new point to the ring around it
constexpr float kHoveredGrowPx = 2.0f;

Color pointColor(const Palette& palette, const VisiblePoint& p)
{
    return p.speculative() ? palette.contactSpeculative : palette.contactPoint;
}

// Kinds of points in view.
struct Kinds {
    bool vertices = false;
    bool others = false;
};
Kinds kindsOf(const ViewContext& context)
{
    Kinds kinds;
    for (const VisiblePoint& p : context.points) (p.isVertex ? kinds.vertices : kinds.others) = true;
    return kinds;
}

std::string featuresOf(const VisiblePoint& p)
{
    return p.isVertex ? vertexName(p.point->id) : featuresText(p.point->id);
}

} // namespace

void drawContactPoints(const ViewContext& context, DrawList& out)
{
    for (const VisiblePoint& p : context.points) {
        if (!p.marked) continue;
        const Color color = pointColor(context.palette, p).dimmed(p.emphasis);
        const float line = std::max(1.5f * p.markScale, 1.0f) * context.view.lineScale;
        float radius = p.markScale * kPointPx;
        if (p.hovered) radius += kHoveredGrowPx;
        if (p.speculative() || p.isSensor) {
            out.addRing(p.position, radius, color, line);
        } else {
            out.addDisc(p.position, radius, color);
            if (p.isNew) out.addRing(p.position, radius + p.markScale * kNewRingPx, color, line);
        }
        if (p.hovered) out.addRing(p.position, radius + 4.0f, context.palette.text, 1.5f);
    }
}

void legendOfContactPoints(const ViewContext& context, LegendRows& rows)
{
    // All kinds that a running world has, so that the rows keep their places.
    const Kinds kinds = kindsOf(context);
    rows.push_back({LegendMark::Disc,
                    context.palette.contactPoint,
                    {},
                    !kinds.vertices ? "contact point"
                    : kinds.others  ? "contact point; for polygons: vertex inside the other"
                                    : "vertex inside the other polygon"});
    rows.push_back({LegendMark::RingedDisc, context.palette.contactPoint, {}, "new in this step"});
    rows.push_back({LegendMark::Ring, context.palette.contactSpeculative, {}, "speculative: still apart"});
}

void drawNormals(const ViewContext& context, DrawList& out)
{
    const float length = context.view.normalLength * context.pixel;
    for (const VisiblePoint& p : context.points) {
        if (!p.marked) continue;
        const float emphasis = p.emphasis * (p.speculative() ? 0.5f : 1.0f);
        const float reach = p.hovered ? 1.25f * length : p.markScale * length;
        out.addArrow(
            p.position, p.position + reach * p.normal,
            context.line(context.palette.normal.dimmed(emphasis), 2.0f * std::max(p.markScale, 0.6f)));
    }
}

void legendOfNormals(const ViewContext& context, LegendRows& rows)
{
    rows.push_back({LegendMark::Arrow, context.palette.normal, {}, "normal, from A to B"});
}

void drawFeatureIds(const ViewContext& context, DrawList& out)
{
    if (!context.view.labels) return;
    for (const VisiblePoint& p : context.points) {
        if (!p.labelled()) continue;
        WorldLabel label;
        label.point = p.position;
        label.text = featuresOf(p);
        label.color = context.palette.text.dimmed(p.emphasis);
        label.priority = p.hovered ? 800.0f : 20.0f;
        out.labels.push_back(std::move(label));
    }
}

void legendOfFeatureIds(const ViewContext& context, LegendRows& rows)
{
    const Kinds kinds = kindsOf(context);
    const Color& color = context.palette.text;
    if (kinds.vertices) rows.push_back({LegendMark::Square, color, {}, "A2: vertex 2 of A, inside B"});
    if (kinds.others || !kinds.vertices)
        rows.push_back({LegendMark::Square, color, {}, "A2 B0: features of A and B at the point"});
}

void drawFaces(const ViewContext& context, DrawList& out)
{
    const WorldState& state = stateOf(context.world);
    for (const VisiblePoint& p : context.points) {
        if (!p.firstInView || p.contact->referenceOwner == ReferenceOwner::None) continue;
        const Contact& contact = *p.contact;
        const bool ownerIsA = contact.referenceOwner == ReferenceOwner::A;
        const uint32_t owner = ownerIsA ? contact.shapeA : contact.shapeB;
        const uint32_t other = ownerIsA ? contact.shapeB : contact.shapeA;
        const auto face = [&](uint32_t slot, int index) {
            const BodyShape& shape = state.shapes.at(slot);
            return faceOf(shape.shape, state.bodies.motions[shape.body].transform(), index);
        };
        if (const auto reference = face(owner, contact.referenceFace))
            out.addBar(reference->a, reference->b,
                       context.line(context.palette.pairWinner.dimmed(p.emphasis),
                                    3.0f * std::max(p.markScale, 0.5f)));
        if (p.isVertex) continue; // vertex contacts are not clipped
        if (const auto incident = face(other, contact.incidentFace))
            out.addDashedLine(
                incident->a, incident->b,
                context.line(context.palette.pairA.dimmed(p.emphasis), 3.0f * std::max(p.markScale, 0.5f)));
    }
}

void legendOfFaces(const ViewContext& context, LegendRows& rows)
{
    const Kinds kinds = kindsOf(context);
    rows.push_back({LegendMark::Line,
                    context.palette.pairWinner,
                    {},
                    kinds.vertices && !kinds.others ? "edge of greatest separation" : "reference face"});
    if (kinds.others || !kinds.vertices)
        rows.push_back({LegendMark::Dashed, context.palette.pairA, {}, "incident face"});
}

} // namespace satbox::app
