// Writes a world of planck.js as a scene of satbox. Needs scene.mjs and live.mjs beside this file and nothing else: the
// world is handed in. docs/capture.md says what is carried over.
//
//   import { sceneOf } from "./planck.mjs";
//   fs.writeFileSync("bug.json", sceneOf(world, { settings: planck.Settings }));
//   stream(world, { settings: planck.Settings }); // after each step: to satbox --listen
//
// The world is not changed. Call it between two steps, best right before the step that goes wrong.

import { sendStep } from "./live.mjs";
import { SceneCapture, frequencyOfShare, isThin, kMinSize, kTransient, teethOf } from "./scene.mjs";

const kDefaults = {
  stepRate: 60, // Hz, of the program: 1 / the time step that it passes to World.step
  velocityIterations: 8,
  positionIterations: 3,
  title: undefined,
  nameOf: undefined, // a function of a body; without it, bodies have no names
  settings: undefined, // planck.Settings, if the program changes it
};

const kSettings = {
  lengthUnitsPerMeter: 1,
  linearSlop: 0.005,
  velocityThreshold: 1,
  maxTranslation: 2,
  baumgarte: 0.2,
  timeToSleep: 0.5,
  linearSleepTolerance: 0.01,
};

// Bodies of planck have no numbers.
const keys = new WeakMap();
let lastKey = 0;
function keyOf(body) {
  if (!keys.has(body)) keys.set(body, ++lastKey);
  return keys.get(body);
}

// Lists of planck are linked, the last made first.
function listOf(first) {
  const items = [];
  for (let item = first; item; item = item.getNext()) items.unshift(item);
  return items;
}

class PlanckCapture {
  constructor(world, options) {
    this.world = world;
    this.options = { ...kDefaults, ...options };
    this.out = new SceneCapture(this.options.title, "planck.js", this.options.stepRate);
    this.bodies = listOf(world.getBodyList());
    this.places = new Map(this.bodies.map((body, i) => [body, i]));
  }

  capture() {
    this.addSettings();
    this.bodies.forEach((body, i) => {
      this.out.at(`body ${i}`);
      this.addBody(body);
    });
    listOf(this.world.getJointList()).forEach((joint, i) => {
      this.out.at(`joint ${i}`);
      this.addJoint(joint);
    });
    this.out.at("the contacts");
    const touching = listOf(this.world.getContactList()).filter((c) => c.isTouching() && c.getManifold().pointCount > 0);
    if (touching.length > 0)
      this.out.note(`not carried over: impulses of ${touching.length} contacts, with which the next step of planck.js begins`);
    if (touching.some((contact) => contact.getTangentSpeed() !== 0))
      this.out.note("not carried over: tangent speed of a contact");
    return this.out;
  }

  addSettings() {
    const { world, out } = this;
    const given = this.options.settings ?? {};
    const of = (key) => given[key] ?? kSettings[key];
    const unit = of("lengthUnitsPerMeter");
    // Given lengths are those of a metre, which planck multiplies by its unit.
    Object.assign(out.scene.settings, {
      gravity: [out.number("gravity", world.getGravity().x, -1000, 1000), out.number("gravity", world.getGravity().y, -1000, 1000)],
      solver: "sequential-impulse",
      velocityIterations: this.options.velocityIterations,
      positionIterations: this.options.positionIterations,
      exactJoints: false, // planck solves joints one after the other
      warmStarting: world.getWarmStarting(),
      continuous: world.getContinuousPhysics(),
      sleeping: world.getAllowSleeping(),
      baumgarte: out.number("baumgarte", of("baumgarte"), 0, 1),
      lengthUnit: out.number("lengthUnit", unit, 0.001, 1000),
      linearSlop: out.number("linearSlop", of("linearSlop"), 0, 0.1),
      sleepSpeed: out.number("sleepSpeed", of("linearSleepTolerance") * Math.sqrt(unit), 0, 10),
      timeToSleep: out.number("timeToSleep", of("timeToSleep"), 0, 100),
      maxSpeed: out.number("maxSpeed", of("maxTranslation") * unit * this.options.stepRate, 1, 10000),
      restitutionThreshold: out.number("restitutionThreshold", of("velocityThreshold") * Math.sqrt(unit), 0, 1000),
    });
    if (world.getSubStepping()) out.note("not carried over: sub-stepping");
    if (!world.getAutoClearForces()) out.note("not carried over: forces that stay until clearForces");
  }

