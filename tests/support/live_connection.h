#pragma once

#include "tests/support/live_bytes.h"

#include <doctest/doctest.h>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <string>
#include <thread>

namespace satbox::test {

/// A program that has connected to a listener of this machine.
class LiveConnection {
  public:
    explicit LiveConnection(uint16_t port) : socket_(::socket(AF_INET, SOCK_STREAM, 0))
    {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(port);
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        REQUIRE(connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0);
    }
    ~LiveConnection() { close(socket_); }
    LiveConnection(const LiveConnection&) = delete;
    LiveConnection& operator=(const LiveConnection&) = delete;

    void send(const LiveBytes& bytes)
    {
        REQUIRE(::send(socket_, bytes.bytes.data(), bytes.bytes.size(), MSG_NOSIGNAL) ==
                static_cast<ssize_t>(bytes.bytes.size()));
    }
    std::string receive()
    {
        std::string text(1000, ' ');
        const ssize_t count = recv(socket_, text.data(), text.size(), 0);
        text.resize(count > 0 ? static_cast<size_t>(count) : 0);
        return text;
    }

  private:
    int socket_;
};

/// Waits for what another thread does, at most 20 s.
template<class Condition>
bool waitFor(Condition&& condition)
{
    for (int i = 0; i < 4000; ++i) {
        if (condition()) return true;
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return false;
}

} // namespace satbox::test
