#pragma once

#include "core/io/format.h"

namespace posewright::test {

/// A file format as anybody might add one: a source, and a row in the table of core/io/formats.cpp.
/// A line for each bone, "NAME PARENT X Y Z": its parent's name or "-", and where it starts in its
/// parent's space [m]. No motion, as its row says by keeping Abilities as they are.
io::Format exampleFormat();

}  // namespace posewright::test
