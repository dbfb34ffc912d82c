// Scene files and built-in scenes.

#include "python/module.h"
#include <satbox/scene/builders.h>
#include <satbox/scene/scene.h>

#include <pybind11/stl/filesystem.h>

#include <filesystem>

namespace satbox::python {

namespace {

// A scene whose world Python can hold by itself.
struct SceneObject {
    Scene texts; // its world is empty
    std::shared_ptr<World> world = newWorld();

    Scene whole() const
    {
        Scene scene = texts;
        scene.world = *world;
        return scene;
    }
};

SceneObject objectOf(SceneResult result)
{
    if (!result.ok()) throw py::value_error(result.error);
    SceneObject object{.texts = std::move(result.scene)};
    std::swap(*object.world, object.texts.world);
    return object;
}

} // namespace

void bindScenes(py::module_& m)
{
    using S = SceneObject;
    py::class_<S> type(m, "Scene", "The content of a scene file: a world with texts.");
    type.def(py::init([](std::shared_ptr<World> world, std::string title, std::string description) {
                 S scene;
                 scene.world = std::move(world);
                 scene.texts.title = std::move(title);
                 scene.texts.description = std::move(description);
                 scene.texts.camera = fitCamera(*scene.world);
                 return scene;
             }),
             py::arg("world").none(false), py::arg("title") = "", py::arg("description") = "");
    type.def_readonly("world", &S::world);
    type.def_property_readonly("name", [](const S& s) { return s.texts.name; });
    type.def_property(
        "title", [](const S& s) { return s.texts.title; },
        [](S& s, std::string text) { s.texts.title = text; });
    type.def_property(
        "description", [](const S& s) { return s.texts.description; },
        [](S& s, std::string text) { s.texts.description = text; });
    type.def(
        "to_json", [](const S& s) { return writeScene(s.whole()); }, "The text of a scene file.");
    type.def(
        "save",
        [](const S& s, const std::filesystem::path& path) {
            const std::string error = saveSceneFile(path, s.whole());
            if (!error.empty()) throw py::value_error(error);
        },
        py::arg("path"), "Writes a scene file. The world that is read back continues with the same bits.");
    type.def("__repr__", [](const S& s) { return "<satbox.Scene '" + s.texts.title + "'>"; });

    m.def(
        "load_scene", [](const std::string& nameOrPath) { return objectOf(openScene(nameOrPath)); },
        py::arg("name_or_path"), "A built-in scene or a scene file.");
    m.def(
        "load_scene", [](const std::filesystem::path& path) { return objectOf(loadSceneFile(path)); },
        py::arg("path"));
    m.def(
        "read_scene", [](const std::string& json) { return objectOf(readScene(json, "scene")); },
        py::arg("json"), "A scene from the text of a scene file.");
    m.def(
        "builtin_scenes",
        [] {
            std::vector<std::string> names;
            for (const BuiltinScene& scene : builtinScenes()) names.emplace_back(scene.name);
            return names;
        },
        "Names for load_scene().");
}

} // namespace satbox::python
