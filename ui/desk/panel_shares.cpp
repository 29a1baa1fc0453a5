#include "ui/desk/panel_shares.h"

#include <QEvent>
#include <QLayout>
#include <QMainWindow>
#include <QSettings>

#include <algorithm>
#include <cmath>

namespace posewright::ui {

namespace {

QString keyOf(const QDockWidget& dock)
{
    return QStringLiteral("window/shares/") + dock.objectName();
}

bool overlap(const QRect& a, const QRect& b)
{
    return a.left() <= b.right() && b.left() <= a.right();
}

}  // namespace

PanelShares::PanelShares(QMainWindow& window, const std::vector<QDockWidget*>& panels) :
    QObject(&window), window_(window)
{
    for (QDockWidget* dock : panels) panels_.push_back({dock});
    window.installEventFilter(this);
}

bool PanelShares::placed(QDockWidget* dock) const
{
    return dock && dock->isVisible() && !dock->isFloating() && window_.height() > 0 &&
           (across(*dock) || !column(*dock).isEmpty());
}

bool PanelShares::across(QDockWidget& dock) const
{
    const Qt::DockWidgetArea area = window_.dockWidgetArea(&dock);
    return area == Qt::BottomDockWidgetArea || area == Qt::TopDockWidgetArea;
}

QList<QDockWidget*> PanelShares::column(QDockWidget& dock) const
{
    // Qt calls a dock behind a tab visible, but it lies outside the window.
    const auto seen = [this](const QDockWidget& panel) {
        return panel.isVisible() && !panel.isFloating() &&
               panel.geometry().intersects(window_.rect());
    };
    QList<QDockWidget*> others = window_.findChildren<QDockWidget*>();
    others.removeIf([&](QDockWidget* other) {
        return other == &dock || !seen(*other) || !overlap(other->geometry(), dock.geometry()) ||
               window_.dockWidgetArea(other) != window_.dockWidgetArea(&dock);
    });
    return seen(dock) ? others : QList<QDockWidget*>();
}

void PanelShares::take()
{
    for (Panel& panel : panels_)
        if (placed(panel.dock)) panel.share = double(panel.dock->height()) / window_.height();
    emit changed();
}

void PanelShares::takeNew()
{
    for (Panel& panel : panels_)
        if (!(panel.share > 0) && placed(panel.dock))
            panel.share = double(panel.dock->height()) / window_.height();
}

void PanelShares::apply()
{
    for (const Panel& panel : panels_) {
        if (!(panel.share > 0) || !placed(panel.dock)) continue;
        const int wanted = static_cast<int>(std::lround(panel.share * window_.height()));
        if (wanted != panel.dock->height()) resize(*panel.dock, wanted);
    }
}

void PanelShares::resize(QDockWidget& dock, int height)
{
    QList<QDockWidget*> docks{&dock};
    QList<int> heights{height};
    if (!across(dock)) {
        // Qt rescales a column whose heights do not add up, so shrink the others here.
        const QList<QDockWidget*> others = column(dock);
        int had = 0;
        for (const QDockWidget* other : others) had += other->height();
        const int left = had + dock.height() - height;
        for (QDockWidget* other : others) {
            docks.push_back(other);
            heights.push_back(std::max(1, other->height() * left / std::max(1, had)));
        }
    }
    window_.resizeDocks(docks, heights, Qt::Vertical);
    window_.layout()->activate();  // the next panel is resized relative to these heights
}

void PanelShares::keepIn(QSettings& settings) const
{
    for (const Panel& panel : panels_)
        if (panel.dock && panel.share > 0) settings.setValue(keyOf(*panel.dock), panel.share);
}

void PanelShares::restoreFrom(const QSettings& settings)
{
    for (Panel& panel : panels_) {
        if (!panel.dock) continue;
        const double share = settings.value(keyOf(*panel.dock)).toDouble();
        if (share > 0 && share < 1) panel.share = share;
    }
    apply();
}

bool PanelShares::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == &window_) switch (event->type()) {
        case QEvent::Show:
        case QEvent::Resize:
            takeNew();
            apply();
            break;
        // The border between docks belongs to the window: the user has just dragged it.
        case QEvent::MouseButtonRelease: take(); break;
        default: break;
        }
    return QObject::eventFilter(watched, event);
}

}  // namespace posewright::ui
