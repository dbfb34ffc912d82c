// Random calls of World: edits, steps, queries, mouse joints, settings, saving and reading back. The first
// byte of an input selects the kind of numbers: ordinary ones, those at the limits of the allowed ranges, or
// arbitrary bit patterns.
//
// Checks: a rejected call changes nothing, and validate() gives the reason; the world keeps its invariants;
// every instruction set and executor gives the same bits; queries agree with each other; a saved world can be
// read, is equal and continues in the same way.
//
// Inputs of up to kShortBytes, which the fuzzer generates, are checked only partly, so that about 1,000 of
// them run per second: see Budget. Longer ones, such as those that once found bugs, are checked after each
// call.
//
// Over 600 lines: one class makes every call of World from the bytes of one input.
#include "tests/support/executors.h"
#include "tests/support/world_invariants.h"
#include <satbox/lab/metrics.h>
#include <satbox/outlines.h>
#include <satbox/scene/op_text.h>
#include <satbox/scene/scene.h>
#include <satbox/settings_table.h>
#include <satbox/shapes.h>
#include <satbox/validate.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <span>
#include <type_traits>

using namespace satbox;

namespace {

constexpr size_t kMaxBodies = 8, kMaxShapes = 16, kMaxMouseJoints = 2;

// Limits of a run. A step is made three times, a check of all invariants takes as long as a step, and saving
// and loading a world as long as ten.
struct Budget {
    int calls = 0;
    int steps = 0;
    uint32_t checkEvery = 1;   // calls
    uint32_t compareEvery = 1; // steps: other instruction sets and executors, in rotation
    bool saves = true;
};
constexpr size_t kShortBytes = 96, kLongBytes = 1024; // enough for all calls of a run

Budget budgetOf(std::span<const uint8_t> bytes)
{
    if (bytes.size() > kShortBytes) return {.calls = 100, .steps = 8};
    return {.calls = 16, .steps = 2, .checkEvery = 8, .compareEvery = 2, .saves = bytes.back() % 16 == 0};
}

void require(bool holds, const char* what, const std::string& detail = {})
{
    if (holds) return;
    std::fprintf(stderr, "check failed: %s: %s\n", what, detail.c_str());
    std::abort();
}

class Input {
  public:
    explicit Input(std::span<const uint8_t> bytes) : bytes_(bytes) {}
    bool isEmpty() const { return at_ >= bytes_.size(); }
    uint8_t byte() { return isEmpty() ? uint8_t{0} : bytes_[at_++]; }
    uint32_t below(size_t count) { return count > 0 ? byte() % static_cast<uint32_t>(count) : 0; }
    float unit() { return static_cast<float>(byte()) / 255.0f; }
    float anyFloat()
    {
        std::array<uint8_t, 4> bits{};
        for (uint8_t& b : bits) b = byte();
        float value = 0.0f;
        std::memcpy(&value, bits.data(), sizeof value);
        return value;
    }

  private:
    std::span<const uint8_t> bytes_;
    size_t at_ = 0;
};

// Prints every operation of the world, for a person who looks into a failure: SATBOX_FUZZ_PRINT=1.
class OpPrinter final : public OpSink {
  public:
    void onOp(uint64_t step, const Op& op, const OpResult&) override
    {
        std::fprintf(stderr, "step %llu: %s\n", static_cast<unsigned long long>(step), opText(op).c_str());
    }
};

enum class Numbers { Ordinary, Limits, AnyBits };

class WorldFuzzer {
  public:
    explicit WorldFuzzer(std::span<const uint8_t> bytes) : in_(bytes), budget_(budgetOf(bytes))
    {
        if (std::getenv("SATBOX_FUZZ_PRINT")) world_.setOpSink(&printer_);
        numbers_ = static_cast<Numbers>(in_.below(3));
        if (in_.below(2) == 0) return;
        const BodyId ground = world_.createBody({.type = BodyType::Static, .position = {0.0f, -3.0f}});
        world_.addShape(ground, {.geometry = makeBox(10.0f, 0.5f)});
    }

    void run()
    {
        for (int i = 0; i < budget_.calls && !in_.isEmpty(); ++i) call();
        checkInvariants(test::WorldMoment::Edited);
        if (budget_.saves) save();
    }

