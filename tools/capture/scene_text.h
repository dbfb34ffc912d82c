/* What the capture headers for C and C++ share: the text of a satbox scene while it is written, numbers and
 * strings as JSON, and the notes of the scene. C99 and C++11; needs the standard library only. Programs
 * include box2d_2.h, box2d_3.h or chipmunk.h, not this file. docs/scene-format.md describes the format. */
#ifndef SATBOX_CAPTURE_SCENE_TEXT_H
#define SATBOX_CAPTURE_SCENE_TEXT_H

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Limits of scene files, in SI units. */
#define SATBOX_MAX_POSITION 2e6
#define SATBOX_MAX_COORDINATE 1e5
#define SATBOX_MAX_VELOCITY 1e4
#define SATBOX_MAX_FORCE 1e12
#define SATBOX_MAX_FREQUENCY 1000.0
#define SATBOX_MAX_DAMPING_RATIO 100.0
#define SATBOX_MIN_SIZE 1e-4
#define SATBOX_PI 3.14159265358979323846

enum { SATBOX_MAX_NOTES = 150, SATBOX_NOTE_BYTES = 240 };

/* A sentence, with the number of its occurrences and the first of them. */
typedef struct SatboxNote {
    char text[SATBOX_NOTE_BYTES];
    char first[64];
    int count;
} SatboxNote;

/* The motion of a body, as live.h sends it after each step. */
typedef struct SatboxMotion {
    uint64_t key;       /* the same in all steps; no other body has it */
    double x, y;        /* m, of the body's frame */
    float cosine, sine; /* of its angle */
    float vx, vy, spin; /* m/s, of the centre of mass; rad/s */
    int moves;          /* not a static body */
} SatboxMotion;

/* A pass over a world that writes no text, but takes what changes in each step, and a fingerprint of all the
 * rest of the scene: while it stays the same, only motions need to be sent. */
typedef struct SatboxSurvey {
    uint64_t fingerprint;
    SatboxMotion* bodies; /* in the order of the scene */
    int count, capacity;
} SatboxSurvey;

typedef struct SatboxCapture {
    SatboxSurvey* survey; /* null: a scene is written */
    char* text;           /* ends with 0; null if memory ran out */
    size_t size, capacity;
    SatboxNote notes[SATBOX_MAX_NOTES];
    int noteCount;
    int isFull;      /* memory ran out: nothing more is written */
    int isTransient; /* what comes now differs from step to step: a survey leaves it out */
    char where[64];  /* "body 3": named by the notes */
} SatboxCapture;

/* Adds bytes to the fingerprint of a survey, by FNV-1a. */
static inline void satbox_mix(SatboxCapture* c, const void* data, size_t length)
{
    const unsigned char* bytes = (const unsigned char*)data;
    uint64_t fingerprint = c->survey->fingerprint;
    if (c->isTransient) return;
    for (size_t i = 0; i < length; ++i) fingerprint = (fingerprint ^ bytes[i]) * 1099511628211u;
    c->survey->fingerprint = fingerprint;
}

static inline void satbox_append(SatboxCapture* c, const char* text, size_t length)
{
    if (c->isFull) return;
    if (c->survey) {
        satbox_mix(c, text, length);
        return;
    }
    if (c->size + length + 1 > c->capacity) {
        const size_t capacity = 2 * (c->size + length) + 4096;
        char* larger = (char*)realloc(c->text, capacity);
        if (!larger) {
            free(c->text);
            c->text = NULL;
            c->isFull = 1;
            return;
        }
        c->text = larger;
        c->capacity = capacity;
    }
    memcpy(c->text + c->size, text, length);
    c->size += length;
    c->text[c->size] = 0;
}

/* A comma, unless this is the first member or element. */
static inline void satbox_separate(SatboxCapture* c)
{
    if (c->survey) return;
    const char last = c->size > 0 && !c->isFull ? c->text[c->size - 1] : '{';
    if (last != '{' && last != '[' && last != ' ' && last != '\n') satbox_append(c, ", ", 2);
}

static inline void satbox_open(SatboxCapture* c, char bracket)
{
    satbox_separate(c);
    satbox_append(c, &bracket, 1);
}
static inline void satbox_close(SatboxCapture* c, char bracket) { satbox_append(c, &bracket, 1); }

