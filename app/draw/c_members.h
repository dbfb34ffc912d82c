#pragma once

#include "engine/c_api/members.h"
#include <satbox/draw/debug_draw.h>
#include <satbox/draw/satbox_draw.h>

// The tables of members of satbox/draw/satbox_draw.h, as those in engine/c_api/members.h. A member that is
// missing here is found by tests/architecture/check_c_api.py.
namespace satbox::c_api {

template<>
struct Enumeration<DrawMarkKind> {
    static constexpr const char* name = "SatboxDrawMarkKind";
    static constexpr size_t count = 9;
};
template<>
struct Enumeration<DrawPalette> {
    static constexpr const char* name = "SatboxDrawPalette";
    static constexpr size_t count = 2;
};

template<>
struct Members<DrawColor> {
    using T = DrawColor;
    using C = SatboxDrawColor;
    static constexpr std::tuple rows{Row{&T::r, &C::r}, Row{&T::g, &C::g}, Row{&T::b, &C::b},
                                     Row{&T::a, &C::a}};
};
template<>
struct Members<DrawFrame> {
    using T = DrawFrame;
    using C = SatboxDrawFrame;
    static constexpr std::tuple rows{Row{&T::pixel, &C::pixel}, Row{&T::visible, &C::visible},
                                     Row{&T::background, &C::background}};
};
template<>
struct Members<DrawShape> { // without `points`
    using T = DrawShape;
    using C = SatboxDrawShape;
    static constexpr std::tuple rows{Row{&T::radius, &C::radius},   Row{&T::fill, &C::fill},
                                     Row{&T::outline, &C::outline}, Row{&T::outlineWidth, &C::outlineWidth},
                                     Row{&T::dashed, &C::dashed},   Row{&T::hatched, &C::hatched},
                                     Row{&T::hatch, &C::hatch}};
};
template<>
struct Members<DrawMark> {
    using T = DrawMark;
    using C = SatboxDrawMark;
    static constexpr std::tuple rows{
        Row{&T::kind, &C::kind},   Row{&T::a, &C::a},       Row{&T::b, &C::b},        Row{&T::c, &C::c},
        Row{&T::width, &C::width}, Row{&T::size, &C::size}, Row{&T::color, &C::color}};
};
template<>
struct Members<DrawLabel> { // without `text`
    using T = DrawLabel;
    using C = SatboxDrawLabel;
    static constexpr std::tuple rows{Row{&T::box, &C::box}, Row{&T::point, &C::point},
                                     Row{&T::color, &C::color}};
};
template<>
struct Members<DrawOptions> { // without `visible`
    using T = DrawOptions;
    using C = SatboxDrawOptions;
    static constexpr std::tuple rows{Row{&T::overlays, &C::overlays},
                                     Row{&T::metersPerPixel, &C::metersPerPixel},
                                     Row{&T::scale, &C::scale},
                                     Row{&T::palette, &C::palette},
                                     Row{&T::labels, &C::labels},
                                     Row{&T::colorBodiesBy, &C::colorBodiesBy},
                                     Row{&T::heatMap, &C::heatMap},
                                     Row{&T::impulseScale, &C::impulseScale},
                                     Row{&T::velocityLength, &C::velocityLength},
                                     Row{&T::normalLength, &C::normalLength},
                                     Row{&T::lineScale, &C::lineScale},
                                     Row{&T::selected, &C::selected}};
};

} // namespace satbox::c_api
