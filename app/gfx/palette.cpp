#include "app/gfx/palette.h"

namespace satbox::app {

namespace {

constexpr float kBodyFillAlpha = 0.30f;
constexpr float kConeAlpha = 0.15f;

constexpr Color kOrange = Color::fromHex(0xE69F00);
constexpr Color kSkyBlue = Color::fromHex(0x56B4E9);
constexpr Color kGreen = Color::fromHex(0x009E73);
constexpr Color kYellow = Color::fromHex(0xF0E442);
constexpr Color kBlue = Color::fromHex(0x0072B2);
constexpr Color kVermilion = Color::fromHex(0xD55E00);
constexpr Color kPurple = Color::fromHex(0xCC79A7);
constexpr Color kWinner = Color::fromHex(0xFFD166);
constexpr Color kWhite = Color::fromHex(0xFFFFFF);

void setGrounds(Palette& p)
{
    p.menu = p.panel.mixed(p.raised, 0.5f);
    p.hovered = p.raised.mixed(p.text, 0.10f);
    p.pressed = p.raised.mixed(p.accent, 0.35f);
    p.hoveredRow = p.raised.mixed(p.text, 0.03f);
    p.chosenRow = p.menu.mixed(p.accent, 0.25f);
}

Palette darkPalette()
{
    Palette p;
    p.theme = Theme::Dark;
    p.background = Color::fromHex(0x14171C);
    p.panel = Color::fromHex(0x1B1F26);
    p.raised = Color::fromHex(0x252B34);
    p.grid = {Color::fromHex(0x1E242C), Color::fromHex(0x29313C), Color::fromHex(0x3A4554)};
    p.text = Color::fromHex(0xE6E9EE);
    p.muted = Color::fromHex(0x8E99A8);
    p.accent = kSkyBlue;
    p.warning = kOrange;
    p.error = kVermilion.lightened(0.2f);
    setGrounds(p);

    p.dynamicFill = Color::fromHex(0x5B8DB8, kBodyFillAlpha);
    p.dynamicOutline = Color::fromHex(0xA9CDEA);
    p.asleepFill = p.dynamicFill.saturated(0.5f);
    p.asleepOutline = p.dynamicOutline.saturated(0.5f).darkened(0.25f);
    p.staticFill = Color::fromHex(0x6B7280, kBodyFillAlpha);
    p.staticOutline = Color::fromHex(0x6B7280).lightened(0.35f);
    p.kinematicFill = Color::fromHex(0x3E9C84, kBodyFillAlpha);
    p.kinematicOutline = Color::fromHex(0x3E9C84).lightened(0.35f);
    p.edgeAlpha = 0.30f;
    p.shadowAlpha = 0.50f;
    p.selected = kWhite;
    p.quarantined = kVermilion;

    p.contactPoint = p.text;
    p.contactSpeculative = p.muted;
    p.normal = kVermilion;
    p.penetration = kPurple;
    p.normalImpulse = kGreen;
    p.frictionImpulse = kBlue.lightened(0.25f); // too dark for the dark background otherwise
    p.frictionCone = p.frictionImpulse.withAlpha(kConeAlpha);
    p.velocity = kYellow;
    p.joint = Color::fromHex(0x7FD1C7);
    p.broadPhase = kOrange;

    p.pairA = kSkyBlue;
    p.pairB = kOrange;
    p.pairWinner = kWinner;
    p.pairSeparating = kGreen;
    return p;
}

Palette lightPalette()
{
    Palette p = darkPalette();
    p.theme = Theme::Light;
    p.background = Color::fromHex(0xF7F8FA);
    p.panel = Color::fromHex(0xECEFF3);
    p.raised = Color::fromHex(0xDCE1E8);
    p.grid = {Color::fromHex(0xEDF0F3), Color::fromHex(0xDEE3E9), Color::fromHex(0xB4BDC9)};
    p.text = Color::fromHex(0x14171C);
    p.muted = Color::fromHex(0x566170);
    p.accent = kBlue.darkened(0.13f);
    p.warning = kOrange.darkened(0.43f);
    p.error = kVermilion.darkened(0.24f);
    setGrounds(p);

    p.dynamicOutline = Color::fromHex(0x5B8DB8).darkened(0.45f);
    p.asleepOutline = p.dynamicOutline.saturated(0.5f).lightened(0.25f);
    p.staticOutline = Color::fromHex(0x6B7280).darkened(0.35f);
    p.kinematicOutline = Color::fromHex(0x3E9C84).darkened(0.4f);
    p.edgeAlpha = 0.22f;
    p.shadowAlpha = 0.20f;
    p.selected = Color::fromHex(0x000000);
    p.quarantined = kVermilion.darkened(0.1f);

    // Light hues need the most darkening for contrast with a light background.
    p.contactPoint = p.text;
    p.contactSpeculative = p.muted;
    p.normal = kVermilion.darkened(0.1f);
    p.penetration = kPurple.darkened(0.31f);
    p.normalImpulse = kGreen.darkened(0.15f);
    p.frictionImpulse = kBlue;
    p.frictionCone = kBlue.withAlpha(kConeAlpha);
    p.velocity = kYellow.darkened(0.4f);
    p.joint = Color::fromHex(0x0A6B62);
    p.broadPhase = kOrange.darkened(0.25f);

    p.pairA = kSkyBlue.darkened(0.40f);
    // Darkened alike, orange and the winner's yellow would be the same brown.
    p.pairB = Color::fromHex(0xA24A00);
    p.pairWinner = Color::fromHex(0x6B6500);
    p.pairSeparating = kGreen.darkened(0.26f);
    return p;
}

} // namespace

Palette makePalette(Theme theme) { return theme == Theme::Dark ? darkPalette() : lightPalette(); }

Color labelGround(const Palette& palette)
{
    const Color body = palette.dynamicFill.over(palette.background);
    return palette.background.withAlpha(kLabelGroundAlpha).over(body);
}

Color labelText(const Palette& palette, const Color& hue)
{
    const Color ground = labelGround(palette);
    Color text = hue.withAlpha(1.0f);
    for (float t = 0.1f; t < 1.0f && contrastRatio(text, ground) < kMinTextContrast; t += 0.1f)
        text = hue.withAlpha(1.0f).mixed(palette.text, t);
    return text.withAlpha(hue.a);
}

} // namespace satbox::app
