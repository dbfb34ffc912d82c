#pragma once

#include "engine/core/frame_arena.h"
#include "engine/dynamics/contact_store.h"

#include <span>

namespace satbox {

// How far (m) two bodies may move, and how far their outlines may turn, against each other before their
// manifold is made anew, as a share of the slop. Until then only its points are placed again: exact for a
// corner on a face, and for a point where an edge was clipped it is wrong by no more than twice this along
// the edge.
inline constexpr float kKeepManifold = 0.25f;

// Manifolds of all awake contacts at the present poses. Impulses follow feature ids; contacts whose fat boxes
// have parted are removed, the last one taking the place of each. `news` (by shape slot) is not 0 for every
// shape whose fat box is another than in the last call. `steps`: by how much ages grow. `lanes`: how many
// pairs of polygons are done at a time (collide_wide.h).
void updateContacts(ContactStore& contacts, const BodyStore& bodies, const ShapeStore& shapes,
                    std::span<const uint8_t> news, const ContactSettings& settings, uint32_t steps, int lanes,
                    FrameArena& arena, std::vector<ContactChange>& changes);

// Gives a contact its basis from the manifold at `pose`, B in A's frame. Nothing where the manifold cannot be
// kept: a round shape's contact turns about it, and where two corners meet the normal turns with them.
// A pure function of the shapes, the bodies' extents and the pose, so that a saved world keeps only the pose.
ManifoldBasis makeBasis(const Contact& contact, const Manifold& manifold, const Transform& pose,
                        const BodyStore& bodies, const ShapeStore& shapes);

} // namespace satbox
