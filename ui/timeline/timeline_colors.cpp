#include "ui/timeline/timeline_colors.h"

namespace posewright::ui {

namespace {

constexpr double kSignContrast = 4;  ///< of small signs: WCAG 2.1 asks for 3, edges take some

/// `wanted`, moved towards `strong` until it can be read on `ground`.
QColor readable(QColor wanted, const QColor& strong, const QColor& ground)
{
    constexpr double kEnough = 4.6;
    const QColor first = wanted;
    for (double share = 0; share <= 1 && contrast(wanted, ground) < kEnough; share += 0.05)
        wanted = mixed(first, strong, share);
    return wanted;
}

}  // namespace

TimelineColors::TimelineColors(const QPalette& palette)
{
    const QColor base = palette.color(QPalette::Base);
    const QColor ink = palette.color(QPalette::Text);
    const QColor highlight = palette.color(QPalette::Highlight);
    dark_ = base.lightnessF() < 0.5F;
    ground = base;
    groundOdd = mixed(base, ink, 0.035);
    groundGroup = mixed(base, ink, 0.08);
    groundChosen = mixed(base, highlight, dark_ ? 0.3 : 0.18);
    names = palette.color(QPalette::Window);
    text = readable(palette.color(QPalette::WindowText), dark_ ? Qt::white : Qt::black, names);
    namesChosen = mixed(names, highlight, dark_ ? 0.5 : 0.25);
    if (contrast(text, namesChosen) < 4.6) namesChosen = mixed(names, highlight, 0.2);
    faintText = readable(mixed(names, text, 0.62), text, names);
    line = mixed(base, ink, 0.2);
    tick = mixed(names, text, 0.35);
    key = mixed(base, ink, 0.86);
    // On the rows that stand for others, chosen or not.
    const auto fainter = [&](const QColor& under) {
        return standingOut(under, ink, kSignContrast);
    };
    keyDim = fainter(groundGroup);
    if (contrast(keyDim, groundChosen) < kSignContrast) keyDim = fainter(groundChosen);
    keyChosen = QColor(0xf5, 0xb3, 0x1f);
    keyEdge = dark_ ? QColor(0x10, 0x11, 0x13) : QColor(0x30, 0x33, 0x38);
    keyHalo = dark_ ? keyEdge : QColor(Qt::white);
    playhead = dark_ ? QColor(0xf0, 0x7a, 0x3a) : QColor(0xb8, 0x48, 0x00);
    onPlayhead = dark_ ? QColor(0x1a, 0x10, 0x08) : QColor(Qt::white);
    marker = dark_ ? QColor(0xe0, 0x9a, 0xc4) : QColor(0x96, 0x3b, 0x71);
    range = mixed(names, text, 0.45);
    preview = dark_ ? QColor(0xe6, 0x9f, 0x00) : QColor(0xb0, 0x76, 0x00);
    outside = dark_ ? QColor(0, 0, 0, 70) : QColor(60, 60, 70, 34);
    box = highlight;
    tip = dark_ ? QColor(0x10, 0x11, 0x13) : QColor(0x2b, 0x2e, 0x33);
    tipText = QColor(0xf2, 0xf3, 0xf5);
}

QColor TimelineColors::span(SpanKind kind) const
{
    switch (kind) {
    case SpanKind::Reach: return dark_ ? QColor(0x56, 0xb4, 0xe9) : QColor(0x1f, 0x86, 0xc0);
    case SpanKind::Contact: return dark_ ? QColor(0x1b, 0x8f, 0xd6) : QColor(0x00, 0x72, 0xb2);
    case SpanKind::Hold: return dark_ ? QColor(0xd8, 0x8a, 0xb8) : QColor(0xa8, 0x4f, 0x84);
    case SpanKind::Off: break;
    }
    return mixed(ground, text, 0.5);
}

QColor TimelineColors::contactBar(const QColor& rowGround) const
{
    return mixed(rowGround, span(SpanKind::Contact), 0.78);
}

QColor TimelineColors::strip(Mood mood) const
{
    switch (mood) {
    case Mood::Good: return dark_ ? QColor(0x1f, 0xb2, 0x88) : QColor(0x00, 0x9e, 0x73);
    case Mood::Warn: return QColor(0xe6, 0x9f, 0x00);
    case Mood::Bad: return dark_ ? QColor(0xee, 0x6c, 0x1f) : QColor(0xd5, 0x5e, 0x00);
    case Mood::Quiet: break;
    }
    return mixed(ground, text, 0.35);
}

std::vector<std::pair<QColor, QColor>> TimelineColors::texts() const
{
    return {{text, names},  {text, namesChosen}, {faintText, names}, {onPlayhead, playhead},
            {tipText, tip}, {marker, names},     {text, ground},     {faintText, ground}};
}

}  // namespace posewright::ui
