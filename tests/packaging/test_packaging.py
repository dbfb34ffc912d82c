"""What packages are made of agrees: versions, names, file types, man pages and completions from --help, recipes.

    test_packaging.py SOURCE_FOLDER BUILD_FOLDER SATBOX SATBOX_RUN

Checks whose tools are not installed are skipped with a message: ./scripts/build_packages.sh installs them."""
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import types
import unittest
import xml.etree.ElementTree as ElementTree
from pathlib import Path

SOURCE, BUILD = Path(sys.argv[1]), Path(sys.argv[2])
PROGRAMS = {Path(path).name: path for path in sys.argv[3:5]}
PACKAGING = SOURCE / "packaging"
MIME = "{http://www.freedesktop.org/standards/shared-mime-info}"
ENVIRONMENT = dict(os.environ, LC_ALL="C.UTF-8")


def text_of(path):
    return (SOURCE / path).read_text(encoding="utf-8")


def version():
    return ".".join(re.findall(r"#define SATBOX_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)", text_of("engine/include/satbox/version.h")))


def run(*command, **more):
    return subprocess.run([str(word) for word in command], text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=more.pop("env", ENVIRONMENT),
                          **more)


def needs(*tools):
    missing = [tool for tool in tools if not shutil.which(tool)]
    return unittest.skipIf(missing, f"not installed: {' '.join(missing)}")


def load(path, name):
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module # dataclasses look there
    spec.loader.exec_module(module)
    return module


HELP_PAGES = load(SOURCE / "scripts/help_pages.py", "help_pages")


def conan_recipe():
    """The recipe, with stand-ins for Conan, which Debian does not package."""
    stand_ins = {"conan": ["ConanFile"], "conan.errors": ["ConanInvalidConfiguration"], "conan.tools": [], "conan.tools.build": ["check_min_cppstd"],
                 "conan.tools.cmake": ["CMake", "CMakeDeps", "CMakeToolchain", "cmake_layout"], "conan.tools.files": ["copy", "load", "rmdir"]}
    for name, members in stand_ins.items():
        module = types.ModuleType(name)
        for member in members:
            setattr(module, member, type(member, (object,), {}))
        sys.modules[name] = module
    sys.modules["conan.tools.files"].load = lambda recipe, path: Path(path).read_text(encoding="utf-8")
    return load(PACKAGING / "conan/conanfile.py", "conanfile")


