#include "core/io/gltf/export/gltf_size.h"

#include "core/document/tables.h"
#include "core/evaluate/bake.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace posewright::io::gltf {

namespace {

// Measured sizes in files. [bytes]
constexpr double kNode = 180;            ///< JSON of a node
constexpr double kChannel = 260;         ///< JSON of a channel, with its accessors
constexpr double kCarriedChannel = 350;  ///< the same in other programs' files
constexpr double kVertex = 24, kInfluence = 24, kCorner = 4;
constexpr double kTurn = 16, kPlace = 12, kWeight = 4, kTime = 4;
constexpr double kHead = 1500;
/// Of the figure that is added if there is no mesh, with its skin.
constexpr double kBoneInFigure = 400;

// Data that only projects have.
constexpr double kBone = 120;   ///< in addition to the JSON of its node
constexpr double kCurve = 130;  ///< JSON of a curve or rotation track
constexpr double kTarget = 150, kSpan = 130;
constexpr double kNumber = 8;
constexpr double kHint = 200;

/// The textures, each counted once.
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

double vertexBytes(const Mesh& mesh)
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
            sum += vertexBytes(*part->mesh);
    return sum;
}

struct KeyCount {
    double turns = 0, places = 0, sizes = 0;
    double weights = 0, morphs = 0;  ///< rows, and numbers per row
};

KeyCount keyCountOf(const Track& track)
{
    KeyCount keys{double(track.rotation->size()), 0};
    for (const Shared<Curve>& curve : track.translation)
        keys.places = std::max(keys.places, double(curve->size()));
    for (const Shared<Curve>& curve : track.scale)
        keys.sizes = std::max(keys.sizes, double(curve->size()));
    for (const Shared<Curve>& curve : track.morphs)
        keys.weights = std::max(keys.weights, double(curve->size()));
    keys.morphs = double(track.morphs.size());
    return keys;
}

double ownBytes(const Curve& curve)
{
    if (curve.empty()) return 0;
    if (curve.rows()) return kCurve;
    const bool bent = std::any_of(curve.keys().begin(), curve.keys().end(), [](const Key& key) {
        return key.left != Handle{} || key.right != Handle{};
    });
    return kCurve + double(curve.size()) * kNumber * (bent ? 6 : 1.5);
}

/// A track in a project, with the shape of every key.
double ownBytes(const Track& track)
{
    double bytes = kHint * double(track.hints.size());
    for (const Property property : kCurvedProperties)
        for (const Shared<Curve>& curve : curvesOf(track, property)) bytes += ownBytes(*curve);
    if (track.rotation->rows()) return bytes + kCurve;
    if (!track.rotation->empty())
        bytes += kCurve +
                 double(track.rotation->size()) * kNumber * (track.rotation->shaped() ? 17 : 4.5);
    return bytes;
}

double ownBytes(const Clip& clip)
{
    double bytes = 0;
    // Tracks that came with the file are stored there.
    if (clip.source < 0)
        for (const Shared<Track>& track : clip.tracks) bytes += ownBytes(*track);
    for (const Shared<Layer>& layer : clip.layers)
        for (const Shared<Track>& track : layer->tracks) bytes += ownBytes(*track);
    for (const SpanRow& row : clip.spans) bytes += kSpan * double(row.spans.size());
    return bytes;
}

double channelBytes(const KeyCount& keys, double channel = kChannel)
{
    double bytes = 0;
    const auto add = [&](double rows, double size) {
        if (rows > 0) bytes += rows * size + channel;
    };
    add(keys.turns, kTurn);
    add(keys.places, kPlace);
    add(keys.sizes, kPlace);
    add(keys.weights, kWeight * keys.morphs);
    return bytes;
}