  private:
    // A number in [-half, half], or any other one unless the numbers are ordinary.
    float number(float half)
    {
        const auto ordinary = [&] { return half * (2.0f * in_.unit() - 1.0f); };
        if (numbers_ == Numbers::Ordinary) return ordinary();
        const uint8_t kind = in_.byte();
        if (numbers_ == Numbers::AnyBits && kind < 128) return in_.anyFloat();
        static constexpr std::array kLimits{
            0.0f,  -0.0f,  1e-3f,  -1e-3f, 1e5f,    -1e5f, 1e4f,  -1e4f,  99999.9f, 1e-4f, 2e-4f, 1.0f, -1.0f,
            2e-3f, 1e-45f, 1e-38f, 1e6f,   1000.0f, 2e6f,  3e38f, -3e38f, 1e19f,    64.0f, 0.5f,  0.01f};
        return kind < 160 ? kLimits[in_.below(kLimits.size())] : ordinary();
    }
    float between(float low, float high)
    {
        return numbers_ == Numbers::Ordinary ? low + (high - low) * in_.unit() : number(high);
    }
    Vec2 vector(float half)
    {
        const float x = number(half); // one after the other: compilers differ in the order of arguments
        return {x, number(half)};
    }
    Rot rotation()
    {
        if (numbers_ != Numbers::AnyBits || in_.below(8) > 0)
            return makeRot(kPi * (2.0f * in_.unit() - 1.0f));
        const float c = number(1.0f);
        return {c, number(1.0f)};
    }
    BodyId body() { return bodies_.empty() ? BodyId{} : bodies_[in_.below(bodies_.size())]; }
    ShapeId shape() { return shapes_.empty() ? ShapeId{} : shapes_[in_.below(shapes_.size())]; }

    // Often with round corners, whose radius a world may refuse.
    Polygon rounded(Polygon polygon)
    {
        if (in_.below(3) == 0) polygon.radius = between(0.01f, 0.4f);
        return polygon;
    }

    Shape geometry()
    {
        switch (in_.below(5)) {
        case 0: {
            const Vec2 center = vector(0.5f);
            return Circle{center, between(0.05f, 1.0f)};
        }
        case 1: {
            const Vec2 from = vector(0.7f), to = vector(0.7f);
            return Capsule{from, to, between(0.02f, 0.5f)};
        }
        case 2: {
            Segment segment{.p1 = vector(2.0f)};
            segment.p2 = vector(2.0f);
            segment.oneSided = in_.below(2) == 0;
            if (!segment.oneSided) return segment;
            segment.before = vector(2.0f);
            segment.after = vector(2.0f);
            return segment;
        }
        case 3: { // makeBox and makePolygon assert that they get a shape
            const float width = between(0.02f, 2.0f), height = between(0.02f, 1.0f);
            const auto fits = [](float f) { return f >= kMinSize && f <= kMaxCoordinate; };
            return fits(width) && fits(height) ? Shape{rounded(makeBox(width, height))} : Shape{Circle{}};
        }
        default: {
            std::vector<Vec2> points(3 + in_.below(6));
            for (Vec2& p : points) p = vector(0.8f);
            const HullResult hull = makeHull(points);
            if (!hull.ok() || hull.vertices.size() > 8) return Circle{};
            return rounded(makePolygon(hull.vertices));
        }
        }
    }
    ShapeDef shapeDef()
    {
        ShapeDef def{.geometry = geometry()};
        const uint32_t flags = in_.byte();
        if (flags & 1) {
            def.local.p = vector(1.0f);
            def.local.q = rotation();
        }
        if (flags & 2) {
            def.material.density = between(0.0f, 5.0f);
            def.material.staticFriction = between(0.0f, 1.0f);
            def.material.dynamicFriction = between(0.0f, 1.0f);
            def.material.restitution = between(0.0f, 1.0f);
        }
        if ((flags & 12) == 12) {
            def.filter.category = 1u + in_.below(3);
            def.filter.mask = 1u + in_.below(7);
            def.filter.group = static_cast<int32_t>(in_.below(3)) - 1;
        }
        def.sensor = (flags & 112) == 112;
        if (flags & 128) {
            def.material.rollingResistance = between(0.0f, 1.0f);
            def.material.surfaceSpeed = number(5.0f);
            def.preSolve = (flags & 16) != 0;
            def.hitEvents = (flags & 32) != 0;
        }
        return def;
    }
    BodyDef bodyDef()
    {
        static constexpr std::array kTypes{BodyType::Dynamic, BodyType::Dynamic, BodyType::Dynamic,
                                           BodyType::Static, BodyType::Kinematic};
        BodyDef def;
        def.type = kTypes[in_.below(kTypes.size())];
        def.position = vector(4.0f);
        const uint32_t flags = in_.byte(), more = in_.byte();
        if (flags & 1) def.rotation = rotation();
        if (flags & 2) def.linearVelocity = vector(20.0f);
        if (flags & 4) def.angularVelocity = number(10.0f);
        if (flags & 8) def.linearDamping = between(0.0f, 2.0f);
        if (flags & 16) def.angularDamping = between(0.0f, 2.0f);
        if (flags & 32) def.gravityScale = number(2.0f);
        if (flags & 64) {
            def.lockX = (more & 1) != 0;
            def.lockY = (more & 2) != 0;
            def.sleepSpeed = between(0.0f, 1.0f);
        }
        if (flags & 128) {
            def.mass = between(0.0f, 10.0f);
            def.inertia = between(0.0f, 10.0f);
            def.ownCenter = (more & 4) != 0;
            def.center = vector(1.0f);
        }
        def.fixedRotation = (more & 7) == 7;
        def.sleepAllowed = (more & 24) != 24;
        def.awake = (more & 96) != 96;
        def.bullet = (more & 128) != 0;
        def.enabled = (more & 70) != 70;
        def.userValue = more;
        return def;
    }

