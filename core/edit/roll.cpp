#include "core/edit/bones.h"
#include "core/edit/change.h"
#include "core/motion/turned.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>

namespace posewright::edit {

namespace {

/// Tolerance of uniform scale: exporters that compute it from matrices round by 1e-5.
constexpr double kEven = 1e-4;

bool isEven(const Vec3& scale, double size)
{
    return scale.maxCoeff() - scale.minCoeff() <= kEven * size;
}

bool isEven(const Vec3& scale)
{
    return isEven(scale, scale.cwiseAbs().maxCoeff());
}

/// The value of a constant curve; nullopt if it changes. @pre it has keys
std::optional<double> constantOf(const Curve& curve)
{
    const double value = curve.keys().front().value;
    const double least = kEven * std::abs(value);
    for (const Key& key : curve.keys())
        if (std::abs(key.value - value) > least || std::abs(key.left.value) > least ||
            std::abs(key.right.value) > least)
            return std::nullopt;
    return value;
}

/// Is the scale uniform at every frame?
bool isEven(const std::array<Shared<Curve>, 3>& scale, const Vec3& rest)
{
    if (scale[0]->empty() || !sameTimes(scale)) {
        Vec3 constant = rest;
        for (int axis = 0; axis < 3; ++axis) {
            if (scale[axis]->empty()) continue;
            const std::optional<double> keyed = constantOf(*scale[axis]);
            if (!keyed) return false;
            constant[axis] = *keyed;
        }
        return isEven(constant);
    }
    const auto& x = scale[0]->keys();
    const auto& y = scale[1]->keys();
    const auto& z = scale[2]->keys();
    double size = 0;
    for (const Key& key : x) size = std::max(size, std::abs(key.value));
    for (std::size_t i = 0; i < x.size(); ++i)
        if (!isEven({x[i].value, y[i].value, z[i].value}, size) ||
            !isEven({x[i].left.value, y[i].left.value, z[i].left.value}, size) ||
            !isEven({x[i].right.value, y[i].right.value, z[i].right.value}, size))
            return false;
    return true;
}

/// Turns the axes of a bone by `by`, and keeps everything else in place.
class Rolling {
public:
    Rolling(const Document& doc, NodeIndex row, const Quat& by) :
        scene_(*doc.scene), bone_(scene_[row].id), by_(by), back_(by.conjugate())
    {
        for (const Node& node : scene_.nodes())
            if (node.parent == row) hung_.insert(node.id);
        for (const Constraint& c : doc.rig->constraints)
            if (c.orientation && c.effector == bone_) turned_.insert(c.target);
        for (const Node& node : scene_.nodes())
            if (node.parent != kNoNode && turned_.contains(scene_[node.parent].id))
                hung_.insert(node.id);
    }

    Result<std::vector<Node>> nodes() const
    {
        std::vector<Node> nodes = scene_.nodes();
        for (Node& node : nodes) {
            const Quat before = node.rest.rotation;
            if (isLed(node.id)) node.rest.rotation = (before * by_).normalized();
            if (hung_.contains(node.id)) {
                node.rest.rotation = (back_ * node.rest.rotation).normalized();
                node.rest.translation = back_ * node.rest.translation;
            }
        }
        auto& bone = std::get<BonePart>(nodes[scene_.find(bone_)].part);
        const std::optional<Limit> limit = std::visit(
            [&](const auto& kind) -> std::optional<Limit> {
                if (const auto same = limits::turned(kind, by_)) return Limit(*same);
                return std::nullopt;
            },
            bone.limit);
        if (!limit)
            return refused("the limit of " + quoted(scene_[scene_.find(bone_)].name) +
                               " lies along its own axes",
                           "/bone", "give it a hinge or a cone, or free it, first");
        bone.limit = *limit;
        return nodes;
    }

    std::vector<Skin> skins() const
    {
        Eigen::Matrix4f turn = Eigen::Matrix4f::Identity();
        turn.topLeftCorner<3, 3>() = back_.toRotationMatrix().cast<float>();
        std::vector<Skin> skins = scene_.skins();
        for (Skin& skin : skins)
            for (std::size_t i = 0; i < skin.joints.size(); ++i)
                if (skin.joints[i] == bone_) skin.inverseBind[i] = turn * skin.inverseBind[i];
        return skins;
    }

