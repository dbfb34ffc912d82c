#pragma once

#include "engine/collision/manifold.h"
#include "engine/core/frame_arena.h"
#include "engine/core/task_executor.h"
#include "engine/dynamics/contact_store.h"

#include <atomic>
#include <span>

namespace satbox {

struct RecycleKernel;

// Of the contact's shapes, with B at some pose in A's frame: for poses between two updates.
Manifold manifoldOf(const Contact& contact, const ShapeStore& shapes, const Transform& bInA,
                    CollisionRange range);

// One update of the awake contacts: manifolds at the present poses, whose impulses follow feature ids. It
// begins with its making; then all contacts at once or some after the other, each once; then finish(),
// without which the next one and the constraint graph would not know.
class ContactUpdate {
  public:
    // What happened to a contact; Collide: its manifold is yet to be made.
    enum class Outcome : uint8_t { Nothing, Began, Ended, Collide, Parted };

    // `steps`: by how much ages grow. `lanes`: how many pairs are done at a time (see kernelsFor). References
    // stay.
    ContactUpdate(ContactStore& store, const BodyStore& bodies, const ShapeStore& shapes,
                  const ContactSettings& settings, uint32_t steps, int lanes, FrameArena& arena);

    void findWays(TaskExecutor* executor); // before the first of the next two
    void updateAll(TaskExecutor* executor);
    void update(std::span<const uint32_t> indices, TaskExecutor* executor); // may run beside others

    // Whether, so far, some contact has begun, has given back its colour or will, or has parted: then the
    // graph does not hold.
    bool hasChanged() const { return changed_.load(std::memory_order_relaxed); }

    // Which shapes began or ceased to touch is added to `changes`, in the order of contacts, whatever thread
    // did what. Lists what the constraint graph has to know (ContactStore). Contacts whose fat boxes have
    // parted are removed, the last one taking the place of each.
    void finish(std::vector<ContactChange>& changes, TaskExecutor* executor);

  private:
    enum class Link : uint8_t { Same, Changed, Remove };
    // How far a body goes and turns in the time that contacts are made ahead.
    struct alignas(32) Way {
        Position center{};
        Vec2 ofCenter{0.0f, 0.0f};
        float turn = 0.0f;   // rad
        float extent = 0.0f; // m, BodyMotion::maxExtent
    };
    static constexpr size_t kMaxOthers = 128; // that are collided at a time

    // Has nothing to solve any more and still its colour.
    static bool hasEnded(const Contact& contact) { return contact.count == 0 && contact.colour >= 0; }
    // Such a one gives it back, unless no time passes.
    bool lapsesNow(const Contact& contact) const { return steps_ > 0 && hasEnded(contact); }

    template<class IndexOf>
    void updateRun(size_t count, size_t all, IndexOf&& indexOf);
    void collide(std::span<const uint32_t> others);
    void take(uint32_t index, const Manifold& manifold, const Transform& pose, float margin);
    Outcome age(Contact& contact) const;
    bool isWithinMargin(const Manifold& manifold) const;
    float mostMarginOf(const Contact& contact) const;
    float marginOf(const Contact& contact) const; // m, speculative
    float fastMarginOf(const Contact& contact) const;
    void prefetchBoxes(const Contact& contact) const;
    Outcome passOver(Contact& contact) const;
    bool note(uint32_t index, Outcome outcome, bool isKept, bool lapses);
    void noteLink(size_t index, bool lapses)
    {
        const Contact& contact = contacts_[index];
        if (hasEnded(contact) || store_.edges[index] != graphEdgeOf(contact)) noteChangedLink(index, lapses);
    }
    void noteChangedLink(size_t index, bool lapses);
    void tell(std::vector<ContactChange>& changes) const;
    std::span<const uint32_t> forgetParted();
    void unlink();
    void removeParted(std::span<const uint32_t> parted);
    void link();

    ContactStore& store_;
    std::vector<Contact>& contacts_;
    const BodyStore& bodies_;
    const ShapeStore& shapes_;
    const ContactSettings settings_;
    uint32_t steps_;
    int lanes_;
    const RecycleKernel* keepKernel_;
    size_t known_;                // contacts before this one were here in the last update
    std::span<Outcome> outcomes_; // by contact
    std::span<Link> links_;       // by contact
    std::span<Way> ways_;         // by body slot; empty where it would take longer than it saves
    FrameArena& arena_;
    std::atomic<bool> changed_;
};

} // namespace satbox
