#include "core/export/estimate.h"

#include "core/evaluate/frame_grid.h"
#include "core/export/parts.h"

namespace posewright::exports {

namespace {

io::Outline outlineOf(const Document& doc, const Options& options, const io::Format& format)
{
    io::Outline out;
    for (int row = 0; row < std::ssize(doc.clips); ++row) {
        if (!options.allClips && row != doc.playback.clip) continue;
        io::Outline::Part part{.clip = row};
        if (const auto range = writtenRange(doc, row)) {
            const double step = options.rate ? doc.clips[row]->rate / *options.rate : 1;
            part.range = *range;
            const bool even = format.abilities.motion == io::Motion::Frames;
            const double zero = zeroOf(doc, row, options, isProject(options, format));
            part.frames = double((even ? FrameGrid::even(range->min, range->max, step)
                                       : FrameGrid::exact(range->min, range->max, step, zero))
                                     .count());
        }
        out.clips.push_back(part);
    }
    out.everyFrame = options.keys == Keys::EveryFrame || options.rate;
    out.meshes = options.meshes && format.abilities.meshes;
    out.textures = options.textures && format.abilities.meshes;
    out.targets = isProject(options, format);
    return out;
}

}  // namespace

double estimatedBytes(const Document& doc, const Options& options)
{
    const io::Format* format = io::formatOfEnding(options.ending);
    return format ? estimatedBytes(doc, options, *format) : 0;
}

double estimatedBytes(const Document& doc, const Options& options, const io::Format& format)
{
    const Document asked = withoutMeshesOf(asAsked(doc, options), options.withoutMeshes);
    return format.bytes ? format.bytes(asked, outlineOf(asked, options, format)) : 0;
}

}  // namespace posewright::exports
