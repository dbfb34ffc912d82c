#include "engine/lab/step_record.h"

#include "engine/collision/vertex_contacts.h"
#include "engine/core/assert.h"
#include "engine/lab/block_contacts.h"
#include "engine/model/island.h"
#include "engine/step/step_settings.h"
#include "engine/world/world_access.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

namespace satbox {

std::vector<BodySample> sampleBodies(const WorldState& world, std::span<const BodyState> states)
{
    std::vector<BodySample> samples;
    const std::vector<uint32_t>& awake = world.bodies.awake;
    samples.reserve(awake.size());
    SATBOX_ASSERT(states.size() == awake.size() + 1, "bodies have rows from build graph to relax");
    for (size_t i = 0; i < awake.size(); ++i) {
        const BodyMotion& motion = world.bodies.motions[awake[i]];
        const BodyState& state = states[i + 1]; // StepPlan::singleGroup, which an observed step has
        BodySample sample{.body = awake[i], .transform = {}, .v = state.v, .w = state.w};
        sample.center = motion.center + state.dp;
        sample.transform.q = normalize(mul(state.dq, motion.q));
        sample.transform.p = sample.center - rotate(sample.transform.q, motion.localCenter);
        samples.push_back(sample);
    }
    return samples;
}

double PassChange::rms() const { return visits > 0 ? std::sqrt(squares / static_cast<double>(visits)) : 0.0; }

const BodySample* StepTick::find(uint32_t body) const
{
    const auto at = std::lower_bound(bodies.begin(), bodies.end(), body,
                                     [](const BodySample& s, uint32_t slot) { return s.body < slot; });
    return at != bodies.end() && at->body == body ? &*at : nullptr;
}

namespace {

bool isSolving(Stage stage) { return stage >= Stage::PrepareConstraints && stage <= Stage::Relax; }

class StepRecorder final : public StepObserver, public ContactRecorder {
  public:
    StepRecorder(StepRecord& record, uint32_t shapeA, uint32_t shapeB)
        : record_(record), watched_(PairSet::key(shapeA, shapeB)), shapeA_(std::min(shapeA, shapeB)),
          shapeB_(std::max(shapeA, shapeB))
    {}

    ContactRecorder* contactRecorder() override { return this; }

    void afterStage(Stage stage, int substep, const WorldState& world,
                    std::span<const BodyState> states) override
    {
        if (stage == Stage::BuildGraph) findIsland(world); // contact indices are fixed from here on
        if (!isSolving(stage)) return;
        if (stage == Stage::PrepareConstraints) blocks_.sort();
        tick_.stage = stage;
        tick_.substep = substep;
        for (const BodySample& sample : sampleBodies(world, states))
            if (isSampled(sample.body)) tick_.bodies.push_back(sample);
        std::sort(tick_.bodies.begin(), tick_.bodies.end(),
                  [](const BodySample& a, const BodySample& b) { return a.body < b.body; });
        record_.ticks.push_back(std::move(tick_));
        tick_ = {};
    }

    void packed(const void* block, uint32_t contact) override { blocks_.add(block, contact); }

    void visited(const void* block, const PointRecord& reported) override
    {
        if (!world_) return; // nothing is watched
        PointRecord visit = reported;
        if (block) std::tie(visit.shapeA, visit.shapeB) = shapesOf_[blocks_.contactOf(block)];
        if (!isInIsland(visit)) return;
        const uint64_t key = PairSet::key(visit.shapeA, visit.shapeB);
        if (visited_.insert(key))
            record_.contacts.push_back({visit.shapeA, visit.shapeB, record_.contacts.size()});
        const bool moves = visit.quantity == PointRecord::Quantity::Position;
        PassChange& pass = moves ? tick_.positions : tick_.velocities;
        const float change =
            std::fabs(moves ? visit.bias : (visit.after - visit.before) / std::max(visit.mass, 1e-30f));
        ++pass.visits;
        pass.squares += static_cast<double>(change) * static_cast<double>(change);
        pass.worst = std::max(pass.worst, change);
        if (key != watched_) return;
        record_.unsolvedReason = "";
        tick_.visits.push_back(visit);
    }