    void roll(Rig& rig) const
    {
        for (Constraint& c : rig.constraints)
            if (c.effector == bone_)
                std::visit([this](auto& kind) { turnAxes(kind, back_); }, c.kind);
    }

    Clip rolled(const Clip& clip, const Rig& rig) const
    {
        Clip out = clip;
        for (Shared<Track>& track : out.tracks) {
            const Vec3 rest = scene_[scene_.find(track->node)].rest.translation;
            NewAxes to{.unkeyed = rest};
            if (isLed(track->node)) to.right = by_;
            if (hung_.contains(track->node)) to.left = to.way = back_;
            put(track, to);
        }
        for (Shared<Layer>& layer : out.layers) {
            const auto isConcerned = [&](const Shared<Track>& track) {
                return isLed(track->node) || hung_.contains(track->node);
            };
            if (std::ranges::none_of(layer->tracks, isConcerned)) continue;
            layer = layer.with([&](Layer& now) {
                for (Shared<Track>& track : now.tracks) {
                    NewAxes to;
                    if (isLed(track->node)) to.left = back_, to.right = by_;
                    if (hung_.contains(track->node)) to.way = back_;
                    put(track, to);
                }
            });
        }
        for (SpanRow& row : out.spans) rollSpans(row, rig);
        return out;
    }

private:
    bool isLed(NodeId node) const { return node == bone_ || turned_.contains(node); }

    void put(Shared<Track>& track, const NewAxes& to) const
    {
        Track next = turned(*track, to);
        for (KeyHint& hint : next.hints)
            for (KeyHint::Joint& joint : hint.joints)
                if (joint.joint == bone_) joint.turn = (back_ * joint.turn * by_).normalized();
        if (!(next == *track)) track = std::move(next);
    }

    void rollSpans(SpanRow& row, const Rig& rig) const
    {
        const Constraint* constraint = findConstraint(rig, row.constraint);
        const bool led = constraint && turned_.contains(constraint->target);
        for (Span& span : row.spans) {
            if (span.kind == SpanKind::Contact && led)
                span.anchor.rotation = (span.anchor.rotation * by_).normalized();
            if (span.kind == SpanKind::Contact && span.space == bone_) {
                span.anchor.rotation = (back_ * span.anchor.rotation).normalized();
                span.anchor.translation = back_ * span.anchor.translation;
            }
            for (auto& [joint, turn] : span.held) {
                if (joint == bone_) turn = (turn * by_).normalized();
                if (hung_.contains(joint)) turn = (back_ * turn).normalized();
            }
        }
    }

    const Scene& scene_;
    NodeId bone_;
    Quat by_, back_;
    std::set<NodeId> hung_;    ///< children of the bone
    std::set<NodeId> turned_;  ///< targets that set the bone's rotation
};

/// A uniform scale is the same in any axes. Layers have no scale.
bool keepsEven(const Document& doc, const Node& node)
{
    return isEven(node.rest.scale) && std::ranges::all_of(doc.clips, [&](const auto& clip) {
               const Track* track = clip->track(node.id);
               return !track || isEven(track->scale, node.rest.scale);
           });
}

}  // namespace

Result<Document> make(const Document& doc, const RollBone& edit)
{
    const NodeIndex row = doc.scene->find(edit.bone);
    const Node& node = (*doc.scene)[row];
    const BonePart* bone = node.bone();
    if (!bone || !(bone->tip.norm() > 0))
        return refused(quoted(node.name) + " is no bone of some length", "/bone");
    if (!keepsEven(doc, node))
        return refused(quoted(node.name) + " is scaled more along one axis than along others",
                       "/bone");
    const double by = std::remainder(edit.by, 2 * std::numbers::pi);
    if (by == 0) return doc;
    const Rolling rolling(doc, row, Quat(Eigen::AngleAxisd(by, bone->tip.normalized())));
    Result<std::vector<Node>> nodes = rolling.nodes();
    if (!nodes) return nodes.error();
    Result<Scene> scene = Scene::make(*std::move(nodes), rolling.skins());
    if (!scene) return refused(scene.error().message, "/bone");
    Document out = doc;
    out.scene = *std::move(scene);
    changeRig(out, [&](Rig& rig) { rolling.roll(rig); });
    for (Shared<Clip>& clip : out.clips) clip = rolling.rolled(*clip, *doc.rig);
    return out;
}

}  // namespace posewright::edit
