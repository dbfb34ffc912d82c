#!/usr/bin/env python3
"""Installs the libraries and uses them as other projects do.

    test_install.py SOURCE BUILD WORK COMPILER

SOURCE: this repository. BUILD: its build folder, in which the static libraries have been built. WORK: an empty folder
for everything that is written. COMPILER: the C++ compiler of BUILD. If clang++ is installed, the examples are built
with it as well.

Static: the libraries of BUILD. Shared, subdirectory and FetchContent: built here with little optimisation, which
changes no result.
"""

import os
import re
import shutil
import struct
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

SOURCE, BUILD, WORK, COMPILER = (os.path.abspath(p) if i < 3 else p for i, p in enumerate(sys.argv[1:5]))
HERE = os.path.join(SOURCE, "tests", "install")
STRICT = ["-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Wconversion", "-Wsign-conversion", "-Werror"]
C_STRICT = ["-pedantic", "-Wall", "-Wextra", "-Werror"]
OFF = ["-DSATBOX_BUILD_APP=OFF", "-DSATBOX_BUILD_TESTS=OFF", "-DSATBOX_BUILD_BENCH=OFF"]
PRECOMPILED = "-DSATBOX_PRECOMPILED_HEADERS=ON"
failures = []


def check(condition, sentence):
    if not condition:
        failures.append(sentence)
        print("FAILED:", sentence, flush=True)


def call(*command, expect=0, **more):
    """Runs a command and returns its output. Ends the test if its status is not as expected (None: any but 0)."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", **more)
    if (done.returncode != 0) if expect == 0 else (done.returncode == 0):
        print(done.stdout)
        sys.exit(f"{' '.join(command)}: status {done.returncode}")
    return done.stdout


def step(name, began):
    print(f"{time.monotonic() - began:6.1f} s  {name}", flush=True)


def configure(source, build, compiler, *more):
    launcher = shutil.which("ccache")
    call("cmake", "-S", source, "-B", build, "-G", "Ninja", f"-DCMAKE_CXX_COMPILER={compiler}", f"-DSATBOX_SOURCE={SOURCE}",
         *([f"-DCMAKE_CXX_COMPILER_LAUNCHER={launcher}"] if launcher else []), *more)


def newest_clang():
    names = {name for folder in os.environ["PATH"].split(":") if os.path.isdir(folder) for name in os.listdir(folder)
             if re.fullmatch(r"clang\+\+(-\d+)?", name)}
    return max(names, key=lambda name: int(name[8:] or 0), default=None)


def version():
    with open(os.path.join(SOURCE, "engine/include/satbox/version.h"), encoding="utf-8") as stream:
        return ".".join(re.findall(r"^#define SATBOX_VERSION_[A-Z]+ (\d+)$", stream.read(), re.MULTILINE))


def public_headers():
    root = os.path.join(SOURCE, "engine", "include")
    return sorted(os.path.relpath(os.path.join(folder, file), root)
                  for folder, _, files in os.walk(root) for file in files if file.endswith(".h"))


def library_folder(prefix):
    """lib, lib64 or lib/x86_64-linux-gnu."""
    return next(folder for folder, _, files in os.walk(prefix) if any(re.match(r"libsatbox\.(a|so)$", f) for f in files))


def check_tree(prefix):
    """What is installed: the public headers and nothing that names the source folder or an internal header."""
    include = os.path.join(prefix, "include")
    found = sorted(os.path.relpath(os.path.join(folder, file), include)
                   for folder, _, files in os.walk(include) for file in files)
    check(found == public_headers(), f"{prefix}: installed headers differ from engine/include")
    captures = os.path.join(prefix, "share/satbox/capture")
    check(sorted(os.listdir(captures)) == sorted(os.listdir(os.path.join(SOURCE, "tools/capture"))),
          f"{captures}: installed files differ from tools/capture")
    for folder, _, files in os.walk(prefix):
        if folder == captures:
            continue
        for file in files:
            if file.endswith((".h", ".cmake", ".pc")):
                with open(os.path.join(folder, file), encoding="utf-8") as stream:
                    text = stream.read()
                check(SOURCE not in text, f"{file} names the source folder")
                check('#include "' not in text, f"{file} includes an internal header")


def example_of_world_header():
    """The example in the comment on World, as a program that prints the height and the hash."""
    with open(os.path.join(SOURCE, "engine/include/satbox/world.h"), encoding="utf-8") as stream:
        text = stream.read()
    comment = re.search(r"((?://.*\n)+)class SATBOX_API World ", text).group(1)
    lines = re.findall(r"^//   (\S.*)$", comment, re.MULTILINE)
    check(len(lines) >= 5, "the comment on World has no example")
    return ("#include <satbox/world.h>\n#include <cstdio>\nusing namespace satbox;\nint main()\n{\n" + "\n".join(lines) +
            '\nstd::printf("%.2f\\n", world.motion(box).origin().y);\n}\n')


def check_sdl_renderer(name, build, env):
    """The example draws with SDL's software renderer: the bodies are where they should be."""
    program, file = f"{build}/sdl_renderer/sdl_renderer", f"{build}/sdl_renderer.bmp"
    if not os.path.exists(program):
        print("SDL2 is not installed: sdl_renderer is not built")
        return
    env = dict(env, SDL_VIDEODRIVER="dummy", SDL_RENDER_DRIVER="software")
    call(program, "--overlays", "shapes", "--frames", "1", "--picture", file, env=env)
    with open(file, "rb") as stream:
        data = stream.read()
    start, (width, height) = struct.unpack_from("<I", data, 10)[0], struct.unpack_from("<ii", data, 18)

    def color(x, y):
        """At a point of the world, m: 60 pixels a metre, centred on (0, 4). BMP has the lowest row first."""
        column, row = round(width / 2 + 60 * x), round(height / 2 + 60 * (y - 4))
        return data[start + 4 * (row * width + column):][:3]

    check((width, height) == (1000, 640), f"{name}: sdl_renderer: the picture has {width} x {height} pixels")
    ground = color(6, 6)
    boxes = [color(column - 0.5 * (5 - row) + 0.1, 0.45 + 0.91 * row) for row in range(6) for column in range(6 - row)]
    check(ground not in boxes and len(set(boxes)) == 1, f"{name}: sdl_renderer: boxes have the colours {boxes}")
    check(color(-7.3, 7.0) != ground and color(7.9, 0) != ground, f"{name}: sdl_renderer: no pendulum or no floor")
    refused = call(program, "--overlays", "shape", "--frames", "1", env=env, expect=None)
    check('"shape" is not an overlay' in refused, f"{name}: sdl_renderer: {refused}")


