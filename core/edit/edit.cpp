#include "core/edit/edit.h"

#include "core/edit/arguments.h"
#include "core/edit/change.h"
#include "core/edit/description.h"
#include "core/edit/make.h"

namespace posewright::edit {

Edit::Edit() = default;
Edit::Edit(const Edit&) = default;
Edit::Edit(Edit&&) noexcept = default;
Edit& Edit::operator=(const Edit&) = default;
Edit& Edit::operator=(Edit&&) noexcept = default;
Edit::~Edit() = default;

bool takesLong(const Edit& edit)
{
    return std::visit(
        [](const auto& e) {
            if constexpr (requires { e.takesLong(); })
                return e.takesLong();
            else
                return false;
        },
        edit);
}

Result<Document> makeAny(Document doc, const Edit& edit, const Context& context)
{
    return std::visit(
        [&]<class E>(const E& e) -> Result<Document> {
            if (std::optional<Error> wrong = checkArguments(anyFieldsOf<E>(), doc, &e))
                return *std::move(wrong);
            if constexpr (requires { make(std::move(doc), e, context); })
                return make(std::move(doc), e, context);
            else
                return make(std::move(doc), e);
        },
        edit);
}

Result<void> checkOutcome(const Document& before, const Document& after)
{
    const Result<void> valid = validateChange(before, after);
    if (valid) return {};
    const Error& breach = valid.error();
    const std::string who = breach.where.empty() ? "" : " (" + breach.where + ')';
    return refused(breach.message + who, {}, breach.advice);
}

Result<Document> apply(const Document& doc, const Edit& edit, const Context& context)
{
    Result<Document> out = makeAny(doc, edit, context);
    if (!out) return out;
    if (const Result<void> valid = checkOutcome(doc, *out); !valid) return valid.error();
    return out;
}

}  // namespace posewright::edit
