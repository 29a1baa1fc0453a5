#include "ui/desk/main_window.h"

#include "ui/actions/find_action.h"
#include "ui/actions/mouse_map.h"
#include "ui/actions/samples.h"
#include "ui/actions/view_menu.h"
#include "ui/desk/about.h"
#include "ui/desk/command_palette.h"
#include "ui/desk/controls_sheet.h"
#include "ui/desk/desk_memory.h"
#include "ui/desk/field_keys.h"
#include "ui/desk/file_dialogs.h"
#include "ui/desk/habits.h"
#include "ui/desk/history_view.h"
#include "ui/desk/insert_frames.h"
#include "ui/desk/manual_window.h"
#include "ui/desk/notice_bar.h"
#include "ui/desk/panel_share.h"
#include "ui/desk/recent_files.h"
#include "ui/desk/scene_panel.h"
#include "ui/desk/scene_tree.h"
#include "ui/desk/start_page.h"
#include "ui/desk/status_line.h"
#include "ui/inspector/inspector.h"
#include "ui/look/icons.h"
#include "ui/look/theme.h"
#include "ui/models/status_text.h"
#include "ui/session/step_text.h"
#include "ui/session/text.h"
#include "ui/timeline/commands.h"
#include "ui/timeline/timeline.h"
#include "ui/timeline/transport_bar.h"
#include "ui/viewport/viewport.h"

#include <QAction>
#include <QApplication>
#include <QCloseEvent>
#include <QDockWidget>
#include <QEventLoop>
#include <QFileInfo>
#include <QKeyEvent>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <utility>

