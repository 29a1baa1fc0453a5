#include "core/io/gltf/gltf_import.h"

#include "core/io/gltf/carried/carried_import.h"
#include "core/io/gltf/import/animation_import.h"
#include "core/io/gltf/import/mend_weights.h"
#include "core/io/gltf/import/mesh_import.h"
#include "core/io/gltf/import/morph_import.h"
#include "core/io/gltf/import/node_import.h"
#include "core/io/gltf/import/view_import.h"
#include "core/io/text.h"
#include "core/motion/rates.h"
#include "core/scene/leaf_tips.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace posewright::io::gltf {

namespace {

bool endsWith(const std::string& text, std::string_view end)
{
    return text.size() >= end.size() &&
           std::string_view(text).substr(text.size() - end.size()) == end;
}

/// Names that exporters give to a node that only marks the end of a bone.
bool isEndName(const std::string& name)
{
    return endsWith(name, "_end") || endsWith(name, "_End") || endsWith(name, "Nub");
}

/// A node of a Posewright document, whatever its name.
bool isOurs(const Json& node)
{
    const Json* extensions = find(node, "extensions");
    const Json* own = extensions ? find(*extensions, kExtension) : nullptr;
    return own && find(*own, "id");
}

class Importer {
public:
    Importer(GltfFile& file, double scale) : file_(file), json_(file.json()), scale_(scale) {}

    Document import()
    {
        nodes_ = importNodes(file_, true);
        mendWeights(file_);
        meshes_ = importMeshes(file_, std::numeric_limits<std::size_t>::max(), file_.diagnostics());
        skins_ = importSkins(file_, nodes_.size());
        checkSkinnedMeshes();
        findBones();
        AnimationReader reader(file_, nodes_);
        for (const Json& animation : arrayOf(json_, "animations"))
            animations_.push_back(read(animation, reader));
        if (skins_.empty()) guessBones();
        if (meshes_.empty() && animations_.empty()) takeAllForBones();
        findEnds();
        buildScene();
        buildClips();
        return std::move(doc_);
    }

    /// Moves the JSON out of the file; must be the last step.
    void carry(Document& doc)
    {
        std::vector<NodeOrigin> origins(nodes_.size());
        for (std::size_t row = 0; row < nodes_.size(); ++row) {
            const int parent = nodes_[row].parent;
            origins[row].id = id_[row];
            if (!end_[row]) continue;
            origins[row].endOf = id_[parent];
            origins[row].tip = tip_[parent] == static_cast<int>(row);
        }
        carryRest(file_, doc, origins, scale_);
    }

    std::vector<NodeId> takeIds() { return std::move(id_); }

private:
    static std::vector<ImportedChannel> read(const Json& animation, AnimationReader& reader)
    {
        const Json& channels = requiredArray(animation, "channels");
        const Json& samplers = requiredArray(animation, "samplers");
        if (samplers.empty()) refuse(samplers, "an animation needs a sampler");
        if (channels.empty()) refuse(channels, "an animation needs a channel");
        return reader.read(animation, channels.size());
    }

    void checkSkinnedMeshes()
    {
        for (const ImportedNode& node : nodes_) {
            if (node.mesh < 0 || node.skin < 0) continue;
            const std::size_t joints = skins_[node.skin].joints.size();
            const Mesh& mesh = *meshes_[node.mesh].mesh;
            std::vector<std::array<std::uint16_t, 4>> named = mesh.joints;
            for (const Influences& more : mesh.moreInfluences)
                named.insert(named.end(), more.joints.begin(), more.joints.end());
            for (const auto& row : named)
                for (const std::uint16_t joint : row)
                    if (joint >= joints)
                        refuse(*node.json, "the mesh names joint " + std::to_string(joint) +
                                               ", the skin has " + std::to_string(joints));
        }
    }

    /// Bones are the joints of skins and the nodes between joints.
    void findBones()
    {
        bone_.assign(nodes_.size(), false);
        for (const ImportedSkin& skin : skins_)
            for (const int joint : skin.joints) bone_[joint] = true;
        std::vector<bool> below(nodes_.size(), false);  // has a joint above
        std::vector<bool> above(nodes_.size(), false);  // has a joint below
        const std::vector<int> order = topologicalOrder(nodes_);
        for (const int row : order) {
            const int parent = nodes_[row].parent;
            below[row] = parent >= 0 && (below[parent] || bone_[parent]);
        }
        for (auto row = order.rbegin(); row != order.rend(); ++row)
            if (const int parent = nodes_[*row].parent; parent >= 0 && (above[*row] || bone_[*row]))
                above[parent] = true;
        for (std::size_t row = 0; row < nodes_.size(); ++row)
            if (below[row] && above[row] && nodes_[row].mesh < 0) bone_[row] = true;
    }

