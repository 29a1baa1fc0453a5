#include "core/document/breach.h"

#include <set>

namespace posewright {

namespace {

/// Frames are counted in int and cached one by one; at 24 frames/s this is almost five days.
constexpr double kFarthestFrame = 1e7;

bool countable(const Range& range)
{
    return range.min >= -kFarthestFrame && range.max <= kFarthestFrame;
}

Check checkIds(const Document& doc)
{
    for (const Node& node : doc.scene->nodes())
        if (static_cast<std::uint64_t>(node.id) >= doc.nextId)
            return Error{"an id is beyond the document's counter", node.name};
    for (const Constraint& c : doc.rig->constraints)
        if (static_cast<std::uint64_t>(c.id) >= doc.nextId)
            return Error{"an id is beyond the document's counter", "a constraint"};
    return {};
}

Check checkPlayback(const Document& doc)
{
    const Playback& playback = doc.playback;
    if (doc.clips.empty()) return Error{"the document has no clip", {}};
    if (playback.clip < 0 || playback.clip >= std::ssize(doc.clips))
        return Error{"the active clip is not there", {}};
    if (!inOrder({playback.start, playback.end}))
        return Error{"the range does not end after its start", {}};
    if (playback.preview && !inOrder(*playback.preview))
        return Error{"the preview range does not end after its start", {}};
    if (!countable({playback.start, playback.end}) ||
        (playback.preview && !countable(*playback.preview)))
        return Error{"the range goes beyond 10 million frames from frame 0", {}};
    std::set<std::string_view> names;
    for (const Shared<Clip>& clip : doc.clips)
        if (!names.insert(clip->name).second) return Error{"two clips have one name", clip->name};
    return {};
}

Check checkOrigin(const Origin& origin)
{
    if (!std::isfinite(origin.standsAt) || !std::isfinite(origin.how.reference.frame) ||
        !std::isfinite(origin.how.hereReference.frame))
        return Error{"a reference pose has no finite frame", origin.clip};
    // An imported motion must not contain others, or they could nest without end.
    if (!origin.motion->origins.empty() || !origin.motion->rig->constraints.empty())
        return Error{"a motion that was brought in is more than bones", origin.clip};
    const Result<void> valid = validate(*origin.motion);
    return valid ? Check{} : Check{valid.error()};
}

Check check(const Document& doc, const Document* known)
{
    const bool sameScene = known && known->scene.sameAs(doc.scene);
    const bool sameRig = sameScene && known->rig.sameAs(doc.rig);
    if (Check breach = checkPlayback(doc)) return breach;
    if (!sameScene)
        if (Check breach = checkScene(*doc.scene, known ? &*known->scene : nullptr)) return breach;
    if (!sameRig)
        if (Check breach = checkRig(*doc.scene, *doc.rig)) return breach;
    if (!sameRig || doc.nextId < known->nextId)
        if (Check breach = checkIds(doc)) return breach;
    for (std::size_t i = 0; i < doc.clips.size(); ++i) {
        const Clip* before = known && i < known->clips.size() ? &*known->clips[i] : nullptr;
        if (sameRig && before == &*doc.clips[i]) continue;
        if (Check breach = checkClip(doc, *doc.clips[i], before, sameRig)) return breach;
    }
    for (std::size_t i = 0; i < doc.origins.size(); ++i) {
        const auto& origin = doc.origins[i];
        const bool checked =
            known && i < known->origins.size() &&
            (known->origins[i].sameAs(origin) || known->origins[i]->motion.sameAs(origin->motion));
        if (!checked)
            if (Check breach = checkOrigin(*origin)) return breach;
    }
    return {};
}

}  // namespace

Result<void> validate(const Document& doc)
{
    if (Check breach = check(doc, nullptr)) return *breach;
    return {};
}

Result<void> validateChange(const Document& before, const Document& after)
{
    if (Check breach = check(after, &before)) return *breach;
    return {};
}

}  // namespace posewright
