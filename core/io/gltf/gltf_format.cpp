#include "core/io/gltf/gltf_format.h"

#include "core/base/number.h"
#include "core/document/tables.h"
#include "core/io/gltf/export/gltf_readers.h"
#include "core/io/gltf/export/gltf_size.h"
#include "core/io/gltf/faults/faults.h"
#include "core/io/gltf/gltf_file.h"
#include "core/io/gltf/gltf_import.h"
#include "core/io/gltf/gltf_writer.h"
#include "core/io/gltf/import/animation_import.h"
#include "core/io/gltf/import/mend_form.h"
#include "core/io/gltf/picture_files.h"
#include "core/io/gltf/project/motion_digest.h"
#include "core/io/gltf/project/others.h"
#include "core/io/gltf/project/project.h"
#include "core/io/gltf/project/project_extension.h"
#include "core/io/gltf/save_pair.h"
#include "core/io/save.h"
#include "core/io/scaling.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace posewright::io::gltf {

namespace {

namespace fs = std::filesystem;

constexpr std::array kEndings = {
    Ending{"glb", "GLB", "one file, for engines and viewers"},
    Ending{"gltf", "glTF", "readable text and a .bin beside it", true},
};
constexpr std::uintmax_t kMostBytes = std::uintmax_t{2} << 30;
/// Tolerance of joint positions as another program sees them (float32), relative to the skeleton's
/// size.
constexpr double kTolerance = 1e-5;
/// Relative error of a few float32 roundings.
constexpr double kRounding = 8.0 * std::numeric_limits<float>::epsilon();

/// Did another program change the motion?
bool motionChanged(const GltfFile& file)
{
    const Json* digest = find(file.json().at("extensions").at(kExtension), "digest");
    return !digest || text(*digest) != motionDigest(file);
}

/// Is this a project without its own data, although it still lists the extension?
bool lostProject(const GltfFile& file)
{
    if (isProject(file)) return false;
    const Json& used = arrayOf(file.json(), "extensionsUsed");
    return std::find(used.begin(), used.end(), Json(kExtension)) != used.end();
}

void tellLost(GltfFile& file)
{
    file.diagnostics().push_back(
        {Diagnostic::Severity::Warning,
         "what Posewright keeps in its projects is lost here: the file is damaged, or another "
         "program dropped it; it is read as other programs read it, without targets",
         std::string("/extensions/") + kExtension});
}

/// Runs a reader that throws Trouble.
template <class Work>
auto caught(const GltfFile& file, Work&& work) -> Result<decltype(work())>
{
    try {
        return work();
    } catch (const Trouble& trouble) {
        return file.errorOf(trouble);
    }
}

Error differs(const fs::path& path, const std::string& how)
{
    return Error{"read back, the file differs from the document (" + how + "); nothing was written",
                 path.string(), ErrorKind::Machine};
}

/// What another program sees in the file must match what was shown here.
Result<void> verifyMotion(GltfFile& file, const Written& written, const fs::path& path)
{
    std::vector<float> at = written.witnessTimes;
    std::sort(at.begin(), at.end());
    auto seen = caught(file, [&] { return importMotion(file, at); });
    if (!seen) return seen.error();
    Document& doc = seen->document;
    const Scene& scene = *doc.scene;
    const bool moves = written.animation >= 0;
    if (moves) doc.playback.clip = written.animation;
    std::vector<NodeIndex> nodes;
    for (const int row : written.witnessRows) nodes.push_back(scene.find(seen->ids[row]));
    const auto placesAt = [&](float seconds) {
        const auto world = worldTransforms(
            scene, moves ? basePose(doc, frameOf(seconds, doc.clip().rate)) : restPose(scene));
        std::vector<Vec3> places;
        for (const NodeIndex node : nodes)
            if (node != kNoNode) places.push_back(world[node].position);
        return places;
    };
    const double rounding = kRounding * (written.farthest + written.fastest * written.seconds);
    const double most = kTolerance + rounding / written.witness.size;
    double worst = 0;
    for (std::size_t i = 0; i < written.witnessTimes.size(); ++i) {
        const float seconds = written.witnessTimes[i];
        double off = written.witness.off(i, placesAt(seconds));
        // A held key that is closer to this time than float32 can tell may begin before or after.
        for (const float end : {0.0F, std::numeric_limits<float>::max()})
            if (off > most)
                off = std::min(off, written.witness.off(i, placesAt(std::nextafter(seconds, end))));
        worst = std::max(worst, off);
    }
    if (worst <= most) return {};
    return differs(path, "a joint is off by " + toText(worst) + " of the skeleton's size");
}

/// Adds the digest and, for projects, compares our own data in the file with the document. The file
/// refers to the bytes of `written`.
Result<std::unique_ptr<GltfFile>> seal(Written& written, const fs::path& path)
{
    std::string text;
    try {
        text = written.json.dump();
    } catch (const Json::exception&) {
        return Error{"a name in the document is not UTF-8 text", path.string()};
    }
    auto file = GltfFile::ofChunks(text, written.bin, written.tail);
    if (!file) return differs(path, file.error().message);
    if (!isProject(**file)) return file;
    const auto digest = caught(**file, [&] { return motionDigest(**file); });
    if (!digest) return differs(path, digest.error().message);
    written.json["extensions"][kExtension]["digest"] = *digest;
    Damage damage;
    const auto own = caught(**file, [&] {
        damage = projectDamage(**file);
        return projectFromJson(**file, damage, tablesOf(written.document));
    });
    if (!own) return differs(path, own.error().message);
    if (!(*own == written.document) || !damage.places.empty())
        return differs(path, "in what Posewright keeps in its projects");
    const auto checked = caught(**file, [&] {
        const Json& read = (*file)->json();
        addWholeCheck(read, keyData(**file, *extensionOf(read)), written.json);
        return true;
    });
    if (!checked) return differs(path, checked.error().message);
    return file;
}

/// A project that another program changed, or that is damaged, must be one that can be saved: else
/// what it carries of its file is left out. What would go with the next save is named.
void checkOthers(GltfFile& file, Document& doc, bool damaged)
{
    if (!damaged && !isTouched(file.json())) return;
    const auto told = [&](const std::string& message) {
        file.diagnostics().push_back(
            {Diagnostic::Severity::Warning, message, std::string("/extensions/") + kExtension});
    };
    const auto trial = [&]() -> Result<Written> {
        Result<Written> out = writeGltf(doc);
        if (!out) return out;
        if (const auto sealed = seal(*out, {}); !sealed) return sealed.error();
        return out;
    };
    Result<Written> written = trial();
    if (!written && doc.carried->gltf) {
        forgetCarried(doc);
        told("what the project carries of another file, such as textures, names of materials, "
             "cameras and extras, does not fit together any more, and is left out: it is damaged, "
             "or another program changed it");
        written = trial();
    }
    if (!written) return;
    if (const std::string added = addedBeyond(file.json(), written->json); !added.empty())
        told("the file has more than the project, by another program or by damage, and that is "
             "lost when it is saved: " +
             added + "; --plain reads the file as one of another program");
}

Result<Import> readLoaded(Result<std::unique_ptr<GltfFile>> file, const fs::path& path,
                          const ReadOptions& options)
{
    if (!file) return file.error();
    GltfFile& gltf = **file;
    mendForm(gltf);
    bool project = isProject(gltf) && !options.plain;
    bool changed = false;
    auto read = caught(gltf, [&]() -> Result<Document> {
        Damage damage = project ? projectDamage(gltf) : Damage{};
        if (damage.keysAreGone || (!options.plain && lostProject(gltf))) {
            tellLost(gltf);
            project = false;
        }
        if (!project) {
            tellFaults(gltf);  // before carrying the rest over
            return importGltf(gltf, options);
        }
        Document own = projectFromJson(gltf, damage);
        // Keys of clips that are as they were read are carried, too.
        const bool clipsAreGone =
            damage.carriedIsGone && std::ranges::any_of(own.clips, [](const Shared<Clip>& clip) {
                return clip->tracks.empty();
            });
        if (clipsAreGone || damage.keysAreGone) {
            tellLost(gltf);
            project = false;
            tellFaults(gltf);
            return importGltf(gltf, options);
        }
        tellDamage(gltf, own, damage);
        changed = motionChanged(gltf);
        checkOthers(gltf, own, !damage.places.empty());
        return scaled(own, options.scale, gltf.diagnostics());
    });
    if (!read) return read.error();
    Result<Document>& doc = *read;
    if (!doc) {
        Error error = doc.error();
        if (error.where.empty()) error.where = path.string();
        return error;
    }
    return Import{std::move(*doc), std::move(gltf.diagnostics()), project, changed};
}

Result<Import> readFile(const fs::path& path, const ReadOptions& options)
{
    auto bytes = readAllBytes(path, kMostBytes);
    if (!bytes) return bytes.error();
    return readLoaded(GltfFile::load(std::move(*bytes), path), path, options);
}

Result<Diagnostics> writeFile(const Document& doc, const fs::path& path,
                              const WriteOptions& options)
{
    Diagnostics told;
    const Result<Document> asked = scaled(doc, options.scale, told);
    if (!asked) return asked.error();
    const Document& wanted = *asked;
    auto written = writeGltf(wanted, options);
    if (!written) {
        Error error = written.error();
        if (error.where.empty()) error.where = path.string();
        return error;
    }
    written->diagnostics.insert(written->diagnostics.begin(), told.begin(), told.end());
    const auto sealed = seal(*written, path);
    if (!sealed) return sealed.error();
    if (auto right = verifyMotion(**sealed, *written, path); !right) return right.error();
    if (lowerExtension(path) == "gltf") {
        written->bin = joinedBin(*written);
        written->tail = {};
        std::vector<PictureFile> pictures;
        if (options.plain && options.picturesBeside) pictures = takePictures(*written);
        if (auto done = savePair(*written, pictures, path); !done) return done.error();
        return std::move(written->diagnostics);
    }
    const std::string head =
        glbHead(written->json.dump(), written->bin.size() + written->tail.size());
    const std::array<std::string_view, 3> parts{head, written->bin, written->tail};
    if (auto done = saveWithBackup(path, parts); !done) return done.error();
    return std::move(written->diagnostics);
}

}  // namespace

Result<Import> readBytes(std::string bytes, const fs::path& path, const ReadOptions& options)
{
    return readLoaded(GltfFile::load(std::move(bytes), path), path, options);
}

Result<std::string> glbOf(const Document& doc, const WriteOptions& options)
{
    auto written = writeGltf(doc, options);
    if (!written) return written.error();
    if (const auto sealed = seal(*written, {}); !sealed) return sealed.error();
    return glbBytes(written->json.dump(), joinedBin(*written));
}

}  // namespace posewright::io::gltf

namespace posewright::io {

Format gltfFormat() noexcept
{
    return {
        .id = "gltf",
        .title = "Posewright project (glTF 2.0)",
        .plainTitle = "glTF 2.0",
        .endings = gltf::kEndings,
        .reference = "Khronos Group, glTF 2.0 Specification, version 2.0.1, 2021 (ISO/IEC 12113)",
        .abilities =
            {.motion = Motion::Keys, .targets = true, .meshes = true, .figure = true, .ends = true},
        .read = gltf::readFile,
        .write = gltf::writeFile,
        .bytes = gltf::estimatedBytes,
        .misread = gltf::misreadings};
}

}  // namespace posewright::io
