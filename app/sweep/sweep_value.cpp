#include "app/sweep/sweep_value.h"

#include "engine/core/number_text.h"

namespace satbox::app {

std::string valueText(const SweepValue& value)
{
    if (const auto* whole = std::get_if<int64_t>(&value)) return std::to_string(*whole);
    if (const auto* number = std::get_if<double>(&value)) return numberText(*number);
    if (const auto* text = std::get_if<std::string>(&value)) return *text;
    return "-";
}

bool isNumber(const SweepValue& value)
{
    return std::holds_alternative<int64_t>(value) || std::holds_alternative<double>(value);
}

double numberOf(const SweepValue& value)
{
    if (const auto* whole = std::get_if<int64_t>(&value)) return static_cast<double>(*whole);
    const auto* number = std::get_if<double>(&value);
    return number ? *number : 0.0;
}

} // namespace satbox::app
