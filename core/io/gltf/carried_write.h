#pragma once

#include "core/io/gltf/carried_form.h"

#include <vector>

namespace posewright::io::gltf {

/// Which rows the nodes of a scene get in a file that begins with carried rows. Without any, all
/// keep their rows.
class FileRows {
public:
    FileRows(const CarriedForm* form, const Scene& scene);

    int operator[](NodeIndex node) const { return row_[node]; }
    /// How many rows the nodes of the scene and the carried ends of bones take.
    std::size_t size() const noexcept { return size_; }
    bool isCarried(NodeIndex node) const { return row_[node] < carried_; }
    /// The row of this carried end of a bone, by the bone's node.
    bool hasEnd(NodeIndex bone) const { return hasEnd_[bone]; }
    /// Does the node come at another place in the scene than in the file?
    bool isOutOfOrder(NodeIndex node) const { return outOfOrder_[node]; }

private:
    std::vector<int> row_;
    std::vector<bool> hasEnd_;
    std::vector<bool> outOfOrder_;
    std::size_t size_ = 0;
    int carried_ = 0;
};

/// What is carried for a row of the nodes, with the extension that says so: null where nothing is.
Json carriedNode(const CarriedForm& form, std::size_t row);

/// Sorts the children of all nodes by row, but for those whose order is carried.
void sortChildren(Json& nodes, const CarriedForm& form);

/// Puts roots that no carried scene lists into the default one, and skinned meshes that came to the
/// root into those of the trees they came from. Makes a scene where none is carried.
/// @param roots  rows of the file
/// @param cameFrom  the root above which each of them stood; itself for others
void writeScenes(Json& json, const CarriedForm* form, const std::vector<int>& roots,
                 const std::vector<int>& cameFrom);

/// A carried animation with the channels of our own behind it.
Json joinedAnimation(Json carried, Json ours);

}  // namespace posewright::io::gltf
