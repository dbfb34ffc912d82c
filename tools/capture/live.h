/* Sends the world of a running program to a window of satbox (satbox --listen 7417), step by step. C99 and
 * C++11; needs the standard library and the system's sockets only (on Windows, link with ws2_32). Programs
 * include box2d_2.h, box2d_3.h or chipmunk.h, not this file. docs/live.md describes the bytes.
 *
 * The program never waits: nothing here blocks. Without a window, a call looks once a second whether there is
 * one. While the window is slower than the program, steps are left out, and the next one says how many. Only
 * windows of the same machine can be reached. */
#ifndef SATBOX_CAPTURE_LIVE_H
#define SATBOX_CAPTURE_LIVE_H

#include "scene_text.h"

#include <time.h>

/* A window that refuses what is sent is tried again after these seconds. */
#define SATBOX_LIVE_REFUSED 10

#ifdef _WIN32
#ifndef NOMINMAX
#define NOMINMAX
#endif
#include <winsock2.h>
typedef SOCKET SatboxSocket;
#define SATBOX_NO_SOCKET INVALID_SOCKET
#else
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>
typedef int SatboxSocket;
#define SATBOX_NO_SOCKET (-1)
#endif

enum { SATBOX_LIVE_PORT = 7417 };

typedef struct SatboxLive {
    SatboxSocket socket;
    int isOpen, isConnected, isPrepared;
    time_t nextTry, opened, lastStep;
    const void* world; /* that is sent */

    unsigned char* pending; /* bytes to send */
    size_t size, capacity, sent;

    SatboxSurvey survey; /* of this step */
    SatboxMotion* known; /* the bodies as the window knows them, in the order of the last scene */
    int knownCount, knownCapacity;
    uint64_t fingerprint; /* of the last scene */
    int hasScene;
    double sceneCost; /* s that the last scene took */
    double sceneTime; /* when it was sent, by satbox_live_now() */
    uint32_t skipped; /* steps since the last one that was sent */
} SatboxLive;

/* A clock, s; on Windows in steps of 10 to 16 ms. */
static inline double satbox_live_now(void)
{
#ifdef _WIN32
    return (double)GetTickCount64() * 1e-3;
#else
    struct timeval now;
    gettimeofday(&now, NULL);
    return (double)now.tv_sec + 1e-6 * (double)now.tv_usec;
#endif
}

static inline void satbox_live_close(SatboxLive* live)
{
    const time_t now = time(NULL);
    live->nextTry = now + (live->isConnected && now - live->opened < 3 ? SATBOX_LIVE_REFUSED : 1);
    if (live->isOpen) {
#ifdef _WIN32
        closesocket(live->socket);
#else
        close(live->socket);
#endif
    }
    live->isOpen = live->isConnected = live->hasScene = 0;
    live->size = live->sent = 0;
    live->skipped = 0;
    live->world = NULL;
}

static inline int satbox_live_would_wait(void)
{
#ifdef _WIN32
    const int error = WSAGetLastError();
    return error == WSAEWOULDBLOCK || error == WSAEINPROGRESS;
#else
    return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINPROGRESS || errno == EINTR;
#endif
}

