#pragma once

#include "core/base/words.h"
#include "core/edit/edit.h"
#include "core/motion/span_words.h"

#include <nlohmann/json.hpp>

/// How the arguments of edits are written in JSON and read back: one Codec per type, with
///   kind()              what a listing calls it
///   write(value, doc)   names where `doc` is given and knows the thing, ids elsewhere
///   read(json, doc)     an Error's place is a JSON pointer below the value, or empty
/// Internal to core/edit and core/operate.
namespace posewright::edit {

template <class T>
struct Codec;

std::span<const Word<Property>> words(Property);
std::span<const Word<KeyShape>> words(KeyShape);
std::span<const Word<HandleMode>> words(HandleMode);
std::span<const Word<Side>> words(Side);
std::span<const Word<Solid>> words(Solid);
std::span<const Word<LimitKind>> words(LimitKind);
std::span<const Word<Interpolation>> words(Interpolation);
std::span<const Word<RotationInterpolation>> words(RotationInterpolation);
std::span<const Word<retarget::Travel>> words(retarget::Travel);
std::span<const Word<retarget::Ground>> words(retarget::Ground);

template <class E>
requires std::is_enum_v<E>
struct Codec<E> {
    static std::string kind()
    {
        std::string text;
        for (const Word<E>& w : words(E{})) (text += text.empty() ? "one of " : "|") += w.word;
        return text;
    }
    static nlohmann::json write(const E& value, const Document*)
    {
        for (const Word<E>& w : words(E{}))
            if (w.value == value) return w.word;
        return {};
    }
    static Result<E> read(const nlohmann::json& json, const Document&)
    {
        if (json.is_string())
            for (const Word<E>& w : words(E{}))
                if (w.word == json.get_ref<const std::string&>()) return w.value;
        return Error{"it is not " + kind(), {}};
    }
};

#define POSEWRIGHT_CODEC(Type)                                                                     \
    template <>                                                                                    \
    struct Codec<Type> {                                                                           \
        static std::string kind();                                                                 \
        static nlohmann::json write(const Type& value, const Document* doc);                       \
        static Result<Type> read(const nlohmann::json& json, const Document& doc);                 \
    }
POSEWRIGHT_CODEC(bool);
POSEWRIGHT_CODEC(int);
POSEWRIGHT_CODEC(double);
POSEWRIGHT_CODEC(std::string);
POSEWRIGHT_CODEC(NodeId);
POSEWRIGHT_CODEC(ConstraintId);
POSEWRIGHT_CODEC(Vec3);
POSEWRIGHT_CODEC(Quat);
POSEWRIGHT_CODEC(Ease);
POSEWRIGHT_CODEC(Handle);
using FrameRange = std::array<double, 2>;
POSEWRIGHT_CODEC(FrameRange);
using FourAngles = std::array<double, 4>;
POSEWRIGHT_CODEC(FourAngles);
POSEWRIGHT_CODEC(KeyRef);
POSEWRIGHT_CODEC(SpanRef);
POSEWRIGHT_CODEC(KeyData);
POSEWRIGHT_CODEC(HintData);
/// "automatic", "rest", "bind", or a frame.
POSEWRIGHT_CODEC(retarget::Reference);
/// "asItIs", "front", or degrees to the left.
POSEWRIGHT_CODEC(retarget::Facing);
/// A motion as retarget::keptMotion makes them; what is read is valid.
POSEWRIGHT_CODEC(Shared<Document>);
#undef POSEWRIGHT_CODEC

template <class T>
struct Codec<std::optional<T>> {
    static std::string kind() { return Codec<T>::kind(); }
    static nlohmann::json write(const std::optional<T>& value,
                                const Document* doc) requires requires
    {
        Codec<T>::write(*value, doc);
    }
    {
        return Codec<T>::write(*value, doc);
    }
    static Result<std::optional<T>> read(const nlohmann::json& json, const Document& doc)
    {
        Result<T> value = Codec<T>::read(json, doc);
        if (!value) return value.error();
        return std::optional<T>(*std::move(value));
    }
};

template <class T>
struct Codec<std::vector<T>> {
    static std::string kind() { return '[' + Codec<T>::kind() + "...]"; }
    static nlohmann::json write(const std::vector<T>& value, const Document* doc)
    {
        nlohmann::json out = nlohmann::json::array();
        for (const T& item : value) out.push_back(Codec<T>::write(item, doc));
        return out;
    }
    static Result<std::vector<T>> read(const nlohmann::json& json, const Document& doc)
    {
        if (!json.is_array()) return Error{"it is not a list", {}};
        std::vector<T> out;
        out.reserve(json.size());
        for (const nlohmann::json& item : json) {
            Result<T> value = Codec<T>::read(item, doc);
            if (!value)
                return Error{value.error().message,
                             '/' + std::to_string(out.size()) + value.error().where};
            out.push_back(*std::move(value));
        }
        return out;
    }
};

/// Roles and their bones. One bone alone stands for a list of one.
template <class T>
struct Codec<std::map<std::string, std::vector<T>>> {
    using Map = std::map<std::string, std::vector<T>>;
    static std::string kind() { return "{role:" + Codec<std::vector<T>>::kind() + "...}"; }
    static nlohmann::json write(const Map& value, const Document* doc)
    {
        nlohmann::json out = nlohmann::json::object();
        for (const auto& [role, bones] : value)
            out[role] = Codec<std::vector<T>>::write(bones, doc);
        return out;
    }
    static Result<Map> read(const nlohmann::json& json, const Document& doc)
    {
        if (!json.is_object()) return Error{"it is not an object of roles", {}};
        Map out;
        for (const auto& [role, bones] : json.items()) {
            const bool one = bones.is_string() || bones.is_number();
            auto value =
                Codec<std::vector<T>>::read(one ? nlohmann::json::array({bones}) : bones, doc);
            if (!value)
                return Error{value.error().message, '/' + role + value.error().where,
                             value.error().kind, value.error().advice};
            out[role] = *std::move(value);
        }
        return out;
    }
};

}  // namespace posewright::edit
