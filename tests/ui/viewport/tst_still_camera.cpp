#include "tests/support/biped.h"
#include "tests/support/program.h"
#include "tests/ui/desk/desk_support.h"

#include <numbers>

using namespace posewright;
using namespace posewright::ui;

namespace {

/// A figure whose motion stays on the spot but needs more room than its first pose: arms that hang
/// go up, and the hips jump to the side between frames.
Document onTheSpot()
{
    nlohmann::json edits = nlohmann::json::array();
    const auto turn = [&](const char* joint, double frame, double degrees) {
        const double half = degrees * std::numbers::pi / 360;
        edits.push_back({{"edit", "setJointKey"},
                         {"joint", joint},
                         {"frame", frame},
                         {"rotation", {0, 0, std::sin(half), std::cos(half)}}});
    };
    for (const auto& [frame, degrees] :
         {std::pair{0, 80}, {2, 80}, {4, -85}, {20, -85}, {24, 80}}) {
        turn("LeftArm", frame, -degrees);
        turn("RightArm", frame, degrees);
    }
    for (const auto& [frame, x] : {std::pair{0, 0.0}, {1, 0.12}, {12, -0.12}, {24, 0.0}})
        edits.push_back({{"edit", "setJointKey"},
                         {"joint", "Hips"},
                         {"frame", frame},
                         {"translation", {x, 0.95, 0}}});
    return test::edited(test::biped(false), edits);
}

/// The same figure, 8 m on its way.
Document walkingOff()
{
    return test::edited(
        test::biped(false),
        {{{"edit", "setJointKey"}, {"joint", "Hips"}, {"frame", 0}, {"translation", {0, 0.95, 0}}},
         {{"edit", "setJointKey"},
          {"joint", "Hips"},
          {"frame", 24},
          {"translation", {8, 0.95, 0}}}});
}

}  // namespace

/// Playing what is in view moves no camera.
class TestStillCamera : public QObject {
    Q_OBJECT

    std::unique_ptr<test::Desktop> desk_;

    void open(const Document& doc)
    {
        desk_->session.startNew(doc, "motion");
        QTRY_VERIFY(desk_->canvas()->isExposed());
        QTRY_VERIFY(desk_->window.evaluator().current());
        QTest::qWait(300);
    }
    /// Frames at which the camera was not as before, of those shown while all of it played once.
    int movedWhilePlaying(int& shown)
    {
        const Camera before = desk_->view().camera();
        int moved = 0;
        shown = 0;
        const auto watch = connect(&desk_->window.evaluator(), &Evaluator::evaluated, this, [&] {
            ++shown;
            moved += desk_->view().camera() == before ? 0 : 1;
        });
        desk_->session.playhead().setPlaying(true);
        QTest::qWait(1800);
        desk_->session.playhead().setPlaying(false);
        QTest::qWait(50);
        disconnect(watch);
        return moved;
    }
    bool isWhole(double frame)
    {
        const Evaluation there = evaluate(desk_->doc(), frame);
        const ViewSize size = desk_->view().viewSize();
        const Scene& scene = *desk_->doc().scene;
        for (NodeIndex row = 0; row < scene.size(); ++row)
            for (const Vec3& at :
                 {there.world[row].position, Vec3(there.world[row] * scene[row].bone()->tip)}) {
                const auto seen = project(desk_->view().camera(), size, at);
                if (!seen || seen->pixel.x() < 0 || seen->pixel.x() > size.width ||
                    seen->pixel.y() < 0 || seen->pixel.y() > size.height)
                    return false;
            }
        return true;
    }

private slots:
    void init()
    {
        test::startAsNew();
        desk_ = std::make_unique<test::Desktop>();
        QVERIFY(QTest::qWaitForWindowExposed(&desk_->window));
        if (!desk_->window.viewport().draws()) QSKIP("needs OpenGL 3.2 (a software one will do)");
        desk_->activate();
    }
    void cleanup() { desk_.reset(); }

    /// At opening there is room for the whole motion, and then the camera stays.
    void aMotionOnTheSpotPlaysInAStillView()
    {
        open(onTheSpot());
        for (int frame = 0; frame <= 24; ++frame)
            QVERIFY2(isWhole(frame), qPrintable(QString::number(frame)));
        for (int round = 0; round < 2; ++round) {
            int shown = 0;
            QCOMPARE(movedWhilePlaying(shown), 0);
            QVERIFY(shown > 5);
        }
    }

