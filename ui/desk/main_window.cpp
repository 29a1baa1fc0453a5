#include "ui/desk/main_window.h"

#include "ui/actions/find_action.h"
#include "ui/actions/mouse_map.h"
#include "ui/actions/samples.h"
#include "ui/actions/view_menu.h"
#include "ui/desk/about.h"
#include "ui/desk/box_words.h"
#include "ui/desk/command_palette.h"
#include "ui/desk/controls_sheet.h"
#include "ui/desk/desk_memory.h"
#include "ui/desk/field_keys.h"
#include "ui/desk/found_nodes.h"
#include "ui/desk/manual_window.h"
#include "ui/desk/notice_bar.h"
#include "ui/desk/panel_docks.h"
#include "ui/desk/panel_shares.h"
#include "ui/desk/preferences.h"
#include "ui/desk/shift_words.h"
#include "ui/desk/start_page.h"
#include "ui/desk/status_line.h"
#include "ui/desk/tour_bar.h"
#include "ui/look/icons.h"
#include "ui/models/feet_words.h"
#include "ui/models/key_words.h"
#include "ui/session/step_text.h"
#include "ui/session/text.h"
#include "ui/timeline/timeline.h"
#include "ui/viewport/viewport.h"

#include <QAction>
#include <QApplication>
#include <QCloseEvent>
#include <QDockWidget>
#include <QKeyEvent>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QMimeData>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <utility>

namespace posewright::ui {

namespace {

QString unprotectedHead()
{
    return MainWindow::tr("Your work is not protected against a crash");
}

}  // namespace

MainWindow::MainWindow(Session& session, const std::vector<PanelRow>& panels) :
    session_(session), evaluator_(session), files_(session, *this),
    viewport_(makeViewport(session, evaluator_))
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
    status_->follow(viewport_->settings());
    shiftWords_ = new ShiftWords(session_, this);
    boxWords_ = new BoxWords(session_, evaluator_, this);
    connect(boxWords_, &BoxWords::found, this, &MainWindow::tell);
    resize(1440, 900);
    buildCentre();
    panels_ = std::make_unique<PanelDocks>(*this, *this, panels);
    shares_ = new PanelShares(*this, {&(*panels_)["timeline"], &(*panels_)["history"]});
    timeline_->viewport()->installEventFilter(this);
    buildMenus();
    buildToolBar();
    fieldKeys_ = new FieldKeys(&viewport_->widget(), this);
    fieldKeys_->watch(this);
    memory_ = new DeskMemory(*this, *this, *shares_);
    firstLayout_ = saveState(kLayoutVersion);
    actions_->refresh();
    followSession();
    followFiles();
    refreshTitle();
    start_->setFocus();
}

MainWindow::~MainWindow()
{
    // Qt's layout would go on placing tabbed docks that are deleted already.
    layout()->setEnabled(false);
    // Panels use members of this class, and an open editor may still commit a name.
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
    tour_ = new TourBar(*this);
    auto* whole = new QWidget;
    auto* column = new QVBoxLayout(whole);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(tour_);
    column->addWidget(centre_, 1);
    setCentralWidget(whole);
    notice_ = new NoticeBar(this);  // as the native window of the view is
    notice_->lieOver(*centre_, viewport_->draws());
    connect(notice_, &NoticeBar::covers, viewport_.get(), &Viewport::setCovered);
    connect(start_, &StartPage::sampleChosen, this,
            [this](std::string_view id) { openSample(*this, id); });
    connect(start_, &StartPage::tourChosen, this, &MainWindow::beginTour);
    connect(start_, &StartPage::emptyChosen, this, [this] { (*actions_)["file.new"]->trigger(); });
    connect(start_, &StartPage::openChosen, &files_, &Files::askOpen);
    connect(start_, &StartPage::fileChosen, &files_, &Files::open);
}

