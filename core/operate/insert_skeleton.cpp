#include "core/operate/insert_skeleton.h"

#include "core/edit/change.h"
#include "core/skinning/surface.h"

#include <Eigen/Geometry>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <string>

namespace posewright::operate {

namespace {

using nlohmann::json;
using Bounds = Eigen::AlignedBox3d;

constexpr double kGap = 0.25;        ///< of the width, beside what is there
constexpr double kLeastWidth = 0.6;  ///< of the height's scale: a mesh with its arms down
constexpr double kMostWidth = 1.6;
constexpr double kMostShift = 0.06;  ///< of the height, that a joint goes into the depth

std::optional<Vec3> placeIn(const json& edit, const char* name)
{
    const auto at = edit.find(name);
    if (at == edit.end() || !at->is_array() || at->size() != 3) return std::nullopt;
    Vec3 out;
    for (int axis = 0; axis < 3; ++axis) {
        if (!(*at)[axis].is_number()) return std::nullopt;
        out[axis] = (*at)[axis].get<double>();
    }
    return out;
}

Bounds boundsOf(const json& list)
{
    Bounds out;
    for (const json& edit : list)
        for (const char* end : {"head", "tail"})
            if (const auto place = placeIn(edit, end)) out.extend(*place);
    return out;
}

Bounds boundsOf(const Document& doc)
{
    const Scene& scene = *doc.scene;
    const std::vector<WorldTransform> rest = edit::restWorld(scene);
    Bounds out;
    for (NodeIndex row = 0; row < scene.size(); ++row) {
        out.extend(rest[row].position);
        if (const BonePart* bone = scene[row].bone()) out.extend(rest[row] * bone->tip);
    }
    for (const Vec3& point : skinning::surfacePoints(scene, rest, {}, 2000)) out.extend(point);
    return out;
}

/// New names for what the list adds.
std::map<std::string, std::string> namesFor(const Document& doc, const json& list)
{
    std::map<std::string, std::string> out;
    std::set<std::string> given;
    for (const json& edit : list) {
        const std::string kind = edit.value("edit", "");
        if (kind != "addBone" && kind != "addTarget") continue;
        const std::string name = edit.value("name", "");
        std::string free = name;
        for (int i = 2; doc.scene->find(std::string_view(free)) != kNoNode || given.contains(free);
             ++i)
            free = name + std::to_string(i);
        given.insert(free);
        out[name] = free;
    }
    return out;
}

/// The middle of a mesh along the depth, at a point seen from the front.
std::optional<double> middleAt(const Scene& scene, const std::vector<WorldTransform>& rest,
                               const std::vector<NodeId>& hidden, const Vec3& point, double far)
{
    const auto hit = [&](double from, double way) -> std::optional<double> {
        const Ray ray{Vec3(point.x(), point.y(), from), Vec3(0, 0, way)};
        const auto met = skinning::surfaceUnder(scene, rest, {}, ray, hidden);
        if (!met) return std::nullopt;
        return from + way * met->distance;
    };
    const auto front = hit(far, -1), back = hit(-far, 1);
    if (!front || !back) return std::nullopt;
    return (*front + *back) / 2;
}

}  // namespace

Placement besideAll(const Document& doc, const json& list)
{
    Placement out;
    const Bounds there = boundsOf(doc), skeleton = boundsOf(list);
    if (there.isEmpty() || skeleton.isEmpty()) return out;
    const double width = skeleton.sizes().x();
    out.by.x() = there.max().x() + kGap * width - skeleton.min().x();
    return out;
}

Result<Placement> insideOf(const Document& doc, NodeId mesh, const json& list)
{
    const Scene& scene = *doc.scene;
    const NodeIndex row = scene.find(mesh);
    const auto* part = row == kNoNode ? nullptr : std::get_if<MeshPart>(&scene[row].part);
    if (!part || part->mesh->positions.empty())
        return edit::refused("there is no mesh with vertices", "/mesh");
    const std::vector<WorldTransform> rest = edit::restWorld(scene);
    std::vector<NodeId> hidden;
    for (const Node& node : scene.nodes())
        if (node.id != mesh) hidden.push_back(node.id);
    std::ranges::sort(hidden);
    Bounds box;
    for (const Eigen::Vector3f& p : part->mesh->positions) box.extend(rest[row] * p.cast<double>());
    const Bounds skeleton = boundsOf(list);
    if (skeleton.isEmpty() || !(skeleton.sizes().y() > 0) || !(box.sizes().y() > 0))
        return edit::refused("it has no height", "/mesh");
    const double tall = box.sizes().y() / skeleton.sizes().y();
    const double wide = skeleton.sizes().x() > 0 ? box.sizes().x() / skeleton.sizes().x() : tall;
    Placement out;
    out.scale = Vec3(std::clamp(wide, kLeastWidth * tall, kMostWidth * tall), tall, tall);
    const Vec3 middle = out.scale.cwiseProduct(skeleton.center());
    out.by = box.center() - middle;
    out.by.y() = box.min().y() - tall * skeleton.min().y();
    return out;
}

Result<std::vector<edit::Edit>> insertedSkeleton(const Document& doc, const json& list,
                                                 const Placement& to, NodeId mesh)
{
    if (!list.is_array()) return Error{"a skeleton is a list of edits", {}};
    const Scene& scene = *doc.scene;
    const std::map<std::string, std::string> names = namesFor(doc, list);
    const std::vector<WorldTransform> rest = edit::restWorld(scene);
    std::vector<NodeId> hidden;
    for (const Node& node : scene.nodes())
        if (node.id != mesh) hidden.push_back(node.id);
    std::ranges::sort(hidden);
    const Bounds all = boundsOf(doc);
    const double far = all.isEmpty() ? 1 : 2 * all.sizes().norm() + all.center().norm();
    const double most = kMostShift * to.scale.y() * boundsOf(list).sizes().y();
    const auto shiftAt = [&](const Vec3& place) {
        const auto depth =
            mesh == NodeId::None ? std::nullopt : middleAt(scene, rest, hidden, place, far);
        const double by = depth ? *depth - place.z() : 0;
        return std::abs(by) <= most ? by : 0;
    };
    const auto toJson = [](const Vec3& v) { return json{v.x(), v.y(), v.z()}; };
    const auto place = [&](json& edit) {
        const auto head = placeIn(edit, "head"), tail = placeIn(edit, "tail");
        if (!head || !tail) return;
        Vec3 from = to.scale.cwiseProduct(*head) + to.by;
        Vec3 end = to.scale.cwiseProduct(*tail) + to.by;
        const Vec3 way = end - from;
        const double by = shiftAt(from);
        // Of a bone that leads into the depth, as a foot, the end is not in the middle of it.
        end.z() += std::abs(way.z()) > 0.5 * way.norm() ? by : shiftAt(end);
        from.z() += by;
        edit["head"] = toJson(from);
        edit["tail"] = toJson(end);
    };
    Document now = doc;
    std::vector<edit::Edit> out;
    for (std::size_t i = 0; i < list.size(); ++i) {
        json edit = list[i];
        const std::string kind = edit.value("edit", "");
        if (scene.size() > 0 && (kind == "setFps" || kind == "setRange")) continue;
        place(edit);
        for (auto& member : edit.items())
            if (member.key() != "edit" && member.value().is_string())
                if (const auto name = names.find(member.value().get<std::string>());
                    name != names.end())
                    member.value() = name->second;
        const Result<edit::Edit> read = edit::fromJson(edit, now);
        const Result<Document> next =
            read ? edit::apply(now, *read) : Result<Document>(read.error());
        if (!next)
            return Error{next.error().message, "/" + std::to_string(i) + next.error().where,
                         next.error().kind};
        now = *next;
        out.push_back(*read);
    }
    return out;
}

}  // namespace posewright::operate
