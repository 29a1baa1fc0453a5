#include "core/export/outside_keys.h"

#include "core/base/number.h"

#include <set>
#include <string>
#include <vector>

namespace posewright::exports {

namespace {

/// "12, 24, 36, ... 96".
std::string framesInWords(const std::set<double>& frames)
{
    constexpr std::size_t kMost = 5;
    std::string out;
    std::size_t said = 0;
    for (auto at = frames.begin(); at != frames.end() && said < kMost; ++at, ++said)
        out += (said == 0 ? "" : ", ") + toText(*at);
    if (frames.size() > kMost)
        out += (frames.size() > kMost + 1 ? ", ... " : ", ") + toText(*frames.rbegin());
    return out;
}

}  // namespace

std::optional<Diagnostic> keysOutside(const Document& doc)
{
    constexpr double kSame = 1e-4;  // frames that float32 seconds cannot tell apart
    std::size_t count = 0;
    std::set<double> frames;
    const auto look = [&](const std::vector<Shared<Track>>& tracks) {
        for (const Shared<Track>& track : tracks)
            for (const double frame : keyFrames(*track)) {
                if (frame >= doc.playback.start - kSame && frame <= doc.playback.end + kSame)
                    continue;
                ++count;
                frames.insert(frame);
            }
    };
    look(doc.clip().tracks);
    for (const Shared<Layer>& layer : doc.clip().layers) look(layer->tracks);
    if (count == 0) return std::nullopt;
    const bool one = frames.size() == 1;
    return Diagnostic{Diagnostic::Severity::Warning,
                      std::to_string(count) + (count == 1 ? " key at" : " keys at") +
                          (one ? " frame " : " frames ") + framesInWords(frames) +
                          (count == 1 ? " is" : " are") + " outside the range " +
                          toText(doc.playback.start) + " to " + toText(doc.playback.end) +
                          ", and left out",
                      {}};
}

}  // namespace posewright::exports
