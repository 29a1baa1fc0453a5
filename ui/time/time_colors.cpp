#include "ui/time/time_colors.h"

namespace posewright::ui {

namespace {

/// `wanted`, moved towards `strong` until it is readable on `ground`.
QColor readable(QColor wanted, const QColor& strong, const QColor& ground)
{
    constexpr double kEnough = 4.6;
    const QColor first = wanted;
    for (double share = 0; share <= 1 && contrast(wanted, ground) < kEnough; share += 0.05)
        wanted = mixed(first, strong, share);
    return wanted;
}

}  // namespace

TimeColors::TimeColors(const QPalette& palette)
{
    const QColor base = palette.color(QPalette::Base);
    const QColor ink = palette.color(QPalette::Text);
    dark = base.lightnessF() < 0.5F;
    ground = base;
    names = palette.color(QPalette::Window);
    text = readable(palette.color(QPalette::WindowText), dark ? Qt::white : Qt::black, names);
    faintText = readable(mixed(names, text, 0.62), text, names);
    line = mixed(base, ink, 0.2);
    tick = mixed(names, text, 0.35);
    chosen = QColor(0xf5, 0xb3, 0x1f);
    edge = dark ? QColor(0x10, 0x11, 0x13) : QColor(0x30, 0x33, 0x38);
    playhead = dark ? QColor(0xf0, 0x7a, 0x3a) : QColor(0xb8, 0x48, 0x00);
    onPlayhead = dark ? QColor(0x1a, 0x10, 0x08) : QColor(Qt::white);
    marker = dark ? QColor(0xe0, 0x9a, 0xc4) : QColor(0x96, 0x3b, 0x71);
    range = mixed(names, text, 0.45);
    preview = dark ? QColor(0xe6, 0x9f, 0x00) : QColor(0xb0, 0x76, 0x00);
    outside = dark ? QColor(0, 0, 0, 70) : QColor(60, 60, 70, 34);
    box = palette.color(QPalette::Highlight);
    tip = dark ? QColor(0x10, 0x11, 0x13) : QColor(0x2b, 0x2e, 0x33);
    tipText = QColor(0xf2, 0xf3, 0xf5);
}

QColor TimeColors::strip(Mood mood) const
{
    switch (mood) {
    case Mood::Good: return dark ? QColor(0x1f, 0xb2, 0x88) : QColor(0x00, 0x9e, 0x73);
    case Mood::Eased: return dark ? QColor(0x56, 0xb4, 0xe9) : QColor(0x2e, 0x8f, 0xc6);
    case Mood::Bad: return dark ? QColor(0xee, 0x6c, 0x1f) : QColor(0xd5, 0x5e, 0x00);
    case Mood::Quiet: break;
    }
    return mixed(ground, text, 0.35);
}

std::vector<std::pair<QColor, QColor>> TimeColors::texts() const
{
    return {{text, names},   {faintText, names}, {onPlayhead, playhead}, {tipText, tip},
            {marker, names}, {text, ground},     {faintText, ground}};
}

}  // namespace posewright::ui
