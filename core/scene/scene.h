#pragma once

#include "core/base/id.h"
#include "core/base/result.h"
#include "core/base/shared.h"
#include "core/base/words.h"
#include "core/math/transform.h"
#include "core/scene/limit.h"
#include "core/scene/mesh.h"

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace posewright {

/// Row of a node in one particular Scene; valid for that Scene only. Ids go into files, history and
/// selections; rows never leave a function or a snapshot.
using NodeIndex = int;
inline constexpr NodeIndex kNoNode = -1;

/// A bone: a joint at the node's origin and a stick from there to the tip.
struct BonePart {
    Vec3 tip = Vec3::Zero();  ///< end of the stick in the node's own space [m]; zero: no stick
    bool tipGiven = false;    ///< the file or the animator set the tip; else it was guessed
    Limit limit;
    std::array<int, 3> eulerOrder{
        {2, 0, 1}};  ///< axes of the channels when written as Euler angles

    friend bool operator==(const BonePart& a, const BonePart& b)
    {
        return a.tip == b.tip && a.tipGiven == b.tipGiven && a.limit == b.limit &&
               a.eulerOrder == b.eulerOrder;
    }
};

struct MeshPart {
    Shared<Mesh> mesh;
    int skin = -1;                                    ///< row of Scene::skins(); -1: rigid
    std::array<float, 3> color{{0.7F, 0.7F, 0.72F}};  ///< linear RGB, 0..1
    int source = -1;  ///< row of the mesh in what the document carries; -1: none
    std::vector<double>
        morphs{};  ///< weights while nothing is keyed: one for each morph of the mesh

    bool operator==(const MeshPart&) const = default;
};

enum class LightKind { Directional, Point, Spot };
std::span<const Word<LightKind>> words(LightKind);  ///< as glTF has them

/// Shines along the node's -Z (glTF extension KHR_lights_punctual).
struct LightPart {
    LightKind kind = LightKind::Directional;
    std::array<float, 3> color{{1, 1, 1}};  ///< linear RGB, 0..1
    float intensity = 1;                    ///< [lx] directional, else [cd]
    float outerCone = 0.785398F;            ///< [rad] half angle, spot only
    int source = -1;  ///< row of the light in what the document carries; -1: none

    bool operator==(const LightPart&) const = default;
};

/// Looks along the node's -Z, up is +Y (glTF 2.0, section 3.10).
struct CameraPart {
    double verticalFov = 0.7;  ///< [rad]; 0: orthographic
    double halfHeight = 1;     ///< [m] orthographic only
    double nearPlane = 0.01;
    double farPlane = 1000;
    int source = -1;  ///< row of the camera in what the document carries; -1: none

    bool operator==(const CameraPart&) const = default;
};

/// std::monostate is a node without a part: a group, a target, a pole, an end.
using Part = std::variant<std::monostate, BonePart, MeshPart, LightPart, CameraPart>;

struct Node {
    NodeId id = NodeId::None;
    std::string name;            ///< unique in its scene, not empty, UTF-8
    NodeIndex parent = kNoNode;  ///< always less than the node's own row
    Transform rest;              ///< in the parent's space
    Part part;

    const BonePart* bone() const noexcept { return std::get_if<BonePart>(&part); }
    bool operator==(const Node&) const = default;
};

/// All nodes, parents before children, so that forward kinematics is one loop. A value.
class Scene {
public:
    Scene() = default;

    /// Error: an id or a name repeats, a name is empty, a parent does not precede its child, a
    /// number is not finite, a rotation is not a unit quaternion, a skin names no node.
    static Result<Scene> make(std::vector<Node> nodes, std::vector<Skin> skins = {});

    /// The scene with one more node, after its parent's existing descendants: the same as `make` of
    /// all nodes in the order of `inTopologicalOrder`, but without checking and copying the others.
    /// O(nodes) for moving rows.
    /// Error: as for `make`, about the new node; or its parent does not exist.
    Result<Scene> with(Node node) &&;

    int size() const noexcept { return static_cast<int>(nodes_.size()); }
    const Node& operator[](NodeIndex i) const { return nodes_[i]; }
    const std::vector<Node>& nodes() const& noexcept { return nodes_; }
    void nodes() const&& = delete;
    const std::vector<Skin>& skins() const& noexcept { return skins_; }
    void skins() const&& = delete;

    /// O(log nodes); kNoNode if there is none.
    NodeIndex find(NodeId id) const;
    NodeIndex find(std::string_view name) const;

    /// Does `ancestor` lie above `node`? False for a node and itself. O(depth).
    bool isAbove(NodeIndex ancestor, NodeIndex node) const;

    /// Rows from `top` down to `node`, both included; empty unless `top` is `node` or above it.
    std::vector<NodeIndex> path(NodeIndex top, NodeIndex node) const;

    friend bool operator==(const Scene& a, const Scene& b)
    {
        return a.nodes_ == b.nodes_ && a.skins_ == b.skins_;
    }

private:
    std::vector<Node> nodes_;
    std::vector<Skin> skins_;
    std::vector<std::pair<NodeId, NodeIndex>> byId_;  ///< sorted
    std::vector<NodeIndex> byName_;                   ///< rows, sorted by name
    bool depthFirst_ = true;                          ///< the rows of every subtree are contiguous
};

/// Empty if there is no such node.
std::string nodeName(const Scene& scene, NodeId node);

/// Is it a mesh that has morphs? Is there one?
bool hasMorphs(const Node& node);
bool hasMorphs(const Scene& scene);

/// The weights of a node's morphs in `morphs`; `rest` if they do not list the node. O(rows)
std::span<const double> weightsOf(std::span<const MorphWeights> morphs, NodeId node,
                                  std::span<const double> rest);

/// The name to show for a morph: its own, or "#" and its row counted from 1 if that is empty or not
/// unique.
std::string morphName(const Mesh& mesh, std::size_t row);

/// The row of the morph with this name, as `morphName` gives it; -1: there is none. O(morphs)
int findMorph(const Mesh& mesh, std::string_view name);

/// `name`, or `name.2`, `name.3`... : the first that no node of the scene has.
std::string uniqueName(const Scene& scene, std::string_view name);

/// `nodes` reordered so that parents precede children, otherwise in their old order; parent rows
/// are renumbered. Error: the parents form a cycle, or a parent row is out of range.
Result<std::vector<Node>> inTopologicalOrder(std::vector<Node> nodes);

/// Rest transforms, in scene order.
std::vector<Transform> restPose(const Scene& scene);

/// Forward kinematics. O(nodes).
/// @pre local.size() == scene.size()
std::vector<WorldTransform> worldTransforms(const Scene& scene, std::span<const Transform> local);

/// As above, only for the nodes from row `first` on. @pre `world` holds the rows before it
void updateWorld(const Scene& scene, std::span<const Transform> local, NodeIndex first,
                 std::vector<WorldTransform>& world);

/// The size that errors are measured against [m]: the diagonal of the box around the origins and
/// tips of all bones (of all nodes if there is no bone) in the rest pose; 1 if that is empty.
double extent(const Scene& scene);

}  // namespace posewright
