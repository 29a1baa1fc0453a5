#include "ui/inspector/inspector.h"

#include "ui/inspector/bone_form.h"
#include "ui/inspector/chain_form.h"
#include "ui/inspector/key_form.h"
#include "ui/inspector/kind_form.h"
#include "ui/inspector/limit_form.h"
#include "ui/inspector/morph_form.h"
#include "ui/inspector/node_form.h"
#include "ui/inspector/span_form.h"
#include "ui/inspector/target_form.h"
#include "ui/session/evaluator.h"
#include "ui/session/session.h"

#include <QEvent>
#include <QLabel>
#include <QScrollArea>
#include <QStyle>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace posewright::ui {

namespace {

/// Sets the tab order from `before` through the fields of a form, in order of creation. Returns the
/// last field.
QWidget* tabThrough(const QWidget* form, QWidget* before)
{
    for (QWidget* field : form->findChildren<QWidget*>()) {
        // Popup lists are windows of their own.
        if ((field->focusPolicy() & Qt::TabFocus) == 0 || field->focusProxy() ||
            field->window() != form->window())
            continue;
        if (before) QWidget::setTabOrder(before, field);
        before = field;
    }
    return before;
}

/// A page that scrolls vertically and is never narrower than its rows.
class Page final : public QScrollArea {
public:
    QSize minimumSizeHint() const override
    {
        QSize least = QScrollArea::minimumSizeHint();
        if (!widget()) return least;
        const int bar = style()->pixelMetric(QStyle::PM_ScrollBarExtent, nullptr, this);
        least.setWidth(widget()->minimumSizeHint().width() + bar + 2 * frameWidth());
        return least;
    }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        const bool done = QScrollArea::eventFilter(watched, event);
        if (watched == widget() && event->type() == QEvent::LayoutRequest) updateGeometry();
        return done;
    }
};

}  // namespace

Inspector::Inspector(Session& session, Evaluator& evaluator, QWidget* parent) :
    QWidget(parent), session_(session), nothing_(new QLabel)
{
    setAccessibleName(tr("Inspector"));
    nothing_->setObjectName(QStringLiteral("inspectorNothing"));
    nothing_->setTextFormat(Qt::PlainText);
    nothing_->setWordWrap(true);
    nothing_->setForegroundRole(QPalette::PlaceholderText);
    spans_ = new SpanForm(session, evaluator);
    keys_ = new KeyForm(session, evaluator);
    forms_ = {new NodeForm(session, evaluator),
              new KindForm(session, evaluator),
              new TargetForm(session, evaluator),
              new ChainForm(session, evaluator),
              spans_,
              keys_,
              new MorphForm(session, evaluator),
              new LimitForm(session, evaluator),
              new BoneForm(session, evaluator)};
    auto* page = new QWidget;
    column_ = new QVBoxLayout(page);
    column_->setSpacing(2);
    column_->addWidget(nothing_);
    for (Form* form : forms_) {
        column_->addWidget(form);
        connect(form, &Form::failed, this, &Inspector::failed);
    }
    column_->addStretch(1);
    auto* scroll = new Page;
    scroll->setWidget(page);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFocusPolicy(Qt::NoFocus);
    auto* whole = new QVBoxLayout(this);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->addWidget(scroll);

    connect(&session, &Session::changed, this, &Inspector::refresh);
    connect(&session, &Session::replaced, this, &Inspector::refresh);
    connect(&session.selection(), &Selection::nodesChanged, this, &Inspector::refresh);
    connect(&session.selection(), &Selection::keysChanged, this, &Inspector::refresh);
    connect(&session.selection(), &Selection::spansChanged, this, &Inspector::refresh);
    connect(&session.playhead(), &Playhead::moved, this, &Inspector::refresh);
    connect(&evaluator, &Evaluator::evaluated, this, [this] {
        refresh();
        // While frames are drawn the event loop is too busy to paint this soon, and it would show
        // an older frame than the view.
        if (session_.playhead().playing() && isVisible()) repaint();
    });
    refresh();
}

void Inspector::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    refresh();
}

void Inspector::arrange()
{
    // Put first what is being worked on: keys or spans on the timeline, else the node. Keys that
    // the playhead has left are still selected, but a typed number is no longer meant for them.
    const Selection& selection = session_.selection();
    const double here = session_.playhead().frame();
    const bool left =
        selection.keysAreOld() &&
        std::ranges::none_of(selection.keys(), [here](const auto& k) { return k.frame == here; });
    Form* top = !selection.keys().empty() && !left ? keys_
                : !selection.spans().empty()       ? spans_
                                                   : forms_.front();
    if (std::exchange(top_, top) == top) return;
    int row = 1;  // below the line for an empty selection
    column_->insertWidget(row++, top);
    QWidget* last = tabThrough(top, nullptr);
    for (Form* form : forms_) {
        if (form == top) continue;
        column_->insertWidget(row++, form);
        last = tabThrough(form, last);
    }
}

void Inspector::refresh()
{
    arrange();
    bool any = false;
    for (Form* form : forms_) any = form->refresh() || any;
    nothing_->setVisible(!any);
    nothing_->setText(session_.document().scene->size() == 0
                          ? tr("Nothing here yet. File > New > Figure gives a figure with "
                               "its targets; B draws one from nothing; Ctrl+O opens a file.")
                          : tr("Nothing selected. Click a bone or a target, in the view or in the "
                               "list."));
}

}  // namespace posewright::ui
