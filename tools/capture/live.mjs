// Sends the world of a running program to a window of satbox (satbox --listen 7417), step by step: what matter.mjs,
// planck.mjs and rapier2d.mjs share. Programs import those, not this file. docs/live.md describes the bytes.
//
// The program never waits: steps are posted while it runs on. Without a window, a post is tried once a second. While the
// window is slower than the program, steps are left out, and the next one says how many. Only windows of the same machine
// can be reached, and pages have to come from it too (http://localhost:...).

const kPort = 7417;
const kRetryMs = 1000;
const kRefusedMs = 10_000;
const kUnknownStatus = 409; // the window does not know this run: it was opened since
const kMinStep = 1e-6; // s
const kMaxWaitingBytes = 4 << 20; // posts that have not been sent

class Bytes {
  constructor(size) {
    this.view = new DataView(new ArrayBuffer(size));
    this.at = 0;
  }
  u32(value) {
    this.view.setUint32(this.at, value, true);
    this.at += 4;
  }
  u64(value) {
    this.view.setBigUint64(this.at, BigInt(value), true);
    this.at += 8;
  }
  f32(value) {
    this.view.setFloat32(this.at, value, true);
    this.at += 4;
  }
  f64(value) {
    this.view.setFloat64(this.at, value, true);
    this.at += 8;
  }
  bytes(array) {
    new Uint8Array(this.view.buffer).set(array, this.at);
    this.at += array.length;
  }
}

function frame(name, size) {
  const out = new Bytes(8 + size);
  out.bytes(new TextEncoder().encode(name));
  out.u32(size);
  return out;
}

function helloFrame(engine) {
  const name = new TextEncoder().encode(engine);
  const out = frame("SBL1", name.length);
  out.bytes(name);
  return out;
}

function sceneFrame(capture) {
  const text = new TextEncoder().encode(capture.text());
  const out = frame("scen", 4 + 8 * capture.keys.length + text.length);
  out.u32(capture.keys.length);
  for (const key of capture.keys) out.u64(key);
  out.bytes(text);
  return out;
}

function stepFrame(dt, skipped, moved) {
  const out = frame("step", 12 + 40 * moved.length);
  out.f32(Math.min(dt, 1));
  out.u32(skipped);
  out.u32(moved.length);
  for (const [index, motion] of moved) {
    out.u32(index);
    out.f64(motion[0]);
    out.f64(motion[1]);
    for (let i = 2; i < motion.length; ++i) out.f32(motion[i]);
  }
  return out;
}

class LiveStream {
  constructor(world, engine, port) {
    this.world = world;
    this.engine = engine;
    this.port = port;
    this.forget();
    this.nextTry = 0;
  }

  // The next post begins a new connection.
  forget() {
    this.session = Math.random().toString(36).slice(2) + Date.now().toString(36);
    this.waiting = [helloFrame(this.engine)];
    this.waitingBytes = 0;
    this.isPosting = false;
    this.isOpen = false;
    this.keys = null;
    this.skipped = 0;
    this.sceneTime = this.sceneCost = 0;
  }

  // `captureWorld`: gives a SceneCapture of now, with more options. `dt`: length of the step, s.
  send(captureWorld, dt) {
    const begun = Date.now();
    if (!this.isOpen && (begun < this.nextTry || this.isPosting)) return;
    if (!this.isOpen) {
      this.nextTry = begun + kRetryMs;
      return this.post(); // only hello: to find out whether there is a window
    }
    if (this.waitingBytes > kMaxWaitingBytes) {
      ++this.skipped;
      return;
    }
    const capture = captureWorld({ stepRate: 60 }); // what depends on the step rate may differ from step to step
    const fingerprint = capture.fingerprint();
    const mayCome = begun < this.sceneTime || begun - this.sceneTime >= 10 * this.sceneCost; // the clock may be set back
    if (!this.keys || (fingerprint !== this.fingerprint && mayCome)) {
      this.add(sceneFrame(captureWorld({})));
      this.keys = capture.keys;
      this.known = [];
      this.fingerprint = fingerprint;
      this.sceneTime = Date.now();
      this.sceneCost = this.sceneTime - begun; // ms: scenes are to take less than a tenth of the time
    }
    const isSame = this.keys.length === capture.keys.length && this.keys.every((key, i) => key === capture.keys[i]);
    if (!isSame) {
      ++this.skipped; // a scene may not be sent yet
      return;
    }
    const moved = [];
    capture.motions().forEach((motion, index) => {
      if (!motion || this.known[index]?.every((value, i) => value === motion[i])) return;
      this.known[index] = motion;
      moved.push([index, motion]);
    });
    this.add(stepFrame(dt, this.skipped, moved));
    this.skipped = 0;
    this.post();
  }

  add(out) {
    this.waiting.push(out);
    this.waitingBytes += out.at;
  }

  async post() {
    if (this.isPosting || this.waiting.length === 0) return;
    this.isPosting = true;
    const body = new Blob(this.waiting.map((out) => out.view.buffer));
    this.waiting = [];
    this.waitingBytes = 0;
    try {
      const answer = await fetch(`http://127.0.0.1:${this.port}/live?session=${this.session}`, { method: "POST", body });
      if (answer.status === kUnknownStatus) return this.forget();
      if (!answer.ok) {
        this.nextTry = Date.now() + kRefusedMs;
        console.warn(`satbox refuses the stream with status ${answer.status}; its window says why`);
        return this.forget();
      }
      this.isOpen = true;
      this.isPosting = false;
      this.post();
    } catch {
      this.forget(); // no window, or one that was closed
    }
  }
}

let live = null;

// Sends a step of the first world that this is called with; of another one when that is no longer stepped, such as at
// the end of a level.
export function sendStep(world, engine, captureWorld, dt, port = kPort) {
  if (!(dt >= kMinStep)) return; // the window refuses shorter steps
  live ??= new LiveStream(world, engine, port);
  if (live.world !== world) {
    if (Date.now() - live.lastStep < kRetryMs) return;
    if (live.engine !== engine || live.port !== port) live = new LiveStream(world, engine, port);
    live.world = world;
    live.keys = null;
    live.skipped = 0;
  }
  live.lastStep = Date.now();
  live.send(captureWorld, dt);
}
