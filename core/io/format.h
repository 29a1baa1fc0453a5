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

/// Files in and out. Readers refuse invalid data and change nothing but their result; writers write
/// whole files or none.
namespace posewright::io {

/// A document read from a file, with diagnostics about what was guessed, repaired or dropped.
struct Import {
    Document document;
    Diagnostics diagnostics;
    bool project = false;  ///< carries this editor's own data; false: Save must ask for a name
    bool motionChanged =
        false;  ///< the file is a project whose baked motion another program has changed.
                ///< `document` is as this editor saved it, ReadOptions::plain reads the changed
                ///< motion. No diagnostic says so: the caller has to tell the user
    bool unplaced = false;    ///< the format states neither the up axis nor the unit
    PlacingGuess guess = {};  ///< deduced from the figure, if asked for
    UpAxis up = UpAxis::Y;    ///< the file's axis that was taken as up
    struct Clip {
        std::string name;
        double rate = 0;  ///< [frames/s]
    };
    std::vector<Clip> clips = {};  ///< all clips of the file
};

struct ReadOptions {
    double scale = 1;    ///< lengths are multiplied by this
    bool plain = false;  ///< read a project as other programs do: joints and baked motion only
    /// The file's up axis; nullopt: guessed from the figure (guessPlacing). Only for formats that
    /// do not state it, which is BVH.
    std::optional<UpAxis> up = UpAxis::Y;
    bool guess = false;            ///< always fill Import::guess; projects have none
    std::string clip = {};         ///< read only this clip; empty: all
    std::optional<double> rate{};  ///< converts all clips to this rate [frames/s], keeping seconds;
                                   ///< default: the file's
    /// False cancels, with an Error of kind Cancelled; asked about 20 times a second while another
    /// program reads the file, otherwise not at all. Null: it goes on.
    std::function<bool()> goOn{};
};

struct WriteOptions {
    double scale = 1;
    std::optional<double> rate;    ///< [frames/s] resamples; default: the clip's
    std::optional<double> reduce;  ///< key reduction tolerance, share of the skeleton's size
    /// BVH: replaces characters in names that some readers misinterpret by `_`. Default: true,
    /// unless the document was read from BVH.
    std::optional<bool> safeNames;
    /// BVH: in the form that all known readers read alike, whatever the source's: safe names, one
    /// root, OFFSET 0 0 0 for joints with position channels.
    bool portable = false;
    /// glTF: without data that only this editor reads. Such a file is not a project.
    bool plain = false;
    bool everyFrame = false;  ///< glTF: a key per frame for everything that moves
    /// glTF: pictures become files beside a .gltf that is not a project.
    bool picturesBeside = false;
    bool ends = true;                      ///< glTF: a node `_end` at the tip of each leaf bone
    int jobs = 0;                          ///< threads; 0: one per core
    std::function<bool(double)> progress;  ///< share done in [0, 1]; false cancels; may be empty
};

/// How files of a format hold motion.
enum class Motion {
    None,    ///< not at all
    Frames,  ///< the pose of every frame, as shown, the first one at time 0. A file for each clip
    Keys,    ///< keys, those of all clips in one file
};

/// What files of a format can hold. Exports ask this, never a format's name; an option of a file
/// that cannot have it has no effect and is not offered.
struct Abilities {
    Motion motion = Motion::None;
    bool targets = false;     ///< all that this editor keeps, so that a file can be a project
    bool meshes = false;      ///< with skins, materials and textures
    bool figure = false;      ///< gets a figure of simple bones where no mesh is skinned
    bool ends = false;        ///< WriteOptions::ends
    bool eulerOrder = false;  ///< the order of rotations of each bone
    bool safeNames = false;   ///< WriteOptions::safeNames; else exports change the names beforehand
    bool portable = false;    ///< WriteOptions::portable

    bool operator==(const Abilities&) const = default;
};

/// A file name extension. All texts are static.
struct Ending {
    std::string_view text;   ///< lower case, no dot: "glb"
    std::string_view name;   ///< as sentences name such a file: "GLB"
    std::string_view about;  ///< of what can be written: "one file, for engines and viewers"
    bool beside = false;     ///< WriteOptions::picturesBeside
};

/// What is going to be written, for estimates of its size before anything is made.
struct Outline {
    struct Part {
        int clip = 0;       ///< row in the document
        Range range = {};   ///< [frame]
        double frames = 0;  ///< that are written, if each is; 0: nothing moves in it
    };
    std::vector<Part> clips;
    bool everyFrame = false;  ///< a key for every frame of what moves
    bool meshes = true;
    bool textures = true;
    bool targets = false;  ///< the file is a project
};

/// A file format: a row of the table. `write` writes a whole file or leaves the old one.
struct Format {
    std::string_view id;                   ///< "bvh"
    std::string_view title;                ///< "Biovision hierarchy"
    std::string_view plainTitle = {};      ///< of files that are no projects; empty: `title`
    std::span<const Ending> endings = {};  ///< one at least; static
    std::string_view reference;            ///< the specification followed
    Abilities abilities = {};              ///< of what can be written
    Result<Import> (*read)(const std::filesystem::path&, const ReadOptions&) = nullptr;
    Result<Diagnostics> (*write)(const Document&, const std::filesystem::path&,
                                 const WriteOptions&) = nullptr;
    /// Estimates the size of all its files together [bytes], without solving anything; null: no
    /// size is said.
    double (*bytes)(const Document&, const Outline&) = nullptr;
    /// Which known programs misread a file, from measurements. It gets the file as read by other
    /// programs' rules. Null: none is known to, or the writer says so itself.
    Diagnostics (*misread)(const Document& back) = nullptr;
    bool unplaced = false;  ///< states neither the up axis nor the unit
};

/// All formats, the project's own first.
std::span<const Format> formats() noexcept;

/// The path's extension, in lower case and without its dot.
std::string lowerExtension(const std::filesystem::path& path);

/// The format for the path's extension, ignoring case; null if none fits.
const Format* formatFor(const std::filesystem::path& path) noexcept;

/// The format with this extension, in lower case and without its dot; null if none has it.
const Format* formatOfEnding(std::string_view ending) noexcept;

/// Its row with this extension; if it has none, the extension itself, without a meaning.
Ending endingOf(const Format& format, std::string_view ending) noexcept;

/// The extensions, separated by blanks: "glb gltf".
std::string extensionsOf(const Format& format);

/// The title of a file, by whether it is a project.
std::string_view titleOf(const Format& format, bool project) noexcept;

/// Reads a file of any format with a reader; what can be repaired is repaired and reported.
Result<Import> read(const std::filesystem::path& path, const ReadOptions& options = {});

/// Writes a file in the format of its extension, whole or not at all. Success means that it was
/// read back and compared.
Result<Diagnostics> write(const Document& doc, const std::filesystem::path& path,
                          const WriteOptions& options = {});

}  // namespace posewright::io
