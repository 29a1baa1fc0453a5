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
constexpr double kJointInText = 170;   ///< of the head of BVH
constexpr double kNode = 180;          ///< JSON of a node
constexpr double kChannel = 260;       ///< JSON of a channel, with what it names
constexpr double kVertex = 24, kInfluence = 24, kCorner = 4;
constexpr double kTurn = 16, kPlace = 12, kTime = 4;
constexpr double kHead = 1500;
/// Of the figure that stands for a bone where there is no mesh, with what binds it.
constexpr double kBoneInFigure = 400;

// What a project keeps of its own.
constexpr double kBone = 120;   ///< JSON beside that of its node
constexpr double kCurve = 130;  ///< JSON of a curve or of a track of rotations
constexpr double kTarget = 150, kSpan = 130;
constexpr double kNumber = 8;
constexpr double kHint = 200;

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
        keys.places = std::max(keys.places, double(curve->size()));
    return keys;
}

double ownBytes(const Curve& curve)
{
    if (curve.empty()) return 0;
    const bool bent =
        !curve.rows() && std::any_of(curve.keys().begin(), curve.keys().end(), [](const Key& key) {
            return key.left != Handle{} || key.right != Handle{};
        });
    return kCurve + double(curve.size()) * kNumber * (bent ? 6 : 1.5);
}

/// A track as a project keeps it: every key with what shapes it.
double ownBytes(const Track& track)
{
    double bytes = kHint * double(track.hints.size());
    for (const Property property : kCurvedProperties)
        for (const Shared<Curve>& curve : curvesOf(track, property)) bytes += ownBytes(*curve);
    if (!track.rotation->empty())
        bytes += kCurve +
                 double(track.rotation->size()) * kNumber * (track.rotation->shaped() ? 17 : 4.5);
    return bytes;
}

double ownBytes(const Clip& clip)
{
    double bytes = 0;
    // Tracks that the file came with are told by it.
    if (clip.source < 0)
        for (const Shared<Track>& track : clip.tracks) bytes += ownBytes(*track);
    for (const Shared<Layer>& layer : clip.layers)
        for (const Shared<Track>& track : layer->tracks) bytes += ownBytes(*track);
    for (const SpanRow& row : clip.spans) bytes += kSpan * double(row.spans.size());
    return bytes;
}

/// Keys of a clip in a glTF file.
/// @param carried  keys that the file came with are counted with it
double clipBytes(const Document& doc, int row, const Options& options, bool carried)
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
        const bool sampled = driven.erase(track->node) > 0 || each;
        if (sampled) add(own.turns > 0 ? frames : 0, own.places > 0 ? frames : 0);
        // Keys that the file came with stay in its data.
        if (clip.source >= 0 ? !carried : !sampled) add(own.turns, own.places);
    }
    bytes += double(driven.size()) * (frames * kTurn + kChannel);
    return options.targets ? bytes + ownBytes(clip) : bytes;
}

double boneCount(const Scene& scene)
{
    return double(std::count_if(scene.nodes().begin(), scene.nodes().end(),
                                [](const Node& node) { return node.bone() != nullptr; }));
}

/// What only a project has, but for its clips.
double projectBytes(const Document& doc)
{
    return kBone * boneCount(*doc.scene) + kTarget * double(doc.rig->constraints.size()) +
           double(doc.source->head.size() + doc.source->tail.size());
}

double gltfBytes(const Document& doc, const Options& options)
{
    const Scene& scene = *doc.scene;
    const bool carried = doc.carried->gltf && options.meshes;
    // What is carried has nodes without their places.
    double bytes = kHead + (carried ? kNode / 2 : kNode) * scene.size();
    if (options.targets) bytes += projectBytes(doc);
    if (carried) {
        bytes += double(doc.carried->json.size()) + double(doc.carried->data.size());
        if (!options.textures) bytes -= pictureBytes(scene);
    }
    const double meshes = options.meshes ? meshBytes(scene, !carried) : 0;
    bytes += meshes;
    if (meshes == 0 && !carried) bytes += kBoneInFigure * boneCount(scene);
    for (int row = 0; row < std::ssize(doc.clips); ++row)
        if (options.allClips || row == doc.playback.clip)
            bytes += clipBytes(doc, row, options, carried);
    return std::max(bytes, kHead);
}

