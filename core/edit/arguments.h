#pragma once

#include "core/base/json_pointer.h"
#include "core/edit/fields.h"
#include "core/edit/json_values.h"

#include <optional>
#include <string>
#include <tuple>
#include <vector>

/// The arguments of edits and operations as their descriptions have them: listed, and read from
/// JSON.
namespace posewright::edit {

template <class E, class... Fields>
std::vector<Argument> listArguments(const std::tuple<Fields...>& fields)
{
    std::vector<Argument> out;
    eachField(fields, [&](const auto& field) {
        if constexpr (std::decay_t<decltype(field)>::kConstant) {
            out.push_back({std::string(field.name), "one of " + std::string(field.value), true});
        } else {
            using T = std::decay_t<decltype(std::declval<E>().*field.member)>;
            out.push_back({std::string(field.name),
                           field.kind.empty() ? Codec<T>::kind() : std::string(field.kind),
                           field.optional});
        }
    });
    return out;
}

/// Reads `{head: name, ...arguments}`. Error: an argument is missing, unknown or of another kind;
/// its place is a JSON pointer below `from`.
template <class E, class... Fields>
Result<E> readArguments(const nlohmann::json& from, const Document& doc,
                        const std::tuple<Fields...>& fields, std::string_view head,
                        std::string_view called)
{
    E out;
    std::optional<Error> error;
    const auto fail = [&](std::string_view name, const std::string& message,
                          const std::string& where) {
        if (!error) error = Error{message, '/' + pointerStep(name) + where};
    };
    for (const auto& member : from.items()) {
        const std::string& name = member.key();
        bool known = name == head;
        eachField(fields, [&](const auto& field) { known |= name == field.name; });
        if (!known) fail(name, std::string(called) + " has no such argument", {});
    }
    eachField(fields, [&](const auto& field) {
        const auto at = from.find(std::string(field.name));
        if constexpr (std::decay_t<decltype(field)>::kConstant) {
            if (at != from.end() && *at != field.value)
                fail(field.name, "it can only be \"" + std::string(field.value) + '"', {});
        } else {
            if (at == from.end()) {
                if (!field.optional) fail(field.name, "it is missing", {});
                return;
            }
            auto value = Codec<std::decay_t<decltype(out.*field.member)>>::read(*at, doc);
            if (value)
                out.*field.member = *std::move(value);
            else
                fail(field.name, value.error().message, value.error().where);
        }
    });
    if (error) return *error;
    return out;
}

}  // namespace posewright::edit
