#include "core/operate/pose.h"

#include "core/edit/edit.h"
#include "core/operate/poses/pose_json.h"

#include <nlohmann/json.hpp>

#include <cmath>
#include <map>
#include <utility>

namespace posewright::operate {

namespace {

using nlohmann::json;

constexpr std::size_t kMostBones = 100000;

json written(const Vec3& v)
{
    return {v.x(), v.y(), v.z()};
}

json written(const Transform& t)
{
    const Quat& q = t.rotation;
    json out{{"translation", written(t.translation)}, {"rotation", {q.x(), q.y(), q.z(), q.w()}}};
    if (t.scale != Vec3::Ones()) out["scale"] = written(t.scale);
    return out;
}

bool readNumbers(const json& from, std::size_t count, double* to)
{
    if (!from.is_array() || from.size() != count) return false;
    for (std::size_t i = 0; i < count; ++i) {
        if (!from[i].is_number()) return false;
        to[i] = from[i].get<double>();
        if (!std::isfinite(to[i])) return false;
    }
    return true;
}

bool readMember(const json& from, const char* name, std::size_t count, double* to)
{
    const auto at = from.find(name);
    return at != from.end() && readNumbers(*at, count, to);
}

bool readPlacement(const json& from, const char* name, Transform& to)
{
    constexpr double kUnit = 1e-3;
    const auto at = from.find(name);
    if (at == from.end() || !at->is_object()) return false;
    if (!readMember(*at, "translation", 3, to.translation.data())) return false;
    if (!readMember(*at, "rotation", 4, to.rotation.coeffs().data())) return false;
    if (at->contains("scale") && !readMember(*at, "scale", 3, to.scale.data())) return false;
    const double length = to.rotation.norm();
    to.rotation.coeffs() /= length;
    return std::abs(length - 1) < kUnit;
}

Error wrong(const std::string& message, std::size_t bone)
{
    return Error{message, "/bones/" + std::to_string(bone)};
}

/// Scale of the nodes above the topmost bones.
Transform inWorld(const WorldTransform& at)
{
    return {at.position, at.rotation, Vec3::Constant(std::cbrt(std::abs(at.linear.determinant())))};
}

}  // namespace

Pose poseOf(const Document& doc, const Evaluation& shown, std::string name)
{
    const Scene& scene = *doc.scene;
    const std::vector<WorldTransform> rest = worldTransforms(scene, restPose(scene));
    std::vector<int> rows(static_cast<std::size_t>(scene.size()), -1);
    Pose out;
    out.name = std::move(name);
    for (NodeIndex row = 0; row < scene.size(); ++row) {
        const Node& node = scene[row];
        if (!node.bone()) continue;
        PoseBone bone;
        bone.name = node.name;
        bone.parent = node.parent == kNoNode ? -1 : rows[node.parent];
        const bool top = bone.parent < 0;
        bone.rest = top ? inWorld(rest[row]) : node.rest;
        bone.pose = top ? inWorld(shown.world[row]) : shown.local[row];
        bone.tip = node.bone()->tip;
        rows[row] = static_cast<int>(out.bones.size());
        out.bones.push_back(std::move(bone));
    }
    return out;
}

Result<Document> documentOf(const Pose& pose)
{
    Document out = emptyDocument();
    std::vector<Node> nodes;
    nodes.reserve(pose.bones.size());
    for (const PoseBone& bone : pose.bones) {
        Node node;
        node.id = NodeId(out.nextId++);
        node.name = bone.name;
        node.parent = bone.parent < 0 ? kNoNode : bone.parent;
        node.rest = bone.rest;
        BonePart part;
        part.tip = bone.tip;
        part.tipGiven = true;
        node.part = part;
        nodes.push_back(std::move(node));
    }
    Result<Scene> scene = Scene::make(std::move(nodes));
    if (!scene) return scene.error();
    out.scene = Shared(*std::move(scene));
    std::vector<edit::Edit> edits;
    for (NodeIndex row = 0; row < out.scene->size(); ++row) {
        const Transform& at = pose.bones[row].pose;
        edit::SetJointKey key;
        key.joint = (*out.scene)[row].id;
        key.rotation = at.rotation;
        key.translation = at.translation;
        if (at.scale != pose.bones[row].rest.scale) key.scale = at.scale;
        edits.emplace_back(key);
    }
    edits.emplace_back(edit::SetRange{0, 1});
    return edit::applyEach(out, edits);
}

json toJson(const Pose& pose)
{
    json bones = json::array();
    for (const PoseBone& bone : pose.bones) {
        json one{{"name", bone.name},
                 {"rest", written(bone.rest)},
                 {"pose", written(bone.pose)},
                 {"tip", written(bone.tip)}};
        if (bone.parent >= 0) one["parent"] = pose.bones[bone.parent].name;
        bones.push_back(std::move(one));
    }
    return {{"posewright", "pose"}, {"name", pose.name}, {"bones", std::move(bones)}};
}

Result<Pose> poseFromJson(const json& from)
{
    if (!from.is_object() || from.value("posewright", json()) != "pose")
        return Error{"it is no pose", {}};
    const auto bones = from.find("bones");
    if (bones == from.end() || !bones->is_array() || bones->empty() || bones->size() > kMostBones)
        return Error{"a pose is a list of bones", "/bones"};
    Pose out;
    if (const auto name = from.find("name"); name != from.end() && name->is_string())
        out.name = name->get<std::string>();
    std::map<std::string, int> rows;
    for (std::size_t i = 0; i < bones->size(); ++i) {
        const json& one = (*bones)[i];
        PoseBone bone;
        if (!one.is_object() || !one.contains("name") || !one["name"].is_string())
            return wrong("the bone has no name", i);
        bone.name = one["name"].get<std::string>();
        if (const auto parent = one.find("parent"); parent != one.end()) {
            const auto above =
                parent->is_string() ? rows.find(parent->get<std::string>()) : rows.end();
            if (above == rows.end()) return wrong("its parent does not stand before it", i);
            bone.parent = above->second;
        }
        if (!readPlacement(one, "rest", bone.rest) || !readPlacement(one, "pose", bone.pose))
            return wrong("a placement is a translation and a unit rotation", i);
        if (!readMember(one, "tip", 3, bone.tip.data()))
            return wrong("it needs a \"tip\" of three numbers: where the bone ends, from its joint",
                         i);
        if (bone.name.empty() || !rows.emplace(bone.name, static_cast<int>(i)).second)
            return wrong("its name is empty or taken", i);
        out.bones.push_back(std::move(bone));
    }
    return out;
}

Result<Pose> poseFromText(std::string_view text)
{
    return poseFromJson(json::parse(text, nullptr, false));
}

}  // namespace posewright::operate

namespace posewright::edit {

std::string Codec<operate::Pose>::kind()
{
    return "a pose";
}
Result<operate::Pose> Codec<operate::Pose>::read(const nlohmann::json& json, const Document&)
{
    return operate::poseFromJson(json);
}

}  // namespace posewright::edit
