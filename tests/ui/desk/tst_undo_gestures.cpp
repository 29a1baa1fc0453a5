#include "tests/support/program.h"
#include "tests/ui/desk/bench.h"
#include "tests/ui/viewport/view_hand.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QSpinBox>
#include <QTreeView>

using namespace posewright;
using namespace posewright::ui;
using test::Bench;
using test::Do;
using test::isOneStepBack;

namespace {

/// What the mouse and the fields can do to the document, on the window of the bench.
// Long: a gesture for each tool, a row each.
const std::vector<std::pair<const char*, Do>>& tools()
{
    static const std::vector<std::pair<const char*, Do>> all{
        {"timeline: drag a key",
         [](Bench& b) { b.drag(b.at("Left hand", 12), b.at("Left hand", 14)); }},
        {"timeline: drag a column of keys",
         [](Bench& b) { b.drag(b.at("Targets", 12), b.at("Targets", 13)); }},
        {"timeline: copy a key with Alt",
         [](Bench& b) { b.drag(b.at("Left hand", 12), b.at("Left hand", 14), Qt::AltModifier); }},
        {"timeline: ripple",
         [](Bench& b) {
             b.timeline().setRipple(true);
             b.drag(b.at("Left hand", 12), b.at("Left hand", 14));
         }},
        {"timeline: scale keys",
         [](Bench& b) {
             b.selectKeys("Left hand", {12, 15, 18});
             const TimelineLayout layout = b.timeline().layoutNow();
             const QRectF box = rectOf(layout, *keyFrameBox(b.timeline().model().rows(),
                                                            b.timeline().model().selectedFrames()));
             const QPoint handle(int(box.right()), b.at("Left hand", 0).y());
             b.drag(handle, handle + QPoint(int(3 * layout.axis.pixelsPerFrame), 0));
         }},
        {"timeline: next easing with Alt",
         [](Bench& b) {
             QTest::mouseClick(b.canvas(), Qt::LeftButton, Qt::AltModifier, b.at("Left hand", 12));
         }},
        {"timeline: key by double click",
         [](Bench& b) {
             QTest::mouseDClick(b.canvas(), Qt::LeftButton, {}, b.at("Left hand", 13));
         }},
        {"timeline: start of a span",
         [](Bench& b) {
             const QPoint end = b.at("Left foot", 22) + QPoint(11, 0);  // beside the key there
             b.drag(end, end + b.at("Left foot", 25) - b.at("Left foot", 22));
         }},
        {"timeline: body of a span",
         [](Bench& b) { b.drag(b.at("Left foot", 30), b.at("Left foot", 32)); }},
        {"timeline: fade of a span",
         [](Bench& b) {
             b.selectSpan("Left foot", 22);
             const TimelineLayout layout = b.timeline().layoutNow();
             const auto& rows = b.timeline().model().rows();
             for (int i = 0; i < std::ssize(rows); ++i) {
                 if (rows[i].name != "Left foot") continue;
                 const Span* span = findSpan(b.doc(), {b.target("Left foot").id, 22});
                 const QPoint fade(int(fadeInX(layout, *span)), layout.rowRect(i).top() + 6);
                 b.drag(fade, fade + QPoint(int(4 * layout.axis.pixelsPerFrame), 0));
                 return;
             }
         }},
        {"timeline: draw a span",
         [](Bench& b) { b.drag(b.at("Left hand", 13), b.at("Left hand", 17), Qt::AltModifier); }},
        {"timeline: drag a marker",
         [](Bench& b) {
             const TimelineLayout layout = b.timeline().layoutNow();
             const int y = layout.markerTop() + layout.markerHeight / 2;
             b.drag(b.lane(22, y), b.lane(25, y));
         }},
        {"timeline: drag the range's end",
         [](Bench& b) {
             const TimelineLayout layout = b.timeline().layoutNow();
             const int y = layout.rangeTop() + layout.rangeHeight / 2;
             b.drag(b.lane(48, y), b.lane(40, y));
         }},
        {"transport: first frame",
         [](Bench& b) { b.type(*b.window.findChild<QSpinBox*>("rangeStart"), "5"); }},
        {"transport: last frame",
         [](Bench& b) { b.type(*b.window.findChild<QSpinBox*>("rangeEnd"), "40"); }},
        {"transport: frame rate",
         [](Bench& b) { b.type(*b.window.findChild<QDoubleSpinBox*>("rate"), "30"); }},
        {"tree: rename",
         [](Bench& b) {
             b.select({"Left hand"});
             auto* tree = b.window.findChild<QTreeView*>("sceneTree");
             tree->setFocus();
             QTest::keyClick(tree, Qt::Key_F2);
             b.typeIntoFocus("Hand of the left");
         }},
        {"inspector: drag a number",
         [](Bench& b) {
             b.select({"Left hand"});
             auto* line = b.field("inspectorPositionX").findChild<QLineEdit*>();
             b.drag(line, {10, 5}, {50, 5});
         }},
        {"inspector: type a place",
         [](Bench& b) {
             b.select({"Left hand"});
             b.type(b.field("inspectorPositionY"), "90cm");
         }},
        {"inspector: type a turn",
         [](Bench& b) {
             b.select({"Left foot"});
             b.type(b.field("inspectorRotationX"), "100");
         }},
        {"inspector: name",
         [](Bench& b) {
             b.select({"Left hand"});
             auto* name = b.window.findChild<QLineEdit*>("inspectorName");
             name->setFocus();
             b.typeIntoFocus("Fan");
         }},
        {"inspector: weight",
         [](Bench& b) {
             b.select({"Left hand"});
             b.type(b.field("inspectorWeight"), "2");
         }},
        {"inspector: influence",
         [](Bench& b) {
             b.select({"Left hand"});
             b.type(b.field("inspectorInfluence"), "0.5");
         }},
        {"inspector: orientation",
         [](Bench& b) {
             b.select({"Left hand"});
             b.window.findChild<QCheckBox*>("inspectorOrientation")->click();
         }},
        {"inspector: solver",
         [](Bench& b) {
             b.select({"Left hand"});
             auto* box = b.window.findChild<QComboBox*>("inspectorSolver");
             box->setFocus();
             QTest::keyClick(box, Qt::Key_Down);
         }},
        {"inspector: stretch",
         [](Bench& b) {
             b.select({"Left hand"});
             b.type(b.field("inspectorStretch"), "0.2");
         }},
        {"inspector: hold a joint still",
         [](Bench& b) {
             b.select({"Left hand"});
             auto* box = b.window.findChild<QComboBox*>("inspectorPin");
             box->setFocus();
             QTest::keyClick(box, Qt::Key_Down);
         }},
        {"inspector: kind of span",
         [](Bench& b) {
             b.selectSpan("Left foot", 22);
             auto* box = b.window.findChild<QComboBox*>("inspectorSpanKind");
             box->setFocus();
             QTest::keyClick(box, Qt::Key_Down);
         }},
        {"inspector: start of a span",
         [](Bench& b) {
             b.selectSpan("Left foot", 22);
             b.type(b.field("inspectorSpanStart"), "26");
         }},
        {"inspector: frame of a key",
         [](Bench& b) {
             b.selectKeys("Left hand", {12});
             b.type(b.field("inspectorKeyFrame"), "13");
         }},
        {"inspector: place of a key",
         [](Bench& b) {
             b.selectKeys("Left hand", {12});
             b.type(b.field("inspectorKeyValueY"), "1");
         }},
        {"inspector: limit",
         [](Bench& b) {
             b.select({"LeftForeArm"});
             auto* box = b.window.findChild<QComboBox*>("inspectorLimitKind");
             box->setFocus();
             QTest::keyClick(box, Qt::Key_End);
         }},
        {"inspector: length of a bone",
         [](Bench& b) {
             b.select({"LeftForeArm"});
             b.type(b.field("inspectorLength"), "30cm");
         }},
    };
    return all;
}

/// Four bones with a target that acts from frame 0 on.
Document heldArm()
{
    return test::withKeys(test::chainDocument(4, 0.3, 20), NodeId(100), {{0, {0.5, 0.6, 0.2}}});
}

/// The same in the view.
const std::vector<std::pair<const char*, std::function<void(test::ViewHand&)>>>& viewTools()
{
    using Hand = test::ViewHand;
    constexpr NodeId kTarget = NodeId(100);
    static const std::vector<std::pair<const char*, std::function<void(Hand&)>>> all{
        {"view: drag a target",
         [](Hand& h) {
             const QPointF from = h.seen(h.place(kTarget));
             h.drag(from, from + QPointF(40, -30));
         }},
        {"view: move along an axis",
         [](Hand& h) {
             h.session.selection().setNodes({kTarget});
             h.take(Tool::Move);
             const QPointF from = h.handle(GizmoPart::X);
             h.drag(from, from + QPointF(60, 10));
         }},
        {"view: move in a plane",
         [](Hand& h) {
             h.session.selection().setNodes({kTarget});
             h.take(Tool::Move);
             const QPointF from = h.handle(GizmoPart::XY);
             h.drag(from, from + QPointF(40, 30));
         }},
        {"view: turn about an axis",
         [](Hand& h) {
             h.session.selection().setNodes({kTarget});
             h.take(Tool::Rotate);
             const QPointF from = h.handle(GizmoPart::Z);
             h.drag(from, from + QPointF(30, 50));
         }},
        {"view: turn as seen",
         [](Hand& h) {
             h.session.selection().setNodes({kTarget});
             h.take(Tool::Rotate);
             const QPointF from = h.handle(GizmoPart::View);
             h.drag(from, from + QPointF(30, 50));
         }},
    };
    return all;
}

}  // namespace

