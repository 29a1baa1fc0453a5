#include "core/base/number.h"
#include "core/io/bvh/bvh_reader.h"
#include "core/io/bvh/bvh_writer.h"
#include "core/io/format.h"
#include "core/io/save.h"

namespace posewright::io::bvh {

namespace {

/// Largest error of a joint's position, relative to the skeleton's size.
constexpr double kTolerance = 1e-6;

Result<Import> readFile(const std::filesystem::path& path, const ReadOptions& options)
{
    return readBvhFile(path, options);
}

/// Does the text give the motion that was shown? Reads it as any program would.
Result<void> verify(const Written& written, const std::string& name)
{
    const auto import = readBvh(written.text, name, {});
    if (!import) return import.error();
    const Document& doc = import->document;
    const Scene& scene = *doc.scene;
    // In the file's order, since names need not be unique.
    if (scene.size() != written.above + std::ssize(written.witness.names))
        return Error{"read back, the file has another number of joints; nothing was written", name,
                     ErrorKind::Machine};
    const double worst = written.witness.worst([&](std::size_t row) {
        const auto world = worldTransforms(scene, basePose(doc, double(row)));
        std::vector<Vec3> places;
        for (NodeIndex node = written.above; node < scene.size(); ++node)
            places.push_back(world[node].position);
        return places;
    });
    if (worst <= kTolerance) return {};
    return Error{"read back, the file differs from what is shown by " + toText(worst) +
                     " of the skeleton's size; nothing was written",
                 name, ErrorKind::Machine};
}

Result<Diagnostics> writeFile(const Document& doc, const std::filesystem::path& path,
                              const WriteOptions& options)
{
    auto written = writeBvh(doc, options);
    if (!written) {
        Error error = written.error();
        if (error.where.empty()) error.where = path.string();
        return error;
    }
    if (!written->asRead)
        if (auto right = verify(*written, path.string()); !right) return right.error();
    if (auto done = writeWhole(path, written->text); !done) return done.error();
    if (options.reduce)
        written->diagnostics.push_back({Diagnostic::Severity::Warning,
                                        "a BVH file has a row for every frame: no key was dropped",
                                        path.string()});
    return std::move(written->diagnostics);
}

}  // namespace

}  // namespace posewright::io::bvh

namespace posewright::io {

Format bvhFormat() noexcept
{
    return {.id = "bvh",
            .title = "Biovision hierarchy",
            .extensions = "bvh",
            .reference = "M. Meredith, S. Maddock, Motion Capture File Formats Explained, "
                         "University of Sheffield, 2001",
            .read = bvh::readFile,
            .write = bvh::writeFile,
            .unplaced = true};
}

}  // namespace posewright::io
