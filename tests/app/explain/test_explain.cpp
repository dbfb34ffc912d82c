#include "app/explain/explain.h"

#include "app/explain/members.h"
#include "tests/support/generated_document.h"
#include "tests/support/physics_fixture.h"
#include <satbox/scene/builders.h>
#include <satbox/shapes.h>
#include <satbox/thread_pool.h>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <string>
#include <vector>

using namespace satbox;
using namespace satbox::app;
using namespace satbox::test;
using doctest::Approx;
using Json = nlohmann::json;

namespace {

// A world, and that from before its last step.
struct Stepped {
    World before, world;

    explicit Stepped(World start, int steps, ThreadPool* pool = nullptr)
        : before(start), world(std::move(start))
    {
        for (int i = 0; i < steps; ++i) {
            before = world;
            world.step(1.0f / world.settings().stepRate, nullptr, pool);
        }
    }
    ExplainReport report(const std::vector<std::string>& whats) const
    {
        std::vector<ExplainSubject> subjects(whats.size());
        for (size_t i = 0; i < whats.size(); ++i) REQUIRE(parseSubject(whats[i], subjects[i]).empty());
        return explain({.world = world, .before = &before, .scene = "test"}, subjects);
    }
    Json json(const std::string& what) const
    {
        const ExplainReport made = report({what});
        CHECK(made.error.empty());
        return Json::parse(made.json)["explanations"][0][what.substr(0, what.find(':'))];
    }
    std::string text(const std::string& what) const { return report({what}).text; }
    void change(SolverType solver)
    {
        WorldSettings settings = world.settings();
        settings.solver = solver;
        REQUIRE(world.setSettings(settings));
        before = world;
        world.step(1.0f / world.settings().stepRate);
    }
};

World scene(const char* name) { return findBuiltinScene(name)->build().world; }

const std::vector<std::string> kAll{"contact:0,1", "body:1", "step", "island:1", "energy"};

// A floor, body 0, and boxes of 1 m and 1 kg: body 1 at the origin, body 2 beside it.
World boxes(Vec2 second)
{
    World world;
    addBody(world, makeBox(20.0f, 0.5f), {.type = BodyType::Static, .position = {0.0f, -1.0f}});
    addBody(world, makeBox(0.5f, 0.5f), {.position = {0.0f, 0.0f}});
    addBody(world, makeBox(0.5f, 0.5f), {.position = Position(second)});
    return world;
}

// Adds the paths of all members; energies are members without members of their own.
void collect(const Json& value, const std::string& path, std::set<std::string>& paths)
{
    if (!path.empty() && path != "account") paths.insert(path);
    if (value.is_object() && !value.contains("turnover") && value.contains("potential") && value.size() == 3)
        return;
    if (value.is_object() && value.contains("turnover") && path != "account")
        return collect(value, "account", paths);
    if (!value.is_object()) return;
    for (const auto& [key, member] : value.items()) {
        const std::string of = path.empty() ? key : path + '.' + key;
        const bool isList = member.is_array() && !member.empty() && member[0].is_object();
        if (!member.is_array() || (!isList && !member.empty())) collect(member, of, paths);
        for (size_t i = 0; isList && i < member.size(); ++i) collect(member[i], of + "[]", paths);
    }
}

std::string table(const std::string& text)
{
    const std::string begin = "<!-- members -->\n", end = "<!-- end of members -->";
    const std::set<std::string> topics{"contact", "body", "step", "island", "energy", "account"};
    std::string rows = begin;
    std::optional<std::string> group;
    for (const ExplainMember& member : explainMembers()) {
        const std::string path = member.path;
        const std::string root = path.substr(0, path.find('.'));
        const std::string own = topics.count(root) == 1 ? root : std::string();
        if (group != own) rows += "\n| Member | Unit | Meaning |\n|---|---|---|\n";
        group = own;
        rows += "| `" + path + "` | " + member.unit + " | " + member.meaning + " |\n";
    }
    const size_t from = text.find(begin), to = text.find(end);
    REQUIRE(from < to);
    return text.substr(0, from) + rows + '\n' + text.substr(to);
}

} // namespace

TEST_CASE("the_table_of_members_in_the_document_is_that_of_the_program")
{
    checkOrWrite("docs/explain.md", table);
}

TEST_CASE("every_member_of_the_documents_is_in_the_table_and_every_one_in_the_table_is_written")
{
    std::set<std::string> written, listed;
    const auto add = [&](const Stepped& run, const std::vector<std::string>& whats) {
        const ExplainReport report = run.report(whats);
        REQUIRE(report.error.empty());
        Json document = Json::parse(report.json);
        for (const Json& explanation : document["explanations"]) collect(explanation, "", written);
        document.erase("explanations");
        collect(document, "", written);
    };
    Stepped stack(scene("box_stack"), 60);
    add(stack, kAll);
    stack.change(SolverType::VertexContact);
    add(stack, kAll);
    add(Stepped(scene("box_stack"), 1200), kAll); // asleep
    add(Stepped(scene("welcome"), 100), kAll);
    add(Stepped(boxes({5.0f, 5.0f}), 1), {"contact:1,2", "body:0", "step"});
    for (const ExplainMember& member : explainMembers()) listed.insert(member.path);
    listed.erase("explanations[]");
    for (const std::string& path : written) {
        CAPTURE(path);
        CHECK(listed.count(path) == 1);
    }
    for (const std::string& path : listed) {
        CAPTURE(path);
        CHECK(written.count(path) == 1);
    }
}

