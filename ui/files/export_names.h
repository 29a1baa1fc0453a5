#pragma once

#include "core/document/document.h"
#include "core/export/options.h"
#include "core/io/format.h"

#include <QString>

#include <utility>
#include <vector>

namespace posewright::ui {

/// The names of bones, other nodes and clips that an export writes differently, because every
/// reader should take them, each with what it becomes. Empty without safe names. O(names)
std::vector<std::pair<std::string, std::string>>
namesThatChange(const Document& doc, const exports::Options& options, const io::Format& format);

/// A sentence about those, with the first few of them, after a blank. Empty: there are none.
QString safeNameWords(const Document& doc, const exports::Options& options,
                      const io::Format& format);

}  // namespace posewright::ui
