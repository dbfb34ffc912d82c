#pragma once

#include "app/live/live_buffer.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace satbox::app {

// Listens on a port of this machine for a program that sends its world (docs/live.md), one at a time, on a
// thread of its own. Only programs of this machine can connect: it listens on 127.0.0.1. It sends nothing
// but the answer that a web page needs. When something has arrived, waitForEvent() ends.
class LiveListener {
  public:
    // Throws PlatformError: the port is in use, or the system has no sockets.
    explicit LiveListener(uint16_t port);
    ~LiveListener();
    LiveListener(const LiveListener&) = delete;
    LiveListener& operator=(const LiveListener&) = delete;

    struct Status {
        uint64_t connection = 0; // counts those that have said hello; 0: none yet
        bool isConnected = false;
        std::string engine{};      // of the last connection
        std::string error{};       // why it ended; empty: it is there, or the program closed it
        double waitingSeconds = 0; // of steps that next() has not given yet
        uint64_t missingSteps = 0; // see LiveBuffer
    };
    Status status() const;
    // The next scene or step of this connection; nothing if none has arrived, or if another program has
    // connected since.
    std::optional<LiveFrame> next(uint64_t connection);
    uint16_t port() const { return port_; }

  private:
    struct Impl;
    uint16_t port_;
    std::unique_ptr<Impl> impl_;
};

} // namespace satbox::app
