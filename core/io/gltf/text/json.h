#pragma once

#include "core/base/result.h"
#include "core/math/transform.h"

#include <nlohmann/json.hpp>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

/// Reading untrusted JSON. Getters throw Trouble with the place; the readers' public functions
/// convert it to an Error, so the exception stays within core/io/gltf.
namespace posewright::io::gltf {

using Json = nlohmann::json;

/// What is wrong, and with which value; `member` is set if a member is missing.
struct Trouble {
    const Json* at = nullptr;
    std::string message;
    std::string member{};
};

[[noreturn]] void refuse(const Json& at, std::string message, std::string member = {});

/// The JSON of a text, or an Error at `name@byte`. Refuses nesting deeper than kMaxDepth, which
/// could overflow the stack later, and duplicate members, at `name#/pointer`.
/// @param told  gets warnings, at `name@byte`, about numbers that no double or 64-bit integer holds
Result<Json> parseJson(std::string_view text, const std::string& name, Diagnostics* told = nullptr);

/// "/nodes/3/children" of a value below `root`, found by its address.
std::string pointerTo(const Json& root, const Json& value);

/// Null: there is none.
const Json* valueIn(const Json::object_t& members, std::string_view name) noexcept;

/// member(): one that must exist. find(): null if it is absent.
const Json& member(const Json& object, std::string_view name);
const Json* find(const Json& object, std::string_view name);
/// The extension of this name on an object; null: there is none, or no object.
const Json* extensionOf(const Json& object, std::string_view name);

/// Several members of an object, found in one pass; null for those that are absent.
template <std::size_t size>
std::array<const Json*, size> membersOf(const Json& object,
                                        const std::array<std::string_view, size>& names)
{
    std::array<const Json*, size> out{};
    if (!object.is_object()) refuse(object, "expected an object");
    // Names mostly differ in length, which is faster to compare than their order.
    for (const auto& [name, value] : object.get_ref<const Json::object_t&>())
        for (std::size_t i = 0; i < size; ++i)
            if (names[i].size() == name.size() && names[i] == name) {
                out[i] = &value;
                break;
            }
    return out;
}

/// arrayOf(): an empty array if it is absent. requiredArray(): must exist.
const Json& arrayOf(const Json& object, std::string_view name);
const Json& requiredArray(const Json& object, std::string_view name);

double number(const Json& value);  ///< finite
double number(const Json& object, std::string_view name, double absent);
std::uint64_t count(const Json& value);  ///< a whole number, not negative
std::uint64_t count(const Json& object, std::string_view name, std::uint64_t absent);
/// A row index below `size`.
int index(const Json& value, std::size_t size, const char* what);
bool truth(const Json& object, std::string_view name, bool absent);
const std::string& text(const Json& value);
std::string text(const Json& object, std::string_view name, const char* absent);

/// Size in bytes of an accessor's component type (glTF 2.0, section 3.6.2.2); 0: unknown type.
std::size_t componentSize(int type);

/// `size` finite numbers.
template <std::size_t size>
std::array<double, size> numbers(const Json& value)
{
    if (!value.is_array() || value.size() != size)
        refuse(value, "expected " + std::to_string(size) + " numbers");
    std::array<double, size> out{};
    for (std::size_t i = 0; i < size; ++i) out[i] = number(value[i]);
    return out;
}

Vec3 vec3(const Json& value);
/// x, y, z, w; not normalised.
Quat quaternion(const Json& value);

Json toJson(const Vec3& v);
Json toJson(const Quat& q);

}  // namespace posewright::io::gltf
