#include "core/base/closest.h"
#include "core/retarget/figure.h"

#include <nlohmann/json.hpp>

namespace posewright::retarget {

namespace {

using nlohmann::json;

Error noSuchRole(const std::string& name)
{
    std::vector<std::string_view> names;
    for (const Role role : allRoles()) names.push_back(nameOf(role));
    const std::string_view like = closest(name, names);
    return Error{.message = "there is no role \"" + name + '"',
                 .where = '/' + name,
                 .advice = like.empty() ? "roles are named as hips, spine, leftUpperArm"
                                        : "did you mean \"" + std::string(like) + "\"?"};
}

Result<std::vector<NodeIndex>> bonesOf(const json& names, Role role, const Scene& scene)
{
    const std::string where = '/' + std::string(nameOf(role));
    const json list = names.is_string() ? json::array({names}) : names;
    if (!list.is_array()) return Error{"it is not the names of bones", where};
    if (list.size() > 1 && !isChain(role)) return Error{"it takes one bone", where};
    std::vector<NodeIndex> rows;
    for (std::size_t i = 0; i < list.size(); ++i) {
        const std::string place = where + '/' + std::to_string(i);
        if (!list[i].is_string()) return Error{"it is not the name of a bone", place};
        const auto& name = list[i].get_ref<const std::string&>();
        const NodeIndex row = scene.find(name);
        if (row == kNoNode || !scene[row].bone())
            return Error{"there is no bone \"" + name + '"', place};
        if (!rows.empty() && !scene.isAbove(rows.back(), row))
            return Error{'"' + name + "\" does not hang below the bone before it", place};
        rows.push_back(row);
    }
    return rows;
}

/// The scene's figure with the given hips; `otherwise` if there is none.
Figure withHipsOf(const json& from, const Scene& scene, const Figure& otherwise)
{
    const auto given = from.find(nameOf(Role::Hips));
    if (given == from.end()) return otherwise;
    const Result<std::vector<NodeIndex>> hips = bonesOf(*given, Role::Hips, scene);
    if (!hips || hips->empty() || *hips == otherwise.bones(Role::Hips)) return otherwise;
    for (const Figure& figure : figuresOf(scene))
        if (figure.bones(Role::Hips) == *hips) return figure;
    return otherwise;
}

}  // namespace

json toJson(const Figure& figure, const Scene& scene)
{
    json out = json::object();
    for (const Role role : allRoles()) {
        if (!figure.has(role)) continue;
        json& names = out[std::string(nameOf(role))] = json::array();
        for (const NodeIndex row : figure.bones(role)) names.push_back(scene[row].name);
    }
    return out;
}

std::optional<Error> faultOf(const Figure& figure, const Scene& scene)
{
    std::vector<std::string_view> holder(static_cast<std::size_t>(scene.size()));
    for (const Role role : allRoles()) {
        const std::vector<NodeIndex>& bones = figure.bones(role);
        const std::string where = '/' + std::string(nameOf(role));
        if (bones.size() > 1 && !isChain(role)) return Error{"it takes one bone", where};
        for (std::size_t i = 0; i < bones.size(); ++i) {
            const NodeIndex row = bones[i];
            const std::string name = '"' + scene[row].name + '"';
            if (!scene[row].bone()) return Error{name + " is no bone", where};
            if (i > 0 && !scene.isAbove(bones[i - 1], row))
                return Error{name + " does not hang below the bone before it", where};
            std::string_view& by = holder[static_cast<std::size_t>(row)];
            if (!by.empty()) return Error{name + " is " + std::string(by) + " already", where};
            by = nameOf(role);
            if (scene.isAbove(row, figure.first(Role::Hips)))
                return Error{"the hips hang below " + name, where};
        }
    }
    return {};
}

Result<Figure> figureFrom(const json& from, const Scene& scene, const Figure& otherwise)
{
    if (!from.is_object()) return Error{"it is not an object of roles", {}};
    Figure figure = withHipsOf(from, scene, otherwise);
    for (const auto& [name, names] : from.items()) {
        const std::optional<Role> role = roleNamed(name);
        if (!role) return noSuchRole(name);
        Result<std::vector<NodeIndex>> rows = bonesOf(names, *role, scene);
        if (!rows) return rows.error();
        figure.set(*role, *std::move(rows));
    }
    if (std::optional<Error> fault = faultOf(figure, scene)) return *std::move(fault);
    return figure;
}

}  // namespace posewright::retarget