/// The same number of rows for everything that moves; one for what does not.
KeyCount sampledTo(const Track& track, double rows)
{
    const auto moves = [](const auto& keyed) {
        return std::any_of(keyed.keys().begin(), keyed.keys().end(), [&](const auto& key) {
            return !(key.value == keyed.keys().front().value);
        });
    };
    const auto anyMoves = [&](const auto& curves) {
        return std::any_of(curves.begin(), curves.end(),
                           [&](const auto& curve) { return moves(*curve); });
    };
    KeyCount keys = keyCountOf(track);
    const auto set = [rows](double& count, bool moving) {
        if (count > 0) count = moving ? rows : 1;
    };
    set(keys.turns, moves(*track.rotation));
    set(keys.places, anyMoves(track.translation));
    set(keys.sizes, anyMoves(track.scale));
    set(keys.weights, anyMoves(track.morphs));
    return keys;
}

/// Keys of clips in the file that the document came from.
double carriedKeyBytes(const Document& doc)
{
    double bytes = 0;
    for (const Shared<Clip>& clip : doc.clips)
        if (clip->source >= 0)
            for (const Shared<Track>& track : clip->tracks)
                bytes += channelBytes(keyCountOf(*track), kCarriedChannel);
    return bytes;
}

/// Keys of a clip.
double clipBytes(const Document& doc, const Outline::Part& part, const Outline& outline)
{
    const Clip& clip = *doc.clips[part.clip];
    const double frames = part.frames;
    if (frames == 0) return 0;
    Document shown = doc;
    shown.playback.clip = part.clip;
    std::set<NodeId> driven;
    for (const NodeIndex at : drivenNodes(shown, part.range.min, part.range.max))
        driven.insert((*doc.scene)[at].id);
    double bytes = kTime * frames;
    for (const Shared<Track>& track : clip.tracks) {
        const bool sampled = driven.erase(track->node) > 0 || outline.everyFrame;
        bytes += channelBytes(sampled ? sampledTo(*track, frames) : keyCountOf(*track));
    }
    bytes += double(driven.size()) * (frames * kTurn + kChannel);
    return outline.targets ? bytes + ownBytes(clip) : bytes;
}

double boneCount(const Scene& scene)
{
    return double(std::count_if(scene.nodes().begin(), scene.nodes().end(),
                                [](const Node& node) { return node.bone() != nullptr; }));
}

/// What only a project has, without its clips.
double projectBytes(const Document& doc)
{
    std::set<const SpelledRows*> kept{&*doc.source->rows};
    for (const Shared<SpelledRows>& table : tablesOf(doc)) kept.insert(&*table);
    double tables = 0;
    for (const SpelledRows* table : kept)
        tables += kNumber * double(table->cells.size()) + double(table->oddText.size());
    return tables + kBone * boneCount(*doc.scene) + kTarget * double(doc.rig->constraints.size()) +
           double(doc.source->head.size() + doc.source->tail.size());
}

}  // namespace

double estimatedBytes(const Document& doc, const Outline& outline)
{
    const Scene& scene = *doc.scene;
    const bool carried = doc.carried->gltf && outline.meshes;
    // Nodes carried from the file have their places there.
    double bytes = kHead + (carried ? kNode / 2 : kNode) * scene.size();
    if (outline.targets) bytes += projectBytes(doc);
    if (carried) {
        // Keys are counted with their clips.
        // Clips may share their keys: what is left is no less than what is seen.
        const double file = double(doc.carried->json.size()) + double(doc.carried->data.size());
        bytes += std::max(file - carriedKeyBytes(doc),
                          std::min(file, meshBytes(scene, true) + pictureBytes(scene)));
        if (!outline.textures) bytes -= pictureBytes(scene);
    }
    const double meshes = outline.meshes ? meshBytes(scene, !carried) : 0;
    bytes += meshes;
    if (meshes == 0 && !carried) bytes += kBoneInFigure * boneCount(scene);
    for (const Outline::Part& part : outline.clips) bytes += clipBytes(doc, part, outline);
    return std::max(bytes, kHead);
}

}  // namespace posewright::io::gltf