    /// In files without skins, bones are animated nodes without a mesh or camera, in chains of
    /// three or more.
    void guessBones()
    {
        std::vector<bool> moves(nodes_.size(), false);
        for (const auto& channels : animations_)
            for (const ImportedChannel& channel : channels) moves[channel.node] = true;
        std::vector<int> depth(nodes_.size(), 0);  // number of animated nodes above, including
                                                   // itself
        const std::vector<int> order = topologicalOrder(nodes_);
        for (const int row : order)
            if (const ImportedNode& node = nodes_[row];
                moves[row] && node.mesh < 0 && node.camera < 0)
                depth[row] = 1 + (node.parent < 0 ? 0 : depth[node.parent]);
        std::vector<int> deepest = depth;
        for (auto row = order.rbegin(); row != order.rend(); ++row)
            if (const int parent = nodes_[*row].parent; parent >= 0 && depth[*row] > 1)
                deepest[parent] = std::max(deepest[parent], deepest[*row]);
        std::vector<int> least(nodes_.size(), 0);  // longest chain through its topmost node
        for (const int row : order) {
            if (depth[row] == 0) continue;
            least[row] = depth[row] == 1 ? deepest[row] : least[nodes_[row].parent];
            bone_[row] = least[row] >= 3;
        }
    }

    /// Files without skins and animations are taken for skeletons: nodes three or more levels deep,
    /// and those above them.
    void takeAllForBones()
    {
        std::vector<int> depth(nodes_.size(), 1);
        const std::vector<int> order = topologicalOrder(nodes_);
        for (const int row : order)
            if (nodes_[row].parent >= 0) depth[row] = 1 + depth[nodes_[row].parent];
        for (auto row = order.rbegin(); row != order.rend(); ++row) {
            if (nodes_[*row].camera >= 0) continue;
            if (depth[*row] >= 3) bone_[*row] = true;
            if (const int parent = nodes_[*row].parent; parent >= 0 && bone_[*row])
                bone_[parent] = true;
        }
    }

    /// A leaf that marks a bone's tip becomes that tip, not a node.
    void findEnds()
    {
        end_.assign(nodes_.size(), false);
        tip_.assign(nodes_.size(), -1);
        std::vector<bool> animated(nodes_.size(), false);
        for (const auto& channels : animations_)
            for (const ImportedChannel& channel : channels) animated[channel.node] = true;
        for (int row = 0; row < std::ssize(nodes_); ++row) {
            const ImportedNode& node = nodes_[row];
            if (!node.leaf || bone_[row] || animated[row] || node.parent < 0 ||
                !bone_[node.parent] || node.mesh >= 0 || node.camera >= 0 ||
                !isEndName(node.name) || isOurs(*node.json))
                continue;
            end_[row] = true;
            if (tip_[node.parent] < 0) tip_[node.parent] = row;
        }
    }

    BonePart bonePart(int row, const std::vector<std::vector<int>>& children) const
    {
        BonePart bone;
        if (tip_[row] >= 0) {
            bone.tip = nodes_[tip_[row]].rest.translation * scale_;
            bone.tipGiven = true;
            return bone;
        }
        Vec3 sum = Vec3::Zero();
        int count = 0;
        for (const int child : children[row])
            if (bone_[child]) {
                sum += nodes_[child].rest.translation * scale_;
                ++count;
            }
        if (count > 0) {
            bone.tip = sum / count;
            bone.tipGiven = count == 1;
        } else {
            // Unknown; half the length of the bone above looks right, in the same direction.
            const Transform& rest = nodes_[row].rest;
            bone.tip = rest.rotation.conjugate() * rest.translation * (scale_ / 2);
        }
        return bone;
    }

