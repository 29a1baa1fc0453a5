#include "core/io/gltf/carried_motion.h"

#include "core/evaluate/bake.h"
#include "core/io/text.h"

#include <algorithm>
#include <map>
#include <set>
#include <span>

namespace posewright::io::gltf {

namespace {

using Tracks = std::vector<Shared<Track>>;

bool isModelled(const std::string& path)
{
    return path == "translation" || path == "rotation" || path == "scale" || path == "weights";
}

/// @pre not the path of a rotation
Property propertyOf(const std::string& path)
{
    if (path == "weights") return Property::Morph;
    return path == "scale" ? Property::Scale : Property::Translation;
}

/// Is a property of two tracks the same, with all its keys between these frames?
class SameKeys {
public:
    explicit SameKeys(Range range) : range_(range) {}

    bool operator()(const Track& made, const Track& now, const std::string& path) const
    {
        if (path == "rotation") return made.rotation == now.rotation && fits(*made.rotation);
        const std::span<const Shared<Curve>> before = curvesOf(made, propertyOf(path));
        const std::span<const Shared<Curve>> after = curvesOf(now, propertyOf(path));
        return !before.empty() && std::ranges::equal(before, after) &&
               std::ranges::all_of(before, [&](const auto& curve) { return fits(*curve); });
    }

private:
    bool fits(const auto& keyed) const
    {
        return !keyed.empty() && keyed.firstFrame() >= range_.min &&
               keyed.lastFrame() <= range_.max;
    }
    Range range_;
};

/// A clip's animation, channel by channel.
class HeldChannels {
public:
    HeldChannels(const CarriedForm& form, const Document& doc, int clip, const Tracks& made,
                 const WriteOptions& options) :
        form_(form),
        scene_(*doc.scene), clip_(*doc.clips[clip]), made_(made), atRoot_(standingAtRoot(scene_))
    {
        Document active = doc;
        active.playback.clip = clip;
        if (clip != doc.playback.clip) {
            const auto range = keyedRange(clip_);
            if (!range) return;
            active.playback.start = range->first;
            active.playback.end = range->second;
        }
        range_ = {active.playback.start, active.playback.end};
        const double rate = form.own.at("animations").at(clip_.source).at("rate").get<double>();
        copied_ = !options.rate && !options.reduce && !options.everyFrame && range_.min >= 0 &&
                  clip_.rate == rate;
        if (!copied_ || (doc.rig->constraints.empty() && clip_.layers.empty())) return;
        for (const NodeIndex row : drivenNodes(active, range_.min, range_.max))
            driven_.insert(scene_[row].id);
    }

    bool operator()(const Json& channel) const
    {
        const Json& target = channel.at("target");
        const std::string path = target.at("path").get<std::string>();
        if (!isModelled(path) || !target.contains("node")) return true;
        if (!copied_) return false;
        const NodeId node = form_.nodeOf(target.at("node").get<std::size_t>());
        const NodeIndex row = scene_.find(node);
        const bool placed = path != "weights";
        if (row == kNoNode || (placed && (atRoot_[row] || driven_.contains(node)))) return false;
        const Track* before = trackIn(made_, node);
        const Track* now = clip_.track(node);
        return before && now && SameKeys(range_)(*before, *now, path);
    }

private:
    const CarriedForm& form_;
    const Scene& scene_;
    const Clip& clip_;
    const Tracks& made_;
    std::vector<bool> atRoot_;
    Range range_{0, 0};
    bool copied_ = false;
    std::set<NodeId> driven_;
};

/// What is left of tracks where only these channels show their keys.
Tracks tracksOfChannels(const CarriedForm& form, const Json& animation, const Tracks& made)
{
    std::map<NodeId, std::set<std::string>> paths;
    for (const Json& channel : animation["channels"])
        if (const Json& target = channel["target"]; target.contains("node"))
            paths[form.nodeOf(target["node"].get<std::size_t>())].insert(
                target["path"].get<std::string>());
    Tracks out;
    for (const Shared<Track>& track : made) {
        const std::set<std::string>& shown = paths[track->node];
        Track left;
        left.node = track->node;
        if (shown.contains("rotation")) left.rotation = track->rotation;
        if (shown.contains("translation")) left.translation = track->translation;
        if (shown.contains("scale")) left.scale = track->scale;
        if (shown.contains("weights")) left.morphs = track->morphs;
        if (left == *track)
            out.push_back(track);
        else if (!left.empty())
            out.emplace_back(std::move(left));
    }
    return out;
}

class MotionNormaliser {
public:
    MotionNormaliser(CarriedForm& form, Document& doc, std::vector<Tracks>& tracks,
                     const WriteOptions& options, Diagnostics& told) :
        form_(form),
        doc_(doc), tracks_(tracks), options_(options), told_(told)
    {
    }

