#pragma once

#include "core/edit/description.h"
#include "core/edit/reference.h"

/// Adding nodes from another document.
namespace posewright::edit {

/// Adds nodes of another document, with their meshes, skins and carried data, as roots of their
/// own. Error: the content was made for another document, or for another state of this one.
struct AddNodes {
    std::string content;  ///< textOf(Package)
};
template <std::same_as<AddNodes> E>
constexpr auto describe(Of<E>)
{
    return description("addNodes", "Add nodes", required("content", &E::content, "package"));
}
Result<Document> make(const Document& doc, const AddNodes& edit);

using NodeEdits = Family<AddNodes>;

}  // namespace posewright::edit
