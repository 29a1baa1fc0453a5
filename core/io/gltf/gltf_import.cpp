#include "core/io/gltf/gltf_import.h"

#include "core/io/gltf/mesh_import.h"
#include "core/io/gltf/node_import.h"
#include "core/io/text.h"
#include "core/motion/rates.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

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

/// A node of a document of ours, whatever it is called.
bool isOurs(const Json& node)
{
    const Json* extensions = find(node, "extensions");
    const Json* own = extensions ? find(*extensions, kExtension) : nullptr;
    return own && find(*own, "id");
}

/// An animation channel with its numbers read.
struct Channel {
    int node = -1;
    std::string path;
    std::string interpolation;
    std::vector<float> times;
    std::vector<float> values;
};

class Importer {
public:
    Importer(GltfFile& file, const std::string& name, const ReadOptions& options) :
        file_(file), json_(file.json()), name_(name), scale_(options.scale)
    {
    }

    Document import()
    {
        nodes_ = importNodes(file_, true);
        meshes_ = importMeshes(file_, true, file_.diagnostics());
        skins_ = importSkins(file_, nodes_.size());
        checkSkinnedMeshes();
        findBones();
        readAnimations();
        if (skins_.empty()) guessBones();
        findEnds();
        buildScene();
        buildClips();
        return std::move(doc_);
    }

private:
    void note(std::string message, const Json& at)
    {
        file_.diagnostics().push_back({Diagnostic::Severity::Warning, std::move(message),
                                       name_ + '#' + pointerTo(json_, at)});
    }

    void checkSkinnedMeshes()
    {
        for (const ImportedNode& node : nodes_) {
            if (node.mesh < 0 || node.skin < 0) continue;
            const std::size_t joints = skins_[node.skin].joints.size();
            for (const auto& row : meshes_[node.mesh].mesh->joints)
                for (const std::uint16_t joint : row)
                    if (joint >= joints)
                        refuse(*node.json, "the mesh names joint " + std::to_string(joint) +
                                               ", the skin has " + std::to_string(joints));
        }
    }

