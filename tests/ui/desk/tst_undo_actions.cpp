#include "core/io/format.h"
#include "core/io/save.h"
#include "tests/ui/viewport/view_hand.h"
#include "ui/actions/samples.h"
#include "ui/desk/main_window.h"
#include "ui/desk/theme.h"
#include "ui/inspector/number_field.h"
#include "ui/timeline/timeline.h"

#include <QAction>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDialog>
#include <QDockWidget>
#include <QDoubleSpinBox>
#include <QLineEdit>
#include <QSettings>
#include <QSpinBox>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTimer>
#include <QTreeView>
#include <QtTest>

#include <cmath>
#include <functional>
#include <map>
#include <set>

using namespace posewright;
using namespace posewright::ui;

namespace {

std::string savedBytes(const Document& doc, const QTemporaryDir& folder)
{
    const std::filesystem::path path = folder.filePath(QStringLiteral("saved.glb")).toStdString();
    if (!io::write(doc, path)) return "not written";
    const Result<std::string> bytes = io::readWhole(path);
    return bytes ? *bytes : std::string("not read");
}

/// The window on the sample walk, and hands for it.
class Bench {
public:
    Bench() : window(session)
    {
        window.evaluator().setBudget(1e9);
        window.resize(1500, 1300);
        window.show();
        if (!QTest::qWaitForWindowExposed(&window)) qFatal("no window");
        window.activateWindow();
        if (auto* dock = window.findChild<QDockWidget*>("timelineDock"))
            window.resizeDocks({dock}, {520}, Qt::Vertical);
        fresh();
    }

    const Document& doc() { return session.document(); }
    Timeline& timeline() { return window.timeline(); }
    QWidget* canvas() { return timeline().viewport(); }

    /// The walk as it is at first, at a frame without keys.
    void fresh()
    {
        session.loose().setAutoKey(true);
        timeline().setRipple(false);
        QGuiApplication::clipboard()->clear();
        session.startNew(*loadSample("walk"), "walk");
        session.playhead().setFrame(8);
        // Where there is no window manager, nobody gives the focus back when a dialog closes.
        window.activateWindow();
        if (!QTest::qWaitForWindowActive(&window)) qFatal("the window is not active");
    }
    /// What the document is now is what an action begins with.
    void begin()
    {
        const double frame = session.playhead().frame();
        const Document now = doc();
        session.startNew(now, "walk");
        session.playhead().setFrame(frame);
    }
    void edit(const edit::Edit& edit)
    {
        if (!session.commit(edit)) qFatal("refused");
    }
    const Constraint& target(const char* name = "Left hand")
    {
        const Constraint* found = constraintOfTarget(*doc().rig, nodeOf(name));
        if (!found) qFatal("no target %s", name);
        return *found;
    }
    NodeId nodeOf(const char* name) { return (*doc().scene)[doc().scene->find(name)].id; }
    void select(std::initializer_list<const char*> names)
    {
        std::vector<NodeId> nodes;
        for (const char* name : names) nodes.push_back(nodeOf(name));
        session.selection().setNodes(nodes);
    }
    edit::KeyRef key(const char* name, double frame)
    {
        edit::KeyRef ref;
        ref.node = nodeOf(name);
        ref.frame = frame;
        return ref;
    }
    void selectKeys(const char* name, std::initializer_list<double> frames)
    {
        std::vector<edit::KeyRef> keys;
        for (const double frame : frames) keys.push_back(key(name, frame));
        session.selection().setNodes({nodeOf(name)});
        session.selection().setKeys(keys);
    }
    void selectSpan(const char* name, double start)
    {
        session.selection().setNodes({nodeOf(name)});
        session.selection().setSpans({{target(name).id, start}});
    }
    void trigger(std::string_view id)
    {
        window.actions().refresh();
        QAction* action = window.actions()[id];
        if (!action->isEnabled()) qWarning("%s is not enabled", qPrintable(action->objectName()));
        action->trigger();
    }
    void typeIntoFocus(const QString& text)
    {
        QWidget* field = QApplication::focusWidget();
        if (auto* line = qobject_cast<QLineEdit*>(field)) line->selectAll();
        QTest::keyClicks(field, text);
        QTest::keyClick(field, Qt::Key_Return);
    }
    void settle()
    {
        QTRY_VERIFY_WITH_TIMEOUT(!session.job().running(), 120000);
        QTest::qWait(1);
        QTRY_VERIFY_WITH_TIMEOUT(!session.gestureOpen(), 5000);
        session.playhead().setPlaying(false);
    }

