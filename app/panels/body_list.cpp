#include "app/panels/body_list.h"

#include "app/text/format.h"
#include "app/text/names.h"
#include "app/widgets/widgets.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <string>
#include <utility>

namespace satbox::app {

namespace {

constexpr std::array kActivityNames{"-", "awake", "asleep", "frozen", "disabled"}; // of BodyActivity
constexpr std::array kColumnNames{"Name", "Type", "State", "Speed", "Overlap"};    // of BodyColumn

BodyActivity activityOf(const Body& body)
{
    if (body.quarantined) return BodyActivity::Frozen;
    if (!body.enabled) return BodyActivity::Disabled;
    if (body.type == BodyType::Static) return BodyActivity::Still;
    return body.awake ? BodyActivity::Awake : BodyActivity::Asleep;
}

// The deepest overlap of each body by slot, m.
std::vector<float> deepestOverlaps(const World& world, size_t slots)
{
    std::vector<float> depths(slots, 0.0f);
    world.forEachContactView([&](const ContactView& view) {
        for (const ContactPoint& point : view.points)
            for (const uint32_t slot : {view.contact->bodyA, view.contact->bodyB})
                depths[slot] = std::max(depths[slot], -point.separation);
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

void sortByName(const World& world, std::vector<BodyRow>& rows, bool descending)
{
    std::vector<std::pair<std::string, BodyRow>> named;
    for (const BodyRow& row : rows) named.emplace_back(lowered(describeBody(world, row.id)), row);
    std::sort(named.begin(), named.end(), [&](const auto& a, const auto& b) {
        if (a.first != b.first) return descending ? b.first < a.first : a.first < b.first;
        return a.second.id.index < b.second.id.index;
    });
    for (size_t i = 0; i < rows.size(); ++i) rows[i] = named[i].second;
}

void sortRows(const World& world, std::vector<BodyRow>& rows, const BodyListState& list)
{
    if (list.column == BodyColumn::Name) {
        sortByName(world, rows, list.descending);
        return;
    }
    std::sort(rows.begin(), rows.end(), [&](const BodyRow& a, const BodyRow& b) {
        const int order = compare(a, b, list.column);
        if (order != 0) return list.descending ? order > 0 : order < 0;
        return a.id.index < b.id.index;
    });
}

void chooseColumn(BodyListState& list)
{
    ImGuiTableSortSpecs* specs = ImGui::TableGetSortSpecs();
    if (!specs || specs->SpecsCount == 0) return;
    list.column = static_cast<BodyColumn>(specs->Specs[0].ColumnIndex);
    list.descending = specs->Specs[0].SortDirection == ImGuiSortDirection_Descending;
    specs->SpecsDirty = false;
}

void drawRow(const UiContext& ui, const World& world, const BodyRow& row, Selection& selection,
             Requests& requests)
{
    const std::string name = describeBody(world, row.id);
    ImGui::PushID(static_cast<int>(row.id.index));
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    if (ImGui::Selectable(name.c_str(), selection.contains(row.id),
                          ImGuiSelectableFlags_SpanAllColumns | ImGuiSelectableFlags_AllowDoubleClick)) {
        const ImGuiIO& io = ImGui::GetIO();
        const std::vector<ShapeId> shapes = world.shapesOf(row.id);
        if (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left))
            requests.flyTo = row.id;
        else if ((io.KeyShift || io.KeyCtrl) && !shapes.empty())
            selection.toggle(world, shapes.front());
        else
            selection.select(world, row.id);
    }
    recordLastItem(ui, "Row " + name, selection.contains(row.id) ? "selected" : "");
    if (ImGui::IsItemHovered()) selection.hoveredBody = row.id;
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(kBodyTypeNames[static_cast<size_t>(row.type)]);
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(kActivityNames[static_cast<size_t>(row.activity)]);
    ImGui::TableNextColumn();
    if (row.type != BodyType::Static) ImGui::TextUnformatted(fmt::format("{:.2f} m/s", row.speed).c_str());
    ImGui::TableNextColumn();
    if (row.depth > 0.0f)
        ImGui::TextUnformatted(fmt::format("{:.2f} mm", static_cast<double>(row.depth) * 1000.0).c_str());
    ImGui::PopID();
}

} // namespace

std::vector<BodyRow> bodyRows(const World& world, const BodyListState& list)
{
    std::vector<BodyRow> rows;
    size_t slots = 0;
    const std::string filter = lowered(list.filter.data());
    world.forEachBody([&](BodyId id, const Body& body, const BodyMotion& motion) {
        slots = std::max<size_t>(slots, id.index + 1);
        if (!filter.empty() && lowered(describeBody(world, id)).find(filter) == std::string::npos) return;
        rows.push_back({.id = id,
                        .type = body.type,
                        .activity = activityOf(body),
                        .speed = body.awake ? length(motion.v) : 0.0f});
    });
    const std::vector<float> depths = deepestOverlaps(world, slots);
    for (BodyRow& row : rows) row.depth = depths[row.id.index];
    sortRows(world, rows, list);
    return rows;
}

void drawBodyList(const UiContext& ui, const World& world, Selection& selection, BodyListState& list,
                  Requests& requests)
{
    ImGui::SetNextItemWidth(-1.0f);
    ImGui::InputTextWithHint("##Find", "Find by name", list.filter.data(), list.filter.size());
    recordLastItem(ui, "Find by name", list.filter.data());
    constexpr ImGuiTableFlags kFlags =
        ImGuiTableFlags_Sortable | ImGuiTableFlags_ScrollY | ImGuiTableFlags_SizingStretchProp;
    if (!ImGui::BeginTable("Bodies", static_cast<int>(kColumnNames.size()), kFlags)) return;
    ImGui::TableSetupScrollFreeze(0, 1);
    constexpr std::array kShares{1.6f, 1.1f, 1.0f, 1.1f, 1.1f};
    for (size_t i = 0; i < kColumnNames.size(); ++i)
        ImGui::TableSetupColumn(kColumnNames[i],
                                i == 0 ? ImGuiTableColumnFlags_DefaultSort : ImGuiTableColumnFlags_None,
                                kShares[i]);
    ImGui::TableHeadersRow();
    chooseColumn(list);
    const std::vector<BodyRow> rows = bodyRows(world, list);
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(rows.size()));
    while (clipper.Step())
        for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i)
            drawRow(ui, world, rows[static_cast<size_t>(i)], selection, requests);
    ImGui::EndTable();
}

} // namespace satbox::app
