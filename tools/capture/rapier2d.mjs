// Writes a world of Rapier 2D (@dimforge/rapier2d or rapier2d-compat) as a scene of satbox. Needs scene.mjs and live.mjs
// beside this file and nothing else: the world is handed in. docs/capture.md says what is carried over.
//
//   import { sceneOf } from "./rapier2d.mjs";
//   fs.writeFileSync("bug.json", sceneOf(world, { jointData: (joint) => dataOf.get(joint.handle) }));
//   stream(world, { jointData: (joint) => dataOf.get(joint.handle) }); // after each step: to satbox --listen
//
// The world is not changed. Call it between two steps, best right before the step that goes wrong.

import { sendStep } from "./live.mjs";
import { SceneCapture, isThin, kMinSize, kTransient } from "./scene.mjs";

const kDefaults = {
  title: undefined,
  nameOf: undefined, // a function of a RigidBody; without it, bodies have no names
  // A function of an ImpulseJoint that gives the JointData of which it was made: Rapier does not give back axes, frames,
  // lengths, stiffnesses and motors of joints. A motor may be added to it as { speed, maxForce }.
  jointData: undefined,
  contactFrequency: 30, // Hz, of the integration parameters, which Rapier does not give back
  contactDampingRatio: 5,
};

const kRules = ["average", "minimum", "product", "maximum"];
const kShapes = {
  Ball: 0, Cuboid: 1, Capsule: 2, Segment: 3, Polyline: 4, Triangle: 5, TriMesh: 6, HeightField: 7, Compound: 8,
  ConvexPolygon: 9, RoundCuboid: 10, RoundTriangle: 11, RoundConvexPolygon: 12, HalfSpace: 13,
};
const kJoints = { Revolute: 0, Fixed: 1, Prismatic: 2, Rope: 3, Spring: 4 };
const kHalfSpaceSize = 1000; // m

// A handle is a double whose bits count; its sign is never set.
function keyOf(handle, isCollider) {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, handle);
  return view.getBigUint64(0) | (isCollider ? 1n << 63n : 0n);
}

function rotated({ x, y }, angle) {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return { x: c * x - s * y, y: s * x + c * y };
}

function pointsOf(vertices) {
  return Array.from({ length: vertices.length / 2 }, (_, i) => ({ x: vertices[2 * i], y: vertices[2 * i + 1] }));
}

class RapierCapture {
  constructor(world, options) {
    this.world = world;
    this.options = { ...kDefaults, ...options };
    this.out = new SceneCapture(this.options.title, "Rapier 2D", 1 / world.timestep);
    this.places = new Map();
    this.colliders = [];
    world.forEachCollider((collider) => this.colliders.push(collider));
  }

  capture() {
    const { world, out } = this;
    this.addSettings();
    let count = 0;
    world.forEachRigidBody((body) => {
      out.at(`body ${count++}`);
      this.addBody(body);
    });
    this.colliders.forEach((collider, i) => {
      if (collider.parent()) return;
      out.at(`collider ${i}`);
      const pose = { x: collider.translation().x, y: collider.translation().y, angle: collider.rotation() };
      out.addBody({ type: "static", ...this.poseOf(pose), shapes: this.shapesOf(collider, pose) }, `collider-${i}`, keyOf(collider.handle, true));
    });
    count = 0;
    world.impulseJoints.forEach((joint) => {
      out.at(`joint ${count++}`);
      this.addJoint(joint);
    });
    out.at("the world");
    let others = 0;
    world.multibodyJoints.forEach(() => ++others);
    if (others > 0) out.note(`not carried over: multibody joints (${others})`);
    others = 0;
    world.forEachSoftBody?.(() => ++others);
    if (others > 0) out.note(`not carried over: soft bodies (${others})`);
    out.note("not carried over: impulses of contacts and joints, with which the next step of Rapier begins");
    return out;
  }