  addBody(body) {
    const { out } = this;
    const p = body.getPosition();
    const q = body.getTransform().q;
    const result = {
      type: body.isStatic() ? "static" : body.isKinematic() ? "kinematic" : "dynamic",
      position: [out.number("position", p.x, -2e6, 2e6), out.number("position", p.y, -2e6, 2e6)],
      rotation: [q.c / Math.hypot(q.c, q.s), q.s / Math.hypot(q.c, q.s)],
    };
    if (!body.isStatic()) this.addMotion(body, result);
    if (!body.isSleepingAllowed()) result.sleepAllowed = false;
    if (!body.isStatic() && !body.isAwake()) result.awake = false;
    if (body.isBullet()) result.bullet = true;
    if (!body.isActive()) result.enabled = false;
    result.shapes = listOf(body.getFixtureList()).flatMap((fixture) => this.shapesOf(fixture));
    out.addBody(result, this.options.nameOf?.(body), keyOf(body));
  }

  addMotion(body, result) {
    const { out } = this;
    result.linearVelocity = out.velocity(body.getLinearVelocity());
    result.angularVelocity = out.number("angularVelocity", body.getAngularVelocity(), -1e4, 1e4);
    result.linearDamping = out.number("linearDamping", body.getLinearDamping(), 0, 1e4);
    result.angularDamping = out.number("angularDamping", body.getAngularDamping(), 0, 1e4);
    result.gravityScale = out.number("gravityScale", body.getGravityScale(), -1000, 1000);
    if (!body.isDynamic()) return;
    // Mass, inertia and centre are planck's own, whatever the shapes weigh in satbox.
    result.mass = out.number("mass", body.getMass(), 0, 1e15);
    const inertia = this.inertiaOf(body);
    if (inertia > 0) result.inertia = out.number("inertia", inertia, 0, 1e15);
    else result.fixedRotation = true;
    result.ownCenter = true;
    result.center = out.point(body.getLocalCenter());
  }

  // About the centre of mass; 0 if the body cannot rotate.
  inertiaOf(body) {
    if (!body.isDynamic() || body.isFixedRotation()) return 0;
    const c = body.getLocalCenter();
    const inertia = body.getInertia() - body.getMass() * (c.x * c.x + c.y * c.y);
    return inertia > 1e-12 * body.getInertia() ? inertia : 0;
  }

  shapesOf(fixture) {
    const { out } = this;
    const shape = fixture.getShape();
    const radius = shape.getRadius();
    if (shape.getType() === "circle")
      return this.withSurface(fixture, {
        type: "circle",
        radius: out.number("radius", radius, kMinSize, 1e5),
        center: out.point(shape.getCenter()),
      });
    if (shape.getType() === "polygon") {
      const vertices = shape.m_vertices.slice(0, shape.m_count).map((v) => out.point(v));
      if (isThin(vertices)) return this.leftOut("not carried over: polygon thinner than 0.25 mm");
      const result = { type: "polygon", vertices };
      // Within this skin, 1 cm, planck lets polygons rest.
      if (radius >= kMinSize && vertices.length <= 8) result.radius = radius;
      else if (radius >= kMinSize) out.note("not carried over: skin of a polygon with more than 8 corners");
      return this.withSurface(fixture, result);
    }
    if (shape.getType() === "edge") {
      if (shape.m_hasVertex0 || shape.m_hasVertex3) out.note("not carried over: ghost vertices of an edge");
      return this.edge(fixture, shape.m_vertex1, shape.m_vertex2, radius);
    }
    if (shape.getType() === "chain") {
      out.note("not carried over: ghost vertices of a chain");
      return Array.from({ length: shape.getChildCount() }, (_, i) =>
        this.edge(fixture, shape.getVertex(i), shape.getVertex(i + 1), radius)).flat();
    }
    return this.leftOut(`not carried over: shape of the unknown type ${shape.getType()}`);
  }

  leftOut(note) {
    this.out.note(note);
    return [];
  }