  private:
    // A kinematic body belongs to no island, but it moves at the contact.
    bool isSampled(uint32_t body) const
    {
        return (record_.contact && (body == record_.contact->bodyA || body == record_.contact->bodyB)) ||
               std::binary_search(record_.bodies.begin(), record_.bodies.end(), body);
    }

    bool canBePushed(uint32_t body) const { return world_->bodies.canBePushed(body); }

    // The vertex-contact solver may link islands during the step; they are one island from then on.
    bool isInIsland(const PointRecord& visit)
    {
        const uint32_t a = world_->shapes.at(visit.shapeA).body, b = world_->shapes.at(visit.shapeB).body;
        const bool ofA = canBePushed(a) && labelOf_[a] == island_,
                   ofB = canBePushed(b) && labelOf_[b] == island_;
        if (ofA != ofB && canBePushed(a) && canBePushed(b)) join(labelOf_[ofA ? b : a]);
        return ofA || ofB;
    }
    void join(uint32_t label)
    {
        if (label == kNoIndex) return; // asleep
        for (const uint32_t body : world_->bodies.awake) {
            if (labelOf_[body] != label) continue;
            labelOf_[body] = island_;
            record_.bodies.push_back(body);
        }
        std::sort(record_.bodies.begin(), record_.bodies.end());
    }

    // The contact of the two shapes. For the vertex-contact solver it need not exist when the step begins.
    std::optional<Contact> watchedContact(const WorldState& world)
    {
        const std::vector<Contact>& contacts = world.contacts.awake;
        const auto watched = std::find_if(contacts.begin(), contacts.end(), [&](const Contact& c) {
            return c.shapeA == shapeA_ && c.shapeB == shapeB_;
        });
        if (watched != contacts.end()) return *watched;
        const BodyShape& a = world.shapes.at(shapeA_);
        const BodyShape& b = world.shapes.at(shapeB_);
        if (record_.solver != SolverType::VertexContact ||
            (!isAwake(world, a.body) && !isAwake(world, b.body)) || !canCollide(world.bodies, a, b))
            return std::nullopt;
        Contact contact;
        contact.shapeA = shapeA_;
        contact.shapeB = shapeB_;
        contact.bodyA = a.body;
        contact.bodyB = b.body;
        contact.sensor = a.def.sensor || b.def.sensor;
        isNew_ = true;
        return contact;
    }
    static bool isAwake(const WorldState& world, uint32_t body) { return world.bodies.slots.at(body).awake; }

    void findIsland(const WorldState& world)
    {
        const std::optional<Contact> watched = watchedContact(world);
        if (!watched) {
            const bool awake = isAwake(world, world.shapes.at(shapeA_).body) ||
                               isAwake(world, world.shapes.at(shapeB_).body);
            const bool collide = canCollide(world.bodies, world.shapes.at(shapeA_), world.shapes.at(shapeB_));
            record_.unsolvedReason =
                !collide ? kNeverCollide
                : awake  ? kTooFar
                         : "Nothing is solved: this contact sleeps. Pull a body, or turn sleeping off.";
            return;
        }
        if (watched->sensor) {
            record_.unsolvedReason =
                "One of these two shapes is a sensor: it reports overlaps, and nothing is solved.";
            return;
        }
        world_ = &world;
        record_.contact = *watched;
        record_.unsolvedReason =
            isNew_ ? kTooFar
            : record_.solver == SolverType::VertexContact
                ? "The solver had nothing to do for this contact: no vertex of one shape was inside the "
                  "other."
                : "The solver had nothing to do for this contact: no point touches or is about to touch.";

        const std::vector<uint32_t> labels =
            labelAwakeIslands(world.bodies, world.contacts.awake, world.joints.edges());
        labelOf_.assign(world.bodies.slots.slotCount(), kNoIndex);
        for (size_t i = 0; i < labels.size(); ++i) labelOf_[world.bodies.awake[i]] = labels[i];
        const bool byA = canBePushed(watched->bodyA) && labelOf_[watched->bodyA] != kNoIndex;
        island_ = labelOf_[byA ? watched->bodyA : watched->bodyB];
        for (size_t i = 0; i < labels.size(); ++i)
            if (labels[i] == island_) record_.bodies.push_back(world.bodies.awake[i]);
        std::sort(record_.bodies.begin(), record_.bodies.end());
        for (const Contact& c : world.contacts.awake) shapesOf_.emplace_back(c.shapeA, c.shapeB);
    }

