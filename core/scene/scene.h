#pragma once

#include "core/base/id.h"
#include "core/base/result.h"
#include "core/base/shared.h"
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
    bool tipGiven = false;    ///< the file or the animator placed the tip; else it was guessed
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
        morphs{};  ///< weights where no key says otherwise: one for each of the mesh

    bool operator==(const MeshPart&) const = default;
};

enum class LightKind { Directional, Point, Spot };

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

/// std::monostate hangs nothing on the node: a group, a target, a pole, an end.
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

    /// The scene with one node more, behind what hangs on its parent already: what `make` gives for
    /// all nodes in the order of `inTopologicalOrder`, without making the others anew. O(nodes), at
    /// the price of moving them.
    /// Error: as of `make`, about the new node; or its parent is not there.
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

    /// Rows from `top` down to `node`, both included; empty unless top is node or above it.
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
    bool depthFirst_ = true;                          ///< every subtree lies in one piece
};

/// Is it a mesh that has morphs? Is there one?
bool hasMorphs(const Node& node);
bool hasMorphs(const Scene& scene);

/// The weights of a node's morphs; `rest` where none are said of it. O(rows)
std::span<const double> weightsOf(std::span<const MorphWeights> morphs, NodeId node,
                                  std::span<const double> rest);

/// What a morph is called: its name; "#1" and so on, from 1, where it has none or shares it.
std::string morphName(const Mesh& mesh, std::size_t row);

/// The row of the morph with this name, as `morphName` gives it; -1: there is none. O(morphs)
int findMorph(const Mesh& mesh, std::string_view name);

/// `name`, or `name.2`, `name.3`... : the first that `taken` does not hold against it.
std::string uniqueName(const Scene& scene, std::string_view name);

/// `nodes` in an order where parents precede children, otherwise as they were; parents renumbered.
/// Error: the parents form a cycle, or a parent row is out of range.
Result<std::vector<Node>> inTopologicalOrder(std::vector<Node> nodes);

/// Rest transforms, in scene order.
std::vector<Transform> restPose(const Scene& scene);

/// Forward kinematics. O(nodes).
/// @pre local.size() == scene.size()
std::vector<WorldTransform> worldTransforms(const Scene& scene, std::span<const Transform> local);

/// As above for the nodes from row `first` on; `world` holds the rows before it already.
void updateWorld(const Scene& scene, std::span<const Transform> local, NodeIndex first,
                 std::vector<WorldTransform>& world);

/// The diagonal of the box around the origins and tips of all bones (of all nodes where there is
/// no bone) in the rest pose; 1 where that is empty. What errors are measured against. [m]
double extent(const Scene& scene);

}  // namespace posewright
