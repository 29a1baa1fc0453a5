#include "app/cli/import_file.h"

#include "app/cli/add_clips.h"
#include "app/cli/add_scene.h"
#include "app/cli/inputs.h"
#include "app/cli/reading.h"
#include "app/cli/settings.h"
#include "app/cli/talk.h"
#include "app/cli/units.h"

namespace posewright::cli {

std::vector<edit::Argument> argumentsOfFile()
{
    return {{"file", "path", false}, {"clip", "name", true},    {"scene", "true or false", true},
            {"up", "axis", true},    {"scale", "number", true}, {"unit", "name or number", true},
            {"rate", "number", true}};
}

Result<Document> withFile(Console& console, const Document& doc, const nlohmann::json& operation)
{
    std::string file, clip;
    ReadWords words;
    Settings settings(operation);
    settings.take("file", file);
    settings.take("clip", clip);
    settings.take("up", words.up);
    settings.take("scale", words.scale);
    settings.take("unit", words.unit);
    settings.take("rate", words.rate);
    bool scene = false;
    settings.take("scene", scene, true);
    if (const auto wrong = settings.unknown()) return *wrong;
    Result<io::ReadOptions> reading = readOptionsOf(words);
    if (!reading) return reading.error();
    reading->clip = clip;
    if (scene) return withSceneOf(console, doc, file, *reading, words);
    if (words.unit == "guess") {
        const Result<io::Import> import = open(console, file, {}, *reading);
        if (!import) return import.error();
        reading->scale = guessUnit(console, file, import->document);
    }
    return withClipsOf(console, doc, file, *reading);
}

}  // namespace posewright::cli
