#pragma once

#include "app/cli/environment.h"
#include "core/document/document.h"
#include "core/edit/edit.h"

#include <nlohmann/json.hpp>

#include <vector>

namespace posewright::cli {

/// Of `operate import` with a file, for a listing.
std::vector<edit::Argument> argumentsOfFile();

/// `operate import` with a file: its clips on the document's skeleton, joints matched by name, as
/// `convert --add` adds them; with `scene`, its figures and props, as `convert --add-scene` does.
/// Arguments beside these are those of convert: `clip`, `up`, `scale`, `unit`, `rate`. Error: an
/// argument is unknown or out of range, or as for withClipsOf and withSceneOf.
Result<Document> withFile(Console& console, const Document& doc, const nlohmann::json& operation);

}  // namespace posewright::cli
