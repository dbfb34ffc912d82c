// Writes a world of Matter.js as a scene of satbox. Needs scene.mjs and live.mjs beside this file and nothing else:
// the engine is handed in. docs/capture.md says what is carried over.
//
//   import { sceneOf } from "./matter.mjs";
//   fs.writeFileSync("bug.json", sceneOf(engine, { pixelsPerMetre: 100 }));
//   stream(engine, { pixelsPerMetre: 100 }); // after each update: to satbox --listen
//
// The world is not changed. Call it between two updates, best right before the one that goes wrong.

import { sendStep } from "./live.mjs";
import { SceneCapture, isThin, kMinSize } from "./scene.mjs";

const kDefaults = {
  pixelsPerMetre: 100, // with it, Matter's default gravity is 10 m/s^2
  stepRate: 60, // Hz: 1000 / the delta that the program passes to Engine.update
  title: undefined,
};

const kWorldKey = 2 ** 48; // of the body that holds constraints to points of the world: no id of Matter
const kBaseDelta = 1000 / 60; // ms, in which Matter gives velocities and frictionAir

function everythingIn(composite, list) {
  return [...composite[list], ...composite.composites.flatMap((inner) => everythingIn(inner, list))];
}

class MatterCapture {
  constructor(engine, options) {
    this.engine = engine;
    this.options = { ...kDefaults, ...options };
    this.scale = 1 / this.options.pixelsPerMetre; // m per pixel
    this.delta = 1000 / this.options.stepRate; // ms
    this.out = new SceneCapture(this.options.title, "Matter.js", this.options.stepRate);
    this.bodies = everythingIn(engine.world, "bodies");
    this.places = new Map(this.bodies.map((body, i) => [body, i]));
  }

  capture() {
    this.addSettings();
    this.bodies.forEach((body, i) => {
      this.out.at(`body ${i}`);
      this.addBody(body);
    });
    everythingIn(this.engine.world, "constraints").forEach((constraint, i) => {
      this.out.at(`constraint ${i}`);
      this.addConstraint(constraint);
    });
    this.out.at("the contacts");
    const active = (this.engine.pairs?.list ?? []).filter((pair) => pair.isActive && !pair.isSensor);
    if (active.length > 0)
      this.out.note(`not carried over: impulses of ${active.length} contacts, with which the next update of Matter.js begins`);
    return this.out;
  }

  // y points down in Matter, up in satbox.
  point(x, y) {
    return this.out.point({ x: x * this.scale, y: -y * this.scale });
  }

  addSettings() {
    const { engine, out } = this;
    const gravity = engine.gravity;
    const toMetres = (gravity.scale ?? 0.001) * 1e6 * this.scale; // from pixels per ms^2
    const slop = Math.max(0, ...this.bodies.map((body) => body.slop));
    const settings = {
      gravity: [out.number("gravity", gravity.x * toMetres, -1000, 1000), out.number("gravity", -gravity.y * toMetres, -1000, 1000)],
      solver: "sequential-impulse",
      velocityIterations: out.number("velocityIterations", engine.velocityIterations, 1, 100),
      positionIterations: out.number("positionIterations", engine.positionIterations, 0, 100),
      linearSlop: out.number("linearSlop", slop * this.scale, 0, 0.1),
      exactJoints: false, // Matter solves constraints one after the other
      continuous: false,
      maxSpeed: 10000,
      restitutionThreshold: 0,
      frictionRule: "minimum",
      sleeping: engine.enableSleeping,
    };
    if (engine.enableSleeping) {
      // Matter counts steps, and compares a square of pixels in a step with 0.08.
      const steps = Math.max(1, ...this.bodies.map((body) => body.sleepThreshold).filter(Number.isFinite));
      settings.timeToSleep = out.number("timeToSleep", (steps * this.delta) / 1000, 0, 100);
      settings.sleepSpeed = out.number("sleepSpeed", Math.sqrt(0.08) * (1000 / kBaseDelta) * this.scale, 0, 10);
    }
    Object.assign(out.scene.settings, settings);
    if (engine.timing.timeScale !== 1) out.note("not carried over: time scale of the engine");
    if (this.bodies.some((body) => body.friction > 0))
      out.note("approximate: friction, which depends on overlap in Matter.js; frictionStatic is not carried over");
  }

  addBody(body) {
    const { out, scale } = this;
    const result = {
      type: body.isStatic ? "static" : "dynamic",
      position: [
        out.number("position", body.position.x * scale, -2e6, 2e6),
        out.number("position", -body.position.y * scale, -2e6, 2e6),
      ],
      rotation: [Math.cos(body.angle), -Math.sin(body.angle)],
    };
    if (!body.isStatic) this.addMotion(body, result);
    const parts = body.parts.length > 1 ? body.parts.slice(1) : body.parts;
    result.shapes = parts.flatMap((part) => this.shapeOf(part, body));
    out.addBody(result, body.label, body.id);
  }

