#include "core/operate/bring_in.h"

namespace posewright::operate {

namespace {

void addKeys(const Track& track, std::vector<edit::KeyData>& keys)
{
    edit::KeyData data;
    data.node = track.node;
    data.property = Property::Rotation;
    for (std::size_t i = 0; i < track.rotation->size(); ++i) {
        data.rotation = track.rotation->keys()[i];
        keys.push_back(data);
    }
    data.property = Property::Translation;
    for (int axis = 0; axis < 3; ++axis)
        for (const Key& key : track.translation[axis]->keys()) {
            data.axis = axis;
            data.key = key;
            keys.push_back(data);
        }
}

}  // namespace

Result<Edits> bringIn(const Document& doc, const retarget::Retargeted& motion)
{
    Import import;
    import.name = motion.clip.name;
    import.fps = motion.clip.rate;
    for (const Shared<Track>& track : motion.clip.tracks) addKeys(*track, import.copied.keys);
    return edits(doc, import);
}

Result<Document> motionIn(const Document& doc, const std::string& clip)
{
    Result<Document> shown = edit::apply(doc, edit::SetActiveClip{clip});
    if (!shown) return shown;
    if (const auto range = keyedRange(shown->clip())) {
        shown->playback.start = range->first;
        shown->playback.end = range->second;
    }
    return shown;
}

std::string nameOfMotion(const std::string& clip, const std::string& file)
{
    const bool plain = clip.empty() || clip == "Clip" || clip == "motion";
    return plain ? file : clip;
}

}  // namespace posewright::operate