class Names(unittest.TestCase):
    def test_version_is_that_of_the_header_everywhere(self):
        self.assertRegex(version(), r"^\d+\.\d+\.\d+$")
        self.assertEqual(json.loads(text_of("packaging/vcpkg/satbox/vcpkg.json"))["version"], version())
        recipe = conan_recipe().SatboxConan()
        recipe.recipe_folder = str(PACKAGING / "conan")
        recipe.set_version()
        self.assertEqual(recipe.version, version())
        metainfo = ElementTree.parse(BUILD / "packaging/org.example.satbox.metainfo.xml")
        self.assertEqual([release.get("version") for release in metainfo.iter("release")], [version()])
        for program, path in PROGRAMS.items():
            self.assertEqual(run(path, "--version").stdout.strip(), f"{program} {version()}")

    def test_library_package_is_named_after_the_soname(self):
        major_minor = version().rsplit(".", 1)[0]
        self.assertIn(f"\nPackage: libsatbox{major_minor}\n", text_of("packaging/debian/control"))
        self.assertTrue((PACKAGING / f"debian/libsatbox{major_minor}.install").is_file())
        self.assertIn(f"libsatbox{major_minor}", text_of("scripts/try_packages.sh"))

    def test_application_has_one_id(self):
        name = "org.example.satbox"
        metainfo = ElementTree.parse(SOURCE / "assets/satbox.metainfo.xml.in")
        self.assertEqual(metainfo.findtext("id"), name)
        self.assertEqual(metainfo.findtext("launchable"), "satbox.desktop")
        self.assertIn(f"\nid: {name}\n", text_of(f"packaging/flatpak/{name}.yml"))
        self.assertIn(f"{name}.metainfo.xml", text_of("cmake/packaging.cmake"))

    def test_pictures_of_the_metainfo_exist_with_their_sizes(self):
        home = ElementTree.parse(SOURCE / "assets/satbox.metainfo.xml.in").findtext("url[@type='homepage']")
        images = list(ElementTree.parse(SOURCE / "assets/satbox.metainfo.xml.in").iter("image"))
        self.assertGreaterEqual(len(images), 3)
        for image in images:
            self.assertTrue(image.text.startswith(home + "/"), image.text)
            header = (SOURCE / image.text[len(home) + 1:]).read_bytes()[:24]
            size = int.from_bytes(header[16:20], "big"), int.from_bytes(header[20:24], "big")
            self.assertEqual((int(image.get("width")), int(image.get("height"))), size, image.text)

    def test_file_types_are_the_same_in_entry_types_and_metainfo_and_have_icons(self):
        types_ = [kind.get("type") for kind in ElementTree.parse(SOURCE / "assets/satbox-mime.xml").iter(MIME + "mime-type")]
        entry = dict(line.split("=", 1) for line in text_of("assets/satbox.desktop").splitlines() if "=" in line)
        self.assertEqual(entry["MimeType"].strip(";").split(";"), types_)
        self.assertEqual([kind.text for kind in ElementTree.parse(SOURCE / "assets/satbox.metainfo.xml.in").iter("mediatype")], types_)
        self.assertNotIn("application/json", types_)
        for icon in ElementTree.parse(SOURCE / "assets/satbox-mime.xml").iter(MIME + "icon"):
            self.assertTrue((SOURCE / f"assets/icons/{icon.get('name')}.svg").is_file(), icon.get("name"))
        self.assertTrue((SOURCE / f"assets/icons/{entry['Icon']}.svg").is_file())

    def test_build_dependencies_of_debian_are_what_the_scripts_install(self):
        setup = text_of("scripts/setup.sh")
        for_run, for_packages = (re.search(rf'satbox_packages_{kind}="([^"]*)"', setup)[1].split() for kind in ("run", "package"))
        control = text_of("packaging/debian/control")
        fields = re.search(r"^Build-Depends:(.*?)^\S", control, re.MULTILINE | re.DOTALL)[1]
        depends = {re.sub(r"\(.*?\)", "", package).strip() for package in fields.split(",")}
        missing = [package for package in for_run if (package.endswith("-dev") or package in ("cmake", "ninja-build")) and package not in depends]
        self.assertEqual(missing, [])
        # dpkg-buildpackage refuses to build without build-essential, which no control file names.
        wanted = {"debhelper" if package == "debhelper-compat" else package for package in depends} | {"build-essential"}
        self.assertEqual(sorted(wanted - {*for_run, *for_packages}), [])
        # What the window opens while it runs is in no list of shared libraries.
        needed = re.search(r"^Package: satbox$(.*?)^Recommends", control, re.MULTILINE | re.DOTALL)[1]
        for package in ("libegl1", "libgl1", "libgl1-mesa-dri", "libegl-mesa0"):
            self.assertRegex(needed, rf"\b{package}\b")


