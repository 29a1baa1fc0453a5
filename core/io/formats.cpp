#include "core/base/ascii.h"
#include "core/io/chosen_clips.h"
#include "core/io/format.h"
#include "core/io/save.h"
#include "core/io/temporary.h"

#include <array>

namespace posewright::io {

// Each is defined in the source of its name, in a folder of its own.
using MakeFormat = Format() noexcept;
MakeFormat gltfFormat, bvhFormat, fbxFormat, colladaFormat;

namespace {

/// The ending of what a file begins as, whatever its name says; empty: not known.
std::string beginningOf(const std::filesystem::path& path)
{
    constexpr std::uintmax_t kMost = std::uintmax_t{4} << 30;
    std::array<char, 512> bytes{};
    auto file = Pieces::open(path, kMost);
    if (!file) return {};
    const auto got = file->read(bytes.data(), bytes.size());
    const std::string_view start(bytes.data(), got ? *got : 0);
    if (start.starts_with("glTF")) return "glb";
    if (start.starts_with("HIERARCHY")) return "bvh";
    if (start.starts_with("Kaydara FBX") || start.starts_with("; FBX")) return "fbx";
    return start.find("<COLLADA") != std::string_view::npos ? "dae" : "";
}

/// What is wrong with a file that begins as one of another kind is its name.
Error misnamed(Error error, const std::filesystem::path& path, const Format& format)
{
    if (error.kind != ErrorKind::Refused) return error;
    const std::string ending = beginningOf(path);
    if (ending.empty() || formatOfEnding(ending) == &format) return error;
    const std::string kind = ending == "glb"   ? "a glTF binary"
                             : ending == "bvh" ? "a BVH"
                             : ending == "fbx" ? "an FBX"
                                               : "a COLLADA";
    return Error{"this is " + kind + " file under a wrong name", path.string(), error.kind,
                 "rename it so that it ends in ." + ending};
}

Error unknown(const std::filesystem::path& path, bool writing)
{
    if (const std::string ending = writing ? "" : beginningOf(path); !ending.empty())
        return Error{
            "the file's extension is none that can be read", path.string(), ErrorKind::Refused,
            "it begins as a ." + ending + " does: name it " + path.stem().string() + '.' + ending};
    std::string known;
    for (const Format& format : formats())
        if (writing ? format.write != nullptr : format.read != nullptr)
            known += (known.empty() ? "" : " ") + extensionsOf(format);
    return Error{"the file's extension is none that can be " +
                     std::string(writing ? "written" : "read"),
                 path.string(), ErrorKind::Refused, "known are: " + known};
}

/// Catches what the standard library throws (memory, file names): no exception leaves this module.
template <class Work>
auto guarded(const std::filesystem::path& path, Work&& work) -> decltype(work())
{
    try {
        return work();
    } catch (const std::bad_alloc&) {
        return Error{"there is not enough memory", path.string(), ErrorKind::Machine};
    } catch (const std::exception& e) {
        return Error{std::string("unexpected: ") + e.what(), path.string(), ErrorKind::Machine};
    }
}

}  // namespace

namespace {

void place(Import& import, const ReadOptions& options)
{
    if (options.guess || (import.unplaced && !options.up))
        import.guess = guessPlacing(import.document);
    if (!import.unplaced) return;
    import.up = options.up.value_or(import.guess.up);
    import.document = turnedUp(std::move(import.document), import.up);
}

Result<void> chooseClips(Import& import, const ReadOptions& options)
{
    for (const Shared<Clip>& clip : import.document.clips)
        import.clips.push_back({clip->name, clip->rate});
    if (!options.clip.empty()) {
        Result<Document> only = withOnlyClip(import.document, options.clip);
        if (!only) return only.error();
        import.document = *std::move(only);
    }
    if (!options.rate) return {};
    Result<Document> timed = atRate(std::move(import.document), *options.rate);
    if (!timed) return timed.error();
    import.document = *std::move(timed);
    return {};
}

}  // namespace

std::span<const Format> formats() noexcept
{
    static const std::array kFormats = {gltfFormat(), bvhFormat(), fbxFormat(), colladaFormat()};
    return kFormats;
}

std::string lowerExtension(const std::filesystem::path& path)
{
    std::string extension = path.extension().string();
    if (!extension.empty()) extension.erase(0, 1);
    return inSmall(extension);
}

const Format* formatFor(const std::filesystem::path& path) noexcept
{
    try {
        return formatOfEnding(lowerExtension(path));
    } catch (const std::exception&) {
        // Out of memory while handling a name: only "no format" can be returned.
    }
    return nullptr;
}

const Format* formatOfEnding(std::string_view ending) noexcept
{
    for (const Format& format : formats())
        for (const Ending& known : format.endings)
            if (known.text == ending) return &format;
    return nullptr;
}

Ending endingOf(const Format& format, std::string_view ending) noexcept
{
    for (const Ending& known : format.endings)
        if (known.text == ending) return known;
    return {ending, ending, {}};
}

std::string extensionsOf(const Format& format)
{
    std::string out;
    for (const Ending& ending : format.endings)
        out += (out.empty() ? "" : " ") + std::string(ending.text);
    return out;
}

std::string_view titleOf(const Format& format, bool project) noexcept
{
    return project || format.plainTitle.empty() ? format.title : format.plainTitle;
}

Result<Import> read(const std::filesystem::path& path, const ReadOptions& options)
{
    return guarded(path, [&]() -> Result<Import> {
        const Format* format = formatFor(path);
        if (!format || !format->read) return unknown(path, false);
        Result<Import> import = format->read(path, options);
        if (!import) return misnamed(import.error(), path, *format);
        import->unplaced = format->unplaced;
        if (!import->project) place(*import, options);
        if (Result<void> chosen = chooseClips(*import, options); !chosen) {
            Error error = chosen.error();
            error.where = path.string();
            return error;
        }
        return import;
    });
}

Result<Diagnostics> write(const Document& doc, const std::filesystem::path& path,
                          const WriteOptions& options)
{
    return guarded(path, [&]() -> Result<Diagnostics> {
        const Format* format = formatFor(path);
        if (!format || !format->write) return unknown(path, true);
        sweepTemporaries(path.parent_path());
        return format->write(doc, path, options);
    });
}

}  // namespace posewright::io
