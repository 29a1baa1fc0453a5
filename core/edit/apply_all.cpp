#include "core/edit/edit.h"
#include "core/edit/make.h"
#include "core/evaluate/evaluate.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <type_traits>

namespace posewright::edit {

namespace {

using nlohmann::json;

/// How many edits are validated together; long lists consist mostly of these. Larger batches are
/// faster, but take longer to find the edit that failed.
constexpr std::size_t kTogether = 500;

/// May later edits rely on this one before it is validated? Yes if it only adds, or sets values
/// that it checks itself. Validation can then still find targets that drive each other in a loop;
/// those evaluate without effect.
bool waitsForValidation(const Edit& edit)
{
    return std::visit(
        [](const auto& e) {
            using E = std::decay_t<decltype(e)>;
            if constexpr (std::is_same_v<E, SetTarget>) return !e.root && !e.pins;
            if constexpr (std::is_same_v<E, SetSpan>) return !e.space;
            return std::is_same_v<E, AddBone> || std::is_same_v<E, AddTarget> ||
                   std::is_same_v<E, AddPole> || std::is_same_v<E, SetTargetKey> ||
                   std::is_same_v<E, SetJointKey> || std::is_same_v<E, SetMorphKey>;
        },
        edit);
}

Error placedAt(std::size_t row, const Error& error)
{
    return Error{error.message, "#/" + std::to_string(row) + error.where, error.kind, error.advice};
}

/// Applies edits `first` to `last` - 1 one by one to find the first that is refused.
Error firstWrong(Document doc, const json& list, std::size_t first, std::size_t last,
                 const Context& context, const Error& found)
{
    for (std::size_t i = first; i < last; ++i) {
        const Result<Edit> edit = fromJson(list[i], doc);
        if (!edit) return placedAt(i, edit.error());
        Result<Document> next = apply(doc, *edit, context);
        if (!next) return placedAt(i, next.error());
        doc = *std::move(next);
    }
    return placedAt(last - 1,
                    found);  // no edit fails alone, so the last one is to blame
}

}  // namespace

Result<Document> applyEach(const Document& doc, const std::vector<Edit>& edits,
                           const Context& context)
{
    Document out = doc;
    Context own = context;
    std::size_t row = 0;
    if (context.progress)
        own.progress = [&](double share) {
            return context.progress((double(row) + share) / double(edits.size()));
        };
    for (; row < edits.size(); ++row) {
        Result<Document> next = apply(out, edits[row], own);
        if (!next) return next;
        out = *std::move(next);
    }
    return out;
}

Result<Document> applyAll(const Document& doc, const json& list, const Context& context,
                          const Expand& expand)
{
    if (!list.is_array()) return Error{"a list of edits is a JSON array", "#"};
    Context own = context;
    if (!own.memo) own.memo = makeKeyMemo();
    const double count = std::max<double>(1, double(list.size()));
    std::size_t row = 0;
    if (context.progress)
        own.progress = [&](double share) {
            return context.progress((double(row) + share) / count);
        };

    Document checked = doc;  // the valid document before edit `from`
    std::size_t from = 0;
    Document now = doc;
    for (; row < list.size(); ++row) {
        if (context.progress && !context.progress(double(row) / count))
            return Error{"cancelled", {}, ErrorKind::Cancelled};
        const auto wrong = [&](const Error& error) {
            if (error.kind == ErrorKind::Cancelled) return error;
            return firstWrong(checked, list, from, row + 1, own, error);
        };
        const auto wrongAt = [&](const Error& error) {
            return error.kind == ErrorKind::Cancelled ? error : placedAt(row, error);
        };
        const json& element = list[row];
        if (expand && element.is_object() && !element.contains("edit")) {
            if (const Result<void> valid = checkOutcome(checked, now); !valid)
                return firstWrong(checked, list, from, row, own, valid.error());
            const Result<std::vector<Edit>> made = expand(element, now, own);
            if (!made) return wrongAt(made.error());
            Result<Document> next = applyEach(now, *made, own);
            // A place in the made edits' arguments means nothing in the list.
            if (!next)
                return wrongAt(
                    Error{next.error().message, {}, next.error().kind, next.error().advice});
            checked = now = *std::move(next);
            from = row + 1;
            continue;
        }
        const Result<Edit> edit = fromJson(element, now);
        if (!edit) return wrong(edit.error());
        Result<Document> next = makeAny(std::move(now), *edit, own);
        if (!next) return wrong(next.error());
        now = *std::move(next);
        const bool waits = waitsForValidation(*edit) && row + 1 < list.size();
        if (waits && row + 1 - from < kTogether) continue;
        if (const Result<void> valid = checkOutcome(checked, now); !valid)
            return wrong(valid.error());
        checked = now;
        from = row + 1;
    }
    return now;
}

}  // namespace posewright::edit
