#include "ui/files/role_bones.h"

#include <algorithm>
#include <optional>
#include <string_view>

namespace posewright::ui {

std::string nameSpaceOf(const Scene& scene)
{
    std::optional<std::string_view> shared;
    for (const Node& node : scene.nodes()) {
        if (!node.bone()) continue;
        const std::string_view name = node.name;
        const std::size_t end = name.rfind(':') + 1;  // 0 if there is none
        if (end == name.size()) return {};
        if (!shared) shared = name.substr(0, end);
        if (name.substr(0, end) != *shared) return {};
    }
    return std::string(shared.value_or(std::string_view()));
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