class Recipes(unittest.TestCase):
    def test_conan_and_vcpkg_have_the_components_of_cmake(self):
        added = set(re.findall(r"satbox_add_component\((\w+)", text_of("engine/CMakeLists.txt") + text_of("app/CMakeLists.txt"))) - {"engine"}
        self.assertEqual(set(conan_recipe().PARTS), added)
        self.assertEqual(set(json.loads(text_of("packaging/vcpkg/satbox/vcpkg.json"))["features"]), added)
        port = text_of("packaging/vcpkg/satbox/portfile.cmake")
        options = set(re.findall(r"option\((SATBOX_\w+)", text_of("CMakeLists.txt")))
        for recipe in (port, text_of("packaging/debian/rules"), text_of("packaging/flatpak/org.example.satbox.yml")):
            self.assertLessEqual(set(re.findall(r"SATBOX_(?:BUILD|FIND)_[A-Z_]+", recipe)), options)

    def test_recipes_have_the_packages_and_folders_that_the_libraries_need(self):
        words = lambda name: name.split("::")[-1].replace("_", "-")
        parts = conan_recipe().PARTS
        features = json.loads(text_of("packaging/vcpkg/satbox/vcpkg.json"))["features"]
        for part, needs_of_part in parts.items():
            in_vcpkg = [name for name in features[part].get("dependencies", []) if isinstance(name, str)]
            self.assertEqual(sorted(in_vcpkg), sorted(words(name) for name in needs_of_part if "::" in name), part)
        self.assertIn("pugixml", features["scene"]["dependencies"])
        flatpak = text_of("packaging/flatpak/org.example.satbox.yml")
        for module in ("pugixml", "sqlitecpp", "box2d"):
            self.assertIn(f"\n  - name: {module}\n", flatpak)
        # What Conan copies has every folder from which the libraries are installed.
        copied = re.search(r"for folder in (\(.*?\)):", text_of("packaging/conan/conanfile.py"))[1]
        for folder in re.findall(r"\$\{PROJECT_SOURCE_DIR\}/(\w+)/", text_of("cmake/InstallLibraries.cmake")):
            self.assertIn(f'"{folder}"', copied)

    def test_conan_describes_each_library_and_what_it_needs(self):
        recipe = conan_recipe().SatboxConan()

        class Info:
            def __init__(self):
                self.properties, self.components = {}, {}

            def set_property(self, name, value):
                self.properties[name] = value

        class Components(dict):
            def __missing__(self, name):
                return self.setdefault(name, Info())

        recipe.cpp_info = Info()
        recipe.cpp_info.components = Components()
        recipe.options = types.SimpleNamespace(get_safe=lambda name: name not in ("shared", "c"))
        recipe.settings = types.SimpleNamespace(os="Linux")
        recipe.package_info()
        found = recipe.cpp_info.components
        self.assertEqual(set(found), {"engine", "lab", "scene", "draw"})
        self.assertEqual(found["engine"].libs, ["satbox"])
        self.assertEqual(found["draw"].libs, ["satbox-draw"])
        self.assertEqual(found["draw"].requires, ["engine", "lab", "fmt::fmt"])
        self.assertEqual(found["scene"].properties["cmake_target_name"], "satbox::scene")

    @needs("flatpak-builder")
    def test_flatpak_builder_reads_the_manifest(self):
        done = run("flatpak-builder", "--show-manifest", PACKAGING / "flatpak/org.example.satbox.yml")
        self.assertEqual(done.returncode, 0, done.stdout)
        manifest = json.loads(done.stdout[done.stdout.index("{"):])
        self.assertEqual(manifest["modules"][-1]["name"], "satbox")
        for module in manifest["modules"][:-1]:
            self.assertRegex(module["sources"][0]["commit"], r"^[0-9a-f]{40}$", module["name"])


class Desktop(unittest.TestCase):
    @needs("desktop-file-validate")
    def test_desktop_entry_is_valid(self):
        done = run("desktop-file-validate", SOURCE / "assets/satbox.desktop")
        self.assertEqual((done.returncode, done.stdout), (0, ""))

    @needs("appstreamcli")
    def test_metainfo_is_valid(self):
        done = run("appstreamcli", "validate", "--no-net", BUILD / "packaging/org.example.satbox.metainfo.xml")
        self.assertEqual(done.returncode, 0, done.stdout)

    @needs("update-mime-database", "gio")
    def test_file_types_are_found_by_content_and_other_json_files_stay_json(self):
        shared = Path("/usr/share/mime/packages/freedesktop.org.xml")
        if not shared.is_file():
            self.skipTest("not installed: shared-mime-info")
        with tempfile.TemporaryDirectory() as folder:
            folder = Path(folder)
            (folder / "mime/packages").mkdir(parents=True)
            shutil.copy(shared, folder / "mime/packages")
            shutil.copy(SOURCE / "assets/satbox-mime.xml", folder / "mime/packages")
            done = run("update-mime-database", folder / "mime")
            self.assertEqual(done.returncode, 0, done.stdout)
            state, recording = folder / "saved.json", folder / "r.satbox"
            self.assertEqual(run(PROGRAMS["satbox-run"], "box_stack", "--steps", "3", "--state", state, "--record", recording).returncode, 0)
            shutil.copy(recording, folder / "recording")
            shutil.copy(SOURCE / "assets/scenes/welcome.json", folder / "Welcome.json")
            (folder / "compact.json").write_text('{"format":"satbox-scene","version":1,"bodies":[]}')
            (folder / "other.json").write_text('{"format": "other"}')
            (folder / "later.json").write_text('{"version": 1, "x": "' + 200 * "x" + '", "format": "satbox-scene"}')
            env = dict(ENVIRONMENT, XDG_DATA_DIRS=str(folder), XDG_DATA_HOME=str(folder / "none"))
            scene, recording = "application/vnd.satbox.scene+json", "application/vnd.satbox.recording"
            for name, expected in (("saved.json", scene), ("Welcome.json", scene), ("compact.json", scene), ("r.satbox", recording),
                                   ("recording", recording), ("other.json", "application/json"), ("later.json", "application/json")):
                found = run("gio", "info", "-a", "standard::content-type", folder / name, env=env).stdout
                self.assertIn(f"standard::content-type: {expected}\n", found, name)

    @needs("rsvg-convert")
    def test_icons_have_their_sizes(self):
        for name in ("satbox", "application-vnd.satbox.scene", "application-vnd.satbox.recording"):
            for size in (16, 22, 24, 32, 48, 64, 128, 256):
                header = (BUILD / f"packaging/icons/{size}/{name}.png").read_bytes()[:24]
                self.assertEqual(header[:8], b"\x89PNG\r\n\x1a\n")
                self.assertEqual(header[16:24], size.to_bytes(4, "big") * 2, f"{name}, {size} pixels")


