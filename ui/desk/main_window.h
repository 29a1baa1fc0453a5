#pragma once

#include "ui/actions/actions.h"
#include "ui/actions/desk.h"
#include "ui/session/evaluator.h"
#include "ui/session/session.h"

#include <QMainWindow>

#include <memory>

class QLabel;
class QProgressBar;
class QToolButton;
class QTreeView;

namespace posewright::ui {

class SceneModel;
class Timeline;
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
    void askSaveAs() override;
    void askExport() override;
    void quit() override { close(); }
    void showAbout() override;
    void resetLayout() override;
    void tell(const QString& text) override;

    /// Opens without asking which file, but asks before work would be lost.
    void open(const QString& path);

protected:
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void buildMenus();
    void buildPanels();
    void buildStatusBar();
    void refreshTitle();
    void refreshStatus();
    void showDiagnostics(const QString& head, const Diagnostics& diagnostics);
    bool waitForSave();

    Session& session_;
    Evaluator evaluator_;
    std::unique_ptr<Viewport> viewport_;
    std::unique_ptr<Actions> actions_;
    Timeline* timeline_ = nullptr;
    SceneModel* sceneModel_ = nullptr;
    QTreeView* tree_ = nullptr;
    QLabel* problems_ = nullptr;
    QLabel* solve_ = nullptr;
    QProgressBar* progress_ = nullptr;
    QToolButton* cancel_ = nullptr;
    QByteArray firstLayout_;
    bool selecting_ = false;
};

}  // namespace posewright::ui
