#include "app/text/names.h"

#include "app/text/format.h"
#include "engine/lab/body_label.h"

#include <fmt/format.h>

#include <algorithm>

namespace satbox::app {

namespace {

constexpr std::string_view kDigits = "0123456789";

std::string_view leadingNumber(std::string_view text)
{
    return text.substr(0, text.find_first_not_of(kDigits));
}

std::string_view withoutZeros(std::string_view number)
{
    number.remove_prefix(std::min(number.find_first_not_of('0'), number.size()));
    return number;
}

} // namespace

std::string describeBody(const World& world, BodyId body) { return bodyLabel(world, body); }

std::string describeBodies(const World& world, BodyId first, size_t count)
{
    return count == 1 ? describeBody(world, first) : bodyCountText(count);
}

std::string nameOfShape(const World& world, ShapeId shape)
{
    return fmt::format("{}, {}", describeBody(world, world.bodyOf(shape)),
                       toString(kindOf(world.shape(shape).shape)));
}

int compareNatural(std::string_view a, std::string_view b)
{
    while (!a.empty() && !b.empty()) {
        const std::string_view numberA = leadingNumber(a);
        const std::string_view numberB = leadingNumber(b);
        if (!numberA.empty() && !numberB.empty()) {
            const std::string_view x = withoutZeros(numberA);
            const std::string_view y = withoutZeros(numberB);
            if (x.size() != y.size()) return x.size() < y.size() ? -1 : 1;
            if (const int order = x.compare(y); order != 0) return order;
            a.remove_prefix(numberA.size());
            b.remove_prefix(numberB.size());
        } else {
            if (a.front() != b.front()) return a.front() < b.front() ? -1 : 1;
            a.remove_prefix(1);
            b.remove_prefix(1);
        }
    }
    return a.empty() && b.empty() ? 0 : a.empty() ? -1 : 1;
}

} // namespace satbox::app
