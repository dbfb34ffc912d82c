// The energy ledger of the last step: by cause, by island and by contact.

#include "app/explain/energy_topic.h"

#include "app/document/step_seconds.h"
#include "app/explain/json_values.h"
#include "app/text/energy_text.h"
#include "app/text/format.h"
#include "app/text/names.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace satbox::app {

namespace {

constexpr size_t kShownContacts = 8; // in the text; the document has all

std::string joules(double value) { return formatQuantity(value, "J"); }
std::string change(double value)
{
    const std::string text = joules(value);
    return value > 0.0 && !text.starts_with('0') ? "+" + text : text;
}

Energy changeOf(const EnergyAccount& account)
{
    Energy all = account.after;
    all -= account.before;
    return all;
}

bool isZero(const Energy& energy) { return energy.kinetic == 0.0 && energy.potential == 0.0; }

// "Most energy was added by ..., most was removed by ...": the entries of greatest size.
std::string greatestText(const EnergyAccount& account)
{
    const auto isLess = [](const Energy& a, const Energy& b) { return a.total() < b.total(); };
    const auto [least, most] = std::minmax_element(account.entries.begin(), account.entries.end(), isLess);
    const auto part = [&](auto entry, const char* verb) {
        const auto index = static_cast<size_t>(entry - account.entries.begin());
        return fmt::format("Most was {} by {}: {}.", verb, toString(static_cast<EnergyEntry>(index)),
                           change(entry->total()));
    };
    std::string text;
    if (most->total() > 0.0) text = part(most, "added");
    if (least->total() < 0.0) text += (text.empty() ? "" : " ") + part(least, "removed");
    return text.empty() ? "No entry changed it." : text;
}

// By size, the greatest first.
std::vector<ContactEnergy> sorted(std::vector<ContactEnergy> contacts)
{
    const auto isGreater = [](const ContactEnergy& a, const ContactEnergy& b) {
        const double sizeA = std::fabs(a.total()), sizeB = std::fabs(b.total());
        if (sizeA != sizeB) return sizeA > sizeB;
        return a.shapeA != b.shapeA ? a.shapeA < b.shapeA : a.shapeB < b.shapeB;
    };
    std::sort(contacts.begin(), contacts.end(), isGreater);
    return contacts;
}

// Those that added energy, or those that removed it. Precondition: sorted.
void addContacts(Lines& lines, const World& world, const std::vector<ContactEnergy>& contacts, bool added)
{
    size_t count = 0;
    for (const ContactEnergy& c : contacts) {
        if (added ? !(c.total() > 0.0) : !(c.total() < 0.0)) continue;
        if (++count == 1)
            lines.add(fmt::format("Contacts whose impulses {} most energy:", added ? "added" : "removed"));
        if (count > kShownContacts) continue;
        lines.row(change(c.total()),
                  fmt::format("{} and {}: normal {}, friction {}", describeBody(world, world.bodyAt(c.bodyA)),
                              describeBody(world, world.bodyAt(c.bodyB)), change(c.normal),
                              change(c.friction)));
    }
    if (count > kShownContacts)
        lines.add(fmt::format("and {} with less", countText(count - kShownContacts, "contact", "contacts")),
                  2);
    if (count == 0 && added) lines.add("No contact added energy.");
}

Json contactsJson(const World& world, const std::vector<ContactEnergy>& contacts)
{
    Json all = Json::array();
    for (const ContactEnergy& c : contacts)
        all.push_back({{"bodies", Json::array({bodyJson(world, c.bodyA), bodyJson(world, c.bodyB)})},
                       {"shapes", Json::array({c.shapeA, c.shapeB})},
                       {"normal", jsonOf(c.normal)},
                       {"friction", jsonOf(c.friction)},
                       {"total", jsonOf(c.total())}});
    return all;
}

} // namespace

Json accountJson(const EnergyAccount& account)
{
    Json entries = Json::array();
    for (size_t i = 0; i < account.entries.size(); ++i) {
        const auto entry = static_cast<EnergyEntry>(i);
        const Energy& energy = account.of(entry);
        if (isZero(energy)) continue;
        entries.push_back({{"name", toString(entry)},
                           {"kinetic", jsonOf(energy.kinetic)},
                           {"potential", jsonOf(energy.potential)},
                           {"total", jsonOf(energy.total())},
                           {"meaning", energyEntryText(entry)}});
    }
    return {{"before", jsonOf(account.before)},
            {"after", jsonOf(account.after)},
            {"change", jsonOf(changeOf(account))},
            {"entries", std::move(entries)},
            {"unaccounted", jsonOf(account.unaccounted())},
            {"turnover", jsonOf(account.turnover())}};
}

void addAccount(Lines& lines, const EnergyAccount& account)
{
    lines.row("before the step",
              fmt::format("{}: kinetic {}, potential {}", joules(account.before.total()),
                          joules(account.before.kinetic), joules(account.before.potential)));
    for (size_t i = 0; i < account.entries.size(); ++i) {
        const auto entry = static_cast<EnergyEntry>(i);
        if (isZero(account.of(entry))) continue;
        lines.row(toString(entry), change(account.of(entry).total()));
        lines.add(energyEntryText(entry), 3);
    }
    lines.row("unaccounted", fmt::format("{}: rounding", change(account.unaccounted().total())));
    lines.row("after the step", fmt::format("{}: kinetic {}, potential {}", joules(account.after.total()),
                                            joules(account.after.kinetic), joules(account.after.potential)));
}

Topic explainEnergy(const ExplainedWorld& explained)
{
    if (!explained.before) return {.error = kNoLastStep};
    World copy = *explained.before;
    const EnergyLedger ledger = stepWithLedger(copy, stepSeconds(copy));
    const World& world = explained.world;
    const std::vector<ContactEnergy> contacts = sorted(ledger.contacts);

    Topic topic;
    topic.lines.add(fmt::format("The energy of all dynamic bodies changed by {}. {}",
                                change(changeOf(ledger.world).total()), greatestText(ledger.world)));
    addAccount(topic.lines, ledger.world);
    addContacts(topic.lines, world, contacts, true);
    addContacts(topic.lines, world, contacts, false);
    Json islands = Json::array();
    for (const IslandEnergy& island : ledger.islands)
        islands.push_back({{"bodies", island.bodies}, {"account", accountJson(island.account)}});
    topic.json = {{"world", accountJson(ledger.world)},
                  {"contacts", contactsJson(world, contacts)},
                  {"islands", std::move(islands)}};
    return topic;
}

} // namespace satbox::app