  // An edge collides from both sides and has a skin: a capsule.
  edge(fixture, p1, p2, radius) {
    const { out } = this;
    if (Math.hypot(p2.x - p1.x, p2.y - p1.y) < kMinSize) return this.leftOut("not carried over: edge shorter than 0.1 mm");
    const ends = { p1: out.point(p1), p2: out.point(p2) };
    return this.withSurface(fixture, radius >= kMinSize ? { type: "capsule", ...ends, radius } : { type: "segment", ...ends });
  }

  withSurface(fixture, shape) {
    const { out } = this;
    shape.material = {
      density: out.number("density", fixture.getDensity(), 0, 1e6),
      friction: out.number("friction", fixture.getFriction(), 0, 100),
      restitution: out.number("restitution", fixture.getRestitution(), 0, 1),
    };
    if (fixture.isSensor()) shape.sensor = true;
    shape.filter = {
      category: fixture.getFilterCategoryBits() & 0xffff,
      mask: fixture.getFilterMaskBits() & 0xffff,
      group: fixture.getFilterGroupIndex(),
    };
    return [shape];
  }

  addJoint(joint) {
    const kinds = {
      "distance-joint": () => this.distance(joint),
      "revolute-joint": () => this.revolute(joint),
      "prismatic-joint": () => this.prismatic(joint),
      "wheel-joint": () => this.wheel(joint),
      "weld-joint": () => this.weld(joint),
      "rope-joint": () => this.rope(joint),
      "pulley-joint": () => this.pulley(joint),
      "gear-joint": () => this.gear(joint),
      "mouse-joint": () => this.mouse(joint),
      "friction-joint": () => this.friction(joint),
      "motor-joint": () => this.motor(joint),
    };
    const kind = kinds[joint.getType()];
    if (!kind) {
      this.out.note(`not carried over: joint of the unknown type ${joint.getType()}`);
      return;
    }
    const force = joint.getReactionForce(1);
    if (force.x !== 0 || force.y !== 0 || joint.getReactionTorque(1) !== 0)
      this.out.note("not carried over: impulse of a joint, with which the next step of planck.js begins");
    const result = kind();
    if (result) this.out.scene.joints.push(result);
  }

  begin(kind, joint, a = joint.getBodyA(), b = joint.getBodyB()) {
    const result = { kind, bodyA: this.places.get(a), bodyB: this.places.get(b) };
    if (joint.getCollideConnected()) result.collideConnected = true;
    return result;
  }
  anchors(joint) {
    return { anchorA: this.out.point(joint.getLocalAnchorA()), anchorB: this.out.point(joint.getLocalAnchorB()) };
  }
  angles(a, b) {
    return { angleA: this.out.angle(a), angleB: this.out.angle(b) };
  }

  distance(joint) {
    const { out } = this;
    const result = { ...this.begin("distance", joint), ...this.anchors(joint) };
    if (!(joint.getFrequency() > 0)) return { ...result, length: out.number("length", joint.getLength(), 0, 1e5) };
    return {
      ...result,
      rigid: false,
      spring: {
        enabled: true,
        target: out.number("length", joint.getLength(), 0, 1e5),
        frequency: out.frequency(joint.getFrequency()),
        dampingRatio: out.ratio(joint.getDampingRatio()),
      },
    };
  }

  rope(joint) {
    return {
      ...this.begin("distance", joint),
      ...this.anchors(joint),
      rigid: false,
      limit: this.out.limit(0, joint.getMaxLength()),
    };
  }

  revolute(joint) {
    const result = { ...this.begin("revolute", joint), ...this.anchors(joint), ...this.angles(joint.getReferenceAngle(), 0) };
    const turns = Math.round(joint.getJointAngle() / (2 * Math.PI)) * 2 * Math.PI; // satbox counts from now
    const [lower, upper] = [joint.getLowerLimit(), joint.getUpperLimit()];
    if (joint.isLimitEnabled()) result.limit = this.out.limit(lower - turns, upper - turns);
    result[kTransient] = { limit: [joint.isLimitEnabled(), lower, upper] };
    if (joint.isMotorEnabled()) result.motor = this.out.motor(joint.getMotorSpeed(), joint.getMaxMotorTorque());
    return result;
  }