    void buildScene()
    {
        doc_ = emptyDocument();
        const std::vector<int> order = topologicalOrder(nodes_);
        std::vector<std::vector<int>> children(nodes_.size());
        for (int row = 0; row < std::ssize(nodes_); ++row)
            if (nodes_[row].parent >= 0) children[nodes_[row].parent].push_back(row);
        // If names repeat, the first one in the file keeps the name.
        UniqueNames names;
        std::vector<std::string> name(nodes_.size());
        for (std::size_t row = 0; row < nodes_.size(); ++row)
            if (!end_[row])
                name[row] = names.make(nodes_[row].name.empty() ? "Node " + std::to_string(row)
                                                                : nodes_[row].name);
        id_.assign(nodes_.size(), NodeId::None);
        std::vector<int> place(nodes_.size(), kNoNode);
        std::vector<Node> built;
        for (const int row : order) {
            if (end_[row]) continue;
            const ImportedNode& from = nodes_[row];
            Node node;
            node.id = id_[row] = newNodeId(doc_);
            node.name = name[row];
            node.parent = from.parent < 0 ? kNoNode : place[from.parent];
            node.rest = from.rest;
            node.rest.translation *= scale_;
            if (bone_[row])
                node.part = bonePart(row, children);
            else if (from.mesh >= 0)
                node.part = MeshPart{meshes_[from.mesh].mesh, from.skin, meshes_[from.mesh].color,
                                     from.mesh, morphWeights(json_, *from.json)};
            else if (const auto camera = cameraOf(json_, *from.json, scale_))
                node.part = *camera;
            else if (const auto light = lightOf(json_, *from.json))
                node.part = *light;
            place[row] = static_cast<int>(built.size());
            built.push_back(std::move(node));
        }
        std::vector<Skin> skins;
        for (const ImportedSkin& from : skins_) {
            Skin skin;
            for (const int joint : from.joints) skin.joints.push_back(id_[joint]);
            skin.inverseBind = from.inverseBind;
            for (Eigen::Matrix4f& m : skin.inverseBind)
                m.block<3, 1>(0, 3) *= static_cast<float>(scale_);
            skins.push_back(std::move(skin));
        }
        if (scale_ != 1) scaleMeshes(built);
        pointIntoFlesh(built, skins);
        auto scene = Scene::make(std::move(built), std::move(skins));
        if (!scene) refuse(member(json_, "nodes"), scene.error().message);
        doc_.scene = std::move(*scene);
    }

    void scaleMeshes(std::vector<Node>& built) const
    {
        for (Node& node : built)
            if (auto* part = std::get_if<MeshPart>(&node.part))
                part->mesh = part->mesh.with([this](Mesh& mesh) {
                    const auto factor = static_cast<float>(scale_);
                    for (Eigen::Vector3f& v : mesh.positions) v *= factor;
                    for (Morph& morph : mesh.morphs)
                        for (Eigen::Vector3f& v : morph.positions) v *= factor;
                });
    }

    void buildClips()
    {
        const Json& list = arrayOf(json_, "animations");
        UniqueNames names;
        for (std::size_t i = 0; i < animations_.size(); ++i) {
            std::string name = cleanName(text(list[i], "name", ""));
            if (name.empty() || name.size() > kMaxName) name = "Clip " + std::to_string(i + 1);
            std::vector<float> times;
            const ImportedChannel* before = nullptr;
            for (const ImportedChannel& channel : animations_[i]) {
                if (!before || !channel.times.sameAs(before->times))
                    times.insert(times.end(), channel.times->begin(), channel.times->end());
                before = &channel;
            }
            Clip clip;
            clip.name = names.make(name);
            clip.rate = rateOfTimes(times);
            clip.tracks = tracksOf(animations_[i], nodes_, id_, clip.rate, scale_);
            if (i == 0) {
                doc_.clips.clear();
                const float last =
                    times.empty() ? 0.0F : *std::max_element(times.begin(), times.end());
                doc_.playback.end = frameOf(last, clip.rate);
            }
            doc_.clips.push_back(std::move(clip));
        }
    }

    GltfFile& file_;
    const Json& json_;
    double scale_;
    std::vector<ImportedNode> nodes_;
    std::vector<ImportedMesh> meshes_;
    std::vector<ImportedSkin> skins_;
    std::vector<std::vector<ImportedChannel>> animations_;
    std::size_t keys_ = 0;
    std::vector<bool> bone_;
    std::vector<bool> end_;
    std::vector<int> tip_;  ///< row of a bone's end node
    std::vector<NodeId> id_;
    Document doc_;
};

}  // namespace

double rateOfTimes(const std::vector<float>& times)
{
    for (const double rate : kUsualRates) {
        const bool fits = std::all_of(times.begin(), times.end(), [rate](float time) {
            const double frame = time * rate;
            return std::abs(frame - std::round(frame)) < 1e-4 + 1e-7 * frame;
        });
        if (fits && !times.empty()) return rate;
    }
    return 30;
}

Document importGltf(GltfFile& file, const ReadOptions& options)
{
    Importer importer(file, options.scale);
    Document doc = importer.import();
    importer.carry(doc);
    return doc;
}

PlainMotion importMotion(GltfFile& file)
{
    Importer importer(file, 1);
    Document doc = importer.import();
    return {std::move(doc), importer.takeIds()};
}

}  // namespace posewright::io::gltf