def use_installed(name, prefix, compiler, *more):
    """Builds and runs all examples against an installed tree. Returns what hello_world prints."""
    build = os.path.join(WORK, f"consumer-{name}")
    os.makedirs(build, exist_ok=True)
    with open(os.path.join(build, "header_example.cpp"), "w", encoding="utf-8") as stream:
        stream.write(example_of_world_header())
    # Not as system headers, whose warnings compilers hide.
    configure(os.path.join(HERE, "consumer"), build, compiler, f"-DCMAKE_PREFIX_PATH={prefix}",
              f"-DSATBOX_INCLUDE={prefix}/include", "-DCMAKE_NO_SYSTEM_FROM_IMPORTED=ON", *more)
    call("cmake", "--build", build)
    env = dict(os.environ, LD_LIBRARY_PATH=library_folder(prefix))
    hello = call(f"{build}/hello_world/hello_world", env=env)
    check(re.search(r"^0\.0 s: 5\.000 m$", hello, re.MULTILINE) and "hit at" in hello, f"{name}: hello_world: {hello}")
    in_c = call(f"{build}/c_hello/c_hello", env=env)
    check(in_c == hello, f"{name}: c_hello prints {in_c}, hello_world {hello}")
    picture = call(f"{build}/custom_debug_draw/custom_debug_draw", env=env)
    check(picture.count("<line") > 60 and " m/s</text>" in picture and picture.rstrip().endswith("</svg>"),
          f"{name}: custom_debug_draw drew {picture.count('<line')} lines")
    in_c = call(f"{build}/c_debug_draw/c_debug_draw", env=env)
    check(in_c.count("<polygon") > 10 and in_c.count("<circle") > 2 and " m/s</text>" in in_c, f"{name}: c_debug_draw drew {in_c}")
    check_sdl_renderer(name, build, env)
    replay = call(f"{build}/replay/replay", os.path.join(build, "replay.jsonl"), env=env)
    check(re.search(r"recorded ([0-9a-f]+), replayed \1$", replay.strip()), f"{name}: replay: {replay}")
    character = call(f"{build}/character/character", env=env)
    check(re.search(r"^9\.0 s: x 14\.200 m", character, re.MULTILINE), f"{name}: character: {character}")
    host = call(f"{build}/host", env=env)
    check(host.startswith("1 ") and not host.startswith("1 0000000000000000"), f"{name}: host: {host}")
    height = call(f"{build}/header_example", env=env)
    check(height.strip() == "1.00", f"{name}: the box of the example in world.h ends at {height.strip()} m, expected 1.00")
    return hello + replay.split(":")[-1] + host + picture


