// Loads the program, shows the progress, and connects it to the page: the link, files that are dropped, failures.
(() => { // the names of the program's script are global
"use strict";

// Bytes that each variant of the program loads, uncompressed; set by scripts/build_page.sh.
const sizes = { /*SIZES*/ };
const variant = self.crossOriginIsolated && sizes.threads ? "threads" : "single";
const folder = variant === "threads" ? "threads/" : "";

const cover = document.getElementById("cover");
const message = document.getElementById("message");
const canvas = document.getElementById("canvas");
const errors = []; // the last lines of the program's standard error

function fail(sentence) {
  cover.className = "failed";
  message.textContent = sentence;
  document.getElementById("without").hidden = location.hash.length <= 1;
}

// Why the program cannot run here, or an empty string.
function reasonNotToRun() {
  if (typeof WebAssembly !== "object") return "satbox needs WebAssembly, which this browser does not have. Update the browser.";
  // A function that returns a vector of zeros.
  const vector = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11];
  if (!WebAssembly.validate(new Uint8Array(vector)))
    return "satbox needs WebAssembly with 128-bit SIMD, which this browser does not have. Update the browser.";
  if (!document.createElement("canvas").getContext("webgl2"))
    return "satbox draws with WebGL 2, which this browser does not offer. Update the browser, or switch on its hardware acceleration.";
  return "";
}

let loaded = 0;
function addProgress(bytes) {
  loaded += bytes;
  document.getElementById("bar").style.transform = `scaleX(${Math.min(loaded / sizes[variant], 1)})`;
}

// A response whose body counts as progress.
async function load(name) {
  const response = await fetch(name);
  if (!response.ok) throw new Error(`${name} was not found on the server (${response.status}).`);
  const counter = new TransformStream({
    transform(part, controller) {
      addProgress(part.byteLength);
      controller.enqueue(part);
    },
  });
  return new Response(response.body.pipeThrough(counter), { headers: { "Content-Type": response.headers.get("Content-Type") } });
}

// Options of the program: those in the query as arg=..., and the link.
function programArguments() {
  const list = new URLSearchParams(location.search).getAll("arg");
  if (location.hash.length > 1) list.push("--link", location.hash);
  return list;
}

// The preferences are kept between visits. The theme is the browser's, unless the user chose the other one.
const storagePrefix = "satbox:";
const preferencesPath = "/libsdl/satbox/preferences.json"; // of preferencesFile() in the program
const browserTheme = () => (matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark");

function restoreFiles() {
  let text = "{}";
  try {
    text = localStorage.getItem(storagePrefix + preferencesPath) ?? "{}";
  } catch {} // storage is blocked: nothing is kept
  let preferences = {};
  try {
    preferences = JSON.parse(text) ?? {};
  } catch {} // not from satbox
  preferences.view = { theme: browserTheme(), ...preferences.view };
  Module.FS.mkdirTree(preferencesPath.slice(0, preferencesPath.lastIndexOf("/")));
  Module.FS.writeFile(preferencesPath, JSON.stringify(preferences));
}

function keepFile(path) {
  const preferences = JSON.parse(Module.FS.readFile(path, { encoding: "utf8" }));
  if (preferences.view.theme === browserTheme()) delete preferences.view.theme;
  delete preferences.folder; // files are gone when the page is closed
  delete preferences["recent-files"];
  try {
    localStorage.setItem(storagePrefix + path, JSON.stringify(preferences));
  } catch {} // storage is blocked or full
}

// A text was copied that did not reach the system's clipboard: it is pasted from the program's own one, until the user
// was elsewhere and may have copied something there.
let copiedHere = false;
function copy(text) {
  copiedHere = true;
  navigator.clipboard?.writeText(text).then(() => (copiedHere = false), () => {}); // not without the user's permission
}

// A file that the user chose or dropped: it is copied into the program's file system and opened.
async function openFile(file) {
  const path = "/home/web_user/" + file.name.replaceAll("/", "_");
  Module.FS.writeFile(path, new Uint8Array(await file.arrayBuffer()));
  callWithText("satboxOpenFile", path);
}

const isRunning = () => cover.className === "done";

// Calls a function of the program with a text of any length: ccall() would put it on the program's stack.
function callWithText(name, text) {
  const size = Module.lengthBytesUTF8(text) + 1;
  const memory = Module._malloc(size);
  if (memory === 0) return; // not enough memory for the text
  Module.stringToUTF8(text, memory, size);
  Module.ccall(name, null, ["number"], [memory]);
  Module._free(memory);
}

globalThis.Module = {
  satboxVariant: variant,
  canvas,
  arguments: programArguments(),
  print: (line) => console.log(line),
  printErr: (line) => {
    console.error(line);
    errors.push(line);
    if (errors.length > 5) errors.shift();
  },
  preRun: [restoreFiles],
  onAbort: (reason) => fail(`satbox has stopped: ${reason}\nReload the page to start again.`),
  // Called by the program.
  satboxDrawn: () => {
    cover.className = "done";
    performance.mark("satbox-drawn");
  },
  satboxEnded: () => {
    if (cover.className !== "failed") fail("satbox has ended. Reload the page to start again.");
  },
  satboxFailed: (sentence) => fail(`${sentence}\nReload the page to start again.`),
  satboxChooseFile: () => {
    const input = document.createElement("input");
    input.type = "file";
    input.onchange = () => input.files.length > 0 && openFile(input.files[0]);
    input.click();
  },
  satboxCopy: copy,
  satboxKeep: keepFile,
  satboxUnsaved: false,
  satboxDownload: (path) => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([Module.FS.readFile(path)]));
    link.download = path.split("/").pop();
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  },
  // The program has returned before its first picture: its standard error says why.
  onExit: (status) => {
    if (status !== 0) fail(errors.join("\n").replace(/^satbox: /, "") || `satbox ended with status ${status}.`);
  },
};

