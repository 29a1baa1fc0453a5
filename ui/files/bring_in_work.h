#pragma once

#include "core/document/document.h"
#include "core/operate/operate.h"
#include "ui/session/job.h"

#include <QString>

#include <map>
#include <optional>
#include <string>
#include <vector>

/// What the dialog about motions of other figures has done off the interface's thread.
namespace posewright::ui {

/// What is chosen of motions and how they come in, by value.
struct BringInWish {
    Document base;
    Document from;
    std::string again;                     ///< clip that is made anew; empty: clips are brought in
    std::vector<int> clips;                ///< rows of `from`
    std::map<int, Shared<Document>> kept;  ///< motions of its rows that were made before
    Carrying how;                          ///< a frame counts from the first of its clip
    bool contacts = false;
    QString title;
};

/// What came of it.
struct BroughtIn {
    std::vector<edit::Edit> edits;
    Document after;
    std::map<int, Shared<Document>> kept;

    /// Applies more edits.
    Result<void> take(const Result<operate::Edits>& more);
};

/// The document as it is shown, whose clip has what comes of the wish at one frame, and nothing
/// elsewhere: to be seen until the whole motion is carried over. Empty: the clip was not brought
/// in, or it cannot be carried over. A few hundredths of a second, however long the motion.
std::optional<Document> glanceAt(const Document& shown, const BringInWish& wish, double frame);

/// Error: a motion cannot be carried over, feet that are to be held are not found; cancelled.
Result<BroughtIn> broughtIn(const BringInWish& wish, const Job::Progress& progress);

}  // namespace posewright::ui
