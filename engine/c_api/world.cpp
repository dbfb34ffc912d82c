// Functions of satbox/satbox.h for a world as a whole: its life, settings, steps, contacts, events and sizes.

#include "engine/c_api/world_handle.h"
#include <satbox/executor.h>
#include <satbox/settings_table.h>
#include <satbox/thread_pool.h>

#include <new>
#include <string>
#include <vector>

using namespace satbox;
using namespace satbox::c_api;

namespace {

class CallbackExecutor final : public TaskExecutor {
  public:
    explicit CallbackExecutor(const SatboxExecutor& executor) : executor_(executor) {}
    void forEachBlock(int blockCount, void (*run)(void* context, int block), void* context) override
    {
        executor_.forEachBlock(executor_.context, blockCount, run, context);
    }
    int threadCount() const override { return executor_.threadCount; }

  private:
    SatboxExecutor executor_;
};

// `points` is memory that is used again for each contact.
bool visit(const World& world, const ContactView& view, std::vector<SatboxContactPoint>& points,
           SatboxContactFn fn, void* context)
{
    points.resize(view.points.size());
    list(view.points, points.data(), points.size());
    const Contact& contact = *view.contact;
    const SatboxContact result{.shapeA = asC<SatboxShapeId>(world.shapeAt(contact.shapeA)),
                               .shapeB = asC<SatboxShapeId>(world.shapeAt(contact.shapeB)),
                               .bodyA = asC<SatboxBodyId>(world.bodyAt(contact.bodyA)),
                               .bodyB = asC<SatboxBodyId>(world.bodyAt(contact.bodyB)),
                               .normal = asC<SatboxVec2>(contact.normal),
                               .staticFriction = contact.staticFriction,
                               .dynamicFriction = contact.dynamicFriction,
                               .restitution = contact.restitution,
                               .age = contact.age,
                               .sliding = contact.sliding,
                               .sensor = contact.sensor,
                               .touching = contact.touching,
                               .points = points.data(),
                               .pointCount = points.size()};
    return fn(&result, context);
}

template<class Event, class C>
size_t eventList(const SatboxWorld* world, std::vector<Event> WorldEvents::*events, C* to, size_t capacity)
{
    return list(std::span<const Event>(world->world.events().*events), to, capacity);
}

// Passes the contacts that `views` returns on to `fn`.
template<class Views>
bool passContacts(const World& world, SatboxContactFn fn, void* context, Views&& views)
{
    return guarded(false, [&] {
        std::vector<SatboxContactPoint> points;
        for (const ContactView& view : views())
            if (!visit(world, view, points, fn, context)) break;
        return true;
    });
}

} // namespace

bool CallbackAdapter::shouldCollide(ShapeId a, ShapeId b)
{
    return !functions_.shouldCollide ||
           functions_.shouldCollide(asC<SatboxShapeId>(a), asC<SatboxShapeId>(b), functions_.context);
}
MixedMaterial CallbackAdapter::mix(ShapeId a, ShapeId b, const MixedMaterial& usual)
{
    if (!functions_.mix) return usual;
    auto material = asC<SatboxMixedMaterial>(usual);
    functions_.mix(asC<SatboxShapeId>(a), asC<SatboxShapeId>(b), &material, functions_.context);
    return asCpp<MixedMaterial>(material);
}
bool CallbackAdapter::preSolve(PreSolveContact& contact)
{
    if (!functions_.preSolve) return true;
    auto inC = asC<SatboxPreSolveContact>(contact);
    const bool solved = functions_.preSolve(&inC, functions_.context);
    contact.material = asCpp<MixedMaterial>(inC.material);
    return solved;
}
bool CallbackAdapter::preContinuous(ShapeId fast, ShapeId other)
{
    return !functions_.preContinuous ||
           functions_.preContinuous(asC<SatboxShapeId>(fast), asC<SatboxShapeId>(other), functions_.context);
}

