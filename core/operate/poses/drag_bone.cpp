#include "core/operate/drag_bone.h"

#include "core/edit/change.h"
#include "core/operate/grip.h"
#include "core/operate/poses/body_pull.h"
#include "core/operate/poses/drag_chain.h"
#include "core/operate/poses/posed_keys.h"
#include "core/operate/poses/standing.h"
#include "core/operate/row.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>

namespace posewright::operate {

namespace {

using retarget::Figure;
using retarget::Role;

constexpr double kEasyShare = 0.8;   ///< of a limb's length; beyond it the body begins to follow
constexpr double kFullShare = 0.98;  ///< of a limb's length; a drag stretches the limb no farther
constexpr double kPinShare = 0.999;  ///< of a limb's length; a pinned limb stretches no farther
constexpr double kFootShare = 0.02;  ///< of the figure's size: the width of a foot

/// The work of one drag.
class Drag {
public:
    Drag(const Document& doc, const Evaluation& shown, const DragBone& asked) :
        doc_(doc), scene_(*doc.scene), shown_(shown), asked_(asked),
        figure_(retarget::figureOf(scene_)), pose_(shown)
    {
    }

    Result<Edits> edits();

private:
    void lead();
    void findPins();
    void addPin(NodeIndex row);
    bool inTrunk(NodeIndex row) const;
    void pullTrunk();
    void keepUpright(const std::vector<NodeIndex>& rows,
                     const std::function<void(const Balance*)>& pull);
    std::vector<NodeIndex> trunkRows() const;
    double givesOf(NodeIndex row) const;
    Trunk trunkOf(const std::vector<NodeIndex>& rows) const;
    std::optional<Tether> tetherOf(const Led& led, const std::vector<NodeIndex>& rows,
                                   bool dragged) const;
    void setTrunk(const std::vector<NodeIndex>& rows, const TrunkPose& to);
    Edits keys() const;