/* Opens an element of a list of bodies or joints, which have a line each. */
static inline void satbox_open_line(SatboxCapture* c, int isFirst)
{
    satbox_append(c, isFirst ? "\n    {" : ",\n    {", isFirst ? 6 : 7);
}

static inline void satbox_key(SatboxCapture* c, const char* key)
{
    satbox_separate(c);
    satbox_append(c, "\"", 1);
    satbox_append(c, key, strlen(key));
    satbox_append(c, "\": ", 3);
}

/* Names what is captured now, for the notes: "body 3". */
static inline void satbox_at(SatboxCapture* c, const char* what, long long number)
{
    if (number >= 0)
        snprintf(c->where, sizeof c->where, "%s %lld", what, number);
    else
        snprintf(c->where, sizeof c->where, "%s", what);
}

/* Adds a note, or counts it if there is one with this text: "not carried over: mouse joint, target: 3 times,
 * first body 4". */
static inline void satbox_note(SatboxCapture* c, const char* format, ...)
{
    char text[SATBOX_NOTE_BYTES];
    va_list values;
    if (c->survey) return;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    for (int i = 0; i < c->noteCount; ++i) {
        if (strcmp(c->notes[i].text, text) != 0) continue;
        ++c->notes[i].count;
        return;
    }
    if (c->noteCount == SATBOX_MAX_NOTES) return;
    SatboxNote* note = &c->notes[c->noteCount++];
    memcpy(note->text, text, sizeof text);
    memcpy(note->first, c->where, sizeof note->first);
    note->count = 1;
}

/* The shortest decimals that read back to the same float, or to the same double. A locale may have another
 * decimal point. */
static inline void satbox_append_number(SatboxCapture* c, double value, int isDouble)
{
    char digits[40], json[40];
    size_t length = 0;
    if (c->survey) {
        satbox_mix(c, &value, sizeof value);
        return;
    }
    if (!isfinite(value)) {
        satbox_note(c, "not carried over: a number that is not finite; 0 instead");
        value = 0.0;
    }
    if (value == 0.0) value = 0.0; /* not -0 */
    for (int precision = 6; precision <= 17; ++precision) {
        snprintf(digits, sizeof digits, "%.*g", precision, value);
        const double again = strtod(digits, NULL);
        if (again == value || (!isDouble && (float)again == (float)value)) break;
    }
    for (const char* d = digits; *d; ++d) {
        if ((*d >= '0' && *d <= '9') || *d == '-' || *d == '+' || *d == 'e')
            json[length++] = *d;
        else if (length > 0 && json[length - 1] != '.')
            json[length++] = '.';
    }
    satbox_append(c, json, length);
}

static inline void satbox_append_string(SatboxCapture* c, const char* text, size_t maxBytes)
{
    satbox_append(c, "\"", 1);
    const unsigned char* s = (const unsigned char*)text;
    if (c->survey) {
        satbox_mix(c, text, strlen(text));
        return;
    }
    for (size_t i = 0; i < maxBytes && s[i];) {
        /* Length of a UTF-8 sequence; what is not UTF-8 becomes a question mark. */
        size_t length = s[i] < 0x80                   ? 1
                        : s[i] >= 0xC2 && s[i] < 0xE0 ? 2
                        : s[i] >= 0xE0 && s[i] < 0xF0 ? 3
                                                      : 0;
        if (s[i] >= 0xF0 && s[i] < 0xF5) length = 4;
        for (size_t k = 1; k < length; ++k)
            if ((s[i + k] & 0xC0) != 0x80) {
                length = 0;
                break;
            }
        const int isOverlong = length == 3 && s[i] == 0xE0 && s[i + 1] < 0xA0;
        const int isSurrogate = length == 3 && s[i] == 0xED && s[i + 1] >= 0xA0;
        const int isOutside =
            length == 4 && ((s[i] == 0xF0 && s[i + 1] < 0x90) || (s[i] == 0xF4 && s[i + 1] >= 0x90));
        if (length == 0 || isOverlong || isSurrogate || isOutside) {
            satbox_append(c, "?", 1);
            ++i;
            continue;
        }
        if (i + length > maxBytes) break;
        if (s[i] == '"' || s[i] == '\\') satbox_append(c, "\\", 1);
        if (s[i] < 0x20)
            satbox_append(c, " ", 1);
        else
            satbox_append(c, text + i, length);
        i += length;
    }
    satbox_append(c, "\"", 1);
}

