#include "core/io/gltf/import/animation_import.h"

#include "core/io/gltf/import/morph_import.h"
#include "core/io/text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <utility>

namespace posewright::io::gltf {

namespace {

int morphsOf(const GltfFile& file, const ImportedNode& node)
{
    if (node.mesh < 0) return 0;
    return static_cast<int>(morphCount(file.json()["meshes"][node.mesh]));
}

/// If the numbers of values and keys do not match: the member that is most likely wrong.
const Json& atFault(const GltfFile& file, const Json& sampler, const Accessor& values,
                    std::size_t expected)
{
    const Json* interpolation = find(sampler, "interpolation");
    const bool cubic = interpolation && *interpolation == "CUBICSPLINE";
    if (cubic && values.count * 3 == expected) return *interpolation;
    if (interpolation && !cubic && values.count == expected * 3) return *interpolation;
    const bool tooFew = values.count < expected && file.hasRoom(values, expected);
    return tooFew ? (*values.json)["count"] : sampler["output"];
}

void readValues(const GltfFile& file, const Json& sampler, ImportedChannel& channel)
{
    const Json& output = member(sampler, "output");
    const bool cubic = channel.interpolation == "CUBICSPLINE";
    const bool rotation = channel.path == "rotation";
    const int which = index(output, file.accessors().size(), "accessor");
    const Accessor& accessor = file.readable(which);
    const bool weights = channel.path == "weights";
    const bool fits =
        accessor.componentType == 5126 ||
        ((rotation || weights) && accessor.normalized && accessor.componentType != 5125);
    if (accessor.components != (weights ? 1 : channel.width) || !fits)
        refuse(output, "the values do not fit " + inQuotes(channel.path));
    if (cubic && channel.times->size() < 2)
        refuse(output, "a cubic spline needs two keys at least");
    const std::size_t expected =
        channel.times->size() * (cubic ? 3 : 1) * std::size_t(weights ? channel.width : 1);
    if (accessor.count != expected)
        refuse(atFault(file, sampler, accessor, expected), "expected " + std::to_string(expected) +
                                                               " values, there are " +
                                                               std::to_string(accessor.count));
    channel.values = file.floats(which, channel.room);
    if (rotation) return;
    for (const float value : channel.values)
        if (!(std::abs(value) <= kMaxCoordinate)) refuse(output, "a coordinate is beyond 1e9");
}

RotationTrack rotationTrack(const ImportedChannel& channel, const ImportedNode& node,
                            const std::vector<double>& frames, double rate)
{
    const bool cubic = channel.interpolation == "CUBICSPLINE";
    const RotationInterpolation interpolation = cubic ? RotationInterpolation::Cubic
                                                : channel.interpolation == "STEP"
                                                    ? RotationInterpolation::Step
                                                    : RotationInterpolation::Slerp;
    std::vector<RotationKey> keys(frames.size());
    std::vector<RotationShape> shapes(cubic ? frames.size() : 0);
    for (std::size_t i = 0; i < frames.size(); ++i) {
        const float* const value = channel.values.data() + 4 * (cubic ? 3 * i + 1 : i);
        Quat q(value[3], value[0], value[1], value[2]);
        const double norm = q.norm();
        if (!(norm > 0.5 && norm < 2))
            refuse(*node.json, "a rotation key of the node is no unit quaternion");
        q.coeffs() /= norm;
        keys[i].frame = frames[i];
        keys[i].value = q;
        keys[i].interpolation = interpolation;
        if (!cubic) continue;
        shapes[i].automatic = false;
        for (int c = 0; c < 4; ++c) {
            shapes[i].in[c] = value[c - 4] / rate / norm;
            shapes[i].out[c] = value[c + 4] / rate / norm;
        }
    }
    return RotationTrack::fromKeys(std::move(keys), std::move(shapes));
}

/// One curve for each number of a value.
void putCurves(const ImportedChannel& channel, const std::vector<double>& frames, double rate,
               double scale, std::span<Shared<Curve>> out)
{
    const bool cubic = channel.interpolation == "CUBICSPLINE";
    const Interpolation interpolation = cubic                             ? Interpolation::Bezier
                                        : channel.interpolation == "STEP" ? Interpolation::Constant
                                                                          : Interpolation::Linear;
    const HandleMode mode = cubic ? HandleMode::Free : HandleMode::Vector;
    const int width = channel.width;
    for (int axis = 0; axis < width; ++axis) {
        std::vector<Key> keys(frames.size());
        for (std::size_t i = 0; i < frames.size(); ++i) {
            const float* const value = channel.values.data() + width * (cubic ? 3 * i + 1 : i);
            // Written in place: copying a whole key waits for its last two bytes to be stored.
            Key& key = keys[i];
            key.frame = frames[i];
            key.value = value[axis] * scale;
            key.interpolation = interpolation;
            key.mode = mode;
            if (!cubic) continue;
            // A Hermite cubic is a Bezier one with handles of a third of the interval.
            if (i > 0) {
                key.left.frames = -(frames[i] - frames[i - 1]) / 3;
                key.left.value = value[axis - width] * scale / rate * key.left.frames;
            }
            if (i + 1 < frames.size()) {
                key.right.frames = (frames[i + 1] - frames[i]) / 3;
                key.right.value = value[axis + width] * scale / rate * key.right.frames;
            }
        }
        out[axis] = Curve::fromKeys(std::move(keys));
    }
}

/// The properties that an animation's channels drive.
class Driven {
public:
    explicit Driven(std::size_t nodes) : known_(nodes, 0) {}

