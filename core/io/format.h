#pragma once

#include "core/base/result.h"
#include "core/document/document.h"
#include "core/io/placing.h"

#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Files in and out. Readers refuse what they cannot trust and never change anything but their
/// result; writers write whole files or none.
namespace posewright::io {

/// A document read from a file, and what was guessed, mended or dropped on the way.
struct Import {
    Document document;
    Diagnostics diagnostics;
    bool project = false;  ///< carries this editor's own data; false: Save must ask for a name
    bool motionChanged = false;  ///< a project whose plain motion another program changed since;
                                 ///< `document` is as this editor saved it, `plain` reads theirs;
                                 ///< whoever reads tells the user, no diagnostic does
    bool unplaced = false;       ///< the format says neither what is up nor what its unit is
    PlacingGuess guess = {};     ///< what the figure tells, where it was asked for
    UpAxis up = UpAxis::Y;       ///< the axis of the file that was taken for it
    struct Clip {
        std::string name;
        double rate = 0;  ///< [frames/s]
    };
    std::vector<Clip> clips = {};  ///< all that the file has
};

struct ReadOptions {
    double scale = 1;    ///< lengths are multiplied by this
    bool plain = false;  ///< read a project as other programs do: its joints and baked motion
    /// The axis of the file that points up; none: as the figure stands (guessPlacing). Only for
    /// formats that do not say, which is BVH.
    std::optional<UpAxis> up = UpAxis::Y;
    bool guess = false;            ///< tell the guess in any case; of a project there is none
    std::string clip = {};         ///< this clip alone; empty: all
    std::optional<double> rate{};  ///< of all clips, everything at its time; default: theirs
};

struct WriteOptions {
    double scale = 1;
    std::optional<double> rate;    ///< [frames/s] resample; default: the clip's
    std::optional<double> reduce;  ///< key reduction tolerance, share of the skeleton's size
    /// BVH: characters in names that some readers take for something else become `_`. Unset: unless
    /// the document was read from a BVH file, whose names are kept then.
    std::optional<bool> safeNames;
    /// BVH: as every known reader agrees on it, whatever the source was like: safe names, one root,
    /// OFFSET 0 0 0 wherever there are position channels.
    bool portable = false;
    /// glTF: without what only this editor reads. Such a file is no project.
    bool plain = false;
    bool everyFrame = false;               ///< glTF: straight keys, one a frame, of all that moves
    bool ends = true;                      ///< glTF: a node `_end` at the tip of each leaf bone
    int jobs = 0;                          ///< threads; 0: one per core
    std::function<bool(double)> progress;  ///< share done in [0, 1]; false cancels; may be empty
};

/// A file format: a row of the table. `read` reads a file, `write` writes one whole or leaves what
/// was there.
struct Format {
    std::string_view id;          ///< "bvh"
    std::string_view title;       ///< "Biovision hierarchy"
    std::string_view extensions;  ///< space-separated, lower case, no dot: "gltf glb"
    std::string_view reference;   ///< the specification followed
    Result<Import> (*read)(const std::filesystem::path&, const ReadOptions&) = nullptr;
    Result<Diagnostics> (*write)(const Document&, const std::filesystem::path&,
                                 const WriteOptions&) = nullptr;
    bool unplaced = false;  ///< says neither which axis points up nor what its unit is
};

/// All formats, the project's own first.
std::span<const Format> formats() noexcept;

/// By the extension of the path, whatever its case; null if none fits.
const Format* formatFor(const std::filesystem::path& path) noexcept;

/// Reads any readable file; whatever can be mended is mended and reported.
Result<Import> read(const std::filesystem::path& path, const ReadOptions& options = {});

/// Writes any writable format, chosen by the extension: evaluates, writes whole or not at all,
/// reads back and compares before it says that it is done.
Result<Diagnostics> write(const Document& doc, const std::filesystem::path& path,
                          const WriteOptions& options = {});

}  // namespace posewright::io
