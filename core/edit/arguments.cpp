#include "core/edit/arguments.h"

#include "core/base/json_pointer.h"

#include <algorithm>

namespace posewright::edit {

std::vector<Argument> listArguments(std::span<const AnyField> fields)
{
    std::vector<Argument> out;
    for (const AnyField& field : fields) {
        std::string kind(field.kind);
        if (!field.at)
            kind.insert(0, "one of ");
        else if (kind.empty())
            kind = field.type.kind();
        out.push_back({std::string(field.name), std::move(kind), field.optional});
    }
    return out;
}

void writeArguments(std::span<const AnyField> fields, const void* of, const Document* doc,
                    nlohmann::json& out)
{
    for (const AnyField& field : fields) {
        const std::string name(field.name);
        nlohmann::json value;
        if (!field.at)
            out[name] = field.kind;
        else if (field.type.write(field.at(of, field.member), doc, value))
            out[name] = std::move(value);
    }
}

std::optional<Error> readArguments(std::span<const AnyField> fields, const nlohmann::json& from,
                                   const Document& doc, std::string_view head,
                                   std::string_view called, void* out)
{
    const auto fault = [](std::string_view name, const std::string& message,
                          const std::string& where = {}) {
        return Error{message, '/' + pointerStep(name) + where};
    };
    for (const auto& member : from.items()) {
        const std::string& name = member.key();
        const bool known =
            name == head || std::any_of(fields.begin(), fields.end(), [&](const AnyField& f) {
                return f.name == name || f.former == name;
            });
        if (!known) return fault(name, std::string(called) + " has no such argument");
    }
    for (const AnyField& field : fields) {
        std::string_view name = field.name;
        auto at = from.find(std::string(name));
        if (!field.former.empty()) {
            const auto old = from.find(std::string(field.former));
            if (old != from.end() && at != from.end())
                return fault(field.former, "it is there as \"" + std::string(name) + "\", too");
            if (old != from.end()) {
                at = old;
                name = field.former;
            }
        }
        if (at == from.end()) {
            if (!field.optional) return fault(name, "it is missing");
        } else if (!field.at) {
            if (*at != field.kind)
                return fault(name, "it can only be \"" + std::string(field.kind) + '"');
        } else {
            void* const value = const_cast<void*>(field.at(out, field.member));
            if (const auto wrong = field.type.read(*at, doc, value))
                return fault(name, wrong->message, wrong->where);
        }
    }
    return {};
}

std::optional<Error> checkArguments(std::span<const AnyField> fields, const Document& doc,
                                    const void* of)
{
    for (const AnyField& field : fields) {
        if (!field.at) continue;
        auto wrong =
            field.type.check(doc, field.at(of, field.member), field.optional, field.kind == kFrame);
        if (!wrong) continue;
        wrong->where = '/' + std::string(field.name) + wrong->where;
        return wrong;
    }
    return {};
}

}  // namespace posewright::edit
