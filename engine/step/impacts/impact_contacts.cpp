#include "engine/step/impacts/impact_contacts.h"

#include <algorithm>
#include <utility>

namespace satbox {

namespace {

struct Velocity {
    Vec2 v;
    float w;
};

// Velocity when the step began. A body without a row does not move in this step.
Velocity velocityOf(const BodyMotion& m, uint32_t row)
{
    return row == 0 ? Velocity{{0.0f, 0.0f}, 0.0f} : Velocity{m.v, m.w};
}

// Returns the contacts in ascending order: the order in the group depends on its partitions, which must not
// change any result.
std::vector<uint32_t> sortedContacts(std::span<const uint32_t> contacts)
{
    if (contacts.empty()) return {};
    const auto [least, most] = std::minmax_element(contacts.begin(), contacts.end());
    std::vector<uint8_t> isListed(*most - *least + 1);
    for (const uint32_t i : contacts) isListed[i - *least] = 1;
    std::vector<uint32_t> order;
    order.reserve(contacts.size());
    for (uint32_t i = 0; i < isListed.size(); ++i)
        if (isListed[i] != 0) order.push_back(*least + i);
    return order;
}

} // namespace

ImpactContacts::ImpactContacts(const SolverStep& step, const SolverGroup& group) : step_(step), group_(group)
{
    contacts_.reserve(group.order.size());
    first_.assign(group.lastRow - group.firstRow + 1, 0);
    for (const uint32_t index : sortedContacts(group.order)) {
        const Contact& c = step.contacts[index];
        if (c.count == 0) continue;
        ImpactContact entry;
        entry.contact = index;
        entry.rows = {step.graph.rowOf[c.bodyA], step.graph.rowOf[c.bodyB]};
        for (const uint32_t row : entry.rows)
            if (canBePushed(row)) ++first_[row - group.firstRow];
        contacts_.push_back(entry);
    }
    uint32_t sum = 0;
    for (uint32_t& f : first_) f = std::exchange(sum, sum + f);
    byRow_.resize(sum);
    std::vector<uint32_t> next = first_;
    for (uint32_t i = 0; i < contacts_.size(); ++i)
        for (const uint32_t row : contacts_[i].rows)
            if (canBePushed(row)) byRow_[next[row - group.firstRow]++] = i;
}

Vec2 ImpactContacts::initialVelocity(const ImpactContact& entry, int point) const
{
    const Contact& c = contactOf(entry);
    const ContactPoint& p = c.points[point];
    const Velocity a = velocityOf(step_.bodyStore->motions[c.bodyA], entry.rows[0]);
    const Velocity b = velocityOf(step_.bodyStore->motions[c.bodyB], entry.rows[1]);
    return {(b.v.x - b.w * p.anchorB.y) - (a.v.x - a.w * p.anchorA.y),
            (b.v.y + b.w * p.anchorB.x) - (a.v.y + a.w * p.anchorA.x)};
}

void ImpactContacts::store() const
{
    for (const ImpactContact& entry : contacts_) {
        Contact& c = step_.contacts[entry.contact];
        for (size_t n = 0; n < static_cast<size_t>(c.count); ++n) {
            if (!(entry.impulse[n] > 0.0f)) continue;
            ContactPoint& p = c.points[n];
            p.totalImpulse += entry.impulse[n];
            p.normalVelocity = std::min(p.normalVelocity, entry.speed[n]);
            if (!c.touching || p.normalVelocity < -step_.hitThreshold) step_.eventFlags[entry.contact] = 1;
        }
    }
}

} // namespace satbox
