#pragma once

#include "core/base/result.h"
#include "core/document/document.h"
#include "core/export/plan.h"
#include "core/ik/solver.h"

#include <filesystem>
#include <span>
#include <string>
#include <vector>

/// The report of an export: how far the files, when read back, differ from what was shown, and what
/// their recipients should know.
namespace posewright::exports {

/// A contact of a target, in the clip as it was shown and in the file.
struct ContactReport {
    std::string target;
    double start = 0;  ///< [frame]
    double end = 0;
    double shown = 0;     ///< how far the effector moves during the contact [length unit]
    double written = 0;   ///< the same in the file
    double distance = 0;  ///< largest distance from its place, as shown
    bool slips = false;   ///< as written, by more than slipTolerance
};

/// How well a target is met over the frames at which it acts.
struct TargetReport {
    std::string target;
    int frames = 0;
    int missed = 0;  ///< frames with a problem
    ik::Status worst = ik::Status::Inactive;
    double error = 0;  ///< the largest distance where it acts fully [length unit]
    double errorFrame = 0;
};

/// A joint that reaches an end of its limit.
struct LimitReport {
    std::string joint;
    int at = 0;        ///< number of frames at an end
    int beyond = 0;    ///< number of frames keyed beyond the limit
    double by = 0;     ///< largest excess [rad], or [length unit] if it slides
    double first = 0;  ///< the first frame of these
};

/// A joint that jumps from one frame to the next: see Pop.
struct PopReport {
    std::string joint;
    double frame = 0;  ///< the later one
    double angle = 0;  ///< [rad]
};

/// A limb that goes through a box, as shown: see ThroughBox.
struct ThroughReport {
    std::string target;
    std::string part;  ///< the deepest bone
    std::string box;
    double start = 0;  ///< [frame]
    double end = 0;
    double depth = 0;  ///< [length unit]
};

struct ClipReport {
    std::string name;
    double rate = 0;  ///< [frames/s] written
    int frames = 0;   ///< written
    int checked = 0;  ///< frames at which the file was compared with what was shown
    int between = 0;  ///< those of them that are not written
    int keysBefore = 0;
    int keysAfter = 0;
    double error = 0;  ///< largest distance of a joint or object in the file from where it was
                       ///< shown [length unit]
    double errorFrame = 0;
    std::string errorJoint;  ///< its name; empty: the error is 0
    std::string errorKind;   ///< "joint", "mesh" or, of a target, a light and the like, "object"
    int unmatched = 0;       ///< bones that are not found in the file
    std::vector<PopReport> pops;  ///< without those of the recorded motion
    int recorded = 0;             ///< number of pops in the recorded motion
    std::vector<ContactReport> contacts;
    std::vector<TargetReport> targets;
    std::vector<LimitReport> limits;
    std::vector<ThroughReport> through;
};

struct FileReport {
    std::filesystem::path path;
    std::string format;  ///< title of the format's row
    std::uintmax_t bytes = 0;
    std::vector<ClipReport> clips;
    Diagnostics diagnostics;  ///< of the writer, and which programs will misread the file
};

struct BakeReport {
    double size = 1;  ///< of the skeleton, for relative errors [length unit]
    LengthUnit unit = LengthUnit::Metre;
    double height = 0;  ///< of the figure in the files, if their lengths are read as metres [m]; 0:
                        ///< no figure was found
    std::vector<FileReport> files;
};

/// Reads a file back and compares it with the exported document at every written frame, or at a few
/// thousand frames of a long clip, for which contacts are not checked.
/// Error: the file cannot be read; cancelled.
Result<FileReport> examine(const Document& doc, const PlannedFile& file, Diagnostics written,
                           const Context& context = {});

/// The largest error of all clips, as a share of the skeleton's size.
double worstShare(const BakeReport& report);

/// One JSON object; docs/cli.md has its members.
std::string reportJson(const BakeReport& report);

/// A self-contained HTML page of text and tables. @param title what was exported
std::string reportHtml(const BakeReport& report, const std::string& title);
/// The body of that page, to be put into another page. @param top level of its headings, 1 to 6
std::string reportBody(const BakeReport& report, int top);

}  // namespace posewright::exports
