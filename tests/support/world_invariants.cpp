#include "tests/support/world_invariants.h"

#include "engine/collision/broad_phase.h"
#include "engine/world/world_access.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

namespace satbox::test {

namespace {

std::string text(uint32_t number) { return std::to_string(number); }

class Checker {
  public:
    Checker(const World& world, WorldMoment moment)
        : w_(stateOf(world)), report_(reportOf(world)), work_(workspaceOf(world)), moment_(moment)
    {
        for (const uint32_t slot : w_.broadPhase.pending()) pending_.insert(slot);
    }

    std::string firstBroken()
    {
        for (const auto check :
             {&Checker::awakeList, &Checker::islands, &Checker::bodies, &Checker::shapes, &Checker::trees,
              &Checker::contacts, &Checker::pairs, &Checker::vertices, &Checker::joints}) {
            std::string wrong = (this->*check)();
            if (!wrong.empty()) return wrong;
        }
        return {};
    }

  private:
    const Body& body(uint32_t slot) const { return w_.bodies.slots.at(slot); }

    std::string awakeList()
    {
        const std::vector<uint32_t>& awake = w_.bodies.awake;
        for (size_t i = 0; i < awake.size(); ++i) {
            const uint32_t slot = awake[i];
            if (i > 0 && awake[i - 1] >= slot)
                return "the awake list is not in ascending order at body " + text(slot);
            if (!w_.bodies.slots.isLive(slot)) return "a removed body is in the awake list: " + text(slot);
            const Body& b = body(slot);
            if (!b.awake) return "a body in the awake list is not marked as awake: " + text(slot);
            if (b.type == BodyType::Static || !b.enabled || b.quarantined)
                return "a body that cannot be awake is in the awake list: " + text(slot);
            if (b.sleepingIsland >= 0) return "an awake body is in a sleeping island: " + text(slot);
        }
        return {};
    }

    std::string islands()
    {
        std::vector<int> islandCounts(w_.bodies.slots.slotCount(), 0);
        for (size_t i = 0; i < w_.islands.asleep.size(); ++i) {
            const SleepingIsland& island = w_.islands.asleep[i];
            if (island.bodies.empty() && !island.contacts.empty()) return "a free island slot has contacts";
            if (!std::ranges::is_sorted(island.bodies))
                return "the bodies of an island are not in ascending order";
            for (const uint32_t slot : island.bodies) {
                if (!w_.bodies.slots.isLive(slot))
                    return "a removed body is in a sleeping island: " + text(slot);
                if (body(slot).sleepingIsland != static_cast<int32_t>(i))
                    return "a sleeping body refers to another island: " + text(slot);
                if (++islandCounts[slot] > 1)
                    return "a body is listed twice in sleeping islands: " + text(slot);
                const BodyMotion& m = w_.bodies.motions[slot];
                if (m.v != Vec2{0.0f, 0.0f} || m.w != 0.0f)
                    return "a sleeping body has a velocity: " + text(slot);
            }
        }
        for (uint32_t slot = 0; slot < islandCounts.size(); ++slot)
            if (w_.bodies.slots.isLive(slot) && body(slot).sleepingIsland >= 0 && islandCounts[slot] == 0)
                return "a body refers to an island that does not contain it: " + text(slot);
        return {};
    }

