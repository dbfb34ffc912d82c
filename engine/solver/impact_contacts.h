#pragma once

#include "engine/solver/solver_step.h"

#include <algorithm>
#include <array>
#include <vector>

namespace satbox {

// m/s: a slower approach is no impact. What rests gains that of gravity in a substep.
inline float settledSpeed(const StepContext& context)
{
    constexpr float kSettled = 0.1f; // speed units, at the usual step rates
    return std::max(kSettled * context.speedUnit, 2.0f * context.h * length(context.gravity));
}

// A contact with points, and what impacts did to it in the step so far.
struct ImpactContact {
    uint32_t contact = 0; // in SolverStep::contacts
    std::array<uint32_t, 2> rows{};
    std::array<float, 2> impulse{}; // N s, by the contact's points
    std::array<float, 2> speed{};   // m/s along the normal, of the fastest impact; negative

    void add(size_t point, float impulseAdded, float approach)
    {
        impulse[point] += impulseAdded;
        if (approach < speed[point]) speed[point] = approach;
    }
};

// The contacts of a group, ascending, and which of them each moving body has.
class ImpactContacts {
  public:
    // References stay. The bodies are as the step found them.
    ImpactContacts(const SolverStep& step, const SolverGroup& group);

    uint32_t size() const { return static_cast<uint32_t>(contacts_.size()); }
    ImpactContact& operator[](uint32_t i) { return contacts_[i]; }
    const ImpactContact& operator[](uint32_t i) const { return contacts_[i]; }
    const Contact& contactOf(const ImpactContact& c) const { return step_.contacts[c.contact]; }

    // Of B's point against A's when the step began, m/s. To the bit as the kernels have it when they pack the
    // contact: both have to agree on what is fast.
    Vec2 firstVelocity(const ImpactContact& entry, int point) const;

    bool moves(uint32_t row) const { return step_.bodies.states[row].invMass > 0.0f; }
    // Those of a row, ascending; none of what does not move.
    std::span<const uint32_t> of(uint32_t row) const
    {
        if (!moves(row)) return {};
        const size_t r = row - group_.firstRow;
        return std::span(byRow_).subspan(first_[r], first_[r + 1] - first_[r]);
    }

    void store() const; // impulses into the contacts, after those of the other passes

  private:
    const SolverStep& step_;
    const SolverGroup& group_;
    std::vector<ImpactContact> contacts_;
    std::vector<uint32_t> first_, byRow_; // by row: byRow_[first_[r]] up to byRow_[first_[r + 1]]
};

} // namespace satbox
