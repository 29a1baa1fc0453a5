#include "core/edit/json_values.h"

#include "core/base/closest.h"
#include "core/edit/change.h"

#include <algorithm>
#include <cmath>

namespace posewright::edit {

namespace {

using nlohmann::json;

/// N finite numbers.
template <std::size_t N>
Result<std::array<double, N>> readNumbers(const json& value)
{
    if (!value.is_array() || value.size() != N)
        return Error{"it is not a list of " + std::to_string(N) + " numbers", {}};
    std::array<double, N> numbers{};
    for (std::size_t i = 0; i < N; ++i) {
        const json& item = value[i];
        numbers[i] = item.is_number() ? item.get<double>() : 0;
        if (!item.is_number() || !std::isfinite(numbers[i]))
            return Error{"it is not a finite number", "/" + std::to_string(i)};
    }
    return numbers;
}

Result<std::uint64_t> readId(const json& value)
{
    if (value.is_number_unsigned()) return value.get<std::uint64_t>();
    if (value.is_number_integer() && value.get<std::int64_t>() >= 0)
        return static_cast<std::uint64_t>(value.get<std::int64_t>());
    return Error{"it is neither a name nor an id", {}};
}

}  // namespace

std::span<const Word<Property>> words(Property)
{
    static constexpr Word<Property> kWords[]{{Property::Translation, "translation"},
                                             {Property::Rotation, "rotation"},
                                             {Property::Scale, "scale"},
                                             {Property::Influence, "influence"},
                                             {Property::Morph, "morph"}};
    return kWords;
}

std::span<const Word<KeyShape>> words(KeyShape)
{
    static constexpr Word<KeyShape> kWords[]{{KeyShape::Constant, "constant"},
                                             {KeyShape::Linear, "linear"},
                                             {KeyShape::Bezier, "bezier"},
                                             {KeyShape::Eased, "eased"}};
    return kWords;
}

std::span<const Word<HandleMode>> words(HandleMode)
{
    static constexpr Word<HandleMode> kWords[]{{HandleMode::AutoClamped, "auto"},
                                               {HandleMode::Free, "free"},
                                               {HandleMode::Aligned, "aligned"},
                                               {HandleMode::Vector, "vector"}};
    return kWords;
}

std::span<const Word<Side>> words(Side)
{
    static constexpr Word<Side> kWords[]{{Side::Left, "left"}, {Side::Right, "right"}};
    return kWords;
}

std::span<const Word<Solid>> words(Solid)
{
    static constexpr Word<Solid> kWords[]{{Solid::Box, "box"}, {Solid::Capsule, "capsule"}};
    return kWords;
}

std::span<const Word<Interpolation>> words(Interpolation)
{
    static constexpr Word<Interpolation> kWords[]{{Interpolation::Constant, "constant"},
                                                  {Interpolation::Linear, "linear"},
                                                  {Interpolation::Bezier, "bezier"}};
    return kWords;
}

std::span<const Word<RotationInterpolation>> words(RotationInterpolation)
{
    static constexpr Word<RotationInterpolation> kWords[]{{RotationInterpolation::Step, "step"},
                                                          {RotationInterpolation::Slerp, "slerp"},
                                                          {RotationInterpolation::Cubic, "cubic"},
                                                          {RotationInterpolation::Eased, "eased"}};
    return kWords;
}

std::span<const Word<LimitKind>> words(LimitKind)
{
    static constexpr auto kWords = [] {
        std::array<Word<LimitKind>, kLimitNames.size()> words{};
        for (std::size_t i = 0; i < words.size(); ++i) words[i] = {LimitKind(i), kLimitNames[i]};
        return words;
    }();
    return kWords;
}

std::string Codec<bool>::kind()
{
    return "true|false";
}
json Codec<bool>::write(const bool& value, const Document*)
{
    return value;
}
Result<bool> Codec<bool>::read(const json& value, const Document&)
{
    if (!value.is_boolean()) return Error{"it is neither true nor false", {}};
    return value.get<bool>();
}

std::string Codec<int>::kind()
{
    return "integer";
}
json Codec<int>::write(const int& value, const Document*)
{
    return value;
}
Result<int> Codec<int>::read(const json& value, const Document&)
{
    if (value.is_number_integer() && value >= -1000000 && value <= 1000000) return value.get<int>();
    return Error{"it is not a small integer", {}};
}

std::string Codec<double>::kind()
{
    return "number";
}
json Codec<double>::write(const double& value, const Document*)
{
    return value;
}
Result<double> Codec<double>::read(const json& value, const Document&)
{
    if (!value.is_number() || !std::isfinite(value.get<double>()))
        return Error{"it is not a finite number", {}};
    return value.get<double>();
}

std::string Codec<std::string>::kind()
{
    return "text";
}
json Codec<std::string>::write(const std::string& value, const Document*)
{
    return value;
}
Result<std::string> Codec<std::string>::read(const json& value, const Document&)
{
    if (!value.is_string()) return Error{"it is not a text", {}};
    return value.get<std::string>();
}

std::string Codec<NodeId>::kind()
{
    return "node";
}
json Codec<NodeId>::write(const NodeId& value, const Document* doc)
{
    if (value == NodeId::None) return nullptr;
    if (doc)
        if (const NodeIndex row = doc->scene->find(value); row != kNoNode)
            return (*doc->scene)[row].name;
    return static_cast<std::uint64_t>(value);
}
Result<NodeId> Codec<NodeId>::read(const json& value, const Document& doc)
{
    if (value.is_null()) return NodeId::None;
    if (value.is_string()) {
        const auto& name = value.get_ref<const std::string&>();
        const NodeIndex row = doc.scene->find(name);
        if (row == kNoNode) {
            std::vector<std::string_view> names;
            for (const Node& node : doc.scene->nodes()) names.push_back(node.name);
            return refused("there is no node " + quoted(name), {}, didYouMean(name, names));
        }
        return (*doc.scene)[row].id;
    }
    const Result<std::uint64_t> id = readId(value);
    if (!id) return id.error();
    return NodeId{*id};
}

std::string Codec<ConstraintId>::kind()
{
    return "target";
}
json Codec<ConstraintId>::write(const ConstraintId& value, const Document* doc)
{
    if (doc)
        if (const Constraint* constraint = findConstraint(*doc->rig, value))
            if (const NodeIndex row = doc->scene->find(constraint->target); row != kNoNode)
                return (*doc->scene)[row].name;
    return static_cast<std::uint64_t>(value);
}
Result<ConstraintId> Codec<ConstraintId>::read(const json& value, const Document& doc)
{
    if (value.is_string()) {
        const auto& name = value.get_ref<const std::string&>();
        const Constraint* constraint = findConstraint(doc, name);
        if (!constraint) {
            std::vector<std::string_view> names;
            for (const Constraint& c : doc.rig->constraints) names.push_back(targetName(doc, c));
            return refused("there is no target " + quoted(name), {}, didYouMean(name, names));
        }
        return constraint->id;
    }
    const Result<std::uint64_t> id = readId(value);
    if (!id) return id.error();
    return ConstraintId{*id};
}

std::string Codec<Vec3>::kind()
{
    return "[x,y,z]";
}
json Codec<Vec3>::write(const Vec3& value, const Document*)
{
    return {value.x(), value.y(), value.z()};
}
Result<Vec3> Codec<Vec3>::read(const json& value, const Document&)
{
    const auto n = readNumbers<3>(value);
    if (!n) return n.error();
    return Vec3((*n)[0], (*n)[1], (*n)[2]);
}

std::string Codec<Quat>::kind()
{
    return "[x,y,z,w]";
}
json Codec<Quat>::write(const Quat& value, const Document*)
{
    return {value.x(), value.y(), value.z(), value.w()};
}
Result<Quat> Codec<Quat>::read(const json& value, const Document&)
{
    const auto n = readNumbers<4>(value);
    if (!n) return n.error();
    return Quat((*n)[3], (*n)[0], (*n)[1], (*n)[2]);
}

std::string Codec<Ease>::kind()
{
    return "[x1,y1,x2,y2]";
}
json Codec<Ease>::write(const Ease& value, const Document*)
{
    return {value.x1, value.y1, value.x2, value.y2};
}
Result<Ease> Codec<Ease>::read(const json& value, const Document&)
{
    const auto n = readNumbers<4>(value);
    if (!n) return n.error();
    return Ease{(*n)[0], (*n)[1], (*n)[2], (*n)[3]};
}

std::string Codec<Handle>::kind()
{
    return "[frames,value]";
}
json Codec<Handle>::write(const Handle& value, const Document*)
{
    return {value.frames, value.value};
}
Result<Handle> Codec<Handle>::read(const json& value, const Document&)
{
    const auto n = readNumbers<2>(value);
    if (!n) return n.error();
    return Handle{(*n)[0], (*n)[1]};
}

std::string Codec<FrameRange>::kind()
{
    return "[start,end]";
}
json Codec<FrameRange>::write(const FrameRange& value, const Document*)
{
    return value;
}
Result<FrameRange> Codec<FrameRange>::read(const json& value, const Document&)
{
    return readNumbers<2>(value);
}

std::string Codec<FourAngles>::kind()
{
    return "[up,right,down,left]";
}
json Codec<FourAngles>::write(const FourAngles& value, const Document*)
{
    return value;
}
Result<FourAngles> Codec<FourAngles>::read(const json& value, const Document&)
{
    return readNumbers<4>(value);
}

}  // namespace posewright::edit
