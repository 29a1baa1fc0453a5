// Long: a table of all actions.
#include "core/operate/bring_in.h"
#include "tests/support/program.h"
#include "tests/ui/desk/bench.h"
#include "tests/ui/desk/in_dialog.h"

#include <QComboBox>
#include <QDialog>
#include <QLineEdit>
#include <QPushButton>
#include <QTimer>

#include <functional>
#include <map>
#include <set>

using namespace posewright;
using namespace posewright::ui;
using test::Bench;
using test::Do;
using test::isOneStepBack;

namespace {

/// Does something with the dialog that is about to open, once it is ready.
void withNextDialog(
    const std::function<void(QDialog*)>& act,
    const std::function<bool(QDialog*)>& isReady = [](QDialog*) { return true; })
{
    auto* timer = new QTimer(qApp);
    QObject::connect(timer, &QTimer::timeout, qApp, [timer, act, isReady] {
        auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget());
        if (!dialog || !isReady(dialog)) return;
        timer->deleteLater();
        act(dialog);
    });
    timer->start(20);
}

/// Presses OK in it.
void acceptNextDialog()
{
    withNextDialog([](QDialog* dialog) { dialog->accept(); });
}

/// The same, with all of its list ticked.
void acceptAllInNextDialog()
{
    withNextDialog([](QDialog* dialog) {
        auto* list = dialog->findChild<QTreeWidget*>();
        for (int i = 0; i < list->topLevelItemCount(); ++i)
            list->topLevelItem(i)->setCheckState(0, Qt::Checked);
        dialog->accept();
    });
}

