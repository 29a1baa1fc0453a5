#include "core/io/gltf/carried/carried_motion.h"

#include "core/evaluate/bake.h"
#include "core/io/gltf/carried/carried_held.h"
#include "core/io/gltf/carried/carried_places.h"
#include "core/io/gltf/carried/carried_pointing.h"
#include "core/io/gltf/carried/carried_replaced.h"
#include "core/io/gltf/carried/carried_unused.h"
#include "core/io/text.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <utility>

namespace posewright::io::gltf {

namespace {

using Tracks = std::vector<Shared<Track>>;

/// A bit for each property that channels move.
constexpr unsigned kRotation = 1, kTranslation = 2, kScale = 4, kWeights = 8;

unsigned shownBy(std::string_view path)
{
    if (path == "rotation") return kRotation;
    if (!isModelled(path)) return 0;
    return path == "weights" ? kWeights : path == "scale" ? kScale : kTranslation;
}

/// What keys of the track move.
unsigned keyed(const Track& track)
{
    return (track.rotation->empty() ? 0U : kRotation) |
           (hasKeys(track.translation) ? kTranslation : 0U) | (hasKeys(track.scale) ? kScale : 0U) |
           (track.morphs.empty() ? 0U : kWeights);
}

/// The parts of tracks whose keys these channels have.
Tracks tracksOfChannels(const std::vector<NodeId>& nodes, const Json& animation, const Tracks& made)
{
    std::map<NodeId, unsigned> shown;
    auto at = shown.end();
    for (const Json& channel : animation["channels"]) {
        const auto [row, path] = movedBy(channel);
        if (!row) continue;
        // Channels of a node mostly follow one another.
        const NodeId node = nodes.at(row->get<std::size_t>());
        if (at == shown.end() || at->first != node) at = shown.try_emplace(node, 0U).first;
        at->second |= shownBy(*path);
    }
    Tracks out;
    out.reserve(made.size());
    for (const Shared<Track>& track : made) {
        const auto found = shown.find(track->node);
        const unsigned parts = found == shown.end() ? 0U : found->second;
        if ((keyed(*track) & ~parts) == 0) {
            out.push_back(track);
            continue;
        }
        Track left;
        left.node = track->node;
        if (parts & kRotation) left.rotation = track->rotation;
        if (parts & kTranslation) left.translation = track->translation;
        if (parts & kScale) left.scale = track->scale;
        if (parts & kWeights) left.morphs = track->morphs;
        if (!left.empty()) out.emplace_back(std::move(left));
    }
    return out;
}

class MotionNormaliser {
public:
    MotionNormaliser(CarriedForm& form, Document& doc, std::vector<Tracks>& tracks,
                     const WriteOptions* options, Diagnostics& told) :
        form_(form),
        doc_(doc), tracks_(tracks), reads_(!options), options_(options ? *options : kNone),
        told_(told), atRoot_(standingAtRoot(*doc.scene)), places_(tracks.size())
    {
        for (std::size_t row = 0; row < form.own["nodes"].size(); ++row)
            nodes_.push_back(form.nodeOf(row));
    }

    std::set<std::size_t> run()
    {
        giveEachClipItsOwn();
        std::vector<bool> kept(tracks_.size(), false);
        for (int clip = 0; clip < std::ssize(doc_.clips); ++clip)
            if (const int row = doc_.clips[clip]->source; row >= 0)
                kept[row] = normaliseClip(clip, row);
        for (const Rekeyed& one : rekeyed_) tellOfRekeyed(one);
        dropRows(kept);
        return std::move(touched_);
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
                // A copy of a clip gets a copy of its animation.
                Json copy = animation(source);
                Json own = form_.own["animations"][source];
                form_.gltf["animations"].push_back(std::move(copy));
                form_.own["animations"].push_back(std::move(own));
                tracks_.push_back(Tracks(tracks_[source]));
                places_.emplace_back();
                setSource(clip, static_cast<int>(tracks_.size()) - 1);
            }
        }
    }