    static constexpr const char* kTooFar = "These two shapes have no contact: they are too far apart.";
    static constexpr const char* kNeverCollide = "These two shapes never collide: they are on one body, "
                                                 "their filters forbid it, or neither can be pushed.";

    StepRecord& record_;
    const uint64_t watched_; // key of both shapes
    const uint32_t shapeA_, shapeB_;
    bool isNew_ = false;                                  // the shapes had no contact when the step began
    const WorldState* world_ = nullptr;                   // set once a contact is watched
    std::vector<uint32_t> labelOf_;                       // island label by body slot
    uint32_t island_ = kNoIndex;                          // of the watched contact
    std::vector<std::pair<uint32_t, uint32_t>> shapesOf_; // by contact index
    PairSet visited_;
    BlockContacts blocks_; // sorted once all are packed
    StepTick tick_;        // of the unfinished stage
};

// For vertex contacts: takes the points in the order of the world's list, each as at its first visit, with
// anchors rotated back to the start of the step. Sets the point index of each visit to match that order.
void recordVertices(StepRecord& record, const World& world, const ContactView& solved)
{
    if (!solved) return;
    record.contact = *solved.contact;
    record.points.assign(solved.points.begin(), solved.points.end());
    const ShapeStore& shapes = stateOf(world).shapes;
    record.hasVertices =
        hasVertexContacts(shapes.at(solved.contact->shapeA).shape, shapes.at(solved.contact->shapeB).shape);
    std::vector<bool> known(record.points.size(), false);
    const auto rotatedBack = [&](const StepTick& tick, uint32_t body, Vec2 anchor) {
        const BodySample* sample = tick.find(body);
        const Rot from =
            stateOf(world).bodies.motions[body].q0; // for awake bodies: the rotation at the start of the step
        return sample ? rotate(from, invRotate(sample->transform.q, anchor)) : anchor;
    };
    for (StepTick& tick : record.ticks) {
        for (PointRecord& visit : tick.visits) {
            const auto at = std::find_if(record.points.begin(), record.points.end(),
                                         [&](const ContactPoint& p) { return p.id == visit.id; });
            const auto index = static_cast<size_t>(at - record.points.begin());
            visit.point = static_cast<uint8_t>(index);
            if (at == record.points.end() || known[index]) continue;
            known[index] = true;
            at->anchorA = rotatedBack(tick, record.contact->bodyA, visit.anchorA);
            at->anchorB = rotatedBack(tick, record.contact->bodyB, visit.anchorB);
            at->separation = visit.separation;
        }
    }
}

} // namespace

StepRecord recordStep(World& world, float dt, uint32_t shapeA, uint32_t shapeB)
{
    StepRecord record;
    record.dt = dt;
    record.solver = world.settings().solver;
    record.context = makeStepContext(world.settings(), dt);
    if (stepSliceCount(dt) > 1) {
        record.unsolvedReason =
            "The step was not recorded: it is too long to be solved in one piece. Use a shorter step.";
        world.step(dt);
        return record;
    }
    StepRecorder recorder(record, shapeA, shapeB);
    world.step(dt, &recorder);
    if (!record.contact) return record;
    if (record.solver == SolverType::VertexContact) {
        record.contact->count = 0; // the manifold's points were not solved
        recordVertices(record, world, reportOf(world).vertexContacts.find(shapeA, shapeB));
    } else {
        record.points.assign(record.contact->points, record.contact->points + record.contact->count);
    }
    return record;
}

} // namespace satbox
