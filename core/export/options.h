#pragma once

#include "core/base/result.h"
#include "core/scene/limit.h"

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>

/// Handing a document on: what of it goes into a file for whom, and what came of it. The export
/// dialog and the command line ask the same functions.
namespace posewright::exports {

/// How many keys a motion gets in a glTF file. BVH has a row for every frame.
enum class Keys {
    AsKeyed,     ///< those that there are, and one a frame where targets move a joint
    EveryFrame,  ///< one a frame, straight from each to the next
    Reduced,     ///< as few as stay within the tolerance
};

struct Options {
    std::string ending = "glb";   ///< of the file: what a format of the table writes
    std::optional<Range> frames;  ///< [frame] of the active clip; default: the document's range
    std::optional<double> rate;   ///< [frames/s], > 0; default: each clip's own
    Keys keys = Keys::AsKeyed;
    double tolerance = 0.001;  ///< of Reduced, a share of the skeleton's size
    bool allClips = true;      ///< glTF holds them all, BVH is a file each; false: the active one
    std::optional<std::array<int, 3>> eulerOrder;  ///< BVH: axes, first rotation first; default:
                                                   ///< each bone's own
    /// Characters in names that some readers take for something else become `_`. Default: in a BVH
    /// file that was not read from one.
    std::optional<bool> safeNames;
    bool portable = false;  ///< BVH: as every known reader agrees on it, whatever it was read from
    bool ends = true;       ///< glTF: a node `_end` at the tip of each leaf bone
    bool meshes = true;
    bool textures = true;
    /// glTF: the targets, and all else that only this editor reads; the file is a project then.
    bool targets = true;
    /// What 1 is in the document [m], > 0: lengths are written in metres, as glTF has them.
    /// Default: as they are.
    std::optional<double> metres{};

    bool operator==(const Options&) const = default;
};

/// Options under a name that says whom they suit.
struct Preset {
    std::string_view id;     ///< "engine"
    std::string_view title;  ///< "Game engine"
    std::string_view about;  ///< a sentence
    Options options;
};
std::span<const Preset> presets();

/// The preset of these options, whatever their frames; null: none.
const Preset* presetOf(const Options& options);
const Preset* findPreset(std::string_view id);

/// "ZXY" as axes. Error: it is not each of X, Y, Z once.
Result<std::array<int, 3>> eulerOrderOf(std::string_view text);
std::string textOf(const std::array<int, 3>& order);

/// One line that `optionsOf` reads back.
std::string textOf(const Options& options);
/// What the text does not say, or says in no way that is known, is as in Options{}.
Options optionsOf(std::string_view text);

}  // namespace posewright::exports
