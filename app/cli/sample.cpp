#include "app/cli/command.h"
#include "app/cli/frame_list.h"
#include "app/cli/inputs.h"
#include "app/cli/json_writer.h"
#include "app/cli/talk.h"
#include "core/base/number.h"
#include "core/evaluate/evaluate.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <memory>

namespace posewright::cli {

namespace {

struct SampleOptions {
    std::string file;
    std::string frames;
    std::string clip;
    std::string out;
    bool json = false;
};

/// A line per frame and joint, columns separated by tabs, for spreadsheets and scripts.
class TextSamples {
public:
    TextSamples(const Scene& scene, const std::vector<NodeIndex>& rows) : scene_(scene), rows_(rows)
    {
    }

    void add(const Evaluation& e)
    {
        for (const NodeIndex row : rows_) {
            text_ += toText(e.frame) + '\t' + scene_[row].name;
            for (const double v : e.world[row].position) text_ += '\t' + toText(v);
            for (const double v : e.world[row].rotation.coeffs()) text_ += '\t' + toText(v);
            text_ += '\n';
        }
    }
    const std::string& text() const { return text_; }

private:
    const Scene& scene_;
    const std::vector<NodeIndex>& rows_;
    std::string text_ = "frame\tjoint\tx\ty\tz\tqx\tqy\tqz\tqw\n";
};

void addJson(JsonWriter& out, const Evaluation& e, const std::vector<NodeIndex>& rows, double rate)
{
    out.object().member("frame", e.frame).member("time", e.frame / rate);
    out.key("positions").array();
    for (const NodeIndex row : rows) out.value(e.world[row].position);
    out.end().key("rotations").array();
    for (const NodeIndex row : rows) out.value(e.world[row].rotation);
    out.end().end();
}

Exit sample(Console& console, const SampleOptions& options)
{
    const Result<std::vector<double>> frames = parseFrames(options.frames);
    if (!frames) return misused(console, frames.error());
    const Result<io::Import> import = open(console, options.file, options.clip);
    if (!import) return fail(console, import.error(), options.file);

    const Document& doc = import->document;
    const Scene& scene = *doc.scene;
    const std::vector<NodeIndex> rows = jointRows(scene);
    const std::shared_ptr<const Prepared> prepared = prepare(doc);
    warnOutside(console, doc.playback, *frames, options.file);
    JsonWriter json;
    TextSamples text(scene, rows);
    json.object().key("joints").array();
    for (const NodeIndex row : rows) json.value(scene[row].name);
    json.end().key("parents").array();
    for (const int parent : jointParents(scene, rows)) json.value(parent);
    json.end().key("frames").array();
    {
        Progress progress(console, "sampling");
        for (std::size_t i = 0; i < frames->size(); ++i) {
            if (!progress(static_cast<double>(i) / static_cast<double>(frames->size())))
                return Exit::Interrupted;
            const Evaluation e = evaluate(*prepared, (*frames)[i]);
            if (options.json) {
                addJson(json, e, rows, doc.clip().rate);
            } else {
                text.add(e);
            }
        }
    }
    json.end().end();
    const Result<void> written =
        deliver(console, options.out, options.json ? json.text() + '\n' : text.text());
    return written ? Exit::Done : fail(console, written.error(), options.out);
}

}  // namespace

Action declareSample(CLI::App& app)
{
    auto options = std::make_shared<SampleOptions>();
    app.add_option("FILE", options->file, "the file to evaluate")->required();
    app.add_option("--frames", options->frames, "frames: 0,12,24 or 0:240 or 0:240:10 or a mix")
        ->required();
    app.add_option("--clip", options->clip, "clip to evaluate; default: the first");
    app.add_flag("--json", options->json, "as JSON");
    app.add_option("-o,--out", options->out, "file to write; default: standard output");
    return [options](Console& console) { return sample(console, *options); };
}

}  // namespace posewright::cli
