#pragma once

#include "core/edit/edit.h"
#include "core/operate/figure/fitted_limbs.h"

#include <nlohmann/json_fwd.hpp>

#include <map>
#include <string>
#include <vector>

/// Adding template skeletons, which are lists of edits, beside existing figures or inside a mesh.
namespace posewright::operate {

/// The placement of a skeleton: each position p of its list becomes scale * p + by, or, for bones
/// in `sticks`, the place given there. Everything is then turned by `turn`.
struct SkeletonPlacement {
    Vec3 scale = Vec3::Ones();
    Vec3 by = Vec3::Zero();
    std::map<std::string, Stick> sticks = {};
    Quat turn = Quat::Identity();
};

/// Beside everything in the document, on the ground.
SkeletonPlacement besideAll(const Document& doc, const nlohmann::json& list);

/// With the place, height and width of a mesh at rest, and a biped's joints inside the limbs of a
/// mesh with arms and legs (core/operate/figure/body_in_mesh.h). Error: the node is not a mesh with
/// vertices.
Result<SkeletonPlacement> insideOf(const Document& doc, NodeId mesh, const nlohmann::json& list);

/// The list's edits for this document: names that are taken get a number, and rate and range are
/// set only if the document is empty. Joints inside the outline of `mesh` are centred in its depth.
/// With a mesh, the list's flesh and boxes are left out.
/// @param list  of addBone, setLimit, addFlesh, addBox, addTarget, setTarget, setTargetKey, setFps,
/// setRange
/// @param mesh  None: joints are not centred
Result<std::vector<edit::Edit>> insertedSkeleton(const Document& doc, const nlohmann::json& list,
                                                 const SkeletonPlacement& to,
                                                 NodeId mesh = NodeId::None);

}  // namespace posewright::operate
