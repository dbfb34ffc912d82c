#include "app/panels/body_list.h"

#include "app/text/format.h"
#include "app/text/names.h"
#include "app/widgets/widgets.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace satbox::app {

namespace {

constexpr std::array kActivityNames{"-", "awake", "asleep", "frozen", "disabled"}; // of BodyActivity
constexpr std::array kColumnNames{"Name", "Type", "State", "Speed", "Overlap"};    // of BodyColumn
constexpr std::array kColumnHelp{"The name, or the kind of shape and the number of the body.",
                                 "Static, kinematic or dynamic.",
                                 "Awake, asleep, disabled or frozen; static bodies have none. Frozen: its "
                                 "position or velocity was not finite, or it was too far away.",
                                 "Speed of the centre of mass. In m/s.",
                                 "Deepest overlap of the body with any other. In mm; nothing: no overlap."};
constexpr double kSortSeconds = 0.5;

BodyActivity activityOf(const Body& body)
{
    if (body.quarantined) return BodyActivity::Frozen;
    if (!body.enabled) return BodyActivity::Disabled;
    if (body.type == BodyType::Static) return BodyActivity::Still;
    return body.awake ? BodyActivity::Awake : BodyActivity::Asleep;
}

// The deepest overlap of each body by slot, m; shorter if the last bodies have none.
std::vector<float> deepestOverlaps(const World& world)
{
    std::vector<float> depths;
    world.forEachContactView([&](const ContactView& view) {
        for (const uint32_t slot : {view.contact->bodyA, view.contact->bodyB}) {
            if (depths.size() <= slot) depths.resize(slot + 1, 0.0f);
            for (const ContactPoint& point : view.points)
                depths[slot] = std::max(depths[slot], -point.separation);
        }
    });
    return depths;
}

// Negative, 0 or positive.
int compare(const BodyRow& a, const BodyRow& b, BodyColumn column)
{
    const auto order = [](auto x, auto y) { return x < y ? -1 : x > y ? 1 : 0; };
    switch (column) {
    case BodyColumn::Type:
        return order(a.type, b.type);
    case BodyColumn::State:
        return order(a.activity, b.activity);
    case BodyColumn::Speed:
        return order(a.speed, b.speed);
    case BodyColumn::Depth:
        return order(a.depth, b.depth);
    case BodyColumn::Name:
        break;
    }
    return 0;
}

bool isChanging(BodyColumn column) { return column != BodyColumn::Name && column != BodyColumn::Type; }

void sortRows(BodyListState& list)
{
    const std::vector<std::string>& names = list.cache.names;
    std::sort(list.cache.rows.begin(), list.cache.rows.end(), [&](const BodyRow& a, const BodyRow& b) {
        const int order = list.column == BodyColumn::Name
                              ? compareNatural(names[a.id.index], names[b.id.index])
                              : compare(a, b, list.column);
        if (order != 0) return list.descending ? order > 0 : order < 0;
        return a.id.index < b.id.index;
    });
}

// Which bodies there are, and their names.
void collectBodies(const World& world, BodyListState& list)
{
    BodyListState::Cache& cache = list.cache;
    cache.rows.clear();
    cache.names.clear();
    const std::string filter = lowered(list.filter.data());
    world.forEachBody([&](BodyId id, const Body&, const BodyMotion&) {
        if (cache.names.size() <= id.index) cache.names.resize(id.index + 1);
        std::string& name = cache.names[id.index];
        name = lowered(describeBody(world, id));
        if (name.find(filter) != std::string::npos) cache.rows.push_back({.id = id});
    });
}

void updateFacts(const World& world, BodyListState::Cache& cache)
{
    const std::vector<float> depths = deepestOverlaps(world);
    for (BodyRow& row : cache.rows) {
        const Body& body = world.body(row.id);
        row.type = body.type;
        row.activity = activityOf(body);
        row.speed = body.awake ? length(world.motion(row.id).v) : 0.0f;
        row.depth = row.id.index < depths.size() ? depths[row.id.index] : 0.0f;
    }
}

void chooseColumn(BodyListState& list)
{
    ImGuiTableSortSpecs* specs = ImGui::TableGetSortSpecs();
    if (!specs || specs->SpecsCount == 0) return;
    list.column = static_cast<BodyColumn>(specs->Specs[0].ColumnIndex);
    list.descending = specs->Specs[0].SortDirection == ImGuiSortDirection_Descending;
    specs->SpecsDirty = false;
}

// A click on a heading sorts by its column.
void drawHeadings(const UiContext& ui)
{
    ImGui::TableSetupScrollFreeze(0, 1);
    constexpr std::array kShares{1.8f, 1.1f, 0.9f, 1.1f, 1.1f};
    for (size_t i = 0; i < kColumnNames.size(); ++i)
        ImGui::TableSetupColumn(kColumnNames[i],
                                i == 0 ? ImGuiTableColumnFlags_DefaultSort : ImGuiTableColumnFlags_None,
                                kShares[i]);
    ImGui::TableNextRow(ImGuiTableRowFlags_Headers);
    for (size_t i = 0; i < kColumnNames.size(); ++i) {
        ImGui::TableSetColumnIndex(static_cast<int>(i));
        ImGui::TableHeader(kColumnNames[i]);
        recordLastItem(ui, std::string("Sort by ") + kColumnNames[i]);
        itemTooltip(ui, kColumnHelp[i]);
    }
}

float rowHeight() { return ImGui::GetTextLineHeight() + 2.0f * ImGui::GetStyle().CellPadding.y; }

// Scrolls to a body that was selected elsewhere.
void revealSelected(const Selection& selection, BodyListState::Cache& cache)
{
    if (selection.body == cache.revealed) return;
    cache.revealed = selection.body;
    const auto row = std::find_if(cache.rows.begin(), cache.rows.end(),
                                  [&](const BodyRow& r) { return r.id == selection.body; });
    if (row == cache.rows.end()) return;
    const float top = static_cast<float>(row - cache.rows.begin()) * rowHeight();
    ImGui::SetScrollY(std::max(top - 0.4f * ImGui::GetWindowHeight(), 0.0f));
}

void cellAtRight(const std::string& text)
{
    const float width = ImGui::CalcTextSize(text.c_str()).x;
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x - width);
    ImGui::TextUnformatted(text.c_str());
}

