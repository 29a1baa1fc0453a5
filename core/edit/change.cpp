#include "core/edit/change.h"

#include <algorithm>
#include <cmath>

namespace posewright::edit {

namespace {

/// Allowed deviation from unit length for quaternions written by hand.
constexpr double kUnitTolerance = 1e-3;

/// Length of the well-formed UTF-8 sequence at `at`; 0 if there is none (Unicode, table 3-7).
std::size_t sequenceAt(std::string_view text, std::size_t at)
{
    const auto byte = [&](std::size_t i) -> unsigned {
        return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
    };
    const unsigned first = byte(at);
    if (first < 0x80) return 1;
    const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    if (first < 0xC2 || first > 0xF4) return 0;
    for (std::size_t i = 1; i < length; ++i)
        if ((byte(at + i) & 0xC0U) != 0x80) return 0;
    const unsigned second = byte(at + 1);
    const bool misplaced = (first == 0xE0 && second < 0xA0) || (first == 0xED && second > 0x9F) ||
                           (first == 0xF0 && second < 0x90) || (first == 0xF4 && second > 0x8F);
    return misplaced ? 0 : length;
}

}  // namespace

Error refused(std::string message, std::string place, std::string advice)
{
    return Error{std::move(message), std::move(place), ErrorKind::Refused, std::move(advice)};
}

std::string quoted(const std::string& name)
{
    std::string out = "\"";
    for (std::size_t i = 0; i < name.size();) {
        const std::size_t length = sequenceAt(name, i);
        const auto c = static_cast<unsigned char>(name[i]);
        if (length == 0 || c < 0x20 || c == 0x7F)
            out += '?';
        else
            out += name.substr(i, length);
        i += std::max<std::size_t>(length, 1);
    }
    return out + '"';
}

const Constraint& constraintOf(const Document& doc, ConstraintId id)
{
    return *findConstraint(*doc.rig, id);
}

const std::string& targetName(const Document& doc, const Constraint& constraint)
{
    return (*doc.scene)[doc.scene->find(constraint.target)].name;
}

int numbersOf(const Document& doc, NodeId node, Property property)
{
    if (property == Property::Influence) return 1;
    if (property != Property::Morph) return 3;
    const NodeIndex row = doc.scene->find(node);
    const auto* mesh = row == kNoNode ? nullptr : std::get_if<MeshPart>(&(*doc.scene)[row].part);
    return mesh ? static_cast<int>(mesh->morphs.size()) : 0;
}

Track trackOf(const Document& doc, NodeId node)
{
    if (const Track* track = doc.clip().track(node)) return *track;
    Track track;
    track.node = node;
    return track;
}

Result<Document> withNodes(const Document& doc, std::vector<Node> nodes, const std::string& place)
{
    Result<std::vector<Node>> ordered = inTopologicalOrder(std::move(nodes));
    if (!ordered) return refused(ordered.error().message, place);
    Result<Scene> scene = Scene::make(*std::move(ordered), doc.scene->skins());
    if (!scene) return refused(scene.error().message + " (" + scene.error().where + ")", place);
    Document out = doc;
    out.scene = *std::move(scene);
    return out;
}

Result<Document> withNode(Document doc, Node node, const std::string& place)
{
    Result<Scene> scene = std::move(doc.scene).take().with(std::move(node));
    if (!scene) return refused(scene.error().message + " (" + scene.error().where + ")", place);
    doc.scene = *std::move(scene);
    return doc;
}

Result<void> checkText(const std::string& name)
{
    if (name.empty()) return refused("the name is empty", "/name");
    for (std::size_t i = 0; i < name.size();) {
        const std::size_t length = sequenceAt(name, i);
        if (length == 0) return refused("the name is not UTF-8", "/name");
        const auto c = static_cast<unsigned char>(name[i]);
        if (c < 0x20 || c == 0x7F)
            return refused("the name has a control character in it", "/name");
        i += length;
    }
    return {};
}

Result<void> checkName(const Document& doc, const std::string& name, NodeId own)
{
    if (Result<void> text = checkText(name); !text) return text;
    const NodeIndex row = doc.scene->find(name);
    if (row != kNoNode && (*doc.scene)[row].id != own)
        return refused("the name \"" + name + "\" is taken", "/name",
                       "\"" + uniqueName(*doc.scene, name) + "\" is free");
    return {};
}

std::vector<WorldTransform> restWorld(const Scene& scene)
{
    return worldTransforms(scene, restPose(scene));
}

Result<Transform> relativeTo(const WorldTransform& parent, const WorldTransform& world)
{
    Mat3 inverse;
    bool invertible = false;
    parent.linear.computeInverseWithCheck(inverse, invertible, 1e-30);
    if (!invertible || !inverse.allFinite()) return refused("the parent is scaled to nothing", {});
    Transform local;
    local.translation = inverse * (world.position - parent.position);
    local.rotation = (parent.rotation.conjugate() * world.rotation).normalized();
    const Mat3 stretch = local.rotation.toRotationMatrix().transpose() * inverse * world.linear;
    // Rounding must not make an unscaled node a scaled one.
    for (int axis = 0; axis < 3; ++axis)
        local.scale[axis] = std::abs(stretch(axis, axis) - 1) < 1e-12 ? 1 : stretch(axis, axis);
    return local;
}

Result<Quat> unit(const Quat& rotation, std::string place)
{
    const double norm = rotation.norm();
    if (!(std::abs(norm - 1) <= kUnitTolerance))
        return refused("the rotation is not a unit quaternion", std::move(place));
    return rotation.normalized();
}

namespace {

/// Removes hints that lose their last joint: without joints they would mean that the key follows
/// the motion.
void forgetJoints(Shared<Track>& track, const auto& goes)
{
    const auto names = [&](const KeyHint& hint) {
        return std::ranges::any_of(hint.joints, goes, &KeyHint::Joint::joint);
    };
    if (std::ranges::none_of(track->hints, names)) return;
    track = track.with([&](Track& t) {
        std::erase_if(t.hints, [&](KeyHint& hint) {
            if (!names(hint)) return false;
            std::erase_if(hint.joints, [&](const auto& bent) { return goes(bent.joint); });
            return hint.joints.empty();
        });
    });
}

}  // namespace

Result<Document> withoutNodes(const Document& doc, const std::vector<NodeId>& nodes,
                              const std::string& place)
{
    const Scene& scene = *doc.scene;
    const auto goes = [&](NodeId id) {
        return std::find(nodes.begin(), nodes.end(), id) != nodes.end();
    };
    for (const Skin& skin : scene.skins())
        for (const NodeId joint : skin.joints)
            if (goes(joint))
                return refused("a mesh is skinned to \"" + scene[scene.find(joint)].name + '"',
                               place, "bind the mesh again, without this bone");
    for (const Shared<Clip>& clip : doc.clips)
        for (const SpanRow& row : clip->spans)
            for (const Span& span : row.spans)
                if (goes(span.space))
                    return refused("a contact of \"" +
                                       targetName(doc, constraintOf(doc, row.constraint)) +
                                       "\" sticks to \"" + scene[scene.find(span.space)].name + '"',
                                   place, "remove the contact first");

    const std::vector<WorldTransform> world = restWorld(scene);
    std::vector<NodeIndex> newRow(scene.size(), kNoNode);
    std::vector<Node> kept;
    for (NodeIndex i = 0; i < scene.size(); ++i) {
        if (goes(scene[i].id)) continue;
        Node node = scene[i];
        NodeIndex parent = node.parent;
        while (parent != kNoNode && goes(scene[parent].id)) parent = scene[parent].parent;
        if (parent != node.parent) {
            const Result<Transform> rest =
                relativeTo(parent == kNoNode ? WorldTransform{} : world[parent], world[i]);
            if (!rest) return refused(rest.error().message, place);
            node.rest = *rest;
        }
        node.parent = parent == kNoNode ? kNoNode : newRow[parent];
        newRow[i] = static_cast<NodeIndex>(kept.size());
        kept.push_back(std::move(node));
    }
    Result<Document> out = withNodes(doc, std::move(kept), place);
    if (!out) return out;
    for (Shared<Clip>& clip : out->clips)
        clip = clip.with([&](Clip& c) {
            std::erase_if(c.tracks, [&](const Shared<Track>& t) { return goes(t->node); });
            for (Shared<Track>& track : c.tracks) forgetJoints(track, goes);
            for (Shared<Layer>& layer : c.layers)
                layer = layer.with([&](Layer& l) {
                    std::erase_if(l.tracks, [&](const auto& t) { return goes(t->node); });
                });
            for (SpanRow& row : c.spans)
                for (Span& span : row.spans)
                    std::erase_if(span.held, [&](const auto& held) { return goes(held.first); });
        });
    return out;
}

}  // namespace posewright::edit
