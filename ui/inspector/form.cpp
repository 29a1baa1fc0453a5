#include "ui/inspector/form.h"

#include "ui/inspector/still_wheel.h"
#include "ui/look/words.h"
#include "ui/session/evaluator.h"
#include "ui/session/session.h"
#include "ui/session/text.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>
#include <memory>
#include <utility>

namespace posewright::ui {

namespace {

QLabel* rowTitle(const QString& title, QWidget* buddy)
{
    auto* label = new QLabel(title);
    label->setForegroundRole(QPalette::PlaceholderText);
    label->setBuddy(buddy);
    return label;
}

}  // namespace

Form::Form(const QString& title, Session& session, Evaluator& evaluator) :
    session_(session), evaluator_(evaluator), head_(new QLabel(title)), rows_(new QFormLayout)
{
    QFont bold = head_->font();
    bold.setBold(true);
    head_->setFont(bold);
    head_->setTextFormat(Qt::PlainText);
    head_->setWordWrap(true);
    head_->setVisible(!title.isEmpty());
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 6, 0, 6);
    column->addWidget(head_);
    column->addLayout(rows_);
    rows_->setLabelAlignment(Qt::AlignLeft | Qt::AlignTop);
    rows_->setHorizontalSpacing(10);
    rows_->setVerticalSpacing(4);
    rows_->setRowWrapPolicy(QFormLayout::DontWrapRows);
    rows_->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
}

const Document& Form::doc() const
{
    return session_.document();
}

double Form::frame() const
{
    return session_.playhead().frame();
}

std::vector<WorldTransform> Form::worldShown() const
{
    const std::shared_ptr<const Evaluation> shown = evaluator().current();
    return shown && std::ssize(shown->world) == doc().scene->size() ? shown->world : worldAtRest();
}

std::vector<WorldTransform> Form::worldAtRest() const
{
    return worldTransforms(*doc().scene, restPose(*doc().scene));
}

bool Form::refresh()
{
    const QString unit = toQt(symbolOf(doc().unit));
    for (const WithUnit& row : lengths_) {
        const QString text = tr("%1 (%2)", "a quantity and its unit").arg(row.title, unit);
        if (row.label->text() != text) row.label->setText(text);
    }
    filling_ = true;
    const bool shown = fill();
    filling_ = false;
    setVisible(shown);
    return shown;
}

Form::Edits Form::editsOf(const Document& from, std::span<const operate::Operation> operations)
{
    Result<Edits> edits = operate::plainEdits(from, operations, {session_.memo(), {}, 0});
    if (edits) return *std::move(edits);
    emit failed(errorText(edits.error()));
    return {};
}

void Form::setTitle(const QString& title)
{
    head_->setText(title);
    head_->setVisible(!title.isEmpty());
}

QLabel* Form::addText(const QString& title, const QString& name)
{
    auto* label = new Words;
    label->setObjectName(name);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    label->setMinimumWidth(80);
    rows_->addRow(rowTitle(title, label), label);
    return label;
}

void Form::setText(QLabel* label, const QString& text)
{
    if (label->text() != text) label->setText(text);
    setRowVisible(label, !text.isEmpty());
}

void Form::setRowVisible(QWidget* field, bool visible)
{
    if (rows_->indexOf(field) >= 0) rows_->setRowVisible(field, visible);
}

void Form::setPossible(QWidget* field, bool possible, const QString& why)
{
    constexpr const char* kTip = "tipWherePossible";
    if (!field->property(kTip).isValid()) field->setProperty(kTip, field->toolTip());
    const QString tip = field->property(kTip).toString();
    field->setEnabled(possible);
    field->setToolTip(possible ? tip : tip + u'\n' + tr("Not possible now: %1").arg(why));
}

void Form::bind(NumberField* field, const QString& step, std::function<Maker()> begin,
                const QString& shared)
{
    struct Gesture {
        int id = 0;
        Maker make;
    };
    auto gesture = std::make_shared<Gesture>();
    connect(field, &NumberField::began, this,
            [this, gesture, field = shared.isEmpty() ? field->objectName() : shared,
             begin = std::move(begin)] {
                // The field may still be in use when its subject no longer exists.
                gesture->make = {};
                if (!fill()) return;
                gesture->id = session_.beginGesture(field);
                gesture->make = begin();
            });
    connect(field, &NumberField::changed, this, [this, gesture, step](double value) {
        if (!gesture->make) return;
        const Edits edits = gesture->make(value);
        if (const Result<void> done = session_.commit(edits, step, gesture->id); done)
            committed(edits);
        else
            emit failed(errorText(done.error()));
    });
    // Queued, since a field also loses focus while the panel around it is being destroyed.
    connect(field, &NumberField::refused, this, &Form::failed, Qt::QueuedConnection);
    connect(field, &NumberField::ended, this, [this, gesture] {
        session_.finishGesture(gesture->id);
        refresh();
    });
    connect(field, &NumberField::takenBack, this, [this, gesture] {
        session_.cancelGesture(gesture->id);
        takenBack();
        refresh();
    });
}

