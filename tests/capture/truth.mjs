// What the drivers for JavaScript share: node capture_ENGINE.mjs MODULES SCENE.json TRUTH.txt, where MODULES is the folder
// with node_modules. truth.h says what a truth has.

import { createRequire } from "node:module";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

const [modules, scenePath, truthPath] = process.argv.slice(2);

// The engine, from the folder of modules.
export function engineModule(name) {
  return createRequire(join(modules, "package.json"))(name);
}

export function writeScene(text) {
  writeFileSync(scenePath, text);
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
