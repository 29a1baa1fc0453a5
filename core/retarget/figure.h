#pragma once

#include "core/base/result.h"
#include "core/retarget/role.h"
#include "core/scene/scene.h"

#include <nlohmann/json_fwd.hpp>

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace posewright::retarget {

/// The bones of a skeleton by role, as rows of its scene, from the hips outwards. Roles that are
/// not chains have one bone at most.
class Figure {
public:
    const std::vector<NodeIndex>& bones(Role role) const { return bones_[row(role)]; }
    void set(Role role, std::vector<NodeIndex> bones) { bones_[row(role)] = std::move(bones); }
    bool has(Role role) const { return !bones(role).empty(); }
    /// kNoNode if the role has no bone.
    NodeIndex first(Role role) const { return has(role) ? bones(role).front() : kNoNode; }
    NodeIndex last(Role role) const { return has(role) ? bones(role).back() : kNoNode; }
    /// How many roles have a bone.
    int size() const;

    bool operator==(const Figure&) const = default;

private:
    static std::size_t row(Role role) { return static_cast<std::size_t>(role); }
    std::array<std::vector<NodeIndex>, kRoles> bones_;
};

/// Finds the roles from the names of bones, and from the hierarchy if names are ambiguous. Never an
/// error: a figure that is not recognised has no roles. O(nodes * depth).
Figure figureOf(const Scene& scene);

/// All figures in a scene. The first is figureOf, the one with the most roles found. Never empty.
std::vector<Figure> figuresOf(const Scene& scene);

/// {"hips": ["Hips"], "leftUpperArm": ["LeftArm"]...}: the roles that have bones.
nlohmann::json toJson(const Figure& figure, const Scene& scene);

/// Reads what toJson or a person wrote: a name alone stands for a list of one. Roles that are not
/// given are those of `otherwise`, or, if the given hips belong to another figure of the scene,
/// those of that figure. An empty list removes the role's bones.
/// Error: no such role or bone, a bone twice, bones of a chain that do not follow one another, a
/// bone above the hips; its place is a JSON pointer.
Result<Figure> figureFrom(const nlohmann::json& json, const Scene& scene, const Figure& otherwise);

/// The first breach of these rules by a figure; the place is the role as a JSON pointer.
std::optional<Error> faultOf(const Figure& figure, const Scene& scene);

/// Why this figure cannot be the source or target of a motion; empty: it can.
std::string obstacle(const Figure& figure);

}  // namespace posewright::retarget
