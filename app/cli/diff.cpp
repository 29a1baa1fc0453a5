#include "app/cli/command.h"
#include "app/cli/inputs.h"
#include "app/cli/json_writer.h"
#include "app/cli/talk.h"
#include "app/cli/text.h"
#include "core/base/number.h"
#include "core/evaluate/compare_clips.h"

#include <CLI/CLI.hpp>

#include <memory>
#include <numbers>
#include <ostream>

namespace posewright::cli {

namespace {

struct DiffOptions {
    std::string before;
    std::string after;
    bool json = false;
};

std::string_view propertyName(Property property)
{
    switch (property) {
    case Property::Translation: return "translation";
    case Property::Rotation: return "rotation";
    case Property::Scale: return "scale";
    case Property::Influence: return "influence";
    case Property::Morph: return "morphs";
    }
    return "";
}

std::string_view changeName(Change change)
{
    switch (change) {
    case Change::Removed: return "removed";
    case Change::Added: return "added";
    case Change::Changed: return "changed";
    }
    return "";
}

template <class T>
void list(JsonWriter& out, std::string_view name, const std::vector<T>& items)
{
    out.key(name).array();
    for (const T& item : items) out.value(item);
    out.end();
}

using Clips = std::vector<ClipDifference>;

void listClips(JsonWriter& out, const Clips& clips)
{
    out.key("clips").array();
    for (const ClipDifference& clip : clips) {
        out.object().member("clip", clip.clip).member("change", changeName(clip.change));
        if (clip.change == Change::Changed) {
            if (clip.rateBefore != clip.rateAfter)
                out.member("fpsBefore", clip.rateBefore).member("fpsAfter", clip.rateAfter);
            if (!clip.most.joint.empty())
                out.member("joint", clip.most.joint)
                    .member("distance", clip.most.distance)
                    .member("angle", clip.most.angle);
        }
        out.end();
    }
    out.end();
}

std::string asJson(const Comparison& c, const Clips& clips)
{
    JsonWriter out;
    out.object().member("same", c.none() && clips.empty());
    listClips(out, clips);
    out.key("nodes").object();
    list(out, "removed", c.removed);
    list(out, "added", c.added);
    out.end().key("keys").array();
    for (const KeyDifference& k : c.keys) {
        out.object();
        if (!k.layer.empty()) out.member("layer", k.layer);
        if (!k.node.empty()) out.member("node", k.node);
        out.member("property", k.node.empty() ? "weight" : propertyName(k.property));
        list(out, "removed", k.removed);
        list(out, "added", k.added);
        list(out, "changed", k.changed);
        out.end();
    }
    out.end().key("spans").array();
    for (const SpanDifference& s : c.spans)
        out.object()
            .member("target", s.target)
            .member("start", s.start)
            .member("end", s.end)
            .member("change", changeName(s.change))
            .end();
    out.end().key("layers").array();
    for (const LayerDifference& l : c.layers)
        out.object().member("layer", l.layer).member("change", changeName(l.change)).end();
    out.end();
    list(out, "limits", c.limits);
    out.key("poses").array();
    for (const PoseDifference& p : c.poses)
        out.object()
            .member("joint", p.joint)
            .member("distance", p.distance)
            .member("distanceFrame", p.distanceFrame)
            .member("angle", p.angle)
            .member("angleFrame", p.angleFrame)
            .end();
    return out.end().end().text() + '\n';
}

std::string keyedName(const KeyDifference& k)
{
    const std::string property(k.node.empty() ? "weight" : propertyName(k.property));
    const std::string what = k.node.empty() ? property : k.node + ' ' + property;
    return k.layer.empty() ? what : k.layer + ": " + what;
}

std::string moved(const PoseDifference& p, const std::string& unit)
{
    return "moves by up to " + toFixed(p.distance, 6) + ' ' + unit + " (frame " +
           toText(p.distanceFrame) + ") and " + toFixed(p.angle * 180 / std::numbers::pi, 3) +
           " degrees (frame " + toText(p.angleFrame) + ")";
}

std::string changeOf(const ClipDifference& clip, const std::string& unit)
{
    std::string out(changeName(clip.change));
    if (clip.change != Change::Changed) return out;
    if (clip.rateBefore != clip.rateAfter)
        out += ": " + toText(clip.rateBefore) + " and " + toText(clip.rateAfter) +
               " frames per second";
    if (!clip.most.joint.empty()) out += ": " + clip.most.joint + ' ' + moved(clip.most, unit);
    return out;
}

std::string asText(const Comparison& c, const Clips& clips, LengthUnit lengths)
{
    const std::string unit(symbolOf(lengths));
    std::vector<std::vector<std::string>> rows;
    for (const ClipDifference& clip : clips)
        rows.push_back({"clip", clip.clip, changeOf(clip, unit)});
    for (const std::string& name : c.removed) rows.push_back({"node", name, "removed"});
    for (const std::string& name : c.added) rows.push_back({"node", name, "added"});
    for (const KeyDifference& k : c.keys)
        rows.push_back({"keys", keyedName(k),
                        std::to_string(k.removed.size()) + " removed, " +
                            std::to_string(k.added.size()) + " added, " +
                            std::to_string(k.changed.size()) + " changed"});
    for (const SpanDifference& s : c.spans)
        rows.push_back({"span", s.target + ' ' + toText(s.start) + " to " + toText(s.end),
                        std::string(changeName(s.change))});
    for (const LayerDifference& l : c.layers)
        rows.push_back({"layer", l.layer, std::string(changeName(l.change))});
    for (const std::string& joint : c.limits) rows.push_back({"limit", joint, "changed"});
    for (const PoseDifference& p : c.poses) rows.push_back({"pose", p.joint, moved(p, unit)});
    return rows.empty() ? "no difference in motion\n" : table(rows);
}

Exit diffFiles(Console& console, const DiffOptions& options)
{
    const Result<io::Import> before = open(console, options.before, {});
    if (!before) return fail(console, before.error(), options.before);
    const Result<io::Import> after = open(console, options.after, {});
    if (!after) return fail(console, after.error(), options.after);
    std::optional<Result<Comparison>> comparison;
    std::optional<Result<Clips>> clips;
    {
        Progress progress(console, "comparing");
        const auto goOn = [&](double share) { return progress(share); };
        comparison = compare(before->document, after->document, goOn);
        if (*comparison) clips = compareClips(before->document, after->document, goOn);
    }
    if (!*comparison) return fail(console, comparison->error());
    if (!*clips) return fail(console, clips->error());
    console.out << (options.json ? asJson(**comparison, **clips)
                                 : asText(**comparison, **clips, before->document.unit));
    return (*comparison)->none() && (*clips)->empty() ? Exit::Done : Exit::No;
}

}  // namespace

Action declareDiff(CLI::App& app)
{
    auto options = std::make_shared<DiffOptions>();
    app.add_option("A", options->before, "the first document")->required();
    app.add_option("B", options->after, "the second document")->required();
    app.add_flag("--json", options->json, "as JSON");
    return [options](Console& console) { return diffFiles(console, *options); };
}

}  // namespace posewright::cli
