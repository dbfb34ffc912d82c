// A world of Rapier 2D, run for a third of a second, captured and stepped once more.

import { sceneOf, stream } from "../../tools/capture/rapier2d.mjs";
import { engineModule, streamed, Truth, writeScene } from "./truth.mjs";

const RAPIER = engineModule("@dimforge/rapier2d-compat");
await RAPIER.init();
const { ColliderDesc, JointData, RigidBodyDesc } = RAPIER;

const world = new RAPIER.World({ x: 0, y: -9.81 });
const names = new Map();
const joints = new Map();
const bodies = [];

function make(name, desc, x, y, ...colliders) {
  const body = world.createRigidBody(desc.setTranslation(x, y));
  colliders.forEach((collider) => world.createCollider(collider, body));
  names.set(body.handle, name);
  bodies.push(body);
  return body;
}
const dynamic = () => RigidBodyDesc.dynamic();
const cuboid = (halfWidth = 0.5, halfHeight = 0.5) => ColliderDesc.cuboid(halfWidth, halfHeight).setDensity(2).setFriction(0.4);
const ball = (radius = 0.5) => ColliderDesc.ball(radius).setFriction(0.4);
const box = (name, x, y, halfWidth, halfHeight) => make(name, dynamic(), x, y, cuboid(halfWidth, halfHeight));

const ground = make("ground", RigidBodyDesc.fixed(), 0, 0,
  ColliderDesc.polyline(new Float32Array([-30, 0, 0, 0, 30, 0])).setFriction(0.4));
make("free_ball", dynamic().setLinvel(3, 2), -10, 30, ball());
make("free_compound", dynamic().setAngvel(2.5), -6, 30,
  ColliderDesc.convexHull(new Float32Array([0, 0, 1.5, 0, 1.2, 0.6, 0, 0.8])).setDensity(3),
  ColliderDesc.capsule(0.3, 0.2).setTranslation(-0.5, 1).setRotation(0.5).setDensity(0.5),
  ColliderDesc.roundCuboid(0.2, 0.1, 0.05).setTranslation(1, 1.2).setRotation(0.3),
  ColliderDesc.triangle({ x: 0, y: -0.1 }, { x: -0.4, y: -0.1 }, { x: 0, y: -0.5 }));
make("free_damped", dynamic().setLinearDamping(0.8).setAngularDamping(1.5).setAngvel(4).setGravityScale(0.25), -2, 30, cuboid());
make("free_heavy", dynamic().setAdditionalMassProperties(3, { x: 0.2, y: 0.1 }, 2).setAngvel(-1), 4, 30, cuboid());
make("free_kinematic", RigidBodyDesc.kinematicVelocityBased().setLinvel(1, 0.5), 6, 30);
for (const i of [1, 2]) make(`free_groups_${i}`, dynamic(), 10, 30 + 0.2 * i, ball().setCollisionGroups(0x0002fffd));
make("sensor", RigidBodyDesc.fixed(), 16, 28, ColliderDesc.ball(2).setSensor(true));
make("free_in_sensor", dynamic(), 16, 30, ball());
const disabled = make("disabled", dynamic(), 20, 30, ball());
disabled.setEnabled(false);
// Without a body.
const heights = [1, 0, 2, 0.5];
const field = world.createCollider(ColliderDesc.heightfield(new Float32Array(heights), { x: 6, y: 1.5 }).setTranslation(26, 1));

[1, 2, 3].forEach((i) => box(`stack_${i}`, -20, i - 0.5));
make("slide_box", dynamic().setLinvel(6, 0), -15, 0.5, cuboid());

