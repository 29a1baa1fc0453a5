#pragma once

#include "core/edit/description.h"
#include "core/edit/reference.h"

/// Meshes: solids on bones ("flesh"), skins and boxes.
namespace posewright::edit {

enum class Solid { Box, Capsule };

/// Adds a solid along a bone's stick, as a mesh that is a child of the bone and named after it.
/// Error: the node is not a bone, or has no stick.
struct AddFlesh {
    NodeId bone = NodeId::None;
    Solid shape = Solid::Box;
    double thickness = 0.25;  ///< width as a share of the stick's length
};
template <std::same_as<AddFlesh> E>
constexpr auto describe(Of<E>)
{
    return description("addFlesh", "Add flesh", required("bone", &E::bone),
                       optional("shape", &E::shape), optional("thickness", &E::thickness, "share"));
}
Result<Document> make(Document doc, const AddFlesh& edit);

/// Binds a mesh to joints in the rest pose. A mesh that is skinned already is placed where most of
/// its joints have it at rest. Each vertex is moved by up to four joints, whose shares are whole
/// numbers that add up to 65536: such weights are exact as floats, and so is their sum.
struct SetSkin {
    NodeId mesh = NodeId::None;
    std::vector<NodeId> joints;
    std::vector<int> rows;    ///< rows of `joints`: four for each vertex
    std::vector<int> shares;  ///< one for each of `rows`
    bool again = false;       ///< required if the mesh has a skin, which is replaced
};
template <std::same_as<SetSkin> E>
constexpr auto describe(Of<E>)
{
    return description("setSkin", "Bind mesh", required("mesh", &E::mesh),
                       required("joints", &E::joints), required("rows", &E::rows),
                       required("shares", &E::shares), optional("again", &E::again));
}
Result<Document> make(const Document& doc, const SetSkin& edit);

/// Adds a box as a prop: a mesh without a parent. Its scale is its size, its origin the middle of
/// its base. Error: a side has no length.
struct AddBox {
    std::string name;
    Vec3 size = Vec3::Ones();      ///< [m]
    Vec3 position = Vec3::Zero();  ///< of the middle of its base, world
};
template <std::same_as<AddBox> E>
constexpr auto describe(Of<E>)
{
    return description("addBox", "Add box", required("name", &E::name, "name"),
                       optional("size", &E::size, "position"),
                       optional("position", &E::position, "position"));
}
Result<Document> make(Document doc, const AddBox& edit);

using MeshEdits = Family<AddFlesh, SetSkin, AddBox>;

}  // namespace posewright::edit
