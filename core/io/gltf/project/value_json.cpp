#include "core/io/gltf/project/value_json.h"

#include "core/io/text.h"
#include "core/motion/span_words.h"

#include <limits>

namespace posewright::io::gltf {

namespace {

template <class Enum>
Enum named(const Json& json)
{
    const std::string& name = text(json);
    for (const Word<Enum>& w : words(Enum{}))
        if (w.word == name) return w.value;
    refuse(json, "there is no " + inQuotes(name) + " here");
}

constexpr std::array<const char*, 3> kAxisNames{"x", "y", "z"};

template <std::size_t I = 0>
Limit limitNamed(const Json& json, const std::string& name)
{
    if constexpr (I == std::variant_size_v<Limit>) {
        refuse(json["kind"], "there is no limit " + inQuotes(name));
    } else {
        using L = std::variant_alternative_t<I, Limit>;
        if constexpr (Described<L>)
            if (name == kLimitNames[I]) {
                L limit;
                read(json, limit);
                return limit;
            }
        return limitNamed<I + 1>(json, name);
    }
}

/// Does the object's flag name this kind? Kinds without a flag are named by their other joint; 0 is
/// none.
template <class Kind>
bool isNamed(const Json& object, const Kind& kind)
{
    const std::string flag(Kind::kRules.flag);
    if (!flag.empty()) return truth(object, flag.c_str(), false);
    bool named = false;
    if constexpr (requires { kind.meets; }) named = count(object, "meets", 0) != 0;
    return named;
}

/// Finds the kind that the object names.
template <std::size_t I = 0>
void readKind(const Json& object, ConstraintKind& kind)
{
    if constexpr (I < std::variant_size_v<ConstraintKind>) {
        std::variant_alternative_t<I, ConstraintKind> named{};
        if (isNamed(object, named)) {
            if (kind.index() != 0)
                refuse(member(object, rulesOf(kind).member()),
                       std::string(rulesOf(kind).name) + " is not " +
                           std::string(decltype(named)::kRules.name) + ", too");
            read(object, named);
            kind = named;
        }
        readKind<I + 1>(object, kind);
    }
}

}  // namespace

Json written(bool value)
{
    return value;
}
Json written(int value)
{
    return value;
}
Json written(float value)
{
    return value;
}
Json written(double value)
{
    return value;
}
Json written(const std::string& value)
{
    return value;
}
Json written(NodeId id)
{
    return static_cast<std::uint64_t>(id);
}
Json written(ConstraintId id)
{
    return static_cast<std::uint64_t>(id);
}
Json written(const Vec3& v)
{
    return gltf::toJson(v);
}
Json written(const Quat& q)
{
    return gltf::toJson(q);
}
Json written(const Range& range)
{
    return Json::array({range.min, range.max});
}
Json written(const std::array<int, 3>& axes)
{
    return axes;
}
Json written(const std::array<float, 3>& color)
{
    return color;
}
Json written(const std::array<double, 4>& angles)
{
    return angles;
}
Json written(const Limit& limit)
{
    return std::visit(
        [&](const auto& kind) -> Json {
            if constexpr (Described<std::decay_t<decltype(kind)>>) {
                Json json = written(kind);
                json["kind"] = kLimitNames[limit.index()];
                return json;
            } else {
                return nullptr;
            }
        },
        limit);
}
Json written(SpanKind kind)
{
    return wordOf(kind);
}
Json written(TargetPath path)
{
    return wordOf(path);
}
Json written(LightKind kind)
{
    return wordOf(kind);
}
Json written(const std::pair<NodeId, Quat>& held)
{
    return {{"node", written(held.first)}, {"rotation", written(held.second)}};
}

void read(const Json& json, bool& value)
{
    if (!json.is_boolean()) refuse(json, "expected true or false");
    value = json.get<bool>();
}
void read(const Json& json, int& row)
{
    row = index(json, std::numeric_limits<int>::max(), "row");
}
void read(const Json& json, float& value)
{
    value = static_cast<float>(number(json));
}
void read(const Json& json, double& value)
{
    value = number(json);
}
void read(const Json& json, std::string& value)
{
    value = text(json);
}
void read(const Json& json, NodeId& id)
{
    id = NodeId(count(json));
}
void read(const Json& json, ConstraintId& id)
{
    id = ConstraintId(count(json));
}
void read(const Json& json, Vec3& v)
{
    v = vec3(json);
}
void read(const Json& json, Quat& q)
{
    q = quaternion(json);
}
void read(const Json& json, Range& range)
{
    const auto v = numbers<2>(json);
    range = {v[0], v[1]};
}
void read(const Json& json, std::array<int, 3>& axes)
{
    if (!json.is_array() || json.size() != 3) refuse(json, "expected three axes");
    for (int i = 0; i < 3; ++i) axes[i] = index(json[i], 3, "axis");
}
void read(const Json& json, std::array<float, 3>& color)
{
    const auto v = numbers<3>(json);
    for (int i = 0; i < 3; ++i) color[i] = static_cast<float>(v[i]);
}
void read(const Json& json, std::array<double, 4>& angles)
{
    angles = numbers<4>(json);
}
void read(const Json& json, Limit& limit)
{
    limit = limitNamed(json, text(member(json, "kind")));
}
void read(const Json& json, SpanKind& kind)
{
    kind = named<SpanKind>(json);
}
void read(const Json& json, TargetPath& path)
{
    path = named<TargetPath>(json);
}
void read(const Json& json, LightKind& kind)
{
    kind = named<LightKind>(json);
}
void read(const Json& json, std::pair<NodeId, Quat>& held)
{
    read(member(json, "node"), held.first);
    read(member(json, "rotation"), held.second);
}

void writeInto(Json& object, const ConstraintKind& kind)
{
    const std::string flag(rulesOf(kind).flag);
    if (!flag.empty()) object[flag] = true;
    object.update(std::visit([](const auto& k) { return written(k); }, kind));
}
void readFrom(const Json& object, ConstraintKind& kind)
{
    readKind(object, kind);
}

// A trajectory is written as Resolve plus a flag, so that older readers solve its frames one by
// one.
void writeInto(Json& object, Inbetween inbetween)
{
    const bool together = inbetween == Inbetween::Trajectory;
    object["inbetween"] = wordOf(together ? Inbetween::Resolve : inbetween);
    if (together) object["together"] = true;
}
void readFrom(const Json& object, Inbetween& inbetween)
{
    const Json& word = member(object, "inbetween");
    inbetween = named<Inbetween>(word);
    if (inbetween == Inbetween::Trajectory)
        refuse(word, "there is no " + inQuotes(text(word)) + " here");
    if (truth(object, "together", false)) inbetween = Inbetween::Trajectory;
}

void writeInto(Json& object, const std::array<Range, 3>& ranges)
{
    for (int i = 0; i < 3; ++i) object[kAxisNames[i]] = written(ranges[i]);
}
void readFrom(const Json& object, std::array<Range, 3>& ranges)
{
    for (int i = 0; i < 3; ++i) read(member(object, kAxisNames[i]), ranges[i]);
}

}  // namespace posewright::io::gltf