def check_pkg_config(prefix, name):
    if not shutil.which("pkg-config"):
        print("pkg-config is not installed: not checked")
        return
    env = dict(os.environ, PKG_CONFIG_PATH=os.path.join(library_folder(prefix), "pkgconfig"), LD_LIBRARY_PATH=library_folder(prefix))
    for package, example in (("satbox", "hello_world"), ("satbox-scene", "replay"), ("satbox-lab", "hello_world"),
                             ("satbox-draw", "custom_debug_draw")):
        flags = call("pkg-config", "--cflags", "--libs", package, env=env).split()
        program = os.path.join(WORK, f"pkg-{name}-{package}")
        call(COMPILER, "-std=c++20", f"{SOURCE}/examples/{example}/main.cpp", "-o", program, *flags)
        call(program, *([os.path.join(WORK, "pkg.jsonl")] if example == "replay" else []), env=env)
    if shutil.which("cc"):
        for packages, example in ((["satbox-c"], "c_hello"), (["satbox-draw", "satbox-c"], "c_debug_draw")):
            flags = call("pkg-config", "--cflags", "--libs", *packages, env=env).split()
            program = os.path.join(WORK, f"pkg-{name}-{example}")
            call("cc", "-std=c99", *C_STRICT, f"{SOURCE}/examples/{example}/main.c", "-o", program, *flags)
            call(program, env=env)


def check_scene_as_cpp(prefix):
    """The program that satbox-run writes for a scene compiles without warnings and gives the hash of the scene."""
    run = os.path.join(BUILD, "bin", "satbox-run")
    if not (os.path.exists(run) and shutil.which("pkg-config")):
        print("satbox-run is not built, or pkg-config is not installed: scenes as C++ are not checked")
        return
    env = dict(os.environ, PKG_CONFIG_PATH=os.path.join(library_folder(prefix), "pkgconfig"), LD_LIBRARY_PATH=library_folder(prefix))
    flags = call("pkg-config", "--cflags", "--libs", "satbox", env=env).split()
    for scene in ("welcome", "mixed_rain", "tumbler", "friction_ramp"):
        file, program = os.path.join(WORK, scene + ".cpp"), os.path.join(WORK, "cpp-" + scene)
        call(run, scene, "--steps", "120", "--cpp", file)
        call(COMPILER, "-std=c++20", "-O0", *STRICT, file, "-o", program, *flags)
        found, expected = call(program, env=env).strip(), call(run, scene, "--steps", "120", "--hash").splitlines()[-1]
        check(found == expected, f"{scene} as C++ has the hash {found}, expected {expected}")


def check_flags(prefix):
    """Headers refuse flags with which their arithmetic would differ."""
    file = os.path.join(WORK, "flags.cpp")
    with open(file, "w", encoding="utf-8") as stream:
        stream.write("#include <satbox/world.h>\n")
    include = f"-I{prefix}/include"
    for flag in ("-ffast-math", "-Ofast", "-ffinite-math-only"):
        output = call(COMPILER, "-std=c++20", "-fsyntax-only", include, flag, file, expect=None)
        check("remove -ffast-math" in output, f"{flag} is not refused")


