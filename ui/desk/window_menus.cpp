#include "ui/desk/main_window.h"
#include "ui/desk/recent_files.h"
#include "ui/desk/start_page.h"

#include <QAction>
#include <QCoreApplication>
#include <QDir>
#include <QDockWidget>
#include <QFileInfo>
#include <QMenuBar>
#include <QToolBar>

#include <map>

/// The window's menus and toolbar, built from the table of actions.
namespace posewright::ui {

namespace {

QString menuTitle(std::string_view name)
{
    return QStringLiteral("&") + QCoreApplication::translate("Menus", std::string(name).c_str());
}

}  // namespace

void MainWindow::buildMenus()
{
    std::map<std::string_view, QMenu*> menus;
    const auto menuAt = [&](std::string_view path) {
        QMenu*& menu = menus[path];
        if (menu) return menu;
        const std::size_t slash = path.rfind('/');
        const QString title = menuTitle(path.substr(slash + 1));  // npos + 1 is 0: the whole
        menu = slash == std::string_view::npos ? menuBar()->addMenu(title)
                                               : menus.at(path.substr(0, slash))->addMenu(title);
        menu->setToolTipsVisible(false);
        return menu;
    };
    for (std::size_t i = 0; i < actionTable().size(); ++i) {
        const ActionRow& row = actionTable()[i];
        QMenu* menu = menuAt(row.menu);
        if (row.separatorBefore) menu->addSeparator();
        menu->addAction(actions_->all()[i]);
        if (row.id == "file.open") {
            recent_ = menu->addMenu(tr("Open &Recent"));
            recent_->setObjectName(QStringLiteral("recentMenu"));
        }
    }
    QMenu* window = menuAt("Window");
    window->addSeparator();
    for (QDockWidget* dock : findChildren<QDockWidget*>())
        window->addAction(dock->toggleViewAction());
    connect(recent_, &QMenu::aboutToShow, this, &MainWindow::refreshRecent);
    refreshRecent();
}

void MainWindow::refreshRecent()
{
    start_->refresh();
    recent_->clear();
    int row = 0;
    for (const QString& path : recent_files::all()) {
        const QFileInfo file(path);
        QString name = file.fileName();
        name.replace(u'&', QStringLiteral("&&"));
        const QString text = ++row < 10 ? QStringLiteral("&%1  %2").arg(row).arg(name) : name;
        QAction* action = recent_->addAction(text, this, [this, path] { open(path); });
        action->setStatusTip(QDir::toNativeSeparators(path));
        action->setToolTip(QDir::toNativeSeparators(path));
        action->setEnabled(file.exists());
    }
    recent_->setEnabled(row > 0);
    if (row == 0) return;
    recent_->addSeparator();
    QAction* clear = recent_->addAction(tr("&Clear the List"), this, [this] {
        recent_files::clear();
        refreshRecent();
    });
    clear->setStatusTip(tr("Forget which files were open"));
}

void MainWindow::buildToolBar()
{
    auto* bar = new QToolBar(tr("Main toolbar"));
    bar->setObjectName(QStringLiteral("mainToolBar"));
    bar->setMovable(false);
    bar->setIconSize({18, 18});
    for (const char* id : {"file.new",
                           "file.open",
                           "file.save",
                           "file.export",
                           "",
                           "edit.undo",
                           "edit.redo",
                           "",
                           "pose.select",
                           "pose.move",
                           "pose.rotate",
                           "",
                           "target.new",
                           "target.pole",
                           "time.setKey",
                           "time.autoKey",
                           "edit.delete",
                           "",
                           "view.frameSelected",
                           "view.frameAll",
                           "",
                           "edit.findAction"}) {
        if (*id)
            bar->addAction((*actions_)[id]);
        else
            bar->addSeparator();
    }
    addToolBar(bar);
}

}  // namespace posewright::ui
