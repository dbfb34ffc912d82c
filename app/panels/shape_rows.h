#pragma once

#include "app/document/history.h"
#include "app/panels/panel_states.h"
#include "app/widgets/ui_context.h"
#include "engine/model/definition_fields.h"

#include <span>
#include <string>
#include <string_view>

namespace satbox::app {

// Rows of the Inspect panel that edit one or several bodies at once. A value in which they differ is shown as
// "mixed", and becomes the same for all when it is changed.

// Above the fields of bodies that are seldom set (BodyField::isRare).
inline constexpr const char* kRareFieldsHeading = "Mass, locks and sleep";

// A slider for a property of a material. `scope`: a sentence of the tooltip that says what it sets.
// `shownText`: shown in place of the value. True if *value was changed.
bool materialSlider(const UiContext& ui, const WorldSettings& settings, const MaterialField& field,
                    const std::string& label, float* value, std::string_view scope = {},
                    const char* shownText = nullptr);
// One row per material property of all shapes, and one for the presets. `suffix` makes the labels unique
// where a panel has these rows several times: "##2".
void drawMaterialRows(const UiContext& ui, const World& world, std::span<const ShapeId> shapes,
                      History& history, std::string_view suffix = {});
// The layer of the bodies' shapes.
void drawLayerRow(const UiContext& ui, const World& world, std::span<const BodyId> bodies, History& history);
// The names of all layers, and which of them collide.
void drawLayerMatrix(const UiContext& ui, const World& world, History& history);

// The bodies' own colour: the named hues, automatic, and any other colour that they have.
void drawColorRow(const UiContext& ui, const World& world, std::span<const BodyId> bodies, History& history,
                  const char* tooltip);

// A name in the buffer of `inspector`. `isTyping`: the user edits this very name, so that the buffer keeps
// the typed text; otherwise it shows `name`. True if the name was changed.
bool drawNameRow(const UiContext& ui, const char* label, bool isTyping, std::string& name,
                 const char* tooltip, const char* shownIfEmpty, InspectState& inspector);

// Everything that several bodies have in common.
void drawSeveralBodies(const UiContext& ui, const World& world, std::span<const BodyId> bodies,
                       History& history);

} // namespace satbox::app
