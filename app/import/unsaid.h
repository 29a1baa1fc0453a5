#pragma once

#include "app/import/joints.h"
#include "app/import/lost.h"

#include <assimp/scene.h>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace posewright::import {

/// How the keys of something lead to the next one.
struct Leads {
    bool straight = false;
    bool held = false;
    bool curved = false;
};

/// What a channel of a node moves.
enum class Path : std::uint8_t { Translation, Rotation, Scale };

/// What assimp does not say of a file that it reads.
struct Unsaid {
    std::map<std::string, float> weights;  ///< of FBX morphs at rest, by name
    /// Where the vertices of a mesh are in the space of a bone when they are bound, by the names of
    /// both nodes. assimp goes by where the mesh is now.
    std::map<std::pair<std::string, std::string>, aiMatrix4x4> binds;
    /// The turns of FBX nodes that come after their own and are taken back (PostRotation), by name.
    std::map<std::string, aiQuaternion> postTurns;
    /// What the file calls its nodes where assimp calls them by their ids, by id.
    std::map<std::string, std::string> titles;
    /// Of keys, by the name of the node. assimp goes straight from key to key.
    std::map<std::pair<std::string, Path>, Leads> leads;
    Leads allLeads;  ///< of all keys of the file, where it is not known whose they are
    Joints joints;
    /// Of COLLADA: its clips (animation_clip). assimp makes others out of its animations.
    std::vector<std::string> clips;
    std::map<std::string, std::string> about;  ///< of FBX: "Author", "Title" and the like
    double rate = 0;                           ///< [frames/s]; 0: the file says none
    Lost lost;                                 ///< what assimp leaves out
};

/// Of files of either kind.
inline constexpr const char* kLevelCameras = "orthographic cameras are read as perspective ones";

/// The usual rate that a number of frames per second means, written with few digits; else the
/// number itself; 0: it is none.
double usualRate(double written);

Unsaid unsaidOfFbx(std::string_view bytes);
Unsaid unsaidOfCollada(std::string_view text);

}  // namespace posewright::import