    // The timeline's mouse.
    QPoint at(const char* name, double frame)
    {
        const TimelineLayout layout = timeline().layoutNow();
        const auto& rows = timeline().model().rows();
        for (int i = 0; i < std::ssize(rows); ++i)
            if (rows[i].name == QLatin1String(name))
                return {static_cast<int>(std::lround(layout.frameX(frame))),
                        layout.rowRect(i).center().y()};
        qFatal("no row %s", name);
        return {};
    }
    QPoint lane(double frame, int y)
    {
        return {static_cast<int>(std::lround(timeline().layoutNow().frameX(frame))), y};
    }
    void drag(QWidget* on, const QPoint& from, const QPoint& to,
              Qt::KeyboardModifiers modifiers = {})
    {
        const auto move = [&](const QPoint& there, Qt::MouseButtons buttons) {
            QMouseEvent event(QEvent::MouseMove, there, on->mapToGlobal(QPointF(there)),
                              Qt::NoButton, buttons, modifiers);
            QCoreApplication::sendEvent(on, &event);
        };
        move(from, Qt::NoButton);
        QTest::mousePress(on, Qt::LeftButton, modifiers, from);
        for (int i = 1; i <= 6; ++i) move(from + (to - from) * i / 6, Qt::LeftButton);
        QTest::mouseRelease(on, Qt::LeftButton, modifiers, to);
    }
    void drag(const QPoint& from, const QPoint& to, Qt::KeyboardModifiers modifiers = {})
    {
        drag(canvas(), from, to, modifiers);
    }
    NumberField& field(const char* name)
    {
        auto* found = window.findChild<NumberField*>(name);
        if (!found) qFatal("no field %s", name);
        return *found;
    }
    void type(QAbstractSpinBox& into, const QString& text)
    {
        into.setFocus();
        into.selectAll();
        QTest::keyClicks(&into, text);
        QTest::keyClick(&into, Qt::Key_Return);
    }

    Session session;
    MainWindow window;
};

using Do = std::function<void(Bench&)>;

/// Presses OK in the dialog that is about to open.
void acceptNextDialog()
{
    auto* timer = new QTimer(qApp);
    QObject::connect(timer, &QTimer::timeout, qApp, [timer] {
        auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget());
        if (!dialog) return;
        timer->deleteLater();
        dialog->accept();
    });
    timer->start(20);
}

/// What an action needs before it can change anything.
struct Changing {
    Do prepare;   ///< makes the document; not part of the step
    Do choose;    ///< selects, copies, moves the playhead
    Do answer{};  ///< types what the action asks for
};

const Do kNothing = [](Bench&) {};
const Do kHand = [](Bench& b) { b.select({"Left hand"}); };
const Do kKey = [](Bench& b) { b.selectKeys("Left hand", {12}); };

void withoutTargets(Bench& b)
{
    while (!b.doc().rig->constraints.empty())
        b.edit(edit::RemoveTarget{b.doc().rig->constraints.front().id, false});
}

void keyMadeLinear(Bench& b)
{
    edit::SetInterpolation set;
    set.keys = {b.key("Left hand", 12)};
    set.interpolation = edit::KeyShape::Linear;
    b.edit(set);
}

void offSpan(Bench& b)
{
    edit::SetSpan set;
    set.target = b.target().id;
    set.start = 6;
    set.end = 30;
    set.kind = SpanKind::Off;
    b.edit(set);
}

