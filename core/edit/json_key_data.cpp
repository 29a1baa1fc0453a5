#include "core/edit/json_values.h"

namespace posewright::edit {

namespace {

using nlohmann::json;

Quat fromVector(const Vec4& v)
{
    return {v[3], v[0], v[1], v[2]};
}

json written(const Vec4& v)
{
    return {v[0], v[1], v[2], v[3]};
}

/// Reads the members of one object, each once, and remembers the first that cannot be read.
class Members {
public:
    Members(const json& from, const Document& doc) : from_(from), doc_(doc) {}

    /// False: it is not there.
    template <class T>
    bool take(const char* name, T& member)
    {
        const auto at = from_.find(name);
        if (at == from_.end()) return false;
        ++taken_;
        auto value = Codec<T>::read(*at, doc_);
        if (value)
            member = *std::move(value);
        else
            fail(value.error().message, '/' + std::string(name) + value.error().where);
        return true;
    }
    void take(const char* name, Vec4& member)
    {
        Quat four = fromVector(member);
        if (take(name, four)) member = four.coeffs();
    }
    template <class T>
    void need(const char* name, T& member)
    {
        if (!take(name, member)) fail("it is missing", '/' + std::string(name));
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
    return "{node|target,property,axis?,frame,value|rotation,interpolation,...}";
}

json Codec<KeyData>::write(const KeyData& data, const Document* doc)
{
    json out = json::object();
    if (data.property == Property::Influence)
        out["target"] = Codec<ConstraintId>::write(data.constraint, doc);
    else
        out["node"] = Codec<NodeId>::write(data.node, doc);
    out["property"] = Codec<Property>::write(data.property, doc);
    out["frame"] = data.frame();
    if (data.property == Property::Rotation) {
        out["rotation"] = Codec<Quat>::write(data.rotation.value, doc);
        out["interpolation"] =
            Codec<RotationInterpolation>::write(data.rotation.interpolation, doc);
        const RotationShape plain;
        if (data.shape.in != plain.in) out["in"] = written(data.shape.in);
        if (data.shape.out != plain.out) out["out"] = written(data.shape.out);
        if (!(data.shape.ease == plain.ease))
            out["ease"] = Codec<Ease>::write(data.shape.ease, doc);
        if (!data.shape.automatic) out["automatic"] = false;
        return out;
    }
    if (data.property != Property::Influence) out["axis"] = data.axis;
    out["value"] = data.key.value;
    out["interpolation"] = Codec<Interpolation>::write(data.key.interpolation, doc);
    out["mode"] = Codec<HandleMode>::write(data.key.mode, doc);
    out["left"] = Codec<Handle>::write(data.key.left, doc);
    out["right"] = Codec<Handle>::write(data.key.right, doc);
    return out;
}

Result<KeyData> Codec<KeyData>::read(const json& value, const Document& doc)
{
    if (!value.is_object()) return Error{"it is not an object", {}};
    Members members(value, doc);
    KeyData data;
    members.need("property", data.property);
    if (data.property == Property::Influence)
        members.need("target", data.constraint);
    else
        members.need("node", data.node);
    if (data.property == Property::Rotation) {
        members.need("frame", data.rotation.frame);
        members.need("rotation", data.rotation.value);
        members.need("interpolation", data.rotation.interpolation);
        members.take("in", data.shape.in);
        members.take("out", data.shape.out);
        members.take("ease", data.shape.ease);
        members.take("automatic", data.shape.automatic);
    } else {
        members.need("frame", data.key.frame);
        if (data.property != Property::Influence) members.need("axis", data.axis);
        members.need("value", data.key.value);
        members.need("interpolation", data.key.interpolation);
        members.take("mode", data.key.mode);
        members.take("left", data.key.left);
        members.take("right", data.key.right);
    }
    if (const std::optional<Error> error = members.done()) return *error;
    return data;
}

}  // namespace posewright::edit
