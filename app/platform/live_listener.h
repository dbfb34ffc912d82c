#pragma once

#include "app/live/live_buffer.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace satbox::app {

// Listens on a port of this machine for a program that sends its world (docs/live.md), on a thread of its
// own. The first program is taken, and others are refused until it ends or is silent. Only programs of this
// machine can connect: it listens on 127.0.0.1. It sends nothing but the answers that HTTP needs. When
// something has arrived, waitForEvent() ends.
class LiveListener {
  public:
    // Throws PlatformError: the port is in use, or the system has no sockets.
    explicit LiveListener(uint16_t port);
    ~LiveListener();
    LiveListener(const LiveListener&) = delete;
    LiveListener& operator=(const LiveListener&) = delete;

    struct Status {
        uint64_t connection = 0; // counts the programs that were taken; 0: none yet
        bool isConnected = false;
        std::string engine{};      // of the last program that was taken
        std::string otherEngine{}; // of one that was refused, because this one is connected; empty: none
        uint64_t errors = 0;       // programs that were disconnected for what they sent
        std::string error{};       // the last one's
        bool isWaiting = false;    // next() has something
        double waitingSeconds = 0; // of steps that next() has not given yet
        uint64_t missingSteps = 0; // see LiveBuffer
    };
    Status status() const;
    // The next scene or step of this connection; nothing if none has arrived, or if another program has
    // connected since.
    std::optional<LiveFrame> next(uint64_t connection);
    // Disconnects the program of this connection, if it is still there: what it sent cannot be shown. Status
    // counts no error, since the caller knows it.
    void refuse(uint64_t connection);
    uint16_t port() const { return port_; }

  private:
    struct Impl;
    uint16_t port_;
    std::unique_ptr<Impl> impl_;
};

} // namespace satbox::app