NumberField* Form::addNumber(const QString& title, NumberField::Kind kind, const QString& name,
                             const QString& step, std::function<Maker()> begin)
{
    auto* field = new NumberField(kind, name);
    field->setAccessibleName(title);
    bind(field, step, std::move(begin));
    rows_->addRow(numberTitle(title, kind, field), field);
    return field;
}

QLabel* Form::numberTitle(const QString& title, NumberField::Kind kind, QWidget* buddy)
{
    QLabel* label = rowTitle(title, buddy);
    if (kind == NumberField::Kind::Length) lengths_.push_back({label, title});
    if (kind == NumberField::Kind::Angle)
        label->setText(
            tr("%1 (%2)", "a quantity and its unit").arg(title, QStringLiteral("\u00b0")));
    return label;
}

std::array<NumberField*, 3> Form::addVector(const QString& title, NumberField::Kind kind,
                                            const QString& name, const QString& step,
                                            const std::function<Maker(int axis)>& begin)
{
    auto* row = new QWidget;
    auto* line = new QHBoxLayout(row);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(3);
    std::array<NumberField*, 3> fields{};
    for (int axis = 0; axis < 3; ++axis) {
        const QString letter(QLatin1Char("xyz"[axis]));
        fields[axis] = new NumberField(kind, name + letter.toUpper());
        fields[axis]->setAccessibleName(title + u' ' + letter);
        fields[axis]->setToolTip(title + u' ' + letter);
        bind(
            fields[axis], step, [begin, axis] { return begin(axis); }, name);
        line->addWidget(fields[axis]);
    }
    rows_->addRow(numberTitle(title, kind, fields[0]), row);
    return fields;
}

QCheckBox* Form::addCheck(const QString& title, const QString& name, const QString& step,
                          std::function<Edits(bool)> make)
{
    auto* box = new QCheckBox;
    box->setObjectName(name);
    box->setAccessibleName(title);
    box->setFocusPolicy(Qt::TabFocus);  // no focus on click, so that Space still reaches the window
    connect(box, &QCheckBox::clicked, this,
            [this, step, name, make = std::move(make)](bool on) { commit(make(on), step, name); });
    rows_->addRow(rowTitle(title, box), box);
    return box;
}

QComboBox* Form::addChoice(const QString& title, const QString& name, const QString& step,
                           std::function<Edits(int row)> make)
{
    auto* box = new QComboBox;
    box->setObjectName(name);
    box->setAccessibleName(title);
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setMinimumContentsLength(8);
    box->setFocusPolicy(Qt::TabFocus);
    leaveWheelToPanel(*box);
    connect(box, &QComboBox::activated, this,
            [this, step, name, make = std::move(make)](int row) { commit(make(row), step, name); });
    rows_->addRow(rowTitle(title, box), box);
    return box;
}

void Form::setItems(QComboBox& box, const QStringList& names)
{
    QStringList shown;
    for (int i = 0; i < box.count(); ++i) shown << box.itemText(i);
    if (shown == names) return;
    box.clear();
    box.addItems(names);
}

void Form::choose(QComboBox& box, int row, bool differ)
{
    box.setPlaceholderText(differ ? tr("differ") : QString());
    box.setCurrentIndex(differ ? -1 : row);
}

void Form::addField(const QString& title, QWidget* field)
{
    rows_->addRow(rowTitle(title, field), field);
}

void Form::addWide(QWidget* widget)
{
    rows_->addRow(widget);
}

void Form::commit(const Edits& edits, const QString& step, const QString& field)
{
    if (filling_ || edits.empty()) return;
    if (const Result<void> done = session_.commit(edits, step, field); done)
        committed(edits);
    else
        emit failed(errorText(done.error()));
    refresh();
}

}  // namespace posewright::ui
