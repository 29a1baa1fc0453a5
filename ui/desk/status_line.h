#pragma once

#include <QStatusBar>

class QLabel;
class QProgressBar;
class QToolButton;

namespace posewright::ui {

class Evaluator;
class HintLabel;
class Session;

/// The status bar: what the mouse does here, or what was just said; long work with its Cancel; and
/// how the targets fare.
class StatusLine : public QStatusBar {
    Q_OBJECT

public:
    StatusLine(Session& session, Evaluator& evaluator, QWidget* parent = nullptr);

    /// One line for some seconds. Plain text; empty takes back what was said.
    void tell(const QString& text);
    /// What shows while nothing is said: gestures, the most useful ones first.
    void setMouseHint(const QStringList& gestures);

signals:
    /// The user clicked on what it says of problems.
    void problemsClicked();

protected:
    void paintEvent(QPaintEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void followJob(Session& session);
    void refresh();

    Session& session_;
    Evaluator& evaluator_;
    HintLabel* mouse_;
    QLabel* unkeyed_;
    QLabel* problems_;
    QLabel* solve_;
    QProgressBar* progress_;
    QToolButton* cancel_;
    QString working_;  ///< title of the work under way, or of the last one
};

}  // namespace posewright::ui
