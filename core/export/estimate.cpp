#include "core/export/estimate.h"

#include "core/evaluate/bake.h"
#include "core/export/parts.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace posewright::exports {

namespace {

// What things take up in files, as measured. [bytes]
constexpr double kNumberInText = 9.5;  ///< of a row of BVH, with its blank
constexpr double kJointInText = 150;   ///< of the head of BVH
constexpr double kNode = 220;          ///< JSON of a node
constexpr double kChannel = 330;       ///< JSON of a channel, with what it names
constexpr double kVertex = 24, kInfluence = 24, kCorner = 4;
constexpr double kTurn = 16, kPlace = 12, kTime = 4;
constexpr double kOwnKey = 40;  ///< of a key as a project keeps it
constexpr double kHead = 1500;

double framesOf(const Document& doc, int clip, const Options& options)
{
    const auto range = writtenRange(doc, clip);
    if (!range) return 0;
    const double step = options.rate ? doc.clips[clip]->rate / *options.rate : 1;
    return std::floor((range->max - range->min) / step + 1e-9) + 1;
}

/// The pictures on surfaces, each once.
double pictureBytes(const Scene& scene)
{
    std::set<const Image*> seen;
    double sum = 0;
    for (const Node& node : scene.nodes())
        if (const auto* part = std::get_if<MeshPart>(&node.part))
            for (const MeshPiece& piece : part->mesh->pieces)
                for (const auto* texture :
                     {&piece.material->baseTexture, &piece.material->metalTexture,
                      &piece.material->normalTexture, &piece.material->occlusionTexture,
                      &piece.material->emissionTexture})
                    if (*texture && seen.insert(&*(*texture)->image).second)
                        sum += double((*texture)->image->bytes.size());
    return sum;
}

double bytesOf(const Mesh& mesh)
{
    const double count = double(mesh.positions.size());
    double bytes = count * (kVertex + (mesh.joints.empty() ? 0 : kInfluence)) +
                   kCorner * double(mesh.indices.size());
    for (const auto& set : mesh.uv) bytes += 8 * double(set.size());
    for (const Morph& morph : mesh.morphs) bytes += count * (morph.normals.empty() ? 12 : 24);
    return bytes;
}

double meshBytes(const Scene& scene, bool carriedToo)
{
    std::set<const Mesh*> seen;
    double sum = 0;
    for (const Node& node : scene.nodes())
        if (const auto* part = std::get_if<MeshPart>(&node.part);
            part && (carriedToo || part->source < 0) && seen.insert(&*part->mesh).second)
            sum += bytesOf(*part->mesh);
    return sum;
}

struct KeyCount {
    double turns = 0, places = 0;
};

KeyCount keyCountOf(const Track& track)
{
    KeyCount keys{double(track.rotation->size()), 0};
    for (const Shared<Curve>& curve : track.translation)
        keys.places = std::max(keys.places, double(curve->keys().size()));
    return keys;
}

/// Keys of a clip in a glTF file.
double clipBytes(const Document& doc, int row, const Options& options)
{
    const Clip& clip = *doc.clips[row];
    const double frames = framesOf(doc, row, options);
    if (frames == 0) return 0;
    Document shown = doc;
    shown.playback.clip = row;
    const auto range = writtenRange(doc, row);
    std::set<NodeId> driven;
    for (const NodeIndex at : drivenNodes(shown, range->min, range->max))
        driven.insert((*doc.scene)[at].id);
    const bool each = options.keys == Keys::EveryFrame || options.rate;
    double bytes = kTime * frames;
    const auto add = [&](double turns, double places) {
        if (turns > 0) bytes += turns * kTurn + kChannel;
        if (places > 0) bytes += places * kPlace + kChannel;
    };
    for (const Shared<Track>& track : clip.tracks) {
        const KeyCount own = keyCountOf(*track);
        if (options.targets) bytes += kOwnKey * (own.turns + own.places);
        if (driven.erase(track->node) > 0 || each)
            add(own.turns > 0 ? frames : 0, own.places > 0 ? frames : 0);
        else if (clip.source < 0)
            add(own.turns, own.places);
    }
    return bytes + double(driven.size()) * (frames * kTurn + kChannel);
}

double gltfBytes(const Document& doc, const Options& options)
{
    const Scene& scene = *doc.scene;
    double bytes = kHead + kNode * scene.size();
    if (doc.carried->gltf) {
        bytes += double(doc.carried->json.size()) + double(doc.carried->data.size());
        if (!options.meshes)
            bytes -= meshBytes(scene, true) + pictureBytes(scene);
        else if (!options.textures)
            bytes -= pictureBytes(scene);
    }
    if (options.meshes) bytes += meshBytes(scene, !doc.carried->gltf);
    for (int row = 0; row < std::ssize(doc.clips); ++row)
        if (options.allClips || row == doc.playback.clip) bytes += clipBytes(doc, row, options);
    return std::max(bytes, kHead);
}

double bvhBytes(const Document& doc, const Options& options)
{
    double bones = 0;
    for (const Node& node : doc.scene->nodes()) bones += node.bone() ? 1 : 0;
    double bytes = 0;
    for (int row = 0; row < std::ssize(doc.clips); ++row)
        if (options.allClips || row == doc.playback.clip)
            bytes += bones * kJointInText +
                     framesOf(doc, row, options) * (3 * bones + 3) * kNumberInText;
    return bytes;
}

}  // namespace

double estimatedBytes(const Document& doc, const Options& options)
{
    Document asked = doc;
    if (options.frames) {
        asked.playback.start = options.frames->min;
        asked.playback.end = options.frames->max;
    }
    return options.ending == "bvh" ? bvhBytes(asked, options) : gltfBytes(asked, options);
}

}  // namespace posewright::exports
