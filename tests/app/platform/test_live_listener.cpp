// Real connections to a listener on a port that the system chooses.
#include "app/platform/live_listener.h"

#include "app/platform/window.h"
#include "tests/support/live_bytes.h"
#include "tests/support/live_connection.h"

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <vector>

using namespace satbox;
using namespace satbox::app;
using satbox::test::discsOnFloor;
using satbox::test::LiveBytes;
using satbox::test::LiveConnection;
using satbox::test::waitFor;

namespace {

LiveBytes world() { return LiveBytes().hello("Engine").scene(discsOnFloor({0.0f}), {1, 2}); }

LiveBytes request(const LiveBytes& body)
{
    LiveBytes bytes;
    bytes.text("POST /live?session=s HTTP/1.1\r\nContent-Length: " + std::to_string(body.bytes.size()) +
               "\r\n\r\n");
    bytes.bytes.insert(bytes.bytes.end(), body.bytes.begin(), body.bytes.end());
    return bytes;
}

} // namespace

TEST_CASE("a_listener_gives_the_frames_of_a_program_in_order_and_tells_when_it_ends")
{
    LiveListener listener(0);
    CHECK(listener.port() != 0);
    CHECK(listener.status().connection == 0);
    CHECK_FALSE(listener.next(0));
    {
        LiveConnection program(listener.port());
        program.send(world().step({{.index = 1, .x = 0.5}}, 0.25f));
        REQUIRE(waitFor([&] { return listener.status().waitingSeconds > 0.0; }));
        const LiveListener::Status status = listener.status();
        CHECK(status.connection == 1);
        CHECK(status.isConnected);
        CHECK(status.engine == "Engine");
        CHECK(status.waitingSeconds == 0.25);
        CHECK_FALSE(listener.next(2)); // not of this connection
        CHECK(std::holds_alternative<LiveScene>(listener.next(1).value()));
        CHECK(std::holds_alternative<LiveStep>(listener.next(1).value()));
        CHECK_FALSE(listener.next(1));
    }
    REQUIRE(waitFor([&] { return !listener.status().isConnected; }));
    CHECK(listener.status().error == "");
}

TEST_CASE("a_program_that_sends_nonsense_is_disconnected_with_the_reason")
{
    LiveListener listener(0);
    LiveConnection program(listener.port());
    program.send(world().step({{.index = 5}}));
    REQUIRE(waitFor([&] { return !listener.status().error.empty(); }));
    CHECK(listener.status().error == "frame 3, a step: body 5: the scene has 2 bodies");
    CHECK_FALSE(listener.status().isConnected);
    CHECK(program.receive().empty());                                   // closed
    CHECK(std::holds_alternative<LiveScene>(listener.next(1).value())); // what came before it
}

TEST_CASE("a_program_that_the_window_refuses_is_disconnected_and_another_one_may_come_at_once")
{
    LiveListener listener(0);
    LiveConnection program(listener.port());
    program.send(world());
    REQUIRE(waitFor([&] { return listener.status().isWaiting; }));
    listener.refuse(2); // there is none
    program.send(LiveBytes().step({{.index = 1}}, 0.25f));
    REQUIRE(waitFor([&] { return listener.status().waitingSeconds > 0.0; }));
    CHECK(listener.status().isConnected);
    listener.refuse(1);
    REQUIRE(waitFor([&] { return !listener.status().isConnected; }));
    CHECK(listener.status().errors == 0);
    CHECK(program.receive().empty()); // closed
    LiveConnection next(listener.port());
    next.send(world());
    REQUIRE(waitFor([&] { return listener.status().connection == 2; }));
    CHECK(listener.status().isConnected);
}

