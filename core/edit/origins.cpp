#include "core/edit/origins.h"

#include "core/edit/change.h"
#include "core/edit/described.h"
#include "core/edit/edit.h"
#include "core/edit/track_keys.h"
#include "core/retarget/keep.h"

#include <algorithm>

namespace posewright::edit {

namespace {

/// An error about one of the two figures is reported at the role map of that figure.
Error mapError(const Error& error)
{
    if (error.where == "source") return refused(error.message, "/there", error.advice);
    if (error.where == "target") return refused(error.message, "/here", error.advice);
    if (error.kind == ErrorKind::Cancelled) return error;
    return refused(error.message, error.where, error.advice);
}

Result<retarget::Retargeted> carriedOver(const Document& doc, const Origin& origin,
                                         const Context& context)
{
    Result<retarget::Retargeted> made =
        retarget::carriedOver(doc, origin, context.progress, {}, context.jobs);
    if (!made) return mapError(made.error());
    if (context.retargeted) context.retargeted(*made);
    return made;
}

/// Converts the keys to another frame rate.
void stretchAll(std::vector<Shared<Track>>& tracks, double factor)
{
    if (factor == 1) return;
    for (Shared<Track>& track : tracks)
        track = track.with([&](Track& t) {
            for (Shared<Curve>& curve : t.translation)
                if (!curve->empty()) curve = stretched(*curve, factor);
            if (!t.rotation->empty()) t.rotation = stretched(*t.rotation, factor);
        });
}

/// Replaces the clip's keys that came from an earlier motion by those of this one.
void put(Document& doc, int row, Origin origin, std::vector<Shared<Track>> tracks)
{
    const std::vector<NodeId> before = std::move(origin.made);
    origin.made.clear();
    for (const Shared<Track>& track : tracks) origin.made.push_back(track->node);
    doc.clips[row] = doc.clips[row].with([&](Clip& clip) {
        std::erase_if(clip.tracks, [&](const Shared<Track>& track) {
            return std::ranges::binary_search(before, track->node) &&
                   !std::ranges::binary_search(origin.made, track->node);
        });
        for (Shared<Track>& track : tracks) setTrack(clip, std::move(track).take());
        clip.source = -1;
    });
    std::erase_if(doc.origins, [&](const auto& old) { return old->clip == origin.clip; });
    doc.origins.emplace_back(std::move(origin));
}

int rowOfClip(const Document& doc, const std::string& name)
{
    const auto at = std::find_if(doc.clips.begin(), doc.clips.end(),
                                 [&](const Shared<Clip>& clip) { return clip->name == name; });
    return at == doc.clips.end() ? -1 : static_cast<int>(at - doc.clips.begin());
}

/// Overwrites the roles that are given, and drops empty ones.
template <class Bones>
void merge(const std::map<std::string, Bones>& given, std::map<std::string, Bones>& into)
{
    for (const auto& [role, bones] : given) into[role] = bones;
    std::erase_if(into, [](const auto& each) { return each.second.empty(); });
}

/// What the edit gives, over what is there: roles one by one.
template <class E>
void takeSetup(const E& edit, RetargetSetup& how)
{
    static_assert(takesAll<RetargetSetup, E>(), "an edit lacks an argument");
    auto here = std::move(how.here);
    auto there = std::move(how.there);
    take(edit, how);
    merge(edit.here, here);
    merge(edit.there, there);
    how.here = std::move(here);
    how.there = std::move(there);
}

}  // namespace

Result<Document> make(const Document& doc, const BringIn& edit, const Context& context)
{
    if (const Result<void> name = checkText(edit.name); !name) return name.error();
    if (rowOfClip(doc, edit.name) >= 0)
        return refused("the name \"" + edit.name + "\" is taken", "/name");
    Origin origin;
    origin.clip = edit.name;
    origin.file = edit.file;
    origin.motion = edit.motion;
    takeSetup(edit, origin.how);
    // A clip that was brought in does not show how the figure stands, so take the clip that its own
    // origin refers to.
    const Origin* shown = originOf(doc, doc.clip().name);
    origin.standsIn = shown ? shown->standsIn : doc.clip().name;
    origin.standsAt = shown ? shown->standsAt : doc.playback.start;
    Result<retarget::Retargeted> made = carriedOver(doc, origin, context);
    if (!made) return made.error();
    Document out = doc;
    Clip clip;
    clip.name = edit.name;
    clip.rate = made->clip.rate;
    out.clips.emplace_back(std::move(clip));
    out.playback.clip = static_cast<int>(out.clips.size()) - 1;
    out.playback.preview.reset();
    put(out, out.playback.clip, std::move(origin), std::move(made->clip.tracks));
    const auto range = keyedRange(out.clip());
    out.playback.start = range ? range->first : 0;
    out.playback.end = range ? range->second : 0;
    return out;
}

Result<Document> make(const Document& doc, const Retarget& edit, const Context& context)
{
    const Origin* known = originOf(doc, edit.clip);
    const int row = rowOfClip(doc, edit.clip);
    if (!known || row < 0)
        return refused("no motion of another figure is kept with a clip " + quoted(edit.clip),
                       "/clip");
    Origin origin = *known;
    takeSetup(edit, origin.how);
    Result<retarget::Retargeted> made = carriedOver(doc, origin, context);
    if (!made) return made.error();
    const double factor = doc.clips[row]->rate / made->clip.rate;
    if (!(factor > 1e-6 && factor < 1e6))
        return refused("the clip's rate is too far from that of the motion", "/clip");
    Document out = doc;
    stretchAll(made->clip.tracks, factor);
    put(out, row, std::move(origin), std::move(made->clip.tracks));
    return out;
}

Result<Document> make(const Document& doc, const ForgetOrigin& edit)
{
    if (!originOf(doc, edit.clip))
        return refused("no motion of another figure is kept with a clip " + quoted(edit.clip),
                       "/clip");
    Document out = doc;
    std::erase_if(out.origins, [&](const auto& origin) { return origin->clip == edit.clip; });
    return out;
}

}  // namespace posewright::edit
