#include "core/io/chosen_clips.h"

#include "core/edit/edit.h"

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
    Playback playback = doc.playback;
    const double factor = fps / doc.clip().rate;
    edit::SetFps rate;
    rate.fps = fps;
    rate.retime = true;
    for (int clip = 0; clip < std::ssize(doc.clips); ++clip) {
        if (doc.clips[clip]->rate == fps) continue;
        doc.playback.clip = clip;
        Result<Document> next = edit::apply(doc, rate);
        if (!next) return next;
        doc = *std::move(next);
    }
    playback.start *= factor;
    playback.end *= factor;
    if (playback.preview)
        playback.preview = {playback.preview->min * factor, playback.preview->max * factor};
    doc.playback = playback;
    return doc;
}

}  // namespace posewright::io
