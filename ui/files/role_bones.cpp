#include "ui/files/role_bones.h"

#include "core/edit/mirror.h"

#include <algorithm>

namespace posewright::ui {

NodeIndex otherSide(const Scene& scene, NodeIndex row)
{
    if (row == kNoNode) return kNoNode;
    for (const edit::SidedName& reading : edit::sidesOf(scene[row].name))
        if (const NodeIndex other = scene.find(reading.other); other != kNoNode) return other;
    return row;
}

void give(retarget::Figure& figure, retarget::Role role, std::vector<NodeIndex> bones)
{
    for (const retarget::Role other : retarget::allRoles()) {
        std::vector<NodeIndex> left = figure.bones(other);
        std::erase_if(left, [&](NodeIndex row) {
            return std::find(bones.begin(), bones.end(), row) != bones.end();
        });
        figure.set(other, std::move(left));
    }
    figure.set(role, std::move(bones));
}

}  // namespace posewright::ui