/* Begins to connect, without waiting for it. */
static inline void satbox_live_open(SatboxLive* live, int port)
{
    struct sockaddr_in address;
    memset(&address, 0, sizeof address);
    address.sin_family = AF_INET;
    address.sin_port = htons((uint16_t)port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
#ifdef _WIN32
    WSADATA data;
    u_long isNonBlocking = 1;
    if (!live->isPrepared && WSAStartup(MAKEWORD(2, 2), &data) != 0) return;
    live->isPrepared = 1;
    live->socket = socket(AF_INET, SOCK_STREAM, 0);
    if (live->socket == SATBOX_NO_SOCKET) return;
    live->isOpen = 1;
    if (ioctlsocket(live->socket, FIONBIO, &isNonBlocking) != 0) {
        satbox_live_close(live);
        return;
    }
#else
    live->socket = socket(AF_INET, SOCK_STREAM, 0);
    if (live->socket == SATBOX_NO_SOCKET) return;
    live->isOpen = 1;
    if (fcntl(live->socket, F_SETFL, O_NONBLOCK) != 0 || fcntl(live->socket, F_SETFD, FD_CLOEXEC) != 0) {
        satbox_live_close(live);
        return;
    }
#ifdef SO_NOSIGPIPE
    const int on = 1;
    setsockopt(live->socket, SOL_SOCKET, SO_NOSIGPIPE, &on, sizeof on);
#endif
#endif
    if (connect(live->socket, (const struct sockaddr*)&address, sizeof address) == 0)
        live->isConnected = 1;
    else if (!satbox_live_would_wait())
        satbox_live_close(live);
}

/* Whether a connection that was begun is there; closes it if nothing listens. */
static inline void satbox_live_finish_opening(SatboxLive* live)
{
    int error = 0;
#ifdef _WIN32
    WSAPOLLFD wait = {live->socket, POLLOUT, 0};
    int length = sizeof error;
    if (WSAPoll(&wait, 1, 0) <= 0) return;
#else
    struct pollfd wait = {live->socket, POLLOUT, 0};
    socklen_t length = sizeof error;
    if (poll(&wait, 1, 0) <= 0) return;
#endif
    if (getsockopt(live->socket, SOL_SOCKET, SO_ERROR, (char*)&error, &length) != 0 || error != 0)
        satbox_live_close(live);
    else
        live->isConnected = 1;
}

/* Sends what the system takes now. */
static inline void satbox_live_flush(SatboxLive* live)
{
#ifdef MSG_NOSIGNAL
    const int flags = MSG_NOSIGNAL; /* no signal if the window was closed */
#else
    const int flags = 0;
#endif
    while (live->sent < live->size) {
        const size_t left = live->size - live->sent;
        const long count = (long)send(live->socket, (const char*)live->pending + live->sent,
                                      left < 1u << 20 ? left : 1u << 20, flags);
        if (count > 0) {
            live->sent += (size_t)count;
        } else {
            if (count == 0 || !satbox_live_would_wait()) satbox_live_close(live);
            return;
        }
    }
    live->size = live->sent = 0;
}

static inline void satbox_live_add(SatboxLive* live, const void* data, size_t length)
{
    if (!live->isOpen) return;
    if (live->size + length > live->capacity) {
        const size_t capacity = 2 * (live->size + length);
        unsigned char* larger = (unsigned char*)realloc(live->pending, capacity);
        if (!larger) {
            satbox_live_close(live);
            return;
        }
        live->pending = larger;
        live->capacity = capacity;
    }
    memcpy(live->pending + live->size, data, length);
    live->size += length;
}

static inline void satbox_live_u64(SatboxLive* live, uint64_t value, int bytes)
{
    unsigned char little[8];
    for (int i = 0; i < bytes; ++i) little[i] = (unsigned char)(value >> (8 * i));
    satbox_live_add(live, little, (size_t)bytes);
}
static inline void satbox_live_f32(SatboxLive* live, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    satbox_live_u64(live, bits, 4);
}
static inline void satbox_live_f64(SatboxLive* live, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    satbox_live_u64(live, bits, 8);
}
static inline void satbox_live_begin_frame(SatboxLive* live, const char* name, size_t length)
{
    satbox_live_add(live, name, 4);
    satbox_live_u64(live, length, 4);
}

/* True if a step of this world can be sent now: survey the world next. `port`: 0 for the usual one. */
static inline int satbox_live_begin(SatboxLive* live, const void* world, const char* engine, int port)
{
    if (!live->isOpen) {
        if (time(NULL) < live->nextTry) return 0;
        live->nextTry = time(NULL) + 1;
        satbox_live_open(live, port > 0 ? port : SATBOX_LIVE_PORT);
        if (!live->isOpen) return 0;
        live->opened = time(NULL);
        live->world = world;
        satbox_live_begin_frame(live, "SBL1", strlen(engine));
        satbox_live_add(live, engine, strlen(engine));
    }
    if (live->world != world) {
        /* Another one takes over when this one is no longer stepped, such as at the end of a level. */
        if (time(NULL) - live->lastStep < 2) return 0;
        live->world = world;
        live->hasScene = 0;
        live->skipped = 0;
    }
    live->lastStep = time(NULL);
    if (!live->isConnected) satbox_live_finish_opening(live);
    if (live->isConnected) satbox_live_flush(live);
    if (live->isConnected && live->size == 0) return 1;
    if (live->hasScene) ++live->skipped;
    return 0;
}

static inline int satbox_live_has_same_bodies(const SatboxLive* live)
{
    if (live->knownCount != live->survey.count) return 0;
    for (int i = 0; i < live->knownCount; ++i)
        if (live->known[i].key != live->survey.bodies[i].key) return 0;
    return 1;
}

/* True if the scene is to be captured and given to satbox_live_scene(): something other than motion has
 * changed. Scenes that take long come seldom, so that they take less than a tenth of the time. */
static inline int satbox_live_wants_scene(const SatboxLive* live)
{
    const double since = satbox_live_now() - live->sceneTime;
    const int mayCome = since < 0.0 || since >= 10.0 * live->sceneCost; /* below 0: the clock was set back */
    return !live->hasScene || (live->survey.fingerprint != live->fingerprint && mayCome);
}

/* `text`: of the scene, or null if memory ran out; `seconds`: that it took. */
static inline void satbox_live_scene(SatboxLive* live, const char* text, double seconds)
{
    const int count = live->survey.count;
    const size_t keys = 8 * (size_t)count;
    if (live->knownCapacity < live->survey.capacity) {
        SatboxMotion* larger =
            (SatboxMotion*)realloc(live->known, (size_t)live->survey.capacity * sizeof(SatboxMotion));
        if (!larger) text = NULL;
        if (larger) live->known = larger;
        if (larger) live->knownCapacity = live->survey.capacity;
    }
    if (!text) {
        satbox_live_close(live);
        return;
    }
    satbox_live_begin_frame(live, "scen", 4 + keys + strlen(text));
    satbox_live_u64(live, (uint64_t)count, 4);
    for (int i = 0; i < count; ++i) {
        satbox_live_u64(live, live->survey.bodies[i].key, 8);
        live->known[i] = live->survey.bodies[i];
        live->known[i].x = NAN; /* so that the step after it has all that move */
    }
    satbox_live_add(live, text, strlen(text));
    live->knownCount = count;
    live->fingerprint = live->survey.fingerprint;
    live->hasScene = 1;
    live->sceneCost = seconds;
    live->sceneTime = satbox_live_now();
}

static inline int satbox_live_has_moved(const SatboxMotion* before, const SatboxMotion* now)
{
    return now->moves && !(before->x == now->x && before->y == now->y && before->cosine == now->cosine &&
                           before->sine == now->sine && before->vx == now->vx && before->vy == now->vy &&
                           before->spin == now->spin);
}

/* Sends the step that the survey saw. `dt`: its length, s. */
static inline void satbox_live_step(SatboxLive* live, double dt)
{
    uint64_t moved = 0;
    if (!live->isOpen || !live->hasScene) return;
    if (!(dt >= 1e-6)) return; /* the window refuses shorter steps */
    if (!satbox_live_has_same_bodies(live)) {
        ++live->skipped; /* a scene may not be sent yet */
        return;
    }
    for (int i = 0; i < live->knownCount; ++i)
        moved += (uint64_t)satbox_live_has_moved(&live->known[i], &live->survey.bodies[i]);
    satbox_live_begin_frame(live, "step", 12 + 40 * (size_t)moved);
    satbox_live_f32(live, (float)(dt < 1.0 ? dt : 1.0));
    satbox_live_u64(live, live->skipped, 4);
    satbox_live_u64(live, moved, 4);
    live->skipped = 0;
    for (int i = 0; i < live->knownCount; ++i) {
        const SatboxMotion* body = &live->survey.bodies[i];
        if (!satbox_live_has_moved(&live->known[i], body)) continue;
        satbox_live_u64(live, (uint64_t)i, 4);
        satbox_live_f64(live, body->x);
        satbox_live_f64(live, body->y);
        satbox_live_f32(live, body->cosine);
        satbox_live_f32(live, body->sine);
        satbox_live_f32(live, body->vx);
        satbox_live_f32(live, body->vy);
        satbox_live_f32(live, body->spin);
        live->known[i] = *body;
    }
    satbox_live_flush(live);
}

/* Captures with CAPTURE, an expression that gives the text of the scene, if that is wanted, and sends the
 * step of `dt` s. */
#define SATBOX_LIVE_SEND(live, capture, dt)                                                                  \
    do {                                                                                                     \
        if (satbox_live_wants_scene(live)) {                                                                 \
            const double satbox_begun = satbox_live_now();                                                   \
            char* satbox_scene = (capture);                                                                  \
            satbox_live_scene(live, satbox_scene, satbox_live_now() - satbox_begun);                         \
            free(satbox_scene);                                                                              \
        }                                                                                                    \
        satbox_live_step(live, dt);                                                                          \
    } while (0)

#endif
