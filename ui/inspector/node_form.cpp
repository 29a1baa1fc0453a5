#include "ui/inspector/node_form.h"

#include "core/motion/layer.h"
#include "core/operate/grip.h"
#include "ui/inspector/world_units.h"
#include "ui/models/prop_words.h"
#include "ui/models/status_text.h"
#include "ui/session/euler.h"
#include "ui/session/evaluator.h"
#include "ui/session/session.h"
#include "ui/session/text.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>

#include <algorithm>
#include <array>
#include <cmath>
#include <variant>

namespace posewright::ui {

namespace {

bool differ(double a, double b)
{
    return std::abs(a - b) > 1e-9 * std::max(1.0, std::abs(a));
}

}  // namespace

NodeForm::NodeForm(Session& session, Evaluator& evaluator) :
    Form(QString(), session, evaluator), name_(new QLineEdit)
{
    name_->setObjectName(QStringLiteral("inspectorName"));
    name_->setAccessibleName(tr("Name"));
    connect(name_, &QLineEdit::editingFinished, this, &NodeForm::rename);
    addWide(name_);
    kind_ = addText(tr("Kind"), QStringLiteral("inspectorKind"));
    parent_ = addChoice(tr("Parent"), QStringLiteral("inspectorParent"), QString(),
                        [this](int row) { return reparent(row); });
    position_ =
        addVector(tr("Position"), NumberField::Kind::Length, QStringLiteral("inspectorPosition"),
                  QString(), [this](int axis) { return mover(axis); });
    rotation_ =
        addVector(tr("Rotation"), NumberField::Kind::Angle, QStringLiteral("inspectorRotation"),
                  QString(), [this](int axis) { return turner(axis); });
    scale_ = addVector(tr("Scale"), NumberField::Kind::Share, QStringLiteral("inspectorScale"),
                       QString(), [this](int axis) { return scaler(axis); });
    sets_ = addText(tr("Sets"), QStringLiteral("inspectorSets"));
    driven_ = addText(tr("Moved by"), QStringLiteral("inspectorDriven"));
    bends_ = addText(tr("Acts"), QStringLiteral("inspectorPoleActs"));
}

std::vector<NodeForm::GestureStart> NodeForm::placed() const
{
    const Scene& scene = *doc().scene;
    const std::shared_ptr<const Evaluation> shown = evaluator().current();
    const std::vector<WorldTransform> world = worldShown();
    // Include unkeyed moves, so that the next number typed continues from them.
    const Document moved = session().shownAt(frame());
    std::vector<GestureStart> out;
    for (const NodeId node : session().selection().nodes()) {
        const NodeIndex row = scene.find(node);
        if (row == kNoNode) continue;
        GestureStart place;
        place.node = node;
        const Transform local = sampleLaid(moved.clip(), node, scene[row].rest, frame());
        place.position = local.translation;
        place.rotation = local.rotation;
        if (constraintOfTarget(*doc().rig, node)) {
            place.target = true;
            if (shown && std::ssize(shown->world) == scene.size()) {
                place.position = shown->world[row].position;
                place.rotation = shown->world[row].rotation;
            }
        } else {
            place.units = unitsAround(scene, world, row);
        }
        out.push_back(place);
    }
    return out;
}

QString NodeForm::setsOf(const std::vector<GestureStart>& places) const
{
    QString words;
    for (const GestureStart& place : places) {
        if (!operate::isProp(doc(), place.node)) return {};
        const QString own = propWords(doc(), place.node, frame());
        if (!words.isEmpty() && words != own)
            return tr("keys where there are any, else rest places");
        words = own;
    }
    return words.isEmpty() ? words : words.front().toUpper() + words.mid(1);
}

Form::Maker NodeForm::mover(int axis)
{
    return [this, from = placed(), axis, start = doc(), frame = frame()](double value) {
        std::vector<operate::Operation> each;
        for (const GestureStart& place : from) {
            Vec3 position = place.position;
            position[axis] = value / place.units[axis];
            each.emplace_back(operate::PlaceNode{place.node, frame, position, {}});
        }
        return editsOf(start, each);
    };
}

Form::Maker NodeForm::turner(int axis)
{
    return [this, from = placed(), axis, start = doc(), frame = frame()](double value) {
        std::vector<operate::Operation> each;
        for (const GestureStart& place : from) {
            Vec3 angles = toAngles(place.rotation);
            angles[axis] = value;
            operate::PlaceNode turned{place.node, frame, {}, fromAngles(angles)};
            if (place.target) turned.position = place.position;
            each.emplace_back(turned);
        }
        return editsOf(start, each);
    };
}

bool NodeForm::isScaled(NodeIndex row) const
{
    const Node& node = (*doc().scene)[row];
    const auto* mesh = std::get_if<MeshPart>(&node.part);
    const bool isTarget = std::ranges::any_of(doc().rig->constraints, [&](const Constraint& c) {
        return c.target == node.id || c.pole == node.id;
    });
    const Track* track = doc().clip().track(node.id);
    return !node.bone() && !isTarget && (!mesh || mesh->skin < 0) &&
           !(track && hasKeys(track->scale));
}

Form::Maker NodeForm::scaler(int axis) const
{
    const Scene& scene = *doc().scene;
    const NodeIndex row = scene.find(session().selection().active());
    return
        [id = scene[row].id, scale = scene[row].rest.scale, axis](double value) mutable -> Edits {
            scale[axis] = value;
            edit::SetRest rest;
            rest.node = id;
            rest.scale = scale;
            return {rest};
        };
}

Form::Edits NodeForm::reparent(int row) const
{
    const NodeId node = session().selection().active();
    // The selection may have changed while the list was open.
    if (node == NodeId::None || row >= std::ssize(parents_)) return {};
    return {edit::ReparentBone{node, parents_[row]}};
}

void NodeForm::rename()
{
    const NodeIndex row = doc().scene->find(session().selection().active());
    const QString name = name_->text().trimmed();
    if (row == kNoNode || !name_->isModified() || name == toQt((*doc().scene)[row].name)) return;
    name_->setModified(false);
    edit::RenameNode rename;
    rename.node = (*doc().scene)[row].id;
    rename.name = name.toStdString();
    commit({rename}, QString());
}

QString NodeForm::kindOf(NodeIndex row) const
{
    const Scene& scene = *doc().scene;
    const NodeId node = scene[row].id;
    if (constraintOfTarget(*doc().rig, node)) return tr("target");
    for (const Constraint& c : doc().rig->constraints)
        if (c.pole == node) return tr("pole of %1").arg(toQt(scene[scene.find(c.target)].name));
    // In the order of Part.
    const std::array<QString, std::variant_size_v<Part>> names{tr("node"), tr("bone"), tr("mesh"),
                                                               tr("light"), tr("camera")};
    return names[scene[row].part.index()];
}

QString NodeForm::driversOf(NodeIndex row) const
{
    const Scene& scene = *doc().scene;
    const std::shared_ptr<const Evaluation> shown = evaluator().current();
    if (!shown) return {};
    QStringList names;
    for (const Constraint& c : doc().rig->constraints) {
        const NodeIndex root = scene.find(c.root), tip = scene.find(c.effector);
        const bool inChain =
            (row == root || scene.isAbove(root, row)) && (row == tip || scene.isAbove(row, tip));
        if (!inChain || (row == tip && !c.orientation)) continue;
        for (const TargetStatus& status : shown->targets)
            if (status.constraint == c.id && status.influence > 0)
                names << toQt(scene[scene.find(c.target)].name);
    }
    return names.isEmpty() ? QString()
                           : tr("%1, over these numbers").arg(names.join(QStringLiteral(", ")));
}

QString NodeForm::bendsOf(NodeId pole) const
{
    const std::vector<Constraint>& all = doc().rig->constraints;
    const auto bent = std::ranges::find(all, pole, &Constraint::pole);
    const std::shared_ptr<const Evaluation> shown = evaluator().current();
    if (pole == NodeId::None || bent == all.end() || !shown) return {};
    if (awaitsKey(doc(), bent->id)) return tr("from the first key of its target on");
    const auto status = std::ranges::find(shown->targets, bent->id, &TargetStatus::constraint);
    if (status == shown->targets.end()) return {};
    if (status->influence <= 0) return tr("not at this frame: its target does not act");
    return tr("while its target acts; now: %1").arg(statusWord(doc(), *status));
}

void NodeForm::fillParents(NodeIndex row)
{
    const Scene& scene = *doc().scene;
    const auto* mesh = std::get_if<MeshPart>(&scene[row].part);
    const bool hangs = scene[row].bone() || (mesh && mesh->skin < 0);
    const bool shown = session().selection().nodes().size() == 1 && hangs;
    setRowVisible(parent_, shown);
    if (!shown) return;
    std::vector<NodeId> parents{NodeId::None};
    QStringList names{tr("none: a root")};
    for (NodeIndex i = 0; i < scene.size(); ++i) {
        if (!scene[i].bone() || i == row || scene.isAbove(row, i)) continue;
        parents.push_back(scene[i].id);
        names << toQt(scene[i].name);
    }
    const NodeIndex above = scene[row].parent;
    const NodeId now = above == kNoNode ? NodeId::None : scene[above].id;
    if (parents != parents_ || parent_->count() != names.size()) {
        parents_ = parents;
        parent_->clear();
        parent_->addItems(names);
    }
    const auto at = std::find(parents_.begin(), parents_.end(), now);
    parent_->setCurrentIndex(at == parents_.end() ? -1 : static_cast<int>(at - parents_.begin()));
}

bool NodeForm::fill()
{
    const Scene& scene = *doc().scene;
    const NodeIndex row = scene.find(session().selection().active());
    if (row == kNoNode) return false;
    const std::vector<GestureStart> places = placed();
    const auto others = static_cast<int>(places.size()) - 1;
    setTitle(others == 0 ? QString()
                         : tr("%1 and %n more", nullptr, others).arg(toQt(scene[row].name)));
    name_->setVisible(others == 0);
    if (!(name_->hasFocus() && name_->isModified()) && name_->text() != toQt(scene[row].name))
        name_->setText(toQt(scene[row].name));
    setText(kind_, others == 0 ? kindOf(row) : QString());
    fillParents(row);
    const GestureStart& active = places.back();
    const Vec3 angles = toAngles(active.rotation);
    for (int axis = 0; axis < 3; ++axis) {
        const double shown = active.position[axis] * active.units[axis];
        bool moved = false, turned = false;
        for (const GestureStart& place : places) {
            moved = moved || differ(place.position[axis] * place.units[axis], shown);
            turned = turned || (others > 0 && differ(toAngles(place.rotation)[axis], angles[axis]));
        }
        position_[axis]->showValue(shown, moved);
        rotation_[axis]->showValue(angles[axis], turned);
    }
    const bool scaled = others == 0 && isScaled(row);
    setRowVisible(scale_[0]->parentWidget(), scaled);
    for (int axis = 0; axis < 3; ++axis) scale_[axis]->showValue(scene[row].rest.scale[axis]);
    setText(sets_, setsOf(places));
    setText(bends_, others == 0 ? bendsOf(scene[row].id) : QString());
    setText(driven_, others == 0 && scene[row].bone() ? driversOf(row) : QString());
    return true;
}

}  // namespace posewright::ui
