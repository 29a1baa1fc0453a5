#include "ui/inspector/inspector.h"

#include "ui/inspector/bone_form.h"
#include "ui/inspector/key_form.h"
#include "ui/inspector/limit_form.h"
#include "ui/inspector/node_form.h"
#include "ui/inspector/span_form.h"
#include "ui/inspector/target_form.h"
#include "ui/session/evaluator.h"
#include "ui/session/session.h"

#include <QLabel>
#include <QScrollArea>
#include <QVBoxLayout>

namespace posewright::ui {

Inspector::Inspector(Session& session, Evaluator& evaluator, QWidget* parent) :
    QWidget(parent), session_(session), nothing_(new QLabel)
{
    setAccessibleName(tr("Inspector"));
    nothing_->setObjectName(QStringLiteral("inspectorNothing"));
    nothing_->setTextFormat(Qt::PlainText);
    nothing_->setWordWrap(true);
    nothing_->setForegroundRole(QPalette::PlaceholderText);
    forms_ = {new NodeForm(session, evaluator),  new TargetForm(session, evaluator),
              new SpanForm(session, evaluator),  new KeyForm(session, evaluator),
              new LimitForm(session, evaluator), new BoneForm(session, evaluator)};
    auto* page = new QWidget;
    auto* column = new QVBoxLayout(page);
    column->setSpacing(2);
    column->addWidget(nothing_);
    for (Form* form : forms_) {
        column->addWidget(form);
        connect(form, &Form::failed, this, &Inspector::failed);
    }
    column->addStretch(1);
    auto* scroll = new QScrollArea;
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
    connect(&evaluator, &Evaluator::evaluated, this, &Inspector::refresh);
    refresh();
}

void Inspector::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    refresh();
}

void Inspector::refresh()
{
    bool any = false;
    for (Form* form : forms_) any = form->refresh() || any;
    nothing_->setVisible(!any);
    nothing_->setText(session_.document().scene->size() == 0
                          ? tr("Nothing here yet. Open a motion file (Ctrl+O).")
                          : tr("Nothing selected. Click a bone or a target, in the view or in the "
                               "list."));
}

}  // namespace posewright::ui
