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
/// the journal and the tests all create one of these structs and call `apply`; nothing else changes
/// a document. Argument names are part of the command line's contract.
///
/// An edit is a struct with its description, its `make` and a place in the list of its family, in
/// one of the headers included above, and a source. `make` is pure. Its arguments are finite and
/// name things that exist; its outcome need not satisfy `validate`, which `apply` calls afterwards.
/// Edits that occur in long lists take the document by value, to change it in place if nobody else
/// holds it; those that look at poses take the context. An Error's place is the JSON pointer of the
/// argument at fault. Edits that may evaluate whole ranges of frames have a member `takesLong`.
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

/// Any edit. Declared as a struct so that the variant's copying and destruction are compiled once,
/// not in every source that keeps a list of edits.
struct Edit : AnyEdit {
    using AnyEdit::AnyEdit;
    Edit();
    Edit(const Edit&);
    Edit(Edit&&) noexcept;
    Edit& operator=(const Edit&);
    Edit& operator=(Edit&&) noexcept;
    ~Edit();
    // Deleted, because those of the variant would be chosen and not compile: edits cannot be
    // compared.
    friend bool operator==(const Edit&, const Edit&) = delete;
    friend bool operator<(const Edit&, const Edit&) = delete;
};

/// How an edit is executed. It does not affect the outcome, except that cancelled work is an Error
/// of kind Cancelled.
struct Context {
    std::shared_ptr<KeyMemo>
        memo;  ///< shared with the document's evaluation; null: one for this call
    std::function<bool(double)> progress;  ///< share done in [0, 1]; false cancels; may be empty
    int jobs = 0;                          ///< threads; 0: one per core
    /// Gets what BringIn and Retarget make of a motion; may be empty.
    std::function<void(const retarget::Retargeted&)> retargeted{};
};

/// Does the edit evaluate whole ranges of frames? Such edits do not run on the interface's thread.
bool takesLong(const Edit& edit);

/// The document after the edit. Error: something it names does not exist, an argument is out of
/// range, or the outcome would break a rule of `validate`; its place is the JSON pointer of the
/// argument at fault ("/keys/2"), empty if there is no single one. Pure.
/// @pre validate(doc)
Result<Document> apply(const Document& doc, const Edit& edit, const Context& context = {});

/// The complete keys that references stand for, as PutKeys takes them, in the order of the
/// references. Keys that do not exist are left out.
std::vector<KeyData> keyData(const Document& doc, std::span<const KeyRef> keys);

/// The hints at those keys that are referenced with all properties; empty: there are none.
std::optional<std::vector<HintData>> hintData(const Document& doc, std::span<const KeyRef> keys);

/// One argument of an edit, for listings.
struct Argument {
    std::string name;
    std::string kind;  ///< "target", "node", "frame", "position", "number", "one of a|b"...
    bool optional = false;
};

/// The name and arguments of a kind of edit.
struct Kind {
    std::string_view name;   ///< "setTargetKey": as in JSON and on the command line
    std::string_view title;  ///< "Set target key": as in the history
    std::vector<Argument> arguments;
};
/// All edits, in the order of the variant.
const std::vector<Kind>& kinds();
const Kind& kindOf(const Edit& edit);

/// {"edit": name, ...arguments}. With a document, nodes and targets are given by name; without, by
/// id, as in the journal and the history.
nlohmann::json toJson(const Edit& edit, const Document* doc = nullptr);

/// Reads what toJson or a person wrote: a string is a name, a number an id. The Error's place is a
/// JSON pointer ("/target") below the edit.
Result<Edit> fromJson(const nlohmann::json& json, const Document& doc);

/// Applies several edits one after another, all or none. Error: that of `apply` for the edit that
/// was refused. @pre validate(doc)
Result<Document> applyEach(const Document& doc, const std::vector<Edit>& edits,
                           const Context& context = {});

/// Expands an element of a list that is not an edit, such as an operation, into edits. An Error's
/// place is a JSON pointer below the element.
using Expand = std::function<Result<std::vector<Edit>>(
    const nlohmann::json& element, const Document& doc, const Context& context)>;

/// Reads and applies `[{...}, ...]`, all or none. Each edit is read against the outcome of those
/// before it; edits that add nodes, targets, keys or spans are validated at the end of the list,
/// others at once. An Error's place starts with the index of the edit: "#/3/target". Elements
/// without the member "edit" are passed to `expand` with a validated document; if it is empty, they
/// are refused. @pre validate(doc)
Result<Document> applyAll(const Document& doc, const nlohmann::json& list,
                          const Context& context = {}, const Expand& expand = {});

}  // namespace posewright::edit
