#include "core/edit/change.h"
#include "core/edit/mirror.h"
#include "core/operate/operate.h"
#include "core/operate/row.h"

#include <cmath>

namespace posewright::operate {

namespace {

constexpr double kOnPlane = 1e-6;  ///< [m] closer to the mirror plane counts as on it

/// The first free name among "bone", "bone2", ...; for both sides of a sided name.
std::string freeName(const Scene& scene, const std::string& wanted)
{
    const std::string base = wanted.empty() ? "bone" : wanted;
    const auto taken = [&](const std::string& name) {
        return scene.find(std::string_view(name)) != kNoNode;
    };
    for (int i = 1;; ++i) {
        std::string name = i == 1 ? base : base + std::to_string(i);
        if (!taken(name) && !taken(name + ".L") && !taken(name + ".R")) return name;
    }
}

Result<Edits> drawBone(const Document& doc, const DrawBone& arguments, const edit::Context&)
{
    const Scene& scene = *doc.scene;
    const auto off = [](const Vec3& place) { return std::abs(place.x()) > kOnPlane; };
    const bool sided = arguments.mirrored && (off(arguments.head) || off(arguments.tail));
    const std::string name = freeName(scene, arguments.name);
    const bool left = arguments.head.x() + arguments.tail.x() > 0;
    edit::AddBone bone;
    bone.name = sided ? name + (left ? ".L" : ".R") : name;
    bone.parent = arguments.parent;
    bone.head = arguments.head;
    bone.tail = arguments.tail;
    Edits edits{bone};
    if (!sided) return edits;
    bone.name = name + (left ? ".R" : ".L");
    if (const NodeIndex parent = scene.find(arguments.parent); parent != kNoNode)
        bone.parent = scene[edit::partnerOf(scene, parent)].id;
    bone.head = edit::mirrored(bone.head);
    bone.tail = edit::mirrored(bone.tail);
    edits.emplace_back(bone);
    return edits;
}

}  // namespace

Row row(Of<DrawBone>)
{
    using O = DrawBone;
    return rowOf<O>(
        "drawBone", "a bone, and its partner on the other side", drawBone,
        edit::optional("parent", &O::parent), edit::required("head", &O::head, "position"),
        edit::required("tail", &O::tail, "position"), edit::optional("mirrored", &O::mirrored),
        edit::optional("name", &O::name, "name"));
}

}  // namespace posewright::operate