  prismatic(joint) {
    const axis = Math.atan2(joint.getLocalAxisA().y, joint.getLocalAxisA().x);
    const result = {
      ...this.begin("prismatic", joint),
      ...this.anchors(joint),
      ...this.angles(axis, axis - joint.getReferenceAngle()),
    };
    if (joint.isLimitEnabled()) result.limit = this.out.limit(joint.getLowerLimit(), joint.getUpperLimit());
    if (joint.isMotorEnabled()) result.motor = this.out.motor(joint.getMotorSpeed(), joint.getMaxMotorForce());
    return result;
  }

  wheel(joint) {
    const { out } = this;
    const isSoft = joint.getSpringFrequencyHz() > 0;
    const result = {
      ...this.begin("wheel", joint),
      ...this.anchors(joint),
      ...this.angles(Math.atan2(joint.getLocalAxisA().y, joint.getLocalAxisA().x), 0),
      spring: isSoft
        ? { enabled: true, frequency: out.frequency(joint.getSpringFrequencyHz()), dampingRatio: out.ratio(joint.getSpringDampingRatio()) }
        : { enabled: false },
    };
    if (joint.isMotorEnabled()) result.motor = out.motor(joint.getMotorSpeed(), joint.getMaxMotorTorque());
    return result;
  }

  weld(joint) {
    const { out } = this;
    return {
      ...this.begin("weld", joint),
      ...this.anchors(joint),
      ...this.angles(joint.getReferenceAngle(), 0),
      angularFrequency: out.frequency(joint.getFrequency()),
      angularDampingRatio: out.ratio(joint.getDampingRatio()),
    };
  }

  pulley(joint) {
    const { out } = this;
    const ratio = joint.getRatio();
    return {
      ...this.begin("pulley", joint),
      anchorA: out.point(joint.getBodyA().getLocalPoint(joint.getAnchorA())),
      anchorB: out.point(joint.getBodyB().getLocalPoint(joint.getAnchorB())),
      groundA: out.point(joint.getGroundAnchorA()),
      groundB: out.point(joint.getGroundAnchorB()),
      length: out.number("length", joint.getLengthA() + ratio * joint.getLengthB(), 0, 1e5),
      ratio: out.number("ratio", ratio, 0.001, 1000),
    };
  }

  // The two joints of a gear have the moved bodies as their second ones. Their other bodies are taken as at rest.
  gear(joint) {
    const [first, second] = [joint.getJoint1(), joint.getJoint2()];
    const ratio = joint.getRatio();
    const isHinge = (j) => j.getType() === "revolute-joint";
    const refused = !first.getBodyA().isStatic() || !second.getBodyA().isStatic()
      ? "gear joint whose joints are not on static bodies"
      : ratio === 0 ? "gear joint with ratio 0"
      : !isHinge(first) && !isHinge(second) ? "gear joint of two prismatic joints" : "";
    if (refused) {
      this.out.note(`not carried over: ${refused}`);
      return null;
    }
    if (isHinge(first) && isHinge(second)) return this.wheels(joint, first, second, ratio);
    // angle + ratio * translation stays: the same as translation + angle / ratio.
    return isHinge(first) ? this.rack(joint, second, first, 1 / ratio) : this.rack(joint, first, second, ratio);
  }

  // angle A + ratio * angle B stays: wheels that turn in opposite directions, or a wheel inside a ring.
  wheels(joint, first, second, ratio) {
    const { out } = this;
    const [a, b] = [first.getBodyB(), second.getBodyB()];
    const [centerA, centerB] = [first.getAnchorB(), second.getAnchorB()];
    const [teethA, teethB] = teethOf(Math.abs(ratio));
    if ((centerA.x === centerB.x && centerA.y === centerB.y) || (ratio < 0 && teethA === teethB)) {
      out.note("not carried over: gear joint around one point, or with ratio -1");
      return null;
    }
    if (Math.abs(teethB / teethA - Math.abs(ratio)) > 1e-6 * Math.abs(ratio))
      out.note(`changed: ratio of a gear joint to ${teethB} / ${teethA}`);
    // In both wheels, the axis of the frame points at the tooth that meshes now.
    const along = Math.atan2(centerB.y - centerA.y, centerB.x - centerA.x);
    const opposite = along + Math.PI;
    const isAInside = ratio < 0 && teethA < teethB;
    return {
      ...this.begin("gear", joint, a, b),
      anchorA: out.point(a.getLocalPoint(centerA)),
      anchorB: out.point(b.getLocalPoint(centerB)),
      ...this.angles((isAInside ? opposite : along) - a.getAngle(), (ratio > 0 || isAInside ? opposite : along) - b.getAngle()),
      teethA,
      teethB,
      ...(ratio < 0 ? { ring: true } : {}),
      [kTransient]: { anchorA: null, anchorB: null, angleA: null, angleB: null },
    };
  }