/// Types into its field.
void answerNextDialog(const QString& text)
{
    withNextDialog([text](QDialog* dialog) {
        auto* field = dialog->findChild<QLineEdit*>();
        field->selectAll();
        QTest::keyClicks(field, text);
        QTest::keyClick(field, Qt::Key_Return);
    });
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

void outOfReach(Bench& b)
{
    edit::SetTargetKey far;
    far.target = b.target().id;
    far.frame = b.session.playhead().frame();
    far.position = Vec3(2, 1.4, 0.4);
    b.edit(far);
}

void takeFirstCure()
{
    withNextDialog([](QDialog* dialog) { dialog->accept(); },
                   [](QDialog* dialog) { return test::hasRemedies(*dialog); });
}

/// A recording that jumps at its first frame.
void inTPoseFirst(Bench& b)
{
    for (int frame = 0; frame <= 12; ++frame) {
        edit::SetJointKey key;
        key.joint = b.nodeOf("Head");
        key.frame = b.doc().playback.start + frame;
        const double angle = frame == 0 ? 0 : 1 + 0.01 * frame;
        key.rotation = Quat(Eigen::AngleAxisd(angle, Vec3::UnitX()));
        b.edit(key);
    }
}

void twoLayers(Bench& b)
{
    const NodeId joint = b.doc().scene->nodes().front().id;
    for (const char* name : {"One", "Two"}) {
        b.edit(edit::AddLayer{name, {}, {}});
        b.edit(edit::SetLayerKey{name, joint, 4, Quat(0.8, 0.6, 0, 0), {}, {}});
    }
}

/// The figure's own motion, as if it were another's.
void broughtIn(Bench& b)
{
    const auto edits = operate::bringIn(b.doc(), b.doc(), {});
    if (!edits) qFatal("refused");
    b.edit(edits->front());
}

void changeTravel()
{
    withNextDialog([](QDialog* dialog) {
        auto* travel = dialog->findChild<QComboBox*>("broughtTravel");
        travel->setCurrentIndex(travel->currentIndex() + 1);
        QPushButton* change = nullptr;
        for (QPushButton* button : dialog->findChildren<QPushButton*>())
            if (button->text() == "&Change") change = button;
        QTRY_VERIFY(change && change->isEnabled());
        dialog->accept();
    });
}

void bringInAtOnce()
{
    withNextDialog([](QDialog* dialog) {
        QPushButton* bring = nullptr;
        for (QPushButton* button : dialog->findChildren<QPushButton*>())
            if (button->text() == "&Bring In") bring = button;
        QTRY_VERIFY(bring && bring->isEnabled());
        dialog->accept();
    });
}

void otherClip(Bench& b)
{
    b.edit(edit::AddClip{"Other"});
}

void rolledHead(Bench& b)
{
    b.edit(edit::RollBone{b.nodeOf("Head"), 0.7});
}

/// A capsule on the head that nothing but the head moves.
void boundToTheHead(Bench& b)
{
    const NodeId head = b.nodeOf("Head");
    b.edit(edit::AddFlesh{head, edit::Solid::Capsule, 0.5});
    edit::SetSkin skin;
    skin.joints = {head};
    for (const Node& node : b.doc().scene->nodes())
        if (const auto* part = std::get_if<MeshPart>(&node.part)) {
            skin.mesh = node.id;
            skin.rows.assign(4 * part->mesh->positions.size(), 0);
            skin.shares.assign(skin.rows.size(), 0);
            for (std::size_t i = 0; i < skin.shares.size(); i += 4) skin.shares[i] = 65536;
        }
    b.edit(skin);
}

/// Every action that changes the document, with what it takes to make it do so.
// Long: what each action that changes something is tried with.
const std::map<std::string_view, Changing>& changing()
{
    static const Do kMoveUnkeyed = [](Bench& b) {
        b.session.unkeyed().setAutoKey(false);
        const int gesture = b.session.beginGesture();
        edit::SetTargetKey move;
        move.target = b.target().id;
        move.frame = 8;
        move.position = Vec3(0.2, 0.95, 0.1);
        if (!b.session.commit({move}, {}, gesture)) qFatal("refused");
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
        {"edit.pasteFlipped", {kNothing, kCopied}},
        {"edit.duplicate", {kNothing, kKey}},
        {"edit.delete", {kNothing, kKey}},
        {"edit.rename", {kNothing, kHand, [](Bench& b) { b.typeIntoFocus("Fan"); }}},
        {"pose.nudgeLeft", {kNothing, kHand}},
        {"pose.nudgeRight", {kNothing, kHand}},
        {"pose.nudgeUp", {kNothing, kHand}},
        {"pose.nudgeDown", {kNothing, kHand}},
        {"pose.nudgeNearer", {kNothing, kHand}},
        {"pose.nudgeFarther", {kNothing, kHand}},
        {"pose.towardsPrevious", {kNothing, kHand}},
        {"pose.towardsNext", {kNothing, kHand}},
        {"pose.between", {kNothing, kHand}},
        {"pose.push", {kNothing, kHand}},
        {"pose.relax", {kNothing, kHand}},
        {"pose.rest", {kNothing, kHand}},
        {"pose.newBone", {kNothing, [](Bench& b) { b.select({"Head"}); }}},
        {"pose.splitBone", {kNothing, [](Bench& b) { b.select({"Head"}); }}},
        {"pose.insert.biped", {kNothing, kNothing}},
        {"pose.insert.quadruped", {kNothing, kNothing}},
        {"pose.insert.bird", {kNothing, kNothing}},
        {"pose.insert.hand", {kNothing, kNothing}},
        {"pose.insert.robot6", {kNothing, kNothing}},
        {"pose.insert.robot7", {kNothing, kNothing}},
        {"pose.insert.chain", {kNothing, kNothing}},
        {"pose.insert.armDoorbell", {kNothing, kNothing}},
        {"pose.boxes", {kNothing, [](Bench& b) { b.select({"Head"}); }}},
        {"pose.capsules", {kNothing, [](Bench& b) { b.select({}); }}},
        {"pose.bindMesh",
         {[](Bench& b) {
              b.edit(edit::AddFlesh{b.nodeOf("Head"), edit::Solid::Capsule, 0.5});
          },
          kNothing}},
        {"pose.bindAgain", {boundToTheHead, kNothing}},
        {"pose.rollFront", {rolledHead, [](Bench& b) { b.select({"Head"}); }}},
        {"pose.rollUp", {rolledHead, [](Bench& b) { b.select({"Head"}); }}},
        {"pose.rollBend", {rolledHead, [](Bench& b) { b.select({"Head"}); }}},
        {"edit.addBox", {kNothing, kNothing}},
        {"file.bringInHere",
         {[](Bench& b) {
              const auto more =
                  operate::edits(b.doc(), operate::InsertSkeleton{.skeleton = "biped"});
              if (!more) qFatal("refused");
              for (const edit::Edit& each : *more) b.edit(each);
          },
          [](Bench&) { bringInAtOnce(); }}},
        {"file.bringInAnew", {broughtIn, [](Bench&) { changeTravel(); }}},
        {"layer.new", {kNothing, kNothing}},
        {"layer.fromClip", {otherClip, [](Bench&) { acceptNextDialog(); }}},
        {"layer.on", {twoLayers, kNothing}},
        {"layer.solo", {twoLayers, kNothing}},
        {"layer.weight", {twoLayers, [](Bench&) { answerNextDialog("40"); }}},
        {"layer.keyWeight", {twoLayers, kNothing}},
        {"layer.rename", {twoLayers, [](Bench&) { answerNextDialog("Chin"); }}},
        {"layer.up", {twoLayers, [](Bench& b) { b.session.selection().setLayer("One"); }}},
        {"layer.down", {twoLayers, kNothing}},
        {"layer.merge", {twoLayers, kNothing}},
        {"layer.base", {twoLayers, kNothing}},
        {"layer.flatten", {twoLayers, kNothing}},
        {"layer.delete", {twoLayers, kNothing}},
        {"target.new", {kNothing, [](Bench& b) { b.select({"Head"}); }}},
        {"target.biped", {withoutTargets, kNothing}},
        {"target.pole", {kNothing, kHand}},
        {"target.bendOver", {kNothing, kHand}},
        {"target.aim", {kNothing, [](Bench& b) { b.select({"Head"}); }}},
        {"target.loop",
         {kNothing,
          [](Bench& b) {
              b.select({"LeftHand", "RightHand"});
          }}},
        {"target.distance",
         {[](Bench& b) { withoutTargets(b); }, [](Bench& b) { b.select({"LeftHand"}); }}},
        {"target.along", {kNothing, kHand}},
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
        {"target.cure", {outOfReach, [](Bench&) { takeFirstCure(); }}},
        {"target.findContacts", {kNothing, [](Bench&) { acceptAllInNextDialog(); }}},
        {"time.setKey", {kNothing, kHand}},
        {"time.setAllKeys", {kNothing, kNothing}},
        {"time.keyUnkeyed", {kNothing, kMoveUnkeyed}},
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
        {"time.leaveOutStart", {inTPoseFirst, kNothing}},
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
// Long: why each of the others leaves the document alone.
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
        {"file.skeleton.biped", kFiles},
        {"file.skeleton.quadruped", kFiles},
        {"file.skeleton.bird", kFiles},
        {"file.skeleton.hand", kFiles},
        {"file.skeleton.robot6", kFiles},
        {"file.skeleton.robot7", kFiles},
        {"file.skeleton.chain", kFiles},
        {"file.skeleton.armDoorbell", kFiles},
        {"file.sample.figure", kFiles},
        {"file.sample.walk", kFiles},
        {"file.sample.mannequin", kFiles},
        {"file.sample.capture", kFiles},
        {"file.sample.doorbell", kFiles},
        {"file.sample.arm", kFiles},
        {"file.open", kFiles},
        {"file.save", kFiles},
        {"help.tourWalk", kFiles},
        {"help.tourClean", kFiles},
        {"help.tourDance", kFiles},
        {"target.acts02", kHabit},
        {"target.acts04", kHabit},
        {"target.acts08", kHabit},
        {"target.acts16", kHabit},
        {"target.actsEverywhere", kHabit},
        {"file.saveAs", kFiles},
        {"file.reading", kFiles},
        {"file.addScene", kFiles},
        {"file.import", kFiles},
        {"file.bringIn", kFiles},
        {"file.export", kFiles},
        {"file.quit", kWindow},
        {"edit.undo", kHistory},
        {"edit.redo", kHistory},
        {"edit.copy", kSelects},
        {"edit.selectAll", kSelects},
        {"edit.selectNone", kSelects},
        {"edit.findAction", kWindow},
        {"edit.preferences", kHabit},
        {"time.rate", "gives the keyboard to the field"},
        {"pose.select", kHabit},
        {"pose.move", kHabit},
        {"pose.rotate", kHabit},
        {"pose.draw", kHabit},
        {"pose.dragAuto", kHabit},
        {"pose.dragBody", kHabit},
        {"pose.dragLimb", kHabit},
        {"pose.dragTurn", kHabit},
        {"pose.balance", kHabit},
        {"pose.pin", kHabit},
        {"pose.unpinAll", kHabit},
        {"pose.keep", "the library of poses is in no document"},
        {"pose.snap", kHabit},
        {"pose.world", kHabit},
        {"pose.local", kHabit},
        {"pose.parent", kHabit},
        {"pose.nextTarget", kSelects},
        {"pose.previousTarget", kSelects},
        {"pose.nextBone", kSelects},
        {"pose.previousBone", kSelects},
        {"time.autoKey", kHabit},
        {"time.discardUnkeyed", "unkeyed moves are in no document"},
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
        {"view.bonesNone", kHabit},
        {"view.bonesThrough", kHabit},
        {"view.helpers", kHabit},
        {"view.limits", kHabit},
        {"view.meshesSmooth", kHabit},
        {"view.meshesFlat", kHabit},
        {"view.meshesWire", kHabit},
        {"view.backdropWhite", kHabit},
        {"view.backdropGrey", kHabit},
        {"view.backdropBlack", kHabit},
        {"view.backdropDark", kHabit},
        {"view.usualExposure", kHabit},
        {"view.darker", kHabit},
        {"view.brighter", kHabit},
        {"view.meshesWeights", kHabit},
        {"view.meshesHidden", kHabit},
        {"view.hideMeshes", kHabit},
        {"view.showMeshes", kHabit},
        {"view.shadeLambert", kHabit},
        {"view.shadeBlinn", kHabit},
        {"view.shadePhysical", kHabit},
        {"view.sceneLights", kHabit},
        {"window.start", kWindow},
        {"window.resetLayout", kWindow},
        {"window.resetViewSettings", kWindow},
        {"edit.findInScene", kWindow},
        {"window.nextPanel", kWindow},
        {"window.previousPanel", kWindow},
        {"window.system", kWindow},
        {"window.light", kWindow},
        {"window.dark", kWindow},
        {"view.followLeaving", kWindow},
        {"view.followAlways", kWindow},
        {"view.followNever", kWindow},
        {"help.manual", kWindow},
        {"help.controls", kWindow},
        {"help.about", kWindow},
    };
    return all;
}

}  // namespace

/// Undo cannot be incomplete: every action that changes a document is one step of the history, and
/// taking it back gives the file that was there before, byte by byte.
class TestUndoActions : public test::BenchTest {
    Q_OBJECT

private slots:
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
                id == "edit.preferences" || id == "edit.undo" || id == "edit.redo")
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
};

POSEWRIGHT_TEST(TestUndoActions, posewright::test::runWithoutScreen);

#include "tst_undo_actions.moc"
