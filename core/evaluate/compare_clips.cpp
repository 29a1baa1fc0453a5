#include "core/evaluate/compare_clips.h"

#include "core/document/one_clip.h"

#include <optional>
#include <utility>

namespace posewright {

namespace {

/// The document with another clip active, over the frames of its keys.
std::optional<Document> showing(const Document& doc, int row)
{
    const auto range = keyedRange(*doc.clips[row]);
    if (!range) return std::nullopt;
    Document out = withClip(doc, row);
    out.playback.start = range->first;
    out.playback.end = range->second;
    return out;
}

/// The row of a clip that is not the active one; -1: none.
int otherClip(const Document& doc, const std::string& name)
{
    for (int row = 0; row < std::ssize(doc.clips); ++row)
        if (row != doc.playback.clip && doc.clips[row]->name == name) return row;
    return -1;
}

/// What differs beside the rate; false: cancelled.
bool addMotion(ClipDifference& to, const Document& before, int a, const Document& after, int b,
               const std::function<bool(double)>& progress)
{
    const std::optional<Document> x = showing(before, a), y = showing(after, b);
    if (!x || !y) {
        to.keys = x || y ? 1 : 0;
        return true;
    }
    const Result<Comparison> found = compare(*x, *y, progress);
    if (!found) return false;
    to.keys = found->keys.size() + found->spans.size() + found->layers.size();
    if (!found->poses.empty()) to.most = found->poses.front();
    return true;
}

}  // namespace

Result<std::vector<ClipDifference>> compareClips(const Document& before, const Document& after,
                                                 const std::function<bool(double)>& progress)
{
    std::vector<ClipDifference> out;
    if (before.clip().rate != after.clip().rate)
        out.push_back(
            {before.clip().name, Change::Changed, before.clip().rate, after.clip().rate, 0, {}});
    for (int row = 0; row < std::ssize(before.clips); ++row) {
        if (row == before.playback.clip) continue;
        const Clip& clip = *before.clips[row];
        const int other = otherClip(after, clip.name);
        if (other < 0) {
            out.push_back({clip.name, Change::Removed, clip.rate, 0, 0, {}});
            continue;
        }
        ClipDifference found{clip.name, Change::Changed, clip.rate, after.clips[other]->rate, 0,
                             {}};
        if (!addMotion(found, before, row, after, other, progress))
            return Error{.message = "cancelled", .kind = ErrorKind::Cancelled};
        if (found.keys > 0 || !found.most.joint.empty() || found.rateBefore != found.rateAfter)
            out.push_back(std::move(found));
    }
    for (int row = 0; row < std::ssize(after.clips); ++row)
        if (const Clip& clip = *after.clips[row];
            row != after.playback.clip && otherClip(before, clip.name) < 0)
            out.push_back({clip.name, Change::Added, 0, clip.rate, 0, {}});
    return out;
}

}  // namespace posewright