    /// False: it is driven already.
    bool add(int node, std::string_view path)
    {
        const auto row = std::find(kPaths.begin(), kPaths.end(), path) - kPaths.begin();
        if (row == std::ssize(kPaths)) return others_.emplace(node, path).second;
        const int bit = 1 << row;
        return !(std::exchange(known_[node], std::uint8_t(known_[node] | bit)) & bit);
    }

private:
    static constexpr std::array<std::string_view, 4> kPaths{"translation", "rotation", "scale",
                                                            "weights"};
    std::vector<std::uint8_t> known_;  ///< one bit for each of kPaths
    std::set<std::pair<int, std::string>> others_;
};

/// Converts key times to frames. Remembers the last list, since channels often share one.
class Frames {
public:
    explicit Frames(double rate) : rate_(rate) {}

    const std::vector<double>& of(const Shared<std::vector<float>>& times)
    {
        if (times_ && times_->sameAs(times)) return frames_;
        times_ = times;
        frames_.clear();
        for (const float time : *times) frames_.push_back(frameOf(time, rate_));
        // If snapping to whole frames would merge two keys, no key of the list is snapped.
        for (std::size_t i = 1; i < frames_.size(); ++i)
            if (!(frames_[i - 1] < frames_[i]))
                for (std::size_t k = 0; k < frames_.size(); ++k)
                    frames_[k] = double((*times)[k]) * rate_;
        return frames_;
    }

private:
    double rate_;
    std::optional<Shared<std::vector<float>>> times_;
    std::vector<double> frames_;
};

}  // namespace

Shared<std::vector<float>> AnimationReader::keyTimes(const Json& input)
{
    const int which = index(input, file_.accessors().size(), "accessor");
    if (const auto known = times_.find(which); known != times_.end()) return known->second;
    const Accessor& accessor = file_.readable(which);
    if (accessor.components != 1 || accessor.componentType != 5126)
        refuse(input, "key times are float SCALAR");
    std::vector<float> times = file_.floats(which);
    for (std::size_t i = 0; i < times.size(); ++i) {
        if (!(times[i] >= 0 && times[i] <= kLongestClip))
            refuse(input, "a key time is not between 0 and 24 hours");
        if (i > 0 && !(times[i - 1] < times[i])) refuse(input, "the key times do not rise");
    }
    return times_.emplace(which, std::move(times)).first->second;
}

std::vector<ImportedChannel> AnimationReader::read(const Json& animation, std::size_t most)
{
    const Json& samplers = requiredArray(animation, "samplers");
    const Json& list = requiredArray(animation, "channels");
    std::vector<ImportedChannel> channels;
    Driven driven(nodes_.size());
    for (std::size_t at = 0; at < std::min(most, list.size()); ++at) {
        const Json& sampler =
            samplers[index(member(list[at], "sampler"), samplers.size(), "sampler")];
        static constexpr std::array<std::string_view, 2> kNames{"node", "path"};
        const Json& target = member(list[at], "target");
        const auto [row, path] = membersOf(target, kNames);
        ImportedChannel channel;
        channel.row = static_cast<int>(at);
        channel.path = text(path ? *path : member(target, "path"));
        if (const Json* how = find(sampler, "interpolation")) channel.interpolation = text(*how);
        if (channel.interpolation != "CUBICSPLINE" && channel.interpolation != "LINEAR" &&
            channel.interpolation != "STEP")
            refuse(sampler["interpolation"],
                   "there is no interpolation " + inQuotes(channel.interpolation));
        if (!row) continue;
        channel.node = index(*row, nodes_.size(), "node");
        if (!driven.add(channel.node, channel.path))
            refuse(target, "two channels drive the same property");
        if (channel.path == "weights") {
            channel.width = morphsOf(file_, nodes_[channel.node]);
            if (channel.width == 0) refuse(target["path"], "the node has no morph targets");
        } else if (channel.path == "rotation") {
            channel.width = 4;
        } else if (channel.path != "translation" && channel.path != "scale") {
            continue;
        }
        const Json& input = member(sampler, "input");
        if (file_.readable(index(input, file_.accessors().size(), "accessor")).hasNoBytes())
            continue;
        channel.times = keyTimes(input);
        readValues(file_, sampler, channel);
        keys_ += channel.times->size() * std::size_t(channel.path == "weights" ? channel.width : 1);
        if (keys_ > kMaxKeys)
            refuse(sampler["output"], "there are more than " + std::to_string(kMaxKeys) + " keys");
        channels.push_back(std::move(channel));
    }
    return channels;
}

void keepAround(ImportedChannel& channel, std::span<const float> at)
{
    constexpr std::size_t kBeside = 2;  // keys to each side: tangents need the one after next, too
    const std::vector<float>& times = *channel.times;
    std::vector<std::size_t> rows;
    for (const float time : at) {
        const auto next = static_cast<std::size_t>(
            std::lower_bound(times.begin(), times.end(), time) - times.begin());
        const std::size_t first = next > kBeside ? next - kBeside : 0;
        for (std::size_t row = std::max(first, rows.empty() ? 0 : rows.back() + 1);
             row < std::min(next + kBeside + 1, times.size()); ++row)
            rows.push_back(row);
    }
    if (rows.size() == times.size() || rows.empty()) return;
    const std::size_t each = channel.values.size() / times.size();
    std::vector<float> kept, values;
    for (const std::size_t row : rows) {
        kept.push_back(times[row]);
        const auto from = channel.values.begin() + static_cast<std::ptrdiff_t>(row * each);
        values.insert(values.end(), from, from + static_cast<std::ptrdiff_t>(each));
    }
    channel.times = Shared<std::vector<float>>(std::move(kept));
    channel.room = std::move(values);
    channel.values = channel.room;
}

std::vector<Shared<Track>> tracksOf(const std::vector<ImportedChannel>& channels,
                                    const std::vector<ImportedNode>& nodes,
                                    const std::vector<NodeId>& ids, double rate, double scale)
{
    static const Track kEmpty;  // shared by all tracks, for the curves that they do not have
    std::map<NodeId, Track> tracks;
    Frames framesOf(rate);
    for (const ImportedChannel& channel : channels) {
        const NodeId id = ids[channel.node];
        if (id == NodeId::None) continue;
        Track& track = tracks.try_emplace(id, kEmpty).first->second;
        track.node = id;
        const std::vector<double>& frames = framesOf.of(channel.times);
        if (channel.path == "rotation") {
            track.rotation = rotationTrack(channel, nodes[channel.node], frames, rate);
        } else if (channel.path == "translation") {
            putCurves(channel, frames, rate, scale, track.translation);
        } else if (channel.path == "scale") {
            putCurves(channel, frames, rate, 1, track.scale);
        } else {
            track.morphs.resize(channel.width);
            putCurves(channel, frames, rate, 1, track.morphs);
            trimMorphs(track);
        }
    }
    std::vector<Shared<Track>> out;
    out.reserve(tracks.size());
    for (auto& [id, track] : tracks) out.emplace_back(std::move(track));
    return out;
}

double frameOf(float time, double rate)
{
    const double exact = double(time) * rate;
    const double whole = std::round(exact);
    return std::abs(whole / rate - double(time)) <= 2.5e-7 * double(time) ? whole : exact;
}

}  // namespace posewright::io::gltf
