#pragma once

#include <satbox/config.h>
#include <satbox/ids.h>
#include <satbox/math.h>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace satbox {

// A condition on a world that is stepped, such as "two bodies overlap by more than 5 mm". It is a value with
// a text, which satbox-run --until takes (docs/conditions.md):
//
//   CONDITION = NAME [">" NUMBER | X0 Y0 X1 Y1] ["of" BODY {BODY} | "between" BODY BODY]
//   BODY      = NUMBER | '"' NAME '"'
//
// "touch 3 7" is short for "touch between 3 7". In the name of a body, \" and \\ are a quotation mark and a
// backslash.
enum class ConditionKind : uint8_t {
    Touch,
    Overlap,
    Impulse,
    Speed,
    Spin,
    EnergyGain,
    Leaves,
    Sleeps,
    Wakes,
    Frozen,
    NormalFlips,
    PointLost,
    Divergence,
    Count
};

// A body by its number (BodyId::index) or by its name; all bodies that have the name count.
struct ConditionBody {
    uint32_t number = kNoIndex; // if `name` is empty
    std::string name{};
    friend bool operator==(const ConditionBody&, const ConditionBody&) = default;
};

// Which bodies count. A contact belongs to its two bodies.
enum class ConditionScope : uint8_t {
    Everything,
    Of,      // bodies that are listed; contacts and islands with at least one of them
    Between, // contacts between the two listed bodies
};

struct Condition {
    ConditionKind kind = ConditionKind::Overlap;
    double threshold = 0.0; // in ConditionForm::unit; the value must be greater
    WorldBox box{};         // of ConditionKind::Leaves
    ConditionScope scope = ConditionScope::Everything;
    std::vector<ConditionBody> bodies{}; // of the scope
    friend bool operator==(const Condition&, const Condition&) = default;
};

// What must be filled in after the name.
enum class ConditionBlank : uint8_t { None, Threshold, Box };

// Description of a kind of conditions. conditionForms() is the only list of them: text, help, panels and
// docs/conditions.md follow from it.
struct ConditionForm {
    ConditionKind kind;
    std::string_view name; // "energy gain"
    ConditionBlank blank;
    std::string_view unit;     // of the threshold: "m"; "" without one
    double usual;              // a threshold to start with; 0 without one
    std::string_view sentence; // "_" stands for the blank: "a contact overlaps by more than _"
    std::string_view help;     // what exactly is compared
    bool ofContacts = false;   // its candidates are contacts, so that "between" is allowed
    // True: an event of one step, of which each is reported. False: a state, which is reported when it
    // begins.
    bool isEvent = false;
    bool comparesWorlds = false; // needs two worlds or more
};
SATBOX_API std::span<const ConditionForm> conditionForms(); // in the order of ConditionKind
SATBOX_API const ConditionForm& formOf(ConditionKind kind); // Precondition: not Count

// Empty if the condition can be watched; otherwise a message. Text that is read is valid.
SATBOX_API std::string validate(const Condition& condition);

// The shortest text of the condition. Reading it gives an equal condition. Precondition: it is valid.
SATBOX_API std::string conditionText(const Condition& condition);

// Returns an empty string, or a message that names the place in the text, what is wrong and what would be
// right; then `condition` is unchanged.
//
//   Condition condition;
//   const std::string error = parseCondition("overlap > 0.005 of \"lid\"", condition);
SATBOX_API std::string parseCondition(std::string_view text, Condition& condition);

} // namespace satbox
