#pragma once

#include "core/document/describe.h"
#include "core/io/gltf/text/json.h"

/// Conversion of described values to and from JSON objects with the described names. Reading throws
/// Trouble.
namespace posewright::io::gltf {

Json written(bool value);
Json written(int value);
Json written(float value);
Json written(double value);
Json written(const std::string& value);
Json written(NodeId id);
Json written(ConstraintId id);
Json written(const Vec3& v);
Json written(const Quat& q);
Json written(const Range& range);
Json written(const std::array<int, 3>& axes);
Json written(const std::array<float, 3>& color);
Json written(const std::array<double, 4>& angles);
Json written(const Limit& limit);  ///< of a joint that has one
Json written(SpanKind kind);
Json written(TargetPath path);
Json written(LightKind kind);
Json written(const std::pair<NodeId, Quat>& held);

void read(const Json& json, bool& value);
void read(const Json& json, int& row);
void read(const Json& json, float& value);
void read(const Json& json, double& value);
void read(const Json& json, std::string& value);
void read(const Json& json, NodeId& id);
void read(const Json& json, ConstraintId& id);
void read(const Json& json, Vec3& v);
void read(const Json& json, Quat& q);
void read(const Json& json, Range& range);
void read(const Json& json, std::array<int, 3>& axes);
void read(const Json& json, std::array<float, 3>& color);
void read(const Json& json, std::array<double, 4>& angles);
void read(const Json& json, Limit& limit);
void read(const Json& json, SpanKind& kind);
void read(const Json& json, TargetPath& path);
void read(const Json& json, LightKind& kind);
void read(const Json& json, std::pair<NodeId, Quat>& held);

// Written as several members of the enclosing object.
void writeInto(Json& object, const ConstraintKind& kind);
void writeInto(Json& object, Inbetween inbetween);
void writeInto(Json& object, const std::array<Range, 3>& ranges);
void readFrom(const Json& object, ConstraintKind& kind);
void readFrom(const Json& object, Inbetween& inbetween);
void readFrom(const Json& object, std::array<Range, 3>& ranges);
template <class M>
inline constexpr bool kSpread = std::is_same_v<M, ConstraintKind> || std::is_same_v<M, Inbetween> ||
                                std::is_same_v<M, std::array<Range, 3>>;

template <Described T>
Json written(const T& value);
template <Described T>
void read(const Json& json, T& value);

template <class T>
Json written(const std::vector<T>& list)
{
    Json json = Json::array();
    for (const T& item : list) json.push_back(written(item));
    return json;
}
template <class T>
void read(const Json& json, std::vector<T>& list)
{
    if (!json.is_array()) refuse(json, "expected an array");
    list.resize(json.size());
    for (std::size_t i = 0; i < list.size(); ++i) read(json[i], list[i]);
}

template <class T>
Json written(const std::optional<T>& value)
{
    return written(*value);
}
template <class T>
void read(const Json& json, std::optional<T>& value)
{
    read(json, value.emplace());
}

template <Described T>
Json written(const T& value)
{
    const T usual;
    Json json = Json::object();
    eachMember<T>([&](const auto& member) {
        using M = MemberType<decltype(member)>;
        const M& part = value.*member.at;
        if constexpr (kSpread<M>) {
            writeInto(json, part);
        } else if constexpr (std::decay_t<decltype(member)>::kInFile) {
            if (member.kept != Kept::IfUnusual || !(part == usual.*member.at))
                json[std::string(member.name)] = written(part);
        }
    });
    return json;
}

template <Described T>
void read(const Json& json, T& value)
{
    eachMember<T>([&](const auto& described) {
        using M = MemberType<decltype(described)>;
        M& part = value.*described.at;
        if constexpr (kSpread<M>) {
            readFrom(json, part);
        } else if constexpr (std::decay_t<decltype(described)>::kInFile) {
            const std::string name(described.name);
            if (described.kept == Kept::Always)
                read(member(json, name.c_str()), part);
            else if (const Json* at = find(json, name.c_str()))
                read(*at, part);
        }
    });
}

}  // namespace posewright::io::gltf
