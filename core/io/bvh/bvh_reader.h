#pragma once

#include "core/io/format.h"

#include <string>
#include <string_view>

namespace posewright::io::bvh {

/// A Biovision file as a document: each ROOT and JOINT is a bone, each row of numbers a frame.
///
/// Meredith and Maddock, Motion Capture File Formats Explained, 2001, section 3, with what files in
/// the wild add to it: any line ends, tabs, a BOM, several ROOTs, `CHANNELS 0`, missing or several
/// End Sites, position channels anywhere, names with blanks or twice. Position channels replace the
/// OFFSET; an axis without one keeps it. Rotations are intrinsic, in the order of the channels; a
/// missing one is 0. Rows are read to the end whatever `Frames:` says; a last row that is cut short
/// is dropped. `Frame Time` is taken for the usual rate that prints like it, else as it is.
/// Every row becomes a key of each turning joint; translations are keyed where they leave the
/// OFFSET. Nothing of the file is lost: the document's Source has all of its bytes, and tracks look
/// into it until they are edited.
///
/// Error: place `name:line`. Nothing is believed about sizes but what the bytes can hold.
Result<Import> readBvh(std::string_view bytes, const std::string& name,
                       const ReadOptions& options = {});

/// The same of a file, which is read piece by piece and never as a whole in memory.
Result<Import> readBvhFile(const std::filesystem::path& path, const ReadOptions& options = {});

/// The rate [frames/s] that a frame time as printed stands for: the usual rate that prints the same
/// in as many digits, else 1/time. @pre time > 0, spelled by `text`
double rateOf(double time, std::string_view text);

}  // namespace posewright::io::bvh
