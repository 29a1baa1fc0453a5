#pragma once

#include "core/base/result.h"
#include "core/operate/operate.h"
#include "ui/session/session.h"

#include <QByteArray>
#include <QString>

#include <vector>

/// Commands of menus and keys on the timeline: each is one step of the history on the selection.
/// Errors are shown to the user.
namespace posewright::ui::timeline {

/// The name of an easing, to be translated in the context "Actions".
const char* nameOf(operate::Easing easing);

/// The selected keys, else those of the selected nodes at the playhead.
std::vector<edit::KeyRef> keysInHand(const Session& session);

Result<void> setEasing(Session& session, operate::Easing easing);
/// Cycles smooth, linear, hold, eased, starting from the first of the keys.
Result<void> nextEasing(Session& session, const std::vector<edit::KeyRef>& keys);

/// Moves selected keys, spans and markers by frames.
bool canNudge(const Session& session);
Result<void> nudge(Session& session, double by, bool ripple);

bool canRemove(const Session& session);
Result<void> remove(Session& session, bool ripple);

struct KeysAndSpans {
    std::vector<edit::KeyRef> keys;
    std::vector<SpanRef> spans;
};
/// What copied() copies: the selection on the timeline, else the selected nodes' keys at the
/// playhead.
KeysAndSpans toCopy(const Session& session);
/// Selected keys and spans as JSON with names, for the clipboard; empty: nothing is selected.
QByteArray copied(const Session& session);
/// Pastes at the playhead; if all is of one node and another is selected, onto that.
Result<void> paste(Session& session, const QByteArray& json);
/// As `paste`, exchanging left and right, and keeping a planted target in place. Returns that
/// target; None: nothing was planted.
Result<ConstraintId> pasteFlipped(Session& session, const QByteArray& json);
/// Copies the selected keys to the playhead, or directly after themselves if they are there.
Result<void> duplicate(Session& session);

/// Keys nodes of any kind as shown at a frame.
Result<void> setKeys(Session& session, const std::vector<NodeId>& nodes, double frame);

/// Keys a layer's current offsets of nodes, or without nodes its weight, at a frame.
Result<void> setLayerKeys(Session& session, const std::string& layer,
                          const std::vector<NodeId>& nodes, double frame);
/// Keys the influence of a target as it is at a frame.
Result<void> setInfluenceKey(Session& session, ConstraintId target, double frame);

/// Sets a span of this kind on each selected target: replaces its selected spans, or covers its
/// selected keys, or runs from the playhead to its next key or the end of the range.
bool canSpan(const Session& session);
Result<void> setSpans(Session& session, SpanKind kind);
/// Makes the selected spans, or those of the selected targets, start or end at the playhead.
Result<void> trimSpans(Session& session, bool start);

Result<void> addMarker(Session& session);

/// Makes the selection on the timeline the preview range; else [from, to].
Result<void> preview(Session& session, double from, double to);
Result<void> clearPreview(Session& session);

/// Inserts frames at the playhead on all rows, or removes frames after it (< 0).
Result<void> insertTime(Session& session, double frames);

}  // namespace posewright::ui::timeline
