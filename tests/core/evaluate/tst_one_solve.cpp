#include "core/evaluate/one_solve.h"
#include "tests/support/biped.h"
#include "tests/support/program.h"

#include <QTest>

using namespace posewright;
using nlohmann::json;
using test::edited;

namespace {

/// A lift: a bone that slides up and down between two fixed ones, keyed at half a metre.
Document lift()
{
    return edited(
        emptyDocument(),
        {{{"edit", "addBone"}, {"name", "Foot"}, {"head", {0, 0, 0}}, {"tail", {0, 1, 0}}},
         {{"edit", "addBone"},
          {"name", "Slide"},
          {"parent", "Foot"},
          {"head", {0, 1, 0}},
          {"tail", {0, 2, 0}}},
         {{"edit", "addBone"},
          {"name", "Tip"},
          {"parent", "Slide"},
          {"head", {0, 2, 0}},
          {"tail", {0, 2.1, 0}}},
         {{"edit", "setLimit"}, {"joint", "Foot"}, {"kind", "fixed"}},
         {{"edit", "setLimit"},
          {"joint", "Slide"},
          {"kind", "prismatic"},
          {"axis", {0, 1, 0}},
          {"min", -0.2},
          {"max", 0.8}},
         {{"edit", "setRange"}, {"start", 0}, {"end", 10}},
         {{"edit", "setJointKey"},
          {"joint", "Slide"},
          {"frame", 0},
          {"translation", {0, 1.5, 0}}}});
}

}  // namespace

/// A solve that stands in no document.
class TestOneSolve : public QObject {
    Q_OBJECT

private slots:
    void slidesEndWhereTheyWereSolvedTo_data()
    {
        QTest::addColumn<double>("height");
        QTest::addColumn<double>("ends");
        QTest::newRow("down") << 2.2 << 2.2;
        QTest::newRow("up") << 2.7 << 2.7;
        QTest::newRow("as far as the slide goes") << 4.0 << 2.8;
        QTest::newRow("and no lower") << 1.0 << 1.8;
    }
    void slidesEndWhereTheyWereSolvedTo()
    {
        QFETCH(double, height);
        QFETCH(double, ends);
        const Document doc = lift();
        const Evaluation pose = evaluate(doc, 0);
        NodeGoal goal;
        goal.effector = doc.scene->find("Tip");
        goal.root = doc.scene->find("Foot");
        QVERIFY(std::abs(pose.world[goal.effector].position.y() - 2.5) < 1e-12);
        goal.position = Vec3(0, height, 0);
        const Result<OneSolve> one = makeOneSolve(*doc.scene, pose, std::vector{goal});
        QVERIFY(bool(one));
        for (const char* id : {"lm", "dls", "ccd", "bfgs"}) {
            const ik::Solution solution = ik::solve(*ik::findSolver(id), one->problem());
            const auto world = posed(*doc.scene, pose, *one, solution);
            const double at = world[goal.effector].position.y();
            QVERIFY2(std::abs(at - ends) < 2e-5, QByteArray(id) + ' ' + QByteArray::number(at));
            QVERIFY(std::abs(std::abs(height - at) - solution.report.goals[0].positionError) <
                    1e-9);
        }
    }
};

POSEWRIGHT_TEST(TestOneSolve, posewright::test::runPlain);
#include "tst_one_solve.moc"