    std::string bodies()
    {
        for (uint32_t slot = 0; slot < w_.bodies.slots.slotCount(); ++slot) {
            if (!w_.bodies.slots.isLive(slot)) continue;
            const Body& b = body(slot);
            if (b.awake && !std::ranges::binary_search(w_.bodies.awake, slot))
                return "a body is marked as awake, but is not in the awake list: " + text(slot);
            if (b.enabled == std::ranges::binary_search(w_.bodies.disabled, slot))
                return "a body is missing in the list of disabled bodies, or wrongly in it: " + text(slot);
            if (!isFinite(w_.bodies.motions[slot]))
                return "the motion of a body is not finite: " + text(slot);
            const bool movable = b.type == BodyType::Dynamic && !b.quarantined;
            if (w_.bodies.canBePushed(slot) != movable) return "a body has the wrong mass: " + text(slot);
            if (work_.allAwakeRevision == w_.bodies.revision && movable && !b.awake && b.enabled)
                return "a body sleeps although all were found awake: " + text(slot);
            if (work_.graph.isValid && work_.graph.revision == w_.bodies.revision &&
                b.awake != (work_.graph.graph.rowOf[slot] != 0))
                return "the graph is wrong about whether a body is awake: " + text(slot);
            for (const uint32_t s : b.shapes) {
                if (!w_.shapes.isLive(s)) return "a body lists a removed shape: " + text(slot);
                if (w_.shapes.at(s).body != slot)
                    return "a body lists a shape of another body: " + text(slot);
            }
            const std::set<uint32_t> distinct(b.shapes.begin(), b.shapes.end());
            if (distinct.size() != b.shapes.size()) return "a body lists a shape twice: " + text(slot);
            const SingleShape& single = w_.bodies.singleShape[slot];
            const auto* disc =
                b.shapes.size() == 1 ? std::get_if<Circle>(&w_.shapes.at(b.shapes[0]).shape) : nullptr;
            const bool isCentral = disc && disc->center == w_.bodies.motions[slot].localCenter;
            if (single.slot != (b.shapes.size() == 1 ? b.shapes[0] : kNoIndex) ||
                single.discRadius != (isCentral ? disc->radius : 0.0f))
                return "BodyStore::singleShape is wrong for body " + text(slot);
            shapesOnBodies_ += static_cast<uint32_t>(b.shapes.size());
        }
        return shapesOnBodies_ == w_.shapes.size() ? "" : "some shapes are listed by no body";
    }

    std::string shapes()
    {
        for (uint32_t slot = 0; slot < w_.shapes.slotCount(); ++slot) {
            if (!w_.shapes.isLive(slot)) continue;
            const BodyShape& s = w_.shapes.at(slot);
            const Body& b = body(s.body);
            const bool collides = b.enabled && !b.quarantined;
            if (collides != (s.proxy >= 0))
                return "a shape is in a tree and should not be, or the reverse: " + text(slot);
            const ShapeBoxes& boxes = w_.shapes.boxes[slot];
            if (boxes.tight != worldBox(s.shape, w_.bodies.motions[s.body], w_.bodies.grid))
                return "the tight box of a shape does not match its pose: " + text(slot);
            if (!collides) continue;
            ++proxies_;
            const bool fixed = (s.proxy & 1) == static_cast<int>(BroadPhase::Layer::Fixed);
            if (fixed != (b.type == BodyType::Static)) return "a shape is in the wrong tree: " + text(slot);
            if (w_.broadPhase.box(s.proxy) != boxes.fat)
                return "the fat box of a shape differs from that in the broad phase";
            const Aabb& inTree =
                w_.broadPhase.tree(static_cast<BroadPhase::Layer>(s.proxy & 1)).box(s.proxy >> 1);
            if (!contains(WorldBox(inTree), boxes.fat))
                return "a fat box is not inside the box in the tree: " + text(slot);
            if (!contains(boxes.fat, boxes.tight)) return "a shape has left its fat box: " + text(slot);
        }
        return {};
    }

    std::string trees()
    {
        int leaves = 0;
        for (const auto layer : {BroadPhase::Layer::Fixed, BroadPhase::Layer::Movable}) {
            const DynamicTree& tree = w_.broadPhase.tree(layer);
            const std::string wrong = tree.validate();
            if (!wrong.empty()) return "tree: " + wrong;
            leaves += tree.leafCount();
        }
        return leaves == proxies_ ? "" : "a tree contains boxes without a shape";
    }

