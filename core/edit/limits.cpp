#include "core/edit/limits.h"

#include "core/edit/change.h"

#include <algorithm>
#include <cassert>
#include <string_view>
#include <type_traits>

namespace posewright::edit {

namespace {

constexpr double kShort = 1e-9;  ///< [m] shorter axes have no direction

/// Calls `each` with every argument of a limit, under the name that kinds use.
template <class Self, class Each>
void eachOf(Self& edit, Each&& each)
{
    each("axis", edit.axis);
    each("min", edit.min);
    each("max", edit.max);
    each("up", edit.up);
    each("angles", edit.angles);
    each("twist", edit.twist);
    each("x", edit.x);
    each("y", edit.y);
    each("z", edit.z);
    each("order", edit.order);
}

/// The argument of this name, if it is a std::optional<T>.
template <class T, class Self>
auto* argument(Self& edit, std::string_view name)
{
    using Found =
        std::conditional_t<std::is_const_v<Self>, const std::optional<T>, std::optional<T>>;
    Found* found = nullptr;
    eachOf(edit, [&](std::string_view called, auto& value) {
        if constexpr (std::is_same_v<std::decay_t<decltype(value)>, std::optional<T>>)
            if (called == name) found = &value;
    });
    assert(found);  // every name that a kind uses is an argument of the edit
    return found;
}

/// The arguments that a kind of limit needs.
class Needs {
public:
    explicit Needs(const Limit& kind) { limits::eachArgument(kind, *this); }

    bool needs(std::string_view name) const { return std::ranges::count(needed_, name) > 0; }
    bool takes(std::string_view name) const { return needs(name) || name == optional_; }

    void operator()(std::string_view name, const auto&) { needed_.push_back(name); }
    void operator()(std::string_view name, const std::array<int, 3>&) { optional_ = name; }
    void operator()(std::string_view low, std::string_view high, const Range&)
    {
        needed_.insert(needed_.end(), {low, high});
    }

private:
    std::vector<std::string_view> needed_;
    std::string_view optional_;  ///< may be omitted
};

/// The argument that is missing, or not allowed for this kind.
std::optional<Error> misfit(const SetLimit& edit)
{
    const Needs kind(limits::ofKind(static_cast<std::size_t>(edit.kind)));
    std::optional<Error> error;
    eachOf(edit, [&](std::string_view name, const auto& value) {
        const bool given = value.has_value();
        if (error || (given ? kind.takes(name) : !kind.needs(name))) return;
        const std::string text(name);
        error = refused("a limit of kind " + std::string(kLimitNames[int(edit.kind)]) +
                            (given ? " takes no " : " needs ") + text,
                        '/' + text);
    });
    return error;
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

/// Writes the arguments of a fitting edit into a limit.
struct Taker {
    const SetLimit& edit;
    std::optional<Error> error;

    void operator()(std::string_view name, Vec3& axis)
    {
        const Vec3& given = **argument<Vec3>(edit, name);
        // `straighten` makes `up` perpendicular to the axis afterwards.
        if (name != "axis")
            axis = given;
        else if (given.norm() > kShort)
            axis = given.normalized();
        else
            error = refused("the axis has no direction", "/axis");
    }
    void operator()(std::string_view name, std::array<double, 4>& angles)
    {
        angles = **argument<std::array<double, 4>>(edit, name);
    }
    void operator()(std::string_view name, Range& range)
    {
        const auto& [min, max] = **argument<std::array<double, 2>>(edit, name);
        range = {min, max};
    }
    void operator()(std::string_view low, std::string_view high, Range& range)
    {
        range = {**argument<double>(edit, low), **argument<double>(edit, high)};
    }
    void operator()(std::string_view name, std::array<int, 3>& order)
    {
        const std::optional<std::string>& text = *argument<std::string>(edit, name);
        if (!text) return;
        const Result<std::array<int, 3>> given = orderOf(*text);
        if (given)
            order = *given;
        else
            error = given.error();
    }
};

Result<Limit> limitOf(const SetLimit& edit)
{
    if (std::optional<Error> error = misfit(edit)) return *std::move(error);
    Limit limit = limits::ofKind(static_cast<std::size_t>(edit.kind));
    Taker taker{edit, {}};
    limits::eachArgument(limit, taker);
    if (taker.error) return *std::move(taker.error);
    const std::string slanted(
        std::visit([](auto& kind) { return limits::straighten(kind); }, limit));
    if (!slanted.empty())
        return refused(slanted + " has no direction across the axis", '/' + slanted);
    return limit;
}

/// Writes the arguments of a limit into an edit.
struct Giver {
    SetLimit& edit;

    void operator()(std::string_view name, const Vec3& axis) const
    {
        *argument<Vec3>(edit, name) = axis;
    }
    void operator()(std::string_view name, const std::array<double, 4>& angles) const
    {
        *argument<std::array<double, 4>>(edit, name) = angles;
    }
    void operator()(std::string_view name, const Range& range) const
    {
        *argument<std::array<double, 2>>(edit, name) = {range.min, range.max};
    }
    void operator()(std::string_view low, std::string_view high, const Range& range) const
    {
        *argument<double>(edit, low) = range.min;
        *argument<double>(edit, high) = range.max;
    }
    void operator()(std::string_view name, const std::array<int, 3>& order) const
    {
        std::string& text = argument<std::string>(edit, name)->emplace();
        for (const int axis : order) text.push_back("xyz"[axis]);
    }
};

}  // namespace

SetLimit limitEdit(NodeId joint, const Limit& limit)
{
    SetLimit edit;
    edit.joint = joint;
    edit.kind = static_cast<LimitKind>(limit.index());
    limits::eachArgument(limit, Giver{edit});
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
