#include "core/base/closest.h"
#include "core/edit/arguments.h"
#include "core/edit/change.h"
#include "core/edit/description.h"
#include "core/edit/edit.h"

#include <array>

namespace posewright::edit {

namespace {

using nlohmann::json;

constexpr std::size_t kCount = std::variant_size_v<AnyEdit>;

template <class E>
Kind kind()
{
    constexpr auto description = describe(Of<E>{});
    return {description.name, description.title, listArguments(anyFieldsOf<E>())};
}

template <class E>
Result<Edit> read(const json& from, const Document& doc)
{
    E edit;
    if (auto wrong =
            readArguments(anyFieldsOf<E>(), from, doc, "edit", describe(Of<E>{}).name, &edit))
        return *std::move(wrong);
    return Edit(std::move(edit));
}

using Reader = Result<Edit> (*)(const json&, const Document&);

template <std::size_t... I>
const std::array<Reader, kCount>& readers(std::index_sequence<I...>)
{
    static constexpr std::array<Reader, kCount> kReaders{
        read<std::variant_alternative_t<I, AnyEdit>>...};
    return kReaders;
}

template <std::size_t... I>
std::vector<Kind> makeKinds(std::index_sequence<I...>)
{
    return {kind<std::variant_alternative_t<I, AnyEdit>>()...};
}

/// Former names of edits, in the order of kinds(); empty if there is none.
template <std::size_t... I>
const std::array<std::string_view, kCount>& formerNames(std::index_sequence<I...>)
{
    static constexpr std::array<std::string_view, kCount> kNames{
        describe(Of<std::variant_alternative_t<I, AnyEdit>>{}).former...};
    return kNames;
}

}  // namespace

const std::vector<Kind>& kinds()
{
    static const std::vector<Kind> kKinds = makeKinds(std::make_index_sequence<kCount>{});
    return kKinds;
}

const Kind& kindOf(const Edit& edit)
{
    return kinds()[edit.index()];
}

json toJson(const Edit& edit, const Document* doc)
{
    return std::visit(
        [doc]<class E>(const E& e) {
            json out{{"edit", describe(Of<E>{}).name}};
            writeArguments(anyFieldsOf<E>(), &e, doc, out);
            return out;
        },
        edit);
}

Result<Edit> fromJson(const json& from, const Document& doc)
{
    if (!from.is_object()) return Error{"an edit is an object with the member \"edit\"", {}};
    const auto name = from.find("edit");
    if (name == from.end() || !name->is_string())
        return Error{"it is not the name of an edit", "/edit"};
    const auto& wanted = name->get_ref<const std::string&>();
    constexpr auto kAll = std::make_index_sequence<kCount>{};
    const auto& former = formerNames(kAll);
    std::size_t row = 0;
    while (row < kCount && kinds()[row].name != wanted &&
           (former[row].empty() || former[row] != wanted))
        ++row;
    if (row == kCount) {
        std::vector<std::string_view> names;
        for (const Kind& kind : kinds()) names.push_back(kind.name);
        return refused("there is no edit " + quoted(wanted), "/edit", didYouMean(wanted, names));
    }
    return readers(kAll)[row](from, doc);
}

}  // namespace posewright::edit