    std::string contacts()
    {
        for (const Contact& c : w_.contacts.awake) {
            std::string wrong = contact(c);
            if (wrong.empty() && !body(c.bodyA).awake && !body(c.bodyB).awake)
                wrong = "it is in the awake list, but neither of its bodies is awake";
            if (!wrong.empty()) return name(c) + wrong;
        }
        for (size_t i = 0; i < w_.islands.asleep.size(); ++i) {
            for (const Contact& c : w_.islands.asleep[i].contacts) {
                std::string wrong = contact(c);
                const auto island = static_cast<int32_t>(i);
                if (body(c.bodyA).sleepingIsland != island && body(c.bodyB).sleepingIsland != island)
                    wrong = "it is in a sleeping island that contains neither of its bodies";
                // A body that woke in this step gets its contacts back when the next step finds pairs.
                if ((body(c.bodyA).awake || body(c.bodyB).awake) && !pending_.contains(c.shapeA) &&
                    !pending_.contains(c.shapeB))
                    wrong = "it is in a sleeping island, but one of its bodies is awake";
                if (!wrong.empty()) return name(c) + wrong;
            }
        }
        return contactPairs_.size() == w_.contacts.pairs.size()
                   ? ""
                   : "the pair set contains pairs without a contact";
    }

    static std::string name(const Contact& c)
    {
        return "contact of shapes " + text(c.shapeA) + " and " + text(c.shapeB) + ": ";
    }

    std::string contact(const Contact& c)
    {
        if (!w_.shapes.isLive(c.shapeA) || !w_.shapes.isLive(c.shapeB))
            return "one of its shapes was removed";
        if (c.shapeA >= c.shapeB) return "its shapes are in the wrong order";
        const BodyShape& a = w_.shapes.at(c.shapeA);
        const BodyShape& b = w_.shapes.at(c.shapeB);
        if (a.body != c.bodyA || b.body != c.bodyB) return "its bodies are not those of its shapes";
        if (!canCollide(a, b)) return "its shapes must not collide";
        if (c.sensor != (a.def.sensor || b.def.sensor)) return "its sensor flag is wrong";
        if (!contactPairs_.insert({c.shapeA, c.shapeB}).second) return "it exists twice";
        if (!w_.contacts.pairs.contains(PairSet::key(c.shapeA, c.shapeB))) return "it is not in the pair set";
        if (c.count > 2) return "it has more than two points";
        if (c.count > 0 && !(std::fabs(length(c.normal) - 1.0f) < 1e-4f))
            return "its normal is not a unit vector";
        for (int i = 0; i < c.count; ++i) {
            const ContactPoint& p = c.points[i];
            if (!isFinite(p.anchorA) || !isFinite(p.anchorB) || !isFinite(p.separation) ||
                !isFinite(p.tangentImpulse) || !isFinite(p.totalImpulse) || !(p.normalImpulse >= 0.0f))
                return "a point has a non-finite number or a negative impulse";
        }
        return {};
    }

    bool canCollide(const BodyShape& a, const BodyShape& b) const
    {
        const bool segments = kindOf(a.shape) == ShapeKind::Segment && kindOf(b.shape) == ShapeKind::Segment;
        return a.body != b.body && !w_.joints.keepsApart(a.body, b.body) &&
               (w_.bodies.canBePushed(a.body) || w_.bodies.canBePushed(b.body)) && !segments &&
               !(a.def.sensor && b.def.sensor) && shouldCollide(a.def.filter, b.def.filter) && a.proxy >= 0 &&
               b.proxy >= 0;
    }

    // Every pair of overlapping fat boxes with an awake body has a contact, except those of pending proxies.
    std::string pairs()
    {
        if (moment_ == WorldMoment::Edited) return {};
        for (uint32_t i = 0; i < w_.shapes.slotCount(); ++i) {
            if (!w_.shapes.isLive(i) || pending_.contains(i)) continue;
            const BodyShape& a = w_.shapes.at(i);
            for (uint32_t j = i + 1; j < w_.shapes.slotCount(); ++j) {
                if (!w_.shapes.isLive(j) || pending_.contains(j)) continue;
                const BodyShape& b = w_.shapes.at(j);
                if (!canCollide(a, b) || !overlaps(w_.shapes.boxes[i].fat, w_.shapes.boxes[j].fat)) continue;
                if (!body(a.body).awake && !body(b.body).awake) continue;
                if (!contactPairs_.contains({i, j}))
                    return "shapes " + text(i) + " and " + text(j) + " are close and have no contact";
            }
        }
        return {};
    }

