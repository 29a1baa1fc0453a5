#pragma once

#include "ui/actions/actions.h"
#include "ui/actions/desk.h"
#include "ui/session/evaluator.h"
#include "ui/session/session.h"

#include <QMainWindow>

#include <memory>

class QMenu;
class QStackedWidget;

namespace posewright::ui {

class DeskMemory;
class FieldKeys;
class ManualWindow;
class NoticeBar;
class PanelShare;
class ScenePanel;
class StartPage;
class StatusLine;
class Timeline;
class TransportBar;
class Viewport;

/// The window: panels around the viewport, menus and toolbar from the table of actions. Holds no
/// document logic; asks the user for names of files, and before work would be lost.
class MainWindow final : public QMainWindow, public Desk {
    Q_OBJECT

public:
    /// @pre session outlives the window
    explicit MainWindow(Session& session);
    ~MainWindow() override;

    Session& session() override { return session_; }
    Evaluator& evaluator() override { return evaluator_; }
    Viewport& viewport() override { return *viewport_; }
    Timeline& timeline() override { return *timeline_; }
    Actions& actions() { return *actions_; }

    bool mayReplaceDocument() override;
    void askOpen() override;
    void save() override;
    void askSaveAs() override;
    void askExport() override;
    void quit() override { close(); }
    void findAction() override;
    void findInScene() override;
    void rename() override;
    void showStartPage() override;
    void showManual() override;
    void showControls() override;
    void showAbout() override;
    void resetLayout() override;
    void resetHabits() override;
    void focusPanel(int by) override;
    void askInsertFrames() override;
    void editRate() override;
    Theme theme() override;
    void setTheme(Theme theme) override;
    void tell(const QString& text) override;

    /// Opens without asking which file, but asks before work would be lost.
    void open(const QString& path);

    /// Place, size and panels as the user left them, where that is known; kept soon after they
    /// change, and when the window is closed.
    void restoreLayout();

protected:
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void buildCentre();
    void buildPanels();
    void buildMenus();
    void buildToolBar();
    void followSession();
    void showContextMenu(const QPoint& at);
    void showView();
    void refreshRecent();
    void refreshClips();
    void showClip(int row);
    void chooseClip();
    void refreshTitle();
    /// The list of the scene is as wide as its names, as far as there is room.
    void widenForNames();
    void opened(const QString& path, const Diagnostics& diagnostics);
    /// A word about keys just set where nothing shows them.
    void tellIdleKeys(const std::vector<edit::Edit>& edits);
    void askWhichMotion(const QString& path);
    void showDiagnostics(const QString& head, const Diagnostics& diagnostics);
    bool waitForSave();

    Session& session_;
    Evaluator evaluator_;
    std::unique_ptr<Viewport> viewport_;
    std::unique_ptr<Actions> actions_;
    QStackedWidget* centre_ = nullptr;
    StartPage* start_ = nullptr;
    NoticeBar* notice_ = nullptr;
    ScenePanel* scene_ = nullptr;
    ManualWindow* manual_ = nullptr;  ///< made when it is first asked for
    Timeline* timeline_ = nullptr;
    TransportBar* transport_ = nullptr;
    StatusLine* status_ = nullptr;
    FieldKeys* fieldKeys_ = nullptr;
    PanelShare* timelineShare_ = nullptr;
    DeskMemory* memory_ = nullptr;
    QMenu* recent_ = nullptr;
    QMenu* clips_ = nullptr;
    QByteArray firstLayout_;
    bool viewed_ =
        false;  ///< the view has shown something: there is a way back from the start page
};

}  // namespace posewright::ui