void click(const World& world, BodyId body, Selection& selection, Requests& requests)
{
    const ImGuiIO& io = ImGui::GetIO();
    const std::vector<ShapeId> shapes = world.shapesOf(body);
    if (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left))
        requests.flyTo = body;
    else if ((io.KeyShift || io.KeyCtrl) && !shapes.empty())
        selection.toggle(world, shapes.front());
    else
        selection.select(world, body);
}

void drawRow(const UiContext& ui, const World& world, const BodyRow& row, Selection& selection,
             BodyListState::Cache& cache, Requests& requests)
{
    const std::string name = describeBody(world, row.id);
    ImGui::PushID(static_cast<int>(row.id.index));
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    if (ImGui::Selectable(name.c_str(), selection.contains(row.id),
                          ImGuiSelectableFlags_SpanAllColumns | ImGuiSelectableFlags_AllowDoubleClick)) {
        click(world, row.id, selection, requests);
        cache.revealed = selection.body;
    }
    recordLastItem(ui, "Row " + name, selection.contains(row.id) ? "selected" : "");
    if (ImGui::IsItemHovered()) selection.hoveredBody = row.id;
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(kBodyTypeNames[static_cast<size_t>(row.type)]);
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(kActivityNames[static_cast<size_t>(row.activity)]);
    ImGui::TableNextColumn();
    if (row.type != BodyType::Static) cellAtRight(formatFixed(static_cast<double>(row.speed), 2) + " m/s");
    ImGui::TableNextColumn();
    if (row.depth > 0.0f) cellAtRight(formatFixed(static_cast<double>(row.depth) * 1000.0, 2) + " mm");
    ImGui::PopID();
}

} // namespace

void updateRows(const World& world, uint64_t revision, double clock, BodyListState& list)
{
    BodyListState::Cache& cache = list.cache;
    const int bodies = world.counters().bodies;
    const bool hasOtherBodies = revision != cache.revision || bodies != cache.bodies ||
                                cache.filter != list.filter.data() ||
                                std::any_of(cache.rows.begin(), cache.rows.end(),
                                            [&](const BodyRow& row) { return !world.isValid(row.id); });
    if (hasOtherBodies) collectBodies(world, list);
    updateFacts(world, cache);
    const bool hasOtherOrder = list.column != cache.column || list.descending != cache.descending;
    const bool isDue = isChanging(list.column) && std::abs(clock - cache.sorted) >= kSortSeconds;
    if (!hasOtherBodies && !hasOtherOrder && !isDue) return;
    sortRows(list);
    cache.revision = revision;
    cache.bodies = bodies;
    cache.filter = list.filter.data();
    cache.column = list.column;
    cache.descending = list.descending;
    cache.sorted = clock;
}

void drawBodyList(const UiContext& ui, const World& world, uint64_t revision, double clock,
                  Selection& selection, BodyListState& list, Requests& requests)
{
    ImGui::SetNextItemWidth(-1.0f);
    ImGui::InputTextWithHint("##Find", "Find by name", list.filter.data(), list.filter.size());
    takeKeysForText();
    recordLastItem(ui, "Find by name", list.filter.data());
    constexpr ImGuiTableFlags kFlags =
        ImGuiTableFlags_Sortable | ImGuiTableFlags_ScrollY | ImGuiTableFlags_SizingStretchProp;
    if (!ImGui::BeginTable("Bodies", static_cast<int>(kColumnNames.size()), kFlags)) return;
    drawHeadings(ui);
    chooseColumn(list);
    updateRows(world, revision, clock, list);
    const std::vector<BodyRow>& rows = list.cache.rows;
    revealSelected(selection, list.cache);
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(rows.size()), rowHeight());
    while (clipper.Step())
        for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i)
            drawRow(ui, world, rows[static_cast<size_t>(i)], selection, list.cache, requests);
    ImGui::EndTable();
    if (rows.empty()) hintText(ui, "No body has a name with this text.");
}

} // namespace satbox::app
