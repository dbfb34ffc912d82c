#include "engine/world/step_record.h"

#include "engine/dynamics/island.h"
#include "engine/world/stages.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

namespace satbox {

std::vector<BodySample> sampleBodies(const WorldState& world, std::span<const BodyState> states)
{
    std::vector<BodySample> samples;
    const std::vector<uint32_t>& awake = world.bodies.awake;
    samples.reserve(awake.size());
    for (size_t i = 0; i < awake.size() && i + 1 < states.size(); ++i) {
        const BodyMotion& motion = world.bodies.motions[awake[i]];
        const BodyState& state = states[i + 1]; // row 0 stands for what never moves
        BodySample sample{.body = awake[i], .transform = {}, .v = state.v, .w = state.w};
        sample.center = motion.center + state.dp;
        sample.transform.q = normalize(mul(state.dq, motion.transform.q));
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

bool isSolving(Stage stage) { return stage >= Stage::PrepareConstraints && stage <= Stage::ApplyRestitution; }

class Recorder final : public StepObserver, public ContactRecorder {
  public:
    Recorder(StepRecord& record, uint32_t shapeA, uint32_t shapeB)
        : record_(record), shapeA_(std::min(shapeA, shapeB)), shapeB_(std::max(shapeA, shapeB))
    {}

    ContactRecorder* contactRecorder() override { return this; }

    void afterStage(Stage stage, int substep, const WorldState& world,
                    std::span<const BodyState> states) override
    {
        if (stage == Stage::BuildGraph) findIsland(world); // contacts lie still from here on
        if (!isSolving(stage)) return;
        if (stage == Stage::PrepareConstraints) std::sort(blocks_.begin(), blocks_.end(), isBefore);
        tick_.stage = stage;
        tick_.substep = substep;
        for (const BodySample& sample : sampleBodies(world, states))
            if (isSampled(sample.body)) tick_.bodies.push_back(sample);
        std::sort(tick_.bodies.begin(), tick_.bodies.end(),
                  [](const BodySample& a, const BodySample& b) { return a.body < b.body; });
        record_.ticks.push_back(std::move(tick_));
        tick_ = {};
    }

    void packed(const void* block, uint32_t contact) override { blocks_.emplace_back(block, contact); }

    void visited(const void* block, const PointRecord& told) override
    {
        PointRecord visit = told;
        if (block) visit.contact = contactIn(block);
        if (visit.contact >= marks_.size() || !marks_[visit.contact].inIsland) return;
        Mark& mark = marks_[visit.contact];
        if (!mark.visited) {
            mark.visited = true;
            record_.contacts.push_back({mark.shapeA, mark.shapeB, record_.contacts.size()});
        }
        const bool moves = visit.quantity == PointRecord::Quantity::Position;
        PassChange& pass = moves ? tick_.positions : tick_.velocities;
        const float change =
            std::fabs(moves ? visit.bias : (visit.after - visit.before) / std::max(visit.mass, 1e-30f));
        ++pass.visits;
        pass.squares += static_cast<double>(change) * static_cast<double>(change);
        pass.worst = std::max(pass.worst, change);
        if (visit.contact != watched_) return;
        record_.why = "";
        tick_.visits.push_back(visit);
    }

  private:
    struct Mark {
        uint32_t shapeA = 0, shapeB = 0;
        bool inIsland = false;
        bool visited = false;
    };

    using Block = std::pair<const void*, uint32_t>; // and its contact
    static bool isBefore(const Block& a, const Block& b)
    {
        return std::less<const void*>()(a.first, b.first);
    }
    uint32_t contactIn(const void* block) const
    {
        return std::lower_bound(blocks_.begin(), blocks_.end(), Block{block, 0}, isBefore)->second;
    }

    // What is driven and cannot be pushed belongs to no island, but moves under the contact.
    bool isSampled(uint32_t body) const
    {
        return (record_.contact && (body == record_.contact->bodyA || body == record_.contact->bodyB)) ||
               std::binary_search(record_.bodies.begin(), record_.bodies.end(), body);
    }

    void findIsland(const WorldState& world)
    {
        const std::vector<Contact>& contacts = world.contacts.awake;
        const auto watched = std::find_if(contacts.begin(), contacts.end(), [&](const Contact& c) {
            return c.shapeA == shapeA_ && c.shapeB == shapeB_;
        });
        if (watched == contacts.end()) {
            const auto isAwake = [&](uint32_t shape) {
                return world.bodies.slots.at(world.shapes.at(shape).body).awake;
            };
            record_.why = isAwake(shapeA_) || isAwake(shapeB_)
                              ? "These two shapes have no contact: they are too far apart."
                              : "Nothing is solved: they sleep. Pull one, or turn sleeping off.";
            return;
        }
        if (watched->sensor) {
            record_.why = "One of them is a sensor: it reports what overlaps, and nothing is solved.";
            return;
        }
        record_.contact = *watched;
        record_.why = "The solver had nothing to do for them in this step: no point touches, or is about to.";
        watched_ = static_cast<uint32_t>(watched - contacts.begin());

        const std::vector<uint32_t> labels = labelAwakeIslands(world.bodies, contacts);
        std::vector<uint32_t> labelOf(world.bodies.slots.slotCount(), ~0u);
        for (size_t i = 0; i < labels.size(); ++i) labelOf[world.bodies.awake[i]] = labels[i];
        const auto moves = [&](uint32_t body) { return world.bodies.motions[body].invMass > 0.0f; };
        const uint32_t island = labelOf[moves(watched->bodyA) ? watched->bodyA : watched->bodyB];
        for (size_t i = 0; i < labels.size(); ++i)
            if (labels[i] == island) record_.bodies.push_back(world.bodies.awake[i]);
        std::sort(record_.bodies.begin(), record_.bodies.end());
        marks_.resize(contacts.size());
        for (size_t i = 0; i < contacts.size(); ++i) {
            const Contact& c = contacts[i];
            marks_[i] = {.shapeA = c.shapeA,
                         .shapeB = c.shapeB,
                         .inIsland = (moves(c.bodyA) && labelOf[c.bodyA] == island) ||
                                     (moves(c.bodyB) && labelOf[c.bodyB] == island)};
        }
    }

    StepRecord& record_;
    const uint32_t shapeA_, shapeB_;
    uint32_t watched_ = ~0u;    // in the list of contacts
    std::vector<Mark> marks_;   // by contact
    std::vector<Block> blocks_; // by address, once all are packed
    StepTick tick_;             // under way
};

} // namespace

StepRecord recordStep(World& world, float dt, uint32_t shapeA, uint32_t shapeB)
{
    StepRecord record;
    record.dt = dt;
    record.solver = world.settings().solver;
    record.context = makeStepContext(world.settings(), dt);
    Recorder recorder(record, shapeA, shapeB);
    world.step(dt, &recorder);
    return record;
}

} // namespace satbox
