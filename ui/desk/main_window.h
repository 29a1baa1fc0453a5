#pragma once

#include "ui/actions/actions.h"
#include "ui/actions/desk.h"
#include "ui/desk/panels.h"
#include "ui/files/files.h"
#include "ui/session/evaluator.h"
#include "ui/session/session.h"

#include <QMainWindow>

#include <memory>
#include <string_view>
#include <vector>

class QMenu;
class QStackedWidget;

namespace posewright::ui {

class BoxWords;
class DeskMemory;
class FieldKeys;
class ManualWindow;
class NoticeBar;
class PanelDocks;
class PanelShares;
class ShiftWords;
class StartPage;
class StatusLine;
class TourBar;

/// The window: panels around the viewport, menus and toolbar from the table of actions. Holds no
/// logic of documents or files.
class MainWindow final : public QMainWindow, public Desk {
    Q_OBJECT

public:
    /// @pre session outlives the window
    explicit MainWindow(Session& session, const std::vector<PanelRow>& panels = panelTable());
    ~MainWindow() override;

    Session& session() override { return session_; }
    Evaluator& evaluator() override { return evaluator_; }
    Files& files() override { return files_; }
    Viewport& viewport() override { return *viewport_; }
    Timeline& timeline() override { return *timeline_; }
    Actions& actions() override { return *actions_; }
    QWidget& widget() override { return *this; }

    void tell(const QString& text) override;
    void showPage(Page page) override;
    void beginTour(std::string_view id) override;
    void enter(std::string_view panel, std::string_view field) override;
    void focusPanel(int by) override;
    void resetLayout() override;
    void resetPreferences() override;

    /// Restores place, size and panels if stored; see DeskMemory.
    void restoreLayout();

protected:
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void buildCentre();
    void buildMenus();
    void buildToolBar();
    void followSession();
    void followFiles();
    void showStartPage();
    void showManual();
    void showView();
    void seeToProblems();
    void refreshRecent();
    void refreshClips();
    void refreshTitle();
    /// Tells the user if keys that were just set have no effect, or lead through a box.
    void tellOfStep(const std::vector<edit::Edit>& edits, const Document& before);

    Session& session_;
    Evaluator evaluator_;
    Files files_;
    std::unique_ptr<Viewport> viewport_;
    std::unique_ptr<Actions> actions_;
    std::unique_ptr<PanelDocks> panels_;
    QStackedWidget* centre_ = nullptr;
    StartPage* start_ = nullptr;
    NoticeBar* notice_ = nullptr;
    TourBar* tour_ = nullptr;
    Timeline* timeline_ = nullptr;    ///< its panel owns it
    ManualWindow* manual_ = nullptr;  ///< created at first use
    StatusLine* status_ = nullptr;
    BoxWords* boxWords_ = nullptr;
    ShiftWords* shiftWords_ = nullptr;
    FieldKeys* fieldKeys_ = nullptr;
    PanelShares* shares_ = nullptr;
    DeskMemory* memory_ = nullptr;
    QMenu* recent_ = nullptr;
    QMenu* clips_ = nullptr;
    QByteArray firstLayout_;
    bool toldOfFeet_ = false;  ///< that contacts would hold them, in this document
    int noticeAt_ = 0;         ///< steps of the history when a notice of a file was shown
    QString noticeOf_;         ///< head of that notice
    bool viewed_ = false;      ///< the view was shown, so the start page offers a way back
};

}  // namespace posewright::ui
