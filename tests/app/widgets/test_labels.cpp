#include "app/widgets/labels.h"
#include "app/widgets/ui_recorder.h"
#include "tests/support/paths.h"

#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>

namespace satbox::app {

namespace {

constexpr ScreenRect kBounds{0.0f, 0.0f, 800.0f, 600.0f};

bool overlap(const ScreenRect& a, const ScreenRect& b)
{
    return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

} // namespace

TEST_CASE("labels_never_cover_each_other_or_leave_the_view")
{
    std::mt19937 random(7);
    std::uniform_real_distribution<float> x(0.0f, 800.0f);
    std::uniform_real_distribution<float> y(0.0f, 600.0f);
    std::vector<LabelBox> labels;
    for (int i = 0; i < 300; ++i)
        labels.push_back({.anchor = {x(random), y(random)},
                          .size = {70.0f, 18.0f},
                          .priority = static_cast<float>(i % 7)});
    const auto placed = layoutLabels(labels, kBounds);
    CHECK(placed.size() > 50);
    CHECK(placed.size() < 300);
    for (std::size_t i = 0; i < placed.size(); ++i) {
        const ScreenRect& r = placed[i].rect;
        CHECK(r.x >= 0.0f);
        CHECK(r.y >= 0.0f);
        CHECK(r.x + r.width <= 800.0f);
        CHECK(r.y + r.height <= 600.0f);
        for (std::size_t j = 0; j < i; ++j) CHECK(!overlap(r, placed[j].rect));
    }
}

TEST_CASE("label_does_not_cover_its_anchor")
{
    const LabelBox label{.anchor = {400.0f, 300.0f}, .size = {60.0f, 18.0f}, .clearance = 10.0f};
    const auto placed = layoutLabels(std::span(&label, 1), kBounds);
    REQUIRE(placed.size() == 1);
    CHECK(!overlap(placed[0].rect, {390.0f, 290.0f, 20.0f, 20.0f}));
}

TEST_CASE("lower_priority_label_moves_aside_or_is_left_out")
{
    const ScreenRect narrow{0.0f, 0.0f, 200.0f, 30.0f};
    const std::vector<LabelBox> labels{{.anchor = {100.0f, 15.0f}, .size = {80.0f, 18.0f}, .priority = 1.0f},
                                       {.anchor = {101.0f, 15.0f}, .size = {80.0f, 18.0f}, .priority = 2.0f},
                                       {.anchor = {102.0f, 15.0f}, .size = {80.0f, 18.0f}, .priority = 0.0f}};
    const auto placed = layoutLabels(labels, narrow);
    REQUIRE(placed.size() == 2);
    CHECK(placed[0].index == 1);
    CHECK(placed[0].rect.x > 101.0f); // the best position
    CHECK(placed[1].index == 0);
    CHECK(placed[1].rect.x < 100.0f); // the next best position
}

TEST_CASE("label_takes_its_preferred_side_if_there_is_room")
{
    LabelBox label{.anchor = {400.0f, 300.0f}, .size = {60.0f, 18.0f}, .clearance = 10.0f};
    const auto middle = [&](Vec2 side) {
        label.side = side;
        const ScreenRect r = layoutLabels(std::span(&label, 1), kBounds).at(0).rect;
        return Vec2(r.x + 0.5f * r.width, r.y + 0.5f * r.height);
    };
    CHECK(middle({0.0f, 0.0f}).x > 430.0f);
    CHECK(middle({-1.0f, 0.0f}) == Vec2{360.0f, 300.0f});
    CHECK(middle({0.0f, -1.0f}) == Vec2{400.0f, 281.0f});
    CHECK(middle({0.1f, 2.0f}) == Vec2{400.0f, 319.0f});
    CHECK(middle({-3.0f, 1.5f}) == Vec2{360.0f, 319.0f});
    label.anchor = {5.0f, 300.0f}; // no room to the left
    CHECK(middle({-1.0f, 0.0f}).x >= 5.0f);
}

TEST_CASE("required_label_is_always_shown")
{
    const ScreenRect tiny{0.0f, 0.0f, 100.0f, 20.0f};
    const std::vector<LabelBox> labels{
        {.anchor = {50.0f, 10.0f}, .size = {40.0f, 18.0f}, .priority = 9.0f},
        {.anchor = {50.0f, 10.0f}, .size = {90.0f, 18.0f}, .priority = 0.0f, .required = true}};
    const auto placed = layoutLabels(labels, tiny);
    REQUIRE(placed.size() == 1);
    CHECK(placed[0].index == 1);
    CHECK(placed[0].rect.x + placed[0].rect.width <= 100.0f);
}

TEST_CASE("required_labels_go_farther_away_before_they_cover_each_other_or_what_is_kept_free")
{
    std::vector<LabelBox> labels;
    for (int i = 0; i < 12; ++i)
        labels.push_back({.anchor = {400.0f + static_cast<float>(2 * i), 300.0f},
                          .size = {120.0f, 18.0f},
                          .required = i != 11});
    const ScreenRect legend{300.0f, 250.0f, 300.0f, 60.0f};
    const auto placed = layoutLabels(labels, kBounds, std::span(&legend, 1));
    REQUIRE(placed.size() == 11); // without the optional one, which does not move away
    for (std::size_t i = 0; i < placed.size(); ++i) {
        CHECK(!overlap(placed[i].rect, legend));
        for (std::size_t j = 0; j < i; ++j) CHECK(!overlap(placed[i].rect, placed[j].rect));
    }
}

TEST_CASE("label_outside_the_view_is_left_out")
{
    const LabelBox label{.anchor = {-20.0f, 300.0f}, .size = {60.0f, 18.0f}};
    CHECK(layoutLabels(std::span(&label, 1), kBounds).empty());
}

TEST_CASE("recorded_widgets_are_written_as_json_only_when_they_change")
{
    const auto file = test::artefactFolder("ui") / "record.json";
    std::filesystem::remove(file);
    UiRecorder recorder(file);
    const auto frame = [&](float x) {
        recorder.beginFrame();
        recorder.enterPanel("Solver");
        recorder.add("Gravity \"y\"", {x, 20.0f, 100.0f, 24.0f}, "−10.0 m/s²");
        recorder.leavePanel();
        recorder.add("Play", {0.0f, 0.0f, 36.0f, 36.0f});
        return recorder.endFrame({800, 600});
    };
    REQUIRE(!frame(10.0f));
    const auto json = nlohmann::json::parse(std::ifstream(file));
    CHECK(json["window"]["width"] == 800);
    REQUIRE(json["widgets"].size() == 2);
    CHECK(json["widgets"][0]["panel"] == "Solver");
    CHECK(json["widgets"][0]["label"] == "Gravity \"y\"");
    CHECK(json["widgets"][0]["value"] == "−10.0 m/s²");
    CHECK(json["widgets"][0]["x"] == 10.0);
    CHECK(json["widgets"][1]["panel"] == "");

    std::filesystem::remove(file);
    REQUIRE(!frame(10.0f));
    CHECK(!std::filesystem::exists(file));
    REQUIRE(!frame(11.0f));
    CHECK(std::filesystem::exists(file));
}

TEST_CASE("unwritable_record_reports_its_path")
{
    UiRecorder recorder("/no/such/folder/record.json");
    recorder.beginFrame();
    const auto refusal = recorder.endFrame({1, 1});
    REQUIRE(refusal);
    CHECK(refusal->find("/no/such/folder/record.json") != std::string::npos);
}

} // namespace satbox::app