  addMotion(body, result) {
    const { out, scale } = this;
    // What the next update continues with, in pixels and radians per step.
    const perSecond = 1000 / (body.deltaTime ?? kBaseDelta);
    const factor = 1 - body.frictionAir * (this.delta / kBaseDelta); // of the velocity, in a step
    const damping = out.number("frictionAir", factor > 0 ? (1 / factor - 1) / (this.delta / 1000) : Infinity, 0, 10000);
    result.linearVelocity = out.velocity({
      x: (body.position.x - body.positionPrev.x) * perSecond * scale,
      y: -(body.position.y - body.positionPrev.y) * perSecond * scale,
    });
    result.angularVelocity = out.number("angularVelocity", -(body.angle - body.anglePrev) * perSecond, -1e4, 1e4);
    result.linearDamping = damping;
    result.angularDamping = damping;
    result.mass = out.number("mass", body.mass, 0, 1e15);
    if (Number.isFinite(body.inertia)) result.inertia = out.number("inertia", body.inertia * scale * scale, 0, 1e15);
    else result.fixedRotation = true;
    result.ownCenter = true; // the centre of mass is the body's position
    result.center = [0, 0];
    if (body.isSleeping) result.awake = false;
    if (!Number.isFinite(body.sleepThreshold)) result.sleepAllowed = false;
    if (body.timeScale !== 1) out.note("not carried over: time scale of a body");
    if (body.force.x !== 0 || body.force.y !== 0 || body.torque !== 0)
      out.note("not carried over: force that acts in the next update");
  }

  shapeOf(part, body) {
    const { out, scale } = this;
    const toLocal = ({ x, y }) => {
      const [dx, dy] = [x - body.position.x, y - body.position.y];
      const [c, s] = [Math.cos(body.angle), Math.sin(body.angle)];
      return this.point(c * dx + s * dy, c * dy - s * dx);
    };
    const shape = {};
    if (part.circleRadius > 0) {
      Object.assign(shape, {
        type: "circle",
        radius: out.number("radius", part.circleRadius * scale, kMinSize, 1e5),
        center: toLocal(part.position),
      });
    } else {
      const vertices = part.vertices.map(toLocal);
      if (isThin(vertices)) {
        out.note("not carried over: polygon thinner than 0.25 mm");
        return [];
      }
      Object.assign(shape, { type: "polygon", vertices });
    }
    shape.material = {
      // Static bodies are of infinite density.
      ...(Number.isFinite(part.density) ? { density: out.number("density", part.density / (scale * scale), 0, 1e6) } : {}),
      friction: out.number("friction", body.friction, 0, 100),
      restitution: out.number("restitution", body.restitution, 0, 1),
    };
    if (part.isSensor || body.isSensor) shape.sensor = true;
    const { category, mask, group } = part.collisionFilter;
    shape.filter = { category: category >>> 0, mask: mask >>> 0, group };
    return [shape];
  }

  // The body of an end of a constraint, and the anchor in it. Points of the world get a body of their own.
  end(body, point, angleAtPoint) {
    if (!body) {
      this.world ??= this.out.addBody({ type: "static", shapes: [] }, "world", kWorldKey);
      return [this.world, this.point(point.x, point.y)];
    }
    // Matter keeps the point turned with the body, by the angle of the last update.
    const angle = body.isStatic ? body.angle : angleAtPoint;
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    return [this.places.get(body), this.point(c * point.x + s * point.y, c * point.y - s * point.x)];
  }

  addConstraint(constraint) {
    const { out } = this;
    const { bodyA, bodyB, pointA, pointB, length, stiffness, damping } = constraint;
    if (!bodyA && !bodyB) return; // such as a mouse that holds nothing
    const [placeA, anchorA] = this.end(bodyA, pointA, constraint.angleA);
    const [placeB, anchorB] = this.end(bodyB, pointB, constraint.angleB);
    if (placeA === undefined || placeB === undefined) {
      out.note("not carried over: constraint of a body that is not in the world");
      return;
    }
    const solves = 2 * this.engine.constraintIterations; // in an update
    const timeScale = this.delta / kBaseDelta;
    const isRigid = stiffness >= 1 || length === 0;
    // The share of the error that an update removes from positions, and with it from velocities: h^2 omega^2.
    const share = 1 - (1 - Math.min(1, stiffness * (isRigid ? timeScale : timeScale ** 2))) ** solves;
    const omega = Math.sqrt(share) * (1000 / this.delta);
    const decay = damping > 0 ? (-Math.log(1 - Math.min(damping * timeScale, 0.999)) * solves * 1000) / this.delta : 0;
    const soft = {
      frequency: out.frequency(omega / (2 * Math.PI)),
      dampingRatio: out.ratio(omega > 0 ? decay / (2 * omega) : 0),
    };
    const joint = { bodyA: placeA, bodyB: placeB, anchorA, anchorB, collideConnected: true };
    if (length * this.scale < kMinSize) {
      const hold = share < 0.9 ? { holdFrequency: soft.frequency, holdDampingRatio: soft.dampingRatio } : {};
      out.scene.joints.push({ kind: "revolute", ...joint, ...hold });
    } else if (share > 0.9) {
      out.scene.joints.push({ kind: "distance", ...joint, length: out.number("length", length * this.scale, 0, 1e5) });
    } else {
      const target = out.number("length", length * this.scale, 0, 1e5);
      out.scene.joints.push({ kind: "distance", ...joint, rigid: false, spring: { enabled: true, target, ...soft } });
    }
    if (share < 0.9) out.note("approximate: stiffness and damping of a constraint, as a spring");
    if (constraint.angularStiffness !== 0) out.note("not carried over: angular stiffness of a constraint");
  }
}

// The scene of a Matter.Engine as JSON.
export function sceneOf(engine, options = {}) {
  return new MatterCapture(engine, options).capture().text();
}

// Sends the world to a window of satbox that listens, at options.port or the usual one. Call it after each
// Engine.update, with one engine at a time.
export function stream(engine, options = {}) {
  const { stepRate, port } = { ...kDefaults, ...options };
  sendStep(engine, "Matter.js", (more) => new MatterCapture(engine, { ...options, ...more }).capture(), 1 / stepRate, port);
}