/// Every action that changes the document, with what it takes to make it do so.
const std::map<std::string_view, Changing>& changing()
{
    static const Do kMoveLoosely = [](Bench& b) {
        b.session.loose().setAutoKey(false);
        const int gesture = b.session.beginGesture();
        edit::SetTargetKey move;
        move.target = b.target().id;
        move.frame = 8;
        move.position = Vec3(0.2, 0.95, 0.1);
        if (!b.session.commit(move, gesture)) qFatal("refused");
        b.session.finishGesture(gesture);
    };
    static const Do kCopied = [](Bench& b) {
        b.selectKeys("Left hand", {12, 15});
        b.trigger("edit.copy");
        b.session.selection().setKeys({});
    };
    static const Do kMarker = [](Bench& b) { b.session.selection().setMarkers({22}); };
    static const Do kSpan = [](Bench& b) { b.selectSpan("Left foot", 5); };
    static const std::map<std::string_view, Changing> all{
        {"edit.cut", {kNothing, kKey}},
        {"edit.paste", {kNothing, kCopied}},
        {"edit.duplicate", {kNothing, kKey}},
        {"edit.delete", {kNothing, kKey}},
        {"edit.rename", {kNothing, kHand, [](Bench& b) { b.typeIntoFocus("Fan"); }}},
        {"pose.nudgeLeft", {kNothing, kHand}},
        {"pose.nudgeRight", {kNothing, kHand}},
        {"pose.nudgeUp", {kNothing, kHand}},
        {"pose.nudgeDown", {kNothing, kHand}},
        {"pose.nudgeNearer", {kNothing, kHand}},
        {"pose.nudgeFarther", {kNothing, kHand}},
        {"target.new", {kNothing, [](Bench& b) { b.select({"Head"}); }}},
        {"target.biped", {withoutTargets, kNothing}},
        {"target.pole", {kNothing, kHand}},
        {"target.aim", {kNothing, [](Bench& b) { b.select({"Head"}); }}},
        {"target.loop",
         {kNothing,
          [](Bench& b) {
              b.select({"LeftHand", "RightHand"});
          }}},
        {"target.remove", {kNothing, kHand}},
        {"target.removeKeepingPose", {kNothing, kHand}},
        {"target.contact", {kNothing, kHand}},
        {"target.reach", {offSpan, kHand}},
        {"target.hold", {kNothing, kHand}},
        {"target.off", {kNothing, kHand}},
        {"target.spanStart", {kNothing, kSpan}},
        {"target.spanEnd", {kNothing, kSpan}},
        {"target.match", {kNothing, kHand}},
        {"target.fit", {kNothing, kHand}},
        {"time.setKey", {kNothing, kHand}},
        {"time.setAllKeys", {kNothing, kNothing}},
        {"time.keyLoose", {kNothing, kMoveLoosely}},
        {"time.loop", {kNothing, kNothing}},
        {"time.ease.smooth", {keyMadeLinear, kKey}},
        {"time.ease.linear", {kNothing, kKey}},
        {"time.ease.hold", {kNothing, kKey}},
        {"time.ease.easeInOut", {kNothing, kKey}},
        {"time.ease.easeIn", {kNothing, kKey}},
        {"time.ease.easeOut", {kNothing, kKey}},
        {"time.ease.snappy", {kNothing, kKey}},
        {"time.ease.rush", {kNothing, kKey}},
        {"time.nudgeBack", {kNothing, kKey}},
        {"time.nudgeOn", {kNothing, kMarker}},
        {"time.nudgeFarBack", {kNothing, [](Bench& b) { b.selectSpan("Left foot", 22); }}},
        {"time.nudgeFarOn", {kNothing, kKey}},
        {"time.addMarker", {kNothing, kNothing}},
        {"time.renameMarker", {kNothing, kMarker, [](Bench& b) { b.typeIntoFocus("stamp"); }}},
        {"time.preview",
         {kNothing,
          [](Bench& b) {
              b.selectKeys("Left hand", {6, 24});
          }}},
        {"time.clearPreview",
         {[](Bench& b) {
              b.edit(edit::SetPreviewRange{std::array{6.0, 20.0}});
          },
          kNothing}},
        {"time.insertFrame", {kNothing, kNothing}},
        {"time.removeFrame", {kNothing, kNothing}},
        {"time.insertFrames", {kNothing, [](Bench&) { acceptNextDialog(); }}},
    };
    return all;
}

/// Every other action, and why it changes no document.
const std::map<std::string_view, const char*>& unchanging()
{
    static const char* const kFiles = "reads, writes or replaces whole documents";
    static const char* const kHistory = "walks the history";
    static const char* const kSelects = "selects, or copies";
    static const char* const kPlayhead = "moves or runs the playhead";
    static const char* const kHabit = "how to look or to drag: beside the document";
    static const char* const kWindow = "the window's own";
    static const std::map<std::string_view, const char*> all{
        {"file.new", kFiles},
        {"file.sample.figure", kFiles},
        {"file.sample.walk", kFiles},
        {"file.sample.doorbell", kFiles},
        {"file.sample.arm", kFiles},
        {"file.open", kFiles},
        {"file.save", kFiles},
        {"file.saveAs", kFiles},
        {"file.export", kFiles},
        {"file.quit", kWindow},
        {"edit.undo", kHistory},
        {"edit.redo", kHistory},
        {"edit.copy", kSelects},
        {"edit.selectAll", kSelects},
        {"edit.selectNone", kSelects},
        {"edit.findAction", kWindow},
        {"time.rate", "gives the keyboard to the field"},
        {"pose.select", kHabit},
        {"pose.move", kHabit},
        {"pose.rotate", kHabit},
        {"pose.snap", kHabit},
        {"pose.world", kHabit},
        {"pose.local", kHabit},
        {"pose.parent", kHabit},
        {"pose.nextTarget", kSelects},
        {"pose.previousTarget", kSelects},
        {"pose.nextBone", kSelects},
        {"pose.previousBone", kSelects},
        {"time.autoKey", kHabit},
        {"time.discardLoose", "what is loose is in no document"},
        {"time.play", kPlayhead},
        {"time.realTime", kHabit},
        {"time.first", kPlayhead},
        {"time.previousKey", kPlayhead},
        {"time.previousFrame", kPlayhead},
        {"time.nextFrame", kPlayhead},
        {"time.nextKey", kPlayhead},
        {"time.last", kPlayhead},
        {"time.nextProblem", kPlayhead},
        {"time.previousProblem", kPlayhead},
        {"time.ripple", kHabit},
        {"time.seconds", kHabit},
        {"time.snapFrames", kHabit},
        {"time.snapKeys", kHabit},
        {"time.snapMarkers", kHabit},
        {"view.frameSelected", kHabit},
        {"view.frameAll", kHabit},
        {"view.frameMotion", kHabit},
        {"view.front", kHabit},
        {"view.side", kHabit},
        {"view.top", kHabit},
        {"view.back", kHabit},
        {"view.left", kHabit},
        {"view.bottom", kHabit},
        {"view.orthographic", kHabit},
        {"view.names", kHabit},
        {"view.grid", kHabit},
        {"view.bonesSolid", kHabit},
        {"view.bonesLine", kHabit},
        {"view.bonesXRay", kHabit},
        {"window.start", kWindow},
        {"window.resetLayout", kWindow},
        {"window.resetHabits", kWindow},
        {"window.nextPanel", kWindow},
        {"window.previousPanel", kWindow},
        {"window.system", kWindow},
        {"window.light", kWindow},
        {"window.dark", kWindow},
        {"help.controls", kWindow},
        {"help.about", kWindow},
    };
    return all;
}

