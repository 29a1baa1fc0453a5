#include "core/base/closest.h"
#include "tests/support/program.h"

#include <QTest>

using namespace posewright;

class TestClosest : public QObject {
    Q_OBJECT

private slots:
    void slipsOfTheFingersAreUnderstood()
    {
        const std::vector<std::string_view> names{"LeftHand", "LeftFoot", "Hips"};
        QCOMPARE(closest("lefthand", names), std::string_view("LeftHand"));
        QCOMPARE(closest("LeftFot", names), std::string_view("LeftFoot"));
        QCOMPARE(closest("Elephant", names), std::string_view());
        QCOMPARE(closest("x", {"y"}), std::string_view());
        QCOMPARE(didYouMean("lefthand", names), std::string("did you mean \"LeftHand\"?"));
        QCOMPARE(didYouMean("Elephant", names), std::string());
    }
};

POSEWRIGHT_TEST(TestClosest, posewright::test::runPlain);
#include "tst_closest.moc"
