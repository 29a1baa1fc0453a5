#pragma once

#include "core/base/result.h"
#include "core/document/document.h"
#include "core/export/plan.h"
#include "core/ik/solver.h"

#include <filesystem>
#include <span>
#include <string>
#include <vector>

/// What came of handing a motion on: how far the files, read back, are from what was shown, and
/// what whoever gets them should know.
namespace posewright::exports {

/// A contact of a target, in the clip as it was shown and in the file.
struct ContactReport {
    std::string target;
    double start = 0;  ///< [frame]
    double end = 0;
    double shown = 0;     ///< how far the effector moves while it should stand still [length unit]
    double written = 0;   ///< the same in the file
    double distance = 0;  ///< how far from its place it is, as shown
    bool slips = false;   ///< as written, by more than a share of the chain: see slipTolerance
};

/// How a target fared over the frames at which it acts.
struct TargetReport {
    std::string target;
    int frames = 0;
    int missed = 0;  ///< frames with a problem
    ik::Status worst = ik::Status::Inactive;
    double error = 0;  ///< the largest distance [length unit]
    double errorFrame = 0;
};

/// A joint that came to an end of its limit.
struct LimitReport {
    std::string joint;
    int at = 0;        ///< frames at an end of it
    int beyond = 0;    ///< frames keyed beyond it
    double by = 0;     ///< farthest beyond [rad], or [length unit] of one that slides
    double first = 0;  ///< the first frame of these
};

/// A joint that leaps from one frame to the next: see Pop.
struct LeapReport {
    std::string joint;
    double frame = 0;  ///< the later one
    double angle = 0;  ///< [rad]
};

struct ClipReport {
    std::string name;
    double rate = 0;  ///< [frames/s] written
    int frames = 0;   ///< written
    int checked = 0;  ///< frames at which the file was held against what was shown
    int keysBefore = 0;
    int keysAfter = 0;
    double error = 0;  ///< largest distance of a joint in the file from where it was shown
    double errorFrame = 0;
    std::string errorJoint;
    int unmatched = 0;              ///< bones shown that are not found again in the file
    std::vector<LeapReport> leaps;  ///< those that the recorded motion has of its own apart
    int recorded = 0;               ///< how many these are
    std::vector<ContactReport> contacts;
    std::vector<TargetReport> targets;
    std::vector<LimitReport> limits;
};

struct FileReport {
    std::filesystem::path path;
    std::string format;  ///< title of the format's row
    std::uintmax_t bytes = 0;
    std::vector<ClipReport> clips;
    Diagnostics diagnostics;  ///< of the writer, and which programs will misread the file
};

struct BakeReport {
    double size = 1;  ///< of the skeleton, which errors are measured against [length unit]
    LengthUnit unit = LengthUnit::Metre;
    double height = 0;  ///< of the figure in the files, whose lengths others take for metres [m];
                        ///< 0: nothing tells a figure
    std::vector<FileReport> files;
};

/// Reads a file back and holds it against the document that was handed on: at every written frame,
/// or at a few thousand of a long clip, whose contacts are not judged then.
/// Error: the file cannot be read; cancelled.
Result<FileReport> examine(const Document& doc, const PlannedFile& file, Diagnostics written,
                           const Context& context = {});

/// The largest error of all clips, as a share of the skeleton's size.
double worstShare(const BakeReport& report);

/// One JSON object; docs/cli.md has its members.
std::string reportJson(const BakeReport& report);

/// A page that stands by itself, of text and tables. @param title  what was handed on
std::string reportHtml(const BakeReport& report, const std::string& title);
/// What is in that page, for one that is there already; its headings begin at this level, 1 to 6.
std::string reportBody(const BakeReport& report, int top);

}  // namespace posewright::exports
