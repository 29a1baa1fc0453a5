#pragma once

#include "core/edit/edit.h"
#include "core/operate/fitted_limbs.h"

#include <nlohmann/json_fwd.hpp>

#include <map>
#include <string>
#include <vector>

/// Skeletons that come as lists of edits, beside what is there or inside of a mesh.
namespace posewright::operate {

/// Where a skeleton goes: each place p of its list comes to be scale * p + by. Bones that `sticks`
/// names lie there instead, and all is turned at last.
struct Placement {
    Vec3 scale = Vec3::Ones();
    Vec3 by = Vec3::Zero();
    std::map<std::string, Stick> sticks = {};
    Quat turn = Quat::Identity();
};

/// Beside all that is there, on the ground.
Placement besideAll(const Document& doc, const nlohmann::json& list);

/// As tall and as wide as a mesh at rest, and where that is; a biped's joints in the limbs of a
/// mesh that has arms and legs (core/operate/body_in_mesh.h). Error: it is no mesh with vertices.
Result<Placement> insideOf(const Document& doc, NodeId mesh, const nlohmann::json& list);

/// The list's edits for this document: names that are taken get a number, and rate and range stay
/// where there is anything yet. Joints come to lie in the middle of `mesh`, seen from the front,
/// where they are inside of it.
/// @param list  of addBone, setLimit, addTarget, setTarget, setTargetKey, setFps, setRange
/// @param mesh  None: nothing is looked for
Result<std::vector<edit::Edit>> insertedSkeleton(const Document& doc, const nlohmann::json& list,
                                                 const Placement& to, NodeId mesh = NodeId::None);

}  // namespace posewright::operate
