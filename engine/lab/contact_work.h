#pragma once

#include "engine/core/pair_set.h"
#include "engine/lab/vec2d.h"
#include <satbox/ids.h>
#include <satbox/lab/energy_ledger.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <vector>

namespace satbox {

// Work of the impulses of each contact on bodies that can be pushed, for the energy ledger. As there, the
// work of a substep is the sum of its impulses times the mean of the velocities before and after.
class ContactWork {
  public:
    struct Pair {
        uint32_t shapeA = 0, shapeB = 0, bodyA = 0, bodyB = 0; // slots
    };
    struct Motion {
        Vec2d v;        // m/s, of the centre of mass
        double w = 0.0; // rad/s
    };

    // An impulse on B, N s, at the anchor from B's centre of mass; its opposite acts on A. `contact`: the
    // index of the contact, or kNoIndex.
    void add(const Pair& pair, uint32_t contact, bool isNormal, Vec2d impulse, Vec2d anchorA, Vec2d anchorB)
    {
        Entry& entry = entries_[indexOf(pair, contact)];
        Push& push = isNormal ? entry.normal : entry.friction;
        push.x += impulse.x;
        push.y += impulse.y;
        push.onA -= anchorA.x * impulse.y - anchorA.y * impulse.x;
        push.onB += anchorB.x * impulse.y - anchorB.y * impulse.x;
    }

    // An impulse on the rotation of B, N m s, without one on its motion; booked as friction.
    void addTurn(const Pair& pair, uint32_t contact, double impulse)
    {
        Push& push = entries_[indexOf(pair, contact)].friction;
        push.onA -= impulse;
        push.onB += impulse;
    }

    // Ends a substep. `meanOf(body)`: the mean motion of a body that can be pushed, zero for any other.
    template<class MeanOf>
    void endSubstep(MeanOf&& meanOf)
    {
        for (Entry& entry : entries_) {
            const Motion a = meanOf(entry.energy.bodyA), b = meanOf(entry.energy.bodyB);
            entry.energy.normal += entry.normal.take(a, b);
            entry.energy.friction += entry.friction.take(a, b);
        }
    }

    // In order of the shapes' slots.
    std::vector<ContactEnergy> finish() const
    {
        std::vector<ContactEnergy> contacts;
        for (const auto& [shapes, index] : ofShapes_) contacts.push_back(entries_[index].energy);
        return contacts;
    }

  private:
    struct Push {
        double x = 0.0, y = 0.0;     // N s, on B
        double onA = 0.0, onB = 0.0; // N m s

        // Returns the work, J, and begins again. 0 if it is not finite: a body is quarantined then.
        double take(const Motion& a, const Motion& b)
        {
            const double work = x * (b.v.x - a.v.x) + y * (b.v.y - a.v.y) + onA * a.w + onB * b.w;
            *this = {};
            return std::isfinite(work) ? work : 0.0;
        }
    };
    struct Entry {
        ContactEnergy energy;
        Push normal, friction;
    };

    size_t indexOf(const Pair& pair, uint32_t contact)
    {
        if (contact < ofContact_.size() && ofContact_[contact] != kNoIndex) return ofContact_[contact];
        const auto index = static_cast<uint32_t>(entries_.size());
        const auto [at, isNew] = ofShapes_.try_emplace(PairSet::key(pair.shapeA, pair.shapeB), index);
        if (isNew)
            entries_.push_back(
                {.energy = {pair.shapeA, pair.shapeB, pair.bodyA, pair.bodyB}, .normal = {}, .friction = {}});
        if (contact != kNoIndex) {
            ofContact_.resize(std::max(ofContact_.size(), size_t{contact} + 1), kNoIndex);
            ofContact_[contact] = at->second;
        }
        return at->second;
    }

    std::vector<Entry> entries_;
    std::map<uint64_t, uint32_t> ofShapes_; // index in `entries_`, by PairSet::key
    std::vector<uint32_t> ofContact_;       // likewise by contact index, without a search
};

} // namespace satbox