    void call()
    {
        const uint64_t before = world_.hash();
        const auto checkRejected = [&](bool done, const char* name) {
            if (!done) require(world_.hash() == before, "a rejected call changes nothing", name);
        };
        switch (in_.below(20)) {
        case 0:
        case 1: {
            if (bodies_.size() >= kMaxBodies) break;
            const BodyDef def = bodyDef();
            const BodyId id = world_.createBody(def);
            require(!id.isNull() == validate(def).empty(), "createBody and validate agree", validate(def));
            checkRejected(!id.isNull(), "createBody");
            if (id.isNull()) break;
            bodies_.push_back(id);
            addShape(id);
            if (!def.awake) world_.setBodyDef(id, def); // asleep with its shape
            break;
        }
        case 2:
            addShape(body());
            break;
        case 3: // stale handles stay in the list
            if (in_.below(2) > 0) checkRejected(world_.destroyBody(body()), "destroyBody");
            break;
        case 4:
            checkRejected(world_.removeShape(shape()), "removeShape");
            break;
        case 5: {
            const ShapeId id = shape();
            checkRejected(world_.setShapeDef(id, shapeDef()), "setShapeDef");
            break;
        }
        case 6: {
            const BodyId id = body();
            const BodyDef def = bodyDef();
            const bool done = world_.setBodyDef(id, def);
            require(done == (world_.isValid(id) && validate(def).empty()), "setBodyDef and validate agree");
            checkRejected(done, "setBodyDef");
            break;
        }
        case 7: {
            const BodyId id = body();
            if (!world_.isValid(id)) break;
            const BodyDef def = world_.bodyDef(id);
            require(world_.setBodyDef(id, def), "a body takes its own definition", validate(def));
            break;
        }
        case 8: {
            const BodyId id = body();
            const Vec2 position = vector(4.0f);
            checkRejected(world_.setTransform(id, {position, rotation()}), "setTransform");
            break;
        }
        case 9: {
            const BodyId id = body();
            const Vec2 velocity = vector(20.0f);
            checkRejected(world_.setVelocity(id, velocity, number(10.0f)), "setVelocity");
            break;
        }
        case 10:
            checkRejected(applyPush(), "applyPush");
            break;
        case 11:
            world_.wake(body());
            break;
        case 12:
            updateMouseJoints();
            break;
        case 13:
            world_.refreshContacts();
            checkInvariants(test::WorldMoment::Stepped);
            break;
        case 14:
            checkRejected(changeSettings(), "setSettings");
            break;
        case 15:
            query();
            break;
        case 16: {
            const World copy = world_;
            require(copy == world_ && copy.hash() == world_.hash(), "a copy is equal");
            world_ = World(copy);
            break;
        }
        case 17:
            updateJoints();
            break;
        case 18:
            checkRejected(applyEffect(), "applyEffect");
            break;
        default:
            step();
            return;
        }
        if (++edits_ % budget_.checkEvery == 0) checkInvariants(test::WorldMoment::Edited);
    }

