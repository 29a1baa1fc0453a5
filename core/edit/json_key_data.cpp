#include "core/base/json_pointer.h"
#include "core/edit/json_values.h"
#include "core/motion/describe.h"

namespace posewright::edit {

template <>
struct Codec<Vec4> {
    static nlohmann::json write(const Vec4& v, const Document* doc)
    {
        return Codec<Quat>::write(Quat(v), doc);
    }
    static Result<Vec4> read(const nlohmann::json& json, const Document& doc)
    {
        const Result<Quat> four = Codec<Quat>::read(json, doc);
        if (!four) return four.error();
        return Vec4(four->coeffs());
    }
};

namespace {

using nlohmann::json;

/// Adds the members of a described value to `out`.
template <class T>
void writeMembers(const T& value, const Document* doc, json& out)
{
    const T usual;
    eachMember<T>([&](const auto& member) {
        const auto& part = value.*member.at;
        if (member.kept == Kept::IfUnusual && part == usual.*member.at) return;
        out[std::string(member.name)] = Codec<MemberType<decltype(member)>>::write(part, doc);
    });
}

/// Reads members of an object, counts them, and keeps the first error.
class Members {
public:
    Members(const json& from, const Document& doc) : from_(from), doc_(doc) {}

    /// False: there is no such member.
    template <class T>
    bool take(std::string_view name, T& member)
    {
        const auto at = from_.find(std::string(name));
        if (at == from_.end()) return false;
        ++taken_;
        auto value = Codec<T>::read(*at, doc_);
        if (value)
            member = *std::move(value);
        else
            fail(value.error().message, '/' + std::string(name) + value.error().where);
        return true;
    }
    template <class T>
    void need(std::string_view name, T& member)
    {
        if (!take(name, member)) fail("it is missing", '/' + std::string(name));
    }
    /// Takes all members of a described value.
    template <class T>
    void all(T& value)
    {
        eachMember<T>([&](const auto& member) {
            if (member.kept == Kept::Always)
                need(member.name, value.*member.at);
            else
                take(member.name, value.*member.at);
        });
    }
    void fail(std::string message, std::string where)
    {
        if (!error_) error_ = Error{std::move(message), std::move(where)};
    }
    std::optional<Error> done(const char* unknown = "a key has no such argument")
    {
        if (!error_ && taken_ != from_.size()) fail(unknown, {});
        return error_;
    }

private:
    const json& from_;
    const Document& doc_;
    std::size_t taken_ = 0;
    std::optional<Error> error_;
};

}  // namespace

std::string Codec<SpanRef>::kind()
{
    return "{target,start}";
}

json Codec<SpanRef>::write(const SpanRef& value, const Document* doc)
{
    return {{"target", Codec<ConstraintId>::write(value.target, doc)}, {"start", value.start}};
}

Result<SpanRef> Codec<SpanRef>::read(const json& value, const Document& doc)
{
    if (!value.is_object()) return Error{"it is not an object", {}};
    SpanRef span;
    Members members(value, doc);
    members.need("target", span.target);
    members.need("start", span.start);
    if (const std::optional<Error> error = members.done("a span has no such argument"))
        return *error;
    return span;
}

std::string Codec<KeyData>::kind()
{
    return "{layer?,node|target,property,axis?,frame,value|rotation,interpolation,...}";
}

json Codec<KeyData>::write(const KeyData& data, const Document* doc)
{
    json out = json::object();
    if (!data.layer.empty()) out["layer"] = data.layer;
    if (data.property != Property::Influence)
        out["node"] = Codec<NodeId>::write(data.node, doc);
    else if (data.layer.empty())
        out["target"] = Codec<ConstraintId>::write(data.constraint, doc);
    out["property"] = Codec<Property>::write(data.property, doc);
    if (data.property == Property::Rotation) {
        writeMembers(data.rotation, doc, out);
        writeMembers(data.shape, doc, out);
        return out;
    }
    if (data.property != Property::Influence) out["axis"] = data.axis;
    writeMembers(data.key, doc, out);
    return out;
}

Result<KeyData> Codec<KeyData>::read(const json& value, const Document& doc)
{
    if (!value.is_object()) return Error{"it is not an object", {}};
    Members members(value, doc);
    KeyData data;
    members.need("property", data.property);
    members.take("layer", data.layer);
    if (data.property != Property::Influence)
        members.need("node", data.node);
    else if (data.layer.empty())
        members.need("target", data.constraint);
    if (data.property == Property::Rotation) {
        members.all(data.rotation);
        members.all(data.shape);
    } else {
        if (data.property != Property::Influence) members.need("axis", data.axis);
        members.all(data.key);
    }
    if (const std::optional<Error> error = members.done()) return *error;
    return data;
}

template <>
struct Codec<KeyHint::Joint> {
    static json write(const KeyHint::Joint& value, const Document* doc)
    {
        json out = json::object();
        writeMembers(value, doc, out);
        return out;
    }
    static Result<KeyHint::Joint> read(const json& from, const Document& doc)
    {
        if (!from.is_object()) return Error{"it is not an object", {}};
        KeyHint::Joint out;
        Members members(from, doc);
        members.all(out);
        if (const auto error = members.done("a bent joint has no such argument")) return *error;
        return out;
    }
};

std::string Codec<HintData>::kind()
{
    return "{node,frame,joints,root?}";
}

json Codec<HintData>::write(const HintData& data, const Document* doc)
{
    json out{{"node", Codec<NodeId>::write(data.node, doc)}};
    writeMembers(data.hint, doc, out);
    return out;
}

Result<HintData> Codec<HintData>::read(const json& from, const Document& doc)
{
    if (!from.is_object()) return Error{"it is not an object", {}};
    HintData out;
    Members members(from, doc);
    members.need("node", out.node);
    members.all(out.hint);
    if (const auto error = members.done("a hint has no such argument")) return *error;
    return out;
}

std::string Codec<KeyRef>::kind()
{
    return "{layer?,node|target,property?,frame}";
}

// A constraint alone means its influence; together with its target's node, all keys of the target.
// JSON writes both as "target" and tells them apart by the property. A layer alone means its
// weight.
json Codec<KeyRef>::write(const KeyRef& value, const Document* doc)
{
    json out = json::object();
    std::optional<Property> property = value.property;
    if (!value.layer.empty()) {
        out["layer"] = value.layer;
        if (value.node != NodeId::None) out["node"] = Codec<NodeId>::write(value.node, doc);
        if (property) out["property"] = Codec<Property>::write(*property, doc);
        out["frame"] = value.frame;
        return out;
    }
    const bool both = value.node != NodeId::None && value.constraint != ConstraintId::None;
    const bool whole = both && !property;
    if (value.constraint != ConstraintId::None &&
        (whole || !both || property == Property::Influence)) {
        out["target"] = Codec<ConstraintId>::write(value.constraint, doc);
        if (!whole) property = Property::Influence;
    } else {
        out["node"] = Codec<NodeId>::write(value.node, doc);
    }
    if (property) out["property"] = Codec<Property>::write(*property, doc);
    out["frame"] = value.frame;
    return out;
}

Result<KeyRef> Codec<KeyRef>::read(const json& value, const Document& doc)
{
    if (!value.is_object()) return Error{"it is not an object", {}};
    KeyRef key;
    bool framed = false;
    for (const auto& entry : value.items()) {
        const std::string& name = entry.key();
        const json& item = entry.value();
        const auto take = [&](auto& member) -> std::optional<Error> {
            auto read = Codec<std::decay_t<decltype(member)>>::read(item, doc);
            if (!read) return Error{read.error().message, "/" + name + read.error().where};
            member = *std::move(read);
            return {};
        };
        std::optional<Error> error;
        if (name == "node")
            error = take(key.node);
        else if (name == "target")
            error = take(key.constraint);
        else if (name == "layer")
            error = take(key.layer);
        else if (name == "property")
            error = take(key.property);
        else if (name == "frame")
            error = take(key.frame), framed = true;
        else
            error = Error{"a key has no such argument", "/" + pointerStep(name)};
        if (error) return *error;
    }
    if (!framed) return Error{"it is missing", "/frame"};
    const bool ofTarget = value.contains("target");
    if (!key.layer.empty() && !ofTarget) return key;
    if (ofTarget == value.contains("node"))
        return Error{"it names neither a node nor a target", {}};
    if (ofTarget && key.property != Property::Influence) {
        const Constraint* constraint = findConstraint(*doc.rig, key.constraint);
        if (!constraint) return Error{"there is no such target", "/target"};
        key.node = constraint->target;
        if (key.property) key.constraint = ConstraintId::None;
    }
    return key;
}

}  // namespace posewright::edit