SatboxWorld* satbox_world_create(const SatboxWorldSettings* settings, SatboxError* error)
{
    return guarded<SatboxWorld*>((report(error, kOutOfMemory), nullptr), [&]() -> SatboxWorld* {
        ReadError reason;
        WorldSettings read;
        if (settings) read = asCpp<WorldSettings>(*settings, reason);
        if (reason.ok()) reason.text = validate(read);
        report(error, reason.text);
        return reason.ok() ? new SatboxWorld{World(read)} : nullptr;
    });
}
void satbox_world_destroy(SatboxWorld* world) { delete world; }
SatboxWorld* satbox_world_copy(const SatboxWorld* world)
{
    return guarded<SatboxWorld*>(nullptr, [&] { return new SatboxWorld{world->world}; });
}
bool satbox_world_assign(SatboxWorld* world, const SatboxWorld* source)
{
    return change(world, [&] {
        world->world = source->world;
        return std::string();
    });
}
bool satbox_world_equals(const SatboxWorld* a, const SatboxWorld* b)
{
    return guarded(false, [&] { return a->world == b->world; });
}
uint64_t satbox_world_hash(const SatboxWorld* world)
{
    return guarded(uint64_t{0}, [&] { return world->world.hash(); });
}
const char* satbox_world_last_error(const SatboxWorld* world) { return world->lastError.c_str(); }

void satbox_world_set_user_value(SatboxWorld* world, uint64_t value) { world->world.setUserValue(value); }
uint64_t satbox_world_user_value(const SatboxWorld* world) { return world->world.userValue(); }
bool satbox_world_reserve(SatboxWorld* world, const SatboxCapacity* capacity)
{
    return change(world, [&] {
        world->world.reserve(asCpp<World::Capacity>(*capacity));
        return std::string();
    });
}

SatboxWorldSettings satbox_world_settings(const SatboxWorld* world)
{
    return asC<SatboxWorldSettings>(world->world.settings());
}
bool satbox_world_set_settings(SatboxWorld* world, const SatboxWorldSettings* settings)
{
    return accepts(world, [&](ReadError& e) { return op::SetSettings{asCpp<WorldSettings>(*settings, e)}; });
}
bool satbox_world_set_instruction_set(SatboxWorld* world, SatboxInstructionSet set)
{
    return change(world, [&] {
        ReadError error;
        const auto wanted = asCpp<InstructionSet>(set, error);
        if (error.ok() && !world->world.setInstructionSet(wanted))
            error.text = std::string(toString(wanted)) + " is not available on this machine";
        return error.text;
    });
}
SatboxInstructionSet satbox_world_instruction_set(const SatboxWorld* world)
{
    return asC<SatboxInstructionSet>(world->world.instructionSet());
}

bool satbox_world_step(SatboxWorld* world, float dt, const SatboxExecutor* executor)
{
    const auto step = [&](ReadError& error) {
        if (executor && (executor->threadCount < 1 || executor->threadCount > kMaxThreads))
            error.text = "executor: threadCount is " + std::to_string(executor->threadCount) +
                         ", expected 1 to " + std::to_string(kMaxThreads);
        return op::Step{dt};
    };
    if (!executor) return accepts(world, step);
    CallbackExecutor callbacks(*executor);
    return accepts(world, step, &callbacks);
}
bool satbox_world_refresh_contacts(SatboxWorld* world)
{
    return accepts(world, [](ReadError&) { return op::RefreshContacts{}; });
}

