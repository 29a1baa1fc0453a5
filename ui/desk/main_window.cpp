#include "ui/desk/main_window.h"

#include "core/io/format.h"
#include "ui/inspector/inspector.h"
#include "ui/models/icons.h"
#include "ui/models/scene_model.h"
#include "ui/models/status_text.h"
#include "ui/session/text.h"
#include "ui/timeline/timeline.h"
#include "ui/timeline/transport_bar.h"
#include "ui/viewport/viewport.h"

#include <QAction>
#include <QApplication>
#include <QCloseEvent>
#include <QDockWidget>
#include <QEventLoop>
#include <QFileDialog>
#include <QFileInfo>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLocale>
#include <QMenuBar>
#include <QMessageBox>
#include <QMimeData>
#include <QProgressBar>
#include <QPushButton>
#include <QRegularExpression>
#include <QSettings>
#include <QStatusBar>
#include <QToolBar>
#include <QToolButton>
#include <QTreeView>
#include <QUndoView>
#include <QVBoxLayout>

#include <map>
#include <utility>

namespace posewright::ui {

namespace {

/// File dialogs' filter lines, from the table of formats.
QString filters(bool writable, bool projectsOnly)
{
    QStringList lines, all;
    for (const io::Format& format : io::formats()) {
        if (writable ? !format.write : !format.read) continue;
        QStringList patterns;
        const QStringList endings =
            QString::fromStdString(std::string(format.extensions)).split(u' ');
        for (const QString& ending : endings) patterns << QStringLiteral("*.") + ending;
        all << patterns;
        lines << toQt(format.title) + QStringLiteral(" (%1)").arg(patterns.join(u' '));
        if (projectsOnly) break;  // the project's own is the first
    }
    if (!writable)
        lines.prepend(QCoreApplication::translate("Files", "All that can be opened") +
                      QStringLiteral(" (%1)").arg(all.join(u' ')));
    return lines.join(QStringLiteral(";;"));
}

QString lastFolder(const QString& use)
{
    return QSettings().value(QStringLiteral("folders/") + use).toString();
}

void rememberFolder(const QString& use, const QString& path)
{
    QSettings().setValue(QStringLiteral("folders/") + use, QFileInfo(path).absolutePath());
}

/// A name for a file of the document, without its ending.
QString suggestion(const Session& session, const QString& use)
{
    const QString base = QFileInfo(session.title()).completeBaseName();
    const QString folder = lastFolder(use);
    return folder.isEmpty() ? base : folder + u'/' + base;
}

}  // namespace

MainWindow::MainWindow(Session& session) :
    session_(session), evaluator_(session), viewport_(makeViewport(session, evaluator_))
{
    setObjectName(QStringLiteral("mainWindow"));
    setWindowIcon(icon("posewright"));
    setAcceptDrops(true);
    setDockOptions(AnimatedDocks | AllowNestedDocks | AllowTabbedDocks);
    setCorner(Qt::BottomLeftCorner, Qt::BottomDockWidgetArea);
    setCorner(Qt::BottomRightCorner, Qt::BottomDockWidgetArea);
    timeline_ = new Timeline(session, evaluator_);
    actions_ = std::make_unique<Actions>(*this);
    setCentralWidget(&viewport_->widget());
    buildPanels();
    buildMenus();
    buildStatusBar();
    resize(1440, 900);
    firstLayout_ = saveState();
    actions_->refresh();

    connect(viewport_.get(), &Viewport::hint, this, &MainWindow::tell);
    connect(viewport_.get(), &Viewport::dropped, this,
            [this](const QStringList& paths) { open(paths.front()); });
    connect(timeline_, &Timeline::hint, this, &MainWindow::tell);
    connect(&session, &Session::failed, this, [this](const QString& text) {
        tell(text);
        QMessageBox box(QMessageBox::Warning, tr("Posewright"), text, QMessageBox::Ok, this);
        box.setObjectName(QStringLiteral("failure"));
        box.setTextFormat(Qt::PlainText);
        box.exec();
    });
    connect(&session, &Session::opened, this,
            [this](const QString& path, const Diagnostics& diagnostics) {
                showDiagnostics(tr("Opened %1").arg(QFileInfo(path).fileName()), diagnostics);
            });
    connect(&session, &Session::saved, this,
            [this](const QString& path) { tell(tr("Saved %1").arg(path)); });
    connect(&session, &Session::exported, this,
            [this](const QString& path, const Diagnostics& diagnostics) {
                showDiagnostics(tr("Exported %1, read back and compared").arg(path), diagnostics);
            });
    connect(&session, &Session::modifiedChanged, this, &MainWindow::refreshTitle);
    connect(&session, &Session::titleChanged, this, &MainWindow::refreshTitle);
    connect(&evaluator_, &Evaluator::evaluated, this, &MainWindow::refreshStatus);
    connect(&evaluator_, &Evaluator::stripChanged, this, &MainWindow::refreshStatus);
    refreshTitle();
    refreshStatus();
    viewport_->widget().setFocus();
}

MainWindow::~MainWindow() = default;

void MainWindow::buildPanels()
{
    const auto addPanel = [this](const QString& id, const QString& title, QWidget* widget,
                                 Qt::DockWidgetArea area) {
        auto* dock = new QDockWidget(title);
        dock->setObjectName(id);
        dock->setWidget(widget);
        addDockWidget(area, dock);
        return dock;
    };

    sceneModel_ = new SceneModel(session_, this);
    tree_ = new QTreeView;
    tree_->setObjectName(QStringLiteral("sceneTree"));
    tree_->setModel(sceneModel_);
    tree_->setHeaderHidden(true);
    tree_->setSelectionMode(QAbstractItemView::ExtendedSelection);
    tree_->setEditTriggers(QAbstractItemView::EditKeyPressed);
    tree_->setUniformRowHeights(true);
    tree_->setIndentation(12);
    tree_->setTextElideMode(Qt::ElideNone);
    tree_->header()->setStretchLastSection(false);
    tree_->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    tree_->installEventFilter(this);
    const auto expand = [this] { tree_->expandToDepth(12); };
    connect(sceneModel_, &QAbstractItemModel::modelReset, tree_, expand);
    expand();

    const auto selectInTree = [this] {
        if (std::exchange(selecting_, true)) return;
        QItemSelection rows;
        for (const NodeId node : session_.selection().nodes()) {
            const QModelIndex index = sceneModel_->indexOf(node);
            if (index.isValid()) rows.select(index, index);
        }
        tree_->selectionModel()->select(rows, QItemSelectionModel::ClearAndSelect);
        const QModelIndex active = sceneModel_->indexOf(session_.selection().active());
        if (active.isValid()) {
            tree_->selectionModel()->setCurrentIndex(active, QItemSelectionModel::NoUpdate);
            tree_->scrollTo(active);
        }
        selecting_ = false;
    };
    connect(&session_.selection(), &Selection::nodesChanged, this, selectInTree);
    connect(sceneModel_, &QAbstractItemModel::modelReset, this, selectInTree);
    connect(tree_->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
        if (std::exchange(selecting_, true)) return;
        std::vector<NodeId> nodes;
        const QModelIndex current = tree_->currentIndex();
        for (const QModelIndex& index : tree_->selectionModel()->selectedIndexes())
            if (index != current) nodes.push_back(SceneModel::nodeAt(index));
        if (tree_->selectionModel()->isSelected(current))
            nodes.push_back(SceneModel::nodeAt(current));
        session_.selection().setKeys({});
        session_.selection().setNodes(std::move(nodes));
        selecting_ = false;
    });

