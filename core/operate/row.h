#pragma once

#include "core/edit/arguments.h"
#include "core/edit/checks.h"
#include "core/operate/operate.h"

#include <functional>
#include <string_view>
#include <tuple>
#include <utility>

/// A row of the table of operations. Inside of core/operate.
namespace posewright::operate {

struct Row {
    Kind kind;
    std::function<Result<Operation>(const nlohmann::json&, const Document&)> read;
    std::function<Result<Edits>(const Document&, const Operation&, const edit::Context&)> make;
};

/// @param make is handed arguments that are finite and name things that exist
/// @param fields as the descriptions of edits have them (core/edit/fields.h)
template <class O, class... Fields>
Row rowOf(std::string_view name, std::string_view about,
          Result<Edits> (*make)(const Document&, const O&, const edit::Context&), Fields... fields)
{
    const std::tuple<Fields...> all{fields...};
    return {{name, about, edit::listArguments<O>(all)},
            [all, name](const nlohmann::json& from, const Document& doc) -> Result<Operation> {
                Result<O> read = edit::readArguments<O>(from, doc, all, "operation", name);
                if (!read) return read.error();
                return Operation(*std::move(read));
            },
            [all, make](const Document& doc, const Operation& operation,
                        const edit::Context& context) -> Result<Edits> {
                const O& arguments = std::get<O>(operation);
                if (std::optional<Error> wrong = edit::checkArguments(doc, arguments, all))
                    return *std::move(wrong);
                return make(doc, arguments, context);
            }};
}

}  // namespace posewright::operate
