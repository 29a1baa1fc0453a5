#include "tests/support/biped.h"
#include "tests/support/program.h"
#include "tests/ui/run.h"
#include "tests/ui/viewport/view_hand.h"

#include <QtTest>

using namespace posewright;
using namespace posewright::ui;

namespace {

/// A figure whose left hand has two fingers of 9 cm, 2 cm apart, along X. Seen from the front such
/// a finger is taken for 1.8 cm wide.
Document withTwoFingers()
{
    nlohmann::json edits = nlohmann::json::array();
    for (const auto& [finger, up] : {std::pair("Index", 1.43), {"Middle", 1.41}})
        for (int i = 0; i < 3; ++i) {
            const std::string name = "LeftHand" + std::string(finger);
            const double x = 0.8 + 0.03 * i;
            edits.push_back({{"edit", "addBone"},
                             {"name", name + std::to_string(i + 1)},
                             {"parent", i ? name + std::to_string(i) : "LeftHand"},
                             {"head", {x, up, 0}},
                             {"tail", {x + 0.03, up, 0}}});
        }
    return test::edited(test::biped(false), edits);
}

/// Looks at the fingers from the front; a finger is so many pixels wide.
struct FingerDesk : test::ViewHand {
    explicit FingerDesk(double pixels) : ViewHand(withTwoFingers())
    {
        Camera camera;
        camera.pivot = Vec3(0.83, 1.42, 0);
        // 600 px show 2 d tan(fov / 2) of the world.
        camera.distance = 600 * (0.018 / pixels) / (2 * std::tan(camera.verticalFov / 2));
        view->setCamera(camera);
    }
    NodeId node(const char* name) const
    {
        const Scene& scene = *session.document().scene;
        return scene[scene.find(name)].id;
    }
    QString clicked(const char* name)
    {
        const QPointF at = seen(place(node(name)) + Vec3(0.015, 0, 0));
        press(at);
        release(at);
        const NodeId active = session.selection().active();
        const Scene& scene = *session.document().scene;
        return active == NodeId::None ? QString()
                                      : QString::fromStdString(scene[scene.find(active)].name);
    }
};

}  // namespace

/// Who clicks a hand from afar gets the hand, and who works on fingers gets fingers.
class TestSmallFingers : public QObject {
    Q_OBJECT

private slots:
    void fromAfarTheHandIsMeant()
    {
        for (const double pixels : {3.0, 7.0, 11.5}) {
            FingerDesk desk(pixels);
            QCOMPARE(desk.clicked("LeftHandIndex2"), QString("LeftHand"));
            QCOMPARE(desk.clicked("LeftHandMiddle3"), QString("LeftHand"));
        }
    }
    void fromNearTheFingerIsMeant()
    {
        for (const double pixels : {12.5, 30.0, 90.0}) {
            FingerDesk desk(pixels);
            QCOMPARE(desk.clicked("LeftHandIndex2"), QString("LeftHandIndex2"));
            QCOMPARE(desk.clicked("LeftHandMiddle3"), QString("LeftHandMiddle3"));
        }
    }
    void aSecondClickTakesTheFingerAndFromThereTheOthers()
    {
        FingerDesk desk(11);
        QCOMPARE(desk.clicked("LeftHandIndex2"), QString("LeftHand"));
        QCOMPARE(desk.clicked("LeftHandIndex2"), QString("LeftHandIndex2"));
        QCOMPARE(desk.clicked("LeftHandMiddle2"), QString("LeftHandMiddle2"));
        // Round all that lies there, and back to the hand.
        QStringList round;
        for (int i = 0; i < 12 && !round.contains("LeftHand"); ++i)
            round << desk.clicked("LeftHandMiddle2");
        QVERIFY2(round.contains("LeftHand"), qPrintable(round.join(' ')));
        QCOMPARE(desk.clicked("LeftForeArm"), QString("LeftForeArm"));
        QCOMPARE(desk.clicked("LeftHandMiddle2"), QString("LeftHand"));
    }
    void whatIsLitIsWhatAClickTakes()
    {
        for (const double pixels : {7.0, 30.0}) {
            FingerDesk desk(pixels);
            const QPointF at =
                desk.seen(desk.place(desk.node("LeftHandIndex2")) + Vec3(0.015, 0, 0));
            desk.interaction->move(at);
            const NodeId lit = desk.session.selection().hovered();
            desk.press(at);
            desk.release(at);
            QVERIFY(lit == desk.session.selection().active());
        }
    }
};

POSEWRIGHT_TEST(TestSmallFingers, posewright::test::runWithWidgets);
#include "tst_small_fingers.moc"