    QDockWidget* scene =
        addPanel(QStringLiteral("sceneDock"), tr("Scene"), tree_, Qt::LeftDockWidgetArea);
    QDockWidget* inspector = addPanel(QStringLiteral("inspectorDock"), tr("Inspector"),
                                      new Inspector(session_, evaluator_), Qt::RightDockWidgetArea);
    auto* steps = new QUndoView(&session_.history());
    steps->setObjectName(QStringLiteral("historyView"));
    steps->setEmptyLabel(tr("As opened"));
    addPanel(QStringLiteral("historyDock"), tr("History"), steps, Qt::RightDockWidgetArea);

    QList<QAction*> buttons;
    for (const char* id : {"time.first", "time.previousKey", "time.previousFrame", "time.play",
                           "time.nextFrame", "time.nextKey", "time.last", "time.loop"})
        buttons.push_back((*actions_)[id]);
    auto* panel = new QWidget;
    auto* column = new QVBoxLayout(panel);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* transport = new TransportBar(session_, buttons);
    connect(transport, &TransportBar::failed, this, &MainWindow::tell);
    column->addWidget(transport);
    column->addWidget(timeline_, 1);
    QDockWidget* time =
        addPanel(QStringLiteral("timelineDock"), tr("Timeline"), panel, Qt::BottomDockWidgetArea);

    resizeDocks({scene, inspector}, {230, 250}, Qt::Horizontal);
    resizeDocks({time}, {230}, Qt::Vertical);
}

