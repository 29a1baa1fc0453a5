#include "ui/inspector/key_form.h"

#include "core/motion/layer.h"
#include "core/operate/retime.h"
#include "ui/inspector/world_units.h"
#include "ui/models/status_text.h"
#include "ui/session/euler.h"
#include "ui/session/session.h"
#include "ui/session/step_text.h"
#include "ui/timeline/commands.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QLabel>

#include <algorithm>
#include <cmath>

namespace posewright::ui {

namespace {

constexpr std::size_t kMostCompared = 500;  ///< keys that are compared one by one

}  // namespace

KeyForm::KeyForm(Session& session, Evaluator& evaluator) : Form(tr("Key"), session, evaluator)
{
    idle_ = addText(tr("Not seen"), QStringLiteral("inspectorKeyIdle"));
    frame_ = addNumber(tr("Frame"), NumberField::Kind::Frame, QStringLiteral("inspectorKeyFrame"),
                       QString(), [this]() -> Maker {
                           before_ = this->session().selection().keys();
                           return [keys = before_](double value) -> Edits {
                               return {edit::MoveKeys{keys, value - keys.back().frame}};
                           };
                       });
    frame_->setToolTip(tr("Several keys move together, by as much as the last one picked"));
    frames_ = addText(tr("Frames"), QStringLiteral("inspectorKeyFrames"));
    place_ =
        addVector(tr("Position"), NumberField::Kind::Length, QStringLiteral("inspectorKeyValue"),
                  QString(), [this](int axis) { return mover(axis); });
    for (NumberField* field : place_)
        field->setToolTip(tr("What this key says, in the space of the node's parent"));
    rotation_ =
        addVector(tr("Rotation"), NumberField::Kind::Angle, QStringLiteral("inspectorKeyTurn"),
                  QString(), [this](int axis) { return turner(axis); });
    for (NumberField* field : rotation_) field->setToolTip(tr("In the space of the node's parent"));
    influence_ = addNumber(tr("Influence"), NumberField::Kind::Share,
                           QStringLiteral("inspectorKeyInfluence"), QString(),
                           [this] { return influencer(); });
    influence_->setRange(0, 1);
    shape_ = addChoice(tr("To next key"), QStringLiteral("inspectorKeyShape"), QString(),
                       [this](int row) -> Edits {
                           return {operate::easingEdit(this->session().selection().keys(),
                                                       operate::easings()[row].easing)};
                       });
    shape_->setToolTip(tr("How the motion goes from this key to the next one"));
    for (const operate::EasingShape& shape : operate::easings())
        shape_->addItem(
            QCoreApplication::translate("Actions", timeline::nameOf(shape.easing)).remove(u'&'));
}

void KeyForm::committed(const Edits& edits)
{
    // Keys are identified by frame, so select the moved ones again.
    const auto* move = edits.empty() ? nullptr : std::get_if<edit::MoveKeys>(&edits.front());
    if (move) session().selection().setKeys(operate::shifted(before_, move->by));
}

void KeyForm::takenBack()
{
    session().selection().setKeys(before_);
}

KeyForm::Keyed KeyForm::keyed(const edit::KeyRef& key,
                              const std::vector<WorldTransform>& world) const
{
    Keyed out;
    out.key = key;
    const NodeIndex row = doc().scene->find(key.node);
    const Track* track = edit::trackOf(doc().clip(), key);
    if (row == kNoNode || !track) return out;
    out.units = unitsAround(*doc().scene, world, row);
    const Transform at =
        key.layer.empty() ? sampleLaid(doc().clip(), key.node, (*doc().scene)[row].rest, key.frame)
                          : sample(track, Transform{}, key.frame);
    const bool placed =
        std::any_of(track->translation.begin(), track->translation.end(),
                    [&](const Shared<Curve>& curve) { return curve->find(key.frame); });
    if (placed) out.place = at.translation;
    if (track->rotation->find(key.frame)) out.angles = toAngles(at.rotation);
    return out;
}

std::vector<KeyForm::Keyed> KeyForm::allKeyed() const
{
    std::vector<Keyed> out;
    const std::vector<WorldTransform> world = worldShown();
    for (const edit::KeyRef& key : session().selection().keys()) out.push_back(keyed(key, world));
    return out;
}

Form::Maker KeyForm::mover(int axis)
{
    return [this, from = allKeyed(), axis, start = doc()](double value) {
        std::vector<operate::Operation> each;
        each.reserve(from.size());
        for (const Keyed& key : from) {
            Vec3 place = key.place.value_or(Vec3::Zero());
            place[axis] = value / key.units[axis];
            each.emplace_back(operate::SetKeyValue{key.key, place, {}, {}});
        }
        return editsOf(start, each);
    };
}

Form::Maker KeyForm::turner(int axis)
{
    return [this, from = allKeyed(), axis, start = doc()](double value) {
        std::vector<operate::Operation> each;
        each.reserve(from.size());
        for (const Keyed& key : from) {
            Vec3 angles = key.angles.value_or(Vec3::Zero());
            angles[axis] = value;
            each.emplace_back(operate::SetKeyValue{key.key, {}, fromAngles(angles), {}});
        }
        return editsOf(start, each);
    };
}

Form::Maker KeyForm::influencer()
{
    return [this, keys = session().selection().keys(), start = doc()](double value) {
        std::vector<operate::Operation> each;
        each.reserve(keys.size());
        for (const edit::KeyRef& key : keys)
            each.emplace_back(operate::SetKeyValue{key, {}, {}, value});
        return editsOf(start, each);
    };
}

void KeyForm::fillValues()
{
    const std::size_t count = session().selection().keys().size();
    const std::vector<Keyed> all = count <= kMostCompared ? allKeyed() : std::vector<Keyed>();
    const auto show = [&](const std::array<NumberField*, 3>& fields, const auto& valueOf) {
        const bool every = !all.empty() && std::all_of(all.begin(), all.end(), [&](const Keyed& k) {
            return bool(valueOf(k));
        });
        setRowVisible(fields[0]->parentWidget(), every);
        if (!every) return;
        const Vec3 active = *valueOf(all.back());
        for (int axis = 0; axis < 3; ++axis)
            fields[axis]->showValue(active[axis],
                                    std::any_of(all.begin(), all.end(), [&](const Keyed& k) {
                                        return std::abs((*valueOf(k))[axis] - active[axis]) > 1e-9;
                                    }));
    };
    show(place_, [](const Keyed& k) {
        return k.place ? std::optional<Vec3>(k.place->cwiseProduct(k.units)) : std::nullopt;
    });
    show(rotation_, [](const Keyed& k) { return k.angles; });
}

void KeyForm::fillInfluence()
{
    const std::vector<edit::KeyRef>& keys = session().selection().keys();
    const auto valueOf = [this](const edit::KeyRef& key) -> const Key* {
        const Curve* share = edit::shareOf(doc().clip(), key);
        return share ? share->find(key.frame) : nullptr;
    };
    const bool every =
        keys.size() <= kMostCompared && std::all_of(keys.begin(), keys.end(), [&](const auto& key) {
            return key.node == NodeId::None && valueOf(key);
        });
    setRowVisible(influence_, every);
    if (!every) return;
    const double active = valueOf(keys.back())->value;
    influence_->showValue(active,
                          std::any_of(keys.begin(), keys.end(), [&](const edit::KeyRef& key) {
                              return valueOf(key)->value != active;
                          }));
}

QString KeyForm::titleOf(const std::vector<edit::KeyRef>& keys) const
{
    if (keys.size() > 1) return tr("%n keys", nullptr, static_cast<int>(keys.size()));
    const Scene& scene = *doc().scene;
    const NodeIndex row = scene.find(keys.front().node);
    const NodeIndex parent = row == kNoNode ? kNoNode : scene[row].parent;
    // The position of a target is shown in the world, that of its key is not.
    return parent != kNoNode && constraintOfTarget(*doc().rig, scene[row].id)
               ? tr("Key, in the space of \u201c%1\u201d").arg(toQt(scene[parent].name))
               : tr("Key");
}

bool KeyForm::fill()
{
    const std::vector<edit::KeyRef>& keys = session().selection().keys();
    if (keys.empty()) return false;
    setTitle(titleOf(keys));
    const edit::KeyRef& active = keys.back();
    setText(idle_, active.layer.empty() ? heldWords(doc(), active.node, active.frame) : QString());
    frame_->showValue(active.frame);
    const auto [first, last] = operate::firstAndLast(keys);
    setText(frames_, first == last ? QString()
                                   : tr("differ, from %1 to %2: a number typed above moves all of "
                                        "them, the last one picked to that frame")
                                         .arg(frameText(first), frameText(last)));
    fillValues();
    fillInfluence();
    const std::optional<operate::Easing> leaving = operate::easingOf(doc(), keys.back());
    const bool differ =
        std::any_of(keys.begin(), keys.begin() + std::min(keys.size(), kMostCompared),
                    [&](const edit::KeyRef& k) { return operate::easingOf(doc(), k) != leaving; });
    choose(*shape_, leaving ? static_cast<int>(*leaving) : -1, differ);
    return true;
}

}  // namespace posewright::ui
