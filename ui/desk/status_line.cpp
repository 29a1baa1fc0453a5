#include "ui/desk/status_line.h"

#include "core/retarget/origin_pops.h"
#include "ui/desk/hint_label.h"
#include "ui/look/plain_tip.h"
#include "ui/models/status_text.h"
#include "ui/session/evaluator.h"
#include "ui/session/session.h"
#include "ui/viewport/view_settings.h"

#include <QEvent>
#include <QLabel>
#include <QLocale>
#include <QPainter>
#include <QProgressBar>
#include <QStyleOption>
#include <QTimer>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace posewright::ui {

namespace {

constexpr int kSaidFor = 8000;  ///< [ms]

/// Where no target is missed. @param inside, eased  frames
QString noProblemText(int inside, int eased, double filled)
{
    if (inside)
        return filled < 1 ? StatusLine::tr("No target is missed so far")
                          : StatusLine::tr("No target is missed");
    if (eased)
        return StatusLine::tr("No problems, %n frame(s) where a target fades or eases", nullptr,
                              eased);
    return filled < 1 ? StatusLine::tr("No problems so far") : StatusLine::tr("No problems");
}

}  // namespace

QString elidedMessage(const QString& text, const QFontMetrics& font, int room)
{
    const bool path = text.startsWith(u'/') || text.contains(QLatin1String(" /"));
    return font.elidedText(text, path ? Qt::ElideMiddle : Qt::ElideRight, room);
}

StatusLine::StatusLine(Session& session, Evaluator& evaluator, QWidget* parent) :
    QStatusBar(parent), session_(session), evaluator_(evaluator), mouse_(new HintLabel),
    unkeyed_(new QLabel), problems_(new QLabel), solve_(new QLabel), progress_(new QProgressBar),
    cancel_(new QToolButton), told_(new QTimer(this))
{
    told_->setSingleShot(true);
    connect(&session, &Session::changed, this, &StatusLine::outdate);
    mouse_->setObjectName(QStringLiteral("mouseHint"));
    problems_->setObjectName(QStringLiteral("problems"));
    mouse_->setForegroundRole(QPalette::PlaceholderText);
    for (QLabel* label : {static_cast<QLabel*>(mouse_), unkeyed_, problems_, solve_}) {
        label->setTextFormat(Qt::PlainText);
        label->setContentsMargins(8, 0, 8, 0);
    }
    addWidget(mouse_, 1);
    progress_->setFixedWidth(150);
    progress_->setTextVisible(false);
    progress_->setAccessibleName(tr("Progress"));
    cancel_->setObjectName(QStringLiteral("cancelJob"));
    cancel_->setText(tr("Cancel"));
    for (QWidget* widget : {static_cast<QWidget*>(progress_), static_cast<QWidget*>(cancel_)}) {
        addPermanentWidget(widget);
        widget->hide();
    }
    unkeyed_->setObjectName(QStringLiteral("loose"));
    addPermanentWidget(unkeyed_);
    addPermanentWidget(problems_);
    problems_->installEventFilter(this);
    addPermanentWidget(solve_);
    followJob(session);
    connect(&evaluator, &Evaluator::evaluated, this, &StatusLine::refresh);
    connect(&evaluator, &Evaluator::stripChanged, this, [this] {
        note();
        refresh();
    });
    const auto showUnkeyed = [this] {
        const UnkeyedMoves& unkeyed = session_.unkeyed();
        const auto count = static_cast<int>(unkeyed.edits().size());
        unkeyed_->setText(
            count > 0 ? tr("\u25c7 %n thing(s) moved but not keyed: press Ctrl+K to keep it",
                           nullptr, count)
            : unkeyed.autoKey() ? QString()
                                : tr("Auto-key is off"));
        unkeyed_->setVisible(!unkeyed_->text().isEmpty());
    };
    connect(&session.unkeyed(), &UnkeyedMoves::changed, this, showUnkeyed);
    showUnkeyed();
    refresh();
}

void StatusLine::followJob(Session& session)
{
    Job& job = session.job();
    connect(cancel_, &QToolButton::clicked, &job, &Job::cancel);
    connect(&job, &Job::started, this, [this](const QString& title) {
        working_ = title;
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
    connect(&job, &Job::workEnded, this, [this] {
        if (currentMessage() == working_) tell({});
        progress_->hide();
        cancel_->hide();
    });
}

void StatusLine::tell(const QString& text)
{
    setToolTip(text);  // in case the text is elided
    told_->start(0);
    if (text.isEmpty())
        clearMessage();
    else
        showMessage(text, kSaidFor);
}

void StatusLine::outdate()
{
    if (!told_->isActive() && !session_.job().running()) tell({});
}

void StatusLine::follow(const ViewSettings& view)
{
    connect(&view, &ViewSettings::changed, this, [this, &view, tool = view.now().tool]() mutable {
        if (std::exchange(tool, view.now().tool) != view.now().tool) outdate();
    });
}

void StatusLine::setMouseHint(const QStringList& gestures)
{
    mouse_->setParts(gestures, tr("F1: all"));
}

bool StatusLine::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == problems_ && event->type() == QEvent::MouseButtonRelease) emit problemsClicked();
    return QStatusBar::eventFilter(watched, event);
}

