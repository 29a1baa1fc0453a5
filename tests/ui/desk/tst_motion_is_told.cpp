#include "tests/support/biped.h"
#include "tests/support/program.h"
#include "tests/ui/desk/desk_support.h"

#include <QRegularExpression>

using namespace posewright;
using namespace posewright::ui;

namespace {

/// A figure of which every bone of the left arm has a key a frame, with a target that has none.
Document recordedArm()
{
    nlohmann::json edits = nlohmann::json::array();
    edits.push_back({{"edit", "setRange"}, {"start", 0}, {"end", 96}});
    for (int frame = 0; frame <= 96; ++frame)
        for (const char* joint : {"LeftArm", "LeftForeArm"}) {
            const double half = 0.1 * std::sin(0.05 * frame) / 2;
            edits.push_back({{"edit", "setJointKey"},
                             {"joint", joint},
                             {"frame", frame},
                             {"rotation", {0, 0, std::sin(half), std::cos(half)}}});
        }
    edits.push_back(test::addTarget("hand", "LeftHand", "LeftArm"));
    return test::edited(test::biped(false), edits);
}

/// The left hand is out of reach about frame 12.
Document reachingAway()
{
    return test::edited(test::biped(false), {test::addTarget("hand", "LeftHand", "LeftArm"),
                                             test::targetKey("hand", 0, {0.5, 1.2, 0.2}),
                                             test::targetKey("hand", 8, {0.5, 1.2, 0.2}),
                                             test::targetKey("hand", 12, {0.9, 1.42, 0.55}),
                                             test::targetKey("hand", 16, {0.5, 1.2, 0.2})});
}

}  // namespace

/// What people do while they make a motion, and what the window says and shows then.
class TestMotionIsTold : public QObject {
    Q_OBJECT

    std::unique_ptr<test::Desktop> desk_;

private slots:
    void init()
    {
        test::startAsNew();
        desk_ = std::make_unique<test::Desktop>();
        QVERIFY(QTest::qWaitForWindowExposed(&desk_->window));
    }
    void cleanup() { desk_.reset(); }

    void snappingSaysWhetherItIsOn()
    {
        desk_->session.startNew(test::biped(false), "figure");
        const bool before = desk_->view().settings().now().snap;
        for (const bool on : {!before, before}) {
            desk_->trigger("pose.snap");
            QCOMPARE(desk_->view().settings().now().snap, on);
            QVERIFY2(desk_->said().startsWith(on ? "Snapping is on" : "Snapping is off"),
                     qPrintable(desk_->said()));
        }
    }

    /// The first key of a target on recorded motion acts near it only, and it says where.
    void theFirstKeySaysWhereItActs()
    {
        const Document before = recordedArm();
        desk_->session.startNew(before, "arm");
        desk_->session.playhead().setFrame(40);
        QTRY_VERIFY(desk_->window.evaluator().current() &&
                    desk_->window.evaluator().current()->frame == 40);
        desk_->select({"hand"});
        const Vec3 place = desk_->world(desk_->node("LeftHand"));
        const auto keyed = [&](double frame, const Vec3& at) {
            edit::SetTargetKey key;
            key.target = desk_->target("hand").id;
            key.frame = frame;
            key.position = at;
            QVERIFY(
                desk_->session.commit(operate::actingNearKeys(desk_->doc(), {key}), "Move hand"));
        };
        keyed(40, place + Vec3(-0.05, -0.05, 0.05));
        const Span* span = spanAt(desk_->doc().clip().spanRow(desk_->target("hand").id), 40);
        QVERIFY(span && span->start > 0 && span->end < 96);
        QTRY_VERIFY2(desk_->said().contains(
                         QString("hand acts on frames %1 to %2: drag the ends of its bar in the "
                                 "timeline")
                             .arg(span->start)
                             .arg(span->end)),
                     qPrintable(desk_->said()));
        // A key inside of it says nothing new.
        desk_->window.statusBar()->clearMessage();
        keyed(41, place + Vec3(-0.06, -0.05, 0.05));
        QTest::qWait(50);
        QVERIFY2(!desk_->said().contains("acts on"), qPrintable(desk_->said()));
    }

    /// N shows the frame and what is wrong there, turned and as near as the view was.
    void theNextProblemIsInView()
    {
        desk_->session.startNew(reachingAway(), "far");
        Evaluator& evaluator = desk_->window.evaluator();
        QTRY_VERIFY_WITH_TIMEOUT(evaluator.filled() >= 1 && evaluator.strip().size() == 25, 20000);
        ViewState state = desk_->view().settings().now();
        const auto handAt = [&](double frame) {
            return evaluator.at(frame)->world[desk_->doc().scene->find("LeftHand")].position;
        };
        const auto isSeen = [&](const Vec3& at) {
            const ViewSize size = desk_->view().viewSize();
            const auto seen = project(desk_->view().camera(), size, at);
            return seen && seen->pixel.x() > 0 && seen->pixel.x() < size.width &&
                   seen->pixel.y() > 0 && seen->pixel.y() < size.height;
        };
        for (const bool close : {true, false}) {
            desk_->session.playhead().setFrame(0);
            QTRY_COMPARE(evaluator.current()->frame, 0.0);
            Camera camera = desk_->view().camera();
            if (close) {
                // A close view of the other foot.
                camera.distance = 0.6;
                camera.pivot =
                    evaluator.at(0)->world[desk_->doc().scene->find("RightFoot")].position;
            } else {
                // All of the figure.
                camera.distance = 6;
                camera.pivot = Vec3(0, 1, 0);
            }
            desk_->view().setCamera(camera);
            desk_->trigger("time.nextProblem");
            const double frame = desk_->session.playhead().frame();
            QVERIFY2(frame > 8 && frame < 16, qPrintable(QString::number(frame)));
            QTest::qWait(100);
            const Camera after = desk_->view().camera();
            QVERIFY(isSeen(handAt(frame)));
            QCOMPARE(after.distance, camera.distance);
            QCOMPARE(after.yaw, camera.yaw);
            QCOMPARE(after.pitch, camera.pitch);
            QCOMPARE((after.pivot - camera.pivot).norm() < 1e-9, !close);
        }
    }
};

POSEWRIGHT_TEST(TestMotionIsTold, posewright::test::runOnScreen);
#include "tst_motion_is_told.moc"
