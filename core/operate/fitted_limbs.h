#pragma once

#include "core/edit/edit.h"
#include "core/operate/body_in_mesh.h"

#include <nlohmann/json_fwd.hpp>

#include <map>
#include <string>

/// The biped of the templates, with its joints where those of a body are.
namespace posewright::operate {

struct Stick {
    Vec3 head = Vec3::Zero(), tail = Vec3::Zero();
};

/// Where its bones lie, by their names, in a body that faces +Z. Elbows are bent back and knees to
/// the front a little, so that it shows to which side they bend. Empty: the list makes other bones.
std::map<std::string, Stick> sticksOf(const nlohmann::json& list, const BodyJoints& body);

/// Limits of joints that other bones lead away from than in the list, so that they allow what they
/// allowed there: arms that are spread come down as far.
class KeptLimits {
public:
    explicit KeptLimits(const nlohmann::json& list);

    /// @param edit of setLimit; its cone's openings are changed
    /// @param now has the joint, where it lies now, under this name
    void keep(nlohmann::json& edit, const Document& now, const std::string& name) const;

private:
    Document as_;  ///< the list's bones, as it has them
};

}  // namespace posewright::operate