void StatusLine::paintEvent(QPaintEvent* event)
{
    if (currentMessage().isEmpty()) {
        QStatusBar::paintEvent(event);
        return;
    }
    QPainter painter(this);
    QStyleOption option;
    option.initFrom(this);
    style()->drawPrimitive(QStyle::PE_PanelStatusBar, &option, &painter, this);
    constexpr int kAir = 6;
    int right = width() - kAir;
    for (const QWidget* widget : findChildren<QWidget*>(Qt::FindDirectChildrenOnly))
        if (widget->isVisible() && widget != mouse_) right = std::min(right, widget->x() - kAir);
    const QRect room(kAir, 0, std::max(0, right - kAir), height());
    painter.setPen(palette().color(QPalette::WindowText));
    painter.drawText(room, Qt::AlignVCenter | Qt::TextSingleLine,
                     elidedMessage(currentMessage(), fontMetrics(), room.width()));
}

void StatusLine::note()
{
    const Document& doc = session_.document();
    const Playhead& playhead = session_.playhead();
    Noted out{{}, {}, 0, 0, playhead.start(), playhead.end()};
    int pops = 0, brought = 0, beyond = 0;  // in the recorded motion; by bringing it in; frames
    for (const auto& [frame, fault] : evaluator_.faults()) {
        if (frame < playhead.start() || frame > playhead.end()) continue;
        for (const Pop& pop : fault.recorded)
            ++(retarget::isOfOrigin(doc, pop).value_or(true) ? pops : brought);
        out.pops += static_cast<int>(fault.pops.size());
        out.inside += fault.inBoxes.empty() ? 0 : 1;
        beyond += fault.beyond.empty() ? 0 : 1;
    }
    if (out.inside) {
        out.lines << tr("%n frame(s) with a limb inside a box", nullptr, out.inside);
        out.tips << tr(
            "A hand, a forearm, a foot or another end of a limb goes through a box there.");
    }
    if (pops) {
        out.lines << tr("%n pop(s) in the recorded motion", nullptr, pops);
        out.tips << tr(
            "Joints turn abruptly in the recorded motion itself. No target causes that and "
            "nobody edited them.");
    }
    if (brought) {
        out.lines << tr("%n pop(s) from bringing the motion in", nullptr, brought);
        out.tips << tr(
            "Joints turn abruptly here and not in the motion that was brought in, as where an arm "
            "goes round the body. Change Motion Brought In, in the menu File, has fewer of them "
            "without \"Place hands as in the motion\", with hands that may be inside the body.");
    }
    if (beyond) {
        out.lines << tr("%n frame(s) with a joint beyond its limit", nullptr, beyond);
        out.tips << tr("Keys turn a joint there by more than half a degree farther than its limit "
                       "allows. Targets keep the joints that they turn within their limits.");
    }
    noted_ = std::move(out);
}

void StatusLine::refresh()
{
    // The frames shown in the strip.
    const Playhead& playhead = session_.playhead();
    int missed = 0, eased = 0;
    for (const auto& [frame, status] : evaluator_.strip()) {
        if (frame < playhead.start() || frame > playhead.end()) continue;
        missed += evaluator_.isProblemFrame(frame) ? 1 : 0;
        eased += status == ik::Status::Softened ? 1 : 0;
    }
    if (noted_.start != playhead.start() || noted_.end != playhead.end()) note();
    const Noted& found = noted_;
    const QStringList& notes = found.lines;
    QStringList tips = found.tips;
    const QString noted = notes.join(QStringLiteral(", "));
    const bool targets = !session_.document().rig->constraints.empty();
    const double filled = evaluator_.filled();
    QString text = missed     ? tr("%n problem frame(s), N goes there", nullptr, missed)
                   : !targets ? noted
                              : noProblemText(found.inside, eased, filled);
    if (!missed && targets && !notes.empty()) text += QStringLiteral(", ") + noted;
    if (targets && filled < 1) {
        const int percent = static_cast<int>(filled * 100);
        text += percent < 1 ? tr(" (other frames are still being solved)")
                            : tr(" (%1 % of the frames solved so far)").arg(percent);
    }
    problems_->setText(text);
    problems_->setCursor(missed || !notes.empty() ? Qt::PointingHandCursor : Qt::ArrowCursor);
    if (eased && !missed && targets)
        tips << tr("While a target fades in or out, near full stretch, or where it is held back, "
                   "the limb follows it only in part, so that it does not snap. How near to full "
                   "stretch is the target's Soft reach. A miss by less than can be seen counts "
                   "as that, too.");
    if (!notes.empty())
        tips << tr("These frames do not count as problems. They are marked on the strip. If there "
                   "is no problem, N goes to them, and Shift+H offers remedies.");
    if (found.pops)
        tips.prepend(
            tr("There are %n pop(s), each of a joint between two frames.", nullptr, found.pops));
    problems_->setToolTip(tips.empty() ? QString() : plainTip(tips.join(QLatin1Char(' '))));
    if (!targets) {
        solve_->clear();
        return;
    }
    const double cost = evaluator_.cost();
    solve_->setText(cost < 0.1 ? tr("frame solved in less than 0.1 ms")
                               : tr("frame solved in %1 ms").arg(QLocale().toString(cost, 'f', 1)));
}

}  // namespace posewright::ui
