#include "core/io/chosen_clips.h"

#include "core/edit/edit.h"
#include "core/motion/whole_frames.h"

#include <utility>

namespace posewright::io {

Result<Document> withOnlyClip(const Document& doc, const std::string& name)
{
    Result<Document> shown = edit::apply(doc, edit::SetActiveClip{name});
    if (!shown) {
        std::string all;
        for (const Shared<Clip>& clip : doc.clips) all += (all.empty() ? "" : ", ") + clip->name;
        return Error{.message = "there is no clip '" + name + "'", .advice = "clips: " + all};
    }
    const Shared<Clip> only = shown->clips[shown->playback.clip];
    shown->clips.assign(1, only);
    shown->playback.clip = 0;
    std::erase_if(shown->origins, [&](const auto& origin) { return origin->clip != name; });
    return shown;
}

Result<Document> atRate(Document doc, double fps)
{
    const Playback original = doc.playback;
    const double factor = fps / doc.clip().rate;
    edit::SetFps rate;
    rate.fps = fps;
    rate.retime = true;
    for (int clip = 0; clip < std::ssize(doc.clips); ++clip) {
        if (doc.clips[clip]->rate == fps) continue;
        doc.playback = original;  // the range is stretched once, not by each clip
        doc.playback.clip = clip;
        Result<Document> next = edit::apply(doc, rate);
        if (!next) return next;
        doc = *std::move(next);
    }
    Playback playback = original;
    const auto stretched = [factor](double frame) { return wholeIfNear(frame * factor); };
    playback.start = stretched(playback.start);
    playback.end = stretched(playback.end);
    if (playback.preview)
        playback.preview = {stretched(playback.preview->min), stretched(playback.preview->max)};
    doc.playback = playback;
    return doc;
}

}  // namespace posewright::io