/// Undo cannot be incomplete: every gesture of mouse and keyboard on fields, timeline and view is
/// one step of the history, and taking it back gives the file that was there before, byte by byte.
class TestUndoGestures : public test::BenchTest {
    Q_OBJECT

private slots:
    void aGestureIsOneStep_data()
    {
        QTest::addColumn<int>("row");
        for (std::size_t i = 0; i < tools().size(); ++i) QTest::newRow(tools()[i].first) << int(i);
    }
    void aGestureIsOneStep()
    {
        QFETCH(int, row);
        Bench& b = *bench_;
        const Document before = b.doc();
        tools()[row].second(b);
        b.settle();
        isOneStepBack(b.session, before);
    }

    void aGestureInTheViewIsOneStep_data()
    {
        QTest::addColumn<int>("row");
        for (std::size_t i = 0; i < viewTools().size(); ++i)
            QTest::newRow(viewTools()[i].first) << int(i);
    }
    void aGestureInTheViewIsOneStep()
    {
        QFETCH(int, row);
        test::ViewHand hand(heldArm());
        const Document before = hand.session.document();
        viewTools()[row].second(hand);
        isOneStepBack(hand.session, before);
    }
};

POSEWRIGHT_TEST(TestUndoGestures, posewright::test::runWithoutScreen);

#include "tst_undo_gestures.moc"