async function start() {
  const reason = reasonNotToRun();
  if (reason) return fail(reason);
  try {
    const compiled = load(folder + "satbox.wasm").then((response) => WebAssembly.compileStreaming(response));
    compiled.catch(() => {}); // it is awaited below
    const data = await (await load(folder + "satbox.data")).arrayBuffer();
    Module.getPreloadedPackage = () => data;
    Module.locateFile = (name) => folder + name;
    Module.instantiateWasm = (imports, done) => {
      compiled
        .then(async (module) => done(await WebAssembly.instantiate(module, imports), module))
        .catch((error) => fail(`satbox could not be loaded: ${error.message}`));
      return {};
    };
    const script = document.createElement("script");
    script.src = folder + "satbox.js";
    script.onerror = () => fail("satbox could not be loaded: satbox.js was not found on the server.");
    document.body.append(script);
  } catch (error) {
    fail(`satbox could not be loaded: ${error.message}`);
  }
}

addEventListener("hashchange", () => location.reload()); // another link
// The program does not see Ctrl+V, so that the browser pastes, and gives the text without a question.
addEventListener("keydown", (event) => {
  const isPaste = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === "v";
  if (isPaste) event.stopImmediatePropagation();
}, true);
addEventListener("paste", (event) => {
  if (!isRunning()) return;
  event.preventDefault();
  callWithText("satboxPaste", copiedHere ? "" : event.clipboardData.getData("text/plain"));
});
addEventListener("blur", () => (copiedHere = false));
addEventListener("visibilitychange", () => {
  if (document.visibilityState === "hidden" && isRunning()) Module.ccall("satboxLeave", null, [], []);
});
addEventListener("beforeunload", (event) => {
  if (!Module.satboxUnsaved || !isRunning()) return;
  event.preventDefault();
  event.returnValue = true; // for Chrome before version 119
});
addEventListener("contextmenu", (event) => event.preventDefault()); // the right button moves the view
addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", (event) => {
  event.preventDefault();
  if (isRunning() && event.dataTransfer.files.length > 0) openFile(event.dataTransfer.files[0]);
});
start();
})();
