#include "tests/support/biped.h"
#include "tests/support/program.h"
#include "tests/ui/run.h"
#include "tests/ui/viewport/view_hand.h"

#include <QtTest>

using namespace posewright;
using namespace posewright::ui;

namespace {

/// A hand with the tool that draws, on a scene seen from the front.
struct Pen : test::ViewHand {
    explicit Pen(const Document& doc) : ViewHand(doc)
    {
        Camera camera = view->camera();
        camera.pivot = Vec3(0, 0.6, 0);
        camera.yaw = 0;
        camera.pitch = 0;
        camera.distance = 4;
        view->setCamera(camera);
        take(Tool::Draw);
    }
    void click(const Vec3& at)
    {
        const QPointF p = seen(at);
        interaction->move(p);
        press(p);
        release(p);
    }
    const Document& doc() const { return session.document(); }
    int bones() const { return doc().scene->size(); }
    const Node& named(const char* name) const
    {
        const NodeIndex row = doc().scene->find(std::string_view(name));
        if (row == kNoNode) qFatal("no %s", name);
        return (*doc().scene)[row];
    }
    std::string parentOf(const char* name) const
    {
        const NodeIndex parent = named(name).parent;
        return parent == kNoNode ? "" : (*doc().scene)[parent].name;
    }
    Vec3 tipOf(const char* name) const
    {
        const WorldTransform& at = world(named(name).id);
        return at * named(name).bone()->tip;
    }
};

}  // namespace

/// Bones drawn by clicks.
class TestDrawBones : public QObject {
    Q_OBJECT

private slots:
    void aChainTakesOneClickMoreThanItHasBones()
    {
        Pen pen(emptyDocument());
        constexpr int kBones = 6;
        for (int i = 0; i <= kBones; ++i) pen.click(Vec3(0.3 + 0.1 * (i % 2), 0.2 * i, 0));
        QCOMPARE(pen.bones(), kBones);
        QCOMPARE(pen.session.history().count(), kBones);
        for (int i = 1; i < kBones; ++i) QCOMPARE((*pen.doc().scene)[i].parent, i - 1);
        // In the plane that faces the eye, where the clicks were seen.
        for (int i = 0; i < kBones; ++i)
            QVERIFY((pen.place((*pen.doc().scene)[i].id) - Vec3(0.3 + 0.1 * (i % 2), 0.2 * i, 0))
                        .norm() < 0.01);
        pen.session.undo();
        QCOMPARE(pen.bones(), kBones - 1);
    }

    void whatLiesNearTheMiddleLiesOnIt()
    {
        Pen pen(emptyDocument());
        pen.click(Vec3(0.01, 0.2, 0));
        pen.click(Vec3(-0.01, 0.6, 0));
        QCOMPARE(pen.place(pen.named("bone").id).x(), 0.0);
        QVERIFY(std::abs(pen.tipOf("bone").x()) < 1e-12);
    }

    void escEndsAChainAndAJointBranches()
    {
        Pen pen(emptyDocument());
        pen.click(Vec3(0, 0.2, 0));
        pen.click(Vec3(0, 0.6, 0));
        pen.click(Vec3(0, 0.9, 0));
        QVERIFY(pen.interaction->key(Qt::Key_Escape));
        pen.click(Vec3(0, 0.601, 0));  // on the joint
        pen.click(Vec3(0.4, 0.6, 0));
        QCOMPARE(pen.bones(), 3);
        QCOMPARE(pen.parentOf("bone3"), std::string("bone"));
        QVERIFY((pen.place(pen.named("bone3").id) - pen.tipOf("bone")).norm() < 1e-9);
        QVERIFY(pen.interaction->key(Qt::Key_Return));
        QVERIFY(!pen.interaction->overlay().bone);
    }

