#include "ui/desk/panel_docks.h"

#include "ui/session/text.h"

#include <QAction>
#include <QApplication>
#include <QCoreApplication>
#include <QDockWidget>
#include <QMainWindow>

#include <algorithm>
#include <utility>

namespace posewright::ui {

namespace {

bool hasKeyboard(const QWidget& panel)
{
    const QWidget* focus = QApplication::focusWidget();
    return focus && (focus == &panel || panel.isAncestorOf(focus));
}

/// The widget that gets the keyboard focus in a panel; null if there is none.
QWidget* firstOf(QWidget& panel)
{
    if (panel.focusProxy() || panel.focusPolicy() != Qt::NoFocus) return &panel;
    for (QWidget* next = panel.nextInFocusChain(); next && next != &panel;
         next = next->nextInFocusChain())
        if (panel.isAncestorOf(next) && next->isVisible() && next->isEnabled() &&
            (next->focusPolicy() & Qt::TabFocus) == Qt::TabFocus)
            return next;
    return nullptr;
}

}  // namespace

PanelDocks::PanelDocks(QMainWindow& window, Desk& desk, std::vector<PanelRow> rows) :
    window_(window), rows_(std::move(rows))
{
    for (const PanelRow& row : rows_) {
        const QString title = QCoreApplication::translate("Panels", row.title);
        auto* dock = new QDockWidget(title);
        dock->setObjectName(toQt(row.id) + QStringLiteral("Dock"));
        dock->setWidget(row.make(desk));
        dock->toggleViewAction()->setStatusTip(
            QCoreApplication::translate("Panels", "Show or hide the panel %1").arg(title));
        window.addDockWidget(row.place, dock);
        if (row.behind) {
            window.tabifyDockWidget(&(*this)[row.behind], dock);
            dock->hide();
        }
        docks_.push_back(dock);
    }
    // Sizes are relative to each other, so set them when all docks are in place.
    QList<QDockWidget*> wide, high;
    QList<int> widths, shares;
    for (qsizetype i = 0; i < docks_.size(); ++i) {
        if (rows_[i].letters > 0) {
            wide.push_back(docks_[i]);
            widths.push_back(window.fontMetrics().averageCharWidth() * rows_[i].letters);
        }
        if (rows_[i].share > 0) {
            high.push_back(docks_[i]);
            shares.push_back(rows_[i].share);
        }
    }
    window.resizeDocks(wide, widths, Qt::Horizontal);
    window.resizeDocks(high, shares, Qt::Vertical);
    for (qsizetype i = 0; i < docks_.size(); ++i)
        if (rows_[i].place == Qt::BottomDockWidgetArea)
            window.resizeDocks({docks_[i]}, {docks_[i]->sizeHint().height()}, Qt::Vertical);
}

QDockWidget& PanelDocks::operator[](std::string_view id) const
{
    const auto row = std::find_if(rows_.begin(), rows_.end(),
                                  [&](const PanelRow& candidate) { return candidate.id == id; });
    Q_ASSERT(row != rows_.end());
    return *docks_[row - rows_.begin()];
}

void PanelDocks::enter(std::string_view id, std::string_view field)
{
    QDockWidget& dock = (*this)[id];
    dock.show();
    dock.raise();
    if (const auto enter = rows_[docks_.indexOf(&dock)].enter) enter(*dock.widget(), field);
}

void PanelDocks::giveWay(bool unseen)
{
    for (const PanelRow& row : rows_) {
        if (!row.givesWay || !row.behind) continue;
        QDockWidget &front = (*this)[row.id], &back = (*this)[row.behind];
        const bool seen = unseen || !front.visibleRegion().isEmpty();
        if (seen && window_.tabifiedDockWidgets(&front).contains(&back)) back.raise();
    }
}

void PanelDocks::moveFocus(int by, QWidget& view)
{
    // Skip panels that are closed or behind a tab.
    QList<QWidget*> panels{&view};
    for (QDockWidget* dock : docks_)
        if (dock->widget()->isVisible()) panels.push_back(dock->widget());
    qsizetype here = by > 0 ? -1 : 0;
    for (qsizetype i = 0; i < panels.size(); ++i)
        if (hasKeyboard(*panels[i])) here = i;
    for (qsizetype tries = 0; tries < panels.size(); ++tries) {
        here = (here + by + panels.size()) % panels.size();
        QWidget* first = firstOf(*panels[here]);
        if (!first) continue;
        first->setFocus(Qt::TabFocusReason);
        return;
    }
}

void PanelDocks::widen()
{
    constexpr int kMostOfWindow = 4;  // fraction of the window; leave room for the view
    widened_.resize(rows_.size());
    for (qsizetype i = 0; i < docks_.size(); ++i) {
        if (!rows_[i].wish || docks_[i]->isFloating()) continue;
        const int now = docks_[i]->width();
        Widened& widened = widened_[static_cast<std::size_t>(i)];
        if (now != widened.to) widened.from = now;
        const int wish = std::min(rows_[static_cast<std::size_t>(i)].wish(*docks_[i]->widget()),
                                  window_.width() / kMostOfWindow);
        widened.to = std::max(widened.from, wish);
        if (widened.to != now) window_.resizeDocks({docks_[i]}, {widened.to}, Qt::Horizontal);
    }
}

QString PanelDocks::page() const
{
    for (qsizetype i = 0; i < docks_.size(); ++i)
        if (hasKeyboard(*docks_[i])) return QString::fromUtf8(rows_[i].page);
    return {};
}

}  // namespace posewright::ui
