#pragma once

#include "app/document/by_slot.h"
#include "app/document/contact_key.h"
#include <satbox/world.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace satbox::app {

// What a click selects: a body with its group (groups.h), or a body alone.
enum class Pick : uint8_t { Body, Group };

// What is selected and what is under the pointer: bodies or one joint, and a contact. Ids become stale when
// the world changes: `prune` drops them.
struct Selection {
    BodyId body;                       // the selected body; of several, the one selected last
    ShapeId shape;                     // the shape of it that was clicked
    std::vector<BodyId> others;        // further selected bodies, without `body`, by slot
    JointId joint;                     // the selected joint; then no body is selected
    std::optional<ContactKey> contact; // the selected contact

    BodyId hoveredBody;
    ShapeId hoveredShape;
    JointId hoveredJoint;
    std::optional<ContactKey> hoveredContact;

    bool empty() const { return body.isNull() && joint.isNull() && !contact; }
    void clear();
    void select(const World& world, ShapeId shape, Pick pick = Pick::Body); // and its body
    void select(const World& world, BodyId body);                           // and its first shape
    void select(const World& world, JointId joint);
    // Exactly these bodies; the last one becomes `body`. Bodies that do not exist are left out.
    void select(const World& world, std::span<const BodyId> bodies);
    void add(const World& world, std::span<const BodyId> bodies);
    void toggle(const World& world, ShapeId shape, Pick pick = Pick::Body); // adds its body, or removes it
    void prune(const World& world);                                         // drops what no longer exists

    bool contains(BodyId id) const
    {
        return !id.isNull() && (id == body || std::binary_search(others.begin(), others.end(), id, bySlot));
    }
    std::vector<BodyId> bodies() const; // all selected bodies, by slot
    size_t count() const { return (body.isNull() ? 0 : 1) + others.size(); }
};

inline constexpr float kPickReach = 6.0f; // window points; for pickShape(), of clicks

// The shape that contains the point; of several, the one of smallest area, so that a small shape in front of
// a large one can be picked. If none contains it, the nearest shape within `reach` (m), for segments and tiny
// shapes.
ShapeId pickShape(const World& world, Position point, float reach);

// The contact point nearest to `point` within `reach` (m), including speculative points.
std::optional<ContactKey> pickContact(const World& world, Position point, float reach);

} // namespace satbox::app
