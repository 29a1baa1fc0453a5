#include "core/document/one_clip.h"

namespace posewright {

Document withClip(const Document& doc, int row)
{
    Document out;
    out.scene = doc.scene;
    out.rig = doc.rig;
    out.clips = {doc.clips[row]};
    out.playback = doc.playback;
    out.playback.clip = 0;
    out.unit = doc.unit;
    out.carried = doc.carried;
    out.source = doc.source;
    out.nextId = doc.nextId;
    for (const Shared<Origin>& origin : doc.origins)
        if (origin->clip == out.clips.front()->name) out.origins.push_back(origin);
    return out;
}

}  // namespace posewright
