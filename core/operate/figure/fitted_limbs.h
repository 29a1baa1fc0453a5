#pragma once

#include "core/edit/edit.h"
#include "core/operate/figure/body_in_mesh.h"

#include <nlohmann/json_fwd.hpp>

#include <map>
#include <string>

/// The biped template, with its joints fitted to a body.
namespace posewright::operate {

struct Stick {
    Vec3 head = Vec3::Zero(), tail = Vec3::Zero();
};

/// The biped's bones by name, in a body that faces +Z. Elbows are slightly bent backwards and knees
/// forwards, to define their bend direction. Empty: the list is of another skeleton.
std::map<std::string, Stick> sticksOf(const nlohmann::json& list, const BodyJoints& body);

/// Adapts limits to bones with other directions than in the list, so that they allow the same
/// poses: arms that are spread can come down as far.
class KeptLimits {
public:
    explicit KeptLimits(const nlohmann::json& list);

    /// @param edit a setLimit; the openings of its cone are changed
    /// @param now has the joint at its new place under this name
    void keep(nlohmann::json& edit, const Document& now, const std::string& name) const;

private:
    Document as_;  ///< the list's bones, unchanged
};

}  // namespace posewright::operate