TEST_CASE("while_a_program_sends_another_one_is_refused_and_may_come_after_it")
{
    LiveListener listener(0);
    auto first = std::make_unique<LiveConnection>(listener.port());
    first->send(world());
    REQUIRE(waitFor([&] { return listener.status().connection == 1; }));
    {
        LiveConnection second(listener.port());
        second.send(LiveBytes().hello("Other").scene(discsOnFloor({}), {1}));
        CHECK(second.receive().empty()); // closed
        REQUIRE(waitFor([&] { return listener.status().otherEngine == "Other"; }));
    }
    CHECK(listener.status().connection == 1);
    CHECK(listener.status().isConnected);
    first.reset();
    REQUIRE(waitFor([&] { return !listener.status().isConnected; }));
    CHECK(listener.status().otherEngine.empty());
    CHECK(listener.status().isWaiting); // the scene
    LiveConnection second(listener.port());
    second.send(LiveBytes().hello("Other").scene(discsOnFloor({}), {1}));
    REQUIRE(waitFor([&] { return listener.status().connection == 2; }));
    CHECK(listener.status().engine == "Other");
    CHECK_FALSE(listener.next(1));
    REQUIRE(waitFor([&] { return listener.next(2).has_value(); }));
}

TEST_CASE("a_program_may_send_requests_over_several_connections_one_after_the_other")
{
    LiveListener listener(0);
    {
        LiveConnection first(listener.port());
        first.send(request(world()));
        CHECK(first.receive().starts_with("HTTP/1.1 204 "));
    }
    {
        LiveConnection second(listener.port());
        second.send(request(LiveBytes().step({{.index = 1, .x = 2.0}})));
        CHECK(second.receive().starts_with("HTTP/1.1 204 "));
        REQUIRE(waitFor([&] { return listener.status().waitingSeconds > 0.0; }));
    }
    CHECK(listener.status().connection == 1);
    CHECK(listener.status().isConnected);
}

TEST_CASE("requests_of_an_unknown_session_are_answered_so_that_the_program_says_hello_again")
{
    LiveListener listener(0);
    LiveConnection program(listener.port());
    program.send(request(LiveBytes().step({})));
    CHECK(program.receive().starts_with("HTTP/1.1 409 "));
    REQUIRE(waitFor([&] { return listener.status().errors == 1; }));
    CHECK(listener.status().error == "frame 1, a step: SBL1 comes first, and only first");
    LiveConnection again(listener.port());
    again.send(request(world()));
    CHECK(again.receive().starts_with("HTTP/1.1 204 "));
    CHECK(listener.status().errors == 1);
    CHECK(listener.status().isConnected);
    // Another program waits; and so does one that sends nonsense.
    LiveConnection other(listener.port());
    other.send(LiveBytes()
                   .text("POST /live?session=t HTTP/1.1\r\nOrigin: http://localhost:8000\r\nContent-Length: "
                         "15\r\n\r\n")
                   .hello("Another"));
    const std::string answer = other.receive();
    CHECK(answer.starts_with("HTTP/1.1 423 "));
    CHECK(answer.find("Access-Control-Allow-Origin: http://localhost:8000\r\n") != std::string::npos);
    again.send(request(LiveBytes().text("nonsense")));
    CHECK(again.receive().starts_with("HTTP/1.1 400 "));
}

TEST_CASE("connections_that_send_nothing_shut_nobody_out")
{
    LiveListener listener(0);
    std::vector<std::unique_ptr<LiveConnection>> silent;
    for (int i = 0; i < 40; ++i) silent.push_back(std::make_unique<LiveConnection>(listener.port()));
    LiveConnection program(listener.port());
    program.send(world());
    REQUIRE(waitFor([&] { return listener.status().connection == 1; }));
}

TEST_CASE("a_port_that_is_in_use_is_refused_with_a_sentence")
{
    LiveListener listener(0);
    std::string message;
    try {
        LiveListener other(listener.port());
    } catch (const PlatformError& error) {
        message = error.what();
    }
    CHECK(message.find("satbox cannot listen on port " + std::to_string(listener.port())) == 0);
    CHECK(message.find("choose another port") != std::string::npos);
}
