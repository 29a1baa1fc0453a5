#pragma once

#include "core/edit/arguments.h"
#include "core/operate/operate.h"

#include <functional>
#include <string_view>
#include <utility>
#include <vector>

/// A row of the table of operations. Internal to core/operate.
namespace posewright::operate {

struct Row {
    Kind kind;
    std::vector<edit::AnyField> fields;
    Result<Operation> (*read)(const Row& row, const nlohmann::json& from, const Document& doc);
    std::function<Result<Edits>(const Row& row, const Document& doc, const Operation& operation,
                                const edit::Context& context)>
        make;
};

/// @param make gets arguments that are finite and name things that exist
/// @param fields as in descriptions of edits (core/edit/description.h)
template <class O, class... Fields>
Row rowOf(std::string_view name, std::string_view about,
          Result<Edits> (*make)(const Document&, const O&, const edit::Context&), Fields... fields)
{
    std::vector<edit::AnyField> all{edit::anyField(fields)...};
    auto listed = edit::listArguments(all);
    return {
        {name, about, std::move(listed)},
        std::move(all),
        [](const Row& row, const nlohmann::json& from, const Document& doc) -> Result<Operation> {
            O read;
            if (auto wrong =
                    edit::readArguments(row.fields, from, doc, "operation", row.kind.name, &read))
                return *std::move(wrong);
            return Operation(std::move(read));
        },
        [make](const Row& row, const Document& doc, const Operation& operation,
               const edit::Context& context) -> Result<Edits> {
            const O& arguments = std::get<O>(operation);
            if (auto wrong = edit::checkArguments(row.fields, doc, &arguments))
                return *std::move(wrong);
            return make(doc, arguments, context);
        }};
}

}  // namespace posewright::operate