void MainWindow::buildMenus()
{
    std::map<std::string_view, QMenu*> menus;
    const auto menuAt = [&](std::string_view path) {
        QMenu*& menu = menus[path];
        if (menu) return menu;
        const std::size_t slash = path.rfind('/');
        const std::string name(path.substr(slash + 1));  // npos + 1 is 0: the whole
        const QString title =
            QStringLiteral("&") + QCoreApplication::translate("Menus", name.c_str());
        if (slash == std::string_view::npos)
            menu = menuBar()->addMenu(title);
        else
            menu = menus.at(path.substr(0, slash))->addMenu(title);
        return menu;
    };
    for (std::size_t i = 0; i < actionTable().size(); ++i) {
        const ActionRow& row = actionTable()[i];
        QMenu* menu = menuAt(row.menu);
        if (row.separatorBefore) menu->addSeparator();
        menu->addAction(actions_->all()[i]);
        if (row.id == "view.resetLayout") {
            menu->addSeparator();
            for (QDockWidget* dock : findChildren<QDockWidget*>())
                menu->addAction(dock->toggleViewAction());
        }
    }

    auto* bar = new QToolBar(tr("Main toolbar"));
    bar->setObjectName(QStringLiteral("mainToolBar"));
    bar->setMovable(false);
    bar->setIconSize({18, 18});
    for (const char* id : {"file.new", "file.open", "file.save", "file.export", "", "edit.undo",
                           "edit.redo", "", "target.new", "target.pole", "time.setKey",
                           "edit.delete", "", "view.frameSelected", "view.frameAll"}) {
        if (*id)
            bar->addAction((*actions_)[id]);
        else
            bar->addSeparator();
    }
    addToolBar(bar);
}

void MainWindow::buildStatusBar()
{
    problems_ = new QLabel;
    problems_->setObjectName(QStringLiteral("problems"));
    solve_ = new QLabel;
    progress_ = new QProgressBar;
    progress_->setFixedWidth(150);
    progress_->setTextVisible(false);
    cancel_ = new QToolButton;
    cancel_->setText(tr("Cancel"));
    for (QLabel* label : {problems_, solve_}) {
        label->setTextFormat(Qt::PlainText);
        label->setContentsMargins(8, 0, 8, 0);
    }
    for (QWidget* widget : {static_cast<QWidget*>(progress_), static_cast<QWidget*>(cancel_)}) {
        statusBar()->addPermanentWidget(widget);
        widget->hide();
    }
    statusBar()->addPermanentWidget(problems_);
    statusBar()->addPermanentWidget(solve_);

    Job& job = session_.job();
    connect(cancel_, &QToolButton::clicked, &job, &Job::cancel);
    connect(&job, &Job::started, this, [this](const QString& title) {
        tell(title);
        progress_->setRange(0, 0);
        progress_->show();
        cancel_->show();
    });
    connect(&job, &Job::progressed, this, [this](double share) {
        if (share <= 0) return;
        progress_->setRange(0, 1000);
        progress_->setValue(static_cast<int>(share * 1000));
    });
    connect(&job, &Job::finished, this, [this] {
        progress_->hide();
        cancel_->hide();
    });
}

void MainWindow::refreshTitle()
{
    setWindowTitle(session_.title() + QStringLiteral("[*] \u2013 Posewright"));
    setWindowModified(session_.isModified());
}

void MainWindow::refreshStatus()
{
    if (session_.document().rig->constraints.empty()) {
        problems_->clear();
        solve_->clear();
        return;
    }
    int missed = 0;
    for (const auto& [frame, status] : evaluator_.strip()) missed += isProblem(status) ? 1 : 0;
    const double filled = evaluator_.filled();
    QString text =
        missed ? tr("%n problem frame(s), N goes there", nullptr, missed) : tr("No problems");
    if (filled < 1)
        text += tr(" (%1 % of the frames looked at)").arg(static_cast<int>(filled * 100));
    problems_->setText(text);
    solve_->setText(tr("frame solved in %1 ms").arg(QLocale().toString(evaluator_.cost(), 'f', 1)));
}

void MainWindow::tell(const QString& text)
{
    if (text.isEmpty())
        statusBar()->clearMessage();
    else
        statusBar()->showMessage(text);
}

void MainWindow::showDiagnostics(const QString& head, const Diagnostics& diagnostics)
{
    QStringList warnings;
    for (const Diagnostic& diagnostic : diagnostics)
        if (diagnostic.severity == Diagnostic::Severity::Warning)
            warnings << diagnosticText(diagnostic);
    if (warnings.isEmpty()) {
        tell(head);
    } else {
        tell(tr("%1: %2", "a sentence, and the first of some warnings")
                 .arg(head, warnings.size() == 1 ? warnings.front()
                                                 : tr("%1 (and %n more)", nullptr,
                                                      static_cast<int>(warnings.size()) - 1)
                                                       .arg(warnings.front())));
    }
}