    bool normaliseClip(int row, int source)
    {
        Json& json = animation(source);
        const Clip& clip = *doc_.clips[row];
        Json& own = form_.own["animations"][source];
        HeldChannels holds(form_, nodes_, doc_, row, tracks_[source], atRoot_, options_);
        Json& channels = json["channels"];
        const std::size_t before = channels.size();
        auto& list = channels.get_ref<Json::array_t&>();
        Rekeyed rekeyed{clip.name, source, 0, {}};
        std::set<std::string> idle;
        std::string over;
        std::erase_if(list, [&](const Json& channel) {
            if (const std::string* pointer = overtaken(clip, source, channel)) {
                over += (over.empty() ? "" : ", ") + quotedPointer(*pointer);
                return true;
            }
            if (holds(channel)) return false;
            if (const NodeIndex mesh = idleMesh(channel); mesh != kNoNode)
                idle.insert((*doc_.scene)[mesh].name);
            else if (isKeyed(clip, channel))
                rekeyed.add(json, channel);
            return true;
        });
        rekeyed_.push_back(std::move(rekeyed));
        if (const std::string left =
                saidOfPointing(form_.gltf, json,
                               {clip, tracks_[source], own["rate"].get<double>(),
                                framesOf(doc_, row).value_or(Range{0, 0})});
            !left.empty())
            tellOf(source, left);
        if (!over.empty())
            tellOf(source, "keys of " + over + " in the clip " + inQuotes(clip.name) +
                               " are left out: the weights of that mesh have keys of their own");
        for (const std::string& mesh : idle)
            tellOf(source, "keys of " + inQuotes(mesh) + " in the clip " + inQuotes(clip.name) +
                               " are left out: joints alone move a mesh with a skin");
        places_[source].sameChannels = channels.size() == before;
        if (channels.size() != before) {
            addAccessorsOfKeys(json, touched_);
            dropUnusedSamplers(json);
        }
        // Channels of removed nodes are gone already.
        tracks_[source] = tracksOfChannels(nodes_, json, tracks_[source]);
        own["rate"] = clip.rate;
        if (nameOf(static_cast<std::size_t>(source), json) != clip.name) {
            own.erase("name");
            json["name"] = clip.name;
        }
        if (!channels.empty() || writesKeys(clip)) return true;
        const bool more = json.contains("extras") || json.contains("extensions");
        tellOf(source, "the clip " + inQuotes(clip.name) +
                           " has no keys that move anything, and glTF holds no animation without "
                           "keys" +
                           (more ? "; what the file says of it is lost" : ""));
        setSource(row, -1);
        return false;
    }

    /// The mesh with a skin whose own place a channel moves, to no effect (glTF 2.0,
    /// section 3.7.3); kNoNode: it moves something else.
    NodeIndex idleMesh(const Json& channel) const
    {
        const auto [row, path] = movedBy(channel);
        if (!row || !isModelled(*path) || std::string_view(*path) == "weights") return kNoNode;
        const NodeIndex node = doc_.scene->find(nodes_.at(row->get<std::size_t>()));
        return node != kNoNode && atRoot_[node] ? node : kNoNode;
    }

    /// The pointer of keys of one morph weight if the weights of that node have own keys since it
    /// was read, so that both would move it; else null.
    const std::string* overtaken(const Clip& clip, int source, const Json& channel) const
    {
        const std::string* pointer = pointerIn(channel["target"]);
        const auto row = pointer ? nodeOfWeight(*pointer) : std::nullopt;
        if (!row || *row >= nodes_.size()) return nullptr;
        const Track* track = clip.track(nodes_[*row]);
        if (!track || !hasKeys(track->morphs)) return nullptr;
        const bool before = std::ranges::any_of(tracks_[source], [&](const auto& made) {
            return made->node == track->node && hasKeys(made->morphs);
        });
        return before ? nullptr : pointer;
    }

    /// Has the clip keys in place of those of a channel? Else an edit removed them.
    bool isKeyed(const Clip& clip, const Json& channel) const
    {
        const auto [row, path] = movedBy(channel);
        const Track* track = row ? clip.track(nodes_.at(row->get<std::size_t>())) : nullptr;
        return track && (keyed(*track) & shownBy(*path)) != 0;
    }

    /// Channels of an animation that are written from other keys.
    struct Rekeyed {
        std::string clip;
        int source = -1;
        int said = 0;  ///< channels of which the file says more
        std::set<std::size_t> accessors;

        void add(const Json& animation, const Json& channel)
        {
            said += saysMoreThanKeys(animation, channel);
            const Json& sampler = animation["samplers"][channel["sampler"].get<std::size_t>()];
            for (const char* end : {"input", "output"})
                if (sampler.contains(end)) accessors.insert(sampler[end].get<std::size_t>());
        }
    };