bool satbox_world_for_each_contact(const SatboxWorld* world, SatboxContactFn fn, void* context)
{
    return guarded(false, [&] {
        std::vector<SatboxContactPoint> points;
        bool more = true;
        world->world.forEachContactView(
            [&](const ContactView& view) { more = more && visit(world->world, view, points, fn, context); });
        return true;
    });
}
bool satbox_world_contact_view(const SatboxWorld* world, SatboxShapeId a, SatboxShapeId b, SatboxContactFn fn,
                               void* context)
{
    return guarded(false, [&] {
        std::vector<SatboxContactPoint> points;
        const ContactView view = world->world.contactView(asCpp<ShapeId>(a), asCpp<ShapeId>(b));
        if (view) visit(world->world, view, points, fn, context);
        return true;
    });
}
bool satbox_world_contacts_of_body(const SatboxWorld* world, SatboxBodyId body, SatboxContactFn fn,
                                   void* context)
{
    return passContacts(world->world, fn, context,
                        [&] { return world->world.contactsOf(asCpp<BodyId>(body)); });
}
bool satbox_world_contacts_of_shape(const SatboxWorld* world, SatboxShapeId shape, SatboxContactFn fn,
                                    void* context)
{
    return passContacts(world->world, fn, context,
                        [&] { return world->world.contactsOf(asCpp<ShapeId>(shape)); });
}
size_t satbox_world_visitors_of(const SatboxWorld* world, SatboxShapeId sensor, SatboxShapeId* visitors,
                                size_t capacity)
{
    return guarded(size_t{0}, [&] {
        const std::vector<ShapeId> found = world->world.visitorsOf(asCpp<ShapeId>(sensor));
        return list(std::span<const ShapeId>(found), visitors, capacity);
    });
}
void satbox_world_set_contact_callbacks(SatboxWorld* world, const SatboxContactCallbacks* callbacks)
{
    world->world.setContactCallbacks(nullptr); // so that the new functions mix all materials again
    if (!callbacks) return;
    world->contactCallbacks = CallbackAdapter(*callbacks);
    world->world.setContactCallbacks(&world->contactCallbacks);
}

size_t satbox_world_begins(const SatboxWorld* world, SatboxContactBeginEvent* events, size_t capacity)
{
    return eventList(world, &WorldEvents::begins, events, capacity);
}
size_t satbox_world_ends(const SatboxWorld* world, SatboxContactEndEvent* events, size_t capacity)
{
    return eventList(world, &WorldEvents::ends, events, capacity);
}
size_t satbox_world_hits(const SatboxWorld* world, SatboxContactHitEvent* events, size_t capacity)
{
    return eventList(world, &WorldEvents::hits, events, capacity);
}
size_t satbox_world_sensors(const SatboxWorld* world, SatboxSensorEvent* events, size_t capacity)
{
    return eventList(world, &WorldEvents::sensors, events, capacity);
}
size_t satbox_world_quarantines(const SatboxWorld* world, SatboxQuarantineEvent* events, size_t capacity)
{
    return eventList(world, &WorldEvents::quarantines, events, capacity);
}
size_t satbox_world_broken_joints(const SatboxWorld* world, SatboxJointBrokenEvent* events, size_t capacity)
{
    return eventList(world, &WorldEvents::brokenJoints, events, capacity);
}
size_t satbox_world_fell_asleep(const SatboxWorld* world, SatboxBodyAsleepEvent* events, size_t capacity)
{
    return eventList(world, &WorldEvents::fellAsleep, events, capacity);
}

double satbox_world_time(const SatboxWorld* world) { return world->world.time(); }
uint64_t satbox_world_step_count(const SatboxWorld* world) { return world->world.stepCount(); }
bool satbox_world_has_reached_contact_limit(const SatboxWorld* world)
{
    return world->world.hasReachedContactLimit();
}
SatboxStepProfile satbox_world_profile(const SatboxWorld* world)
{
    return asC<SatboxStepProfile>(world->world.profile());
}
SatboxWorldCounters satbox_world_counters(const SatboxWorld* world)
{
    return asC<SatboxWorldCounters>(world->world.counters());
}
SatboxWorldBox satbox_world_bounds(const SatboxWorld* world)
{
    return asC<SatboxWorldBox>(world->world.bounds());
}
float satbox_world_total_mass(const SatboxWorld* world) { return world->world.totalMass(); }