namespace posewright::ui {

namespace {

QString unprotectedHead()
{
    return MainWindow::tr("Your work is not protected against a crash");
}

/// The panel around a widget, wherever it is closed or behind a tab.
void showPanelOf(QWidget* widget)
{
    while (widget && !qobject_cast<QDockWidget*>(widget)) widget = widget->parentWidget();
    if (!widget) return;
    widget->show();
    widget->raise();
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
    status_ = new StatusLine(session, evaluator_);
    setStatusBar(status_);
    resize(1440, 900);
    buildCentre();
    buildPanels();
    buildMenus();
    buildToolBar();
    fieldKeys_ = new FieldKeys(&viewport_->widget(), this);
    fieldKeys_->watch(this);
    memory_ = new DeskMemory(*this, *this, *timelineShare_);
    firstLayout_ = saveState(kLayoutVersion);
    actions_->refresh();
    followSession();
    refreshTitle();
    start_->setFocus();
}

MainWindow::~MainWindow()
{
    // The panels use what this class holds, and an open editor may still have a name to commit.
    qDeleteAll(findChildren<QDockWidget*>(Qt::FindDirectChildrenOnly));
}

void MainWindow::buildCentre()
{
    start_ = new StartPage;
    centre_ = new QStackedWidget;
    centre_->addWidget(start_);
    centre_->addWidget(&viewport_->widget());
    if (viewport_->widget().accessibleName().isEmpty())
        viewport_->widget().setAccessibleName(tr("View of the scene"));
    notice_ = new NoticeBar;
    auto* whole = new QWidget;
    auto* column = new QVBoxLayout(whole);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(notice_);
    column->addWidget(centre_, 1);
    setCentralWidget(whole);
    connect(start_, &StartPage::sampleChosen, this,
            [this](std::string_view id) { openSample(*this, id); });
    connect(start_, &StartPage::emptyChosen, this, [this] { (*actions_)["file.new"]->trigger(); });
    connect(start_, &StartPage::openChosen, this, &MainWindow::askOpen);
    connect(start_, &StartPage::fileChosen, this, &MainWindow::open);
}

void MainWindow::buildPanels()
{
    const auto addPanel = [this](const QString& id, const QString& title, QWidget* widget,
                                 Qt::DockWidgetArea area) {
        auto* dock = new QDockWidget(title);
        dock->setObjectName(id);
        dock->setWidget(widget);
        dock->toggleViewAction()->setStatusTip(tr("Show or hide the panel %1").arg(title));
        addDockWidget(area, dock);
        return dock;
    };
    scene_ = new ScenePanel(session_);
    SceneTree* tree = &scene_->tree();
    tree->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(tree, &QWidget::customContextMenuRequested, this, [this, tree](const QPoint& at) {
        openViewMenu(*actions_, *this, tree->viewport()->mapToGlobal(at));
    });
    QDockWidget* scene =
        addPanel(QStringLiteral("sceneDock"), tr("Scene"), scene_, Qt::LeftDockWidgetArea);
    auto* forms = new Inspector(session_, evaluator_);
    connect(forms, &Inspector::failed, this, &MainWindow::tell);
    QDockWidget* inspector =
        addPanel(QStringLiteral("inspectorDock"), tr("Inspector"), forms, Qt::RightDockWidgetArea);
    QDockWidget* history = addPanel(QStringLiteral("historyDock"), tr("History"),
                                    new HistoryView(&session_.history()), Qt::RightDockWidgetArea);

    QList<QAction*> buttons;
    for (const char* id : {"time.first", "time.previousKey", "time.previousFrame", "time.play",
                           "time.nextFrame", "time.nextKey", "time.last", "time.loop"})
        buttons.push_back((*actions_)[id]);
    auto* panel = new QWidget;
    auto* column = new QVBoxLayout(panel);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    QList<QAction*> options;
    for (const char* id : {"time.addMarker", "time.ripple", "time.snapKeys", "time.seconds"})
        options.push_back((*actions_)[id]);
    transport_ = new TransportBar(session_, *timeline_, buttons, options);
    timeline_->setActionSource([this](std::string_view id) { return (*actions_)[id]; });
    connect(transport_, &TransportBar::failed, this, &MainWindow::tell);
    connect(transport_, &TransportBar::clipAsked, this, &MainWindow::chooseClip);
    column->addWidget(transport_);
    column->addWidget(timeline_, 1);
    timeline_->viewport()->installEventFilter(this);
    QDockWidget* time =
        addPanel(QStringLiteral("timelineDock"), tr("Timeline"), panel, Qt::BottomDockWidgetArea);

    const int letter = fontMetrics().averageCharWidth();
    resizeDocks({scene, inspector}, {letter * 38, letter * 48}, Qt::Horizontal);
    resizeDocks({inspector, history}, {380, 100}, Qt::Vertical);
    resizeDocks({time}, {time->sizeHint().height()}, Qt::Vertical);
    timelineShare_ = new PanelShare(*this, *time);
}

void MainWindow::followSession()
{
    connect(viewport_.get(), &Viewport::hint, this, &MainWindow::tell);
    connect(viewport_.get(), &Viewport::dropped, this,
            [this](const QStringList& paths) { open(paths.front()); });
    connect(viewport_.get(), &Viewport::menuAsked, this, &MainWindow::showContextMenu);
    connect(timeline_, &Timeline::hint, this, &MainWindow::tell);
    connect(&session_, &Session::failed, this, [this](const QString& text) {
        tell(text);
        QMessageBox box(QMessageBox::Warning, tr("Posewright"), text, QMessageBox::Ok, this);
        box.setObjectName(QStringLiteral("failure"));
        box.setTextFormat(Qt::PlainText);
        box.exec();
    });
    connect(&session_, &Session::unprotected, this, [this](const QString& text) {
        notice_->say(unprotectedHead(), {text, tr("Posewright goes on trying. What is saved in a "
                                                  "file is safe.")});
    });
    connect(&session_, &Session::protectedAgain, this, [this] {
        if (notice_->head() == unprotectedHead()) notice_->clear();
        tell(tr("Your work is protected against a crash again"));
    });
    connect(&session_, &Session::opened, this, &MainWindow::opened);
    connect(&session_, &Session::changedElsewhere, this, &MainWindow::askWhichMotion);
    connect(&session_, &Session::recovered, this,
            [this](const QString& title, const Diagnostics& diagnostics) {
                showDiagnostics(tr("Your work is back: %1").arg(title), diagnostics);
            });
    connect(&session_, &Session::stepped, this, [this](const std::vector<edit::Edit>& edits) {
        // After what the tool that did it says of itself.
        QMetaObject::invokeMethod(
            this, [this, edits] { tellIdleKeys(edits); }, Qt::QueuedConnection);
    });
    connect(&session_, &Session::saved, this, [this](const QString& path) {
        recent_files::add(path);
        file_dialogs::rememberOpened(path);
        refreshRecent();
        const auto loose = static_cast<int>(session_.loose().edits().size());
        tell(loose == 0 ? tr("Saved %1").arg(path)
                        : tr("Saved %1, but not what %n thing(s) moved to without a key: "
                             "Ctrl+K keys that",
                             nullptr, loose)
                              .arg(path));
    });
    connect(&session_, &Session::exported, this,
            [this](const QString& path, const Diagnostics& diagnostics) {
                showDiagnostics(tr("Exported %1, read back and compared").arg(path), diagnostics);
            });
    // Whatever there is to see is seen: the start page has done its work.
    connect(&session_, &Session::replaced, this, [this] {
        notice_->clear();  // it was about another document
        widenForNames();
        showView();
    });
    connect(&session_, &Session::changed, this, &MainWindow::showView);
    const auto goOn = [this] {
        if (viewed_) showView();
    };
    connect(start_, &StartPage::backChosen, this, goOn);
    connect(&session_.playhead(), &Playhead::moved, this, goOn);
    connect(&session_.playhead(), &Playhead::playingChanged, this, goOn);
    connect(&session_.selection(), &Selection::nodesChanged, this, goOn);
    connect(&session_, &Session::modifiedChanged, this, &MainWindow::refreshTitle);
    connect(&session_, &Session::titleChanged, this, &MainWindow::refreshTitle);
}

void MainWindow::widenForNames()
{
    constexpr int kMostOfWindow = 4;  // the view comes first
    auto* dock = qobject_cast<QDockWidget*>(scene_->parentWidget());
    if (!dock || dock->isFloating()) return;
    const int wanted = std::min(scene_->tree().widthOfNames(), width() / kMostOfWindow);
    if (wanted > dock->width()) resizeDocks({dock}, {wanted}, Qt::Horizontal);
}

void MainWindow::refreshTitle()
{
    setWindowTitle(session_.title() + QStringLiteral("[*] \u2013 Posewright"));
    setWindowModified(session_.isModified());
}

void MainWindow::tell(const QString& text)
{
    status_->tell(text);
}

void MainWindow::tellIdleKeys(const std::vector<edit::Edit>& edits)
{
    const Document& doc = session_.document();
    for (const edit::Edit& edit : edits) {
        if (const auto* put = std::get_if<edit::PutKeys>(&edit)) {
            const QString words = idleWords(doc, put->keys);
            if (words.isEmpty()) continue;
            tell(words);
            return;
        }
        const auto* key = std::get_if<edit::SetTargetKey>(&edit);
        const Constraint* target = key ? findConstraint(*doc.rig, key->target) : nullptr;
        if (!target) continue;
        // Where the contact itself is moved, its keys come along.
        const bool moved = std::any_of(edits.begin(), edits.end(), [&](const edit::Edit& other) {
            const auto* span = std::get_if<edit::SetSpan>(&other);
            return span && span->target == key->target && (span->position || span->rotation);
        });
        if (moved) continue;
        const QString why = heldWords(doc, target->target, key->frame);
        if (why.isEmpty()) continue;
        tell(tr("%1 is keyed, but %2", "the name of a target, and why the key is not seen")
                 .arg(toQt((*doc.scene)[doc.scene->find(target->target)].name), why));
        return;
    }
}

void MainWindow::opened(const QString& path, const Diagnostics& diagnostics)
{
    recent_files::add(path);
    refreshRecent();
    const QString name = QFileInfo(path).fileName();
    const Document& doc = session_.document();
    const auto clips = static_cast<int>(doc.clips.size());
    bool bones = false, meshes = false;
    for (const Node& node : doc.scene->nodes()) {
        bones = bones || node.bone();
        meshes = meshes || std::holds_alternative<MeshPart>(node.part);
    }
    QString head = tr("Opened %1").arg(name);
    if (clips > 1) head += tr(", with %n clips to choose from in Time > Show Clip", nullptr, clips);
    if (meshes)
        head += bones ? tr("; its meshes are kept, but not drawn yet")
                      : tr("; it has no bones, and meshes are not drawn yet");
    showDiagnostics(head, diagnostics);
}

void MainWindow::askWhichMotion(const QString& path)
{
    QMessageBox box(QMessageBox::Question, tr("Changed by another program"),
                    tr("Another program changed the motion in %1 after Posewright saved it.")
                        .arg(QFileInfo(path).fileName()),
                    QMessageBox::NoButton, this);
    box.setObjectName(QStringLiteral("whichMotion"));
    box.setTextFormat(Qt::PlainText);
    box.setInformativeText(
        tr("Yours has the targets and their keys. The other one has joint keys only; taking it "
           "leaves the file as it is until you save under a name."));
    QPushButton* ours = box.addButton(tr("&Keep mine"), QMessageBox::RejectRole);
    QPushButton* theirs = box.addButton(tr("&Take the other"), QMessageBox::AcceptRole);
    box.setDefaultButton(ours);
    box.setEscapeButton(ours);
    box.exec();
    if (box.clickedButton() == theirs) session_.open(toPath(path), true);
}

void MainWindow::showDiagnostics(const QString& head, const Diagnostics& diagnostics)
{
    QStringList warnings;
    for (const Diagnostic& diagnostic : diagnostics)
        if (diagnostic.severity == Diagnostic::Severity::Warning)
            warnings << diagnosticText(diagnostic);
    tell(head);
    // Too long for a line, and too important to go by itself.
    if (warnings.isEmpty())
        notice_->clear();
    else
        notice_->say(head, warnings);
}

bool MainWindow::mayReplaceDocument()
{
    if (session_.job().running()) {
        tell(tr("Something is still being read or written"));
        return false;
    }
    const auto loose = static_cast<int>(session_.loose().edits().size());
    if (!session_.isModified() && loose == 0) return true;
    QMessageBox box(this);
    box.setObjectName(QStringLiteral("unsaved"));
    box.setTextFormat(Qt::PlainText);
    box.setIcon(QMessageBox::Warning);
    box.setWindowTitle(tr("Unsaved changes"));
    box.setText(session_.isModified()
                    ? tr("Save the changes to %1?").arg(session_.title())
                    : tr("Key and save what is moved but not keyed in %1?").arg(session_.title()));
    if (loose > 0)
        box.setInformativeText(tr("%n thing(s) moved without a key: such moves are in no file. "
                                  "Save keys them at frame %1 first.",
                                  nullptr, loose)
                                   .arg(frameText(session_.playhead().frame())));
    box.setStandardButtons(QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel);
    box.button(QMessageBox::Save)->setText(tr("&Save"));
    box.button(QMessageBox::Discard)->setText(tr("&Discard"));
    box.button(QMessageBox::Cancel)->setText(tr("&Cancel"));
    box.setDefaultButton(QMessageBox::Save);
    switch (box.exec()) {
    case QMessageBox::Discard: return true;
    case QMessageBox::Save:
        if (const Result<void> keyed = loose > 0 ? session_.keyLoose() : Result<void>(); !keyed) {
            tell(errorText(keyed.error()));
            return false;
        }
        save();
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
    file_dialogs::rememberOpened(path);
    // Saving must find the file again wherever the program, or a recovery, is started from.
    session_.open(toPath(QFileInfo(path).absoluteFilePath()));
}

void MainWindow::askOpen()
{
    const QString path = file_dialogs::askOpen(this);
    if (!path.isEmpty()) open(path);
}

void MainWindow::save()
{
    if (!session_.hasProjectFile()) return askSaveAs();
    if (!session_.changedOnDisk()) return session_.save();
    QMessageBox box(QMessageBox::Warning, tr("Changed meanwhile"),
                    tr("%1 was changed by another program since it was read or saved here.")
                        .arg(session_.title()),
                    QMessageBox::NoButton, this);
    box.setObjectName(QStringLiteral("changedOnDisk"));
    box.setTextFormat(Qt::PlainText);
    box.setInformativeText(tr("Saving puts what is shown here in its place."));
    QPushButton* over = box.addButton(tr("Save An&yway"), QMessageBox::DestructiveRole);
    QPushButton* other = box.addButton(tr("Save &As..."), QMessageBox::AcceptRole);
    QPushButton* cancel = box.addButton(QMessageBox::Cancel);
    box.setDefaultButton(other);
    box.setEscapeButton(cancel);
    box.exec();
    if (box.clickedButton() == over) session_.save();
    if (box.clickedButton() == other) askSaveAs();
}

void MainWindow::askSaveAs()
{
    const QString path = file_dialogs::askSaveAs(session_, this);
    if (!path.isEmpty()) session_.saveAs(toPath(path));
}

void MainWindow::askExport()
{
    const QString path = file_dialogs::askExport(session_, this);
    if (!path.isEmpty()) session_.exportTo(toPath(path));
}

void MainWindow::showContextMenu(const QPoint& at)
{
    openViewMenu(*actions_, *this, at);
}

void MainWindow::findAction()
{
    CommandPalette palette(actionsBelow(menuBar()->actions()), this);
    palette.exec();
}

void MainWindow::rename()
{
    showPanelOf(scene_);
    scene_->tree().renameActive();
}

void MainWindow::findInScene()
{
    showPanelOf(scene_);
    scene_->find();
}

void MainWindow::showView()
{
    viewed_ = true;
    if (centre_->currentWidget() == &viewport_->widget()) return;
    centre_->setCurrentWidget(&viewport_->widget());
    viewport_->widget().setFocus();
    status_->setMouseHint(mouseHints(viewMouse()));
}

void MainWindow::showStartPage()
{
    if (viewed_ && centre_->currentWidget() == start_) {
        showView();
        return;
    }
    session_.playhead().setPlaying(false);
    start_->refresh();
    start_->offerBack(viewed_ ? session_.title() : QString());
    centre_->setCurrentWidget(start_);
    start_->setFocus();
}

void MainWindow::showManual()
{
    if (!manual_) manual_ = new ManualWindow(this);
    manual_->open();
}

void MainWindow::showControls()
{
    ControlsSheet(*actions_, this).exec();
}

void MainWindow::showAbout()
{
    About(this).exec();
}

void MainWindow::restoreLayout()
{
    memory_->restore();
}

void MainWindow::resetLayout()
{
    restoreState(firstLayout_, kLayoutVersion);
    timelineShare_->take();
}

void MainWindow::resetHabits()
{
    habits::reset(*this);
}

void MainWindow::focusPanel(int by)
{
    // The start page stands in for the view. What is closed or behind a tab is passed over.
    QList<QWidget*> panels;
    const auto offer = [&](QWidget* panel) {
        if (panel && panel->isVisible()) panels.push_back(panel);
    };
    offer(centre_->currentWidget());
    for (const char* id : {"sceneDock", "inspectorDock", "historyDock", "timelineDock"})
        if (auto* dock = findChild<QDockWidget*>(QLatin1String(id))) offer(dock->widget());
    const QWidget* focus = QApplication::focusWidget();
    qsizetype here = by > 0 ? -1 : 0;
    for (qsizetype i = 0; i < panels.size(); ++i)
        if (focus && (panels[i] == focus || panels[i]->isAncestorOf(focus))) here = i;
    for (qsizetype tries = 0; tries < panels.size(); ++tries) {
        here = (here + by + panels.size()) % panels.size();
        QWidget* panel = panels[here];
        QWidget* first = panel == timeline_->parentWidget()    ? timeline_
                         : panel->focusPolicy() != Qt::NoFocus ? panel
                                                               : nullptr;
        for (QWidget* next = panel->nextInFocusChain(); !first && next && next != panel;
             next = next->nextInFocusChain())
            if (panel->isAncestorOf(next) && next->isVisible() && next->isEnabled() &&
                (next->focusPolicy() & Qt::TabFocus) == Qt::TabFocus)
                first = next;
        if (!first) continue;
        first->setFocus(Qt::TabFocusReason);
        return;
    }
}

void MainWindow::askInsertFrames()
{
    InsertFrames dialog(session_.playhead().frame(), this);
    if (dialog.exec() != QDialog::Accepted) return;
    if (const Result<void> done = timeline::insertTime(session_, dialog.frames()); !done)
        tell(errorText(done.error()));
}

void MainWindow::editRate()
{
    showPanelOf(transport_);
    transport_->editRate();
}

Theme MainWindow::theme()
{
    return chosenTheme();
}

void MainWindow::setTheme(Theme theme)
{
    chooseTheme(theme);
    applyTheme(*qApp);
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    if (!mayReplaceDocument()) {
        event->ignore();
        return;
    }
    memory_->close();
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

void MainWindow::keyPressEvent(QKeyEvent* event)
{
    // A key that nobody took may be that of an action which cannot be done now: that is said.
    const QKeySequence pressed(event->keyCombination());
    for (const QAction* action : actions_->all())
        if (!action->isEnabled() && action->shortcuts().contains(pressed)) {
            tell(tr("%1 is not possible now: %2")
                     .arg(plainText(*action), action->property(kObstacle).toString()));
            return;
        }
    QMainWindow::keyPressEvent(event);
}

bool MainWindow::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == timeline_->viewport()) {
        if (event->type() == QEvent::Enter) status_->setMouseHint(mouseHints(timelineMouse()));
        if (event->type() == QEvent::Leave && centre_->currentWidget() != start_)
            status_->setMouseHint(mouseHints(viewMouse()));
    }
    return QMainWindow::eventFilter(watched, event);
}

}  // namespace posewright::ui