  addSettings() {
    const { world, out } = this;
    const unit = world.lengthUnit ?? 1; // units of a metre
    const parameters = world.integrationParameters;
    const rule = (rules, what) => {
      const used = [...new Set(rules)];
      if (used.length > 1) out.note(`changed: colliders differ in the rule of ${what}; the strongest is that of the world`);
      return kRules[Math.max(0, ...used)];
    };
    Object.assign(out.scene.settings, {
      gravity: [out.number("gravity", world.gravity.x, -1000, 1000), out.number("gravity", world.gravity.y, -1000, 1000)],
      solver: "soft-step",
      substeps: out.number("substeps", world.numSolverIterations, 1, 64),
      exactJoints: false, // Rapier solves joints one after the other
      continuous: this.hasCcd(),
      contactFrequency: out.number("contactFrequency", this.options.contactFrequency, 1, 1000),
      contactDampingRatio: out.number("contactDampingRatio", this.options.contactDampingRatio, 0, 100),
      contactStiffening: 1, // Rapier's contacts do not become stiffer
      pushSpeed: out.number("pushSpeed", 10 * Math.sqrt(unit), 0, 1000),
      lengthUnit: out.number("lengthUnit", unit, 0.001, 1000),
      speculativeMargin: out.number("speculativeMargin", parameters.normalizedPredictionDistance, 0, 1),
      maxSpeed: 10000,
      restitutionThreshold: 0,
      frictionRule: rule(this.colliders.map((c) => c.frictionCombineRule()), "friction"),
      restitutionRule: rule(this.colliders.map((c) => c.restitutionCombineRule()), "restitution"),
      sleepSpeed: out.number("sleepSpeed", 0.4 * Math.sqrt(unit), 0, 10),
      timeToSleep: 2,
    });
    if (world.numInternalPgsIterations > 1) out.note("not carried over: internal iterations of the solver");
  }

  hasCcd() {
    let found = false;
    this.world.forEachRigidBody((body) => (found ||= body.isCcdEnabled()));
    return found;
  }

  poseOf({ x, y, angle }) {
    const { out } = this;
    return {
      position: [out.number("position", x, -2e6, 2e6), out.number("position", y, -2e6, 2e6)],
      rotation: [Math.cos(angle), Math.sin(angle)],
    };
  }

  addBody(body) {
    const { out } = this;
    const p = body.translation();
    const pose = { x: p.x, y: p.y, angle: body.rotation() };
    const result = {
      type: body.isFixed() ? "static" : body.isKinematic() ? "kinematic" : "dynamic",
      ...this.poseOf(pose),
    };
    if (!body.isFixed()) this.addMotion(body, pose, result);
    if (!body.isEnabled()) result.enabled = false;
    result.shapes = [];
    for (let i = 0; i < body.numColliders(); ++i) result.shapes.push(...this.shapesOf(body.collider(i), pose));
    this.places.set(body.handle, out.addBody(result, this.options.nameOf?.(body), keyOf(body.handle, false)));
  }

