#include "ui/inspector/key_form.h"

#include "ui/session/session.h"

#include <QComboBox>
#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <optional>

namespace posewright::ui {

namespace {

struct Leaving {
    const char* text;
    edit::KeyShape shape;
    Ease ease;
};

/// Rows of the choice. The eases are those of CSS Easing Functions Level 1, section 2.
constexpr std::array kLeavings{
    Leaving{QT_TRANSLATE_NOOP("Inspector", "Smooth"), edit::KeyShape::Bezier, {}},
    Leaving{QT_TRANSLATE_NOOP("Inspector", "Straight"), edit::KeyShape::Linear, {}},
    Leaving{QT_TRANSLATE_NOOP("Inspector", "Hold"), edit::KeyShape::Constant, {}},
    Leaving{QT_TRANSLATE_NOOP("Inspector", "Ease in and out"),
            edit::KeyShape::Eased,
            {0.42, 0, 0.58, 1}},
    Leaving{QT_TRANSLATE_NOOP("Inspector", "Ease in"), edit::KeyShape::Eased, {0.42, 0, 1, 1}},
    Leaving{QT_TRANSLATE_NOOP("Inspector", "Ease out"), edit::KeyShape::Eased, {0, 0, 0.58, 1}},
};

/// The row of kLeavings that a key is one of; -1 where its handles are its own.
int leavingOf(const Document& doc, const edit::KeyRef& ref)
{
    const Track* track = doc.clip().track(ref.node);
    const InfluenceTrack* influence = doc.clip().influence(ref.constraint);
    const Key* key = nullptr;
    if (track)
        for (const Shared<Curve>& curve : track->translation)
            if (!key) key = curve->find(ref.frame);
    if (!key && influence) key = influence->curve.find(ref.frame);
    if (key) {
        switch (key->interpolation) {
        case Interpolation::Constant: return 2;
        case Interpolation::Linear: return 1;
        case Interpolation::Bezier: return key->mode == HandleMode::AutoClamped ? 0 : -1;
        }
    }
    const RotationKey* turn = track ? track->rotation->find(ref.frame) : nullptr;
    if (!turn) return -1;
    switch (turn->interpolation) {
    case RotationInterpolation::Step: return 2;
    case RotationInterpolation::Slerp: return 1;
    case RotationInterpolation::Cubic: return 0;
    case RotationInterpolation::Eased: return 3;
    }
    return -1;
}

}  // namespace

KeyForm::KeyForm(Session& session, Evaluator& evaluator) : Form(tr("Key"), session, evaluator)
{
    frame_ = addNumber(tr("Frame"), NumberField::Kind::Frame, QStringLiteral("inspectorKeyFrame"),
                       tr("Move keys"), [this]() -> Maker {
                           const std::vector<edit::KeyRef> keys =
                               this->session().selection().keys();
                           return [keys](double value) -> Edits {
                               return {edit::MoveKeys{keys, value - keys.back().frame}};
                           };
                       });
    value_ = addVector(tr("Place"), NumberField::Kind::Length, QStringLiteral("inspectorKeyValue"),
                       tr("Change key"), [this](int axis) { return valueMaker(axis); });
    value_[0]->setToolTip(tr("In the space of the node's parent"));
    valueRow_ = value_[0]->parentWidget();
    shape_ = addChoice(tr("Leaves it"), QStringLiteral("inspectorKeyShape"),
                       tr("Set interpolation"), [this](int row) -> Edits {
                           edit::SetInterpolation set;
                           set.keys = this->session().selection().keys();
                           set.interpolation = kLeavings[row].shape;
                           if (set.interpolation == edit::KeyShape::Eased)
                               set.ease = kLeavings[row].ease;
                           return {set};
                       });
    for (const Leaving& leaving : kLeavings)
        shape_->addItem(QCoreApplication::translate("Inspector", leaving.text));
}

Form::Maker KeyForm::valueMaker(int axis) const
{
    struct From {
        NodeId node;
        double frame;
        Vec3 value;
    };
    std::vector<From> from;
    for (const edit::KeyRef& key : session().selection().keys()) {
        const NodeIndex row = doc().scene->find(key.node);
        if (row == kNoNode) continue;
        const Transform at =
            sample(doc().clip().track(key.node), (*doc().scene)[row].rest, key.frame);
        from.push_back({key.node, key.frame, at.translation});
    }
    return [from, axis](double value) {
        Edits edits;
        for (const From& key : from) {
            edit::SetJointKey set;
            set.joint = key.node;
            set.frame = key.frame;
            set.translation = key.value;
            (*set.translation)[axis] = value;
            edits.emplace_back(set);
        }
        return edits;
    };
}

bool KeyForm::fill()
{
    const std::vector<edit::KeyRef>& keys = session().selection().keys();
    if (keys.empty()) return false;
    const edit::KeyRef& active = keys.back();
    setTitle(keys.size() == 1 ? tr("Key") : tr("%n keys", nullptr, static_cast<int>(keys.size())));
    frame_->show(active.frame);
    constexpr std::size_t kMostShown = 500;  // more are not compared one by one
    const auto placeOf = [&](const edit::KeyRef& key) -> std::optional<Vec3> {
        const NodeIndex row = doc().scene->find(key.node);
        const Track* track = doc().clip().track(key.node);
        if (row == kNoNode || !track) return {};
        const bool keyed =
            std::any_of(track->translation.begin(), track->translation.end(),
                        [&](const Shared<Curve>& curve) { return curve->find(key.frame); });
        if (!keyed) return {};
        return sample(track, (*doc().scene)[row].rest, key.frame).translation;
    };
    const std::optional<Vec3> place = placeOf(active);
    const bool placed = place && keys.size() <= kMostShown &&
                        std::all_of(keys.begin(), keys.end(),
                                    [&](const edit::KeyRef& key) { return bool(placeOf(key)); });
    setRowVisible(valueRow_, placed);
    if (placed)
        for (int axis = 0; axis < 3; ++axis)
            value_[axis]->show((*place)[axis],
                               std::any_of(keys.begin(), keys.end(), [&](const edit::KeyRef& key) {
                                   return (*placeOf(key))[axis] != (*place)[axis];
                               }));
    int leaving = leavingOf(doc(), active);
    for (std::size_t i = 0; i < keys.size() && i < kMostShown; ++i)
        if (leavingOf(doc(), keys[i]) != leaving) leaving = -1;
    shape_->setCurrentIndex(leaving);
    return true;
}

}  // namespace posewright::ui