/// Of a frame: three numbers for each bone that turns, and three where one moves, too.
double bytesOfRow(const Document& doc, const Clip& clip)
{
    // Where no file says how many there are, places have eight digits of the figure's size.
    const double digits = std::clamp(8 - std::floor(std::log10(extent(*doc.scene))), 6.0, 15.0);
    const double place = doc.source->empty() ? digits + 2.5 : kNumberInText;
    double bytes = 0;
    for (const Node& node : doc.scene->nodes()) {
        if (!node.bone()) continue;
        const Track* track = clip.track(node.id);
        const bool top = node.parent == kNoNode || !(*doc.scene)[node.parent].bone();
        const bool moves = top || (track && keyCountOf(*track).places > 0);
        bytes += 3 * kNumberInText + (moves ? 3 * place : 0);
    }
    return bytes;
}

double bvhBytes(const Document& doc, const Options& options)
{
    double bytes = 0;
    for (int row = 0; row < std::ssize(doc.clips); ++row)
        if (options.allClips || row == doc.playback.clip)
            bytes += boneCount(*doc.scene) * kJointInText +
                     framesOf(doc, row, options) * bytesOfRow(doc, *doc.clips[row]);
    return bytes;
}

Document asAsked(const Document& doc, const Options& options)
{
    Document asked = doc;
    if (options.frames) {
        asked.playback.start = options.frames->min;
        asked.playback.end = options.frames->max;
    }
    return asked;
}

/// The most keys that a clip of a file can have where each thing that moves has one a frame.
class MostKeys {
public:
    MostKeys(const Document& doc, int clip, const Options& options) :
        doc_(doc), options_(options), range_(writtenRange(doc, clip))
    {
        doc_.playback.clip = clip;
        if (!range_) return;
        // What is baked has a key at its very end, too.
        const double step = options.rate ? doc.clips[clip]->rate / *options.rate : 1;
        frames_ = std::ceil((range_->max - range_->min) / step - 1e-9) + 1;
        for (const NodeIndex row : drivenNodes(doc_, range_->min, range_->max)) driven_.insert(row);
        const bool moves = !standsStill();
        for (const Constraint& c : doc.rig->constraints) lookAt(c, moves);
        for (const Shared<Layer>& layer : doc_.clip().layers)
            if (acts(doc_.clip(), *layer))
                for (const Shared<Track>& track : layer->tracks) lookAt(*track);
    }

    double count() const
    {
        double keys = 0;
        for (NodeIndex row = 0; range_ && row < doc_.scene->size(); ++row) keys += ofNode(row);
        return keys;
    }

private:
    double ofNode(NodeIndex row) const
    {
        const Node& node = (*doc_.scene)[row];
        const bool empty = std::holds_alternative<std::monostate>(node.part);
        if (empty && left_.contains(node.id) && !hasChild(row)) return 0;
        static const Track kNone;
        const Track* found = doc_.clip().track(node.id);
        const Track& own = found ? *found : kNone;
        double keys = std::max(driven_.contains(row) ? ofStill() : 0, ofTurns(*own.rotation));
        if (driven_.contains(row) && turning_.contains(row)) keys = frames_;
        keys +=
            driven_.contains(row) && sliding_.contains(row) ? frames_ : ofCurves(own.translation);
        keys += ofCurves(own.scale);
        return options_.meshes ? keys + ofCurves(own.morphs) : keys;
    }

    bool hasChild(NodeIndex row) const
    {
        return std::ranges::any_of(doc_.scene->nodes(),
                                   [&](const Node& node) { return node.parent == row; });
    }

    /// With its first and its last key, or with one, a file says that something stands still.
    double ofStill() const { return std::min(frames_, 2.0); }