    void escWithoutAChainPutsTheToolDown()
    {
        Pen pen(emptyDocument());
        pen.click(Vec3(0, 0.2, 0));
        pen.click(Vec3(0, 0.6, 0));
        QVERIFY(pen.interaction->key(Qt::Key_Escape));
        QCOMPARE(pen.view->settings().now().tool, Tool::Draw);
        QString said;
        QObject::connect(pen.interaction.get(), &Interaction::hint, pen.interaction.get(),
                         [&](const QString& text) { said = text; });
        QVERIFY(pen.interaction->key(Qt::Key_Escape));
        QVERIFY2(said.startsWith("F2 renames"), qPrintable(said));
        QCOMPARE(pen.view->settings().now().tool, Tool::Select);
        QVERIFY(!pen.interaction->wantsKey(Qt::Key_Escape));
    }

    void mirroredBonesComeInPairsNamedByTheirSides()
    {
        Pen pen(emptyDocument());
        QVERIFY(pen.interaction->key(Qt::Key_X));
        pen.click(Vec3(0, 0.5, 0));
        pen.click(Vec3(0, 0.9, 0));  // on the middle: one
        QCOMPARE(pen.bones(), 1);
        pen.click(Vec3(0.3, 0.9, 0));
        pen.click(Vec3(0.6, 0.8, 0));
        QCOMPARE(pen.bones(), 5);
        QCOMPARE(pen.session.history().count(), 3);
        // No number is there twice: what hangs on "bone" is not called "bone.L".
        QCOMPARE(pen.parentOf("bone2.L"), std::string("bone"));
        QCOMPARE(pen.parentOf("bone3.L"), std::string("bone2.L"));
        QCOMPARE(pen.parentOf("bone3.R"), std::string("bone2.R"));
        Vec3 left = pen.tipOf("bone3.L");
        left.x() = -left.x();
        QVERIFY((left - pen.tipOf("bone3.R")).norm() < 1e-9);
        pen.session.undo();
        QCOMPARE(pen.bones(), 3);
    }

    void onAPosedFigureTheBoneIsWhereItIsSeen()
    {
        Pen pen(
            test::edited(test::biped(), {{{"edit", "setJointKey"},
                                          {"joint", "LeftArm"},
                                          {"frame", 0},
                                          {"rotation", {0.0, 0.0, -0.5, 0.8660254037844386}}}}));
        const Vec3 tip = pen.tipOf("LeftHand");
        pen.click(tip);
        pen.click(tip + Vec3(0.1, -0.2, 0));
        QCOMPARE(pen.parentOf("bone"), std::string("LeftHand"));
        QVERIFY((pen.place(pen.named("bone").id) - tip).norm() < 1e-6);
        QVERIFY((pen.tipOf("bone") - tip - Vec3(0.1, -0.2, 0)).norm() < 0.01);
    }

    void aChainWhoseBoneIsTakenBackBeginsAnew()
    {
        Pen pen(emptyDocument());
        pen.click(Vec3(0, 0.2, 0));
        pen.click(Vec3(0, 0.6, 0));
        pen.session.undo();
        QVERIFY(!pen.interaction->overlay().bone);
        pen.click(Vec3(0.3, 0.3, 0));
        QCOMPARE(pen.bones(), 0);
        pen.click(Vec3(0.3, 0.7, 0));
        QCOMPARE(pen.bones(), 1);
        QVERIFY(std::abs(pen.place(pen.named("bone").id).x() - 0.3) < 0.01);
    }

    void withAnotherToolTheChainIsOver()
    {
        Pen pen(emptyDocument());
        pen.click(Vec3(0, 0.2, 0));
        pen.take(Tool::Select);
        pen.take(Tool::Draw);
        pen.click(Vec3(0, 0.6, 0));
        QCOMPARE(pen.bones(), 0);
    }

    void whatIsToComeIsShown()
    {
        Pen pen(emptyDocument());
        pen.click(Vec3(0, 0.2, 0));
        pen.interaction->move(pen.seen(Vec3(0, 0.7, 0)));
        const OverlayTool tool = pen.interaction->overlay();
        QVERIFY(tool.bone);
        QVERIFY((tool.bone->second - Vec3(0, 0.7, 0)).norm() < 0.01);
        QCOMPARE(tool.readout.size(), 1);
        QCOMPARE(pen.bones(), 0);
    }
};

POSEWRIGHT_TEST(TestDrawBones, posewright::test::runWithWidgets);
#include "tst_draw_bones.moc"
