#include "ui/desk/desk_memory.h"

#include "ui/actions/desk.h"
#include "ui/desk/panel_shares.h"
#include "ui/desk/preferences.h"
#include "ui/session/session.h"
#include "ui/timeline/timeline.h"
#include "ui/viewport/viewport.h"

#include <QDockWidget>
#include <QEvent>
#include <QMainWindow>
#include <QScreen>
#include <QSettings>
#include <QStyle>

#include <utility>

namespace posewright::ui {

namespace {

constexpr int kSoon = 1000;  ///< [ms]

/// Maximises a window that does not fit the screen, and restores it once it fits.
void fitScreen(QMainWindow& window)
{
    const int frame = window.style()->pixelMetric(QStyle::PM_TitleBarHeight);
    const QSize room = window.screen()->availableSize() - QSize(2 * frame, 2 * frame);
    if (window.width() <= room.width() && window.height() <= room.height()) return;
    window.resize(window.size().boundedTo(room));
    window.setWindowState(window.windowState() | Qt::WindowMaximized);
}

}  // namespace

DeskMemory::DeskMemory(QMainWindow& window, Desk& desk, PanelShares& shares) :
    QObject(&window), window_(window), desk_(desk), shares_(shares)
{
    soon_.setSingleShot(true);
    soon_.setInterval(kSoon);
    connect(&soon_, &QTimer::timeout, this, &DeskMemory::keepAll);
}

void DeskMemory::restore()
{
    const QSettings settings;
    if (!window_.restoreGeometry(settings.value(QStringLiteral("window/geometry")).toByteArray()))
        fitScreen(window_);
    window_.restoreState(settings.value(QStringLiteral("window/layout")).toByteArray(),
                         kLayoutVersion);
    shares_.restoreFrom(settings);
    preferences::restore(desk_);
    left_ = lastPlace();
    follow();
}

void DeskMemory::follow()
{
    if (std::exchange(following_, true)) return;
    const auto later = [this] {
        // Do not restart the timer on every change, or constant activity would prevent saving.
        if (!soon_.isActive()) soon_.start();
    };
    window_.installEventFilter(this);
    for (QDockWidget* dock : window_.findChildren<QDockWidget*>()) {
        connect(dock, &QDockWidget::dockLocationChanged, this, later);
        connect(dock, &QDockWidget::topLevelChanged, this, later);
        connect(dock, &QDockWidget::visibilityChanged, this, later);
    }
    connect(&shares_, &PanelShares::changed, this, later);
    connect(&desk_.timeline(), &Timeline::optionsChanged, this, later);
    connect(&desk_.viewport().settings(), &ViewSettings::changed, this, later);
    connect(&desk_.viewport(), &Viewport::cameraMoved, this, later);
    Session& session = desk_.session();
    connect(&session.file(), &DocumentFile::titleChanged, this, later);
    connect(&session.selection(), &Selection::nodesChanged, this, later);
    connect(&session.playhead(), &Playhead::moved, this, [this, later] {
        if (!desk_.session().playhead().playing()) later();
    });
    connect(&session.file(), &DocumentFile::recovered, this, [this] {
        if (left_) goTo(*left_, desk_.session(), desk_.viewport());
    });
}

void DeskMemory::keepWindow()
{
    QSettings settings;
    settings.setValue(QStringLiteral("window/geometry"), window_.saveGeometry());
    settings.setValue(QStringLiteral("window/layout"), window_.saveState(kLayoutVersion));
    shares_.keepIn(settings);
    preferences::keep(desk_);
}

void DeskMemory::keepAll()
{
    keepWindow();
    // Keep the previous run's place until there is something to restore.
    const Session& session = desk_.session();
    if (session.document().scene->size() > 0 || session.isModified())
        keep(placeNow(session, desk_.viewport()));
}

void DeskMemory::close()
{
    soon_.stop();
    keepWindow();
    forgetLastPlace();
}

bool DeskMemory::eventFilter(QObject* watched, QEvent* event)
{
    const QEvent::Type type = event->type();
    if (watched == &window_ && !soon_.isActive() &&
        (type == QEvent::Resize || type == QEvent::Move || type == QEvent::WindowStateChange ||
         type == QEvent::MouseButtonRelease))
        soon_.start();
    return QObject::eventFilter(watched, event);
}

}  // namespace posewright::ui
