"""Runs ./run.sh, ./test.sh, scripts/check_format.sh and scripts/cross_check.sh on machines that are played: apt, dpkg, sudo, CMake and satbox are
small programs of the same names, and nothing else is on the path but what every system has.

    test_commands.py SOURCE_FOLDER [SATBOX]    (with SATBOX also: the real one, where no display answers)
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SOURCE = Path(sys.argv[1])
SATBOX = sys.argv[2] if len(sys.argv) > 2 else None
EVERYWHERE = ("bash sh env sed awk grep tr sort head tail sleep mkdir rm dirname cat cp cut find xargs uniq touch "
              "nproc uname ln true").split()

# $STATE: installed, known (to apt), refused (by apt-get install), known_later (after an update); log of what was called.
PLAYED = {
    "id": 'echo "${PLAYED_UID:-0}"',
    "dpkg-query": 'for p in "$@"; do if grep -qx -- "$p" "$STATE/installed"; then echo "$p installed"; fi; done',
    "apt-cache": """shift
for p in "$@"; do
  if grep -qx -- "$p" "$STATE/known"; then printf '%s:\\n  Installed: (none)\\n  Candidate: 1.0\\n' "$p"; fi
  if grep -qx -- "$p" "$STATE/gone"; then printf '%s:\\n  Installed: (none)\\n  Candidate: (none)\\n' "$p"; fi
done""",
    "apt-get": """echo "apt-get $*" >>"$STATE/log"
if [ "$1" = update ]; then if [ -e "$STATE/known_later" ]; then cp "$STATE/known_later" "$STATE/known"; fi; exit 0; fi
packages=()
for p in "$@"; do case "$p" in install | -* | *::*) ;; *) packages+=("$p") ;; esac; done
for p in "${packages[@]}"; do
  if grep -qx -- "$p" "$STATE/refused" || ! grep -qx -- "$p" "$STATE/known"; then echo "E: $p"; exit 100; fi
done
for p in "${packages[@]}"; do echo "$p" >>"$STATE/installed"; done""",
    "cmake": """if [ "$1" = --version ]; then echo "cmake version 3.25.1"; exit; fi
echo "cmake $*" >>"$STATE/log"
if [ "$1" = --build ]; then
  mkdir -p build/release/bin
  cp "$STATE/satbox" build/release/bin/satbox
  exit