TEST_CASE("a_contact_at_rest_carries_the_weight_and_its_facts_are_those_of_the_world")
{
    const Stepped run(boxes({5.0f, 0.0f}), 20);
    const Json pair = run.json("contact:1,0")["pairs"][0];
    CHECK(pair["state"] == "solved");
    const Json contact = pair["contact"];
    REQUIRE(contact["points"].size() == 2);
    double impulse = 0.0;
    for (const Json& point : contact["points"]) {
        CHECK(point["state"] == "sticking");
        impulse += point["normalImpulse"].get<double>();
        CHECK(point["meanForce"].get<double>() == Approx(60.0 * point["normalImpulse"].get<double>()));
        const auto start = point["depthAtStart"].get<double>(), now = point["depthNow"].get<double>();
        CHECK(start > 1e-4);
        CHECK(std::fabs(now - start) < 0.2 * start);
    }
    const double mass = run.json("body:1")["mass"].get<double>();
    CHECK(impulse ==
          Approx(mass * std::fabs(static_cast<double>(run.world.settings().gravity.y)) / 60.0).epsilon(0.02));
    CHECK(contact["normal"][1].get<double>() == Approx(1.0));
    const Json axes = pair["geometry"]["axes"];
    CHECK(std::count_if(axes.begin(), axes.end(), [](const Json& axis) { return axis["state"] == "wins"; }) ==
          1);
    const std::string text = run.text("contact:0,1");
    for (const char* part :
         {"Normal impulse", "Features", "wins", "Reference face", "Side plane at", "they stick"}) {
        CAPTURE(part);
        CHECK(text.find(part) != std::string::npos);
    }
}

TEST_CASE("shapes_without_a_contact_are_told_why_and_by_which_axis_they_are_apart")
{
    const auto pairOf = [](const Stepped& run) { return run.json("contact:1,2")["pairs"][0]; };
    const Json far = pairOf(Stepped(boxes({6.0f, 0.0f}), 1));
    CHECK(far["state"] == "no contact");
    CHECK(far["reason"] == "Their boxes are 5.00 m apart, so the broad phase finds no pair.");
    CHECK(far["contact"].is_null());
    const Json& axes = far["geometry"]["axes"];
    CHECK(
        std::any_of(axes.begin(), axes.end(), [](const Json& axis) { return axis["state"] == "separates"; }));

    const Json near = pairOf(Stepped(boxes({1.08f, 0.0f}), 1));
    CHECK(near["state"] == "apart");
    CHECK(near["reason"].get<std::string>().find("separates the shapes by 80.0 mm") != std::string::npos);
    CHECK(near["contact"]["points"].empty());

    World filtered = boxes({0.9f, 0.0f});
    for (const uint32_t slot : {1u, 2u}) {
        const ShapeId shape = filtered.shapesOf(filtered.bodyAt(slot)).front();
        ShapeDef def = filtered.shapeDef(shape);
        def.filter.group = -1;
        REQUIRE(filtered.setShapeDef(shape, def));
    }
    const Json excluded = pairOf(Stepped(std::move(filtered), 1));
    CHECK(excluded["state"] == "no contact");
    CHECK(excluded["reason"] == "Excluded by the collision filters: the engine does not test this pair.");
}

TEST_CASE("a_contact_with_a_sensor_is_reported_and_not_solved")
{
    World world = boxes({0.9f, 0.0f});
    const ShapeId shape = world.shapesOf(world.bodyAt(2)).front();
    ShapeDef def = world.shapeDef(shape);
    def.sensor = true;
    REQUIRE(world.setShapeDef(shape, def));
    const Json pair = Stepped(std::move(world), 1).json("contact:1,2")["pairs"][0];
    CHECK(pair["state"] == "not solved");
    CHECK(pair["contact"]["sensor"] == true);
}

TEST_CASE("a_body_has_its_forces_and_the_reason_for_which_it_is_awake")
{
    const Stepped run(boxes({5.0f, 0.0f}), 20);
    const Json body = run.json("body:1");
    CHECK(body["state"] == "awake");
    CHECK(body["sleep"].get<std::string>().find("At rest for") != std::string::npos);
    const double weight = body["forces"]["gravity"][1].get<double>();
    CHECK(weight < -9.0);
    CHECK(body["forces"]["contacts"][1].get<double>() == Approx(-weight).epsilon(0.02));
    CHECK(body["forces"]["net"][1].get<double>() == Approx(0.0).epsilon(0.5));
    CHECK(body["contacts"][0]["with"]["number"] == 0);
    const Json floor = run.json("body:0");
    REQUIRE(floor["contacts"].size() == 2);
    CHECK(floor["contacts"][0]["with"]["number"] == 1);
    CHECK(floor["contacts"][0]["impulse"][1].get<double>() ==
          Approx(-body["contacts"][0]["impulse"][1].get<double>()));
    CHECK(run.json("body:0")["sleep"] == "A static body never moves and belongs to no island.");
    CHECK(run.json("body:0")["mass"].is_null());

    const Json falling = Stepped(boxes({5.0f, 5.0f}), 3).json("body:2");
    CHECK(falling["forces"]["net"][1].get<double>() == Approx(weight));
    CHECK(falling["contacts"].empty());
    CHECK(Stepped(boxes({5.0f, 0.0f}), 300).json("body:1")["state"] == "asleep");
}

