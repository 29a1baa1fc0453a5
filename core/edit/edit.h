#pragma once

#include "core/base/result.h"
#include "core/edit/add_nodes.h"
#include "core/edit/bend.h"
#include "core/edit/bones.h"
#include "core/edit/clips.h"
#include "core/edit/keys.h"
#include "core/edit/layers.h"
#include "core/edit/limits.h"
#include "core/edit/meshes.h"
#include "core/edit/origins.h"
#include "core/edit/poles.h"
#include "core/edit/put_keys.h"
#include "core/edit/shift_time.h"
#include "core/edit/spans.h"
#include "core/edit/target_keys.h"
#include "core/edit/targets.h"

#include <nlohmann/json_fwd.hpp>

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

/// Every change that can be made to a document, as data. Menus, tools, models, the command line,
/// the journal and the tests all make one of these structs and call `apply`; nothing else changes a
/// document. Argument names are those of the command line's contract.
///
/// An edit is a struct with its description, `make`, and a place in the list of its family, all in
/// one header of those above, and a source. `make` is pure, is handed arguments that are finite and
/// name things that exist, and need not keep the rules of `validate`: `apply` asks afterwards.
/// Those that lists are long with are handed the document itself, to change where nobody else holds
/// it; those that look at poses are handed the context. An Error's place is the JSON pointer of the
/// argument at fault. `takesLong` is for those that evaluate whole ranges of frames.
namespace posewright {
class KeyMemo;
}

namespace posewright::edit {

template <class... Families>
struct Joined;
template <class... A, class... B, class... Families>
struct Joined<Family<A...>, Family<B...>, Families...> : Joined<Family<A..., B...>, Families...> {
};
template <class... A>
struct Joined<Family<A...>> {
    using Variant = std::variant<A...>;
};

using AnyEdit = Joined<TargetEdits, TargetKeyEdits, PoleEdits, BendEdits, KeyEdits, WholeKeyEdits,
                       TimeEdits, SpanEdits, BoneEdits, MeshEdits, NodeEdits, LimitEdits, ClipEdits,
                       LayerEdits, OriginEdits>::Variant;

/// Any of them. Copying and destroying one asks which of them it is: that is compiled once, and not
/// for every source that keeps edits in a list.
struct Edit : AnyEdit {
    using AnyEdit::AnyEdit;
    Edit();
    Edit(const Edit&);
    Edit(Edit&&) noexcept;
    Edit& operator=(const Edit&);
    Edit& operator=(Edit&&) noexcept;
    ~Edit();
    // Those of the variant would be chosen, and not compile: the kinds have none.
    friend bool operator==(const Edit&, const Edit&) = delete;
    friend bool operator<(const Edit&, const Edit&) = delete;
};

/// What an edit is made with. It changes no outcome, but that cancelled work is an Error of kind
/// Cancelled.
struct Context {
    std::shared_ptr<KeyMemo> memo;         ///< of the document's evaluation; null: one for the call
    std::function<bool(double)> progress;  ///< share done in [0, 1]; false cancels; may be empty
    int jobs = 0;                          ///< threads; 0: one per core
};

/// Does the edit evaluate whole ranges of frames? Such an edit is made off the interface's thread.
bool isLong(const Edit& edit);

/// The document with the edit made. Error: what it names does not exist, an argument is out of
/// range, or the outcome would break a rule of `validate`; its place is the JSON pointer of the
/// argument at fault ("/keys/2"), empty where no single one is. Pure.
/// @pre validate(doc)
Result<Document> apply(const Document& doc, const Edit& edit, const Context& context = {});

/// The keys that references stand for, whole: what PutKeys takes. References to nothing are left
/// out. In the order of the references.
std::vector<KeyData> keyData(const Document& doc, std::span<const KeyRef> keys);

/// How limbs are bent at those of the keys that are referred to whole; empty: none of them says.
std::optional<std::vector<HintData>> hintData(const Document& doc, std::span<const KeyRef> keys);

/// One argument of an edit, for listings.
struct Argument {
    std::string name;
    std::string kind;  ///< "target", "node", "frame", "position", "number", "one of a|b"...
    bool optional = false;
};

/// What is known of an edit without making one.
struct Kind {
    std::string_view name;   ///< "setTargetKey": as in JSON and on the command line
    std::string_view title;  ///< "Set target key": as in the history
    std::vector<Argument> arguments;
};
/// All edits, in the order of the variant.
const std::vector<Kind>& kinds();
const Kind& kindOf(const Edit& edit);

/// {"edit": name, ...arguments}. With a document, things are named by name; without, by id, as the
/// journal and the history keep them.
nlohmann::json toJson(const Edit& edit, const Document* doc = nullptr);

/// Reads what toJson wrote, or what a person did: a string names a thing, a number is its id.
/// The Error's place is a JSON pointer ("/target") below the edit.
Result<Edit> fromJson(const nlohmann::json& json, const Document& doc);

/// Several edits, each applied to the outcome of the one before, whole or not at all. Error: as
/// `apply` says of the one that is refused. @pre validate(doc)
Result<Document> applyEach(const Document& doc, const std::vector<Edit>& edits,
                           const Context& context = {});

/// Makes edits of an element of a list that is no edit itself. An Error's place is a JSON pointer
/// below it.
using Expand = std::function<Result<std::vector<Edit>>(
    const nlohmann::json& element, const Document& doc, const Context& context)>;

/// Reads and applies `[{...}, ...]`, whole or not at all. Each edit is read against the outcome of
/// the ones before it; what adds nodes, targets, keys and spans is validated at the end of the
/// list, all else at once. An Error's place starts with the index of the edit: "#/3/target".
/// Elements without the member "edit" are left to `expand`, on a validated document; without it
/// they are refused. @pre validate(doc)
Result<Document> applyAll(const Document& doc, const nlohmann::json& list,
                          const Context& context = {}, const Expand& expand = {});

}  // namespace posewright::edit
