#pragma once

#include "core/document/describe.h"
#include "core/edit/change.h"
#include "core/edit/description.h"

/// Edits whose arguments are the members of a described value, by the same names.
namespace posewright::edit {

/// Calls `visit(member, value)` for each argument that is given and matches a member of T by name
/// and type.
template <Described T, class E, class Visit>
void eachGiven(const E& edit, Visit&& visit)
{
    eachField(fieldsOf(edit), [&](const auto& field) {
        if constexpr (!std::decay_t<decltype(field)>::kConstant) {
            const auto give = [&](const auto& value) {
                eachMember<T>([&](const auto& member) {
                    if constexpr (std::is_same_v<MemberType<decltype(member)>,
                                                 std::decay_t<decltype(value)>>)
                        if (member.name == field.name) visit(member, value);
                });
            };
            const auto& argument = edit.*field.member;
            if constexpr (!kIsOptional<std::decay_t<decltype(argument)>>)
                give(argument);
            else if (argument)
                give(*argument);
        }
    });
}

/// The Error of the first argument that its member's bound refuses.
template <Described T, class E>
std::optional<Error> boundFault(const E& edit)
{
    std::optional<Error> fault;
    eachGiven<T>(edit, [&](const auto& member, const auto& value) {
        if (fault || !member.bound.holds || member.bound.holds(value)) return;
        fault = refused(std::string(member.bound.refused), '/' + std::string(member.name));
    });
    return fault;
}

/// Copies the arguments that are given into the value.
template <Described T, class E>
void take(const E& edit, T& value)
{
    eachGiven<T>(edit, [&](const auto& member, const auto& given) { value.*member.at = given; });
}

/// Gives the edit every member of the value that it has an argument for.
template <Described T, class E>
void give(const T& value, E& edit)
{
    eachField(fieldsOf(edit), [&](const auto& field) {
        if constexpr (!std::decay_t<decltype(field)>::kConstant) {
            using Given = std::decay_t<decltype(edit.*field.member)>;
            eachMember<T>([&](const auto& member) {
                using M = MemberType<decltype(member)>;
                if constexpr (std::is_same_v<Given, M> || std::is_same_v<Given, std::optional<M>>)
                    if (member.name == field.name) edit.*field.member = value.*member.at;
            });
        }
    });
}

/// Has the edit an argument for every member of T?
template <Described T, class E>
constexpr bool takesAll()
{
    bool all = true;
    eachMember<T>([&](const auto& member) {
        using M = MemberType<decltype(member)>;
        bool has = false;
        eachField(describe(Of<E>{}).fields, [&](const auto& field) {
            if constexpr (requires(E edit) { edit.*field.member; }) {
                using Given = std::decay_t<decltype(std::declval<E>().*field.member)>;
                if constexpr (std::is_same_v<Given, M> || std::is_same_v<Given, std::optional<M>>)
                    has |= field.name == member.name;
            }
        });
        all &= has;
    });
    return all;
}

}  // namespace posewright::edit
