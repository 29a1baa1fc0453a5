#pragma once

#include "core/evaluate/evaluate.h"
#include "core/io/bvh/bvh_origin.h"
#include "core/io/motion_sampler.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace posewright::io::bvh {

/// A bone to be written.
struct Bone {
    NodeIndex node = kNoNode;
    int parent = -1;      ///< row of the nearest bone above
    bool direct = false;  ///< no other node is between them, and none above is scaled
    int joint = -1;       ///< row of the source's joint that the bone was read from; -1: none
    std::string name;
    std::vector<int> children;
    Vec3 offset = Vec3::Zero();     ///< at rest, in the frame of the bone above
    Vec3 written = Vec3::Zero();    ///< as OFFSET
    std::vector<Channel> channels;  ///< as CHANNELS
    std::vector<EndSite> ends;      ///< as End Sites; offsets are scaled
    std::array<int, 3> order{{2, 0, 1}};
    bool moves = false;         ///< a translation is animated
    bool keptPosition = false;  ///< the source's numbers are still right
    bool keptRotation = false;
    std::array<double, 3> angles{};  ///< of the previous row [rad]
};

/// A bone relative to its parent bone. The rotation is free of scale and the translation includes
/// it, so that every joint is where it is shown even below scaled nodes.
struct BoneOffset {
    Vec3 translation;
    Quat rotation;
};
BoneOffset boneOffset(const std::vector<Bone>& bones, int bone, const std::vector<Transform>& local,
                      const std::vector<WorldTransform>& world);

/// The skeleton of a file: which of a document's bones are written, and how.
struct Skeleton {
    std::vector<Bone> bones;  ///< in the order of the scene
    std::vector<int> roots;   ///< rows of bones
    std::vector<int> order;   ///< rows of bones in the order of the file
    std::string holder;       ///< name of a root above several; empty: not needed
    double size = 1;          ///< of the scene at rest
    /// The source's row for the first row, if all rows to be written are rows of the source.
    std::optional<std::size_t> firstRow;
    bool anyScale = false;
    std::vector<std::string> renamed;  ///< names in which characters were replaced
};

/// Joints from the source keep their channels, OFFSET and name as far as these still match the
/// document; everything else is written for the widest range of readers.
/// Error: there is no bone; cancelled.
Result<Skeleton> skeletonOf(const Document& doc, const Origin* origin, const WriteOptions& options,
                            const MotionSampler& sampler);

/// What the file cannot hold, and which programs will misread it.
Diagnostics noteLosses(const Document& doc, const Origin* origin, const Skeleton& skeleton);

/// The End Sites of the source that a file in the form for all readers does not have.
Diagnostics noteEnds(const Origin& origin);

/// Which programs misread the source, when its bytes are written unchanged.
Diagnostics noteReaders(const Document& doc, const Origin& origin);

}  // namespace posewright::io::bvh
