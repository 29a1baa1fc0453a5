#pragma once

#include "core/document/document.h"
#include "core/export/options.h"
#include "core/io/format.h"

#include <QString>

namespace posewright::ui {

/// A sentence about exports::namesThatChange, with the first few of them, after a blank. Empty:
/// there are none.
QString safeNameWords(const Document& doc, const exports::Options& options,
                      const io::Format& format);

}  // namespace posewright::ui
