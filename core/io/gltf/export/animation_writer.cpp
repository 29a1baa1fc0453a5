#include "core/io/gltf/export/animation_writer.h"

#include "core/io/gltf/export/cut_keys.h"
#include "core/io/text.h"
#include "core/motion/held.h"
#include "core/motion/key_rows.h"
#include "core/motion/layer.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <span>

namespace posewright::io::gltf {

namespace {

using Curves = std::span<const Shared<Curve>>;

/// Keys of one property of a node, in glTF's form.
struct Samples {
    NodeIndex node = kNoNode;
    const char* path = "";
    std::size_t width = 3;  ///< numbers per value
    const char* interpolation = "LINEAR";
    std::vector<double> frames;
    std::vector<float> values;
};

/// Converts tracks that glTF can represent exactly; nullopt for others.
class Expressed {
public:
    Expressed(const Document& doc, double rate) :
        range_{doc.playback.start, doc.playback.end}, rate_(rate)
    {
    }

    std::optional<Samples> rotation(const RotationTrack& track) const
    {
        if (!fits(track)) {
            const std::optional<RotationTrack> part = keysWithin(track, range_);
            return part ? rotation(*part) : std::nullopt;
        }
        std::vector<RotationKey> made;
        const std::vector<RotationKey>& keys = keysIn(track, made);
        const RotationInterpolation how = keys.front().interpolation;
        for (std::size_t i = 0; i + 1 < keys.size(); ++i)
            if (keys[i].interpolation != how) return std::nullopt;
        if (how == RotationInterpolation::Eased && keys.size() > 1) return std::nullopt;
        Samples out;
        out.width = 4;
        const bool cubic = how == RotationInterpolation::Cubic && keys.size() > 1;
        out.interpolation = cubic                                ? "CUBICSPLINE"
                            : how == RotationInterpolation::Step ? "STEP"
                                                                 : "LINEAR";
        const auto put = [&](const Vec4& v) {
            for (int c = 0; c < 4; ++c) out.values.push_back(static_cast<float>(v[c]));
        };
        for (std::size_t i = 0; i < keys.size(); ++i) {
            out.frames.push_back(keys[i].frame);
            const RotationShape shape = cubic ? track.shape(i) : RotationShape{};
            if (cubic) put(i > 0 ? Vec4(shape.in * rate_) : Vec4(Vec4::Zero()));
            put(keys[i].value.coeffs());
            if (cubic) put(i + 1 < keys.size() ? Vec4(shape.out * rate_) : Vec4(Vec4::Zero()));
        }
        return out;
    }

    /// @param rest  the values of numbers without keys
    std::optional<Samples> curves(Curves curves, std::span<const double> rest) const
    {
        if (!std::ranges::all_of(curves, [&](const auto& curve) { return fits(*curve); })) {
            std::vector<Shared<Curve>> parts(curves.begin(), curves.end());
            for (Shared<Curve>& curve : parts)
                if (!fits(*curve)) curve = keysWithin(*curve, range_);
            return this->curves(parts, rest);
        }
        const std::vector<Key>* longest = nullptr;
        for (const Shared<Curve>& curve : curves)
            if (!longest || curve->keys().size() > longest->size()) longest = &curve->keys();
        const std::vector<Key>& lead = *longest;
        const Interpolation how = lead.front().interpolation;
        for (const Shared<Curve>& curve : curves)
            if (!agrees(*curve, lead, how)) return std::nullopt;
        Samples out;
        out.width = rest.size();
        const bool cubic = how == Interpolation::Bezier && lead.size() > 1;
        out.interpolation = cubic                            ? "CUBICSPLINE"
                            : how == Interpolation::Constant ? "STEP"
                                                             : "LINEAR";
        const auto slope = [&](const Handle& handle) {
            return handle.frames != 0 ? handle.value / handle.frames * rate_ : 0.0;
        };
        const auto row = [&](std::size_t i, auto&& value) {
            static const Curve kNone;
            for (std::size_t axis = 0; axis < rest.size(); ++axis) {
                const std::vector<Key>& keys =
                    axis < curves.size() ? curves[axis]->keys() : kNone.keys();
                const Key still{0, keys.empty() ? rest[axis] : keys.front().value, {}, {}};
                out.values.push_back(static_cast<float>(value(keys.size() > 1 ? keys[i] : still)));
            }
        };
        for (std::size_t i = 0; i < lead.size(); ++i) {
            out.frames.push_back(lead[i].frame);
            if (cubic) row(i, [&](const Key& k) { return i > 0 ? slope(k.left) : 0; });
            row(i, [](const Key& k) { return k.value; });
            if (cubic)
                row(i, [&](const Key& k) { return i + 1 < lead.size() ? slope(k.right) : 0; });
        }
        return out;
    }

private:
    /// Is the curve constant, or keyed like the longest one?
    static bool agrees(const Curve& curve, const std::vector<Key>& lead, Interpolation how)
    {
        const std::vector<Key>& keys = curve.keys();
        if (keys.size() <= 1) return true;
        if (keys.size() != lead.size()) return false;
        for (std::size_t i = 0; i < keys.size(); ++i) {
            if (keys[i].frame != lead[i].frame) return false;
            if (i + 1 == keys.size()) break;
            if (keys[i].interpolation != how) return false;
            if (how != Interpolation::Bezier) continue;
            const double third = (keys[i + 1].frame - keys[i].frame) / 3;
            const double slack = 1e-9 * third;
            if (std::abs(keys[i].right.frames - third) > slack ||
                std::abs(keys[i + 1].left.frames + third) > slack)
                return false;
        }
        return true;
    }

