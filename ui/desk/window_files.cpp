#include "core/operate/odd_start.h"
#include "ui/desk/main_window.h"
#include "ui/desk/notice_bar.h"
#include "ui/models/odd_start_text.h"
#include "ui/viewport/viewport.h"

#include <QAction>
#include <QStackedWidget>
#include <QUndoStack>

namespace posewright::ui {

void MainWindow::followFiles()
{
    connect(&files_, &Files::told, this, &MainWindow::tell);
    connect(&files_, &Files::recentChanged, this, &MainWindow::refreshRecent);
    const auto teller = [this](NoticeBar::Weight weight, const char* offered = nullptr) {
        return [this, weight, offered](const QString& what, const QStringList& lines) {
            tell(what);
            noticeAt_ = 0;
            // Return the keyboard from the notice to the view.
            if (centre_->currentWidget() == &viewport_->widget()) viewport_->widget().setFocus();
            // Too long for the status line, and too important to disappear on its own.
            if (lines.isEmpty()) return notice_->settle();
            notice_->say(what, lines, offered ? (*actions_)[offered] : nullptr, weight);
        };
    };
    connect(&files_, &Files::done, this, teller(NoticeBar::Weight::Warning));
    connect(&files_, &Files::broughtIn, this,
            teller(NoticeBar::Weight::Warning, "file.bringInAnew"));
    // The clip may be elsewhere than the figure was before, and the notice is over the view now.
    connect(&files_, &Files::broughtIn, this, [this] {
        const auto shown = evaluator_.at(session_.playhead().frame());
        const std::vector<Vec3> figure = figurePoints(session_.document(), *shown);
        if (figure.empty()) return;
        viewport_->setCamera(framingIn(viewport_->camera(), viewport_->uncovered(), figure));
    });
    connect(&files_, &Files::wrote, this, teller(NoticeBar::Weight::News));
    connect(&files_, &Files::openedByGuess, this,
            [this](const QString& what, const QStringList& warnings) {
                tell(what);
                notice_->say(what, warnings, (*actions_)["file.reading"]);
                notice_->keep();
            });
    const auto ofStep = [this] {
        noticeAt_ = session_.history().index();
        noticeOf_ = notice_->head();
    };
    connect(&files_, &Files::sceneCame, this, ofStep);
    connect(&files_, &Files::motionCame, this, ofStep);
    connect(&files_, &Files::motionCame, this, [this] {
        const auto odd = operate::oddStart(session_.document());
        if (!odd) return;
        QAction* leaveOut = (*actions_)["time.leaveOutStart"];
        notice_->add(oddStartText(session_.document(), *odd), leaveOut);
        connect(leaveOut, &QAction::triggered, notice_, &NoticeBar::settle, Qt::UniqueConnection);
    });
    // A notice about a step that was taken back is about nothing.
    connect(&session_.history(), &QUndoStack::indexChanged, this, [this](int index) {
        if (index >= noticeAt_) return;
        noticeAt_ = 0;
        if (notice_->head() == noticeOf_) notice_->settle();
    });
}

}  // namespace posewright::ui