bool MainWindow::mayReplaceDocument()
{
    if (session_.job().running()) {
        tell(tr("Something is still being read or written"));
        return false;
    }
    if (!session_.isModified()) return true;
    QMessageBox box(this);
    box.setObjectName(QStringLiteral("unsaved"));
    box.setTextFormat(Qt::PlainText);
    box.setIcon(QMessageBox::Warning);
    box.setWindowTitle(tr("Unsaved changes"));
    box.setText(tr("%1 has changes that are not saved.").arg(session_.title()));
    box.setStandardButtons(QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel);
    box.setDefaultButton(QMessageBox::Save);
    switch (box.exec()) {
    case QMessageBox::Discard: return true;
    case QMessageBox::Save:
        if (session_.hasProjectFile())
            session_.save();
        else
            askSaveAs();
        return waitForSave();
    default: return false;
    }
}

bool MainWindow::waitForSave()
{
    if (session_.job().running()) {
        QEventLoop loop;
        connect(&session_.job(), &Job::finished, &loop, &QEventLoop::quit);
        loop.exec(QEventLoop::ExcludeUserInputEvents);
    }
    return !session_.isModified();
}

void MainWindow::open(const QString& path)
{
    if (!mayReplaceDocument()) return;
    rememberFolder(QStringLiteral("open"), path);
    // Saving must find the file again wherever the program, or a recovery, is started from.
    session_.open(toPath(QFileInfo(path).absoluteFilePath()));
}

void MainWindow::askOpen()
{
    const QString path = QFileDialog::getOpenFileName(
        this, tr("Open"), lastFolder(QStringLiteral("open")), filters(false, false));
    if (!path.isEmpty()) open(path);
}

void MainWindow::askSaveAs()
{
    const QString ending = QStringLiteral(".glb");
    QString path = QFileDialog::getSaveFileName(
        this, tr("Save As"), suggestion(session_, QStringLiteral("save")) + ending,
        filters(true, true));
    if (path.isEmpty()) return;
    const QString whole = pathText(Session::projectPath(toPath(path)));
    // The dialog asked about the name as it was typed.
    if (whole != path && QFileInfo::exists(whole) &&
        QMessageBox::question(this, tr("Save As"), tr("%1 exists. Replace it?").arg(whole)) !=
            QMessageBox::Yes)
        return;
    rememberFolder(QStringLiteral("save"), whole);
    session_.saveAs(toPath(whole));
}

void MainWindow::askExport()
{
    QString chosen;
    QString path = QFileDialog::getSaveFileName(this, tr("Export"),
                                                suggestion(session_, QStringLiteral("export")),
                                                filters(true, false), &chosen);
    if (path.isEmpty()) return;
    if (QFileInfo(path).suffix().isEmpty()) {
        const qsizetype star = chosen.indexOf(QStringLiteral("*."));
        path += chosen.mid(
            star + 1, chosen.indexOf(QRegularExpression(QStringLiteral("[ )]")), star) - star - 1);
    }
    rememberFolder(QStringLiteral("export"), path);
    session_.exportTo(toPath(path));
}

void MainWindow::showAbout()
{
    QMessageBox box(QMessageBox::NoIcon, tr("About Posewright"),
                    tr("Posewright %1\n\nA keyframe animation editor around inverse kinematics.\n"
                       "MIT licence.")
                        .arg(QCoreApplication::applicationVersion()),
                    QMessageBox::Ok, this);
    box.setTextFormat(Qt::PlainText);
    box.setIconPixmap(icon("posewright").pixmap(48, 48));
    box.exec();
}

void MainWindow::resetLayout()
{
    restoreState(firstLayout_);
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    if (!mayReplaceDocument()) {
        event->ignore();
        return;
    }
    session_.playhead().setPlaying(false);
    session_.discardJournal();
    session_.flushJournal();
    event->accept();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    if (event->mimeData()->hasUrls()) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event)
{
    for (const QUrl& url : event->mimeData()->urls())
        if (url.isLocalFile()) {
            event->acceptProposedAction();
            open(url.toLocalFile());
            return;
        }
}

bool MainWindow::eventFilter(QObject* watched, QEvent* event)
{
    // In the tree the arrows walk the tree, whatever they do elsewhere.
    if (watched == tree_ && event->type() == QEvent::ShortcutOverride) {
        switch (static_cast<QKeyEvent*>(event)->key()) {
        case Qt::Key_Up:
        case Qt::Key_Down:
        case Qt::Key_Left:
        case Qt::Key_Right:
        case Qt::Key_Home:
        case Qt::Key_End: event->accept(); return true;
        default: break;
        }
    }
    return QMainWindow::eventFilter(watched, event);
}

}  // namespace posewright::ui
