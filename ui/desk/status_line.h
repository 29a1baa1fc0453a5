#pragma once

#include <QStatusBar>
#include <QStringList>

class QLabel;
class QProgressBar;
class QTimer;
class QToolButton;

namespace posewright::ui {

class Evaluator;
class HintLabel;
class Session;
class ViewSettings;

/// What of a message is shown where there is no room for all of it: of a sentence its beginning, of
/// one with a path both ends.
QString elidedMessage(const QString& text, const QFontMetrics& font, int room);

/// The status bar: mouse hints or the last message; the running job with Cancel; and the status of
/// the targets.
class StatusLine : public QStatusBar {
    Q_OBJECT

public:
    StatusLine(Session& session, Evaluator& evaluator, QWidget* parent = nullptr);

    /// Shows one line for some seconds. Plain text; empty removes it.
    void tell(const QString& text);
    /// Removes the message, unless it was told just now, in this turn of the event loop: what it is
    /// about may have changed since.
    void outdate();
    /// Does so when another tool is chosen.
    void follow(const ViewSettings& view);
    /// Shown while there is no message: gestures, the most useful first.
    void setMouseHint(const QStringList& gestures);

signals:
    /// The user clicked on the problems.
    void problemsClicked();

protected:
    void paintEvent(QPaintEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void followJob(Session& session);
    /// What is no problem, in words, and the pops that are.
    struct Noted {
        QStringList lines, tips;
        int pops = 0;
        int inside = 0;             ///< frames with a limb inside a box
        double start = 0, end = 0;  ///< the range that was looked at
    };
    void note();
    void refresh();

    Session& session_;
    Evaluator& evaluator_;
    Noted noted_;
    HintLabel* mouse_;
    QLabel* unkeyed_;
    QLabel* problems_;
    QLabel* solve_;
    QProgressBar* progress_;
    QToolButton* cancel_;
    QString working_;  ///< title of the running or the last job
    QTimer* told_;     ///< active while a message is told just now
};

}  // namespace posewright::ui