    void tellOfRekeyed(const Rekeyed& of)
    {
        const bool one = of.said == 1;
        const std::string rows = saidOfUnused(form_.gltf, of.accessors);
        const std::string clip = " of the clip " + inQuotes(of.clip);
        if (of.said > 0)
            tellOf(of.source,
                   "what the file says of " +
                       (one ? "a channel" : std::to_string(of.said) + " channels") + clip +
                       " beyond " +
                       (one ? "its keys is lost: it gets" : "their keys is lost: they get") +
                       " new keys" +
                       (rows.empty() ? "" : "; so is what it says of the " + rows + " of the old"));
        else if (!rows.empty())
            tellOf(of.source, "what the file says of " + rows +
                                  " beyond their numbers is lost: keys" + clip + " are new");
    }

    void tellOf(int source, std::string message)
    {
        told_.push_back({Diagnostic::Severity::Warning, std::move(message),
                         "#/animations/" + std::to_string(source)});
    }

    /// A clip that starts at another frame is written without its animation.
    void tellIfWrittenAnew(const Json& animation, std::size_t row)
    {
        const std::string name = nameOf(row, animation);
        const bool written = std::ranges::any_of(doc_.clips, [&](const auto& clip) {
            return clip->source < 0 && clip->name == name && writesKeys(*clip);
        });
        const auto says = [&](const Json& channel) {
            const auto [node, path] = movedBy(channel);
            return !node || !path || !isModelled(*path) || saysMoreThanKeys(animation, channel);
        };
        const Json& channels = animation["channels"];
        const std::string pointers = pointersNamed(animation);
        std::set<std::size_t> accessors;
        addAccessorsOfKeys(animation, accessors);
        const std::string rows = saidOfUnused(form_.gltf, accessors);
        if (written && (animation.contains("extras") || animation.contains("extensions") ||
                        !rows.empty() || std::any_of(channels.begin(), channels.end(), says)))
            tellOf(static_cast<int>(row),
                   "what the file says of the clip " + inQuotes(name) +
                       " beyond its keys is lost: they are written anew, from another frame on" +
                       (pointers.empty() ? "" : ", without those of " + pointers) +
                       (rows.empty() ? "" : "; so is what it says of " + rows));
    }

    /// The name of the clip that an animation became.
    std::string nameOf(std::size_t row, const Json& animation) const
    {
        const Json& own = form_.own["animations"][row];
        return own.contains("name") ? own["name"].get<std::string>()
                                    : animation.value("name", std::string());
    }

    /// Will the clip have channels written from its own keys?
    bool writesKeys(const Clip& clip) const
    {
        return std::any_of(clip.tracks.begin(), clip.tracks.end(), [&](const auto& track) {
            const NodeIndex node = doc_.scene->find(track->node);
            return node != kNoNode && (atRoot_[node] ? hasKeys(track->morphs) : !track->empty());
        });
    }

    void dropRows(std::vector<bool> kept)
    {
        kept.resize(tracks_.size(), true);
        Json animations = Json::array();
        Json owns = Json::array();
        std::vector<Tracks> tracks;
        std::vector<int> row(kept.size(), -1);
        std::map<std::size_t, Json> gone;
        for (std::size_t i = 0; i < kept.size(); ++i)
            if (!kept[i]) gone[i] = std::move(form_.gltf["animations"][i]);
        for (const auto& [at, animation] : gone) {
            tellIfWrittenAnew(animation, at);
            addAccessorsOfKeys(animation, touched_);
        }
        for (std::size_t i = 0; i < kept.size(); ++i) {
            if (!kept[i]) continue;
            row[i] = places_[i].row = static_cast<int>(tracks.size());
            Json& own = form_.own["animations"][i];
            own.erase("row");
            if (reads_ && places_[i].row != int(i)) own["row"] = i;
            animations.push_back(std::move(form_.gltf["animations"][i]));
            owns.push_back(std::move(own));
            tracks.push_back(std::move(tracks_[i]));
        }
        for (int clip = 0; clip < std::ssize(doc_.clips); ++clip)
            if (const int source = doc_.clips[clip]->source; source >= 0)
                setSource(clip, row[source]);
        if (!reads_) placeAsWritten(told_, places_);
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
    static inline const WriteOptions kNone;
    bool reads_;
    const WriteOptions& options_;
    Diagnostics& told_;
    std::vector<bool> atRoot_;
    std::vector<NodeId> nodes_;           ///< of the form's rows
    std::vector<AnimationPlace> places_;  ///< of the form's animations
    std::vector<Rekeyed> rekeyed_;
    std::set<std::size_t> touched_;  ///< accessors of animations that lost keys
};

}  // namespace

std::set<std::size_t> normaliseMotion(CarriedForm& form, Document& doc, std::vector<Tracks>& tracks,
                                      const WriteOptions* options, Diagnostics& told)
{
    return MotionNormaliser(form, doc, tracks, options, told).run();
}

}  // namespace posewright::io::gltf