    /// Keys outside the range would make the clip longer than what is shown.
    bool fits(const auto& keyed) const
    {
        return keyed.empty() ||
               (keyed.firstFrame() >= range_.min && keyed.lastFrame() <= range_.max);
    }

    Range range_;
    double rate_;
};

class AnimationWriter {
public:
    AnimationWriter(const Document& doc, const WriteOptions& options,
                    const std::vector<bool>& skips, const FileRows& rows,
                    const std::set<std::pair<int, std::string>>& copied, BufferBuilder& buffers) :
        doc_(doc),
        scene_(*doc.scene), options_(options), skips_(skips), rows_(rows), copied_(copied),
        buffers_(buffers), sampler_(doc, options, true), rate_(doc.clip().rate),
        shift_(std::min(0.0, doc.playback.start))
    {
    }

    Result<Json> write(const Watch& watch)
    {
        plan();
        if (watch || !sampled_.empty()) {
            std::size_t rows = 0;
            for (const Samples& samples : sampled_)
                rows += samples.path[0] == 'w' ? samples.width : 1;
            if (double(rows) * double(sampler_.movingFrames()) > double(kMaxKeys))
                return Error{"one key a frame would be more than " + std::to_string(kMaxKeys) +
                                 " keys, which is more than is read back",
                             {},
                             ErrorKind::Refused,
                             "shorten the range or the spans, or bake what constraints move"};
            const auto done = sampler_.eachThatMoves([&](std::size_t row, const Evaluation& e) {
                for (Samples& samples : sampled_) take(samples, e);
                if (watch) watch(row, timeOf(e.frame), e, sampler_);
            });
            if (!done) return done.error();
        }
        const bool moves = !std::ranges::all_of(sampled_, isStill);
        for (Samples& samples : sampled_) {
            // If nothing moves, two keys still say how long the clip is.
            if (isStill(samples)) shorten(samples, !moves && &samples == &sampled_.front());
            addChannel(samples);
        }
        if (channels_.empty()) return Json();
        return Json{{"name", doc_.clip().name},
                    {"samplers", std::move(samplers_)},
                    {"channels", std::move(channels_)}};
    }

private:
    void plan()
    {
        std::vector<bool> driven(scene_.size(), false);
        for (const NodeIndex row : drivenNodes(doc_, doc_.playback.start, doc_.playback.end))
            driven[row] = true;
        const bool resampled = options_.rate.has_value() || options_.everyFrame;
        const Expressed expressed(doc_, rate_);
        for (NodeIndex i = 0; i < scene_.size(); ++i) {
            const Node& node = scene_[i];
            static const Track kNone;
            const Track* own = doc_.clip().track(node.id);
            const Track& track = own ? *own : kNone;
            const auto add = [&](const char* path, std::size_t width, bool keyed, bool moved,
                                 bool steps, auto&& express) {
                if ((!keyed && !moved) || copied_.contains({rows_[i], path})) return;
                std::optional<Samples> samples;
                if (!moved && !resampled) samples = express();
                if (samples && !rises(samples->frames)) samples.reset();
                if (samples) {
                    samples->node = i;
                    samples->path = path;
                    addChannel(*samples);
                } else {
                    sampled_.push_back(
                        {i, path, width, steps && !moved ? "STEP" : "LINEAR", {}, {}});
                }
            };
            const std::vector<double> weights = morphsOf(node);
            add("weights", weights.size(), !weights.empty() && hasKeys(track.morphs), false,
                onlyHolds(std::span(track.morphs)),
                [&] { return expressed.curves(track.morphs, weights); });
            if (skips_[i]) continue;
            add("rotation", 4, !track.rotation->empty(), driven[i], onlyHolds(*track.rotation),
                [&] { return expressed.rotation(*track.rotation); });
            add("translation", 3, hasKeys(track.translation), driven[i] && isShifted(doc_, i),
                onlyHolds(track.translation), [&] {
                    return expressed.curves(track.translation, {node.rest.translation.data(), 3});
                });
            add("scale", 3, hasKeys(track.scale), false, onlyHolds(track.scale), [&] {
                return expressed.curves(track.scale, {node.rest.scale.data(), 3});
            });
        }
    }

