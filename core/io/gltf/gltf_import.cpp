#include "core/io/gltf/gltf_import.h"

#include "core/base/number.h"
#include "core/io/gltf/carried/carried_import.h"
#include "core/io/gltf/faults/faults.h"
#include "core/io/gltf/import/animation_import.h"
#include "core/io/gltf/import/bone_import.h"
#include "core/io/gltf/import/mend_weights.h"
#include "core/io/gltf/import/mesh_import.h"
#include "core/io/gltf/import/morph_import.h"
#include "core/io/gltf/import/node_import.h"
#include "core/io/gltf/import/pointed_channels.h"
#include "core/io/gltf/import/shear.h"
#include "core/io/gltf/import/split_nodes.h"
#include "core/io/gltf/import/view_import.h"
#include "core/io/text.h"
#include "core/motion/rates.h"
#include "core/scene/leaf_tips.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <span>

namespace posewright::io::gltf {

namespace {

bool isOnFrame(float time, double rate)
{
    const double frame = time * rate;
    return std::abs(frame - std::round(frame)) < 1e-4 + 1e-7 * frame;
}

class Importer {
public:
    Importer(GltfFile& file, double scale, const FileFacts& source = {}) :
        file_(file), json_(file.json()), scale_(scale), source_(source)
    {
    }

    /// Only keys around these times are needed, if there are any.
    void needOnly(std::span<const float> at) { needed_ = at; }

    Document import()
    {
        nodes_ = importNodes(file_, true);
        tellOfShear(file_, nodes_);
        mendWeights(file_);
        meshes_ = importMeshes(file_, std::numeric_limits<std::size_t>::max(), file_.diagnostics());
        skins_ = importSkins(file_, nodes_.size());
        checkSkinnedMeshes();
        AnimationReader reader(file_, nodes_);
        for (const Json& animation : arrayOf(json_, "animations"))
            animations_.push_back(read(animation, reader));
        found_ = findBones(nodes_, skins_, animations_, !meshes_.empty(), source_.joints);
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
            if (!found_.end[row]) continue;
            origins[row].endOf = id_[parent];
            origins[row].tip = found_.tip[parent] == static_cast<int>(row);
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

    BonePart bonePart(int row, const std::vector<std::vector<int>>& children) const
    {
        BonePart bone;
        if (found_.tip[row] >= 0) {
            bone.tip = nodes_[found_.tip[row]].rest.translation * scale_;
            bone.tipGiven = true;
            return bone;
        }
        Vec3 sum = Vec3::Zero();
        int count = 0;
        for (const int child : children[row])
            if (found_.bone[child]) {
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
            if (!found_.end[row])
                name[row] = names.make(nodes_[row].name.empty() ? "Node " + std::to_string(row)
                                                                : nodes_[row].name);
        id_.assign(nodes_.size(), NodeId::None);
        std::vector<int> place(nodes_.size(), kNoNode);
        std::vector<Node> built;
        for (const int row : order) {
            if (found_.end[row]) continue;
            const ImportedNode& from = nodes_[row];
            Node node;
            node.id = id_[row] = newNodeId(doc_);
            node.name = name[row];
            node.parent = from.parent < 0 ? kNoNode : place[from.parent];
            node.rest = from.rest;
            node.rest.translation *= scale_;
            if (found_.bone[row])
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
            float first = 0, last = 0;
            if (!times.empty()) {
                const auto ends = std::ranges::minmax_element(times);
                first = *ends.min;
                last = *ends.max;
            }
            Clip clip;
            clip.name = names.make(name);
            clip.rate = rateOf(std::move(times), clip.name);
            if (!needed_.empty())
                for (ImportedChannel& channel : animations_[i]) keepAround(channel, needed_);
            clip.tracks = tracksOf(animations_[i], nodes_, id_, clip.rate, scale_);
            if (i == 0) {
                doc_.clips.clear();
                doc_.playback.start = frameOf(first, clip.rate);
                doc_.playback.end = frameOf(last, clip.rate);
            }
            doc_.clips.push_back(std::move(clip));
        }
    }

    /// The rate that the source says if most keys lie on its frames, else the first usual one on
    /// whose frames all lie. Keys stay where they are.
    double rateOf(std::vector<float> times, const std::string& clip)
    {
        if (!(source_.rate > 0)) return rateOfTimes(times);
        std::sort(times.begin(), times.end());
        times.erase(std::unique(times.begin(), times.end()), times.end());
        const auto between = std::count_if(times.begin(), times.end(), [this](float time) {
            return !isOnFrame(time, source_.rate);
        });
        constexpr int kMostBetween = 10;  // one of so many
        if (times.empty() || between * kMostBetween > std::ssize(times)) return rateOfTimes(times);
        if (between > 0)
            file_.diagnostics().push_back(
                {Diagnostic::Severity::Note,
                 "the file says " + toText(source_.rate) + " frames/s, and so has the clip " +
                     inQuotes(clip) + "; keys at " + std::to_string(between) + " of " +
                     std::to_string(times.size()) + " times lie between frames, and stay there",
                 {}});
        return source_.rate;
    }

    std::span<const float> needed_;  ///< [s] empty: all
    GltfFile& file_;
    const Json& json_;
    double scale_;
    const FileFacts source_;
    std::vector<ImportedNode> nodes_;
    std::vector<ImportedMesh> meshes_;
    std::vector<ImportedSkin> skins_;
    std::vector<std::vector<ImportedChannel>> animations_;
    std::size_t keys_ = 0;
    FoundBones found_;
    std::vector<NodeId> id_;
    Document doc_;
};

}  // namespace

double rateOfTimes(const std::vector<float>& times)
{
    const auto rateOfAll = [](std::span<const float> all) -> std::optional<double> {
        for (const double rate : kUsualRates)
            if (std::ranges::all_of(all, [rate](float time) { return isOnFrame(time, rate); }))
                return rate;
        return std::nullopt;
    };
    if (times.empty()) return 30;
    if (const auto rate = rateOfAll(times)) return *rate;
    // A clip may begin or end between frames.
    constexpr std::size_t kEnough = 10;
    std::vector<float> sorted = times;
    std::ranges::sort(sorted);
    sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
    if (sorted.size() < kEnough) return 30;
    return rateOfAll(std::span(sorted).subspan(1, sorted.size() - 2)).value_or(30);
}

Document importGltf(GltfFile& file, const ReadOptions& options)
{
    readPointedNodes(file);
    splitNodes(file.changedJson(), file.diagnostics());
    Importer importer(file, options.scale);
    Document doc = importer.import();
    importer.carry(doc);
    return doc;
}

Result<Import> importMade(std::string glb, const ReadOptions& options, const FileFacts& source)
{
    Result<std::unique_ptr<GltfFile>> loaded = GltfFile::load(std::move(glb), {});
    if (!loaded) return loaded.error();
    GltfFile& file = **loaded;
    try {
        tellFaults(file);
        splitNodes(file.changedJson(), file.diagnostics());
        Importer importer(file, options.scale, source);
        Document doc = importer.import();
        importer.carry(doc);
        return Import{std::move(doc), std::move(file.diagnostics())};
    } catch (const Trouble& trouble) {
        return file.errorOf(trouble);
    }
}

PlainMotion importMotion(GltfFile& file, std::span<const float> at)
{
    Importer importer(file, 1);
    importer.needOnly(at);
    Document doc = importer.import();
    return {std::move(doc), importer.takeIds()};
}

}  // namespace posewright::io::gltf
