// A world of Matter.js, run for a third of a second, captured and stepped once more.

import { sceneOf, stream } from "../../tools/capture/matter.mjs";
import { engineModule, streamed, Truth, writeScene } from "./truth.mjs";

const { Bodies, Body, Composite, Constraint, Engine } = engineModule("matter-js");
const kScale = 100; // pixels per metre
const kRate = 60;

const engine = Engine.create();
const add = (...things) => Composite.add(engine.world, things);
// From metres with y up to pixels with y down.
const at = (x, y) => ({ x: kScale * x, y: -kScale * y });
function box(label, x, y, width = 1, height = 1, more = {}) {
  const body = Bodies.rectangle(at(x, y).x, at(x, y).y, kScale * width, kScale * height, { label, ...more });
  add(body);
  return body;
}
function disc(label, x, y, radius = 0.5, more = {}) {
  const body = Bodies.circle(at(x, y).x, at(x, y).y, kScale * radius, { label, ...more });
  add(body);
  return body;
}

box("ground", 0, -0.5, 60, 1, { isStatic: true });
const thrown = disc("free_ball", -10, 30);
Body.setVelocity(thrown, { x: 5, y: -3 });
const first = Bodies.rectangle(at(-6, 30).x, at(-6, 30).y, 150, 60);
const second = Bodies.circle(at(-5.4, 30.6).x, at(-5.4, 30.6).y, 30);
const compound = Body.create({ parts: [first, second], label: "free_compound", frictionAir: 0 });
Body.setAngle(compound, 0.4);
Body.setAngularVelocity(compound, 0.04);
add(compound);
const damped = box("free_damped", -2, 30, 1, 0.6, { frictionAir: 0.05 });
Body.setAngularVelocity(damped, -0.05);
add(Bodies.polygon(at(2, 30).x, at(2, 30).y, 5, 60, { label: "free_pentagon", angle: 0.3 }));
add(Bodies.trapezoid(at(4, 30).x, at(4, 30).y, 100, 60, 0.4, { label: "free_trapezoid" }));
for (const i of [1, 2]) {
  disc(`free_group_${i}`, 10, 30 + 0.2 * i, 0.5, { collisionFilter: { group: -3, category: 1, mask: 0xffffffff } });
  disc(`free_mask_${i}`, 13, 30 + 0.2 * i, 0.5, { collisionFilter: { group: 0, category: 2, mask: 0xfffffffd } });
}
disc("sensor", 16, 28, 2, { isStatic: true, isSensor: true });
disc("free_in_sensor", 16, 30);

[1, 2, 3].forEach((i) => box(`stack_${i}`, -20, i - 0.5));
Body.setVelocity(box("slide_box", -15, 0.5), { x: 8, y: 0 });

function pin(label, options) {
  const constraint = Constraint.create({ label, ...options });
  add(constraint);
  return constraint;
}
pin("rod", { pointA: at(-14, 20), bodyB: box("joint_rod", -12, 18, 0.6, 0.6), pointB: at(0.1, 0.2) });
pin("hinge", { pointA: at(0, 20), bodyB: box("joint_pendulum", 1, 20, 2, 0.2), pointB: at(-1, 0), stiffness: 1, length: 0 });
pin("upright", { pointA: at(18, 20), bodyB: box("joint_upright", 19, 20, 2, 0.2, { inertia: Infinity }), pointB: at(-1, 0), stiffness: 1, length: 0 });
pin("spring", { pointA: at(-9, 20), bodyB: box("joint_spring", -9, 18, 0.6, 0.6), length: 150, stiffness: 0.01, damping: 0.05 });
const left = box("joint_pair_1", 4, 20, 0.6, 0.6);
pin("pair", { bodyA: left, bodyB: box("joint_pair_2", 6, 20, 0.6, 0.6), pointA: at(0.3, 0), pointB: at(-0.3, 0), stiffness: 0.9 });
Body.setVelocity(left, { x: 0, y: 4 });
pin("nothing", { pointA: at(0, 0), pointB: at(1, 0) });

const bodies = Composite.allBodies(engine.world);
const step = () => Engine.update(engine, 1000 / kRate);
for (let i = 0; i < 20; ++i) step();
const options = { pixelsPerMetre: kScale, stepRate: kRate };
writeScene(sceneOf(engine, options));

const truth = new Truth();
const point = ({ x, y }) => ({ x: x / kScale, y: -y / kScale });
for (const body of bodies) {
  truth.body(body.label);
  for (const part of body.parts.length > 1 ? body.parts.slice(1) : body.parts) {
    if (part.circleRadius) truth.circle(point(part.position).x, point(part.position).y, part.circleRadius / kScale);
    else truth.polygon(0, part.vertices.map(point));
  }
}
const states = (when) => bodies.forEach((body) => truth.state(when, body.label, point(body.position), -body.angle,
  { x: (body.velocity.x * kRate) / kScale, y: (-body.velocity.y * kRate) / kScale }, -body.angularVelocity * kRate));
states("before");
step();
states("after");
truth.notes(
  "approximate: friction, which depends on overlap in Matter.js; frictionStatic is not carried over: the world",
  "approximate: stiffness and damping of a constraint, as a spring: constraint",
  "not carried over: impulses of 4 contacts, with which the next update of Matter.js begins: the contacts",
);
const sending = await streamed(
  (port) => {
    step();
    stream(engine, { ...options, port });
  },
  () => bodies.push(disc("late_2", 24, 30), disc("late_1", 22, 30)),
  () => {
    Composite.remove(engine.world, bodies.pop());
    bodies.find((body) => body.label === "slide_box").friction = 0.9;
  },
);
if (sending) states("streamed");
truth.save();
