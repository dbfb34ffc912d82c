// What the drivers for JavaScript share: node capture_ENGINE.mjs MODULES SCENE.json TRUTH.txt [PORT], where MODULES is the folder
// with node_modules. truth.h says what a truth has.

import { createRequire } from "node:module";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

const [modules, scenePath, truthPath, port] = process.argv.slice(2);

// The engine, from the folder of modules.
export function engineModule(name) {
  return createRequire(join(modules, "package.json"))(name);
}

export function writeScene(text) {
  writeFileSync(scenePath, text);
}

// With a port: goes on for 300 steps, as truth.h says. `step` steps and streams the world to the port.
export async function streamed(step, add, change) {
  if (!port) return false;
  for (let i = 0; i < 300; ++i) {
    if (i === 100) add();
    if (i === 200) change();
    step(Number(port));
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return true;
}

export class Truth {
  lines = [];
  body(name) {
    this.lines.push(`body ${name}`);
  }
  circle(x, y, radius) {
    this.lines.push(`circle ${x} ${y} ${radius}`);
  }
  polygon(radius, points) {
    this.lines.push(`polygon ${radius} ${points.map((p) => `${p.x} ${p.y}`).join(" ")}`);
  }
  state(when, name, p, angle, v, spin) {
    this.lines.push(`${when} ${name} ${p.x} ${p.y} ${angle} ${v.x} ${v.y} ${spin}`);
  }
  notes(...starts) {
    for (const start of starts) this.lines.push(`note ${start}`);
  }
  save() {
    writeFileSync(truthPath, `${this.lines.join("\n")}\n`);
  }
}