void MainWindow::followSession()
{
    connect(viewport_.get(), &Viewport::hint, this, &MainWindow::tell);
    connect(&viewport_->settings(), &ViewSettings::changed, this,
            [this] { session_.setActsNear(viewport_->settings().now().acts); });
    connect(viewport_.get(), &Viewport::dropped, &files_,
            [this](const QStringList& paths) { files_.open(paths.front()); });
    connect(viewport_.get(), &Viewport::menuAsked, this,
            [this](const QPoint& at) { openViewMenu(*actions_, *this, at); });
    connect(status_, &StatusLine::problemsClicked, this, &MainWindow::seeToProblems);
    connect(&session_, &Session::failed, this, [this](const QString& text) {
        tell(text);
        QMessageBox box(QMessageBox::Warning, tr("Posewright"), text, QMessageBox::Ok, this);
        box.setObjectName(QStringLiteral("failure"));
        box.setTextFormat(Qt::PlainText);
        box.exec();
    });
    connect(&session_.file(), &DocumentFile::unprotected, this, [this](const QString& text) {
        notice_->say(unprotectedHead(), {text, tr("Posewright goes on trying. What is saved in a "
                                                  "file is safe.")});
    });
    connect(&session_.file(), &DocumentFile::protectedAgain, this, [this] {
        if (notice_->head() == unprotectedHead()) notice_->settle();
        tell(tr("Your work is protected against a crash again"));
    });
    connect(&session_, &Session::stepped, this,
            [this](const std::vector<edit::Edit>& edits, const Document& was) {
                panels_->giveWay();
                QMetaObject::invokeMethod(  // after the message of the tool itself
                    this, [this, edits, was] { tellOfStep(edits, was); }, Qt::QueuedConnection);
            });
    // There is something to see now, so leave the start page.
    connect(&session_, &Session::replaced, this, [this] {
        notice_->clear();  // it was about another document
        toldOfFeet_ = false;
        ViewState view = viewport_->settings().now();
        view.hidden.clear();
        view.pins.clear();
        view.tool = Tool::Select;
        viewport_->settings().set(view);
        panels_->widen();
        panels_->giveWay(true);
        showView();
    });
    connect(&session_, &Session::changed, this, &MainWindow::showView);
    // Bones are drawn in the view, not on the start page.
    connect(&viewport_->settings(), &ViewSettings::changed, this, [this] {
        if (viewport_->settings().now().tool == Tool::Draw) showView();
    });
    const auto goOn = [this] {
        if (viewed_) showView();
    };
    connect(start_, &StartPage::backChosen, this, goOn);
    connect(&session_.playhead(), &Playhead::moved, this, goOn);
    connect(&session_.playhead(), &Playhead::playingChanged, this, goOn);
    connect(&session_.selection(), &Selection::nodesChanged, this, goOn);
    connect(&session_.selection(), &Selection::nodesChanged, this, [this] {
        if (!session_.selection().nodes().empty()) panels_->giveWay();
    });
    connect(&session_, &Session::modifiedChanged, this, &MainWindow::refreshTitle);
    connect(&session_.file(), &DocumentFile::titleChanged, this, &MainWindow::refreshTitle);
}

void MainWindow::refreshTitle()
{
    setWindowTitle(session_.file().title() + QStringLiteral("[*] \u2013 Posewright"));
    setWindowModified(session_.isModified());
}

void MainWindow::tell(const QString& text)
{
    status_->tell(text);
}

void MainWindow::tellOfStep(const std::vector<edit::Edit>& edits, const Document& before)
{
    const Document& now = session_.document();
    const QString ofKey = keyedWords(before, now, edits);
    QString words = shiftWords_->of(edits);
    if (words.isEmpty()) words = idleWords(now, edits);
    if (words.isEmpty()) words = ofKey;
    if (words.isEmpty() && !toldOfFeet_) {
        words = feetWords(now, edits);
        toldOfFeet_ = !words.isEmpty();
    }
    if (!words.isEmpty()) tell(words);
    if (words.isEmpty() || words == ofKey) boxWords_->ask(edits, approachWords(now, edits));
}

void MainWindow::seeToProblems()
{
    // If the playhead is at a problem, cure it; else go to the next one.
    QAction* cure = (*actions_)["target.cure"];
    actions_->refresh();
    if (cure->isEnabled())
        cure->trigger();
    else
        (*actions_)["time.nextProblem"]->trigger();
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
    start_->offerBack(viewed_ ? session_.file().title() : QString());
    centre_->setCurrentWidget(start_);
    start_->setFocus();
}

void MainWindow::showManual()
{
    const QString page = panels_->page();  // before another window takes the keyboard
    if (!manual_) manual_ = new ManualWindow(this);
    manual_->open(page);
}

void MainWindow::showPage(Page page)
{
    switch (page) {
    case Page::Start: return showStartPage();
    case Page::Manual: return showManual();
    case Page::Controls: ControlsSheet(*actions_, this).exec(); return;
    case Page::About: About(this).exec(); return;
    case Page::FindAction: {
        QObject owner;
        CommandPalette(actionsBelow(menuBar()->actions()), this, nodesToFind(*this, owner)).exec();
        return;
    }
    }
}

void MainWindow::beginTour(std::string_view id)
{
    for (const Tour& tour : tours()) {
        if (tour.id != id) continue;
        if (!tour.opens.empty() && !openSample(*this, tour.opens)) return;
        tour_->begin(tour);
    }
}

void MainWindow::enter(std::string_view panel, std::string_view field)
{
    panels_->enter(panel, field);
}

void MainWindow::restoreLayout()
{
    memory_->restore();
    panels_->giveWay(true);
}

void MainWindow::resetLayout()
{
    restoreState(firstLayout_, kLayoutVersion);
    shares_->take();
}

void MainWindow::resetPreferences()
{
    preferences::reset(*this);
}

void MainWindow::focusPanel(int by)
{
    // The start page takes the view's place.
    panels_->moveFocus(by, *centre_->currentWidget());
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    if (!files_.mayReplaceDocument()) {
        event->ignore();
        return;
    }
    memory_->close();
    session_.playhead().setPlaying(false);
    session_.file().discardJournal();
    session_.file().flushJournal();
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
            files_.open(url.toLocalFile());
            return;
        }
}

void MainWindow::keyPressEvent(QKeyEvent* event)
{
    // If nothing took the key, it may belong to a disabled action: tell why.
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
