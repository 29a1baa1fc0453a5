#include "core/base/number.h"
#include "core/io/bvh/bvh_reader.h"
#include "core/io/bvh/bvh_writer.h"
#include "core/io/format.h"
#include "core/io/save.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace posewright::io::bvh {

namespace {

constexpr std::array kEndings = {
    Ending{"bvh", "BVH", "skeleton and motion, for animation programs"}};

/// Largest error of a joint's position, relative to the skeleton's size.
constexpr double kTolerance = 1e-6;

// Measured sizes in files. [bytes]
constexpr double kNumberInText = 9.5;  ///< a number in a row, with its space
constexpr double kJointInText = 170;   ///< a joint in the header

Result<Import> readFile(const std::filesystem::path& path, const ReadOptions& options)
{
    return readBvhFile(path, options);
}

/// Does the text give the motion that was shown? Reads it as any program would.
Result<void> verify(const Written& written, const std::string& name)
{
    const std::vector<std::size_t>& rows = written.witness.rows;
    const auto import = readBvhRows(written.text, name, rows);
    if (!import) return import.error();
    const Document& doc = import->document;
    const Scene& scene = *doc.scene;
    // In the file's order, since names need not be unique.
    if (scene.size() != written.above + std::ssize(written.witness.names))
        return Error{"read back, the file has another number of joints; nothing was written", name,
                     ErrorKind::Machine};
    const double worst = written.witness.worst([&](std::size_t row) {
        const auto at = std::ranges::lower_bound(rows, row) - rows.begin();
        const auto world = worldTransforms(scene, basePose(doc, double(at)));
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

/// Per frame: three numbers for each bone, and three more if it moves.
double bytesOfRow(const Document& doc, const Clip& clip)
{
    // If no source file defines the number of digits, places get eight digits of the figure's size.
    const double digits = std::clamp(8 - std::floor(std::log10(extent(*doc.scene))), 6.0, 15.0);
    const double place = doc.source->empty() ? digits + 2.5 : kNumberInText;
    double bytes = 0;
    for (const Node& node : doc.scene->nodes()) {
        if (!node.bone()) continue;
        const Track* track = clip.track(node.id);
        const bool top = node.parent == kNoNode || !(*doc.scene)[node.parent].bone();
        const bool moves = top || (track && hasKeys(track->translation));
        bytes += 3 * kNumberInText + (moves ? 3 * place : 0);
    }
    return bytes;
}

double estimatedBytes(const Document& doc, const Outline& outline)
{
    const auto bones =
        double(std::count_if(doc.scene->nodes().begin(), doc.scene->nodes().end(),
                             [](const Node& node) { return node.bone() != nullptr; }));
    double bytes = 0;
    for (const Outline::Part& part : outline.clips)
        bytes += bones * kJointInText + part.frames * bytesOfRow(doc, *doc.clips[part.clip]);
    return bytes;
}

}  // namespace

}  // namespace posewright::io::bvh

namespace posewright::io {

Format bvhFormat() noexcept
{
    return {.id = "bvh",
            .title = "Biovision hierarchy",
            .endings = bvh::kEndings,
            .reference = "M. Meredith, S. Maddock, Motion Capture File Formats Explained, "
                         "University of Sheffield, 2001",
            .abilities = {.motion = Motion::Frames,
                          .eulerOrder = true,
                          .safeNames = true,
                          .portable = true},
            .read = bvh::readFile,
            .write = bvh::writeFile,
            .bytes = bvh::estimatedBytes,
            .unplaced = true};
}

}  // namespace posewright::io