static inline void satbox_string(SatboxCapture* c, const char* key, const char* text)
{
    satbox_key(c, key);
    satbox_append_string(c, text, 200);
}

static inline void satbox_bool(SatboxCapture* c, const char* key, int value)
{
    satbox_key(c, key);
    satbox_append(c, value ? "true" : "false", value ? 4 : 5);
}

static inline void satbox_integer(SatboxCapture* c, const char* key, long long value)
{
    char digits[32];
    satbox_key(c, key);
    if (c->survey) {
        satbox_mix(c, &value, sizeof value);
        return;
    }
    const int length = snprintf(digits, sizeof digits, "%lld", value);
    satbox_append(c, digits, (size_t)length);
}

static inline void satbox_unsigned(SatboxCapture* c, const char* key, unsigned long long value)
{
    char digits[32];
    satbox_key(c, key);
    if (c->survey) {
        satbox_mix(c, &value, sizeof value);
        return;
    }
    const int length = snprintf(digits, sizeof digits, "%llu", value);
    satbox_append(c, digits, (size_t)length);
}

/* The value within the range of the scene format; a note if it was outside. */
static inline double satbox_clamped(SatboxCapture* c, const char* what, double value, double lower,
                                    double upper)
{
    if (value >= lower && value <= upper) return value;
    satbox_note(c, "changed: %s %g is outside %g to %g", what, value, lower, upper);
    if (isnan(value)) value = 0.0;
    return fmin(fmax(value, lower), upper);
}

static inline void satbox_number(SatboxCapture* c, const char* key, double value, double lower, double upper)
{
    const double inside = satbox_clamped(c, key, value, lower, upper);
    satbox_key(c, key);
    satbox_append_number(c, inside, 0);
}

/* Forces without a limit are the greatest of the format. */
static inline void satbox_force(SatboxCapture* c, const char* key, double value)
{
    satbox_number(c, key, value < SATBOX_MAX_FORCE ? value : SATBOX_MAX_FORCE, 0.0, SATBOX_MAX_FORCE);
}

static inline void satbox_append_vector(SatboxCapture* c, const char* what, double x, double y, double limit)
{
    satbox_open(c, '[');
    satbox_append_number(c, satbox_clamped(c, what, x, -limit, limit), 0);
    satbox_append(c, ", ", 2);
    satbox_append_number(c, satbox_clamped(c, what, y, -limit, limit), 0);
    satbox_close(c, ']');
}

static inline void satbox_vector(SatboxCapture* c, const char* key, double x, double y, double limit)
{
    satbox_key(c, key);
    satbox_append_vector(c, key, x, y, limit);
}

/* Begins a body. `key`: as SatboxMotion's. */
static inline void satbox_open_body(SatboxCapture* c, int index, uint64_t key)
{
    SatboxSurvey* survey = c->survey;
    satbox_at(c, "body", index);
    satbox_open_line(c, index == 0);
    if (!survey) return;
    if (survey->count == survey->capacity) {
        const int capacity = 2 * survey->capacity + 64;
        SatboxMotion* larger =
            (SatboxMotion*)realloc(survey->bodies, (size_t)capacity * sizeof(SatboxMotion));
        if (!larger) {
            c->isFull = 1;
            return;
        }
        survey->bodies = larger;
        survey->capacity = capacity;
    }
    memset(&survey->bodies[survey->count], 0, sizeof(SatboxMotion));
    survey->bodies[survey->count++].key = key;
    satbox_mix(c, &key, sizeof key);
}

/* The body that is surveyed; null if a scene is written, or if memory ran out. */
static inline SatboxMotion* satbox_surveyed(SatboxCapture* c)
{
    return c->survey && !c->isFull && c->survey->count > 0 ? &c->survey->bodies[c->survey->count - 1] : NULL;
}

