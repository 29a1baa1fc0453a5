#include "app/cli/command.h"
#include "app/cli/inputs.h"
#include "app/cli/json_writer.h"
#include "app/cli/talk.h"
#include "app/cli/text.h"
#include "core/base/number.h"

#include <CLI/CLI.hpp>

#include <cmath>
#include <memory>
#include <ostream>

namespace posewright::cli {

namespace {

struct InfoOptions {
    std::string file;
    bool json = false;
};

/// Length from head to tip of every joint in the rest pose; 0 if the tip is unknown. [m]
std::vector<double> lengths(const Scene& scene, const std::vector<NodeIndex>& rows)
{
    const std::vector<WorldTransform> world = worldTransforms(scene, restPose(scene));
    std::vector<double> out;
    for (const NodeIndex row : rows) {
        const BonePart* bone = scene[row].bone();
        out.push_back(bone ? (world[row].linear * bone->tip).norm() : 0);
    }
    return out;
}

struct ClipFacts {
    double start = 0;
    double end = 0;
    int frames = 0;
    int keys = 0;
};

ClipFacts factsOf(const Clip& clip)
{
    ClipFacts facts;
    if (const auto range = keyedRange(clip)) {
        facts.start = range->first;
        facts.end = range->second;
        facts.frames = static_cast<int>(std::floor(facts.end - facts.start + 1e-9)) + 1;
    }
    for (const Shared<Track>& track : clip.tracks) facts.keys += keyCount(*track);
    for (const InfluenceTrack& track : clip.influences)
        facts.keys += static_cast<int>(std::ssize(track.curve.keys()));
    return facts;
}

int keysOf(const Layer& layer)
{
    int keys = 0;
    for (const Shared<Track>& track : layer.tracks) keys += keyCount(*track);
    return keys;
}

int targetKeys(const Document& doc, const Constraint& constraint)
{
    const Track* track = doc.clip().track(constraint.target);
    return track ? keyCount(*track) : 0;
}

int triangles(const MeshPart& part)
{
    return static_cast<int>(std::ssize(part.mesh->indices) / 3);
}

void addMeshes(JsonWriter& out, const Scene& scene)
{
    out.key("meshes").array();
    for (const Node& node : scene.nodes()) {
        const auto* part = std::get_if<MeshPart>(&node.part);
        if (!part) continue;
        out.object()
            .member("name", node.name)
            .member("vertices", static_cast<int>(std::ssize(part->mesh->positions)))
            .member("triangles", triangles(*part))
            .member("skinned", part->skin >= 0);
        out.key("morphs").array();
        for (std::size_t i = 0; i < part->mesh->morphs.size(); ++i)
            out.value(morphName(*part->mesh, i));
        out.end().end();
    }
    out.end();
}

void addClips(JsonWriter& out, const Document& doc)
{
    out.key("clips").array();
    for (const Shared<Clip>& clip : doc.clips) {
        const ClipFacts facts = factsOf(*clip);
        out.object()
            .member("name", clip->name)
            .member("fps", clip->rate)
            .member("start", facts.start)
            .member("end", facts.end)
            .member("frames", facts.frames)
            .member("tracks", static_cast<int>(std::ssize(clip->tracks)))
            .member("keys", facts.keys);
        out.key("layers").array();
        for (const Shared<Layer>& layer : clip->layers)
            out.object()
                .member("name", layer->name)
                .member("on", layer->on)
                .member("solo", layer->solo)
                .member("tracks", static_cast<int>(std::ssize(layer->tracks)))
                .member("keys", keysOf(*layer))
                .end();
        out.end().end();
    }
    out.end();
}

std::string asJson(const io::Import& import, const io::Format* format)
{
    const Document& doc = import.document;
    const Scene& scene = *doc.scene;
    const std::vector<NodeIndex> rows = jointRows(scene);
    const std::vector<int> parents = jointParents(scene, rows);
    const std::vector<double> length = lengths(scene, rows);

    JsonWriter out;
    out.object()
        .member("format", format ? format->id : "")
        .member("unit", doc.unit == LengthUnit::Metre ? "m" : "unknown");
    out.key("joints").array();
    for (std::size_t i = 0; i < rows.size(); ++i)
        out.object()
            .member("name", scene[rows[i]].name)
            .member("parent", parents[i])
            .member("length", length[i])
            .end();
    out.end().key("roots").array();
    for (int i = 0; i < std::ssize(parents); ++i)
        if (parents[i] < 0) out.value(i);
    out.end();
    addMeshes(out, scene);
    addClips(out, doc);
    out.key("targets").array();
    for (const Constraint& c : doc.rig->constraints)
        out.object()
            .member("name", nodeName(scene, c.target))
            .member("effector", nodeName(scene, c.effector))
            .member("root", nodeName(scene, c.root))
            .member("keys", targetKeys(doc, c))
            .end();
    out.end().key("warnings").array();
    for (const Diagnostic& d : import.diagnostics)
        out.object()
            .member("severity", d.severity == Diagnostic::Severity::Warning ? "warning" : "note")
            .member("message", d.message)
            .member("where", d.where)
            .end();
    return out.end().end().text() + '\n';
}

std::string asText(const io::Import& import, const io::Format* format)
{
    const Document& doc = import.document;
    const Scene& scene = *doc.scene;
    const std::vector<NodeIndex> rows = jointRows(scene);
    const std::vector<int> parents = jointParents(scene, rows);
    const std::vector<double> length = lengths(scene, rows);

    const std::string_view title =
        format ? io::titleOf(*format, import.project) : std::string_view();
    std::string out = "format  " + std::string(title) + '\n';
    const bool metres = doc.unit == LengthUnit::Metre;
    out += metres ? "unit    metres\n" : "unit    unknown\n";
    out += "\njoints  " + std::to_string(rows.size()) + '\n';
    std::vector<std::vector<std::string>> cells;
    std::vector<int> depth(rows.size(), 0);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (parents[i] >= 0) depth[i] = depth[parents[i]] + 1;
        cells.push_back(
            {std::string(2 * static_cast<std::size_t>(depth[i] + 1), ' ') + scene[rows[i]].name,
             toFixed(length[i], 3)});
    }
    out += table(cells);

