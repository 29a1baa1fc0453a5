#include "core/operate/insert_skeleton.h"

#include "core/edit/change.h"
#include "core/operate/row.h"
#include "core/operate/skeleton_templates.h"
#include "core/skinning/silhouette.h"
#include "core/skinning/surface.h"

#include <Eigen/Geometry>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace posewright::operate {

namespace {

using nlohmann::json;
using Bounds = Eigen::AlignedBox3d;

constexpr double kGap = 0.25;        ///< of the width, between the skeleton and what exists
constexpr double kLeastWidth = 0.6;  ///< width scale over height scale, for hanging arms
constexpr double kMostWidth = 1.6;
constexpr double kWidestFigure = 4;  ///< width over height, arms spread or on all fours
constexpr double kMostShift = 0.06;  ///< of the height; joints are shifted in depth by at most this

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

/// With the boxes that stand beside the bones.
Bounds boundsOfAll(const json& list)
{
    Bounds out = boundsOf(list);
    for (const json& edit : list) {
        const auto size = placeIn(edit, "size"), base = placeIn(edit, "position");
        if (edit.value("edit", "") != "addBox" || !size || !base) continue;
        out.extend(*base - Vec3(size->x(), 0, size->z()) / 2);
        out.extend(*base + Vec3(size->x() / 2, size->y(), size->z() / 2));
    }
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

/// Free names for everything that the list adds.
std::map<std::string, std::string> namesFor(const Document& doc, const json& list)
{
    std::map<std::string, std::string> out;
    std::set<std::string> given;
    for (const json& edit : list) {
        const std::string kind = edit.value("edit", "");
        if (kind != "addBone" && kind != "addTarget" && kind != "addBox") continue;
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

/// The middle of the mesh in depth, at a point of the front view.
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

/// If all bones already lie within the mesh's outline, fitting the bounding box is enough.
bool liesWithin(const json& list, const SkeletonPlacement& to, const std::vector<Vec3>& places,
                const std::vector<std::uint32_t>& indices)
{
    constexpr int kFine = 100, kPlaces = 8;
    constexpr double kAll = 0.995;
    if (indices.size() < 3) return true;
    const skinning::Silhouette picture(places, indices, kFine);
    int inside = 0, all = 0;
    for (const json& edit : list) {
        const auto head = placeIn(edit, "head"), tail = placeIn(edit, "tail");
        if (!head || !tail) continue;
        for (int i = 0; i <= kPlaces; ++i, ++all) {
            const Vec3 at = *head + (*tail - *head) * (double(i) / kPlaces);
            inside += picture.holds(to.scale.cwiseProduct(at) + to.by) ? 1 : 0;
        }
    }
    return inside >= kAll * all;
}

/// Adapts the edits of the list and applies each at once.
class Inserting {
public:
    Inserting(const Document& doc, const json& list, const SkeletonPlacement& to, NodeId mesh) :
        before_(doc), to_(to), mesh_(mesh), names_(namesFor(doc, list)), kept_(list), now_(doc),
        rest_(edit::restWorld(*doc.scene)),
        most_(kMostShift * to.scale.y() * boundsOf(list).sizes().y())
    {
        for (const Node& node : doc.scene->nodes())
            if (node.id != mesh) hidden_.push_back(node.id);
        std::ranges::sort(hidden_);
        const Bounds all = boundsOf(doc);
        far_ = all.isEmpty() ? 1 : 2 * all.sizes().norm() + all.center().norm();
    }

    Result<void> take(json edit)
    {
        const std::string kind = edit.value("edit", "");
        if (before_.scene->size() > 0 && (kind == "setFps" || kind == "setRange")) return {};
        // A mesh is its flesh already, and what stands beside it is its own matter.
        if (mesh_ != NodeId::None && (kind == "addFlesh" || kind == "addBox")) return {};
        place(edit);
        if (kind == "addBox") placeBox(edit);
        if (kind == "setLimit" && !to_.sticks.empty())
            kept_.keep(edit, now_, nameOf(edit.value("joint", "")));
        for (auto& member : edit.items())
            if (member.key() != "edit" && member.value().is_string())
                member.value() = nameOf(member.value().get<std::string>());
        const bool skeleton = kind == "addBone" || kind == "setLimit";
        if (!skeleton && !std::exchange(turned_, true))
            if (Result<void> done = turn(); !done) return done;
        const Result<edit::Edit> read = edit::fromJson(edit, now_);
        return read ? add(*read) : Result<void>(read.error());
    }
    Result<void> end() { return std::exchange(turned_, true) ? Result<void>() : turn(); }

    std::vector<edit::Edit> edits() && { return std::move(edits_); }

private:
    std::string nameOf(const std::string& name) const
    {
        const auto at = names_.find(name);
        return at == names_.end() ? name : at->second;
    }

    Result<void> add(const edit::Edit& edit)
    {
        Result<Document> next = edit::apply(now_, edit);
        if (!next) return next.error();
        now_ = *std::move(next);
        edits_.push_back(edit);
        return {};
    }

    /// Turns what was added so that it faces as the mesh does.
    Result<void> turn()
    {
        if (to_.turn.coeffs() == Quat::Identity().coeffs()) return {};
        for (const Node& node : std::vector<Node>(now_.scene->nodes())) {
            if (node.parent != kNoNode || before_.scene->find(node.id) != kNoNode) continue;
            edit::SetRest rest;
            rest.node = node.id;
            rest.translation = to_.turn * node.rest.translation;
            rest.rotation = (to_.turn * node.rest.rotation).normalized();
            if (Result<void> done = add(rest); !done) return done;
        }
        return {};
    }

    double shiftAt(const Vec3& place) const
    {
        const auto depth = mesh_ == NodeId::None
                               ? std::nullopt
                               : middleAt(*before_.scene, rest_, hidden_, place, far_);
        const double by = depth ? *depth - place.z() : 0;
        return std::abs(by) <= most_ ? by : 0;
    }

    void place(json& edit) const
    {
        const auto head = placeIn(edit, "head"), tail = placeIn(edit, "tail");
        if (!head || !tail) return;
        const auto put = [&](const Vec3& from, const Vec3& end) {
            edit["head"] = {from.x(), from.y(), from.z()};
            edit["tail"] = {end.x(), end.y(), end.z()};
        };
        if (const auto stick = to_.sticks.find(edit.value("name", "")); stick != to_.sticks.end())
            return put(stick->second.head, stick->second.tail);
        Vec3 from = to_.scale.cwiseProduct(*head) + to_.by;
        Vec3 end = to_.scale.cwiseProduct(*tail) + to_.by;
        const Vec3 way = end - from;
        const double by = shiftAt(from);
        // A bone that points in depth, such as a foot, does not end in the middle of the mesh.
        end.z() += std::abs(way.z()) > 0.5 * way.norm() ? by : shiftAt(end);
        from.z() += by;
        put(from, end);
    }

    void placeBox(json& edit) const
    {
        const auto size = placeIn(edit, "size"), base = placeIn(edit, "position");
        if (!size || !base) return;
        const Vec3 large = to_.scale.cwiseProduct(*size);
        const Vec3 at = to_.scale.cwiseProduct(*base) + to_.by;
        edit["size"] = {large.x(), large.y(), large.z()};
        edit["position"] = {at.x(), at.y(), at.z()};
    }

    const Document& before_;
    const SkeletonPlacement& to_;
    NodeId mesh_;
    std::map<std::string, std::string> names_;
    KeptLimits kept_;
    Document now_;
    std::vector<WorldTransform> rest_;
    double most_;  ///< [m] largest shift of a joint to the middle of the mesh
    double far_ = 1;
    std::vector<NodeId> hidden_;
    bool turned_ = false;
    std::vector<edit::Edit> edits_;
};

Result<Edits> insertSkeleton(const Document& doc, const InsertSkeleton& arguments,
                             const edit::Context&)
{
    const Result<json> list = skeletonList(arguments.skeleton);
    if (!list) return list.error();
    const NodeId mesh = arguments.mesh;
    const Result<SkeletonPlacement> to = mesh == NodeId::None
                                             ? Result<SkeletonPlacement>(besideAll(doc, *list))
                                             : insideOf(doc, mesh, *list);
    if (!to) return to.error();
    return insertedSkeleton(doc, *list, *to, mesh);
}

}  // namespace

Row row(Of<InsertSkeleton>)
{
    using O = InsertSkeleton;
    return rowOf<O>("insertSkeleton", "a skeleton with limits and targets, inside a mesh or beside",
                    insertSkeleton, edit::required("skeleton", &O::skeleton, "name"),
                    edit::optional("mesh", &O::mesh));
}

SkeletonPlacement besideAll(const Document& doc, const json& list)
{
    SkeletonPlacement out;
    const Bounds there = boundsOf(doc), skeleton = boundsOfAll(list);
    if (there.isEmpty() || skeleton.isEmpty()) return out;
    const double width = skeleton.sizes().x();
    out.by.x() = there.max().x() + kGap * width - skeleton.min().x();
    return out;
}

Result<SkeletonPlacement> insideOf(const Document& doc, NodeId mesh, const json& list)
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
    SkeletonPlacement out;
    out.scale = Vec3(std::clamp(wide, kLeastWidth * tall, kMostWidth * tall), tall, tall);
    const Vec3 middle = out.scale.cwiseProduct(skeleton.center());
    out.by = box.center() - middle;
    out.by.y() = box.min().y() - tall * skeleton.min().y();
    // Something much wider than high is no figure, and its silhouette would need far too many
    // columns.
    if (std::max(box.sizes().x(), box.sizes().z()) > kWidestFigure * box.sizes().y()) return out;
    std::vector<Vec3> places;
    for (const Eigen::Vector3f& p : part->mesh->positions)
        places.push_back(rest[row] * p.cast<double>());
    if (liesWithin(list, out, places, part->mesh->indices)) return out;
    if (const auto body = bodyIn(places, part->mesh->indices)) {
        out.sticks = sticksOf(list, *body);
        if (!out.sticks.empty()) out.turn = body->turn;
    }
    return out;
}

Result<std::vector<edit::Edit>> insertedSkeleton(const Document& doc, const json& list,
                                                 const SkeletonPlacement& to, NodeId mesh)
{
    if (!list.is_array()) return Error{"a skeleton is a list of edits", {}};
    Inserting inserting(doc, list, to, mesh);
    for (std::size_t i = 0; i < list.size(); ++i)
        if (const Result<void> done = inserting.take(list[i]); !done)
            return Error{done.error().message, "/" + std::to_string(i) + done.error().where,
                         done.error().kind};
    if (const Result<void> done = inserting.end(); !done) return done.error();
    return std::move(inserting).edits();
}

}  // namespace posewright::operate
