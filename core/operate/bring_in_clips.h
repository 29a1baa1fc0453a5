#pragma once

#include "core/document/document.h"
#include "core/operate/operate.h"

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

/// Retargeting several clips of another figure at once, or again with other choices.
namespace posewright::operate {

struct BringInRequest {
    Document base;
    Document from;
    std::string again;                     ///< clip to retarget again; empty: new clips are added
    std::vector<int> clips;                ///< rows of `from`
    std::map<int, Shared<Document>> kept;  ///< motions of its clips, by row, that were made already
    RetargetSetup how;                     ///< a frame counts from the first of its clip
    bool contacts = false;
    std::string file;       ///< the file that they are from, without folders; empty: this document
    std::set<int> loose{};  ///< rows of `from` whose feet are not held, although `contacts`
};

/// The outcome.
struct BroughtIn {
    Edits edits;
    Document after;
    std::map<int, Shared<Document>> kept;
    Diagnostics told;  ///< warnings about the motions, each once

    /// Applies more edits.
    Result<void> take(const Result<Edits>& more);
};

/// A quick preview: the shown document with the retargeted pose at one frame only, for use until
/// the whole motion is done. Takes a few hundredths of a second, however long the motion. Nullopt:
/// the clip was not retargeted, or the motion cannot be.
std::optional<Document> glanceAt(const Document& shown, const BringInRequest& wish, double frame);

/// @param progress  is told the share that is done; false cancels
/// Error: a motion cannot be retargeted; feet to be held are not found; cancelled.
Result<BroughtIn> broughtIn(const BringInRequest& wish,
                            const std::function<bool(double share)>& progress);

/// Were feet held when the motion was brought in, or has somebody held something since?
bool holdsAnything(const Clip& clip);

}  // namespace posewright::operate
