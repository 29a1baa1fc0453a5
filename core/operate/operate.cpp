#include "core/operate/operate.h"

#include "core/base/closest.h"
#include "core/edit/change.h"
#include "core/operate/adapted.h"
#include "core/operate/row.h"

#include <algorithm>

namespace posewright::operate {

Operation::Operation() = default;
Operation::Operation(const Operation&) = default;
Operation::Operation(Operation&&) noexcept = default;
Operation& Operation::operator=(const Operation&) = default;
Operation& Operation::operator=(Operation&&) noexcept = default;
Operation::~Operation() = default;

namespace {

using nlohmann::json;

template <std::size_t... I>
std::vector<Row> makeRows(std::index_sequence<I...>)
{
    return {row(Of<std::variant_alternative_t<I, AnyOperation>>{})...};
}

const std::vector<Row>& rows()
{
    static const std::vector<Row> kRows =
        makeRows(std::make_index_sequence<std::variant_size_v<AnyOperation>>{});
    return kRows;
}

/// The edits of each operation, computed by `make` on the outcome of those before.
template <class Make>
Result<Edits> inTurn(const Document& doc, std::span<const Operation> operations,
                     const edit::Context& context, Make&& make)
{
    Edits all;
    Document now = doc;
    for (const Operation& operation : operations) {
        const Result<Edits> made = make(now, operation, context);
        if (!made) return made.error();
        Result<Document> next = edit::applyEach(now, *made, context);
        if (!next) return next.error();
        now = *std::move(next);
        all.insert(all.end(), made->begin(), made->end());
    }
    return all;
}

Result<Edits> expanded(const json& element, const Document& doc, const edit::Context& context)
{
    const Result<Operation> operation = fromJson(element, doc);
    if (!operation) return operation.error();
    return edits(doc, *operation, context);
}

}  // namespace

Result<Edits> plainEdits(const Document& doc, const Operation& operation,
                         const edit::Context& context)
{
    const Row& row = rows()[operation.index()];
    return row.make(row, doc, operation, context);
}

Result<Edits> edits(const Document& doc, const Operation& operation, const edit::Context& context)
{
    const Result<Edits> made = plainEdits(doc, operation, context);
    if (!made) return made.error();
    return adapted(doc, *made, {}, context);
}

Result<Edits> plainEdits(const Document& doc, std::span<const Operation> operations,
                         const edit::Context& context)
{
    return inTurn(doc, operations, context,
                  [](const auto&... each) { return plainEdits(each...); });
}

Result<Edits> edits(const Document& doc, std::span<const Operation> operations,
                    const edit::Context& context)
{
    return inTurn(doc, operations, context, [](const auto&... each) { return edits(each...); });
}

const std::vector<Kind>& kinds()
{
    static const std::vector<Kind> kKinds = [] {
        std::vector<Kind> out;
        for (const Row& row : rows()) out.push_back(row.kind);
        return out;
    }();
    return kKinds;
}

Result<Operation> fromJson(const json& from, const Document& doc)
{
    if (!from.is_object() || !from.contains("operation"))
        return Error{"it is neither an edit nor an operation", {}};
    const json& name = from["operation"];
    if (!name.is_string()) return Error{"it is not the name of an operation", "/operation"};
    const auto& wanted = name.get_ref<const std::string&>();
    const auto found = std::find_if(rows().begin(), rows().end(),
                                    [&](const Row& r) { return r.kind.name == wanted; });
    if (found != rows().end()) return found->read(*found, from, doc);
    std::vector<std::string_view> names;
    for (const Kind& kind : kinds()) names.push_back(kind.name);
    return edit::refused("there is no operation " + edit::quoted(wanted), "/operation",
                         didYouMean(wanted, names));
}

Result<Document> applyAll(const Document& doc, const json& list, const edit::Context& context)
{
    return edit::applyAll(doc, list, context, expanded);
}

}  // namespace posewright::operate
