#pragma once

#include "core/document/document.h"
#include "core/export/options.h"

namespace posewright::exports {

/// Estimated size of all exported files together [bytes], without solving anything; 0: the format
/// cannot tell. Right within a factor of two, except for reduced keys. O(document + files carried).
double estimatedBytes(const Document& doc, const Options& options);
/// In that format, whatever options.ending is.
double estimatedBytes(const Document& doc, const Options& options, const io::Format& format);

/// Upper bound: the keys of the exported clips if everything that moves has one per frame, as the
/// report counts them. Joints that targets turn may stand still, and then have one. Nothing is
/// solved. @pre options.keys is EveryFrame. O(nodes * clips)
double mostKeys(const Document& doc, const Options& options);

}  // namespace posewright::exports
