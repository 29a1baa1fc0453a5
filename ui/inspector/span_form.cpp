#include "ui/inspector/span_form.h"

#include "core/ik/solver.h"
#include "core/operate/copied.h"
#include "ui/models/span_words.h"
#include "ui/session/session.h"
#include "ui/session/text.h"

#include <QComboBox>
#include <QLabel>

#include <algorithm>
#include <iterator>

namespace posewright::ui {

namespace {

template <class E>
struct Choice {
    E value;
    const char* text;
};

constexpr Choice<SpanKind> kSpanKinds[]{
    {SpanKind::Reach, QT_TRANSLATE_NOOP("posewright::ui::SpanForm", "Reach: follow the target")},
    {SpanKind::Contact, QT_TRANSLATE_NOOP("posewright::ui::SpanForm", "Contact: stay on the spot")},
    {SpanKind::Hold, QT_TRANSLATE_NOOP("posewright::ui::SpanForm", "Hold: keep the pose")},
    {SpanKind::Off, QT_TRANSLATE_NOOP("posewright::ui::SpanForm", "Off: as keyed")}};
constexpr Choice<Inbetween> kInbetweens[]{
    {Inbetween::Resolve, QT_TRANSLATE_NOOP("posewright::ui::SpanForm", "Solve every frame")},
    {Inbetween::Blend, QT_TRANSLATE_NOOP("posewright::ui::SpanForm", "Blend solved keys")},
    {Inbetween::Trajectory, QT_TRANSLATE_NOOP("posewright::ui::SpanForm", "Trajectory (smooth)")}};
constexpr Choice<TargetPath> kPaths[]{
    {TargetPath::Spline, QT_TRANSLATE_NOOP("posewright::ui::SpanForm", "Spline")},
    {TargetPath::Line, QT_TRANSLATE_NOOP("posewright::ui::SpanForm", "Line")},
    {TargetPath::Arc, QT_TRANSLATE_NOOP("posewright::ui::SpanForm", "Arc")}};

template <class E, std::size_t size>
QStringList textsOf(const Choice<E> (&choices)[size])
{
    QStringList out;
    for (const Choice<E>& choice : choices) out << SpanForm::tr(choice.text);
    return out;
}

template <class E, std::size_t size>
int rowOf(const Choice<E> (&choices)[size], E value)
{
    const auto* at = std::find_if(std::begin(choices), std::end(choices),
                                  [&](const Choice<E>& choice) { return choice.value == value; });
    return static_cast<int>(at - std::begin(choices));
}

}  // namespace

SpanForm::SpanForm(Session& session, Evaluator& evaluator) : Form(tr("Span"), session, evaluator)
{
    const QString step;  // empty: named after the edits
    kind_ = addChoice(tr("Span kind"), QStringLiteral("inspectorSpanKind"), step, [this](int row) {
        return changed(spans(), [row](Span& span) { span.kind = kSpanKinds[row].value; });
    });
    kind_->addItems(textsOf(kSpanKinds));
    start_ = addEnd(tr("Start"), QStringLiteral("inspectorSpanStart"), End::Start);
    end_ = addEnd(tr("End"), QStringLiteral("inspectorSpanEnd"), End::Finish);
    in_ = addFade(tr("Fade in"), QStringLiteral("inspectorSpanIn"), End::Start);
    out_ = addFade(tr("Fade out"), QStringLiteral("inspectorSpanOut"), End::Finish);
    in_->setMinimum(0);
    out_->setMinimum(0);
    full_ = addText(tr("In full"), QStringLiteral("inspectorSpanFull"));
    full_->setToolTip(tr("The frames between its fades"));
    inbetween_ =
        addChoice(tr("In between"), QStringLiteral("inspectorInbetween"), step, [this](int row) {
            return changed(spans(), [row](Span& span) { span.inbetween = kInbetweens[row].value; });
        });
    inbetween_->addItems(textsOf(kInbetweens));
    inbetween_->setToolTip(
        tr("Solve every frame: the limb meets its target at every frame.\n"
           "Blend solved keys: it meets its target at the keys, and swings freely in between.\n"
           "Trajectory: the smoothest way through the whole span, which passes sudden "
           "turns of the target by a little; the status says by how much."));
    mix_ =
        addValue(tr("Mix"), NumberField::Kind::Share, QStringLiteral("inspectorMix"), &Span::mix);
    mix_->setToolTip(
        tr("0: as said above; 1: the other way, or every frame by itself; between: some of both"));
    mix_->setRange(0, 1);
    path_ = addChoice(tr("Path"), QStringLiteral("inspectorPath"), step, [this](int row) {
        return changed(spans(), [row](Span& span) { span.path = kPaths[row].value; });
    });
    path_->addItems(textsOf(kPaths));
    solver_ =
        addChoice(tr("Solver here"), QStringLiteral("inspectorSpanSolver"), step, [this](int row) {
            const std::string id =
                row == 0 ? std::string() : std::string(ik::solvers()[row - 1].id);
            return changed(spans(), [id](Span& span) { span.solver = id; });
        });
    solver_->setToolTip(tr("Within this span, in place of the one that the target has"));
    solver_->addItem(tr("The target's"));
    for (const ik::Solver& solver : ik::solvers()) solver_->addItem(toQt(solver.title));
}

NumberField* SpanForm::addEnd(const QString& title, const QString& name, End end)
{
    return addNumber(title, NumberField::Kind::Frame, name, QString(), [this, end]() -> Maker {
        before_ = session().selection().spans();
        return [this, from = spans(), end, start = doc()](double value) {
            std::vector<operate::Operation> each;
            each.reserve(from.size());
            for (const SelectedSpan& held : from)
                each.emplace_back(operate::RetimeSpan{
                    {held.target, held.span.start},
                    end == End::Start ? value : held.span.start,
                    end == End::Finish ? value : held.span.end,
                    std::ranges::count(from, held.target, &SelectedSpan::target) > 1});
            return editsOf(start, each);
        };
    });
}

NumberField* SpanForm::addFade(const QString& title, const QString& name, End end)
{
    return addNumber(title, NumberField::Kind::Frame, name, QString(), [this, end]() -> Maker {
        before_.clear();
        return [this, from = spans(), end, start = doc()](double value) {
            std::vector<operate::Operation> each;
            each.reserve(from.size());
            for (const SelectedSpan& held : from)
                each.emplace_back(operate::FadeSpan{{held.target, held.span.start},
                                                    end == End::Start ? value : held.span.in,
                                                    end == End::Finish ? value : held.span.out});
            return editsOf(start, each);
        };
    });
}

NumberField* SpanForm::addValue(const QString& title, NumberField::Kind kind, const QString& name,
                                double Span::*member)
{
    return addNumber(title, kind, name, QString(), [this, member]() -> Maker {
        return [this, from = spans(), member](double value) {
            return changed(from, [&](Span& span) { span.*member = value; });
        };
    });
}

bool SpanForm::anySelected() const
{
    const std::vector<SpanRef>& refs = session().selection().spans();
    return std::any_of(refs.begin(), refs.end(),
                       [this](const SpanRef& ref) { return findSpan(doc(), ref); });
}

void SpanForm::committed(const Edits& edits)
{
    // Spans are identified by start, so select the moved ones again.
    std::vector<SpanRef> refs = before_;
    for (const edit::Edit& edit : edits)
        if (const auto* move = std::get_if<edit::MoveSpan>(&edit))
            std::replace(refs.begin(), refs.end(), SpanRef{move->target, move->start},
                         SpanRef{move->target, move->to});
    if (!refs.empty()) session().selection().setSpans(std::move(refs));
}

void SpanForm::takenBack()
{
    if (!before_.empty()) session().selection().setSpans(before_);
}

QString SpanForm::targetNames(const std::vector<SelectedSpan>& spans) const
{
    constexpr int kMostNames = 3;
    QStringList names;
    for (const SelectedSpan& held : spans) {
        const Constraint* target = findConstraint(*doc().rig, held.target);
        const QString name = target ? toQt(nodeName(*doc().scene, target->target)) : QString();
        if (!names.contains(name)) names << name;
    }
    if (names.size() > kMostNames) return tr("%n targets", nullptr, static_cast<int>(names.size()));
    return names.join(QStringLiteral(", "));
}

std::vector<SpanForm::SelectedSpan> SpanForm::spans() const
{
    std::vector<SelectedSpan> out;
    for (const SpanRef& ref : session().selection().spans())
        if (const Span* span = findSpan(doc(), ref)) out.push_back({ref.target, *span});
    if (!out.empty()) return out;
    for (const NodeId node : session().selection().nodes()) {
        const Constraint* target = constraintOfTarget(*doc().rig, node);
        if (!target) continue;
        if (const Span* span = spanAt(doc().clip().spanRow(target->id), frame()))
            out.push_back({target->id, *span});
    }
    return out;
}

Form::Edits SpanForm::changed(const std::vector<SelectedSpan>& from, const Change& change)
{
    before_.clear();
    Edits edits;
    for (const SelectedSpan& held : from) {
        Span span = held.span;
        change(span);
        for (edit::Edit& edit : operate::changedSpan(held.target, held.span, span))
            edits.push_back(std::move(edit));
    }
    return edits;
}

bool SpanForm::fill()
{
    const std::vector<SelectedSpan> all = spans();
    if (all.empty()) return false;
    const Span& active = all.back().span;
    const auto differs = [&](auto member) {
        return std::any_of(all.begin(), all.end(), [&](const SelectedSpan& held) {
            return held.span.*member != active.*member;
        });
    };
    const int count = static_cast<int>(all.size());
    const QString whose = targetNames(all);
    if (anySelected())
        setTitle(count == 1 ? tr("Selected span of %1").arg(whose)
                            : tr("%n selected spans of %1", nullptr, count).arg(whose));
    else
        setTitle(count == 1 ? tr("Span of %1 at the playhead").arg(whose)
                            : tr("%n spans at the playhead, of %1", nullptr, count).arg(whose));
    choose(*kind_, rowOf(kSpanKinds, active.kind), differs(&Span::kind));
    start_->showValue(active.start, differs(&Span::start));
    end_->showValue(active.end, differs(&Span::end));
    in_->showValue(active.in, differs(&Span::in));
    out_->showValue(active.out, differs(&Span::out));
    setText(full_, count == 1 ? fullText(active) : QString());
    const bool solved = active.kind == SpanKind::Reach;
    choose(*inbetween_, rowOf(kInbetweens, active.inbetween), differs(&Span::inbetween));
    mix_->showValue(active.mix, differs(&Span::mix));
    choose(*path_, rowOf(kPaths, active.path), differs(&Span::path));
    // These settings matter for Reach spans only.
    for (QWidget* field : {static_cast<QWidget*>(inbetween_), static_cast<QWidget*>(mix_),
                           static_cast<QWidget*>(path_)})
        setRowVisible(field, solved);
    int row = 0;
    for (std::size_t i = 0; i < ik::solvers().size(); ++i)
        if (ik::solvers()[i].id == active.solver) row = static_cast<int>(i) + 1;
    choose(*solver_, row, differs(&Span::solver));
    setRowVisible(solver_, solved || active.kind == SpanKind::Contact);
    return true;
}

}  // namespace posewright::ui
