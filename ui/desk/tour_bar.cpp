#include "ui/desk/tour_bar.h"

#include "ui/actions/desk.h"
#include "ui/look/icons.h"
#include "ui/session/evaluator.h"
#include "ui/session/session.h"
#include "ui/viewport/viewport.h"

#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QRegularExpression>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace posewright::ui {

namespace {

QToolButton* barButton(const QString& name, const QString& text, const QString& tip)
{
    auto* button = new QToolButton;
    button->setObjectName(name);
    button->setText(text);
    button->setToolTip(tip);
    button->setAccessibleName(text.isEmpty() ? tip : text);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::TabFocus);
    return button;
}

}  // namespace

TourBar::TourBar(Desk& desk, QWidget* parent) :
    QFrame(parent), desk_(desk), head_(new QLabel), text_(new QLabel), progress_(new QProgressBar),
    back_(barButton(QStringLiteral("tourBack"), tr("Back"), tr("Back to the step before"))),
    skip_(barButton(QStringLiteral("tourSkip"), tr("Skip"), tr("On without this step"))),
    close_(barButton(QStringLiteral("tourClose"), {}, tr("Close the tour")))
{
    setObjectName(QStringLiteral("tour"));
    setFrameShape(QFrame::StyledPanel);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::ToolTipBase);
    for (QLabel* label : {head_, text_}) {
        label->setForegroundRole(QPalette::ToolTipText);
        label->setWordWrap(true);
    }
    head_->setObjectName(QStringLiteral("tourHead"));
    head_->setTextFormat(Qt::PlainText);
    QFont bold = head_->font();
    bold.setBold(true);
    head_->setFont(bold);
    text_->setObjectName(QStringLiteral("tourText"));
    text_->setTextFormat(Qt::RichText);
    progress_->setTextVisible(false);
    progress_->setFixedHeight(std::max(4, fontMetrics().height() / 4));
    progress_->setFocusPolicy(Qt::NoFocus);
    close_->setIcon(icon("discard"));
    connect(back_, &QToolButton::clicked, this, [this] { go(-1); });
    connect(skip_, &QToolButton::clicked, this, [this] { go(1); });
    connect(close_, &QToolButton::clicked, this, &TourBar::leave);

    auto* words = new QVBoxLayout;
    words->setSpacing(3);
    words->addWidget(head_);
    words->addWidget(text_);
    words->addWidget(progress_);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(10, 6, 6, 6);
    row->addLayout(words, 1);
    for (QToolButton* button : {back_, skip_, close_}) row->addWidget(button, 0, Qt::AlignTop);
    QSizePolicy kept = skip_->sizePolicy();
    kept.setRetainSizeWhenHidden(true);  // the text would get wider
    skip_->setSizePolicy(kept);
    watch();
    hide();
}

void TourBar::watch()
{
    Session& session = desk_.session();
    const auto look = [this] { lookSoon(); };
    connect(&session, &Session::changed, this, look);
    connect(&session, &Session::replaced, this, [this] {
        if (isAsked("figure"))
            lookSoon();
        else
            leave();
    });
    connect(&session, &Session::stepped, this, look);
    connect(&session.playhead(), &Playhead::moved, this, [this](double frame) {
        const Playhead& playhead = desk_.session().playhead();
        // A step back is the next round.
        if (playhead.playing()) played_ += std::max(0.0, frame - playedFrom_);
        playedFrom_ = frame;
        lookSoon();
    });
    connect(&session.playhead(), &Playhead::playingChanged, this, look);
    connect(&session.file(), &DocumentFile::exported, this, [this] {
        exported_ = true;
        lookSoon();
    });
    connect(&desk_.evaluator(), &Evaluator::evaluated, this, look);
    connect(&desk_.viewport(), &Viewport::cameraMoved, this, look);
    connect(QGuiApplication::clipboard(), &QClipboard::dataChanged, this, [this] {
        copied_ = true;
        lookSoon();
    });
}

void TourBar::begin(const Tour& tour)
{
    tour_ = tour;
    enter(0);
    show();
    keepRoom();
}

void TourBar::leave()
{
    tour_.reset();
    hide();
}

bool TourBar::isAsked(std::string_view check) const
{
    return tour_ && step_ < std::ssize(tour_->steps) && tour_->steps[step_].check == check;
}

void TourBar::go(int by)
{
    if (!tour_) return;
    const int to = step_ + by;
    if (to >= 0 && to <= std::ssize(tour_->steps)) enter(to);
}

void TourBar::enter(int step)
{
    step_ = step;
    before_ = desk_.session().document();
    frame_ = desk_.session().playhead().frame();
    clips_ = before_.clips.size();
    exported_ = copied_ = false;
    played_ = 0;
    playedFrom_ = frame_;
    showStep();
    lookSoon();
}

void TourBar::lookSoon()
{
    if (!tour_ || looks_) return;
    looks_ = true;
    QMetaObject::invokeMethod(
        this, [this] { look(); }, Qt::QueuedConnection);
}

void TourBar::look()
{
    looks_ = false;
    // The result of a gesture is known only at its end.
    if (!tour_ || step_ >= std::ssize(tour_->steps) || desk_.session().gestureOpen()) return;
    const TourStep& step = tour_->steps[step_];
    const TourCheck* check = findTourCheck(step.check);
    if (!check) return;
    const TourMoment moment{desk_, before_, frame_, clips_, played_, exported_, copied_};
    if (check->holds(moment, step.with)) enter(step_ + 1);
}

void TourBar::showStep()
{
    const int count = int(tour_->steps.size());
    const bool over = step_ >= count;
    head_->setText(over ? tr("%1: done").arg(tour_->title)
                        : tr("%1: step %2 of %3").arg(tour_->title).arg(step_ + 1).arg(count));
    text_->setText(over ? tour_->end : tour_->steps[step_].text);
    setAccessibleName(head_->text());
    setAccessibleDescription(text_->text().remove(QRegularExpression(QStringLiteral("<[^>]*>"))));
    progress_->setRange(0, count);
    progress_->setValue(step_);
    back_->setEnabled(step_ > 0);
    skip_->setVisible(!over);
}

void TourBar::keepRoom()
{
    if (!tour_ || text_->width() <= 0) return;
    QLabel measure;
    measure.setFont(text_->font());
    measure.setTextFormat(text_->textFormat());
    measure.setWordWrap(true);
    int most = 0;
    const auto include = [&](const QString& text) {
        measure.setText(text);
        most = std::max(most, measure.heightForWidth(text_->width()));
    };
    for (const TourStep& step : tour_->steps) include(step.text);
    include(tour_->end);
    text_->setMinimumHeight(most);
}

void TourBar::resizeEvent(QResizeEvent* event)
{
    QFrame::resizeEvent(event);
    keepRoom();
}

void TourBar::changeEvent(QEvent* event)
{
    QFrame::changeEvent(event);
    if (event->type() != QEvent::FontChange) return;
    QFont bold = font();
    bold.setBold(true);
    head_->setFont(bold);
}

}  // namespace posewright::ui