  // translation + ratio * angle stays: a rack (A) and a wheel (B) of radius |ratio|. The rack lies on the side on which
  // the wheel rolls in the right direction, wherever the bodies are.
  rack(joint, slider, hinge, ratio) {
    const { out } = this;
    const [rack, wheel] = [slider.getBodyB(), hinge.getBodyB()];
    const sign = ratio > 0 ? -1 : 1;
    const axis = slider.getBodyA().getWorldVector(slider.getLocalAxisA());
    const [x, y] = [sign * axis.x, sign * axis.y];
    const center = hinge.getAnchorB();
    const contact = { x: center.x + Math.abs(ratio) * y, y: center.y - Math.abs(ratio) * x };
    const direction = Math.atan2(y, x);
    const teethB = 20;
    return {
      ...this.begin("gear", joint, rack, wheel),
      anchorA: out.point(rack.getLocalPoint(contact)),
      anchorB: out.point(wheel.getLocalPoint(center)),
      ...this.angles(direction - rack.getAngle(), direction - Math.PI / 2 - wheel.getAngle()),
      rack: true,
      teethB,
      pitch: out.number("pitch", (2 * Math.PI * Math.abs(ratio)) / teethB, 1e-5, 1e5),
      [kTransient]: { anchorA: null, anchorB: null, angleA: null, angleB: null },
    };
  }

  pull(what, frequency, dampingRatio, maxForce, maxTorque) {
    const { out } = this;
    out.note(`approximate: ${what} as a motor joint`);
    return {
      frequency: out.frequency(frequency),
      dampingRatio: out.ratio(dampingRatio),
      maxForce: out.force(maxForce),
      maxTorque: out.force(maxTorque),
    };
  }

  mouse(joint) {
    const { out } = this;
    return {
      ...this.begin("motor", joint),
      anchorA: out.point(joint.getBodyA().getLocalPoint(joint.getTarget())),
      anchorB: out.point(joint.getBodyB().getLocalPoint(joint.getAnchorB())),
      ...this.pull("mouse joint", joint.getFrequency(), joint.getDampingRatio(), joint.getMaxForce(), 0),
      [kTransient]: { anchorA: null, anchorB: null },
    };
  }

  // A slow spring with much damping, towards the pose of now.
  friction(joint) {
    const { out } = this;
    const [a, b] = [joint.getBodyA(), joint.getBodyB()];
    return {
      ...this.begin("motor", joint),
      anchorA: out.point(a.getLocalPoint(joint.getAnchorB())),
      anchorB: out.point(joint.getLocalAnchorB()),
      ...this.angles(b.getAngle() - a.getAngle(), 0),
      ...this.pull("friction joint", 1, 100, joint.getMaxForce(), joint.getMaxTorque()),
      [kTransient]: { anchorA: null, anchorB: null, angleA: null },
    };
  }

  motor(joint) {
    const { out } = this;
    return {
      ...this.begin("motor", joint),
      anchorA: out.point(joint.getLinearOffset()),
      anchorB: [0, 0],
      ...this.angles(joint.getAngularOffset(), 0),
      ...this.pull("correction factor of a motor joint", frequencyOfShare(joint.getCorrectionFactor(), this.options.stepRate), 1,
        joint.getMaxForce(), joint.getMaxTorque()),
    };
  }
}

// The scene of a planck.World as JSON.
export function sceneOf(world, options = {}) {
  return new PlanckCapture(world, options).capture().text();
}

// Sends the world to a window of satbox that listens, at options.port or the usual one. Call it after each step, with one
// world at a time.
export function stream(world, options = {}) {
  const { stepRate, port } = { ...kDefaults, ...options };
  sendStep(world, "planck.js", (more) => new PlanckCapture(world, { ...options, ...more }).capture(), 1 / stepRate, port);
}
