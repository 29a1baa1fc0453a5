#include "app/cli/add_clips.h"

#include "app/cli/talk.h"
#include "core/base/number.h"
#include "core/edit/edit.h"
#include "core/io/join.h"
#include "core/operate/clip_match.h"
#include "core/operate/operate.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace posewright::cli {

namespace {

/// "3 joints (a, b, c)", with the first few names.
std::string someOf(const std::vector<std::string>& names, const std::string& what = "joint")
{
    constexpr std::size_t kMost = 5;
    std::string list;
    for (std::size_t i = 0; i < std::min(kMost, names.size()); ++i)
        list += (i ? ", " : "") + names[i];
    return std::to_string(names.size()) + ' ' + what + (names.size() == 1 ? " (" : "s (") + list +
           (names.size() > kMost ? ", ...)" : ")");
}

void tellDifferences(Console& console, const std::string& file, const operate::ClipMatch& match)
{
    if (match.size != 1)
        warn(console, file,
             "the same figure in another unit: its lengths are multiplied by " +
                 toText(match.size));
    if (!match.absent.empty())
        warn(console, file,
             someOf(match.absent, "node") + ": none is called so here, and the motion is left out");
    if (!match.unshaped.empty())
        warn(console, file,
             someOf(match.unshaped, "morph") +
                 ": the mesh of that name has none that is called so, and the keys are left out");
    if (!match.otherwise.empty())
        warn(console, file,
             someOf(match.otherwise) +
                 ": at rest otherwise than here, so that the motion may not fit");
}

}  // namespace

Result<Document> withClipsOf(Console& console, const Document& doc, const std::string& file,
                             const io::ReadOptions& reading)
{
    io::ReadOptions plain = reading;
    plain.plain = true;
    const Result<io::Import> from = io::read(file, plain);
    if (!from) return from.error();
    warn(console, from->diagnostics, file);
    warn(console, io::leftBehind(from->document), file);
    Document out = doc;
    std::vector<operate::ClipMatch> matches;
    for (int clip = 0; clip < std::ssize(from->document.clips); ++clip) {
        const Clip& source = *from->document.clips[clip];
        operate::ClipMatch match = operate::matchClip(from->document, clip, doc);
        if (source.tracks.empty()) continue;
        if (match.matched == 0)
            return Error{.message = "no joint that clip '" + source.name +
                                    "' moves is called as one of the file it is added to",
                         .where = file};
        const Result<operate::Edits> edits =
            operate::edits(out, operate::Import{source.name, source.rate, match.keys, {}});
        if (!edits) return edits.error();
        Result<Document> next = edit::applyEach(out, *edits);
        if (!next) return next;
        out = *std::move(next);
        match.keys = {};
        matches.push_back(std::move(match));
    }
    if (matches.empty()) return Error{.message = "there is no motion in it", .where = file};
    tellDifferences(console, file, operate::together(matches));
    out.playback = doc.playback;
    return out;
}

}  // namespace posewright::cli