def check_each_header(prefix):
    def compiles(header):
        return header, subprocess.run([COMPILER, "-std=c++20", "-fsyntax-only", "-x", "c++", *STRICT, f"-I{prefix}/include", "-"],
                                      input=f"#include <{header}>\n", text=True, stderr=subprocess.PIPE)

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for header, done in pool.map(compiles, public_headers()):
            check(done.returncode == 0, f"<{header}> does not compile by itself:\n{done.stderr}")


def check_exports(prefix):
    library = os.path.realpath(os.path.join(library_folder(prefix), "libsatbox.so"))
    check(library.endswith(f".so.{version()}"), f"the shared library is {library}")
    names = call("nm", "-DC", "--defined-only", library)
    check("satbox::World::step(" in names, "World::step is not exported")
    check("satbox::DynamicTree::" not in names and "satbox::soft" not in names, "internals are exported")
    soname = "libsatbox.so." + version().rsplit(".", 1)[0]
    check(f"[{soname}]" in call("readelf", "-d", library), f"the soname is not {soname}")


def main():
    shutil.rmtree(WORK, ignore_errors=True)
    os.makedirs(WORK)
    began = time.monotonic()
    static = os.path.join(WORK, "static")
    call("cmake", "--install", BUILD, "--prefix", static, "--component", "dev")
    check_tree(static)
    with open(os.path.join(SOURCE, "vcpkg.json"), encoding="utf-8") as stream:
        check(f'"version": "{version()}"' in stream.read(), f"vcpkg.json has another version than {version()}")
    check_each_header(static)
    check_flags(static)
    step("static: installed", began)
    results = {"static": use_installed("static", static, COMPILER)}
    check_pkg_config(static, "static")
    check_scene_as_cpp(static)
    step("static: examples, pkg-config, scenes as C++", began)

    clang = newest_clang()
    if clang:
        results[clang] = use_installed("clang", static, clang)
        step(f"static: examples with {clang}", began)
    else:
        print("clang++ is not installed: the examples are built with one compiler only")

    shared = os.path.join(WORK, "shared")
    build = os.path.join(WORK, "build-shared")
    configure(SOURCE, build, COMPILER, *OFF, PRECOMPILED, "-DBUILD_SHARED_LIBS=ON", "-DCMAKE_BUILD_TYPE=Quick", "-DCMAKE_CXX_FLAGS_QUICK=-O0")
    call("cmake", "--build", build)
    call("cmake", "--install", build, "--prefix", shared, "--component", "dev")
    step("shared: built", began)
    check_tree(shared)
    check_exports(shared)
    results["shared"] = use_installed("shared", shared, COMPILER)
    check_pkg_config(shared, "shared")
    step("shared: examples, pkg-config", began)

    # The engine alone needs neither nlohmann-json nor fmt.
    alone = [f"-DCMAKE_DISABLE_FIND_PACKAGE_{package}=ON" for package in ("nlohmann_json", "fmt", "SDL2", "CLI11", "doctest")]
    build = os.path.join(WORK, "build-subdirectory")
    configure(os.path.join(HERE, "subdirectory"), build, COMPILER, PRECOMPILED, *alone)
    call("cmake", "--build", build)
    hello = call(f"{build}/hello_world/hello_world")
    check(results["static"].startswith(hello), f"subdirectory: hello_world: {hello}")
    step("subdirectory", began)
    build = os.path.join(WORK, "build-fetch")
    configure(os.path.join(HERE, "fetch_content"), build, COMPILER, *alone)
    call("cmake", "--build", build, "--target", "hello_world/CMakeFiles/hello_world.dir/main.cpp.o")
    check("libsatbox.a" in call("ninja", "-C", build, "-t", "query", "hello_world/hello_world"), "FetchContent: satbox is not linked")
    step("FetchContent", began)

    for name, result in results.items():
        check(result == results["static"], f"results of {name} differ from those of static")
    print(f"{len(failures)} failures" if failures else "install: no failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
