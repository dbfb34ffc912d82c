// A world with values that a scene cannot have. The scene opens all the same, and its notes say what was changed.

import { sceneOf } from "../../tools/capture/matter.mjs";
import { engineModule, Truth, writeScene } from "./truth.mjs";

const { Bodies, Body, Composite, Constraint, Engine } = engineModule("matter-js");

const engine = Engine.create({ gravity: { x: 0, y: 1e6 } });
const lost = Bodies.rectangle(0, 0, 100, 100, { label: `"quoted" \\ \n ${"é".repeat(300)}`, restitution: 5 });
const thin = Bodies.rectangle(0, 0, 100, 0.01, { label: "thin", isStatic: true });
const stranger = Bodies.circle(0, 0, 10);
Composite.add(engine.world, [lost, thin, Constraint.create({ bodyA: thin, bodyB: stranger })]);
lost.positionPrev.x = NaN;
lost.anglePrev = -Infinity;
Body.setMass(thin, Infinity);

writeScene(sceneOf(engine));
const truth = new Truth();
truth.notes(
  "changed: gravity -10000000 is outside -1000 to 1000: the world",
  "approximate: friction, which depends on overlap in Matter.js; frictionStatic is not carried over: the world",
  "changed: restitution 5 is outside 0 to 1: body 0",
  "changed: velocity NaN is outside -10000 to 10000: body 0",
  "changed: angularVelocity -Infinity is outside -10000 to 10000: body 0",
  "not carried over: polygon thinner than 0.25 mm: body 1",
  "not carried over: constraint of a body that is not in the world: constraint 0",
);
truth.save();
