#include "core/edit/asked_kind.h"

#include "core/edit/described.h"

namespace posewright::edit {

namespace {

/// Has the edit an argument of this name and type?
template <class E, class T>
constexpr bool takesArgument(std::string_view name)
{
    bool takes = false;
    eachField(describe(Of<E>{}).fields, [&](const auto& field) {
        if constexpr (requires(E edit) { edit.*field.member; }) {
            using Argument = std::decay_t<decltype(std::declval<E>().*field.member)>;
            if constexpr (std::is_same_v<Argument, T>) takes |= field.name == name;
        }
    });
    return takes;
}

/// Can edits ask for the kind and set all its members?
template <class K>
constexpr bool isGiven()
{
    bool given = K::kRules.flag.empty() || takesArgument<AddTarget, bool>(K::kRules.flag);
    eachMember<K>([&](const auto& member) {
        using M = MemberType<decltype(member)>;
        given &= takesArgument<AddTarget, std::optional<M>>(member.name) ||
                 takesArgument<SetTarget, std::optional<M>>(member.name);
    });
    return given;
}

/// Does the edit ask for this kind, by its flag or, for loops, by naming a joint to meet?
template <class K>
bool asksFor(const AddTarget& edit)
{
    bool asks = false;
    eachField(fieldsOf(edit), [&](const auto& field) {
        if constexpr (requires { edit.*field.member; }) {
            const auto& argument = edit.*field.member;
            using Argument = std::decay_t<decltype(argument)>;
            if constexpr (std::is_same_v<Argument, bool>)
                asks |= field.name == K::kRules.flag && argument;
            if constexpr (std::is_same_v<Argument, std::optional<NodeId>> &&
                          requires(K kind) { kind.meets; })
                asks |= field.name == "meets" && argument.has_value();
        }
    });
    return asks;
}

}  // namespace

Vec3 axisOf(const Scene& scene, NodeIndex effector)
{
    const BonePart* bone = scene[effector].bone();
    return bone && bone->tip.norm() > 0 ? Vec3(bone->tip.normalized()) : Vec3(Vec3::UnitZ());
}

Result<ConstraintKind> kindAsked(const Scene& scene, const AddTarget& edit)
{
    ConstraintKind asked = Reach{};
    std::optional<Error> fault;
    eachKind<NodeId>([&]<class K>(Of<K>) {
        static_assert(isGiven<K>(), "a kind of constraint has an argument that no edit takes");
        if (fault || !asksFor<K>(edit)) return;
        const KindRules before = rulesOf(asked);
        if (!std::holds_alternative<Reach>(asked))
            fault = refused("an effector " + std::string(before.does) + " or " +
                                std::string(K::kRules.does) + ", not both",
                            '/' + std::string(before.member()));
        K kind = K::open();
        take(edit, kind);
        complete(kind, axisOf(scene, scene.find(edit.effector)));
        asked = kind;
        if (const auto broken = brokenBy(kind); !fault && !broken.empty())
            fault = refused(std::string(broken), '/' + std::string(K::kRules.member()));
    });
    if (edit.fit && !std::holds_alternative<Reach>(asked))
        return refused("only a target that its effector follows is fitted to its motion", "/fit");
    if (fault) return *std::move(fault);
    return asked;
}

bool askFor(std::string_view flag, AddTarget& edit)
{
    bool asks = false;
    eachKind<NodeId>([&]<class K>(Of<K>) {
        if (K::kRules.flag.empty() || K::kRules.flag != flag) return;
        eachField(fieldsOf(edit), [&](const auto& field) {
            if constexpr (requires { edit.*field.member = true; }) {
                using Given = std::decay_t<decltype(edit.*field.member)>;
                if constexpr (std::is_same_v<Given, bool>)
                    if (field.name == flag) asks = edit.*field.member = true;
            }
        });
    });
    return asks;
}

std::optional<Error> numberFault(const SetTarget& edit)
{
    std::optional<Error> fault;
    eachKind<NodeId>([&]<class K>(Of<K>) {
        if (!fault) fault = boundFault<K>(edit);
    });
    return fault;
}

void takeNumbers(const SetTarget& edit, ConstraintKind& kind)
{
    const auto give = [&]<class K>(K& own) {
        bool given = false;
        eachGiven<K>(edit, [&](const auto&, const auto&) { given = true; });
        if (!given) return;
        take(edit, own);
        straighten(own);
    };
    std::visit(give, kind);
}

}  // namespace posewright::edit