/* Rotation as cosine and sine, which need not be of unit length to the last bit. */
static inline void satbox_pose(SatboxCapture* c, double x, double y, double cosine, double sine)
{
    const double length = sqrt(cosine * cosine + sine * sine);
    x = satbox_clamped(c, "position", x, -SATBOX_MAX_POSITION, SATBOX_MAX_POSITION);
    y = satbox_clamped(c, "position", y, -SATBOX_MAX_POSITION, SATBOX_MAX_POSITION);
    cosine = length > 0.0 ? cosine / length : 1.0;
    sine = length > 0.0 ? sine / length : 0.0;
    if (c->survey) {
        SatboxMotion* body = satbox_surveyed(c);
        if (!body) return;
        body->x = x;
        body->y = y;
        body->cosine = (float)cosine;
        body->sine = (float)sine;
        return;
    }
    satbox_key(c, "position");
    satbox_open(c, '[');
    satbox_append_number(c, x, 1);
    satbox_append(c, ", ", 2);
    satbox_append_number(c, y, 1);
    satbox_close(c, ']');
    satbox_key(c, "rotation");
    satbox_append_vector(c, "rotation", cosine, sine, 1.0);
}

/* Of a body that is not static: m/s of the centre of mass, and rad/s. */
static inline void satbox_velocity(SatboxCapture* c, double vx, double vy, double spin)
{
    const double limit = SATBOX_MAX_VELOCITY;
    SatboxMotion* body = satbox_surveyed(c);
    vx = satbox_clamped(c, "linearVelocity", vx, -limit, limit);
    vy = satbox_clamped(c, "linearVelocity", vy, -limit, limit);
    spin = satbox_clamped(c, "angularVelocity", spin, -limit, limit);
    if (body) {
        body->vx = (float)vx;
        body->vy = (float)vy;
        body->spin = (float)spin;
        body->moves = 1;
    }
    if (c->survey) return;
    satbox_vector(c, "linearVelocity", vx, vy, limit);
    satbox_number(c, "angularVelocity", spin, -limit, limit);
}

/* Of a body that sleeps. */
static inline void satbox_asleep(SatboxCapture* c)
{
    if (!c->survey) satbox_bool(c, "awake", 0);
}

/* A spring of the given stiffness, N/m or N m/rad, and damping, N s/m or N m s/rad, on an effective mass or
 * inertia: the same spring as frequency and damping ratio. */
static inline void satbox_spring(SatboxCapture* c, const char* frequencyKey, const char* ratioKey,
                                 double stiffness, double damping, double mass)
{
    if (c->survey) {
        /* The mass differs with the pose. */
        satbox_append_number(c, stiffness, 1);
        satbox_append_number(c, damping, 1);
        return;
    }
    const double omega = mass > 0.0 && stiffness > 0.0 ? sqrt(stiffness / mass) : 0.0;
    satbox_number(c, frequencyKey, omega / (2.0 * SATBOX_PI), 0.0, SATBOX_MAX_FREQUENCY);
    satbox_number(c, ratioKey, omega > 0.0 ? damping / (2.0 * mass * omega) : 1.0, 0.0,
                  SATBOX_MAX_DAMPING_RATIO);
}

/* True if no polygon of the format has these corners: it is thinner than 0.25 mm. */
static inline int satbox_is_thin(const double* x, const double* y, int count)
{
    double thinnest = 1e300;
    for (int i = 0; i < count; ++i) {
        const int next = (i + 1) % count;
        const double ex = x[next] - x[i], ey = y[next] - y[i], length = sqrt(ex * ex + ey * ey);
        double depth = 0.0;
        for (int k = 0; k < count && length > 0.0; ++k)
            depth = fmax(depth, fabs((ex * (y[k] - y[i]) - ey * (x[k] - x[i])) / length));
        if (length > 0.0 && depth < thinnest) thinnest = depth;
    }
    return !(thinnest >= 2.5 * SATBOX_MIN_SIZE && thinnest < 1e300);
}

static inline void satbox_points(SatboxCapture* c, const double* x, const double* y, int count)
{
    satbox_key(c, "vertices");
    satbox_open(c, '[');
    for (int i = 0; i < count; ++i) satbox_append_vector(c, "vertex", x[i], y[i], SATBOX_MAX_COORDINATE);
    satbox_close(c, ']');
}

/* The numbers of teeth, at most 1000 each, whose ratio b / a is nearest to a positive ratio. */
static inline void satbox_teeth(double ratio, int* a, int* b)
{
    double best = 1e300;
    *a = *b = 20;
    for (int n = 1; n <= 1000; ++n) {
        const double m = floor(ratio * n + 0.5), error = fabs(m / n - ratio);
        if (m < 1.0 || m > 1000.0 || error >= best * 0.999) continue;
        best = error;
        *a = n;
        *b = (int)m;
    }
    /* More teeth skip less easily. */
    while (*a < 20 && *b <= 500) {
        *a *= 2;
        *b *= 2;
    }
}