# The layout of newer releases of CLI11: names in columns, default values in brackets, wrapped text, no "Usage:".
NEWER_HELP = """A program that
shows something.


satbox-run [OPTIONS] [SCENE]


POSITIONALS:
  SCENE NAME|FILE             Built-in scene or scene file

OPTIONS:
  -h,     --help              Print this help message and exit
          --steps N [600]     Number of steps: more than
                              --threads allows
          --a-name-that-is-longer-than-the-column OUT.JSON
                              Text below


Examples:
  satbox-run a --steps 1
Exit status: 0 success,
1 failure.
"""


class HelpPages(unittest.TestCase):
    def options(self, program):
        return re.findall(r"^ {1,12}(?:-\w, *)?(--[\w-]+)", run(PROGRAMS[program], "--help").stdout, re.MULTILINE)

    def page(self, name):
        return (BUILD / "packaging" / name).read_text(encoding="utf-8")

    def test_every_option_is_in_the_man_page_and_in_both_completions(self):
        for program in PROGRAMS:
            options = self.options(program)
            self.assertGreater(len(options), 20)
            page, bash, zsh = self.page(f"{program}.1"), self.page(f"bash/{program}"), self.page(f"zsh/_{program}")
            for option in options:
                self.assertIn("\\fB" + option.replace("-", "\\-") + "\\fR", page)
                self.assertRegex(bash, rf"[ \"]{option}[ \"]")
                self.assertRegex(zsh, rf"[*'{{,]{option}[\[}}]")

    def test_help_of_newer_releases_of_cli11_is_read_too(self):
        found = HELP_PAGES.read_help("satbox-run", lambda option: "satbox-run 1.2.3\n" if option == "--version" else NEWER_HELP)
        self.assertEqual((found.version, found.usage, found.about), ("1.2.3", "satbox-run [OPTIONS] [SCENE]", "A program that shows something."))
        self.assertEqual([(entry.names, entry.argument, entry.text) for entry in found.options],
                         [(["-h", "--help"], "", "Print this help message and exit"),
                          (["--steps"], "N [600]", "Number of steps: more than --threads allows"),
                          (["--a-name-that-is-longer-than-the-column"], "OUT.JSON", "Text below")])
        self.assertEqual([entry.argument for entry in found.positionals], ["NAME|FILE"])
        self.assertEqual((found.examples, found.exit_status), (["satbox-run a --steps 1"], "Exit status: 0 success, 1 failure."))

    def test_help_without_options_or_without_text_is_refused(self):
        for text in ("About\nUsage: satbox-run [OPTIONS]\n", NEWER_HELP.replace("Text below", "")):
            with self.assertRaises(SystemExit):
                HELP_PAGES.read_help("satbox-run", lambda option, text=text: "satbox-run 1.2.3" if option == "--version" else text)

    @needs("man")
    def test_man_pages_have_no_warnings(self):
        for program in PROGRAMS:
            page = BUILD / f"packaging/{program}.1"
            done = run("man", "--warnings", "--encoding=UTF-8", "-l", "-Tutf8", "-Z", page, env=dict(ENVIRONMENT, MANROFFSEQ="", MANWIDTH="80"))
            self.assertEqual(done.returncode, 0, done.stdout)
            warnings = [line for line in done.stdout.splitlines() if "warning" in line and str(page) in line or line.startswith(("troff", "man:", "grotty"))]
            self.assertEqual(warnings, [])

    def complete(self, program, *words):
        """What bash completes the last word to."""
        library = Path("/usr/share/bash-completion/bash_completion")
        if not library.is_file():
            self.skipTest("not installed: bash-completion")
        # As bash does, `=` and `:` are words of their own.
        split = [part for word in (program, *words) for part in (re.split(r"([=:])", word) if word else [""])]
        split = [part for index, part in enumerate(split) if part or index == len(split) - 1]
        script = f"""source {library}; source {BUILD}/packaging/bash/{program}
COMP_WORDS=({' '.join(f"'{word}'" for word in split)}); COMP_CWORD={len(split) - 1}
COMP_LINE='{' '.join((program, *words))}'; COMP_POINT=${{#COMP_LINE}}
compopt() {{ :; }}
_{program.replace('-', '_')} {program} '{split[-1]}' ''
printf '%s\\n' "${{COMPREPLY[@]}}" """
        path = f"{Path(PROGRAMS[program]).parent}:{os.environ['PATH']}"
        done = subprocess.run(["bash", "-c", script], text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=dict(ENVIRONMENT, PATH=path),
                              cwd=SOURCE / "tests/determinism")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout.split()

    @needs("bash")
    def test_bash_completes_options_scenes_settings_values_and_files(self):
        self.assertEqual(self.complete("satbox-run", "welcome", "--prof"), ["--profile"])
        self.assertEqual(self.complete("satbox-run", "dom"), ["dominoes"])
        self.assertEqual(self.complete("satbox", "dom"), ["dominoes"])
        self.assertEqual(self.complete("satbox-run", "--set", "substep"), ["substeps="])
        self.assertEqual(self.complete("satbox-run", "--set", "solver=man"), ["manifold-impulse"])
        self.assertEqual(self.complete("satbox-run", "--replay", "edi"), ["edits.satbox"])
        self.assertEqual(self.complete("satbox", "--theme", "d"), ["dark"])
        self.assertEqual(self.complete("satbox-run", "--steps", ""), [])

    @needs("zsh")
    def test_zsh_reads_the_completions(self):
        for program in PROGRAMS:
            done = run("zsh", "-f", "-n", BUILD / f"packaging/zsh/_{program}")
            self.assertEqual((done.returncode, done.stdout), (0, ""))

    def test_date_of_a_man_page_is_that_of_the_source(self):
        with tempfile.TemporaryDirectory() as folder:
            done = run(sys.executable, SOURCE / "scripts/help_pages.py", PROGRAMS["satbox-run"], folder, env=dict(ENVIRONMENT, SOURCE_DATE_EPOCH="86400"))
            self.assertEqual(done.returncode, 0, done.stdout)
            self.assertIn('"1970-01-02"', Path(folder, "satbox-run.1").read_text(encoding="utf-8"))


class Installed(unittest.TestCase):
    def test_component_satbox_installs_all_that_a_desktop_needs(self):
        with tempfile.TemporaryDirectory() as prefix:
            done = run("cmake", "--install", BUILD, "--prefix", prefix, "--component", "satbox")
            self.assertEqual(done.returncode, 0, done.stdout)
            share = Path(prefix, "share")
            for path in ("applications/satbox.desktop", "metainfo/org.example.satbox.metainfo.xml", "mime/packages/satbox.xml",
                         "icons/hicolor/scalable/apps/satbox.svg", "icons/hicolor/scalable/mimetypes/application-vnd.satbox.scene.svg",
                         "man/man1/satbox.1", "man/man1/satbox-run.1", "bash-completion/completions/satbox-run", "zsh/site-functions/_satbox",
                         "satbox/scenes/welcome.json", "satbox/scene.schema.json"):
                self.assertTrue((share / path).is_file(), path)
            found = run(Path(prefix, "bin/satbox-run"), "welcome", "--steps", "1", "--hash")
            self.assertEqual(found.returncode, 0, found.stdout)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
