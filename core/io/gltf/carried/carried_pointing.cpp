#include "core/io/gltf/carried/carried_pointing.h"

#include "core/base/number.h"
#include "core/io/text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <span>
#include <string_view>
#include <system_error>

namespace posewright::io::gltf {

namespace {

constexpr std::size_t kMostPointersNamed = 5;

/// Are two times [s] one to a reader? Keys are float32 there, and were once put on whole frames.
bool isOneTime(double a, double b)
{
    return std::abs(a - b) <= 1e-5 * (1 + std::abs(b));
}

/// Compares when keys are with when they were.
class KeysInTime {
public:
    explicit KeysInTime(const WrittenClip& of) : of_(of)
    {
        for (const Shared<Track>& track : of.made) {
            take(*track->rotation);
            for (const Property property : kCurvedProperties)
                for (const Shared<Curve>& curve : curvesOf(*track, property)) take(*curve);
        }
    }

    bool empty() const { return !first_; }
    double first() const { return then(*first_); }
    double last() const { return then(*last_); }

    /// Did the first or the last keys of the clip move? One of many that ended together, moved by
    /// hand, is a pose at another time and not a clip of another length.
    bool moved() const
    {
        Ends first, last;
        const auto look = [&](const auto& before, const auto& after) {
            if (before.empty() || before.size() != after.size()) return;
            const double a = before.firstFrame(), b = before.lastFrame();
            if (a == *first_) first.add(!isOneTime(now(after.firstFrame()), then(a)));
            if (b == *last_) last.add(!isOneTime(now(after.lastFrame()), then(b)));
        };
        for (const Shared<Track>& track : of_.made) {
            const Track* after = of_.clip.track(track->node);
            if (!after) continue;
            look(*track->rotation, *after->rotation);
            for (const Property property : kCurvedProperties) {
                const std::span<const Shared<Curve>> was = curvesOf(*track, property);
                const std::span<const Shared<Curve>> is = curvesOf(*after, property);
                for (std::size_t i = 0; i < std::min(was.size(), is.size()); ++i)
                    look(*was[i], *is[i]);
            }
        }
        if (first.any || last.any) return first.moved() || last.moved();
        // All have other keys now: the rate tells whether frames kept their seconds.
        const auto range = keyedRange(of_.clip);
        return range && !isOneTime(now(range->second), then(*last_));
    }

    /// [s] in the file that is written
    double now(double frame) const
    {
        return (frame - std::min(0.0, of_.range.min)) / of_.clip.rate;
    }

private:
    /// The keys at one end of the clip that are there still.
    struct Ends {
        bool any = false, all = true;
        void add(bool moved)
        {
            any = true;
            all = all && moved;
        }
        bool moved() const { return any && all; }
    };

    double then(double frame) const { return frame / of_.rate; }

    void take(const auto& keyed)
    {
        if (keyed.empty()) return;
        first_ = std::min(first_.value_or(keyed.firstFrame()), keyed.firstFrame());
        last_ = std::max(last_.value_or(keyed.lastFrame()), keyed.lastFrame());
    }

    const WrittenClip& of_;
    std::optional<double> first_, last_;  ///< [frame] as read
};

/// The first and last time of the keys that point elsewhere, as far as their accessors say [s].
std::optional<Range> timesOfPointing(const Json& gltf, const Json& animation)
{
    std::optional<Range> out;
    for (const Json& channel : animation["channels"]) {
        if (!pointerIn(channel["target"])) continue;
        const Json& sampler = animation["samplers"][channel["sampler"].get<std::size_t>()];
        const auto input = sampler.find("input");
        if (input == sampler.end() || !input->is_number_unsigned()) continue;
        const Json& accessors = arrayOf(gltf, "accessors");
        if (input->get<std::uint64_t>() >= accessors.size()) continue;
        const Json& times = accessors[input->get<std::size_t>()];
        const Json::json_pointer least("/min/0"), most("/max/0");
        if (!times.contains(least) || !times.contains(most)) continue;
        if (!times[least].is_number() || !times[most].is_number()) continue;
        const Range range{times[least].get<double>(), times[most].get<double>()};
        out = out ? Range{std::min(out->min, range.min), std::max(out->max, range.max)} : range;
    }
    return out;
}

std::string seconds(double time)
{
    return toText(std::round(time * 1e4) / 1e4) + " s";
}

}  // namespace

std::string pointersNamed(const Json& animation)
{
    std::string names;
    std::size_t count = 0;
    for (const Json& channel : animation["channels"]) {
        const std::string* pointer = pointerIn(channel["target"]);
        if (pointer && ++count <= kMostPointersNamed)
            names += (names.empty() ? "" : ", ") + quotedPointer(*pointer);
    }
    if (count > kMostPointersNamed)
        names += " and " + std::to_string(count - kMostPointersNamed) + " more";
    return names;
}

std::optional<std::size_t> nodeOfWeight(const std::string& pointer)
{
    constexpr std::string_view kNodes = "/nodes/", kWeights = "/weights/";
    if (!pointer.starts_with(kNodes)) return std::nullopt;
    std::size_t row = 0;
    const char* end = pointer.data() + pointer.size();
    const auto [rest, fault] = std::from_chars(pointer.data() + kNodes.size(), end, row);
    if (fault != std::errc() || !std::string_view(rest, end).starts_with(kWeights))
        return std::nullopt;
    return row;
}

std::string saidOfPointing(const Json& gltf, const Json& animation, const WrittenClip& written)
{
    const std::string names = pointersNamed(animation);
    if (names.empty()) return {};
    const KeysInTime keys(written);
    if (keys.empty()) return {};
    if (keys.moved())
        return "the keys of nodes in the clip " + inQuotes(written.clip.name) +
               " are at other times than in the file that was read, and those of " + names +
               " stay at theirs";
    const std::optional<Range> others = timesOfPointing(gltf, animation);
    if (!others) return {};
    const double start = keys.now(written.range.min), end = keys.now(written.range.max);
    const auto cut = [](double at, double keyed, double other, double sign) {
        const bool inside = sign * (keyed - at) > 0 && sign * (other - at) > 0;
        return inside && !isOneTime(at, keyed) && !isOneTime(at, other);
    };
    if (!cut(end, keys.last(), others->max, 1) && !cut(start, keys.first(), others->min, -1))
        return {};
    return "the clip " + inQuotes(written.clip.name) + " is cut to " + seconds(start) + " to " +
           seconds(end) + ", and the keys of " + names + " are not: they last from " +
           seconds(others->min) + " to " + seconds(others->max);
}

}  // namespace posewright::io::gltf
