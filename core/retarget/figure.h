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

/// The bones of a skeleton by what they are to a body: rows of its scene, from the hips outwards.
/// Roles that are no chain have one bone at most.
class Figure {
public:
    const std::vector<NodeIndex>& bones(Role role) const { return bones_[row(role)]; }
    void set(Role role, std::vector<NodeIndex> bones) { bones_[row(role)] = std::move(bones); }
    bool has(Role role) const { return !bones(role).empty(); }
    /// kNoNode where the role has no bone.
    NodeIndex first(Role role) const { return has(role) ? bones(role).front() : kNoNode; }
    NodeIndex last(Role role) const { return has(role) ? bones(role).back() : kNoNode; }
    /// How many roles have a bone.
    int size() const;

    bool operator==(const Figure&) const = default;

private:
    static std::size_t row(Role role) { return static_cast<std::size_t>(role); }
    std::array<std::vector<NodeIndex>, kRoles> bones_;
};

/// Reads the roles off the names of bones, and off how they hang together where names leave them
/// open. Never an error: a figure that tells nothing has no roles. O(nodes * depth).
Figure figureOf(const Scene& scene);

/// All figures of a file with several, of which figureOf is the first: the one of which most is
/// known. Never empty.
std::vector<Figure> figuresOf(const Scene& scene);

/// {"hips": ["Hips"], "leftUpperArm": ["LeftArm"]...}: the roles that have bones.
nlohmann::json toJson(const Figure& figure, const Scene& scene);

/// Reads what toJson wrote, or a person: a name alone stands for a list of one. Roles that are not
/// given are those of `otherwise`; an empty list takes the role's bones away. Where the hips are
/// those of another figure of the file, what is not given is that figure's.
/// Error: no such role or bone, a bone twice, bones of a chain that do not follow one another, a
/// bone that carries the hips; its place is a JSON pointer.
Result<Figure> figureFrom(const nlohmann::json& json, const Scene& scene, const Figure& otherwise);

/// What of a figure breaks these rules; the place is the role's, as a JSON pointer.
std::optional<Error> faultOf(const Figure& figure, const Scene& scene);

/// Why this figure cannot give or take a motion; empty: it can.
std::string obstacle(const Figure& figure);

}  // namespace posewright::retarget