/// What the mouse and the fields can do to the document, on the window of the bench.
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

/// Undo cannot be incomplete: everything that the user can do to a document is one step of the
/// history, and taking it back gives the file that was there before, byte by byte.
class TestUndoActions : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    std::unique_ptr<Bench> bench_;

    /// One step since `before`, back to its bytes, and on again to the same ones.
    void isOneStepBack(Session& session, const Document& before)
    {
        const Document after = session.document();
        QVERIFY2(!(after == before), "it changes the document");
        QVERIFY(validate(after));
        QVERIFY(!session.gestureOpen());
        QCOMPARE(session.history().count(), 1);
        QVERIFY(!session.history().undoText().isEmpty());
        const std::string first = savedBytes(before, folder_), last = savedBytes(after, folder_);
        QVERIFY2(first != last, "the file tells them apart");
        session.undo();
        QVERIFY(session.document() == before);
        QVERIFY(savedBytes(session.document(), folder_) == first);
        session.redo();
        QVERIFY(session.document() == after);
        QVERIFY(savedBytes(session.document(), folder_) == last);
    }

private slots:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        QCoreApplication::setOrganizationName("posewright-test-undo-actions");
        QSettings().clear();
        applyTheme(*qApp, Theme::Dark);
        bench_ = std::make_unique<Bench>();
    }
    void init() { bench_->fresh(); }
    void cleanupTestCase() { bench_.reset(); }

    void everyActionIsInOneOfTheTables()
    {
        std::set<std::string_view> ids;
        for (const ActionRow& row : actionTable()) {
            ids.insert(row.id);
            QVERIFY2(changing().count(row.id) + unchanging().count(row.id) == 1,
                     std::string(row.id).c_str());
        }
        for (const auto& [id, how] : changing()) QVERIFY2(ids.count(id), std::string(id).c_str());
        for (const auto& [id, why] : unchanging()) QVERIFY2(ids.count(id), std::string(id).c_str());
        qInfo("%zu actions: %zu change the document, %zu do not", ids.size(), changing().size(),
              unchanging().size());
    }

    void anActionThatChangesTheDocumentIsOneStep_data()
    {
        QTest::addColumn<QString>("id");
        for (const auto& [id, how] : changing())
            QTest::newRow(std::string(id).c_str()) << QString::fromUtf8(id.data(), int(id.size()));
    }
    void anActionThatChangesTheDocumentIsOneStep()
    {
        QFETCH(QString, id);
        const std::string name = id.toStdString();
        const Changing& how = changing().at(name);
        Bench& b = *bench_;
        how.prepare(b);
        b.begin();
        how.choose(b);
        const Document before = b.doc();
        b.trigger(name);
        if (how.answer) how.answer(b);
        b.settle();
        isOneStepBack(b.session, before);
    }

    void theOthersChangeNothing()
    {
        Bench& b = *bench_;
        for (const auto& [id, why] : unchanging()) {
            if (id.starts_with("file.") || id.starts_with("help.") || id == "edit.findAction" ||
                id == "edit.undo" || id == "edit.redo")
                continue;
            b.fresh();
            b.selectKeys("Left hand", {12});
            const Document before = b.doc();
            b.window.actions().refresh();
            b.window.actions()[id]->trigger();
            b.session.playhead().setPlaying(false);
            QVERIFY2(b.doc() == before, std::string(id).c_str());
            QVERIFY2(b.session.history().count() == 0, std::string(id).c_str());
        }
    }

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

int main(int argc, char** argv)
{
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
    QStandardPaths::setTestModeEnabled(true);
    QApplication application(argc, argv);
    TestUndoActions test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_undo_actions.moc"