  addMotion(body, pose, result) {
    const { out, world } = this;
    let v = body.linvel();
    let spin = body.angvel();
    if (body.bodyType() === 2) { // moved to its next position by the next step
      const next = body.nextTranslation();
      v = { x: (next.x - pose.x) / world.timestep, y: (next.y - pose.y) / world.timestep };
      spin = Math.asin(Math.sin(body.nextRotation() - pose.angle)) / world.timestep;
      out.note("approximate: kinematic body with positions, with the velocity that leads to the next one");
    }
    result.linearVelocity = out.velocity(v);
    result.angularVelocity = out.number("angularVelocity", spin, -1e4, 1e4);
    result.linearDamping = out.number("linearDamping", body.linearDamping(), 0, 1e4);
    result.angularDamping = out.number("angularDamping", body.angularDamping(), 0, 1e4);
    result.gravityScale = out.number("gravityScale", body.gravityScale(), -1000, 1000);
    if (body.isSleeping()) result.awake = false;
    if (body.isCcdEnabled()) result.bullet = true;
    if (body.softCcdPrediction?.() > 0) out.note("not carried over: soft continuous collision of a body");
    if (!body.isDynamic()) return;
    // Mass, inertia and centre are Rapier's own, whatever the shapes weigh in satbox.
    const free = body.effectiveInvMass();
    const inertia = body.principalInertia();
    result.mass = out.number("mass", body.mass(), 0, 1e15);
    if (body.effectiveWorldInvInertia() > 0 && inertia > 0) result.inertia = out.number("inertia", inertia, 0, 1e15);
    else result.fixedRotation = true;
    if (body.mass() > 0 && free.x === 0) result.lockX = true;
    if (body.mass() > 0 && free.y === 0) result.lockY = true;
    result.ownCenter = true;
    result.center = out.point(body.localCom());
    const force = body.userForce?.() ?? { x: 0, y: 0 };
    if (force.x !== 0 || force.y !== 0 || (body.userTorque?.() ?? 0) !== 0) out.note("not carried over: lasting force of a body");
    if (body.dominanceGroup() !== 0) out.note("not carried over: dominance group of a body");
    if (body.additionalSolverIterations() !== 0) out.note("not carried over: additional solver iterations of a body");
  }

  // The shapes of a collider, in the frame of a body at `pose`.
  shapesOf(collider, pose) {
    const { out } = this;
    // The colliders of a disabled body are disabled too.
    if (!collider.isEnabled() && collider.parent()?.isEnabled() !== false)
      return this.leftOut("not carried over: disabled collider");
    if (collider.contactSkin?.() > 0) out.note("not carried over: contact skin of a collider");
    if (collider.activeHooks() !== 0) out.note("not carried over: hooks of a collider");
    if (collider.solverGroups() >>> 0 !== 0xffffffff) out.note("not carried over: solver groups of a collider");
    const groups = collider.collisionGroups() >>> 0;
    const density = collider.density() ?? 0; // none if the collider was given a mass
    const surface = {
      material: {
        density: out.number("density", density, 0, 1e6),
        friction: out.number("friction", collider.friction(), 0, 100),
        restitution: out.number("restitution", collider.restitution(), 0, 1),
      },
      ...(collider.isSensor() ? { sensor: true } : {}),
      filter: { category: groups >>> 16, mask: groups & 0xffff },
    };
    const t = collider.translation();
    const offset = collider.translationWrtParent?.() ?? rotated({ x: t.x - pose.x, y: t.y - pose.y }, -pose.angle);
    const angle = collider.rotationWrtParent?.() ?? collider.rotation() - pose.angle;
    const frame = { offset: out.point(offset), angle: out.angle(angle) };
    return this.geometries(collider.shape).map((geometry) => this.placed(geometry, frame, surface));
  }

  // A geometry of a compound has a frame of its own within that of the collider.
  placed({ inner, ...geometry }, frame, surface) {
    if (!inner) return { ...geometry, ...frame, ...surface };
    const p = rotated(inner.position, frame.angle);
    const offset = this.out.point({ x: frame.offset[0] + p.x, y: frame.offset[1] + p.y });
    return { ...geometry, offset, angle: this.out.angle(frame.angle + inner.angle), ...surface };
  }

  leftOut(note) {
    this.out.note(note);
    return [];
  }