    double ofTurns(const RotationTrack& track) const
    {
        if (track.empty()) return 0;
        return standsStill(track,
                           [](const Quat& a, const Quat& b) { return a.coeffs() == b.coeffs(); })
                   ? ofStill()
                   : frames_;
    }

    template <class Curves>
    double ofCurves(const Curves& curves) const
    {
        double most = 0;
        for (const Shared<Curve>& curve : curves)
            if (!curve->empty())
                most = std::max(most, standsStill(*curve, std::equal_to<>()) ? ofStill() : frames_);
        return most;
    }

    /// Does nothing change that targets could follow? What is not baked trembles in its last bits.
    bool standsStill() const
    {
        const Clip& clip = doc_.clip();
        const auto lies = [this](const Shared<Track>& track) {
            return ofTurns(*track->rotation) <= ofStill() &&
                   ofCurves(track->translation) <= ofStill() && ofCurves(track->scale) <= ofStill();
        };
        const auto lasts = [this](const Span& span) {
            return span.start <= range_->min && span.end >= range_->max;
        };
        return !options_.targets && clip.layers.empty() && clip.influences.empty() &&
               std::ranges::all_of(clip.tracks, lies) &&
               std::ranges::all_of(clip.spans, [&](const SpanRow& row) {
                   return std::ranges::all_of(row.spans, lasts);
               });
    }

    /// Of rows of a file, by samples: keys are not made for it.
    template <class Keyed, class Same>
    static bool standsStill(const Keyed& keyed, const Same& same)
    {
        const std::size_t count = keyed.size();
        const double first = keyed.firstFrame(), last = keyed.lastFrame();
        const double step = count > 1 ? (last - first) / double(count - 1) / 2 : 0;
        const auto value = keyed.sample(first);
        std::size_t row = 0;
        for (std::size_t i = 1; i + 1 < 2 * count; ++i)
            if (!same(keyed.sample(first + double(i) * step, row), value)) return false;
        return true;
    }

    void lookAt(const Constraint& constraint, bool moves)
    {
        const Scene& scene = *doc_.scene;
        if (!options_.targets) left_.insert({constraint.target, constraint.pole});
        if (!moves) return;
        const bool plain = !constraint.turnsEffector() && constraint.meets() == NodeId::None &&
                           constraint.pins.empty();
        for (const NodeIndex row : jointsOf(scene, constraint)) {
            const BonePart* bone = scene[row].bone();
            const bool free = bone && std::holds_alternative<std::monostate>(bone->limit);
            // A free end of a chain is brought somewhere and turned by nobody.
            if (!plain || !free || scene[row].id != constraint.effector) turning_.insert(row);
            if (constraint.stretch > 0 ||
                (constraint.rootMoves && scene[row].id == constraint.root) ||
                (bone && std::holds_alternative<PrismaticLimit>(bone->limit)))
                sliding_.insert(row);
        }
    }

    void lookAt(const Track& offsets)
    {
        const NodeIndex row = doc_.scene->find(offsets.node);
        if (!offsets.rotation->empty()) turning_.insert(row);
        if (hasKeys(offsets.translation)) sliding_.insert(row);
    }

    Document doc_;
    const Options& options_;
    std::optional<Range> range_;
    double frames_ = 0;
    std::set<NodeIndex> driven_, turning_, sliding_;
    std::set<NodeId> left_;
};

}  // namespace

double mostKeys(const Document& doc, const Options& options)
{
    const Document asked = asAsked(doc, options);
    double keys = 0;
    for (int clip = 0; clip < std::ssize(doc.clips); ++clip)
        if (options.allClips || clip == doc.playback.clip)
            keys += MostKeys(asked, clip, options).count();
    return keys;
}

double estimatedBytes(const Document& doc, const Options& options)
{
    const Document asked = asAsked(doc, options);
    return options.ending == "bvh" ? bvhBytes(asked, options) : gltfBytes(asked, options);
}

}  // namespace posewright::exports
