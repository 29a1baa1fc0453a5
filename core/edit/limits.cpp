#include "core/edit/change.h"
#include "core/edit/families.h"

#include <cmath>
#include <string_view>

namespace posewright::edit {

namespace {

constexpr double kShort = 1e-9;  ///< [m] shorter than this, an axis has no direction

/// Which arguments each kind takes, by name.
struct Needs {
    LimitKind kind;
    std::string_view arguments;  ///< separated by blanks
};
constexpr Needs kNeeds[]{{LimitKind::Free, ""},
                         {LimitKind::Fixed, ""},
                         {LimitKind::Hinge, "axis min max"},
                         {LimitKind::Cone, "axis up angles twist"},
                         {LimitKind::Box, "x y z"},
                         {LimitKind::Prismatic, "axis min max"}};
static_assert(std::size(kNeeds) == kLimitNames.size());

bool lists(std::string_view words, std::string_view word)
{
    for (std::size_t at = words.find(word); at != std::string_view::npos;
         at = words.find(word, at + 1)) {
        const std::size_t end = at + word.size();
        if ((at == 0 || words[at - 1] == ' ') && (end == words.size() || words[end] == ' '))
            return true;
    }
    return false;
}

/// What is missing, or has no place in this kind.
std::optional<Error> misfit(const SetLimit& edit)
{
    const Needs& needs = kNeeds[static_cast<int>(edit.kind)];
    const auto wrong = [&](std::string_view name, bool given) -> std::optional<Error> {
        const bool needed = lists(needs.arguments, name);
        const bool may = needed || (edit.kind == LimitKind::Box && name == "order");
        if (given ? may : !needed) return {};
        const std::string text(name);
        return refused("a limit of kind " + std::string(kLimitNames[int(edit.kind)]) +
                           (given ? " takes no " : " needs ") + text,
                       '/' + text);
    };
    const std::pair<std::string_view, bool> all[]{
        {"axis", edit.axis.has_value()},     {"min", edit.min.has_value()},
        {"max", edit.max.has_value()},       {"up", edit.up.has_value()},
        {"angles", edit.angles.has_value()}, {"twist", edit.twist.has_value()},
        {"x", edit.x.has_value()},           {"y", edit.y.has_value()},
        {"z", edit.z.has_value()},           {"order", edit.order.has_value()}};
    for (const auto& [name, given] : all)
        if (std::optional<Error> error = wrong(name, given)) return error;
    return {};
}

Range rangeOf(const std::array<double, 2>& pair)
{
    return {pair[0], pair[1]};
}

Result<std::array<int, 3>> orderOf(const std::string& text)
{
    std::array<int, 3> order{};
    bool fits = text.size() == 3;
    for (std::size_t i = 0; fits && i < 3; ++i) {
        const std::size_t axis = std::string_view("xyz").find(text[i]);
        fits = axis != std::string_view::npos && text.find(text[i]) == i;
        order[i] = static_cast<int>(axis);
    }
    if (!fits) return refused("the order is not x, y and z, each once", "/order");
    return order;
}

Result<Limit> limitOf(const SetLimit& edit)
{
    if (std::optional<Error> error = misfit(edit)) return *std::move(error);
    Vec3 axis = Vec3::UnitX();
    if (edit.axis) {
        if (!(edit.axis->norm() > kShort)) return refused("the axis has no direction", "/axis");
        axis = edit.axis->normalized();
    }
    switch (edit.kind) {
    case LimitKind::Free: return Limit();
    case LimitKind::Fixed: return Limit(FixedLimit{});
    case LimitKind::Hinge: return Limit(HingeLimit{axis, {*edit.min, *edit.max}});
    case LimitKind::Prismatic: return Limit(PrismaticLimit{axis, {*edit.min, *edit.max}});
    case LimitKind::Cone: {
        const Vec3 up = *edit.up - axis * axis.dot(*edit.up);
        if (!(up.norm() > kShort)) return refused("up has no direction across the axis", "/up");
        return Limit(ConeLimit{axis, up.normalized(), *edit.angles, rangeOf(*edit.twist)});
    }
    case LimitKind::Box: {
        BoxLimit box{{rangeOf(*edit.x), rangeOf(*edit.y), rangeOf(*edit.z)}, {0, 1, 2}};
        if (edit.order) {
            const Result<std::array<int, 3>> order = orderOf(*edit.order);
            if (!order) return order.error();
            box.order = *order;
        }
        return Limit(box);
    }
    }
    return refused("there is no such kind of limit", "/kind");
}

std::array<double, 2> pairOf(const Range& range)
{
    return {range.min, range.max};
}

}  // namespace

SetLimit limitEdit(NodeId joint, const Limit& limit)
{
    SetLimit edit;
    edit.joint = joint;
    edit.kind = static_cast<LimitKind>(limit.index());
    if (const auto* hinge = std::get_if<HingeLimit>(&limit)) {
        edit.axis = hinge->axis;
        edit.min = hinge->angle.min;
        edit.max = hinge->angle.max;
    } else if (const auto* cone = std::get_if<ConeLimit>(&limit)) {
        edit.axis = cone->axis;
        edit.up = cone->up;
        edit.angles = cone->angles;
        edit.twist = pairOf(cone->twist);
    } else if (const auto* box = std::get_if<BoxLimit>(&limit)) {
        edit.x = pairOf(box->range[0]);
        edit.y = pairOf(box->range[1]);
        edit.z = pairOf(box->range[2]);
        edit.order.emplace();
        for (const int axis : box->order) edit.order->push_back("xyz"[axis]);
    } else if (const auto* slide = std::get_if<PrismaticLimit>(&limit)) {
        edit.axis = slide->axis;
        edit.min = slide->travel.min;
        edit.max = slide->travel.max;
    }
    return edit;
}

Result<Document> make(const Document& doc, const SetLimit& edit)
{
    std::vector<Node> nodes = doc.scene->nodes();
    auto* bone = std::get_if<BonePart>(&nodes[doc.scene->find(edit.joint)].part);
    if (!bone) return refused("only a bone has a limit", "/joint");
    Result<Limit> limit = limitOf(edit);
    if (!limit) return limit.error();
    bone->limit = *std::move(limit);
    return withNodes(doc, std::move(nodes), "/joint");
}

}  // namespace posewright::edit
