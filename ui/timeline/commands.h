#pragma once

#include "core/base/result.h"
#include "core/operate/operate.h"
#include "ui/session/session.h"

#include <QByteArray>
#include <QString>

#include <vector>

/// What menus and keys do on the timeline: each is one step of the history on what is selected. The
/// Error is for the user to read.
namespace posewright::ui::timeline {

/// What an easing is called, not translated yet, in the context "Actions".
const char* nameOf(operate::Easing easing);

/// Selected keys; where there are none, those of the selected nodes at the playhead.
std::vector<edit::KeyRef> keysInHand(const Session& session);

Result<void> setEasing(Session& session, operate::Easing easing);
/// Smooth, linear, held, eased, and round again; by the first of the keys.
Result<void> nextEasing(Session& session, const std::vector<edit::KeyRef>& keys);

/// Selected keys, spans and markers, by frames.
bool canNudge(const Session& session);
Result<void> nudge(Session& session, double by, bool ripple);

bool canRemove(const Session& session);
Result<void> remove(Session& session, bool ripple);

struct KeysAndSpans {
    std::vector<edit::KeyRef> keys;
    std::vector<SpanRef> spans;
};
/// What copied() copies: what is selected on the timeline, else the keys at the playhead of what is
/// selected.
KeysAndSpans toCopy(const Session& session);
/// Selected keys and spans for the clipboard, as JSON that names things; empty: nothing selected.
QByteArray copied(const Session& session);
/// Puts them at the playhead; where they are of one node and another one is selected, there.
Result<void> paste(Session& session, const QByteArray& json);
/// As `paste`, left for right, with what is planted at the playhead left where it is.
/// The target that was; None: nothing was planted.
Result<ConstraintId> pasteFlipped(Session& session, const QByteArray& json);
/// Copies of the selected keys at the playhead, or right behind themselves where they are there.
Result<void> duplicate(Session& session);

/// Keys of nodes of any kind where they are shown, at a frame.
Result<void> setKeys(Session& session, const std::vector<NodeId>& nodes, double frame);

/// Keys of what a layer adds to nodes, or without nodes of its weight, as it is at a frame.
Result<void> setLayerKeys(Session& session, const std::string& layer,
                          const std::vector<NodeId>& nodes, double frame);

/// A span of this kind on each selected target: in place of its selected spans, or over its
/// selected keys, or from the playhead to its next key or the end of the range.
bool canSpan(const Session& session);
Result<void> setSpans(Session& session, SpanKind kind);
/// The spans selected, or those of the selected targets, start or end at the playhead.
Result<void> trimSpans(Session& session, bool start);

Result<void> addMarker(Session& session);

/// What is selected on the timeline plays in place of the range; else [from, to].
Result<void> preview(Session& session, double from, double to);
Result<void> clearPreview(Session& session);

/// Frames are put in at the playhead, on all rows, or taken out after it.
Result<void> insertTime(Session& session, double frames);

}  // namespace posewright::ui::timeline
