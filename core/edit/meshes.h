#pragma once

#include "core/edit/description.h"
#include "core/edit/reference.h"

/// Meshes: flesh on bones, and skins.
namespace posewright::edit {

enum class Solid { Box, Capsule };

/// A solid along a bone's stick, as a mesh that hangs on the bone and is called after it. Error: it
/// is no bone, or has no stick.
struct AddFlesh {
    NodeId bone = NodeId::None;
    Solid shape = Solid::Box;
    double thickness = 0.25;  ///< a share of the stick's length, from side to side
};
template <std::same_as<AddFlesh> E>
constexpr auto describe(Of<E>)
{
    return description("addFlesh", "Add flesh", required("bone", &E::bone),
                       optional("shape", &E::shape), optional("thickness", &E::thickness, "share"));
}
Result<Document> make(Document doc, const AddFlesh& edit);

/// Hangs a mesh that no skin moves on joints, as they all are at rest. Each vertex is moved by up
/// to four joints, whose shares are whole numbers that add up to 65536: such weights are exact as
/// floats, and so is their sum.
struct SetSkin {
    NodeId mesh = NodeId::None;
    std::vector<NodeId> joints;
    std::vector<int> rows;    ///< of `joints`: four for each vertex
    std::vector<int> shares;  ///< by how much each moves it
};
template <std::same_as<SetSkin> E>
constexpr auto describe(Of<E>)
{
    return description("setSkin", "Bind mesh", required("mesh", &E::mesh),
                       required("joints", &E::joints), required("rows", &E::rows),
                       required("shares", &E::shares));
}
Result<Document> make(const Document& doc, const SetSkin& edit);

using MeshEdits = Family<AddFlesh, SetSkin>;

}  // namespace posewright::edit
