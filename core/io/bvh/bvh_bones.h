#pragma once

#include "core/evaluate/evaluate.h"
#include "core/io/bvh/bvh_origin.h"
#include "core/io/motion_sampler.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace posewright::io::bvh {

/// A bone on its way into a file.
struct Bone {
    NodeIndex node = kNoNode;
    int parent = -1;      ///< row of the bone above, whatever lies between
    bool direct = false;  ///< nothing lies between, and nothing above scales
    int joint = -1;       ///< row of the source's joint that it was; -1: none
    std::string name;
    std::vector<int> children;
    Vec3 offset = Vec3::Zero();     ///< at rest, in the frame of the bone above
    Vec3 written = Vec3::Zero();    ///< as OFFSET
    std::vector<Channel> channels;  ///< as CHANNELS
    std::array<int, 3> order{{2, 0, 1}};
    bool moves = false;         ///< a translation is animated
    bool keptPosition = false;  ///< the source's numbers say it as it is
    bool keptRotation = false;
    std::array<double, 3> angles{};  ///< of the row before [rad]
};

/// Where a bone is below the bone above it. The rotation leaves scale out and the translation takes
/// it in, so that every joint stands where it stands, whatever is scaled above it.
struct Placement {
    Vec3 translation;
    Quat rotation;
};
Placement placement(const std::vector<Bone>& bones, int bone, const std::vector<Transform>& local,
                    const std::vector<WorldTransform>& world);

/// The skeleton of a file: what is written of a document's bones, and how.
struct Skeleton {
    std::vector<Bone> bones;  ///< in the order of the scene
    std::vector<int> roots;   ///< rows of bones
    std::vector<int> order;   ///< rows of bones as the file has them
    std::string holder;       ///< name of a root above several; empty: not needed
    double size = 1;          ///< of the scene at rest
    /// The source's row of the file's first one, where each of its rows is one of the source's.
    std::optional<std::size_t> firstRow;
    bool anyScale = false;
    int renamed = 0;  ///< names with characters that were replaced
};

/// Joints that were in the source keep their channels, OFFSET and name as far as they still say
/// what the document shows; whatever else is written for the widest circle of readers.
/// Error: there is no bone; cancelled.
Result<Skeleton> skeletonOf(const Document& doc, const Origin* origin, const WriteOptions& options,
                            const MotionSampler& sampler);

/// What the file cannot hold, and who will misread it.
Diagnostics noteLosses(const Document& doc, const Origin* origin, const Skeleton& skeleton);

/// Who misreads the bytes of the source, which were written again as they were.
Diagnostics noteReaders(const Document& doc, const Origin& origin);

}  // namespace posewright::io::bvh
