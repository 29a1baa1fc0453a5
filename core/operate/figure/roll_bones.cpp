#include "core/operate/roll_bones.h"

#include "core/edit/change.h"
#include "core/operate/row.h"

#include <algorithm>
#include <cmath>

namespace posewright::operate {

namespace {

constexpr double kAlong = 0.95;  ///< cosine above which two directions count as parallel
constexpr double kBent = 0.02;   ///< sine of the smallest bend that counts

struct Ways {
    const Scene& scene;
    const std::vector<WorldTransform> rest;

    /// Unit direction of the bone; nullopt if it is no bone or has no length.
    std::optional<Vec3> of(NodeIndex row) const
    {
        const BonePart* bone = row == kNoNode ? nullptr : scene[row].bone();
        if (!bone || !(bone->tip.norm() > 0)) return std::nullopt;
        const Vec3 way = rest[row].linear * bone->tip;
        return way.norm() > 0 ? std::optional<Vec3>(way.normalized()) : std::nullopt;
    }

    /// The axis that the bone bends about; zero if it is straight.
    Vec3 bend(NodeIndex row, const Vec3& way) const
    {
        for (NodeIndex child = row + 1; child < scene.size(); ++child)
            if (scene[child].parent == row)
                if (const auto next = of(child); next && way.cross(*next).norm() > kBent)
                    return way.cross(*next).normalized();
        const auto before = of(scene[row].parent);
        return before && before->cross(way).norm() > kBent ? before->cross(way).normalized()
                                                           : Vec3(Vec3::Zero());
    }
};

Vec3 across(const Vec3& v, const Vec3& way)
{
    return v - way * way.dot(v);
}

/// Solved in the bone's own space, where a roll is a rotation even if the bone is scaled, mirrored
/// or sheared in the world.
std::optional<double> rollTo(const Ways& ways, NodeIndex row, RollTo to)
{
    const std::optional<Vec3> way = ways.of(row);
    const Mat3& linear = ways.rest[row].linear;
    if (!way || !(std::abs(linear.determinant()) > 0)) return std::nullopt;
    const auto alongIt = [&](const Vec3& v) { return std::abs(way->dot(v)) > kAlong; };
    const Vec3 front = alongIt(Vec3::UnitZ()) ? Vec3::UnitY() : Vec3::UnitZ();
    Vec3 aim = front;
    if (to == RollTo::Up) aim = alongIt(Vec3::UnitY()) ? Vec3::UnitZ() : Vec3::UnitY();
    if (to == RollTo::Bend)
        if (const Vec3 about = ways.bend(row, *way); !about.isZero()) aim = about.cross(*way);
    const Vec3 along = ways.scene[row].bone()->tip.normalized();
    const Vec3 axis = std::abs(along.z()) > kAlong ? Vec3::UnitY() : Vec3::UnitZ();
    const Vec3 from = across(axis, along);
    const Vec3 there = across(linear.inverse() * across(aim, *way), along);
    return std::atan2(along.dot(from.cross(there)), from.dot(there));
}

Result<Edits> rollBones(const Document& doc, const RollBones& arguments, const edit::Context&)
{
    Result<Rolled> out = rolled(doc, arguments);
    if (!out) return out.error();
    return std::move(out->edits);
}

}  // namespace

std::optional<double> rollTo(const Scene& scene, NodeIndex bone, RollTo to)
{
    return rollTo(Ways{scene, edit::restWorld(scene)}, bone, to);
}

Result<Rolled> rolled(const Document& doc, const RollBones& arguments)
{
    constexpr double kSameRoll = 1e-12;
    const Scene& scene = *doc.scene;
    const Ways ways{scene, edit::restWorld(scene)};
    const bool all = arguments.bones.empty();
    std::vector<NodeId> bones = arguments.bones;
    if (all)
        for (const Node& node : scene.nodes()) bones.push_back(node.id);
    bool any = false;
    std::optional<Error> refusal;
    Rolled out;
    for (const NodeId bone : bones) {
        const auto by = rollTo(ways, scene.find(bone), arguments.to);
        if (!by) continue;
        const edit::RollBone roll{bone, *by};
        const bool lies = std::abs(*by) <= kSameRoll;
        // Bones that were named explicitly are never skipped.
        if (const auto can = all && !lies ? edit::apply(doc, roll) : Result<Document>(doc); !can) {
            out.left.push_back(can.error().message);
            if (!refusal) refusal = can.error();
            continue;
        }
        any = true;
        if (!lies) out.edits.emplace_back(roll);
    }
    if (!any && refusal) return *refusal;
    if (!any) return edit::refused("none of them is a bone of some length", "/bones");
    return out;
}

std::string told(const Rolled& rolled)
{
    constexpr std::size_t kMost = 3;  // more do not fit a line
    const std::size_t count = rolled.left.size();
    if (count == 0) return {};
    std::string text = count == 1 ? "1 bone stays as it is: "
                                  : std::to_string(count) + " bones stay as they are: ";
    for (std::size_t i = 0; i < std::min(count, kMost); ++i)
        text += (i > 0 ? "; " : "") + rolled.left[i];
    if (count > kMost) text += "; and others";
    return text;
}

std::span<const Word<RollTo>> words(RollTo)
{
    static const Word<RollTo> kWords[] = {
        {RollTo::Front, "front"}, {RollTo::Up, "up"}, {RollTo::Bend, "bend"}};
    return kWords;
}

Row row(Of<RollBones>)
{
    using O = RollBones;
    return rowOf<O>("rollBones", "bones turn their axes about their own ways", rollBones,
                    edit::optional("bones", &O::bones), edit::optional("to", &O::to));
}

}  // namespace posewright::operate
