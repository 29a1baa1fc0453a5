#pragma once

#include "app/import/lost.h"
#include "app/import/skeleton.h"
#include "app/import/unsaid.h"
#include "app/import/world.h"
#include "core/io/gltf/buffer_builder.h"

#include <assimp/scene.h>
#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace posewright::import {

/// Numbers of glTF 2.0, section 5.
inline constexpr int kVertices = 34962;
inline constexpr int kIndices = 34963;
inline constexpr int kFloat = 5126;

/// Values as the bytes of an accessor.
template <class T>
std::string bytesOf(const std::vector<T>& values)
{
    return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)};
}

/// The morphs of a node's meshes.
struct Shapes {
    std::vector<int> nodes;   ///< rows of the nodes that show the meshes
    std::vector<float> rest;  ///< the weight of each morph
};

/// A GLB in the making, and the scene that it is made of.
struct Draft {
    explicit Draft(const aiScene& scene);

    /// Appends a node. @param parent -1: none. @return its row
    int addNode(io::gltf::Json node, int parent);
    /// A local transform of the file's node `row`, as the GLB has it. Shear is told as lost.
    Decomposed placed(int row, const aiMatrix4x4& local);
    /// The row of a node of this name; -1: there is none.
    int row(const char* name) const;
    /// Does the file call the node of this row a joint?
    bool isJoint(int row) const;
    /// Lists an extension as used.
    void uses(const char* extension);

    const aiScene& scene;
    World world;
    std::vector<SkeletonNode> nodes;   ///< the first rows of the GLB's nodes
    std::map<std::string, int> rowOf;  ///< by the names of assimp's nodes
    std::map<int, aiMatrix4x4> turns;  ///< of nodes of cameras and lights (sights.h)
    std::vector<Decomposed> rest;      ///< placements at rest, by rows of `nodes`
    std::set<int> slanted;             ///< rows of nodes of which shear was told
    std::vector<int> parents;          ///< of all nodes written
    Unsaid unsaid;
    std::map<int, Shapes> shapes;            ///< by rows of `nodes`
    std::map<const aiTexture*, int> images;  ///< rows of embedded pictures; -1: of no use
    bool byBlender = false;                  ///< Blender wrote the file
    bool fbx = false;
    io::gltf::BufferBuilder buffers;
    io::gltf::Json json;
    Lost lost;
};

}  // namespace posewright::import