    bool applyEffect()
    {
        const uint32_t kind = in_.below(3);
        const Vec2 at = vector(4.0f);
        if (kind == 0) {
            const float radius = between(0.0f, 3.0f), falloff = between(0.0f, 3.0f);
            return world_.explode(at, radius, falloff, number(10.0f), in_.byte());
        }
        if (kind == 1) {
            const float density = between(0.0f, 2.0f), dt = between(0.0f, 0.1f);
            return world_.applyWind(5.0f * at, density, dt, in_.byte());
        }
        const BodyId id = body();
        const Rot turn = rotation();
        return world_.setTargetTransform(id, {at, turn}, between(0.0f, 0.5f));
    }

    void addShape(BodyId id)
    {
        if (shapes_.size() >= kMaxShapes) return;
        const uint64_t before = world_.hash();
        const bool isValid = world_.isValid(id);
        const ShapeDef def = shapeDef();
        const ShapeId added = world_.addShape(id, def);
        require(!added.isNull() == (isValid && validate(def).empty()), "addShape and validate agree",
                validate(def));
        if (added.isNull())
            require(world_.hash() == before, "a rejected call changes nothing", "addShape");
        else
            shapes_.push_back(added);
    }

    bool applyPush()
    {
        const BodyId id = body();
        const Vec2 force = vector(100.0f), point = vector(4.0f);
        switch (in_.below(4)) {
        case 0:
            return world_.applyForce(id, force, point);
        case 1:
            return world_.applyTorque(id, force.x);
        case 2:
            return world_.applyImpulse(id, force, point);
        default:
            return world_.applyAngularImpulse(id, force.x);
        }
    }

    void updateMouseJoints()
    {
        std::erase_if(mouseJoints_, [&](MouseJointId id) { return !world_.isValid(id); });
        if (mouseJoints_.size() < kMaxMouseJoints) {
            const BodyId id = body();
            const MouseJointId mouse = world_.createMouseJoint(id, vector(4.0f));
            if (!mouse.isNull()) mouseJoints_.push_back(mouse);
        } else if (in_.below(2) > 0) {
            world_.destroyMouseJoint(mouseJoints_.back());
            mouseJoints_.pop_back();
        }
        for (const MouseJointId mouse : mouseJoints_) world_.setMouseTarget(mouse, vector(4.0f));
    }

    void updateJoints()
    {
        const std::vector<JointId> joints = world_.joints();
        const JointId id = joints.empty() ? JointId{} : joints[in_.below(joints.size())];
        if (joints.size() >= kMaxBodies || (!joints.empty() && in_.below(4) == 0)) {
            require(world_.destroyJoint(id), "a joint can be destroyed");
            return;
        }
        const BodyId bodyA = body(), bodyB = body();
        JointDef def{.bodyA = bodyA, .bodyB = bodyB, .anchorA = vector(2.0f)};
        def.anchorB = vector(2.0f);
        def.angleA = number(3.0f);
        def.collideConnected = in_.below(2) > 0;
        def.breakForce = in_.below(4) == 0 ? between(0.0f, 100.0f) : 0.0f;
        def.kind = jointKind();
        const uint64_t before = world_.hash();
        const bool isAllowed =
            world_.isValid(bodyA) && world_.isValid(bodyB) && bodyA != bodyB && validate(def).empty();
        const bool done = !joints.empty() && in_.below(3) == 0 ? world_.setJointDef(id, def)
                                                               : !world_.createJoint(def).isNull();
        require(done == isAllowed, "joints and validate agree", validate(def));
        if (!done) require(world_.hash() == before, "a rejected call changes nothing", "joint");
    }