    /// Joints of skins, and what lies between two of them.
    void findBones()
    {
        bone_.assign(nodes_.size(), false);
        for (const ImportedSkin& skin : skins_)
            for (const int joint : skin.joints) bone_[joint] = true;
        std::vector<bool> below(nodes_.size(), false);  // a joint lies above
        std::vector<bool> above(nodes_.size(), false);  // a joint lies below
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

    /// Files of motion alone have no skin that would name their joints: there they are the nodes
    /// that are animated and show nothing, three or more below one another.
    void guessBones()
    {
        std::vector<bool> moves(nodes_.size(), false);
        for (const auto& channels : animations_)
            for (const Channel& channel : channels) moves[channel.node] = true;
        std::vector<int> depth(nodes_.size(), 0);  // of animated nodes above it, and itself
        const std::vector<int> order = topologicalOrder(nodes_);
        for (const int row : order)
            if (const ImportedNode& node = nodes_[row];
                moves[row] && node.mesh < 0 && node.camera < 0)
                depth[row] = 1 + (node.parent < 0 ? 0 : depth[node.parent]);
        std::vector<int> deepest = depth;
        for (auto row = order.rbegin(); row != order.rend(); ++row)
            if (const int parent = nodes_[*row].parent; parent >= 0 && depth[*row] > 1)
                deepest[parent] = std::max(deepest[parent], deepest[*row]);
        std::vector<int> least(nodes_.size(), 0);  // what the chain through its top comes to
        for (const int row : order) {
            if (depth[row] == 0) continue;
            least[row] = depth[row] == 1 ? deepest[row] : least[nodes_[row].parent];
            bone_[row] = least[row] >= 3;
        }
    }

    void readAnimations()
    {
        for (const Json& animation : arrayOf(json_, "animations")) {
            std::vector<Channel>& channels = animations_.emplace_back();
            const Json& samplers = requiredArray(animation, "samplers");
            const Json& list = requiredArray(animation, "channels");
            if (samplers.empty()) refuse(samplers, "an animation needs a sampler");
            if (list.empty()) refuse(list, "an animation needs a channel");
            std::set<std::pair<int, std::string>> driven;
            for (const Json& channel : list) readChannel(channel, samplers, channels, driven);
        }
    }

    void readChannel(const Json& json, const Json& samplers, std::vector<Channel>& channels,
                     std::set<std::pair<int, std::string>>& driven)
    {
        const Json& sampler = samplers[index(member(json, "sampler"), samplers.size(), "sampler")];
        const Json& target = member(json, "target");
        const Json* row = find(target, "node");
        Channel channel;
        channel.path = text(member(target, "path"));
        channel.interpolation = text(sampler, "interpolation", "LINEAR");
        const bool cubic = channel.interpolation == "CUBICSPLINE";
        if (!cubic && channel.interpolation != "LINEAR" && channel.interpolation != "STEP")
            refuse(sampler["interpolation"],
                   "there is no interpolation " + inQuotes(channel.interpolation));
        if (!row) return;
        channel.node = index(*row, nodes_.size(), "node");
        if (!driven.emplace(channel.node, channel.path).second)
            refuse(target, "two channels drive the same property");
        const bool weights = channel.path == "weights";
        const bool rotation = channel.path == "rotation";
        if (weights && !hasMorphTargets(nodes_[channel.node]))
            refuse(target["path"], "the node has no morph targets");
        if (!weights && !rotation && channel.path != "translation" && channel.path != "scale")
            return note("the animation of " + inQuotes(channel.path) + " was left out", target);
        const Json& input = member(sampler, "input");
        const Accessor& times =
            file_.accessors()[index(input, file_.accessors().size(), "accessor")];
        if (times.view < 0 && times.count > 1 && !find(*times.json, "sparse"))
            return note("an animation whose key times are nowhere was left out", input);
        readTimes(input, channel);
        if (weights) return note("animated morph targets were left out", target);
        const Json& output = member(sampler, "output");
        const int which = index(output, file_.accessors().size(), "accessor");
        const Accessor& accessor = file_.accessors()[which];
        const int width = rotation ? 4 : 3;
        const bool fits = accessor.componentType == 5126 ||
                          (rotation && accessor.normalized && accessor.componentType != 5125);
        if (accessor.components != width || !fits)
            refuse(output, "the values do not fit " + inQuotes(channel.path));
        if (cubic && channel.times.size() < 2)
            refuse(output, "a cubic spline needs two keys at least");
        const std::size_t expected = channel.times.size() * (cubic ? 3 : 1);
        if (accessor.count != expected)
            refuse(output, "expected " + std::to_string(expected) + " values, there are " +
                               std::to_string(accessor.count));
        keys_ += channel.times.size();
        if (keys_ > kMaxKeys)
            refuse(output, "there are more than " + std::to_string(kMaxKeys) + " keys");
        channel.values = file_.floats(which);
        if (!rotation)
            for (const float value : channel.values)
                if (!(std::abs(value) <= kMaxCoordinate))
                    refuse(output, "a coordinate is beyond 1e9");
        channels.push_back(std::move(channel));
    }

    bool hasMorphTargets(const ImportedNode& node) const
    {
        if (node.mesh < 0) return false;
        const Json& primitives = json_["meshes"][node.mesh]["primitives"];
        return !arrayOf(primitives[0], "targets").empty();
    }

    void readTimes(const Json& input, Channel& channel)
    {
        const int which = index(input, file_.accessors().size(), "accessor");
        const Accessor& accessor = file_.accessors()[which];
        if (accessor.components != 1 || accessor.componentType != 5126)
            refuse(input, "key times are float SCALAR");
        channel.times = file_.floats(which);
        for (std::size_t i = 0; i < channel.times.size(); ++i) {
            const float time = channel.times[i];
            if (!(time >= 0 && time <= kLongestClip))
                refuse(input, "a key time is not between 0 and 24 hours");
            if (i > 0 && !(channel.times[i - 1] < time)) refuse(input, "the key times do not rise");
        }
    }

    /// Leaf nodes that mark a bone's tip are that tip, not nodes of their own.
    void findEnds()
    {
        end_.assign(nodes_.size(), false);
        tip_.assign(nodes_.size(), -1);
        std::vector<bool> animated(nodes_.size(), false);
        for (const auto& channels : animations_)
            for (const Channel& channel : channels) animated[channel.node] = true;
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
            // Nobody knows; as long as half the bone above looks right, along its direction.
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
        // The first of two names alike, in the order of the file, keeps it.
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
                node.part = MeshPart{meshes_[from.mesh].mesh, from.skin, meshes_[from.mesh].color};
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
        auto scene = Scene::make(std::move(built), std::move(skins));
        if (!scene) refuse(member(json_, "nodes"), scene.error().message);
        doc_.scene = std::move(*scene);
    }

    void scaleMeshes(std::vector<Node>& built) const
    {
        for (Node& node : built)
            if (auto* part = std::get_if<MeshPart>(&node.part))
                part->mesh = part->mesh.with([this](Mesh& mesh) {
                    for (Eigen::Vector3f& v : mesh.positions) v *= static_cast<float>(scale_);
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
            for (const Channel& channel : animations_[i])
                times.insert(times.end(), channel.times.begin(), channel.times.end());
            Clip clip;
            clip.name = names.make(name);
            clip.rate = rateOfTimes(times);
            std::map<NodeId, Track> tracks;
            for (const Channel& channel : animations_[i]) addChannel(channel, clip.rate, tracks);
            for (auto& [id, track] : tracks) clip.tracks.push_back(std::move(track));
            if (i == 0) {
                doc_.clips.clear();
                const float last =
                    times.empty() ? 0.0F : *std::max_element(times.begin(), times.end());
                doc_.playback.end = frameOf(last, clip.rate);
            }
            doc_.clips.push_back(std::move(clip));
        }
    }

    /// The whole frame, where it gives back the very same time but for float's last bits; else a
    /// fraction, so that nothing moves from where the file has it.
    static double frameOf(float time, double rate)
    {
        const double exact = double(time) * rate;
        const double whole = std::round(exact);
        return std::abs(whole / rate - double(time)) <= 2.5e-7 * double(time) ? whole : exact;
    }

    void addChannel(const Channel& channel, double rate, std::map<NodeId, Track>& tracks) const
    {
        const NodeId id = id_[channel.node];
        Track& track = tracks[id];
        track.node = id;
        std::vector<double> frames;
        for (const float time : channel.times) frames.push_back(frameOf(time, rate));
        // Snapping may not make two keys one.
        for (std::size_t i = 1; i < frames.size(); ++i)
            if (!(frames[i - 1] < frames[i]))
                for (std::size_t k = 0; k < frames.size(); ++k)
                    frames[k] = double(channel.times[k]) * rate;
        if (channel.path == "rotation")
            track.rotation = rotationTrack(channel, frames, rate);
        else if (channel.path == "translation")
            track.translation = curves(channel, frames, rate, scale_);
        else
            track.scale = curves(channel, frames, rate, 1);
    }

    RotationTrack rotationTrack(const Channel& channel, const std::vector<double>& frames,
                                double rate) const
    {
        const bool cubic = channel.interpolation == "CUBICSPLINE";
        std::vector<RotationKey> keys(frames.size());
        std::vector<RotationShape> shapes(cubic ? frames.size() : 0);
        for (std::size_t i = 0; i < frames.size(); ++i) {
            const float* const value = channel.values.data() + 4 * (cubic ? 3 * i + 1 : i);
            Quat q(value[3], value[0], value[1], value[2]);
            const double norm = q.norm();
            if (!(norm > 0.5 && norm < 2))
                refuse(*nodes_[channel.node].json,
                       "a rotation key of the node is no unit quaternion");
            q.coeffs() /= norm;
            keys[i] = {frames[i], q,
                       cubic                             ? RotationInterpolation::Cubic
                       : channel.interpolation == "STEP" ? RotationInterpolation::Step
                                                         : RotationInterpolation::Slerp};
            if (!cubic) continue;
            shapes[i].automatic = false;
            for (int c = 0; c < 4; ++c) {
                shapes[i].in[c] = value[c - 4] / rate / norm;
                shapes[i].out[c] = value[c + 4] / rate / norm;
            }
        }
        return RotationTrack::fromKeys(std::move(keys), std::move(shapes));
    }

    static std::array<Shared<Curve>, 3>
    curves(const Channel& channel, const std::vector<double>& frames, double rate, double scale)
    {
        const bool cubic = channel.interpolation == "CUBICSPLINE";
        std::array<Shared<Curve>, 3> out;
        for (int axis = 0; axis < 3; ++axis) {
            std::vector<Key> keys(frames.size());
            for (std::size_t i = 0; i < keys.size(); ++i) {
                Key& key = keys[i];
                const float* const value = channel.values.data() + 3 * (cubic ? 3 * i + 1 : i);
                key.frame = frames[i];
                key.value = value[axis] * scale;
                key.interpolation = cubic                             ? Interpolation::Bezier
                                    : channel.interpolation == "STEP" ? Interpolation::Constant
                                                                      : Interpolation::Linear;
                key.mode = cubic ? HandleMode::Free : HandleMode::Vector;
                if (!cubic) continue;
                // A Hermite cubic is a Bezier one with handles of a third of the interval.
                if (i > 0) {
                    key.left.frames = -(frames[i] - frames[i - 1]) / 3;
                    key.left.value = value[axis - 3] * scale / rate * key.left.frames;
                }
                if (i + 1 < keys.size()) {
                    key.right.frames = (frames[i + 1] - frames[i]) / 3;
                    key.right.value = value[axis + 3] * scale / rate * key.right.frames;
                }
            }
            out[axis] = Curve::fromKeys(std::move(keys));
        }
        return out;
    }

    GltfFile& file_;
    const Json& json_;
    std::string name_;
    double scale_;
    std::vector<ImportedNode> nodes_;
    std::vector<ImportedMesh> meshes_;
    std::vector<ImportedSkin> skins_;
    std::vector<std::vector<Channel>> animations_;
    std::size_t keys_ = 0;
    std::vector<bool> bone_;
    std::vector<bool> end_;
    std::vector<int> tip_;  ///< row of the end node of a bone
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

Document importGltf(GltfFile& file, const std::string& name, const ReadOptions& options)
{
    return Importer(file, name, options).import();
}

}  // namespace posewright::io::gltf