    cells.clear();
    for (const Node& node : scene.nodes())
        if (const auto* part = std::get_if<MeshPart>(&node.part))
            cells.push_back(
                {"  " + node.name, std::to_string(part->mesh->positions.size()) + " vertices",
                 std::to_string(triangles(*part)) + " triangles", part->skin >= 0 ? "skinned" : "",
                 part->morphs.empty() ? "" : std::to_string(part->morphs.size()) + " morphs"});
    out += "\nmeshes  " + std::to_string(cells.size()) + '\n' + table(cells);

    cells.clear();
    for (const Shared<Clip>& clip : doc.clips) {
        const ClipFacts facts = factsOf(*clip);
        cells.push_back({"  " + clip->name, toText(clip->rate) + " frames/s",
                         "frames " + toText(facts.start) + " to " + toText(facts.end),
                         std::to_string(clip->tracks.size()) + " tracks",
                         std::to_string(facts.keys) + " keys"});
        for (const Shared<Layer>& layer : clip->layers)
            cells.push_back({"    layer " + layer->name,
                             layer->on ? (layer->solo ? "solo" : "on") : "off", "",
                             std::to_string(layer->tracks.size()) + " tracks",
                             std::to_string(keysOf(*layer)) + " keys"});
    }
    out += "\nclips  " + std::to_string(doc.clips.size()) + '\n' + table(cells);

    cells.clear();
    for (const Constraint& c : doc.rig->constraints)
        cells.push_back({"  " + nodeName(scene, c.target),
                         nodeName(scene, c.root) + " to " + nodeName(scene, c.effector),
                         std::to_string(targetKeys(doc, c)) + " keys"});
    return out + "\ntargets  " + std::to_string(cells.size()) + '\n' + table(cells);
}

Exit info(Console& console, const InfoOptions& options)
{
    const Result<io::Import> import = open(console, options.file, {});
    if (!import) return fail(console, import.error(), options.file);
    const io::Format* format = io::formatFor(options.file);
    console.out << (options.json ? asJson(*import, format) : asText(*import, format));
    return Exit::Done;
}

}  // namespace

Action declareInfo(CLI::App& app)
{
    auto options = std::make_shared<InfoOptions>();
    app.add_option("FILE", options->file, "the file to look at")->required();
    app.add_flag("--json", options->json, "as JSON");
    return [options](Console& console) { return info(console, *options); };
}

}  // namespace posewright::cli
