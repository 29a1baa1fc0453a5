#pragma once

#include "core/edit/checks.h"
#include "core/edit/description.h"
#include "core/edit/edit.h"
#include "core/edit/json_values.h"

#include <bit>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <vector>

/// Lists, checks, writes and reads the arguments of edits and operations from their descriptions.
/// To compile the shared code only once, arguments are type-erased: a table of functions for their
/// type, and their place in the struct.
namespace posewright::edit {

/// The functions for arguments of one type. All null: the argument is a Constant.
struct ArgumentType {
    std::string (*kind)() = nullptr;
    /// Returns false if the argument is not given. Null: a type that only operations have, which
    /// are never written.
    bool (*write)(const void* value, const Document* doc, nlohmann::json& out) = nullptr;
    std::optional<Error> (*read)(const nlohmann::json& from, const Document& doc,
                                 void* value) = nullptr;
    /// The Error's place is a JSON pointer below the argument.
    std::optional<Error> (*check)(const Document& doc, const void* value, bool optional,
                                  bool frame) = nullptr;
};

/// An argument of a type-erased struct.
struct AnyField {
    std::string_view name;
    std::string_view former;  ///< as in Field
    std::string_view kind;    ///< as in Field; the one value of a Constant
    bool optional = false;
    ArgumentType type;
    std::ptrdiff_t member = 0;  ///< the pointer to the member, as bits
    const void* (*at)(const void* of, std::ptrdiff_t member) = nullptr;
};

std::vector<Argument> listArguments(std::span<const AnyField> fields);

/// Adds the arguments that are given to the object `out`.
void writeArguments(std::span<const AnyField> fields, const void* of, const Document* doc,
                    nlohmann::json& out);

/// Reads `{head: called, ...arguments}`. Error: an argument is missing, unknown, there twice (by
/// its name and by a former one) or of the wrong kind; its place is a JSON pointer below `from`.
std::optional<Error> readArguments(std::span<const AnyField> fields, const nlohmann::json& from,
                                   const Document& doc, std::string_view head,
                                   std::string_view called, void* out);

/// The Error of the first invalid argument.
std::optional<Error> checkArguments(std::span<const AnyField> fields, const Document& doc,
                                    const void* of);

template <class T>
std::optional<Error> checkOne(const Document& doc, const T& value, const std::string& place = {})
{
    Check wrong = check(doc, value);
    if (!wrong) return {};
    return Error{*std::move(wrong), place, ErrorKind::Refused};
}

template <class T>
std::optional<Error> checkArgument(const Document& doc, const T& value, bool optional, bool frame)
{
    if constexpr (kIsOptional<T>) {
        return value ? checkArgument(doc, *value, true, frame) : std::nullopt;
    } else if constexpr (kIsList<T>) {
        for (std::size_t i = 0; i < value.size(); ++i)
            if (auto fault = checkOne(doc, value[i], '/' + std::to_string(i))) return fault;
        return {};
    } else if constexpr (std::is_same_v<T, NodeId>) {
        // None, where it may be left out, stands for the root of all.
        return optional && value == NodeId::None ? std::nullopt : checkOne(doc, value);
    } else if constexpr (std::is_same_v<T, double>) {
        if (auto fault = checkOne(doc, value); fault || !frame || isFrame(value)) return fault;
        return Error{"the frame is out of range", {}, ErrorKind::Refused};
    } else {
        return checkOne(doc, value);
    }
}

template <class T>
bool writeArgument(const void* value, const Document* doc, nlohmann::json& out)
{
    const T& given = *static_cast<const T*>(value);
    if constexpr (kIsOptional<T>)
        if (!given) return false;
    out = Codec<T>::write(given, doc);
    return true;
}

template <class T>
std::optional<Error> readArgument(const nlohmann::json& from, const Document& doc, void* value)
{
    Result<T> read = Codec<T>::read(from, doc);
    if (!read) return read.error();
    *static_cast<T*>(value) = *std::move(read);
    return {};
}

template <class T>
constexpr ArgumentType argumentType()
{
    ArgumentType type{Codec<T>::kind, nullptr, readArgument<T>,
                      [](const Document& doc, const void* value, bool optional, bool frame) {
                          return checkArgument(doc, *static_cast<const T*>(value), optional, frame);
                      }};
    if constexpr (requires(const T& value) { Codec<T>::write(value, nullptr); })
        type.write = writeArgument<T>;
    return type;
}

template <class E, class T>
AnyField anyField(const Field<E, T>& field)
{
    static_assert(sizeof field.member == sizeof(std::ptrdiff_t));
    return {field.name,
            field.former,
            field.kind,
            field.optional,
            argumentType<T>(),
            std::bit_cast<std::ptrdiff_t>(field.member),
            [](const void* of, std::ptrdiff_t member) -> const void* {
                return &(static_cast<const E*>(of)->*std::bit_cast<T E::*>(member));
            }};
}
inline AnyField anyField(const Constant& constant)
{
    return {constant.name, {}, constant.value, true, {}, 0, nullptr};
}

/// The arguments of an edit.
template <class E>
const std::vector<AnyField>& anyFieldsOf()
{
    static const std::vector<AnyField> kFields =
        std::apply([](const auto&... field) { return std::vector<AnyField>{anyField(field)...}; },
                   describe(Of<E>{}).fields);
    return kFields;
}

}  // namespace posewright::edit