    void run()
    {
        giveEachClipItsOwn();
        std::vector<bool> kept(tracks_.size(), false);
        for (int clip = 0; clip < std::ssize(doc_.clips); ++clip)
            if (const int row = doc_.clips[clip]->source; row >= 0)
                kept[row] = normaliseClip(clip, row);
        dropRows(kept);
    }

private:
    Json& animation(int row) { return form_.gltf["animations"][row]; }

    void setSource(int clip, int source)
    {
        if (doc_.clips[clip]->source != source)
            doc_.clips[clip] = doc_.clips[clip].with([source](Clip& c) { c.source = source; });
    }

    void giveEachClipItsOwn()
    {
        std::vector<bool> taken(tracks_.size(), false);
        for (int clip = 0; clip < std::ssize(doc_.clips); ++clip) {
            const int source = doc_.clips[clip]->source;
            if (source < 0) continue;
            if (source >= std::ssize(taken)) {
                setSource(clip, -1);
            } else if (!taken[source]) {
                taken[source] = true;
            } else {
                // A copy of another clip carries a copy of its animation.
                Json copy = animation(source);
                Json own = form_.own["animations"][source];
                Tracks made = tracks_[source];
                form_.gltf["animations"].push_back(std::move(copy));
                form_.own["animations"].push_back(std::move(own));
                tracks_.push_back(std::move(made));
                setSource(clip, static_cast<int>(tracks_.size()) - 1);
            }
        }
    }

    bool normaliseClip(int row, int source)
    {
        Json& json = animation(source);
        const Clip& clip = *doc_.clips[row];
        Json& own = form_.own["animations"][source];
        const HeldChannels holds(form_, doc_, row, tracks_[source], options_);
        Json& channels = json["channels"];
        const std::size_t before = channels.size();
        Json left = Json::array();
        for (Json& channel : channels)
            if (holds(channel)) left.push_back(std::move(channel));
        channels = std::move(left);
        if (channels.size() != before) dropUnusedSamplers(json);
        // Channels of nodes that are gone went before.
        tracks_[source] = tracksOfChannels(form_, json, tracks_[source]);
        own["rate"] = clip.rate;
        const std::string made = own.contains("name") ? own["name"].get<std::string>()
                                                      : json.value("name", std::string());
        if (made != clip.name) {
            own.erase("name");
            json["name"] = clip.name;
        }
        if (!channels.empty() || writesKeys(clip)) return true;
        if (json.contains("extras") || json.contains("extensions"))
            told_.push_back({Diagnostic::Severity::Warning,
                             "the clip " + inQuotes(clip.name) +
                                 " has no keys any more, and what the file said of its animation "
                                 "is lost with them",
                             {}});
        setSource(row, -1);
        return false;
    }

    /// Will the clip get channels of our own?
    bool writesKeys(const Clip& clip) const
    {
        const std::vector<bool> atRoot = standingAtRoot(*doc_.scene);
        return std::any_of(clip.tracks.begin(), clip.tracks.end(), [&](const auto& track) {
            const NodeIndex node = doc_.scene->find(track->node);
            return node != kNoNode && (atRoot[node] ? hasKeys(track->morphs) : !track->empty());
        });
    }

    void dropRows(std::vector<bool> kept)
    {
        kept.resize(tracks_.size(), true);
        Json animations = Json::array();
        Json owns = Json::array();
        std::vector<Tracks> tracks;
        std::vector<int> row(kept.size(), -1);
        for (std::size_t i = 0; i < kept.size(); ++i) {
            if (!kept[i]) continue;
            row[i] = static_cast<int>(tracks.size());
            animations.push_back(std::move(form_.gltf["animations"][i]));
            owns.push_back(std::move(form_.own["animations"][i]));
            tracks.push_back(std::move(tracks_[i]));
        }
        for (int clip = 0; clip < std::ssize(doc_.clips); ++clip)
            if (const int source = doc_.clips[clip]->source; source >= 0)
                setSource(clip, row[source]);
        form_.own["animations"] = std::move(owns);
        tracks_ = std::move(tracks);
        if (animations.empty())
            form_.gltf.erase("animations");
        else
            form_.gltf["animations"] = std::move(animations);
    }

    CarriedForm& form_;
    Document& doc_;
    std::vector<Tracks>& tracks_;
    const WriteOptions& options_;
    Diagnostics& told_;
};

}  // namespace

void normaliseMotion(CarriedForm& form, Document& doc, std::vector<Tracks>& tracks,
                     const WriteOptions& options, Diagnostics& told)
{
    MotionNormaliser(form, doc, tracks, options, told).run();
}

}  // namespace posewright::io::gltf