    // Vertex contacts belong to pairs that have a contact, in the order of their keys.
    std::string vertices()
    {
        std::string wrong;
        uint64_t last = 0;
        report_.vertexContacts.forEach([&](const ContactView& view) {
            const Contact& c = *view.contact;
            const uint64_t key = PairSet::key(c.shapeA, c.shapeB);
            if (key <= last) wrong = "vertex contacts are not sorted";
            last = key;
            if (!w_.shapes.isLive(c.shapeA) || !w_.shapes.isLive(c.shapeB))
                wrong = "a vertex contact refers to a removed shape";
            else if (w_.shapes.at(c.shapeA).body != c.bodyA || w_.shapes.at(c.shapeB).body != c.bodyB)
                wrong = "the bodies of a vertex contact are not those of its shapes";
            if (view.points.empty()) wrong = "a vertex contact has no points";
            for (const ContactPoint& p : view.points)
                if (!isFinite(p.anchorA) || !isFinite(p.anchorB) || !(p.totalImpulse >= 0.0f))
                    wrong = "a vertex contact has a non-finite number or a negative impulse";
        });
        return wrong;
    }

    std::string joints()
    {
        std::string wrong;
        w_.joints.forEach([&](uint32_t, const auto& joint) {
            forEachBodyOf(joint, [&](uint32_t slot) {
                if (!w_.bodies.slots.isLive(slot))
                    wrong = std::string("a ") + joint.kName + " refers to a removed body";
            });
        });
        if (w_.bodies.apart.size() != w_.joints.pairsApart().size())
            wrong = "the pairs that joints keep apart are not those of the joints";
        w_.joints.of<Joint>().forEach([&](uint32_t, const Joint& joint) {
            const uint64_t pair = PairSet::key(joint.bodyA, joint.bodyB);
            if (joint.def->collideConnected) return;
            if (!w_.bodies.apart.contains(pair)) wrong = "a joint does not keep its bodies apart";
            const auto isBetween = [&](const Contact& c) { return PairSet::key(c.bodyA, c.bodyB) == pair; };
            if (std::any_of(w_.contacts.awake.begin(), w_.contacts.awake.end(), isBetween))
                wrong = "bodies that a joint keeps apart have a contact";
        });
        return wrong;
    }

    const WorldState& w_;
    const StepReport& report_;
    const StepWorkspace& work_;
    WorldMoment moment_;
    std::set<uint32_t> pending_; // shapes for which the next step searches pairs
    std::set<std::pair<uint32_t, uint32_t>> contactPairs_;
    uint32_t shapesOnBodies_ = 0;
    int proxies_ = 0;
};

} // namespace

std::string brokenInvariant(const World& world, WorldMoment moment)
{
    return Checker(world, moment).firstBroken();
}

std::string TouchLedger::afterStep(const World& world)
{
    const auto key = [](ShapeId a, ShapeId b) { return a < b ? Pair{a, b} : Pair{b, a}; };
    const WorldEvents& events = world.events();
    for (const ContactBeginEvent& e : events.begins) ++touching_[key(e.shapeA, e.shapeB)];
    for (const ContactEndEvent& e : events.ends) --touching_[key(e.shapeA, e.shapeB)];
    for (const SensorEvent& e : events.sensors) touching_[key(e.sensor, e.visitor)] += e.began ? 1 : -1;
    std::erase_if(touching_, [](const auto& entry) { return entry.second == 0; });

    std::map<Pair, int> now;
    world.forEachContact([&](const Contact& c) {
        if (c.touching) now[key(world.shapeAt(c.shapeA), world.shapeAt(c.shapeB))] = 1;
    });
    if (now == touching_) return {};
    for (const auto& [pair, count] : touching_) {
        const std::string shapes = text(pair.first.index) + " and " + text(pair.second.index);
        if (count != 1) return "events about shapes " + shapes + " add up to " + std::to_string(count);
        if (!now.contains(pair)) return "shapes " + shapes + " no longer touch, but there was no end event";
    }
    return "shapes touch, but there was no begin event";
}

} // namespace satbox::test
