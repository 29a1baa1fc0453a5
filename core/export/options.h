#pragma once

#include "core/base/id.h"
#include "core/base/result.h"
#include "core/io/format.h"
#include "core/scene/limit.h"

#include <array>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Exporting a document: which parts go into a file for which recipient, and the check afterwards.
/// The export dialog and the command line use the same functions.
namespace posewright::exports {

/// How many keys a motion gets in a glTF file. BVH has a row for every frame.
enum class Keys {
    AsKeyed,     ///< existing keys, and one per frame for joints that targets move
    EveryFrame,  ///< one per frame, with linear interpolation
    Reduced,     ///< as few as the tolerance allows
};

struct Options {
    std::string ending = "glb";   ///< file name extension, of a format that can be written
    std::optional<Range> frames;  ///< [frame] of the active clip; default: the document's range
    std::optional<double> rate;   ///< [frames/s], > 0; default: each clip's own
    Keys keys = Keys::AsKeyed;
    double tolerance = 0.001;  ///< for Reduced, as a share of the skeleton's size
    bool allClips = true;      ///< in one file or one each, see io::Motion; false: the active clip
    // What follows counts for formats that can hold it, see io::Abilities.
    std::optional<std::array<int, 3>> eulerOrder;  ///< axes, first rotation first; default: each
                                                   ///< bone's own
    /// Replaces characters in names that some readers misinterpret by `_`. Default: true for BVH,
    /// unless the document was read from BVH.
    std::optional<bool> safeNames;
    bool portable = false;  ///< in a form that all known readers read alike, even if the document's
                            ///< own file differs
    bool ends = true;       ///< a node `_end` at the tip of each leaf bone
    bool meshes = true;
    bool textures = true;
    std::vector<NodeId> withoutMeshes{};  ///< nodes whose meshes stay out of the file; ids of one
                                          ///< document, so `textOf` does not keep them
    bool picturesBeside = false;          ///< as files of their own, where mayLieBeside
    /// Also write targets and other data that only this editor reads, so that the file is a
    /// project.
    bool targets = true;
    /// Length of the document's unit [m], > 0: lengths are then written in metres, as glTF
    /// requires. Default: unchanged.
    std::optional<double> metres{};

    bool operator==(const Options&) const = default;
};

/// What files with this ending can hold; nothing if there is no such format.
io::Abilities abilitiesOf(const Options& options);

/// Is it a file that keeps targets and spans, to be worked on further?
bool isProject(const Options& options);
/// In that format, whatever options.ending is.
bool isProject(const Options& options, const io::Format& format);

/// May the pictures of the file at this path be files beside it? Those of a project are inside, so
/// that it does not change with other files.
bool mayLieBeside(const Options& options, const std::filesystem::path& path);

/// Named options for one kind of recipient.
struct Preset {
    std::string_view id;     ///< "engine"
    std::string_view title;  ///< "Game engine or Blender"
    std::string_view about;  ///< a sentence
    Options options;
};
std::span<const Preset> presets();

/// The preset with these options, ignoring clips, frames, unit, single meshes and where pictures
/// are; null: none.
const Preset* presetOf(const Options& options);
const Preset* findPreset(std::string_view id);

/// "ZXY" as axes. Error: the text is not X, Y and Z once each.
Result<std::array<int, 3>> eulerOrderOf(std::string_view text);
std::string textOf(const std::array<int, 3>& order);

/// One line that `optionsOf` reads back.
std::string textOf(const Options& options);
/// Options that the text lacks or that are not understood are as in Options{}.
Options optionsOf(std::string_view text);

}  // namespace posewright::exports
