#include "ui/timeline/timeline_colors.h"

namespace posewright::ui {

namespace {

constexpr double kSymbolContrast = 4;  ///< of small symbols: the 3 of WCAG 2.1, and some for edges

}  // namespace

TimelineColors::TimelineColors(const QPalette& palette) : TimeColors(palette)
{
    const QColor ink = palette.color(QPalette::Text);
    const QColor highlight = palette.color(QPalette::Highlight);
    groundOdd = mixed(ground, ink, 0.035);
    groundGroup = mixed(ground, ink, 0.08);
    groundChosen = mixed(ground, highlight, dark ? 0.3 : 0.18);
    namesChosen = mixed(names, highlight, dark ? 0.5 : 0.25);
    if (contrast(text, namesChosen) < 4.6) namesChosen = mixed(names, highlight, 0.2);
    key = mixed(ground, ink, 0.86);
    // On group rows, selected or not.
    const auto fainter = [&](const QColor& under) {
        return standingOut(under, ink, kSymbolContrast);
    };
    keyDim = fainter(groundGroup);
    if (contrast(keyDim, groundChosen) < kSymbolContrast) keyDim = fainter(groundChosen);
    keyHalo = dark ? edge : QColor(Qt::white);
}

QColor TimelineColors::span(SpanKind kind) const
{
    switch (kind) {
    case SpanKind::Reach: return dark ? QColor(0x56, 0xb4, 0xe9) : QColor(0x1f, 0x86, 0xc0);
    case SpanKind::Contact: return dark ? QColor(0x1b, 0x8f, 0xd6) : QColor(0x00, 0x72, 0xb2);
    case SpanKind::Hold: return dark ? QColor(0xd8, 0x8a, 0xb8) : QColor(0xa8, 0x4f, 0x84);
    case SpanKind::Off: break;
    }
    return mixed(ground, text, 0.5);
}

QColor TimelineColors::contactBar(const QColor& rowGround) const
{
    return mixed(rowGround, span(SpanKind::Contact), 0.78);
}

std::vector<std::pair<QColor, QColor>> TimelineColors::texts() const
{
    std::vector<std::pair<QColor, QColor>> all = TimeColors::texts();
    all.emplace_back(text, namesChosen);
    return all;
}

}  // namespace posewright::ui
