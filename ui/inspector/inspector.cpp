#include "ui/inspector/inspector.h"

#include "ui/models/status_text.h"
#include "ui/session/evaluator.h"
#include "ui/session/session.h"
#include "ui/session/text.h"

#include <QFormLayout>
#include <QLabel>
#include <QLocale>
#include <QVBoxLayout>

namespace posewright::ui {

namespace {

QString nameOf(const Scene& scene, NodeId node)
{
    const NodeIndex row = scene.find(node);
    return row == kNoNode ? QString() : toQt(scene[row].name);
}

QString number(double value)
{
    return QLocale().toString(value, 'f', 3);
}

}  // namespace

Inspector::Inspector(Session& session, Evaluator& evaluator, QWidget* parent) :
    QWidget(parent), session_(session), evaluator_(evaluator), form_(new QFormLayout)
{
    auto* box = new QVBoxLayout(this);
    name_ = new QLabel;
    name_->setObjectName(QStringLiteral("inspectorName"));
    name_->setTextFormat(Qt::PlainText);
    name_->setWordWrap(true);
    QFont large = name_->font();
    large.setPointSizeF(large.pointSizeF() * 1.2);
    large.setBold(true);
    name_->setFont(large);
    box->addWidget(name_);
    box->addLayout(form_);
    box->addStretch(1);
    form_->setLabelAlignment(Qt::AlignLeft | Qt::AlignTop);
    form_->setHorizontalSpacing(12);
    form_->setRowWrapPolicy(QFormLayout::DontWrapRows);
    kind_ = addRow(tr("Kind"), QStringLiteral("inspectorKind"));
    position_ = addRow(tr("Position"), QStringLiteral("inspectorPosition"));
    effector_ = addRow(tr("Effector"), QStringLiteral("inspectorEffector"));
    chain_ = addRow(tr("Chain"), QStringLiteral("inspectorChain"));
    pole_ = addRow(tr("Pole"), QStringLiteral("inspectorPole"));
    keys_ = addRow(tr("Keys"), QStringLiteral("inspectorKeys"));
    status_ = addRow(tr("Status"), QStringLiteral("inspectorStatus"));
    reason_ = addRow(tr("Why"), QStringLiteral("inspectorReason"));

    connect(&session, &Session::changed, this, &Inspector::refresh);
    connect(&session, &Session::replaced, this, &Inspector::refresh);
    connect(&session.selection(), &Selection::nodesChanged, this, &Inspector::refresh);
    connect(&evaluator, &Evaluator::evaluated, this, &Inspector::refresh);
    refresh();
}

QLabel* Inspector::addRow(const QString& title, const QString& name)
{
    auto* label = new QLabel;
    label->setObjectName(name);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    label->setMinimumWidth(90);
    auto* head = new QLabel(title);
    QPalette faint = head->palette();
    faint.setColor(QPalette::WindowText, faint.color(QPalette::PlaceholderText));
    head->setPalette(faint);
    form_->addRow(head, label);
    return label;
}

void Inspector::set(QLabel* label, const QString& text)
{
    label->setText(text);
    label->setVisible(!text.isEmpty());
    form_->labelForField(label)->setVisible(!text.isEmpty());
}

void Inspector::refresh()
{
    const Document& doc = session_.document();
    const Scene& scene = *doc.scene;
    const std::vector<NodeId>& nodes = session_.selection().nodes();
    const NodeId node = session_.selection().active();
    const NodeIndex row = scene.find(node);
    QString kind, position, effector, chain, pole, keys, status, reason;
    const std::shared_ptr<const Evaluation> shown = evaluator_.current();
    const bool current = shown && std::ssize(shown->world) == scene.size();
    if (row == kNoNode) {
        name_->setText(scene.size() == 0 ? tr("Nothing here yet. Open a motion file (Ctrl+O).")
                                         : tr("Nothing selected"));
    } else {
        name_->setText(nodes.size() == 1
                           ? toQt(scene[row].name)
                           : tr("%1 and %n more", nullptr, static_cast<int>(nodes.size()) - 1)
                                 .arg(toQt(scene[row].name)));
        kind = scene[row].bone() ? tr("bone") : tr("node");
        if (current) {
            const Vec3& p = shown->world[row].position;
            position = tr("%1  %2  %3").arg(number(p.x()), number(p.y()), number(p.z()));
        }
        if (const Track* track = doc.clip().track(node))
            keys = QLocale().toString(static_cast<qlonglong>(keyFrames(*track).size()));
        for (const Constraint& c : doc.rig->constraints)
            if (c.pole == node) kind = tr("pole of %1").arg(nameOf(scene, c.target));
        if (const Constraint* c = constraintOfTarget(*doc.rig, node)) {
            kind = tr("target");
            effector = nameOf(scene, c->effector);
            chain = tr("from %1, %n bone(s)", nullptr,
                       static_cast<int>(
                           scene.path(scene.find(c->root), scene.find(c->effector)).size()))
                        .arg(nameOf(scene, c->root));
            pole = c->pole == NodeId::None ? tr("none, bends as it is") : nameOf(scene, c->pole);
            if (keys.isEmpty()) keys = tr("none yet: drag it, or press S");
            if (current)
                for (const TargetStatus& s : shown->targets)
                    if (s.constraint == c->id) {
                        status = statusWord(s.status);
                        const Mood mood = moodOf(s.status);
                        if (mood == Mood::Warn || mood == Mood::Bad)
                            status +=
                                tr(", off by %1").arg(QLocale().toString(s.positionError, 'g', 3));
                        reason = toQt(s.reason);
                    }
        }
    }
    set(kind_, kind);
    set(position_, position);
    set(effector_, effector);
    set(chain_, chain);
    set(pole_, pole);
    set(keys_, keys);
    set(status_, status);
    set(reason_, reason);
}

}  // namespace posewright::ui