static inline void satbox_limit(SatboxCapture* c, double lower, double upper)
{
    const double limit = SATBOX_MAX_COORDINATE;
    satbox_key(c, "limit");
    satbox_open(c, '{');
    satbox_bool(c, "enabled", 1);
    satbox_number(c, "lower", lower > -limit ? lower : -limit, -limit, limit);
    satbox_number(c, "upper", upper < limit ? upper : limit, -limit, limit);
    satbox_close(c, '}');
}

/* Of an angle, rad. satbox counts full turns from the moment of the capture; `turns` has happened before. */
static inline void satbox_limit_after_turns(SatboxCapture* c, double lower, double upper, double turns)
{
    if (c->survey) turns = 0.0;
    satbox_limit(c, lower - turns, upper - turns);
}

static inline void satbox_motor(SatboxCapture* c, double speed, double maxForce)
{
    satbox_key(c, "motor");
    satbox_open(c, '{');
    satbox_bool(c, "enabled", 1);
    satbox_number(c, "speed", speed, -SATBOX_MAX_VELOCITY, SATBOX_MAX_VELOCITY);
    satbox_force(c, "maxForce", maxForce);
    satbox_close(c, '}');
}

/* Begins the scene and its settings, or a survey if there is one. Null if memory ran out. */
static inline SatboxCapture* satbox_begin(const char* title, const char* engine, double stepRate,
                                          SatboxSurvey* survey)
{
    SatboxCapture* c = (SatboxCapture*)calloc(1, sizeof(SatboxCapture));
    if (!c) return NULL;
    char text[SATBOX_NOTE_BYTES];
    c->survey = survey;
    if (survey) {
        survey->fingerprint = 14695981039346656037u;
        survey->count = 0;
    }
    satbox_at(c, "the world", -1);
    snprintf(text, sizeof text, "A world of %s at one moment.", engine);
    satbox_append(c, "{\n  ", 4);
    satbox_string(c, "format", "satbox-scene");
    satbox_integer(c, "version", 1);
    satbox_append(c, ",\n  ", 4);
    satbox_string(c, "title", title ? title : engine);
    satbox_append(c, ",\n  ", 4);
    satbox_string(c, "description", text);
    satbox_append(c, ",\n  ", 4);
    satbox_key(c, "settings");
    satbox_open(c, '{');
    satbox_number(c, "stepRate", stepRate, 10.0, 1000.0);
    return c;
}

/* Ends the scene with its notes and gives the text to the caller, who frees it with free(). Null if memory
 * ran out, and after a survey, whose count is then 0 if memory ran out. */
static inline char* satbox_end(SatboxCapture* c)
{
    char* text;
    if (c->survey) {
        SatboxSurvey* survey = c->survey;
        if (c->isFull) survey->count = 0;
        for (int i = 0; i < survey->count; ++i)
            if (!survey->bodies[i].moves) satbox_mix(c, &survey->bodies[i], sizeof(SatboxMotion));
        free(c);
        return NULL;
    }
    satbox_append(c, c->noteCount > 0 ? ",\n  \"notes\": [" : "\n}\n", c->noteCount > 0 ? 14 : 3);
    for (int i = 0; i < c->noteCount; ++i) {
        const SatboxNote* note = &c->notes[i];
        char line[SATBOX_NOTE_BYTES + 120];
        if (note->count > 1)
            snprintf(line, sizeof line, "%s: %d times, first at %s", note->text, note->count, note->first);
        else
            snprintf(line, sizeof line, "%s: %s", note->text, note->first);
        satbox_append(c, i > 0 ? ",\n    " : "\n    ", i > 0 ? 6 : 5);
        satbox_append_string(c, line, 400);
    }
    if (c->noteCount > 0) satbox_append(c, "\n  ]\n}\n", 7);
    text = c->text;
    free(c);
    return text;
}

/* Writes a captured scene to a file. Returns 0, or an errno; ENOMEM if the scene is null. */
static inline int satbox_write_text(const char* scene, const char* path)
{
    if (!scene) return ENOMEM;
    FILE* file = fopen(path, "wb");
    if (!file) return errno;
    int error = fputs(scene, file) < 0 ? errno : 0;
    if (fclose(file) != 0 && error == 0) error = errno;
    return error;
}

#endif
