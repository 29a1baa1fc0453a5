#include "ui/timeline/commands.h"

#include "core/motion/layer.h"
#include "core/operate/dense_key.h"
#include "core/operate/flipped.h"
#include "core/operate/new_span.h"
#include "core/operate/retime.h"
#include "ui/session/step_text.h"
#include "ui/session/text.h"

#include <QCoreApplication>

#include <algorithm>
#include <set>

namespace posewright::ui::timeline {

namespace {

using operate::Edits;

QString step(const char* text, int n = -1)
{
    return QCoreApplication::translate("History", text, nullptr, n);
}

Result<void> commit(Session& session, const Edits& edits, const QString& text = {})
{
    if (edits.empty()) return {};
    return session.commit(edits, text);
}

enum class Named { ByAll, ByTheFirst };

/// Runs the operation as one step, named after all edits or the first one.
Result<void> perform(Session& session, const operate::Operation& operation,
                     Named named = Named::ByAll)
{
    const Document& doc = session.document();
    const Result<Edits> edits = operate::plainEdits(doc, operation, {session.memo(), {}, 0});
    if (!edits) return edits.error();
    if (edits->empty()) return {};
    return commit(session, *edits,
                  named == Named::ByTheFirst ? stepText({edits->front()}, doc) : QString());
}

/// The keys that the edits put, without duplicates, as a selection refers to them.
std::vector<edit::KeyRef> keysPut(const Edits& edits)
{
    std::vector<edit::KeyRef> out;
    for (const edit::Edit& one : edits) {
        if (const auto* shown = std::get_if<edit::SetJointKey>(&one))
            out.push_back({shown->joint, ConstraintId::None, {}, shown->frame});
        if (const auto* put = std::get_if<edit::PutKeys>(&one))
            for (const edit::KeyData& key : put->keys) {
                edit::KeyRef ref;
                ref.node = key.node;
                ref.constraint = key.constraint;
                if (key.node == NodeId::None) ref.property = Property::Influence;
                ref.frame = key.frame();
                ref.layer = key.layer;
                if (std::find(out.begin(), out.end(), ref) == out.end()) out.push_back(ref);
            }
    }
    return out;
}

/// Refers to the layer's keys where those of joints went to one, as on recorded motion.
void followToLayer(const Document& doc, const Edits& edits, std::vector<edit::KeyRef>& keys)
{
    for (const edit::Edit& one : edits) {
        const auto* shown = std::get_if<edit::SetJointKey>(&one);
        if (!shown) continue;
        const std::string name = operate::layerWrittenTo(doc, shown->frame);
        const int row = findLayer(doc.clip(), name);
        const Track* track = row < 0 ? nullptr : doc.clip().layers[row]->track(shown->joint);
        if (!track || !std::ranges::binary_search(keyFrames(*track), shown->frame)) continue;
        for (edit::KeyRef& key : keys)
            if (key.node == shown->joint && key.layer.empty()) key.layer = name;
    }
}

}  // namespace

const char* nameOf(operate::Easing easing)
{
    using operate::Easing;
    switch (easing) {
    case Easing::Smooth: return QT_TRANSLATE_NOOP("Actions", "&Smooth");
    case Easing::Linear: return QT_TRANSLATE_NOOP("Actions", "&Linear");
    case Easing::Hold: return QT_TRANSLATE_NOOP("Actions", "&Hold");
    case Easing::EaseInOut: return QT_TRANSLATE_NOOP("Actions", "Ease In and &Out");
    case Easing::EaseIn: return QT_TRANSLATE_NOOP("Actions", "Ease &In");
    case Easing::EaseOut: return QT_TRANSLATE_NOOP("Actions", "&Ease Out");
    case Easing::Snappy: return QT_TRANSLATE_NOOP("Actions", "Sna&ppy");
    case Easing::Rush: break;
    }
    return QT_TRANSLATE_NOOP("Actions", "&Rush");
}

std::vector<edit::KeyRef> keysInHand(const Session& session)
{
    const Selection& selection = session.selection();
    if (!selection.keys().empty()) return selection.keys();
    std::vector<edit::KeyRef> keys;
    for (const NodeId node : selection.nodes())
        if (const Track* track = session.document().clip().track(node)) {
            edit::KeyRef ref;
            ref.node = node;
            ref.frame = session.playhead().frame();
            const std::vector<double> frames = keyFrames(*track);
            if (std::binary_search(frames.begin(), frames.end(), ref.frame)) keys.push_back(ref);
        }
    return keys;
}

Result<void> setEasing(Session& session, operate::Easing easing)
{
    return perform(session, operate::EaseKeys{keysInHand(session), easing});
}

Result<void> nextEasing(Session& session, const std::vector<edit::KeyRef>& keys)
{
    return perform(session, operate::NextEasing{keys});
}

bool canNudge(const Session& session)
{
    const Selection& selection = session.selection();
    return !selection.keys().empty() || !selection.spans().empty() || !selection.markers().empty();
}

Result<void> nudge(Session& session, double by, bool ripple)
{
    Selection& selection = session.selection();
    operate::MoveInTime move;
    move.by = by;
    if (!selection.keys().empty()) {
        move.keys = selection.keys();
        move.ripple = ripple;
        if (ripple) by = std::max(by, operate::farthestBack(session.document(), move.keys));
        Result<void> done = perform(session, move);
        if (done) selection.setKeys(operate::shifted(move.keys, by));
        return done;
    }
    move.spans = selection.spans();
    move.markers = selection.markers();
    Result<void> done = perform(session, move, Named::ByTheFirst);
    if (!done) return done;
    for (SpanRef& ref : move.spans) ref.start += by;
    for (double& frame : move.markers) frame += by;
    selection.setSpans(std::move(move.spans));
    selection.setMarkers(std::move(move.markers));
    return done;
}

bool canRemove(const Session& session)
{
    return canNudge(session);
}

Result<void> remove(Session& session, bool ripple)
{
    const Selection& selection = session.selection();
    return perform(
        session,
        operate::RemoveInTime{selection.keys(), selection.spans(), selection.markers(), ripple},
        Named::ByTheFirst);
}

KeysAndSpans toCopy(const Session& session)
{
    const Selection& selection = session.selection();
    return {selection.spans().empty() ? keysInHand(session) : selection.keys(), selection.spans()};
}

QByteArray copied(const Session& session)
{
    const Document& doc = session.document();
    const auto [keys, spans] = toCopy(session);
    const operate::Copied what = operate::copied(doc, keys, spans);
    return what.empty() ? QByteArray() : QByteArray::fromStdString(operate::toText(what, doc));
}

namespace {

Result<operate::Copied> readClipboard(const Document& doc, const QByteArray& text)
{
    Result<operate::Copied> what = operate::copiedFromText(
        std::string_view(text.constData(), static_cast<std::size_t>(text.size())), doc);
    if (!what) return Error{what.error().message, {}, what.error().kind, what.error().advice};
    return what;
}

/// Commits the edits and selects what they put.
Result<void> put(Session& session, const Edits& edits, const char* keysText, const char* spansText)
{
    std::vector<edit::KeyRef> keys = keysPut(edits);
    std::vector<SpanRef> spans = operate::spansSet(edits);
    const QString said = keys.empty() ? step(spansText, static_cast<int>(spans.size()))
                                      : step(keysText, static_cast<int>(keys.size()));
    Result<void> done = commit(session, edits, said);
    if (done) {
        followToLayer(session.document(), edits, keys);
        session.selection().setKeys(std::move(keys));
        session.selection().setSpans(std::move(spans));
    }
    return done;
}

}  // namespace

Result<void> paste(Session& session, const QByteArray& text)
{
    const Document& doc = session.document();
    Result<operate::Copied> what = readClipboard(doc, text);
    if (!what) return what.error();
    operate::Paste paste{*std::move(what), session.playhead().frame(), {}};
    if (session.selection().nodes().size() == 1) paste.to = session.selection().active();
    const Result<Edits> edits = operate::plainEdits(doc, paste);
    if (!edits) return edits.error();
    return put(session, *edits, QT_TRANSLATE_NOOP("Timeline", "Paste %n key(s)"),
               QT_TRANSLATE_NOOP("Timeline", "Paste %n span(s)"));
}

Result<ConstraintId> pasteFlipped(Session& session, const QByteArray& text)
{
    const Document& doc = session.document();
    Result<operate::Copied> what = readClipboard(doc, text);
    if (!what) return what.error();
    operate::PasteFlipped paste;
    paste.copied = *std::move(what);
    paste.to = session.playhead().frame();
    const ConstraintId kept = operate::keptPlanted(doc, *paste.copied, paste.to);
    const Result<Edits> edits = operate::plainEdits(doc, paste);
    if (!edits) return edits.error();
    Result<void> done =
        put(session, *edits, QT_TRANSLATE_NOOP("Timeline", "Paste %n key(s) flipped"),
            QT_TRANSLATE_NOOP("Timeline", "Paste %n span(s) flipped"));
    if (!done) return done.error();
    return kept;
}

Result<void> duplicate(Session& session)
{
    operate::DuplicateKeys copies{session.selection().keys(), {}};
    if (copies.keys.empty()) return {};
    double by = session.playhead().frame() - operate::firstAndLast(copies.keys)[0];
    if (by == 0) by = operate::stepBehind(copies.keys);
    copies.by = by;
    const Result<Edits> edits = operate::plainEdits(session.document(), copies);
    if (!edits) return edits.error();
    Result<void> done =
        commit(session, *edits, step("Duplicate %n key(s)", static_cast<int>(copies.keys.size())));
    if (done) session.selection().setKeys(operate::shifted(copies.keys, by));
    return done;
}

Result<void> setKeys(Session& session, const std::vector<NodeId>& nodes, double frame)
{
    const Result<Edits> edits = operate::plainEdits(
        session.shownAt(frame), operate::KeyPose{nodes, frame}, {session.memo(), {}, 0});
    return edits ? commit(session, *edits) : Result<void>(edits.error());
}

Result<void> setLayerKeys(Session& session, const std::string& layer,
                          const std::vector<NodeId>& nodes, double frame)
{
    const Result<Edits> edits =
        operate::plainEdits(session.document(), operate::KeyLayer{layer, nodes, frame});
    return edits ? commit(session, *edits) : Result<void>(edits.error());
}

Result<void> setInfluenceKey(Session& session, ConstraintId target, double frame)
{
    const Result<Edits> edits =
        operate::plainEdits(session.document(), operate::KeyInfluence{{target}, frame});
    return edits ? commit(session, *edits) : Result<void>(edits.error());
}

Result<void> addMarker(Session& session)
{
    const double frame = session.playhead().frame();
    const QString name = QCoreApplication::translate("Timeline", "Marker");
    const Result<Edits> edits =
        operate::plainEdits(session.document(), operate::MarkFrame{frame, name.toStdString()});
    Result<void> done = edits ? commit(session, *edits) : Result<void>(edits.error());
    if (done) session.selection().setMarkers({frame});
    return done;
}

Result<void> preview(Session& session, double from, double to)
{
    const Selection& selection = session.selection();
    std::vector<double> frames;
    for (const edit::KeyRef& key : selection.keys()) frames.push_back(key.frame);
    for (const SpanRef& ref : selection.spans())
        if (const Span* span = findSpan(session.document(), ref)) {
            frames.push_back(span->start);
            frames.push_back(span->end);
        }
    if (!frames.empty()) {
        const auto [low, high] = std::minmax_element(frames.begin(), frames.end());
        if (*low < *high) {
            from = *low;
            to = *high;
        }
    }
    return session.commit(edit::SetPreviewRange{std::array{from, to}});
}

Result<void> clearPreview(Session& session)
{
    return session.commit(edit::SetPreviewRange{});
}

Result<void> insertTime(Session& session, double frames)
{
    return perform(session, operate::InsertTime{session.playhead().frame(), frames});
}

}  // namespace posewright::ui::timeline
