#pragma once

#include "core/base/result.h"
#include "core/document/document.h"

#include <QString>

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

/// In the order of the start page.
const std::vector<Sample>& samples();

/// Template skeletons (core/operate/skeleton_templates.h) with limits and targets, not animated.
const std::vector<Sample>& skeletons();

/// Loads a sample or a skeleton.
Result<Document> loadSample(std::string_view id);

QString sampleTitle(const Sample& sample);

/// Opens the sample or skeleton as a new document, after asking if work would be lost. False: the
/// old document stays.
bool openSample(Desk& desk, std::string_view id);

}  // namespace posewright::ui
