#include "core/export/options.h"

#include "core/base/number.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <vector>

namespace posewright::exports {

namespace {

using nlohmann::json;

constexpr std::array<std::string_view, 3> kKeysNames{"asKeyed", "everyFrame", "reduced"};

Options otherPrograms()
{
    Options o;
    o.keys = Keys::EveryFrame;
    o.ends = false;
    o.targets = false;
    return o;
}

Options threeBvh()
{
    Options o;
    o.ending = "bvh";
    o.safeNames = true;
    o.portable = true;
    return o;
}

std::vector<Preset> table()
{
    return {
        {"editor",
         "This editor",
         "A project, as Save writes it, under another name: with targets, spans and all keys",
         {}},
        {"engine", "Game engine or Blender",
         "Joints, meshes and motion under their own names, so that the motion fits the character "
         "from its own file, too; a straight key for every frame",
         otherPrograms()},
        {"three", "BVH for three.js",
         "Skeleton and motion as all known readers of BVH agree on them", threeBvh()},
    };
}

template <class T>
void take(const json& from, const char* name, T& to)
{
    const auto at = from.find(name);
    if (at == from.end()) return;
    if constexpr (std::is_same_v<T, bool>) {
        if (at->is_boolean()) to = at->get<bool>();
    } else if constexpr (std::is_same_v<T, double>) {
        if (at->is_number()) to = at->get<double>();
    } else {
        if (at->is_string()) to = at->get<std::string>();
    }
}

}  // namespace

io::Abilities abilitiesOf(const Options& options)
{
    const io::Format* format = io::formatOfEnding(options.ending);
    return format ? format->abilities : io::Abilities{};
}

bool isProject(const Options& options)
{
    return options.targets && abilitiesOf(options).targets;
}

bool isProject(const Options& options, const io::Format& format)
{
    return options.targets && format.abilities.targets;
}

bool mayLieBeside(const Options& options, const std::filesystem::path& path)
{
    const io::Format* format = io::formatFor(path);
    return format && io::endingOf(*format, io::lowerExtension(path)).beside &&
           !isProject(options, *format) && options.meshes && options.textures;
}

std::span<const Preset> presets()
{
    static const std::vector<Preset> kPresets = table();
    return kPresets;
}

const Preset* presetOf(const Options& options)
{
    for (const Preset& preset : presets()) {
        Options same = options;
        same.frames = preset.options.frames;
        same.metres = preset.options.metres;
        same.allClips = preset.options.allClips;
        same.picturesBeside = preset.options.picturesBeside;
        same.withoutMeshes = preset.options.withoutMeshes;
        // All endings of a format have the same content.
        if (const io::Format* format = io::formatOfEnding(options.ending);
            format && format == io::formatOfEnding(preset.options.ending))
            same.ending = preset.options.ending;
        same.tolerance = preset.options.tolerance;
        // Unset and false mean the same here.
        if (!same.safeNames.value_or(false) && !preset.options.safeNames.value_or(false))
            same.safeNames = preset.options.safeNames;
        if (same == preset.options) return &preset;
    }
    return nullptr;
}

const Preset* findPreset(std::string_view id)
{
    // What was a preset of its own while that for engines changed names.
    if (id == "blender") id = "engine";
    for (const Preset& preset : presets())
        if (preset.id == id) return &preset;
    return nullptr;
}

Result<std::array<int, 3>> eulerOrderOf(std::string_view text)
{
    std::array<int, 3> order{};
    std::array<bool, 3> seen{};
    bool right = text.size() == 3;
    for (std::size_t i = 0; right && i < 3; ++i) {
        const int axis = (text[i] | 0x20) - 'x';
        right = axis >= 0 && axis < 3 && !seen[axis];
        if (!right) break;
        seen[axis] = true;
        order[i] = axis;
    }
    if (right) return order;
    return Error{"an order of rotations is each of X, Y and Z once, as ZXY, not '" +
                     std::string(text) + "'",
                 {}};
}

std::string textOf(const std::array<int, 3>& order)
{
    std::string text;
    for (const int axis : order) text += static_cast<char>('X' + axis);
    return text;
}

std::string textOf(const Options& options)
{
    json out{{"ending", options.ending},
             {"keys", kKeysNames[static_cast<std::size_t>(options.keys)]},
             {"tolerance", options.tolerance},
             {"allClips", options.allClips},
             {"portable", options.portable},
             {"ends", options.ends},
             {"meshes", options.meshes},
             {"textures", options.textures},
             {"picturesBeside", options.picturesBeside},
             {"targets", options.targets}};
    if (options.frames) out["frames"] = {options.frames->min, options.frames->max};
    if (options.rate) out["rate"] = *options.rate;
    if (options.eulerOrder) out["eulerOrder"] = textOf(*options.eulerOrder);
    if (options.safeNames) out["safeNames"] = *options.safeNames;
    if (options.metres) out["metres"] = *options.metres;
    return out.dump();
}

Options optionsOf(std::string_view text)
{
    Options out;
    const json from = json::parse(text, nullptr, false);
    if (!from.is_object()) return out;
    take(from, "ending", out.ending);
    std::string keys;
    take(from, "keys", keys);
    const auto name = std::find(kKeysNames.begin(), kKeysNames.end(), keys);
    if (name != kKeysNames.end()) out.keys = static_cast<Keys>(name - kKeysNames.begin());
    take(from, "tolerance", out.tolerance);
    if (!(out.tolerance > 0)) out.tolerance = Options{}.tolerance;
    take(from, "allClips", out.allClips);
    take(from, "portable", out.portable);
    take(from, "ends", out.ends);
    take(from, "meshes", out.meshes);
    take(from, "textures", out.textures);
    take(from, "picturesBeside", out.picturesBeside);
    take(from, "targets", out.targets);
    const auto frames = from.find("frames");
    if (frames != from.end() && frames->is_array() && frames->size() == 2 &&
        (*frames)[0].is_number() && (*frames)[1].is_number()) {
        const Range range{(*frames)[0].get<double>(), (*frames)[1].get<double>()};
        if (range.min <= range.max) out.frames = range;
    }
    double rate = 0;
    take(from, "rate", rate);
    if (rate > 0) out.rate = rate;
    double metres = 0;
    take(from, "metres", metres);
    if (metres > 0) out.metres = metres;
    std::string order;
    take(from, "eulerOrder", order);
    if (const auto axes = eulerOrderOf(order)) out.eulerOrder = *axes;
    if (from.contains("safeNames") && from["safeNames"].is_boolean())
        out.safeNames = from["safeNames"].get<bool>();
    return out;
}

}  // namespace posewright::exports
