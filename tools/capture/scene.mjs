// What the capture files for JavaScript share: numbers within the ranges of the scene format, notes, and the text of a
// scene. Programs import matter.mjs, planck.mjs or rapier2d.mjs, not this file. docs/scene-format.md describes the
// format.

export const kMinSize = 1e-4; // m
export const kMaxFrequency = 1000; // Hz
export const kMaxForce = 1e12; // N or N m
const kMaxNotes = 150;

// Of a joint: for each of its members that differ from step to step, such as the pose of now, what stays the same of it.
export const kTransient = Symbol("transient");

// Text of at most so many bytes of UTF-8, without control characters.
function shortened(text, maxBytes) {
  const bytes = new TextEncoder().encode(String(text).replace(/[\u0000-\u001f]/g, " "));
  if (bytes.length <= maxBytes) return new TextDecoder().decode(bytes);
  let end = maxBytes;
  while (end > 0 && (bytes[end] & 0xc0) === 0x80) --end; // not within a character
  return new TextDecoder().decode(bytes.subarray(0, end));
}

// Collects a scene. `at(where)` names what is captured now, for the notes.
export class SceneCapture {
  constructor(title, engine, stepRate) {
    this.where = "the world";
    this.noteCounts = new Map();
    this.keys = []; // of the bodies: the same in all captures, and no other body has it
    this.scene = {
      format: "satbox-scene",
      version: 1,
      title: shortened(title ?? engine, 200),
      description: `A world of ${engine} at one moment.`,
      settings: { stepRate: this.number("stepRate", stepRate, 10, 1000) },
      bodies: [],
      joints: [],
    };
  }

  at(where) {
    this.where = where;
  }

  // A note with this text is there once, with the number of its occurrences and the first of them.
  note(text) {
    const known = this.noteCounts.get(text);
    if (known) ++known.count;
    else if (this.noteCounts.size < kMaxNotes) this.noteCounts.set(text, { count: 1, first: this.where });
  }

  // The value within a range; a note if it was outside.
  number(what, value, lower, upper) {
    if (value >= lower && value <= upper) return value === 0 ? 0 : value;
    this.note(`changed: ${what} ${value} is outside ${lower} to ${upper}`);
    if (!(value >= lower)) return Number.isNaN(value) ? Math.min(Math.max(0, lower), upper) : lower;
    return upper;
  }

  coordinate(value) {
    return this.number("coordinate", value, -1e5, 1e5);
  }
  point(p) {
    return [this.coordinate(p.x), this.coordinate(p.y)];
  }
  velocity(v) {
    return [this.number("velocity", v.x, -1e4, 1e4), this.number("velocity", v.y, -1e4, 1e4)];
  }
  angle(value) {
    return this.number("angle", value, -1e4, 1e4);
  }
  // Forces without a limit are the greatest of the format.
  force(value) {
    return this.number("force", Math.min(value, kMaxForce), 0, kMaxForce);
  }
  frequency(value) {
    return this.number("frequency", value, 0, kMaxFrequency);
  }
  ratio(value) {
    return this.number("damping ratio", value, 0, 100);
  }
  limit(lower, upper) {
    return {
      enabled: true,
      lower: this.coordinate(Math.max(lower, -1e5)),
      upper: this.coordinate(Math.min(upper, 1e5)),
    };
  }
  motor(speed, maxForce) {
    return { enabled: true, speed: this.number("motor speed", speed, -1e4, 1e4), maxForce: this.force(maxForce) };
  }

  // Adds a body with the name, if there is one; returns its place. `key`: a whole number of at most 64 bits.
  addBody(body, name, key) {
    this.keys.push(key);
    if (name !== undefined && name !== null && name !== "") body = { name: shortened(name, 200), ...body };
    this.scene.bodies.push(body);
    return this.scene.bodies.length - 1;
  }

  // The motion of each body, or null of a static one: position (m), cosine and sine of the angle, velocity of the centre
  // of mass (m/s) and spin (rad/s).
  motions() {
    return this.scene.bodies.map(({ position, rotation, linearVelocity, angularVelocity }) =>
      linearVelocity ? [...position, ...rotation, ...linearVelocity, angularVelocity] : null);
  }

  // All that the scene has but those motions. While it stays the same, only motions need to be sent. Numbers are
  // rounded, since engines compute some from poses.
  fingerprint() {
    const rounded = (key, value) =>
      typeof value !== "number" ? value : Math.abs(value) < 1e-4 ? 0 : Number(value.toPrecision(4));
    const bodies = this.scene.bodies.map((body, i) => {
      if (!body.linearVelocity) return body;
      const { position, rotation, linearVelocity, angularVelocity, awake, ...rest } = body;
      return rest;
    });
    const joints = this.scene.joints.map((joint) =>
      ({ ...joint, ...joint[kTransient] }));
    const { stepRate, ...settings } = this.scene.settings; // the length of a step is sent with it
    return JSON.stringify([settings, this.keys.map(String), bodies, joints], rounded);
  }

  text() {
    const notes = [...this.noteCounts].map(([text, { count, first }]) =>
      shortened(count > 1 ? `${text}: ${count} times, first at ${first}` : `${text}: ${first}`, 400));
    const scene = notes.length > 0 ? { ...this.scene, notes } : this.scene;
    const members = Object.entries(scene).map(([key, value]) => {
      if (!Array.isArray(value)) return `  ${JSON.stringify(key)}: ${JSON.stringify(value)}`;
      return `  ${JSON.stringify(key)}: [\n${value.map((item) => `    ${JSON.stringify(item)}`).join(",\n")}\n  ]`;
    });
    return `{\n${members.join(",\n")}\n}\n`;
  }
}

// True if no polygon of the format has these corners, [[x, y], ...]: it is thinner than 0.25 mm.
export function isThin(points) {
  let thinnest = Infinity;
  points.forEach(([x, y], i) => {
    const [nextX, nextY] = points[(i + 1) % points.length];
    const edge = Math.hypot(nextX - x, nextY - y);
    if (edge === 0) return;
    const depths = points.map(([px, py]) => Math.abs((nextX - x) * (py - y) - (nextY - y) * (px - x)) / edge);
    thinnest = Math.min(thinnest, Math.max(...depths));
  });
  return !(thinnest >= 2.5 * kMinSize && thinnest < Infinity);
}

// The numbers of teeth, at most 1000 each, whose ratio b / a is nearest to a positive ratio.
export function teethOf(ratio) {
  let best = { error: Infinity, a: 20, b: 20 };
  for (let a = 1; a <= 1000; ++a) {
    const b = Math.round(ratio * a);
    const error = Math.abs(b / a - ratio);
    if (b >= 1 && b <= 1000 && error < best.error * 0.999) best = { error, a, b };
  }
  let { a, b } = best;
  while (a < 20 && b <= 500) [a, b] = [2 * a, 2 * b]; // more teeth skip less easily
  return [a, b];
}

// A critically damped spring that removes the share of an error in a step, Hz.
export function frequencyOfShare(share, stepRate) {
  const inside = Math.min(share, 0.99);
  return ((2 * inside) / (1 - inside)) * (stepRate / (2 * Math.PI));
}
