#pragma once

#include "core/retarget/figure.h"

#include <map>
#include <string>
#include <vector>

/// Assigning roles to bones by hand.
namespace posewright::ui {

/// The common prefix of all bone names up to a colon, like "mixamorig:"; empty: none.
std::string nameSpaceOf(const Scene& scene);

/// Gives bones a role, and takes them from the roles that they had.
void give(retarget::Figure& figure, retarget::Role role, std::vector<NodeIndex> bones);

/// Adds the roles without bones, so that those are cleared.
template <class Bones>
std::map<std::string, Bones> withAllRoles(std::map<std::string, Bones> roles)
{
    for (const retarget::Role role : retarget::allRoles())
        roles[std::string(retarget::nameOf(role))];
    return roles;
}

}  // namespace posewright::ui