  geometries(shape) {
    const { out } = this;
    const half = shape.halfExtents;
    switch (shape.type) {
      case kShapes.Ball:
        return [{ type: "circle", radius: out.number("radius", shape.radius, kMinSize, 1e5) }];
      case kShapes.Cuboid:
      case kShapes.RoundCuboid:
        if (Math.min(half.x, half.y) < 1.5 * kMinSize) return this.leftOut("not carried over: cuboid thinner than 0.3 mm");
        return [{ type: "box", size: [2 * half.x, 2 * half.y], ...this.roundness(shape, 4) }];
      case kShapes.Capsule:
        if (shape.halfHeight < kMinSize) return [{ type: "circle", radius: out.number("radius", shape.radius, kMinSize, 1e5) }];
        return [{
          type: "capsule", p1: [0, -shape.halfHeight], p2: [0, shape.halfHeight],
          radius: out.number("radius", shape.radius, kMinSize, 1e5),
        }];
      case kShapes.Segment:
        return this.segments([[shape.a, shape.b]]);
      case kShapes.Polyline:
        return this.segments(this.edgesOf(shape));
      case kShapes.Triangle:
      case kShapes.RoundTriangle:
        return this.polygon([shape.a, shape.b, shape.c], shape);
      case kShapes.ConvexPolygon:
      case kShapes.RoundConvexPolygon:
        return this.polygon(pointsOf(shape.vertices), shape);
      case kShapes.TriMesh: {
        const points = pointsOf(shape.vertices);
        const triangles = [];
        for (let i = 0; i + 2 < shape.indices.length; i += 3)
          triangles.push(...this.polygon([0, 1, 2].map((k) => points[shape.indices[i + k]]), {}));
        return triangles;
      }
      case kShapes.HeightField: {
        const last = shape.heights.length - 1;
        const points = [...shape.heights].map((h, i) => ({ x: (i / last - 0.5) * shape.scale.x, y: h * shape.scale.y }));
        return this.segments(points.slice(1).map((p, i) => [points[i], p]));
      }
      case kShapes.HalfSpace:
        return this.halfSpace(shape.normal);
      case kShapes.Compound:
        return shape.shapes.flatMap((part, i) => this.geometries(part).map((geometry) => ({
          ...geometry,
          inner: { position: shape.positions[i], angle: shape.rotations[i] },
        })));
      default:
        return this.leftOut(`not carried over: shape of type ${shape.type}`);
    }
  }

  roundness(shape, corners) {
    const radius = shape.borderRadius ?? 0;
    if (radius < kMinSize) return {};
    if (corners <= 8) return { radius };
    this.out.note("not carried over: radius of a polygon with more than 8 corners");
    return {};
  }

  polygon(points, shape) {
    const vertices = points.map((p) => this.out.point(p));
    if (isThin(vertices)) return this.leftOut("not carried over: polygon thinner than 0.25 mm");
    return [{ type: "polygon", vertices, ...this.roundness(shape, vertices.length) }];
  }

  edgesOf(shape) {
    const points = pointsOf(shape.vertices);
    const edges = [];
    if (!shape.indices || shape.indices.length === 0) return points.slice(1).map((p, i) => [points[i], p]);
    for (let i = 0; i + 1 < shape.indices.length; i += 2) edges.push([points[shape.indices[i]], points[shape.indices[i + 1]]]);
    return edges;
  }

  segments(edges) {
    const { out } = this;
    return edges.flatMap(([p1, p2]) => Math.hypot(p2.x - p1.x, p2.y - p1.y) < kMinSize
      ? this.leftOut("not carried over: segment shorter than 0.1 mm")
      : [{ type: "segment", p1: out.point(p1), p2: out.point(p2) }]);
  }

  // A large box below the plane.
  halfSpace(normal) {
    const size = kHalfSpaceSize;
    const right = { x: normal.y, y: -normal.x };
    const corner = (along, depth) => [along * right.x - depth * normal.x, along * right.y - depth * normal.y];
    this.out.note(`approximate: half-space as a box of ${size} m`);
    return [{
      type: "polygon",
      vertices: [corner(-size / 2, 0), corner(size / 2, 0), corner(size / 2, size), corner(-size / 2, size)],
    }];
  }

  addJoint(joint) {
    const { out } = this;
    const data = this.options.jointData?.(joint);
    const [a, b] = [joint.body1(), joint.body2()];
    const result = {
      bodyA: this.places.get(a.handle),
      bodyB: this.places.get(b.handle),
      anchorA: out.point(joint.anchor1()),
      anchorB: out.point(joint.anchor2()),
      ...(joint.contactsEnabled() ? { collideConnected: true } : {}),
    };
    const kind = this.kindOf(joint, data, a, b);
    if (!kind) return;
    out.scene.joints.push({ ...result, ...kind });
  }

