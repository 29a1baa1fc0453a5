#include "core/evaluate/bake.h"
#include "core/export/estimate.h"
#include "core/export/parts.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace posewright::exports {

namespace {

/// The largest number of keys that a clip of a file can have, with one per frame for everything
/// that moves.
class MostKeys {
public:
    MostKeys(const Document& doc, int clip, const Options& options) :
        doc_(doc), options_(options), range_(writtenRange(doc, clip))
    {
        doc_.playback.clip = clip;
        if (!range_) return;
        const double step = options.rate ? doc.clips[clip]->rate / *options.rate : 1;
        frames_ = double(FrameGrid::exact(range_->min, range_->max, step,
                                          zeroOf(doc, clip, options, isProject(options)))
                             .count());
        for (const NodeIndex row : drivenNodes(doc_, range_->min, range_->max)) driven_.insert(row);
        const bool moves = !standsStill();
        for (const Constraint& c : doc.rig->constraints) lookAt(c, moves);
        for (const Shared<Layer>& layer : doc_.clip().layers)
            if (changesPoses(doc_.clip(), *layer))
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

    /// A constant channel has its first and last key, or just one.
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

    /// Is there no motion that targets could follow? Without a bake, solved values may still differ
    /// in their last bits.
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

    /// Compares samples, so that no keys are built for rows.
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
            // An unlimited effector at the end of a chain is placed but not rotated.
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
    const Document asked = withoutMeshesOf(asAsked(doc, options), options.withoutMeshes);
    double keys = 0;
    for (int clip = 0; clip < std::ssize(doc.clips); ++clip)
        if (options.allClips || clip == doc.playback.clip)
            keys += MostKeys(asked, clip, options).count();
    return keys;
}

}  // namespace posewright::exports