fi
home="$(sed -n 's/^CMAKE_HOME_DIRECTORY:INTERNAL=//p' "build/$2/CMakeCache.txt" 2>/dev/null)"
if [ -n "$home" ] && ! [ "$home" -ef . ]; then echo "CMake Error: The source does not match $home"; exit 1; fi
mkdir -p "build/$2"
echo "CMAKE_HOME_DIRECTORY:INTERNAL=$PWD" >"build/$2/CMakeCache.txt"
touch "build/$2/build.ninja" """,
    "ctest": 'echo "ctest $*" >>"$STATE/log"',
}
SUDO = """if [ "$1" = -n ]; then shift; fi
if [ "$PLAYED_SUDO" != yes ]; then echo "sudo: a password is required" >&2; exit 1; fi
PLAYED_UID=0 exec "$@" """
# $SATBOX_STATUS: how it ends when it is to open a window.
WINDOW = """echo "satbox $*" >>"$STATE/log"
while [ $# -gt 0 ]; do
  if [ "$1" = --render ]; then echo picture >"$2"; exit; fi
  if [ "$1" = --list ]; then echo welcome; exit; fi
  shift
done
exit "${SATBOX_STATUS:-0}" """


def script(file, text):
    file.write_text("#!/usr/bin/env bash\n" + text + "\n")
    file.chmod(0o755)


class Commands(unittest.TestCase):
    def setUp(self):
        folder = Path(self.enterContext(tempfile.TemporaryDirectory())).resolve()
        self.root, self.path, self.state = folder / "satbox", folder / "bin", folder / "state"
        for made in (self.root / "scripts", self.path, self.state):
            made.mkdir(parents=True)
        for name in ("run.sh", "test.sh", "scripts/setup.sh", "scripts/check_format.sh",
                     "scripts/cross_check.sh"):
            shutil.copy(SOURCE / name, self.root / name)
        for name in EVERYWHERE:
            found = shutil.which(name)
            if found:
                (self.path / name).symlink_to(found)
        for name, text in PLAYED.items():
            script(self.path / name, text)
        script(self.state / "satbox", WINDOW)
        for kind in ("run", "test", "ci"):
            setattr(self, kind, [self.listed(f"satbox_packages_{kind}"), self.listed(f"satbox_optional_{kind}")])
        self.write("installed", sum(self.run + self.test, []))
        self.write("known", sum(self.run + self.test, []))
        self.write("refused", [])
        self.write("gone", [])

    def listed(self, variable):
        return subprocess.run(["bash", "-c", f'. "{SOURCE}/scripts/setup.sh"; echo ${variable}'], capture_output=True,
                              text=True, check=True).stdout.split()

    def write(self, name, words):
        (self.state / name).write_text("".join(word + "\n" for word in words))

    def log(self):
        file = self.state / "log"
        return file.read_text() if file.exists() else ""

    def call(self, command, *arguments, root=None, status=0, **variables):
        environment = {"PATH": str(self.path), "STATE": str(self.state), "HOME": str(self.state), **variables}
        done = subprocess.run(["bash", str((root or self.root) / command), *arguments], capture_output=True, text=True,
                              stdin=subprocess.DEVNULL, timeout=300, env=environment)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done.stdout + done.stderr

    def lacks(self, *names):
        """Takes packages off the machine."""
        self.write("installed", [p for p in sum(self.run + self.test, []) if p not in names])

    # What is installed

    def test_where_nothing_is_missing_apt_is_not_asked(self):
        self.call("test.sh")
        self.assertNotIn("apt-get", self.log())
        self.assertIn("ctest", self.log())

    def test_what_is_missing_is_installed(self):
        self.lacks("libsdl2-dev", "fonts-inter")
        self.write("known_later", sum(self.run + self.test, []))
        self.write("known", [])
        self.assertIn("Installing: libsdl2-dev fonts-inter", self.call("run.sh", DISPLAY=":1"))
        self.assertIn("libsdl2-dev", (self.state / "installed").read_text())

    def test_optional_packages_that_apt_does_not_know_are_named_and_left_out(self):
        optional = self.run[1] + self.test[1]
        self.lacks("libglm-dev", *optional)
        self.write("known", self.run[0] + self.test[0])
        self.write("gone", optional[:2])  # as dpkg remembers a package that a new release lacks
        said = self.call("test.sh")
        self.assertIn("Left out, since apt does not have them: " + " ".join(optional), said)
        self.assertIn("libglm-dev", (self.state / "installed").read_text())
        self.assertIn("ctest", self.log())

    def test_where_only_such_ones_are_missing_apt_is_not_asked_again(self):
        self.lacks("fonts-inter")
        self.write("known", [p for p in self.run[0]])
        self.assertIn("Left out, since apt does not have them: fonts-inter", self.call("run.sh", DISPLAY=":1"))
        self.assertNotIn("apt-get", self.log())

    def test_an_optional_package_that_does_not_install_is_named_and_left_out(self):
        self.lacks("libglm-dev", "fonts-inter", "libtbb-dev", "xvfb")
        self.write("refused", ["libtbb-dev"])
        self.assertIn("Left out, since apt-get could not install it (see build/setup.log): libtbb-dev",
                      self.call("test.sh"))
        installed = (self.state / "installed").read_text()
        for name in ("libglm-dev", "fonts-inter", "xvfb"):
            self.assertIn(name, installed)

    def test_a_required_package_that_cannot_be_had_stops_and_is_named(self):
        self.lacks("libimgui-dev", "libglm-dev")
        self.write("known", [p for p in sum(self.run, []) if p != "libimgui-dev"])
        self.assertIn("apt does not have these required packages: libimgui-dev",
                      self.call("run.sh", status=1))
        self.write("known", sum(self.run, []))
        self.write("refused", ["libglm-dev"])
        said = self.call("run.sh", status=1)
        self.assertIn("apt-get could not install: libimgui-dev libglm-dev", said.replace("libglm-dev libimgui-dev",
                                                                                          "libimgui-dev libglm-dev"))
        self.assertNotIn("cmake", self.log())

    def test_without_root_what_is_missing_is_named_and_cmake_judges(self):
        self.lacks("libimgui-dev", "xvfb")
        for sudo in ("none", "refuses"):
            with self.subTest(sudo):
                if sudo == "refuses":
                    script(self.path / "sudo", SUDO)
                said = self.call("test.sh", PLAYED_UID="1000", PLAYED_SUDO="no")
                self.assertIn("apt-get install --no-install-recommends libimgui-dev xvfb", said)
                self.assertNotIn("apt-get", self.log())
                self.assertIn("ctest", self.log())

    def test_sudo_installs(self):
        self.lacks("libimgui-dev")
        script(self.path / "sudo", SUDO)
        self.call("run.sh", PLAYED_UID="1000", PLAYED_SUDO="yes", DISPLAY=":1")
        self.assertIn("libimgui-dev", (self.state / "installed").read_text())

    def test_packages_that_only_one_release_of_debian_has_are_optional(self):
        self.assertIn("clang-format-14", self.ci[1])
        self.assertIn("libchipmunk-dev", self.test[1])
        self.assertNotIn("chipmunk-dev", self.test[0] + self.test[1])

    # Where the build folder comes from

    def test_a_moved_checkout_is_configured_afresh_with_a_sentence(self):
        self.call("run.sh", DISPLAY=":1")
        (self.root / "build/release/old.o").touch()
        for command in ("run.sh", "test.sh"):
            with self.subTest(command):
                moved = self.root.with_name("moved_before_" + command)
                os.rename(self.root, moved)
                (self.state / "log").unlink()
                said = self.call(command, root=moved, DISPLAY=":1")
                self.assertIn(f"build/release was configured for {self.root}, but satbox is now in {moved}", said)
                self.assertIn("cmake --preset release", self.log())
                self.assertFalse((moved / "build/release/old.o").exists())
                self.root = moved

    def test_a_copied_checkout_leaves_the_first_one_alone(self):
        self.call("run.sh", DISPLAY=":1")
        copy = self.root.with_name("copy")
        shutil.copytree(self.root, copy)
        self.assertIn("was configured for", self.call("run.sh", root=copy, DISPLAY=":1"))
        self.assertNotIn("was configured for", self.call("test.sh"))

    def test_another_name_of_the_same_folder_is_no_other_folder(self):
        self.call("run.sh", DISPLAY=":1")
        alias = self.root.with_name("alias")
        alias.symlink_to(self.root)
        (self.state / "log").unlink()
        self.assertNotIn("was configured for", self.call("run.sh", root=alias, DISPLAY=":1"))
        self.assertNotIn("cmake --preset", self.log())

    # Without a display

    def test_a_display_that_does_not_answer_means_a_picture(self):
        said = self.call("run.sh", DISPLAY=":1", SATBOX_STATUS="3")
        self.assertIn("Rendering a picture instead.", said)
        self.assertIn("satbox welcome --steps 300 --overlays all --render", self.log())
        self.assertTrue((self.root / "satbox.png").exists())

    def test_without_a_display_a_picture_is_rendered(self):
        self.assertIn("No display (DISPLAY", self.call("run.sh", "pyramid", "--steps", "7"))
        self.assertIn("satbox pyramid --steps 7 --overlays all --render", self.log())

    def test_the_exit_status_of_satbox_is_that_of_the_command(self):
        for status in (0, 1, 2):
            self.assertNotIn("picture", self.call("run.sh", DISPLAY=":1", SATBOX_STATUS=str(status), status=status))

    def test_what_needs_no_display_runs_without_one(self):
        self.assertIn("welcome", self.call("run.sh", "--list"))
        self.assertFalse((self.root / "satbox.png").exists())

    @unittest.skipUnless(SATBOX, "no satbox was built")
    def test_satbox_tells_by_its_exit_status_that_no_display_answers(self):
        environment = {k: v for k, v in os.environ.items() if k not in ("WAYLAND_DISPLAY", "XDG_RUNTIME_DIR")}
        environment |= {"DISPLAY": ":64321", "SDL_VIDEODRIVER": "x11", "HOME": str(self.state)}
        done = subprocess.run([SATBOX], capture_output=True, text=True, timeout=60, env=environment)
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertIn("No display was found", done.stderr)

    # The format

    def test_the_format_is_skipped_by_name_where_its_formatter_is_not(self):
        self.assertIn("format: skipped, since clang-format 14 is not installed", self.call("scripts/check_format.sh"))
        script(self.path / "clang-format", 'echo "clang-format version 19.1.7"')
        self.assertIn("format: skipped", self.call("scripts/check_format.sh"))
        self.assertIn("Nothing was formatted", self.call("scripts/check_format.sh", "--fix", status=1))

    # The same bits on other machines

    def plays_arm(self):
        """A cross compiler and an emulator that answers with $HASH; saved worlds hold $SAVED, and replays say $REPLAYED."""
        for name in ("timeout", "cmp"):
            (self.path / name).symlink_to(shutil.which(name))
        script(self.path / "aarch64-linux-gnu-g++", "exit")
        script(self.path / "qemu-aarch64", 'HASH="$ARM_HASH" SAVED="$ARM_SAVED" exec "$@"')
        script(self.state / "runner", """while [ $# -gt 0 ]; do
  if [ "$1" = --state ]; then echo "$SAVED" >"$2"; fi
  if [ "$1" = --replay ]; then echo "${REPLAYED:-verified}"; exit; fi
  shift
done
echo "$HASH" """)
        script(self.path / "cmake", """if [ "$1" = --version ]; then echo "cmake version 3.25.1"; exit; fi
if [ "$1" = --preset ]; then mkdir -p "build/$2"; exit; fi
mkdir -p "build/$3/bin"
cp "$STATE/runner" "build/$3/bin/satbox-run" """)

    def test_targets_whose_tools_are_missing_are_skipped_by_name(self):
        said = self.call("scripts/cross_check.sh")
        for target, package in (("aarch64", "qemu-user"), ("windows", "g++-mingw-w64-x86-64-posix"), ("wasm", "emscripten")):
            self.assertRegex(said, f"{target} .*skipped: missing packages .*: .*{re.escape(package)}")
        self.assertIn("qemu-user", self.call("scripts/cross_check.sh", "--tools", "aarch64"))
        self.assertIn("m68k is not a target", self.call("scripts/cross_check.sh", "m68k", status=2))

    def test_another_hash_another_file_and_no_hash_fail(self):
        self.plays_arm()
        here = {"HASH": "0123456789abcdef", "SAVED": "world"}
        said = self.call("scripts/cross_check.sh", "aarch64", **here, ARM_HASH=here["HASH"], ARM_SAVED="world")
        self.assertIn("pyramid       0123456789abcdef  equal", said)
        self.assertIn("nothing differs", said)
        for other, expected in (({"ARM_HASH": "0123456789abcdee"}, "DIFFERS, expected 0123456789abcdef"),
                                ({"ARM_SAVED": "another"}, "DIFFERS: compare build/cross_aarch64.json"),
                                ({"ARM_HASH": "a sentence"}, "FAILED to run"),
                                ({"REPLAYED": "something else"}, "edits.satbox")):
            with self.subTest(expected):
                there = {"ARM_HASH": here["HASH"], "ARM_SAVED": "world"} | other
                self.assertIn(expected, self.call("scripts/cross_check.sh", "aarch64", status=1, **here, **there))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