    /// A figure that walks off is followed, as ever, unless that is switched off.
    void aFigureThatWalksOffIsFollowed()
    {
        open(walkingOff());
        int shown = 0;
        QVERIFY(movedWhilePlaying(shown) > 0);
        ViewState never = desk_->view().settings().now();
        never.follow = Follow::Never;
        desk_->view().settings().set(never);
        QCOMPARE(movedWhilePlaying(shown), 0);
        QVERIFY(shown > 5);
    }

    void aFloorBeyondTheViewIsNoMotionOfTheFigure()
    {
        open(onTheSpot());
        const Camera whole = desk_->view().camera();
        desk_->session.startNew(test::edited(onTheSpot(), {{{"edit", "addBox"},
                                                            {"name", "Floor"},
                                                            {"position", {0, -0.01, 0}},
                                                            {"size", {40, 0.02, 40}}}}),
                                "room");
        QTest::qWait(300);
        for (const char* selected : {"", "LeftHand", "Hips"}) {
            desk_->view().setCamera(whole);
            if (*selected) desk_->select({selected});
            int shown = 0;
            QCOMPARE(movedWhilePlaying(shown), 0);
            QVERIFY(shown > 5);
        }
    }

    /// A hand a few pixels from the border of a close-up slid the view along, though it stayed in.
    void aSelectionThatStaysInACloseUpMovesNoCamera()
    {
        open(test::biped());
        desk_->select({"LeftHand"});
        const ViewSize size = desk_->view().viewSize();
        const auto places = [&] {
            std::vector<Vec3> all;
            for (int frame = 0; frame <= 24; ++frame) {
                const WorldTransform hand =
                    evaluate(desk_->doc(), frame).world[desk_->doc().scene->find("LeftHand")];
                all.push_back(hand.position);
                all.push_back(
                    hand *
                    Vec3((*desk_->doc().scene)[desk_->doc().scene->find("LeftHand")].bone()->tip));
            }
            return all;
        }();
        Camera near = desk_->view().camera();
        near.distance *= 0.4;
        near.yaw = near.pitch = 0;
        near.orthographic = true;  // so that pixels are the same length at each depth
        near.pivot = places.front();
        desk_->view().setCamera(near);
        double right = 0;
        for (const Vec3& place : places)
            right = std::max(right, project(near, size, place)->pixel.x());
        // All of its way is in view, 6 px from the right border at the outermost.
        near.pivot.x() -= (size.width - 6 - right) * unitsPerPixel(near, size, near.distance);
        desk_->view().setCamera(near);
        QVERIFY2(!isWhole(0), "a close-up");
        int shown = 0;
        QCOMPARE(movedWhilePlaying(shown), 0);
        QVERIFY(shown > 5);
        // Nor does one that leaves a close-up for some frames.
        near.pivot.x() -= 60 * unitsPerPixel(near, size, near.distance);
        desk_->view().setCamera(near);
        QCOMPARE(movedWhilePlaying(shown), 0);
    }

    /// Who looks at a part of a figure sees what happens there.
    void aCloseUpStaysWhereItIs()
    {
        open(onTheSpot());
        desk_->session.playhead().setFrame(0);
        QTest::qWait(50);
        Camera near = desk_->view().camera();
        near.pivot = desk_->world(desk_->node("Hips"));
        near.distance *= 0.05;
        desk_->view().setCamera(near);
        int shown = 0;
        QCOMPARE(movedWhilePlaying(shown), 0);
        QVERIFY(shown > 5);
        ViewState always = desk_->view().settings().now();
        always.follow = Follow::Always;
        desk_->view().settings().set(always);
        QVERIFY2(movedWhilePlaying(shown) > 0, "unless it is asked to follow");
        desk_->view().settings().set({});
        open(walkingOff());
        desk_->session.playhead().setFrame(0);
        near = desk_->view().camera();
        near.pivot = desk_->world(desk_->node("Hips"));
        near.distance *= 0.2;
        desk_->view().setCamera(near);
        QVERIFY2(movedWhilePlaying(shown) > 0, "or the figure walks away");
    }
};

POSEWRIGHT_TEST(TestStillCamera, posewright::test::runOnScreen);
#include "tst_still_camera.moc"
