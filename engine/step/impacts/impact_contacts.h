#pragma once

#include "engine/step/solver_step.h"

#include <algorithm>
#include <array>
#include <vector>

namespace satbox {

// m/s: a slower approach is not an impact. At least twice the speed that gravity adds in a substep, since a
// body at rest approaches at that speed.
inline float settledSpeed(const StepContext& context)
{
    constexpr float kSettled = 0.1f; // speed units, at the usual step rates
    return std::max(kSettled * context.speedUnit, 2.0f * context.h * length(context.gravity));
}

// A contact with points, and its impacts of the step so far.
struct ImpactContact {
    uint32_t contact = 0; // in SolverProblem::contacts
    std::array<uint32_t, 2> rows{};
    std::array<float, 2> impulse{}; // N s, by point of the contact
    std::array<float, 2> speed{};   // normal speed of the fastest impact, m/s; negative

    void add(size_t point, float impulseAdded, float approach)
    {
        impulse[point] += impulseAdded;
        if (approach < speed[point]) speed[point] = approach;
    }
};

// The contacts of a group, ascending, and the contacts of each movable body.
class ImpactContacts {
  public:
    // Keeps references to its arguments. Precondition: the bodies still have the velocities with which the
    // step began.
    ImpactContacts(const SolverStep& step, const SolverGroup& group);

    uint32_t size() const { return static_cast<uint32_t>(contacts_.size()); }
    ImpactContact& operator[](uint32_t i) { return contacts_[i]; }
    const ImpactContact& operator[](uint32_t i) const { return contacts_[i]; }
    const Contact& contactOf(const ImpactContact& c) const { return step_.contacts[c.contact]; }

    // Velocity of B's point relative to A's when the step began, m/s. Has the same bits as in the packing
    // kernels: both must agree on which contacts are fast.
    Vec2 initialVelocity(const ImpactContact& entry, int point) const;

    bool canBePushed(uint32_t row) const { return step_.bodies.states[row].invMass > 0.0f; }
    // Contacts of a row, ascending; empty for an immovable body.
    std::span<const uint32_t> of(uint32_t row) const
    {
        if (!canBePushed(row)) return {};
        const size_t r = row - group_.firstRow;
        return std::span(byRow_).subspan(first_[r], first_[r + 1] - first_[r]);
    }

    void store() const; // adds impulses to the contacts, after the other passes have stored theirs

  private:
    const SolverStep& step_;
    const SolverGroup& group_;
    std::vector<ImpactContact> contacts_;
    std::vector<uint32_t> first_, byRow_; // contacts of row r: byRow_[first_[r]] .. byRow_[first_[r + 1] - 1]
};

} // namespace satbox
