"""conan create packaging/conan: the libraries of satbox, for Conan 2."""
import os
import re

from conan import ConanFile
from conan.errors import ConanInvalidConfiguration
from conan.tools.build import check_min_cppstd
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain, cmake_layout
from conan.tools.files import copy, load, rmdir

# Components but the engine, each with the components and packages that it needs.
PARTS = {
    "c": [],
    "lab": [],
    "scene": ["fmt::fmt", "nlohmann_json::nlohmann_json", "pugixml::pugixml"],
    "draw": ["lab", "fmt::fmt"],
}


class SatboxConan(ConanFile):
    name = "satbox"
    description = "Deterministic 2D rigid-body physics: the same scene gives the same bits everywhere"
    license = "MIT"
    homepage = "https://example.org/satbox"
    topics = ("physics", "collision", "simulation", "rigid-body", "2d")
    package_type = "library"
    settings = "os", "arch", "compiler", "build_type"
    options = {"shared": [True, False], "fPIC": [True, False], **{part: [True, False] for part in PARTS}}
    default_options = {"shared": False, "fPIC": True, **{part: True for part in PARTS}}

    @property
    def _parts(self):
        return [part for part in PARTS if self.options.get_safe(part)]

    def set_version(self):
        header = load(self, os.path.join(self.recipe_folder, "..", "..", "engine", "include", "satbox", "version.h"))
        self.version = ".".join(re.findall(r"^#define SATBOX_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)$", header, re.MULTILINE))

    def export_sources(self):
        root = os.path.join(self.recipe_folder, "..", "..")
        copy(self, "CMakeLists.txt", root, self.export_sources_folder)
        copy(self, "LICENSE", root, self.export_sources_folder)
        for folder in ("app", "cmake", "engine", "tools"):
            copy(self, "*", os.path.join(root, folder), os.path.join(self.export_sources_folder, folder))

    def config_options(self):
        if self.settings.os == "Windows":
            del self.options.fPIC
            del self.options.shared # a static library there

    def configure(self):
        if self.options.get_safe("shared"):
            self.options.rm_safe("fPIC")

    def layout(self):
        cmake_layout(self)

    def requirements(self):
        self.requires("glm/1.0.1", transitive_headers=True)
        if self.options.scene or self.options.draw:
            self.requires("fmt/10.2.1")
        if self.options.scene:
            self.requires("nlohmann_json/3.11.3")
            self.requires("pugixml/1.14")

    def validate(self):
        check_min_cppstd(self, 20)
        if self.settings.compiler == "msvc":
            raise ConanInvalidConfiguration("satbox needs g++ or clang: MSVC is not supported")
        if self.options.draw and not self.options.lab:
            raise ConanInvalidConfiguration("satbox: the option draw needs the option lab")

    def generate(self):
        toolchain = CMakeToolchain(self)
        for part in PARTS:
            toolchain.cache_variables[f"SATBOX_BUILD_{part.upper()}"] = part in self._parts
        for off in ("BUILD_APP", "BUILD_TESTS", "BUILD_BENCH", "BUILD_PYTHON", "FIND_SOURCE_SCENES"):
            toolchain.cache_variables[f"SATBOX_{off}"] = False
        toolchain.generate()
        CMakeDeps(self).generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        copy(self, "LICENSE", self.source_folder, os.path.join(self.package_folder, "licenses"))
        CMake(self).install(component="dev")
        # Conan writes its own.
        rmdir(self, os.path.join(self.package_folder, "lib", "cmake"))
        rmdir(self, os.path.join(self.package_folder, "lib", "pkgconfig"))

    def package_info(self):
        self.cpp_info.set_property("cmake_file_name", "satbox")
        self._add("engine", "satbox", ["glm::glm"])
        for part in self._parts:
            self._add(part, f"satbox-{part}", ["engine", *PARTS[part]])

    def _add(self, component, library, requires):
        info = self.cpp_info.components[component]
        info.set_property("cmake_target_name", f"satbox::{component}")
        info.set_property("pkg_config_name", library)
        info.libs = [library]
        info.requires = requires
        if self.options.get_safe("shared"):
            info.defines = ["SATBOX_SHARED"]
        if self.settings.os in ("Linux", "FreeBSD"):
            info.system_libs = ["m", "pthread"]