    static std::vector<double> morphsOf(const Node& node)
    {
        const auto* part = std::get_if<MeshPart>(&node.part);
        return part ? part->morphs : std::vector<double>();
    }

    void take(Samples& samples, const Evaluation& e) const
    {
        // In a range of days without motion, do not write keys that nobody reads.
        if (!samples.frames.empty() && timeOf(e.frame) > kLongestClip) return;
        const Transform& local = e.local[samples.node];
        samples.frames.push_back(e.frame);
        if (samples.path[0] == 'w') {
            for (const double weight : weightsOf(e.morphs, scene_[samples.node].id, {}))
                samples.values.push_back(static_cast<float>(weight));
            return;
        }
        if (samples.path[0] == 'r') {
            Quat q = local.rotation.normalized();
            if (!samples.values.empty()) {
                const float* const last = samples.values.data() + samples.values.size() - 4;
                const double dot =
                    q.x() * last[0] + q.y() * last[1] + q.z() * last[2] + q.w() * last[3];
                if (dot < 0) q.coeffs() *= -1;
            }
            for (int c = 0; c < 4; ++c) samples.values.push_back(static_cast<float>(q.coeffs()[c]));
        } else {
            const Vec3& v = samples.path[0] == 't' ? local.translation : local.scale;
            for (int c = 0; c < 3; ++c) samples.values.push_back(static_cast<float>(v[c]));
        }
    }

    static bool isStill(const Samples& samples)
    {
        const std::vector<float>& values = samples.values;
        for (std::size_t i = samples.width; i < values.size(); ++i)
            if (values[i] != values[i - samples.width]) return false;
        return true;
    }

    /// Leaves the first key, or the first and the last.
    static void shorten(Samples& samples, bool both)
    {
        const std::size_t left = both && samples.frames.size() > 1 ? 2 : 1;
        samples.frames[left - 1] = left > 1 ? samples.frames.back() : samples.frames.front();
        samples.frames.resize(left);
        samples.values.resize(left * samples.width);
    }

    float timeOf(double frame) const { return static_cast<float>((frame - shift_) / rate_); }

    bool rises(const std::vector<double>& frames) const
    {
        for (std::size_t i = 1; i < frames.size(); ++i)
            if (!(timeOf(frames[i - 1]) < timeOf(frames[i]))) return false;
        return true;
    }

    void addChannel(const Samples& samples)
    {
        std::vector<float> times;
        times.reserve(samples.frames.size());
        for (const double frame : samples.frames) times.push_back(timeOf(frame));
        // Morph weights are stored as scalars, one per morph for each key.
        const bool weights = samples.path[0] == 'w';
        channels_.push_back({{"sampler", samplers_.size()},
                             {"target", {{"node", rows_[samples.node]}, {"path", samples.path}}}});
        samplers_.push_back(
            {{"input", buffers_.addTimes(times)},
             {"output", buffers_.addValues(samples.values, weights ? 1 : int(samples.width),
                                           weights              ? "SCALAR"
                                           : samples.width == 4 ? "VEC4"
                                                                : "VEC3")},
             {"interpolation", samples.interpolation}});
    }

    const Document& doc_;
    const Scene& scene_;
    const WriteOptions& options_;
    const std::vector<bool>& skips_;
    const FileRows& rows_;
    const std::set<std::pair<int, std::string>>& copied_;
    BufferBuilder& buffers_;
    MotionSampler sampler_;
    double rate_;
    double shift_;  ///< frame at time 0
    std::vector<Samples> sampled_;
    Json samplers_ = Json::array();
    Json channels_ = Json::array();
};

}  // namespace

Result<Json> writeAnimation(const Document& doc, const WriteOptions& options,
                            const std::vector<bool>& skips, const FileRows& rows,
                            const std::set<std::pair<int, std::string>>& copied,
                            BufferBuilder& buffers, const Watch& watch)
{
    return AnimationWriter(doc, options, skips, rows, copied, buffers).write(watch);
}

}  // namespace posewright::io::gltf
