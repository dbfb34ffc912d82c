#include <satbox/world.h>

#include "engine/core/assert.h"
#include "engine/step/begin_step.h"
#include "engine/step/finalize_bodies.h"
#include "engine/step/saved_forces.h"
#include "engine/step/solvers/vertex_contact_step.h"
#include "engine/step/step.h"
#include "engine/step/step_settings.h"
#include "engine/step/update_contacts.h"
#include "engine/step/update_pairs.h"
#include "engine/world/refusals.h"
#include "engine/world/world_access.h"
#include <satbox/validate.h>

#include <cmath>
#include <utility>

namespace satbox {

int stepSliceCount(float dt)
{
    return dt <= kMaxSolvedStep ? 1 : static_cast<int>(std::ceil(dt * kLongStepRate));
}

Version World::version() { return kHeaderVersion; }

World::World(const WorldSettings& settings) : data_(new Data)
{
    const bool accepted = setSettings(settings);
    SATBOX_ASSERT(accepted, "settings out of range: check them with validate() first");
    static_cast<void>(accepted);
}

World::World(const World& other) : data_(new Data(other.data())) {}

World& World::operator=(const World& other)
{
    if (this == &other) return *this;
    if (data_)
        data() = other.data();
    else
        data_ = new Data(other.data());
    return *this;
}

World::World(World&& other) noexcept : data_(std::exchange(other.data_, nullptr))
{
    if (!data_) return; // the other world was moved from
    setOpSink(nullptr);
    setContactCallbacks(nullptr);
}

World& World::operator=(World&& other) noexcept
{
    if (this == &other) return *this;
    OpSink* const sink = data_ ? data().sink.pointer : nullptr;
    ContactCallbacks* const callbacks = data_ ? data().state.contacts.callbacks.pointer : nullptr;
    delete std::exchange(data_, std::exchange(other.data_, nullptr));
    setOpSink(sink);
    setContactCallbacks(callbacks);
    return *this;
}

World::~World() { delete data_; }

void World::setOpSink(OpSink* sink) { data().sink.pointer = sink; }
void World::setContactCallbacks(ContactCallbacks* callbacks)
{
    WorldState& state = data().state;
    if (state.contacts.callbacks.pointer == callbacks) return;
    state.contacts.callbacks.pointer = callbacks;
    const ContactSettings settings = contactSettings(state);
    for (Contact& c : state.contacts.awake) mixMaterials(c, state.shapes, settings);
    for (SleepingIsland& island : state.islands.asleep)
        for (Contact& c : island.contacts) mixMaterials(c, state.shapes, settings);
}
void World::setUserValue(uint64_t value) { data().userValue = value; }
uint64_t World::userValue() const { return data().userValue; }

void World::reserve(const Capacity& capacity)
{
    WorldState& state = data().state;
    state.bodies.slots.reserve(capacity.bodies);
    state.bodies.motions.reserve(capacity.bodies);
    state.bodies.singleShape.reserve(capacity.bodies);
    state.bodies.awake.reserve(capacity.bodies);
    state.shapes.reserve(capacity.shapes);
    state.contacts.awake.reserve(capacity.contacts);
}

OpResult World::Data::perform(const op::Step& op, StepObserver* observer, TaskExecutor* executor)
{
    if (std::string refusal = stepRefusal(op.dt); !refusal.empty()) return {.refusal = std::move(refusal)};
    clearReports(report);
    const int slices = stepSliceCount(op.dt);
    const SavedForces forces = slices > 1 ? saveForces(state) : SavedForces{};
    for (int slice = 0; slice < slices; ++slice) {
        if (slice > 0) reapplyForces(state, forces);
        solveStep(state, report, *work, op.dt / static_cast<float>(slices), observer, executor);
    }
    return {};
}

OpResult World::Data::perform(const op::RefreshContacts&)
{
    WorldState& w = state;
    work->arena.reset(); // data of the last step is no longer in use
    finalizeBodies(w, report, report.pendingEvents, *work);
    updatePairs(w, report, *work);
    ContactUpdate update = makeContactUpdate(w, *work, 0, 0.0f);
    update.updateAll(nullptr);
    finishContacts(w, *work, update, report.pendingEvents, Poses::Now, nullptr);
    refreshVertexContactPoints();
    return {};
}

void World::Data::refreshVertexContactPoints()
{
    if (state.settings.solver == SolverType::VertexContact) refreshVertexContacts(state, report, *work);
}

} // namespace satbox
