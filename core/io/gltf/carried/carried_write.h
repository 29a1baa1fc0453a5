#pragma once

#include "core/io/gltf/carried_form.h"

#include <vector>

namespace posewright::io::gltf {

/// The rows of a scene's nodes in a file that begins with carried rows. Without carried rows, all
/// keep their rows.
class FileRows {
public:
    FileRows(const CarriedForm* form, const Scene& scene);

    int operator[](NodeIndex node) const { return row_[node]; }
    /// Number of rows for the nodes of the scene and the carried ends of bones.
    std::size_t size() const noexcept { return size_; }
    bool isCarried(NodeIndex node) const { return row_[node] < carried_; }
    /// Has the bone a carried end?
    bool hasEnd(NodeIndex bone) const { return hasEnd_[bone]; }
    /// Does the node's order in the scene differ from that in the file?
    bool isOutOfOrder(NodeIndex node) const { return outOfOrder_[node]; }

private:
    std::vector<int> row_;
    std::vector<bool> hasEnd_;
    std::vector<bool> outOfOrder_;
    std::size_t size_ = 0;
    int carried_ = 0;
};

/// What is carried for a row of the nodes, with our extension for it; null if nothing is.
Json carriedNode(const CarriedForm& form, std::size_t row);

/// Sorts the children of all nodes by row, except where their order is carried.
void sortChildren(Json& nodes, const CarriedForm& form);

/// Adds roots that no carried scene lists to the default scene, and skinned meshes at the root to
/// the scenes of the trees they belong to. Creates a scene if none is carried.
/// @param roots  rows of the file
/// @param cameFrom  for each root, the root of the tree it was moved from, or of its joints; itself
///     if it is neither
void writeScenes(Json& json, const CarriedForm* form, const std::vector<int>& roots,
                 const std::vector<int>& cameFrom);

/// A carried animation with our own channels appended.
Json joinedAnimation(Json carried, Json ours);

}  // namespace posewright::io::gltf