    JointKind jointKind()
    {
        const auto enabled = [&] { return in_.below(2) > 0; };
        const auto spring = [&] {
            JointSpring result{.enabled = enabled(), .target = number(2.0f)};
            result.frequency = between(0.0f, 30.0f);
            result.dampingRatio = between(0.0f, 2.0f);
            return result;
        };
        const auto limit = [&] {
            JointLimit result{.enabled = enabled(), .lower = between(-2.0f, 0.0f)};
            result.upper = between(0.0f, 2.0f);
            return result;
        };
        const auto motor = [&] {
            JointMotor result{.enabled = enabled(), .speed = number(10.0f)};
            result.maxForce = between(0.0f, 100.0f);
            result.maxPower = between(0.0f, 100.0f);
            return result;
        };
        const auto softOrRigid = [&](auto joint) {
            if (in_.below(2) > 0) {
                joint.holdFrequency = between(0.0f, 30.0f);
                joint.holdDampingRatio = between(0.0f, 2.0f);
            }
            return joint;
        };
        switch (in_.below(9)) {
        case 0: {
            DistanceJoint joint{.rigid = enabled(), .length = between(0.0f, 3.0f)};
            joint.spring = spring();
            joint.limit = limit();
            return joint;
        }
        case 1: {
            RevoluteJoint joint{.spring = spring()};
            joint.limit = limit();
            joint.motor = motor();
            return softOrRigid(joint);
        }
        case 2: {
            PrismaticJoint joint{.spring = spring()};
            joint.limit = limit();
            joint.motor = motor();
            return softOrRigid(joint);
        }
        case 3: {
            WeldJoint joint{.linearFrequency = between(0.0f, 10.0f)};
            joint.angularFrequency = between(0.0f, 10.0f);
            return joint;
        }
        case 4: {
            WheelJoint joint{.spring = spring()};
            joint.motor = motor();
            return softOrRigid(joint);
        }
        case 5: {
            MotorJoint joint{.maxForce = between(0.0f, 100.0f)};
            joint.maxTorque = between(0.0f, 100.0f);
            return joint;
        }
        case 6: {
            PulleyJoint joint{.groundA = vector(3.0f)};
            joint.groundB = vector(3.0f);
            joint.length = between(0.0f, 6.0f);
            joint.ratio = between(0.5f, 2.0f);
            return softOrRigid(joint);
        }
        case 7: {
            GearJoint joint{.teethA = 1 + static_cast<int32_t>(in_.below(60))};
            joint.teethB = 61 + static_cast<int32_t>(in_.below(60));
            joint.ring = in_.below(2) == 0;
            joint.rack = in_.below(3) == 0;
            joint.pitch = between(0.01f, 1.0f);
            return softOrRigid(joint);
        }
        default:
            return FilterJoint{};
        }
    }

    bool changeSettings()
    {
        WorldSettings settings = in_.below(4) == 0 ? WorldSettings{} : world_.settings();
        for (uint32_t n = 1 + in_.below(3); n > 0; --n) {
            const SettingField& field = settingFields()[in_.below(settingFields().size())];
            const bool ordinary = numbers_ == Numbers::Ordinary;
            const auto low = static_cast<float>(ordinary ? field.usualMinimum : field.minimum);
            const auto high = static_cast<float>(ordinary ? field.usualMaximum : field.maximum);
            const auto value = [&] {
                if (numbers_ == Numbers::AnyBits && in_.below(4) == 0) return number(high);
                return low + (high - low) * in_.unit();
            };
            const float first = value();
            std::visit(
                [&](auto member) {
                    auto& target = settings.*member;
                    using T = std::remove_reference_t<decltype(target)>;
                    if constexpr (std::is_same_v<T, Vec2>)
                        target = {first, value()};
                    else if constexpr (std::is_same_v<T, float>)
                        target = first;
                    else if constexpr (std::is_same_v<T, bool>)
                        target = in_.below(2) > 0;
                    else if constexpr (std::is_enum_v<T>)
                        target = static_cast<T>(in_.below(static_cast<size_t>(field.maximum) + 1));
                    else // integers: few substeps and iterations, since many only take long
                        target = static_cast<T>(1 + in_.below(8));
                },
                field.member);
        }
        const bool done = world_.setSettings(settings);
        require(done == validate(settings).empty(), "setSettings and validate agree", validate(settings));
        return done;
    }