  kindOf(joint, data, a, b) {
    const { out } = this;
    const drives = () => {
      if (!data) out.note("not carried over: motor of a joint, if it has one; pass its description as jointData");
      return {
        ...(joint.limitsEnabled() ? { limit: out.limit(joint.limitsMin(), joint.limitsMax()) } : {}),
        ...(data?.motor ? { motor: out.motor(data.motor.speed, data.motor.maxForce) } : {}),
      };
    };
    // Rapier calls ropes and springs joints of a general type.
    const type = data?.jointType ?? joint.type();
    switch (type) {
      case kJoints.Revolute:
        return { kind: "revolute", ...drives() };
      case kJoints.Fixed:
        // Without a description, the angle that the bodies have now.
        return {
          kind: "weld",
          angleA: out.angle(data ? data.frame1 : b.rotation() - a.rotation()),
          angleB: out.angle(data ? data.frame2 : 0),
          [kTransient]: data ? {} : { angleA: null },
        };
      case kJoints.Prismatic: {
        if (!data) return this.undescribed("prismatic joint");
        const angle = out.angle(Math.atan2(data.axis.y, data.axis.x));
        return { kind: "prismatic", angleA: angle, angleB: angle, ...drives() };
      }
      case kJoints.Rope:
        if (!data) return this.undescribed("rope joint");
        return { kind: "distance", rigid: false, limit: out.limit(0, data.length) };
      case kJoints.Spring: {
        if (!data) return this.undescribed("spring joint");
        const mass = this.massBetween(joint, a, b);
        const omega = mass > 0 ? Math.sqrt(data.stiffness / mass) : 0;
        return {
          kind: "distance",
          rigid: false,
          spring: {
            enabled: true,
            target: out.number("length", data.length, 0, 1e5),
            frequency: out.frequency(omega / (2 * Math.PI)),
            dampingRatio: out.ratio(omega > 0 ? data.damping / (2 * mass * omega) : 1),
          },
          [kTransient]: { spring: [data.length, data.stiffness, data.damping] },
        };
      }
      default:
        return this.undescribed("joint that is neither a hinge, a slider nor fixed");
    }
  }

  undescribed(what) {
    this.out.note(`not carried over: ${what}; pass its description as jointData`);
    return null;
  }

  // The effective mass of a force along the line between both anchors, kg.
  massBetween(joint, a, b) {
    const at = (body, anchor) => {
      const p = rotated(anchor, body.rotation());
      return { x: body.translation().x + p.x, y: body.translation().y + p.y };
    };
    const [pA, pB] = [at(a, joint.anchor1()), at(b, joint.anchor2())];
    const length = Math.hypot(pB.x - pA.x, pB.y - pA.y) || 1;
    const u = { x: (pB.x - pA.x) / length, y: (pB.y - pA.y) / length };
    const mobility = (body, p) => {
      if (!body.isDynamic()) return 0;
      const center = body.worldCom();
      const lever = (p.x - center.x) * u.y - (p.y - center.y) * u.x;
      return body.invMass() + lever * lever * body.effectiveWorldInvInertia();
    };
    const inverse = mobility(a, pA) + mobility(b, pB);
    return inverse > 0 ? 1 / inverse : 0;
  }
}

// The scene of a RAPIER.World as JSON.
export function sceneOf(world, options = {}) {
  return new RapierCapture(world, options).capture().text();
}

// Sends the world to a window of satbox that listens, at options.port or the usual one. Call it after each step, with one
// world at a time.
export function stream(world, options = {}) {
  sendStep(world, "Rapier 2D", () => new RapierCapture(world, options).capture(), world.timestep, options.port);
}
