#pragma once

#include "core/operate/operate.h"
#include "ui/session/session.h"
#include "ui/time/snapping.h"

#include <QString>

#include <memory>

namespace posewright::ui {

/// Where the pointer of a drag is.
struct DragPoint {
    double frame = 0;  ///< under it, not rounded
    double pixelsPerFrame = 1;
    Qt::KeyboardModifiers modifiers;
};

/// A drag that changes the document, from press to release: one step of the history. Until it has
/// moved it has done nothing.
class TimelineDrag {
public:
    explicit TimelineDrag(Session& session) : session_(session) {}
    virtual ~TimelineDrag() = default;

    virtual void move(const DragPoint& at) = 0;
    void finish();
    virtual void cancel();

    /// "Frame 12 to 15 (+3)": what stands beside the pointer.
    const QString& readout() const noexcept { return readout_; }

protected:
    /// The edits in place of what the drag did before. False: refused; the readout says why.
    bool commit(const std::vector<edit::Edit>& edits, const QString& text = {});
    /// What the operation comes to on `before`, the document that the drag began on. Without a text
    /// the step is called what its first edit is.
    bool perform(const Document& before, const operate::Operation& operation,
                 const QString& text = {});

    Session& session_;
    QString readout_;

private:
    int gesture_ = 0;
};

struct KeyDragOptions {
    bool duplicate = false;
    bool ripple = false;
};
/// Moves the selected keys; `grabbed` is the frame of the one under the pointer.
std::unique_ptr<TimelineDrag> makeKeyDrag(Session& session, Snapper snapper, double grabbed,
                                          double pressed, const KeyDragOptions& options);
/// Scales the selected keys about the other end of the frame around them.
std::unique_ptr<TimelineDrag> makeScaleDrag(Session& session, Snapper snapper, bool fromStart,
                                            bool wholeFrames);

enum class SpanGrip { Start, End, Body, FadeIn, FadeOut };
std::unique_ptr<TimelineDrag> makeSpanDrag(Session& session, Snapper snapper, SpanRef span,
                                           SpanGrip grip, double pressed);
/// Draws a new span on a target's row: a contact where it reaches already, a reach elsewhere.
std::unique_ptr<TimelineDrag> makeNewSpanDrag(Session& session, Snapper snapper,
                                              ConstraintId target, double pressed);
/// The kind that drawing over a frame of a target's row makes.
SpanKind kindToDraw(const Document& doc, ConstraintId target, double frame);

std::unique_ptr<TimelineDrag> makeMarkerDrag(Session& session, Snapper snapper, double frame,
                                             double pressed);

enum class RangeGrip { Start, End, Body };
/// The preview range where there is one, the range itself elsewhere.
std::unique_ptr<TimelineDrag> makeRangeDrag(Session& session, Snapper snapper, RangeGrip grip,
                                            double pressed);

}  // namespace posewright::ui