TEST_CASE("the_hardest_contact_of_a_step_ends_with_the_impulses_of_the_world")
{
    const Stepped run(scene("box_stack"), 20);
    const Json hardest = run.json("step")["hardest"];
    REQUIRE(hardest["ticks"].size() > 10);
    const ContactView view = run.world.contactView(run.world.shapeAt(hardest["shapes"][0]["number"]),
                                                   run.world.shapeAt(hardest["shapes"][1]["number"]));
    REQUIRE(view.points.size() == 2);
    const Json points = hardest["ticks"].back()["points"];
    for (size_t i = 0; i < 2; ++i)
        CHECK(points[i]["normalImpulse"].get<float>() == view.points[i].normalImpulse);
    CHECK(run.json("step")["counts"]["bodies"] == run.world.counters().bodies);
    CHECK(run.text("step").find("Relax, substep 4") != std::string::npos);
    CHECK(Stepped(boxes({5.0f, 5.0f}), 0).report({"step"}).error.empty());
}

TEST_CASE("islands_are_those_of_the_report_and_an_unknown_one_is_an_error")
{
    const Stepped run(boxes({5.0f, 0.0f}), 20);
    const Json island = run.json("island:2");
    CHECK(island["of"] == 2);
    CHECK(island["bodies"][0]["number"] == 2);
    CHECK(island["contacts"].size() == 1);
    CHECK(island["account"]["entries"].size() > 0);
    CHECK(run.report({"island:3"}).error ==
          "island:3: there is no island 3; the world has islands 1 to 2 after step 20");
}

TEST_CASE("energy_is_told_by_cause_and_by_contact")
{
    const Stepped run(scene("tumbler"), 60);
    const Json energy = run.json("energy");
    const Json account = energy["world"];
    double sum = account["unaccounted"]["total"].get<double>();
    for (const Json& entry : account["entries"]) sum += entry["total"].get<double>();
    CHECK(sum == Approx(account["change"]["total"].get<double>()));
    REQUIRE(energy["contacts"].size() > 10);
    double last = 1e300;
    for (const Json& contact : energy["contacts"]) {
        const double size = std::fabs(contact["total"].get<double>());
        CHECK(size <= last);
        last = size;
    }
    for (const char* part :
         {"Contacts whose impulses added most energy", "removed most energy", "with less"}) {
        CAPTURE(part);
        CHECK(run.text("energy").find(part) != std::string::npos);
    }
}

TEST_CASE("without_a_last_step_the_step_and_its_energy_are_errors_and_the_rest_is_told")
{
    const World world = boxes({0.9f, 0.0f});
    const auto error = [&](const char* what) {
        std::vector<ExplainSubject> subjects(1);
        REQUIRE(parseSubject(what, subjects[0]).empty());
        return explain({.world = world}, subjects).error;
    };
    CHECK(error("step").starts_with("step: the world was not stepped"));
    CHECK(error("energy").starts_with("energy: the world was not stepped"));
    for (const char* what : {"contact:1,2", "body:1", "island:1"}) CHECK(error(what).empty());
}

TEST_CASE("names_cannot_control_a_terminal")
{
    World world = boxes({0.9f, 0.0f});
    BodyDef def = world.bodyDef(world.bodyAt(1));
    def.name = "\x1b[31mred\nline";
    REQUIRE(world.setBodyDef(world.bodyAt(1), def));
    const Stepped run(std::move(world), 2);
    const ExplainReport report = run.report({"contact:1,2", "body:1", "step", "island:1", "energy"});
    CHECK(report.text.find('\x1b') == std::string::npos);
    CHECK(report.text.find("\\u001b[31mred\\u000aline") != std::string::npos);
    CHECK(Json::parse(report.json)["explanations"][1]["body"]["name"] == def.name);
}

TEST_CASE("explanations_leave_the_world_as_it_is_and_do_not_depend_on_the_number_of_threads")
{
    std::optional<std::string> first;
    for (const int threads : {1, 2, 8}) {
        ThreadPool pool(threads);
        const Stepped run(scene("mixed_rain"), 120, &pool);
        const uint64_t hash = run.world.hash();
        const ExplainReport report = run.report({"contact:0,1", "body:5", "step", "island:1", "energy"});
        CHECK(run.world.hash() == hash);
        if (!first) first = report.text + report.json;
        CHECK((*first == report.text + report.json));
    }
}
