#include "app/text/format.h"

#include <cmath>
#include <doctest/doctest.h>
#include <limits>

namespace satbox::app {

TEST_CASE("quantities_have_three_significant_digits_and_an_si_prefix")
{
    CHECK(formatQuantity(9.81, "m/s²") == "9.81 m/s²");
    CHECK(formatQuantity(0.0123, "m") == "12.3 mm");
    CHECK(formatQuantity(1203.0, "J") == "1.20 kJ");
    CHECK(formatQuantity(123.4, "N s") == "123 N s");
    CHECK(formatQuantity(0.45, "N s") == "450 mN s");
    CHECK(formatQuantity(2.5e-6, "m") == "2.50 μm");
    CHECK(formatQuantity(60.0, "Hz") == "60.0 Hz");
    CHECK(formatQuantity(4.2e9, "N") == "4.20 GN");
    CHECK(formatQuantity(0.0, "m") == "0 m");
}

TEST_CASE("rounding_up_to_a_thousand_takes_the_next_prefix")
{
    CHECK(formatQuantity(999.4, "m") == "999 m");
    CHECK(formatQuantity(999.6, "m") == "1.00 km");
    CHECK(formatQuantity(0.0009996, "m") == "1.00 mm");
    CHECK(formatQuantity(9.996, "m") == "10.0 m");
    CHECK(formatQuantity(99.96, "m") == "100 m");
}

TEST_CASE("minus_is_a_true_minus_and_zero_has_none")
{
    CHECK(formatQuantity(-9.81, "m/s²") == "\u22129.81 m/s²");
    CHECK(formatQuantity(-1e-12, "m") == "0 m");
    CHECK(formatFixed(-0.001, 2) == "0.00");
    CHECK(formatFixed(-0.5, 2) == "\u22120.50");
    CHECK(formatFixed(12.35, 3) == "12.350");
}

TEST_CASE("units_with_powers_and_none_get_no_prefix")
{
    CHECK(formatQuantity(0.0025, "kg m²") == "0.00250 kg m²");
    CHECK(formatQuantity(1234.0, "m²") == "1234 m²");
    CHECK(formatQuantity(0.6, "") == "0.600");
    CHECK(formatQuantity(45.0, "°") == "45.0°");
    CHECK(formatQuantity(20.0, "%") == "20.0%");
}

TEST_CASE("time_and_angle_have_no_kilo_and_mass_has_grams_and_tonnes")
{
    CHECK(formatQuantity(12345.0, "s") == "12345 s");
    CHECK(formatQuantity(0.00042, "s") == "420 μs");
    CHECK(formatQuantity(2000.0, "rad/s") == "2000 rad/s");
    CHECK(formatQuantity(0.25, "kg") == "250 g");
    CHECK(formatQuantity(2.5, "kg") == "2.50 kg");
    CHECK(formatQuantity(2500.0, "kg") == "2.50 t");
}

TEST_CASE("a_changing_value_keeps_its_prefix_between_0_05_and_5000")
{
    KeptPrefix kept;
    const auto text = [&](double value) { return formatQuantity(value, "m", kept); };
    CHECK(text(0.0) == "0 m"); // none yet
    CHECK(text(0.5) == "500 mm");
    CHECK(text(4.99) == "4990 mm");
    CHECK(text(-0.000051) == "\u22120.0510 mm");
    CHECK(text(0.0) == "0 mm");
    CHECK(text(5.0) == "5.00 m");
    CHECK(text(0.051) == "0.0510 m");
    CHECK(text(0.049) == "49.0 mm");
    CHECK(text(0.00004) == "40.0 μm");
    CHECK(text(0.0000001) == "0.10 μm"); // nothing is smaller
    CHECK(text(0.0) == "0 m");           // not "0 μm"
    KeptPrefix mass;
    CHECK(formatQuantity(1500.0, "kg", mass) == "1.50 t");
    CHECK(formatQuantity(900.0, "kg", mass) == "0.900 t");
    CHECK(formatQuantity(0.0, "kg", mass) == "0 t");
    KeptPrefix none;
    CHECK(formatQuantity(0.5, "", none) == "0.500");
    CHECK(none.index == -1);
}

TEST_CASE("very_large_and_small_numbers_use_powers_of_ten")
{
    CHECK(formatNumber(1.234e-5) == "1.23×10⁻⁵");
    CHECK(formatNumber(2.5e7) == "2.50×10⁷");
    CHECK(formatNumber(9.999e-5) == "1.00×10⁻⁴");
    CHECK(formatNumber(0.09999) == "0.100");
    CHECK(formatNumber(0.05) == "0.0500");
    CHECK(formatNumber(123456.0) == "123456");
}

TEST_CASE("non_finite_values_are_named")
{
    CHECK(formatQuantity(std::numeric_limits<double>::quiet_NaN(), "m") == "not a number m");
    CHECK(formatQuantity(-std::numeric_limits<double>::infinity(), "m") == "\u2212∞ m");
}

TEST_CASE("counts_are_grouped_by_thin_spaces")
{
    CHECK(formatCount(7) == "7");
    CHECK(formatCount(1234) == "1\u2009234");
    CHECK(formatCount(12345678) == "12\u2009345\u2009678");
}

TEST_CASE("bytes_have_decimal_prefixes")
{
    CHECK(formatBytes(0) == "0 B");
    CHECK(formatBytes(9'999) == "9999 B");
    CHECK(formatBytes(12'400) == "12 kB");
    CHECK(formatBytes(999'000) == "999 kB");
    CHECK(formatBytes(1'192'000) == "1.19 MB");
    CHECK(formatBytes(12'340'000) == "12.3 MB");
    CHECK(formatBytes(256'000'000) == "256 MB");
}

TEST_CASE("typed_quantities_are_read_with_their_unit")
{
    CHECK(parseQuantity("1.5", "m") == 1.5);
    CHECK(parseQuantity(" 1,5 ", "m") == 1.5);
    CHECK(parseQuantity("\u22123", "m/s²") == -3.0);
    CHECK(parseQuantity("20 mm", "m").value() == doctest::Approx(0.02));
    CHECK(parseQuantity("20mm", "m").value() == doctest::Approx(0.02));
    CHECK(parseQuantity("5 µm", "m").value() == doctest::Approx(5e-6));
    CHECK(parseQuantity("250 g", "kg").value() == doctest::Approx(0.25));
    CHECK(parseQuantity("2 t", "kg").value() == doctest::Approx(2000.0));
    CHECK(parseQuantity("1e3", "").value() == 1000.0);
    CHECK(parseQuantity("45°", "°") == 45.0);
}

TEST_CASE("typed_nonsense_is_refused")
{
    for (const char* text :
         {"", " ", "m", "nan", "inf", "1 kg", "1.2.3", "--1", "1e999", "mm 5", "five", "0x10"}) {
        CAPTURE(text);
        CHECK(!parseQuantity(text, "m"));
    }
    CHECK(!parseQuantity("5 mm²", "m²"));
}

TEST_CASE("angles_are_converted_to_degrees_and_text_to_lower_case")
{
    CHECK(inDegrees(0.0f) == 0.0);
    CHECK(inDegrees(-1.5707964f) == doctest::Approx(-90.0));
    CHECK(lowered("Box 3.JSON") == "box 3.json");
    CHECK((loweredWords("  Single  SUBstep ") == std::vector<std::string>{"single", "substep"}));
    CHECK(loweredWords(" ").empty());
    CHECK(lowered("\u2212") == "\u2212");
}

TEST_CASE("formatted_values_parse_back_to_three_digits")
{
    for (double value = 1e-5; value < 1e8; value *= 3.7)
        for (const char* unit : {"m", "kg", "N s", "s", "kg m²", ""}) {
            CAPTURE(value);
            CAPTURE(unit);
            const std::string text = formatQuantity(-value, unit);
            CAPTURE(text);
            if (text.find("×") != std::string::npos) continue;
            REQUIRE(parseQuantity(text, unit));
            CHECK(parseQuantity(text, unit).value() == doctest::Approx(-value).epsilon(0.006));
        }
}

} // namespace satbox::app

TEST_CASE("an_unbroken_quantity_differs_in_its_space_only")
{
    CHECK(satbox::app::formatUnbroken(0.0123, "m") == "12.3\u00a0mm");
    CHECK(satbox::app::formatUnbroken(2.0, "") == satbox::app::formatQuantity(2.0, ""));
}
