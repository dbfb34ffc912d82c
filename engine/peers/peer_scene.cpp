#include "engine/peers/peer_scene.h"

#include "engine/model/mixed_material.h"
#include "engine/step/step_settings.h"

#include <algorithm>
#include <cstdlib>

namespace satbox {
namespace {

constexpr uint64_t kLowBits = 0xFFFF; // categories of Box2D 2.4

// Positive groups override the masks, which Chipmunk cannot do by itself.
bool needsCallback(const Filter& filter)
{
    return filter.category > kLowBits || filter.group > 0 || filter.group < -0x7FFF;
}

} // namespace

bool haveSameGrips(std::span<const PeerPull> a, std::span<const PeerPull> b)
{
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const PeerPull& one, const PeerPull& other) {
        return one.body == other.body && one.localAnchor == other.localAnchor;
    });
}

std::vector<std::string> PeerNotes::sentences(std::string_view engine) const
{
    std::vector<std::string> all;
    for (const auto& [text, count] : counts_) {
        std::string sentence = std::string(engine) + " has no " + text;
        if (count > 1) sentence += " (" + std::to_string(count) + " times)";
        all.push_back(std::move(sentence));
    }
    return all;
}

PeerScene::PeerScene(const World& world, PeerNotes& notes, Abilities abilities)
    : contactSettings_(contactSettings(world.settings())), joints_(world.joints())
{
    const WorldSettings& settings = world.settings();
    mixesByCallback_ = settings.frictionRule != CombineRule::GeometricMean ||
                       settings.restitutionRule != CombineRule::Maximum || settings.overrideFriction ||
                       settings.overrideRestitution;
    world.forEachBody([&](BodyId id, const Body& body, const BodyMotion&) {
        const size_t index = bodies_.size();
        indices_.emplace(id.index, index);
        bodies_.push_back(id);
        firstShape_.push_back(shapes_.size());
        if ((body.lockX || body.lockY) && !abilities.axisLocks) notes.add("axis locks");
        for (const ShapeId shape : world.shapesOf(id)) {
            const ShapeDef& def = world.shape(shape).def;
            shapes_.push_back({index, def.material, def.filter});
            filtersByCallback_ |= needsCallback(def.filter);
            mixesByCallback_ |= def.material.surfaceSpeed != 0.0f;
            restitutionsDiffer_ |= def.material.restitution != shapes_.front().material.restitution;
            if (def.material.rollingResistance > 0.0f && !abilities.rollingResistance)
                notes.add("rolling resistance");
            if (def.material.staticFriction != def.material.dynamicFriction)
                notes.add("static friction of its own: the dynamic one is used");
        }
    });
    shapes_.emplace_back(); // so that shapesOf() of a last body without shapes is an element
    for (const JointId joint : joints_) {
        const JointDef def = world.jointDef(joint);
        if (!std::holds_alternative<FilterJoint>(def.kind)) continue;
        apart_.insert(std::minmax({indexOf(def.bodyA), indexOf(def.bodyB)}));
        filtersByCallback_ = true;
    }
}

bool PeerScene::shouldCollide(const PeerShape& a, const PeerShape& b) const
{
    return satbox::shouldCollide(a.filter, b.filter) && !apart_.contains(std::minmax({a.body, b.body}));
}

MixedMaterial PeerScene::mix(const PeerShape& a, const PeerShape& b) const
{
    return mixedMaterial(a.material, b.material, contactSettings_);
}

} // namespace satbox
