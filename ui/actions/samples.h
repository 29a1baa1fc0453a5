#pragma once

#include "core/base/result.h"
#include "core/document/document.h"

#include <QString>
#include <nlohmann/json.hpp>

#include <string_view>
#include <vector>

namespace posewright::ui {

class Desk;

/// A scene that comes with the program (resources/samples): a list of edits.
struct Sample {
    std::string_view id;  ///< its file and its icon: "walk"
    const char* title;    ///< translated in the context "Samples"
    const char* hint;     ///< one sentence, same context
};

/// In the order in which a newcomer wants them.
const std::vector<Sample>& samples();

/// Skeletons to begin with (resources/templates), with limits and targets, and not animated.
const std::vector<Sample>& skeletons();

/// A skeleton's list of edits.
Result<nlohmann::json> skeletonList(std::string_view id);

/// Of either kind.
Result<Document> loadSample(std::string_view id);

QString sampleTitle(const Sample& sample);

/// Asks before work would be lost, then shows the sample or skeleton as a new document. False: the
/// document stays.
bool openSample(Desk& desk, std::string_view id);

}  // namespace posewright::ui
