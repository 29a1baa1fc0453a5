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
    return withNodes(doc, std::move(nodes), doc.scene->skins(), place);
}

Result<Document> withNodes(const Document& doc, std::vector<Node> nodes, std::vector<Skin> skins,
                           const std::string& place)
{
    Result<std::vector<Node>> ordered = inTopologicalOrder(std::move(nodes));
    if (!ordered) return refused(ordered.error().message, place);
    Result<Scene> scene = Scene::make(*std::move(ordered), std::move(skins));
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

}  // namespace posewright::edit
