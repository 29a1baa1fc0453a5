#pragma once

#include "core/io/format.h"

#include <string>
#include <string_view>
#include <vector>

namespace posewright::io::bvh {

/// A Biovision file as a document: each ROOT and JOINT is a bone, each row of numbers a frame.
///
/// Meredith and Maddock, Motion Capture File Formats Explained, 2001, section 3, with these
/// deviations found in real files: any line ends, tabs, a BOM, several ROOTs, `CHANNELS 0`, missing
/// or several End Sites, position channels anywhere, names with blanks or twice. Position channels
/// replace the OFFSET; an axis without one keeps it. Rotations are intrinsic, in the order of the
/// channels; a missing one is 0. Rows are read to the end whatever `Frames:` says; an incomplete
/// last row is dropped. `Frame Time` becomes the usual rate that prints the same (rateOf), else it
/// is used as it is. Every row becomes a key of each rotating joint; translations are keyed if they
/// differ from the OFFSET. Nothing of the file is lost: the document's Source has all of its bytes,
/// and tracks refer to it until they are edited.
///
/// Error: with place `name:line`. Declared sizes are trusted only as far as the bytes go.
Result<Import> readBvh(std::string_view bytes, const std::string& name,
                       const ReadOptions& options = {});

/// As readBvh, and each number is read, but only these rows become frames: 0, 1, 2... The
/// document's Source is not whole. For checking what was written in little memory. @param rows
/// sorted
Result<Import> readBvhRows(std::string_view bytes, const std::string& name,
                           const std::vector<std::size_t>& rows);

/// As readBvh for a file, which is read in pieces and never as a whole in memory.
Result<Import> readBvhFile(const std::filesystem::path& path, const ReadOptions& options = {});

/// The rate [frames/s] for a printed frame time: the usual rate that prints the same with as many
/// digits, else 1/time. @pre time > 0, spelled by `text`
double rateOf(double time, std::string_view text);

}  // namespace posewright::io::bvh
