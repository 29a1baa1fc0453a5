#include "tests/support/program.h"
#include "tests/ui/desk/example_action.h"
#include "tests/ui/desk/window_test.h"
#include "ui/actions/samples.h"

using namespace posewright;
using namespace posewright::ui;

/// An action is a row: one that the program does not have says why not, and is done.
class TestOneMoreAction : public test::WindowTest {
    Q_OBJECT

    ActionRow row_ = test::exampleAction();

private slots:
    void initTestCase() { test::startAsNew(); }
    void init() { openFresh(); }
    void cleanup() { close(); }

    void itSaysWhyNotAndIsDone()
    {
        Desk& desk = *window_;
        QVERIFY(row_.obstacle(desk));
        session_->startNew(*loadSample("figure"), "Figure");
        const Scene& scene = *doc().scene;
        const NodeIndex child = scene.find("LeftForeArm");
        QVERIFY(child != kNoNode);
        session_->selection().setNodes({scene[child].id});
        QVERIFY(!row_.obstacle(desk));
        row_.run(desk);
        QCOMPARE(session_->selection().active(), scene[scene[child].parent].id);
        while (!row_.obstacle(desk)) row_.run(desk);
        QCOMPARE(session_->selection().active(), scene[scene.find("Hips")].id);
    }
};

POSEWRIGHT_TEST(TestOneMoreAction, posewright::test::runWithoutScreen);
#include "tst_one_more_action.moc"