function join(name, data, a, b) {
  const joint = world.createImpulseJoint(data, a, b, true);
  joints.set(joint.handle, data);
  return joint;
}
const p = (x, y) => ({ x, y });
join("rope", JointData.rope(2.5, p(-6, 20), p(0, 0)), ground, make("joint_rope", dynamic(), -4, 19, ball(0.3)));
join("spring", JointData.spring(1.5, 40, 2, p(-9, 20), p(0.2, 0.3)), ground, box("joint_spring", -9, 18, 0.3, 0.3));
join("hinge", JointData.revolute(p(0, 20), p(-1, 0)), ground, box("joint_pendulum", 1, 20, 1, 0.1));
join("limited", JointData.revolute(p(8, 20), p(-1, 0)), ground, box("joint_limited", 9, 20, 1, 0.1)).setLimits(-0.1, 0.4);
const driven = JointData.revolute(p(4, 20), p(0, 0));
driven.motor = { speed: 3, maxForce: 1000 };
const motor = join("motor", driven, ground, box("joint_motor", 4, 20));
motor.configureMotorVelocity(3, 1e5);
const upright = make("joint_upright", dynamic().lockRotations(), 19, 20, cuboid(1, 0.1));
join("upright", JointData.revolute(p(18, 20), p(-1, 0)), ground, upright);
const onALine = make("joint_on_a_line", dynamic().enabledTranslations(false, true), 25, 18, cuboid(0.3, 0.3));
join("sideways", JointData.spring(1, 40, 2, p(24, 19), p(0, 0)), ground, onALine);
const slider = JointData.prismatic(p(-12, 12), p(0, 0), p(0.8, 0.6));
join("slider", slider, ground, box("joint_slider", -12, 12, 0.4, 0.4));
const welded = make("joint_weld_1", dynamic().setAngvel(2), 11, 20, cuboid(0.5, 0.2));
const bent = make("joint_weld_2", dynamic().setRotation(0.2), 11.5 + 0.5 * Math.cos(0.2), 20 + 0.5 * Math.sin(0.2), cuboid(0.5, 0.2));
join("weld", JointData.fixed(p(0.5, 0), 0.2, p(-0.5, 0), 0), welded, bent).setContactsEnabled(false);

for (let i = 0; i < 20; ++i) world.step();
const options = { nameOf: (body) => names.get(body.handle), jointData: (joint) => joints.get(joint.handle) };
writeScene(sceneOf(world, options));

const truth = new Truth();
for (const body of bodies) {
  truth.body(names.get(body.handle));
  for (let i = 0; i < body.numColliders(); ++i) {
    const collider = body.collider(i);
    const [t, angle, shape] = [collider.translation(), collider.rotation(), collider.shape];
    const at = (x, y) => p(t.x + Math.cos(angle) * x - Math.sin(angle) * y, t.y + Math.sin(angle) * x + Math.cos(angle) * y);
    const round = shape.borderRadius ?? 0;
    if (shape.radius && !shape.halfHeight) truth.circle(t.x, t.y, shape.radius);
    else if (shape.radius) truth.polygon(shape.radius, [at(0, -shape.halfHeight), at(0, shape.halfHeight)]);
    else if (shape.halfExtents)
      truth.polygon(round, [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([x, y]) => at(x * shape.halfExtents.x, y * shape.halfExtents.y)));
    else if (shape.a) truth.polygon(round, [shape.a, shape.b, shape.c].map((v) => at(v.x, v.y)));
    else if (collider.shapeType() === RAPIER.ShapeType.Polyline)
      for (let k = 0; k + 3 < shape.vertices.length; k += 2)
        truth.polygon(0, [at(shape.vertices[k], shape.vertices[k + 1]), at(shape.vertices[k + 2], shape.vertices[k + 3])]);
    else truth.polygon(round, Array.from({ length: shape.vertices.length / 2 }, (_, k) => at(shape.vertices[2 * k], shape.vertices[2 * k + 1])));
  }
}
// The height field, where rays from above meet it: at its corners, a little inside at both ends.
let place = 0;
world.forEachCollider((collider) => {
  if (collider.handle === field.handle) truth.body(`collider-${place}`);
  ++place;
});
const corners = heights.map((_, i) => {
  const x = 23 + 2 * i + (i === 0 ? 1e-6 : i === heights.length - 1 ? -1e-6 : 0);
  const hit = world.castRay(new RAPIER.Ray({ x, y: 10 }, { x: 0, y: -1 }), 20, true);
  return p(x, 10 - hit.timeOfImpact);
});
corners.slice(1).forEach((corner, i) => truth.polygon(0, [corners[i], corner]));
const states = (when) => bodies.forEach((body) =>
  truth.state(when, names.get(body.handle), body.translation(), body.rotation(), body.linvel(), body.angvel()));
states("before");
world.step();
states("after");
truth.notes("not carried over: impulses of contacts and joints, with which the next step of Rapier begins: the world");
const sending = await streamed(
  (port) => {
    world.step();
    stream(world, { ...options, port });
  },
  () => [make("late_2", dynamic(), 24, 30, ball()), make("late_1", dynamic(), 22, 30, ball())],
  () => {
    world.removeRigidBody(bodies.pop());
    bodies.find((body) => names.get(body.handle) === "slide_box").collider(0).setFriction(0.9);
  },
);
if (sending) states("streamed");
truth.save();
