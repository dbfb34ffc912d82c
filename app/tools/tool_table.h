#pragma once

#include "app/tools/eraser_tool.h"
#include "app/tools/explosion_tool.h"
#include "app/tools/freehand_tool.h"
#include "app/tools/ground_tool.h"
#include "app/tools/joint_tool.h"
#include "app/tools/knife_tool.h"
#include "app/tools/magnet_tool.h"
#include "app/tools/pin_tool.h"
#include "app/tools/pointers_to.h"
#include "app/tools/polygon_tool.h"
#include "app/tools/stream_tool.h"
#include "app/tools/vertex_tool.h"

#include <array>
#include <string_view>
#include <tuple>

namespace satbox::app {

// All tools of the groups Draw, Join and Play, in the order of the tool bar and of menus. To add one, add a
// file and its class here.
using EditTools =
    std::tuple<PolygonTool, FreehandTool, GroundTool, KnifeTool, VertexTool, JointToolOf<DistanceJoint>,
               JointToolOf<RevoluteJoint>, JointToolOf<PrismaticJoint>, JointToolOf<WeldJoint>,
               JointToolOf<WheelJoint>, JointToolOf<MotorJoint>, JointToolOf<PulleyJoint>,
               JointToolOf<FilterJoint>, JointToolOf<GearJoint>, ExplosionTool, MagnetTool, PinTool,
               EraserTool, StreamTool>;

inline constexpr size_t kEditToolCount = std::tuple_size_v<EditTools>;

inline std::array<EditTool*, kEditToolCount> editToolsOf(EditTools& tools)
{
    return pointersTo<EditTool>(tools);
}
inline std::array<const EditTool*, kEditToolCount> editToolsOf(const EditTools& tools)
{
    return pointersTo<const EditTool>(tools);
}

// The texts of all tools, in the same order.
std::array<ToolText, kEditToolCount> editToolTexts();

// The tool with the key ToolState::editTool, if an edit tool is selected; else null.
EditTool* selectedEditTool(EditTools& tools, const ToolState& state);
const EditTool* selectedEditTool(const EditTools& tools, const ToolState& state);

} // namespace satbox::app
