#include "ui/timeline/timeline.h"

#include "core/operate/near_key.h"
#include "ui/session/text.h"
#include "ui/time/tool_markers.h"

#include <QLineEdit>
#include <QScrollBar>
#include <QToolButton>

#include <algorithm>
#include <optional>
#include <utility>

namespace posewright::ui {

namespace {

QString nameOfTarget(const Document& doc, const Constraint& target)
{
    return toQt((*doc.scene)[doc.scene->find(target.target)].name);
}

/// The frame of the only key of a target that holds its limb, which has no motion of its own, at
/// all frames; nullopt if it is where the range begins, or there is another.
std::optional<double> onlyKeyOf(const Document& doc, const Constraint& target, const Span& span)
{
    const Playback& range = doc.playback;
    const Track* track = doc.clip().track(target.target);
    const std::vector<double> keys = track ? keyFrames(*track) : std::vector<double>();
    if (keys.size() != 1 || keys[0] <= range.start || span.start > range.start ||
        span.end < range.end || operate::limbHasMotion(doc, target))
        return std::nullopt;
    return keys[0];
}

}  // namespace

Timeline::Timeline(Session& session, Evaluator& evaluator, QWidget* parent) :
    TimeCanvas(session, evaluator, parent), sheet_(*this), filter_(new QLineEdit(viewport())),
    selectedOnly_(new QToolButton(viewport())), lookedAt_(session.document())
{
    setObjectName(QStringLiteral("timeline"));
    setAccessibleName(tr("Timeline"));
    setAccessibleDescription(
        tr("Rows of keys over frames. Tab gives a cursor that the arrow keys move."));

    filter_->setObjectName(QStringLiteral("timelineFilter"));
    filter_->setPlaceholderText(tr("Filter rows"));
    filter_->setAccessibleName(tr("Filter rows by name"));
    filter_->setClearButtonEnabled(true);
    filter_->setFrame(true);
    connect(filter_, &QLineEdit::textChanged, &model(), &TimelineModel::setFilter);
    selectedOnly_->setObjectName(QStringLiteral("timelineSelectedOnly"));
    selectedOnly_->setCheckable(true);
    selectedOnly_->setAutoRaise(true);
    selectedOnly_->setText(tr("Sel"));
    selectedOnly_->setToolTip(tr("Selected only\nShow only the rows of what is selected"));
    selectedOnly_->setAccessibleName(tr("Show selected rows only"));
    selectedOnly_->setFocusPolicy(Qt::TabFocus);
    connect(selectedOnly_, &QToolButton::toggled, &model(), &TimelineModel::setSelectedOnly);

    connect(&model(), &TimelineModel::shownChanged, this, &Timeline::contentChanged);
    // Before the canvas fits the new range: all rows must be there.
    connect(&session, &Session::replaced, this, [this] {
        lookedAt_ = this->session().document();
        filter_->clear();
    });
    setContent(sheet_);
    connect(&session, &Session::changed, this, [this](const Document& now) {
        const Document before = std::exchange(lookedAt_, now);
        showNewTargets(before, now);
        welcomeFirstSpan(before, now);
    });
    connect(this, &TimeCanvas::resized, this, &Timeline::placeFilters);
    placeFilters();
}

void Timeline::placeFilters()
{
    const TimeLayout layout = timeLayout();
    const int button = selectedOnly_->sizeHint().width();
    const int height = layout.rulerHeight + layout.rangeHeight - 3;
    selectedOnly_->setGeometry(layout.nameWidth - button - 4, 2, button, height);
    filter_->setGeometry(4, 2, std::max(20, layout.nameWidth - button - 12), height);
}

void Timeline::showSelected()
{
    std::vector<double> frames;
    const Selection& selection = session().selection();
    for (const edit::KeyRef& key : selection.keys()) frames.push_back(key.frame);
    for (const SpanRef& ref : selection.spans())
        if (const Span* span = findSpan(session().document(), ref))
            frames.insert(frames.end(), {span->start, span->end});
    if (frames.empty()) {
        showAll();
        return;
    }
    const auto [low, high] = std::minmax_element(frames.begin(), frames.end());
    showFrames(*low, *high);
    for (int i = 0; i < std::ssize(model().rows()); ++i) {
        if (model().rows()[i].whole || model().selectedFrames()[i].empty()) continue;
        const TimelineLayout layout = layoutNow();
        const QRect rect = layout.rowRect(i);
        if (rect.top() < layout.rowsTop() || rect.bottom() > viewport()->height())
            verticalScrollBar()->setValue(i * layout.rowHeight);
        break;
    }
}

void Timeline::setRipple(bool on)
{
    if (ripple() == on) return;
    sheet_.setRipple(on);
    emit optionsChanged();
}

void Timeline::renameMarker()
{
    const std::vector<double>& chosen = session().selection().markers();
    ui::renameMarker(*this, chosen.empty() ? session().playhead().frame() : chosen.front());
}

void Timeline::showNewTargets(const Document& before, const Document& now)
{
    if (before.rig.sameAs(now.rig)) return;
    int first = -1, last = -1;
    for (int i = 0; i < std::ssize(model().rows()); ++i) {
        const TimelineRow& row = model().rows()[i];
        if (row.id.kind != RowId::Kind::Target || !constraintOfTarget(*now.rig, row.node) ||
            constraintOfTarget(*before.rig, row.node))
            continue;
        if (first < 0) first = i;
        last = i;
    }
    if (first >= 0) sheet_.showRows(first, last);
}

void Timeline::welcomeFirstSpan(const Document& before, const Document& now)
{
    if (before.playback.clip != now.playback.clip) return;
    QStringList names, exact;
    Span first;
    std::optional<double> only;
    for (const SpanRow& row : now.clip().spans) {
        if (before.clip().spanRow(row.constraint)) continue;
        const Constraint* c = findConstraint(*now.rig, row.constraint);
        if (!c || row.spans.size() != 1 || row.spans[0].kind != SpanKind::Reach) continue;
        names.push_back(nameOfTarget(now, *c));
        first = row.spans[0];
        only = onlyKeyOf(now, *c, first);
        const Constraint* old = findConstraint(*before.rig, c->id);
        if (old && old->soft > 0 && c->soft == 0) exact.push_back(names.back());
    }
    if (names.isEmpty()) return;
    const bool one = names.size() == 1;
    QString text = (one ? tr("%1 is now followed from frame %2 to %3: for less, drag the ends of "
                             "its bar, or press Alt+[ and Alt+] at the playhead")
                        : tr("%1 targets are now followed from frame %2 to %3: for less, drag the "
                             "ends of their bars, or press Alt+[ and Alt+] at the playhead"))
                       .arg(one ? names.front() : QString::number(names.size()),
                            QString::number(first.start), QString::number(first.end));
    if (one && only)
        text = tr("%1 has this key alone, so it is here from frame %2 to %3. To come from where it "
                  "was: Ctrl+Z, S at frame %2, and drag it again; for less, drag the ends of its "
                  "bar")
                   .arg(names.front(), QString::number(first.start), QString::number(first.end));
    // What asks for something first, since the end is cut if there is no room.
    if (!exact.isEmpty()) {
        const QString soft =
            tr("Soft reach of %1 is 0 now: it is straight here, and easing would bend it")
                .arg(exact.join(QStringLiteral(", ")));
        text = (one && only ? QStringList{text, soft} : QStringList{soft, text})
                   .join(QStringLiteral(". "));
    }
    emit hint(text);
}

}  // namespace posewright::ui
