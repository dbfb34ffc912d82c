#pragma once

#include <satbox/config.h>
#include <satbox/lab/condition.h>
#include <satbox/world.h>

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace satbox {

// Where a condition became true.
struct ConditionHit {
    uint64_t step = 0;  // the world's stepCount() after the step
    double time = 0.0;  // s
    double value = 0.0; // in ConditionForm::unit; 0 for kinds that measure nothing
    // The body, the two bodies of the contact, or all bodies of the island or of the event, in slot order.
    // Those that the sentence names come first.
    std::vector<BodyId> bodies{};
    ShapeId shapeA{}, shapeB{};    // of the contact; null for other kinds
    size_t worldA = 0, worldB = 0; // of a divergence: indices, worldA < worldB
    std::string sentence{};        // "overlap 5.21 mm between box 3 and box 7"
};

// Tests a condition after each step of a world.
//
//   ConditionWatch watch(condition);
//   watch.begin(world);
//   for (int i = 0; i < 600; ++i) {
//       world.step(1.0f / 60.0f);
//       if (const auto hit = watch.check(world)) std::puts(hit->sentence.c_str());
//   }
//
// The first step after which the condition is true is reported. A condition that goes on being true is
// reported again only after it was false; events (ConditionForm::isEvent) are reported each time. Of several
// candidates, the one with the greatest value is reported, among equals the one with the lowest slots. The
// result does not depend on the number of threads. check() takes time in proportion to bodies or contacts.
class SATBOX_API ConditionWatch {
  public:
    // Precondition: validate(condition) reports no error.
    explicit ConditionWatch(Condition condition);

    const Condition& condition() const { return condition_; }

    // Starts at the world's present state; call it again after the world has jumped to another time. Returns
    // an empty string, or a message if a body that the condition names does not exist.
    std::string begin(const World& world);

    // Call after each step. A change between two steps counts as part of the later one.
    std::optional<ConditionHit> check(const World& world);
    // For ConditionKind::Divergence: two worlds are compared if their times agree to half a step. All other
    // kinds look at the first world only. Numbers and names of bodies refer to the first world.
    std::optional<ConditionHit> check(std::span<const World* const> worlds);

    // The greatest value since begin(), of conditions with a threshold. Empty if nothing had a value.
    struct Greatest {
        double value = 0.0; // in ConditionForm::unit
        uint64_t step = 0;
    };
    std::optional<Greatest> greatest() const { return greatest_; }

  private:
    // The greatest candidate of a step. Slots.
    struct Candidate {
        bool found = false;
        double value = 0.0;
        uint32_t bodyA = kNoIndex, bodyB = kNoIndex;
        uint32_t shapeA = kNoIndex, shapeB = kNoIndex;
        size_t worldA = 0, worldB = 0;

        void offer(const Candidate& other);
    };
    // A body or a contact after the step before.
    struct BodyMemory {
        uint32_t generation = 0; // 0: no body
        bool awake = false;
        bool frozen = false;
        bool inside = false;
        double energy = 0.0; // J
    };
    struct ContactMemory {
        uint32_t shapeA = 0, shapeB = 0;
        uint32_t generationA = 0, generationB = 0;
        Vec2 normal{0.0f, 0.0f};
        size_t points = 0;
    };
    struct Mark {
        uint32_t generation = 0;
        bool first = false, second = false; // for "of": first
    };

    std::string mark(const World& world, const ConditionBody& body, bool Mark::*flag);
    bool has(BodyId body, bool Mark::*flag) const;
    bool counts(BodyId body) const;
    bool counts(BodyId bodyA, BodyId bodyB) const;
    const BodyMemory* memoryOf(BodyId body) const; // nullptr for a new body

    Candidate find(std::span<const World* const> worlds);
    Candidate findTouch(const World& world) const;
    Candidate findOverlap(const World& world) const;
    Candidate findImpulse(const World& world) const;
    Candidate findFastest(const World& world) const;
    Candidate findEnergyGain(const World& world);
    Candidate findLeaving(const World& world) const;
    Candidate findStateChange(const World& world);
    Candidate findContactChange(const World& world) const;
    Candidate findDivergence(std::span<const World* const> worlds) const;
    bool hasChanged(const BodyMemory& before, const Body& now) const;
    void remember(const World& world);
    void rememberContacts(const World& world);
    ConditionHit hitOf(std::span<const World* const> worlds, const Candidate& best) const;

    Condition condition_;
    bool wasTrue_ = false;
    std::optional<Greatest> greatest_;
    std::vector<Mark> marks_;             // by slot
    std::vector<BodyMemory> bodies_;      // by slot
    std::vector<ContactMemory> contacts_; // ascending by shapes
    std::vector<uint32_t> members_;       // slots of the island or of the event, for hitOf
};

} // namespace satbox