    const Document& doc_;
    const Scene& scene_;
    const Evaluation& shown_;
    const DragBone& asked_;
    Figure figure_;
    Evaluation pose_;  ///< the result
    NodeIndex top_ = kNoNode;
    Led led_;
    bool trunk_ = false;  ///< a trunk bone is dragged
    std::vector<Led> pins_;
};

void Drag::lead()
{
    const NodeIndex row = scene_.find(asked_.bone);
    led_.end = row;
    if (asked_.tip) {
        const WorldTransform& at = shown_.world[row];
        const Vec3 tip = at * scene_[row].bone()->tip;
        const double near = 1e-4 * (tip - at.position).norm();
        led_.point = at.rotation.conjugate() * (tip - at.position);
        for (NodeIndex child = row + 1; child < scene_.size(); ++child) {
            if (scene_[child].parent != row || !scene_[child].bone()) continue;
            if ((shown_.world[child].position - tip).norm() > near) continue;
            led_.end = child;
            led_.point.setZero();
            break;
        }
    }
    top_ = topOf(scene_, figure_, led_.end);
    led_.root = chainRoot(scene_, led_.end);
    led_.place = asked_.to;
    if (isFoot(figure_, led_.end)) led_.turn = shown_.world[led_.end].rotation;
}

void Drag::addPin(NodeIndex row)
{
    const bool known =
        std::any_of(pins_.begin(), pins_.end(), [row](const Led& pin) { return pin.end == row; });
    if (row == kNoNode || row == led_.end || known || !(row == top_ || scene_.isAbove(top_, row)))
        return;
    Led pin;
    pin.end = row;
    pin.root = chainRoot(scene_, row);
    pin.place = shown_.world[row].position;
    pin.turn = shown_.world[row].rotation;
    pins_.push_back(pin);
}

void Drag::findPins()
{
    for (const Constraint& constraint : doc_.rig->constraints) {
        const NodeIndex end = scene_.find(constraint.effector);
        if (asked_.giving == Giving::Body && actingOn(doc_, shown_, constraint.effector) &&
            constraint.reaches() && !constraint.rootMoves)
            addPin(end);
    }
    for (const NodeId pin : asked_.pins) addPin(scene_.find(pin));
    if (pins_.empty() && asked_.pins.empty() && asked_.giving == Giving::Body)
        for (const Role foot : {Role::LeftFoot, Role::RightFoot}) addPin(figure_.first(foot));

    // A pinned joint only turns; what is above it stays in place.
    for (const Led& pin : pins_) {
        if (scene_.isAbove(pin.end, led_.end) &&
            (pin.end == led_.root || scene_.isAbove(led_.root, pin.end)))
            led_.root = pin.end;
    }
    for (Led& pin : pins_)
        if (scene_.isAbove(led_.end, pin.end) &&
            (led_.end == pin.root || scene_.isAbove(pin.root, led_.end)))
            pin.root = led_.end;
}

bool Drag::inTrunk(NodeIndex row) const
{
    using enum Role;
    if (row == top_ ||
        isOneOf(figure_, row, {Hips, Spine, Neck, Head, LeftShoulder, RightShoulder}))
        return true;
    return std::any_of(pins_.begin(), pins_.end(), [&](const Led& pin) {
        return scene_.isAbove(row, pin.root) && !scene_.isAbove(led_.root, pin.root);
    });
}

std::vector<NodeIndex> Drag::trunkRows() const
{
    std::set<NodeIndex> rows{top_};
    const auto downTo = [&](NodeIndex row) {
        for (const NodeIndex at : scene_.path(top_, row)) rows.insert(at);
    };
    const auto above = [&](const Led& led) {
        if (led.root != top_) downTo(scene_[led.root].parent);
    };
    if (trunk_)
        downTo(led_.end);
    else
        above(led_);
    for (const Led& pin : pins_) above(pin);
    return {rows.begin(), rows.end()};
}

double Drag::givesOf(NodeIndex row) const
{
    if (row == top_) return 0.5;
    return isOneOf(figure_, row, {Role::LeftShoulder, Role::RightShoulder}) ? 0.6 : 1;
}

Trunk Drag::trunkOf(const std::vector<NodeIndex>& rows) const
{
    Trunk out;
    WorldTransform base;
    if (const NodeIndex parent = scene_[top_].parent; parent != kNoNode)
        base = shown_.world[parent];
    out.basePosition = base.position;
    out.baseRotation = base.rotation;
    out.size = extent(scene_) / 6;
    for (const NodeIndex row : rows) {
        ik::Joint joint;
        const bool top = row == top_;
        const WorldTransform& from = top ? base : shown_.world[scene_[row].parent];
        if (!top)
            joint.parent = static_cast<int>(
                std::lower_bound(rows.begin(), rows.end(), scene_[row].parent) - rows.begin());
        joint.offset = from.rotation.conjugate() * (shown_.world[row].position - from.position);
        joint.rest = scene_[row].rest.rotation;
        joint.limit = scene_[row].bone()->limit;
        out.joints.push_back(joint);
        out.start.push_back(shown_.local[row].rotation.normalized());
        out.give.push_back(givesOf(row));
    }
    return out;
}

std::optional<Tether> Drag::tetherOf(const Led& led, const std::vector<NodeIndex>& rows,
                                     bool dragged) const
{
    const bool free = dragged ? !trunk_ : led.root != led.end;
    const NodeIndex hangs = free && led.root != top_ ? scene_[led.root].parent
                            : free                   ? top_
                                                     : led.end;
    const auto at = std::lower_bound(rows.begin(), rows.end(), hangs);
    // A shortened limb may hang from a joint outside the trunk.
    if (at == rows.end() || *at != hangs) return std::nullopt;
    Tether tether;
    tether.joint = static_cast<int>(at - rows.begin());
    const WorldTransform& frame = shown_.world[hangs];
    const Vec3 from =
        free ? shown_.world[led.root].position : Vec3(frame.position + frame.rotation * led.point);
    tether.point = frame.rotation.conjugate() * (from - frame.position);
    tether.place = led.place;
    tether.yields = dragged;
    if (!free) return tether;
    const double length = lengthOf(scene_, shown_, led);
    const WorldTransform& end = shown_.world[led.end];
    const double now = (end.position + end.rotation * led.point - from).norm();
    if (scene_[led.end].parent == led.root && led.point.isZero(0)) {
        // A single bone can neither stretch nor fold.
        tether.length = tether.least = now;
        return tether;
    }
    const double full = std::max((dragged ? kFullShare : kPinShare) * length, now);
    const double far = (led.place - from).norm();
    const double easy = dragged ? std::max(kEasyShare * length, now) : full;
    tether.length = full;
    // The straighter the limb, the more the body follows.
    if (far > easy)
        tether.length = full > easy
                            ? easy + (full - easy) * (1 - std::exp(-(far - easy) / (full - easy)))
                            : easy;
    return tether;
}

void Drag::setTrunk(const std::vector<NodeIndex>& rows, const TrunkPose& to)
{
    pose_ = shown_;
    for (std::size_t j = 0; j < rows.size(); ++j) pose_.local[rows[j]].rotation = to.rotations[j];
    if (!to.by.isZero(0)) {
        const Vec3 place = shown_.world[top_].position + to.by;
        const NodeIndex parent = scene_[top_].parent;
        pose_.local[top_].translation =
            parent == kNoNode ? place : Vec3(shown_.world[parent].matrix().inverse() * place);
    }
    pose_.world = worldTransforms(scene_, pose_.local);
}

void Drag::pullTrunk()
{
    const std::vector<NodeIndex> rows = trunkRows();
    const Trunk trunk = trunkOf(rows);
    std::vector<Tether> tethers;
    if (const std::optional<Tether> tether = tetherOf(led_, rows, true)) tethers.push_back(*tether);
    for (const Led& pin : pins_)
        if (const std::optional<Tether> tether = tetherOf(pin, rows, false))
            tethers.push_back(*tether);
    const auto pull = [&](const Balance* balance) {
        setTrunk(rows, pulled(trunk, tethers, balance));
        if (!trunk_) bend(scene_, led_, pose_);
        for (const Led& pin : pins_)
            if (pin.root != pin.end) bend(scene_, pin, pose_);
    };
    pull(nullptr);
    if (asked_.balance) keepUpright(rows, pull);
}

void Drag::keepUpright(const std::vector<NodeIndex>& rows,
                       const std::function<void(const Balance*)>& pull)
{
    constexpr int kRounds = 4;
    constexpr double kNear = 1e-4;  ///< relative to `allowed`
    std::vector<Led> limbs = pins_;
    if (!trunk_) limbs.push_back(led_);
    const Standing standing(scene_, figure_, top_, limbs, feetOf(scene_, shown_, figure_, pins_));
    if (standing.support().empty()) return;
    const double allowed = std::max(kFootShare * extent(scene_), standing.off(shown_));
    double within = allowed;
    for (int round = 0; round < kRounds; ++round) {
        // Bending limbs shift the centre of mass; the trunk solve ignores that.
        const double over = standing.off(pose_) - allowed;
        if (round == 0 ? over <= 0 : std::abs(over) < kNear * allowed) return;
        if (round > 0) within = std::max(0.0, within - over);
        const Balance balance = standing.balance(pose_, rows, within);
        pull(&balance);
    }
}

Edits Drag::keys() const
{
    return posedKeys(doc_, shown_, pose_, asked_.frame, [this](NodeIndex end) {
        return std::any_of(pins_.begin(), pins_.end(),
                           [end](const Led& pin) { return pin.end == end; });
    });
}

Result<Edits> Drag::edits()
{
    if (!scene_[scene_.find(asked_.bone)].bone()) return edit::refused("it is no bone", "/bone");
    lead();
    findPins();
    const bool fixed = led_.root == led_.end && led_.point.isZero(0);
    if (asked_.giving == Giving::Limb) {
        if (fixed) return edit::refused("no joint above this bone brings it elsewhere", "/bone");
        bend(scene_, led_, pose_);
        return keys();
    }
    trunk_ = fixed || inTrunk(led_.end);
    pullTrunk();
    return keys();
}

Result<Edits> dragBone(const Document& doc, const DragBone& arguments, const edit::Context& context)
{
    return draggedBone(doc, evaluate(*prepare(doc, context.memo), arguments.frame), arguments);
}

}  // namespace

DragAs dragAs(const Document& doc, NodeId bone, bool pinned)
{
    using enum Role;
    const Scene& scene = *doc.scene;
    const NodeIndex row = scene.find(bone);
    const Figure figure = retarget::figureOf(scene);
    if (topOf(scene, figure, row) == row && pinned) return DragAs::Body;
    if (scene[row].parent == kNoNode || !scene[scene[row].parent].bone()) return DragAs::Move;
    return isOneOf(figure, row, {LeftHand, RightHand, LeftFoot, RightFoot}) ? DragAs::Limb
                                                                            : DragAs::Turn;
}

Result<Edits> draggedBone(const Document& doc, const Evaluation& shown, const DragBone& drag)
{
    return Drag(doc, shown, drag).edits();
}

Vec3 draggedPoint(const Document& doc, const Evaluation& shown, NodeId bone, bool tip)
{
    const NodeIndex row = doc.scene->find(bone);
    const WorldTransform& at = shown.world[row];
    return tip ? at * (*doc.scene)[row].bone()->tip : at.position;
}

std::span<const Word<Giving>> words(Giving)
{
    static const Word<Giving> kWords[] = {{Giving::Limb, "limb"}, {Giving::Body, "body"}};
    return kWords;
}

Row row(Of<DragBone>)
{
    using O = DragBone;
    return rowOf<O>("dragBone", "a bone is dragged to a place, and its limb or the body gives",
                    dragBone, edit::required("bone", &O::bone),
                    edit::required("frame", &O::frame, edit::kFrame),
                    edit::required("to", &O::to, "position"), edit::optional("giving", &O::giving),
                    edit::optional("tip", &O::tip), edit::optional("pins", &O::pins),
                    edit::optional("balance", &O::balance));
}

}  // namespace posewright::operate