    void query()
    {
        const uint64_t before = world_.hash();
        const Vec2 from = vector(5.0f), along = vector(10.0f), corner = vector(5.0f);
        const auto nearest = world_.castRay({from, along});
        const auto all = world_.castRayAll({from, along});
        require(nearest.has_value() == !all.empty(),
                "castRay and castRayAll agree on whether there is a hit");
        if (nearest) {
            require(nearest->fraction >= 0.0f && nearest->fraction <= 1.0f, "a ray's fraction is in [0, 1]");
            // If a ray is parallel to a distant shape's side, rounding moves the hit by more than the slack
            // of the search.
            const float first = all.front().fraction;
            require(numbers_ == Numbers::Ordinary ? nearest->fraction == first : nearest->fraction >= first,
                    "castRay returns the first hit of castRayAll");
            require(isFinite(nearest->point) && isFinite(nearest->normal), "a hit is finite");
        }
        for (const ShapeId id : world_.queryPoint(from))
            require(world_.isValid(id), "queryPoint returns live shapes");
        for (const ShapeId id : world_.queryBox({from, corner}))
            require(world_.isValid(id), "queryBox returns live shapes");
        const float reach = number(10.0f);
        if (const auto closest = world_.queryClosest(from, reach)) {
            require(world_.isValid(closest->shape) && closest->distance <= reach,
                    "queryClosest respects its range");
            require(isFinite(closest->point), "the closest point is finite");
        }
        require(world_.hash() == before, "queries change nothing");
    }

    void step()
    {
        if (steps_ >= budget_.steps) return;
        ++steps_;
        const uint8_t choice = in_.byte();
        const float dt = (choice & 7) == 7 ? between(0.001f, 0.1f) : 1.0f / 60.0f;
        if (dt > 0.1f) return; // such a step is divided into slices, which takes long and tests nothing new
        // Which bits of `choice` select the comparisons is part of the input format.
        const auto turn = static_cast<uint32_t>(choice / 16) + static_cast<uint32_t>(steps_);
        const bool comparesLanes = turn % budget_.compareEvery == 0;
        const bool comparesThreads = budget_.compareEvery == 1 || !comparesLanes;
        if (comparesLanes) otherLanes_ = world_;
        if (comparesThreads) otherThreads_ = world_;
        const uint64_t before = world_.hash();
        world_.step(dt);
        const uint64_t after = world_.hash();
        if (!(dt >= kMinStep)) return require(after == before, "a rejected call changes nothing", "step");

        if (comparesLanes) {
            const auto sets = availableInstructionSets();
            const InstructionSet set = sets[choice % sets.size()];
            require(otherLanes_.setInstructionSet(set), "available instruction sets can be selected");
            otherLanes_.step(dt);
            require(otherLanes_.hash() == after, "every instruction set gives the same bits", toString(set));
        }
        if (comparesThreads) {
            test::SerialExecutor executor((choice & 8) != 0);
            otherThreads_.step(dt, nullptr, &executor);
            require(otherThreads_.hash() == after, "every executor gives the same bits");
        }

        checkInvariants(test::WorldMoment::Stepped);
        const std::string events = ledger_.afterStep(world_);
        require(events.empty(), "begin and end events match the contacts", events);
        const WorldMetrics metrics = measure(world_);
        require(std::isfinite(metrics.total) && std::isfinite(metrics.maxPenetration), "metrics are finite");
        if (numbers_ == Numbers::Ordinary)
            require(world_.events().quarantines.empty(), "ordinary numbers make no body non-finite");
    }

    void save()
    {
        Scene scene;
        scene.name = "fuzz";
        scene.world = world_;
        const std::string text = writeScene(scene);
        SceneResult read = readScene(text, "fuzz.json");
        require(read.ok(), "a saved world can be read", read.error);
        const bool isSame = read.scene.world == world_ && read.scene.world.hash() == world_.hash();
        require(isSame, "a saved world is equal when read",
                isSame ? "" : text + "\nsaved again:\n" + writeScene(read.scene));
        otherLanes_ = world_;
        otherLanes_.step(1.0f / 60.0f);
        read.scene.world.step(1.0f / 60.0f);
        require(otherLanes_.hash() == read.scene.world.hash(), "a saved world continues in the same way");
    }

    void checkInvariants(test::WorldMoment moment) const
    {
        const std::string broken = test::brokenInvariant(world_, moment);
        require(broken.empty(), "a world keeps its invariants", broken);
    }

    Input in_;
    Budget budget_;
    Numbers numbers_ = Numbers::Ordinary;
    OpPrinter printer_;
    World world_;
    World otherLanes_, otherThreads_; // members, so that assigning to them reuses their memory
    std::vector<BodyId> bodies_;
    std::vector<ShapeId> shapes_;
    std::vector<MouseJointId> mouseJoints_;
    test::TouchLedger ledger_;
    int steps_ = 0;
    uint32_t edits_ = 0;
};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    if (size < 4 || size > kLongBytes) return 0;
    WorldFuzzer({data, size}).run();
    return 0;
}
