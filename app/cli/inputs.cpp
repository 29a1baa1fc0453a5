#include "app/cli/inputs.h"

#include "app/cli/frame_list.h"
#include "app/cli/talk.h"
#include "app/cli/text.h"
#include "core/base/closest.h"
#include "core/base/number.h"
#include "core/edit/edit.h"
#include "core/export/held_keys.h"
#include "core/export/outside_keys.h"
#include "core/io/save.h"

#include <algorithm>
#include <ostream>
#include <utility>

namespace posewright::cli {

Result<Document> withClip(const Document& doc, const std::string& clip)
{
    const std::string& name = clip.empty() ? doc.clips.front()->name : clip;
    if (name == doc.clip().name) return doc;
    std::vector<std::string_view> names;
    for (const Shared<Clip>& c : doc.clips) names.push_back(c->name);
    if (std::find(names.begin(), names.end(), name) == names.end()) {
        std::string all;
        for (const std::string_view n : names) all += (all.empty() ? "" : ", ") + std::string(n);
        return Error{.message = "there is no clip '" + name + "'", .advice = "clips: " + all};
    }
    return edit::apply(doc, edit::SetActiveClip{name});
}

Result<io::Import> openAsSaved(Console& console, const std::string& file,
                               const io::ReadOptions& options)
{
    Result<io::Import> import = io::read(file, options);
    if (!import) return import;
    warn(console, import->diagnostics, file);
    if (import->motionChanged)
        warn(console, file,
             "another program changed the motion in this file; it was read as Posewright saved it "
             "(convert --plain reads what the other one left)");
    return import;
}

Result<io::Import> open(Console& console, const std::string& file, const std::string& clip,
                        const io::ReadOptions& options)
{
    Result<io::Import> import = openAsSaved(console, file, options);
    if (!import) return import;
    Result<Document> document = withClip(import->document, clip);
    if (!document) {
        Error error = document.error();
        error.where = file;
        return error;
    }
    import->document = *std::move(document);
    return import;
}

std::vector<NodeIndex> jointRows(const Scene& scene)
{
    std::vector<NodeIndex> rows;
    for (NodeIndex i = 0; i < scene.size(); ++i)
        if (scene[i].bone()) rows.push_back(i);
    if (rows.empty())
        for (NodeIndex i = 0; i < scene.size(); ++i) rows.push_back(i);
    return rows;
}

std::vector<int> jointParents(const Scene& scene, const std::vector<NodeIndex>& rows)
{
    std::vector<int> position(scene.size(), -1);
    for (int i = 0; i < std::ssize(rows); ++i) position[rows[i]] = i;
    std::vector<int> parents;
    for (const NodeIndex row : rows) {
        NodeIndex above = scene[row].parent;
        while (above != kNoNode && position[above] < 0) above = scene[above].parent;
        parents.push_back(above == kNoNode ? -1 : position[above]);
    }
    return parents;
}

Result<NodeIndex> findNode(const Scene& scene, std::string_view name)
{
    const NodeIndex row = scene.find(name);
    if (row != kNoNode) return row;
    std::vector<std::string_view> names;
    for (const Node& node : scene.nodes()) names.push_back(node.name);
    const std::string_view like = closest(name, names);
    return Error{.message = "there is no joint '" + std::string(name) + "'",
                 .advice = like.empty() ? "posewright info lists the joints"
                                        : "did you mean '" + std::string(like) + "'?"};
}

Result<double> parseNumber(std::string_view word, std::string_view option, double low)
{
    const std::optional<double> number = toNumber(word);
    if (number && *number >= low) return *number;
    return Error{.message = std::string(option) + " takes a number of " + toText(low) +
                            " or more, not '" + std::string(word) + "'"};
}

Result<double> parsePositive(std::string_view word, std::string_view option)
{
    const std::optional<double> number = toNumber(word);
    if (number && *number > 0) return *number;
    return Error{.message = std::string(option) + " takes a number greater than 0, not '" +
                            std::string(word) + "'"};
}

Result<BakeOptions> parseBakeOptions(std::string_view frames, std::string_view jobs)
{
    BakeOptions options;
    if (!frames.empty()) {
        const Result<Range> range = parseFrameRange(frames);
        if (!range) return range.error();
        options.start = range->min;
        options.end = range->max;
    }
    if (!jobs.empty()) {
        const std::optional<int> count = toInteger(jobs);
        if (!count || *count < 1)
            return Error{.message = "--jobs takes a whole number of 1 or more, not '" +
                                    std::string(jobs) + "'"};
        options.jobs = *count;
    }
    return options;
}

void warnOutside(Console& console, const Playback& range, const std::vector<double>& frames,
                 std::string_view file)
{
    const auto outside = [&](double f) { return f < range.start || f > range.end; };
    const auto at = std::find_if(frames.begin(), frames.end(), outside);
    if (at == frames.end()) return;
    warn(console, file,
         "frame " + toText(*at) + " lies outside the range " + toText(range.start) + ':' +
             toText(range.end) + ", where the ends are held");
}

namespace {

/// What the file does not hold as it is keyed in the document.
void tellOfKeys(Console& console, const Document& document, const std::string& file)
{
    const io::Format* const format = io::formatFor(file);
    if (!format || format->abilities.motion == io::Motion::None) return;
    if (!format->abilities.targets)
        if (const auto outside = exports::keysOutside(document)) warn(console, {*outside}, file);
    if (format->abilities.motion != io::Motion::Keys) return;
    for (int clip = 0; clip < std::ssize(document.clips); ++clip)
        if (auto held = exports::heldMadeStraight(document, clip, {})) {
            held->message = "other programs see that " + held->message;
            warn(console, {*held}, file);
        }
}

}  // namespace

Exit writeDocument(Console& console, const Document& document, const std::string& file,
                   io::WriteOptions options, Diagnostics* told)
{
    Progress progress(console, "writing");
    options.progress = [&](double share) { return progress(share); };
    const Result<Diagnostics> written = io::write(document, file, options);
    if (!written) return fail(console, written.error(), file);
    tellOfWriting(console, *written, file);
    tellOfKeys(console, document, file);
    if (told) *told = *written;
    return Exit::Done;
}

Result<void> deliver(Console& console, const std::string& file, std::string_view text)
{
    if (!file.empty()) return io::writeWhole(file, text);
    console.out << text;
    return {};
}

}  // namespace posewright::cli
