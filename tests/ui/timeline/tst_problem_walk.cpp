#include "tests/support/program.h"
#include "tests/ui/run.h"
#include "ui/session/time_words.h"
#include "ui/timeline/problem_walk.h"

#include <QLocale>
#include <QtTest>

using namespace posewright;
using namespace posewright::ui;

/// N and Shift+N go from one stretch of missed frames to the next.
class TestProblemWalk : public QObject {
    Q_OBJECT

    std::unordered_map<int, ik::Status> strip_;

private slots:
    void initTestCase()
    {
        // Stretches: 3 to 5, 9, 12 to 14; nobody has looked at 18 yet.
        for (int f = 0; f <= 20; ++f) strip_[f] = ik::Status::Reached;
        for (const int f : {3, 4, 5, 9, 12, 13, 14}) strip_[f] = ik::Status::Unreachable;
        strip_[7] = ik::Status::Softened;
        strip_.erase(18);
    }

    void stretchesAreWalked_data()
    {
        QTest::addColumn<int>("from");
        QTest::addColumn<int>("next");
        QTest::addColumn<int>("before");
        QTest::newRow("at first") << 0 << 3 << 12;
        QTest::newRow("where one begins") << 3 << 9 << 12;
        QTest::newRow("inside one") << 4 << 9 << 3;
        QTest::newRow("where one ends") << 5 << 9 << 3;
        QTest::newRow("between") << 7 << 9 << 3;
        QTest::newRow("one frame") << 9 << 12 << 3;
        QTest::newRow("in the last one") << 13 << 3 << 12;
        QTest::newRow("behind all") << 20 << 3 << 12;
        QTest::newRow("beyond the range") << 99 << 3 << 12;
    }
    void stretchesAreWalked()
    {
        QFETCH(int, from);
        QFETCH(int, next);
        QFETCH(int, before);
        QCOMPARE(nextProblem(strip_, 0, 20, from, 1).value_or(-1), next);
        QCOMPARE(nextProblem(strip_, 0, 20, from, -1).value_or(-1), before);
    }

    void faultsMakeStretchesOfTheirOwn()
    {
        const auto faulty = [](int frame) { return frame == 6 || frame == 16; };
        QCOMPARE(nextProblem(strip_, 0, 20, 4, 1, faulty).value_or(-1), 9);  // 6 goes on from 5
        QCOMPARE(nextProblem(strip_, 0, 20, 14, 1, faulty).value_or(-1), 16);
        QCOMPARE(nextProblem(strip_, 0, 20, 0, -1, faulty).value_or(-1), 16);
    }

    void theRangeCutsStretches()
    {
        QCOMPARE(nextProblem(strip_, 4, 8, 7, 1).value_or(-1), 4);
        QVERIFY(!nextProblem(strip_, 15, 20, 16, 1));
        QVERIFY(!nextProblem({}, 0, 20, 3, -1));
        QCOMPARE(nextProblem(strip_, 9, 9, 9, 1).value_or(-1), 9);
    }

    void momentsAreSaidAsPeopleDo()
    {
        QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedKingdom));
        const QDateTime now(QDate(2026, 11, 21), QTime(16, 30));
        const auto words = [&](const QDateTime& moment) { return timeWords(moment.toUTC(), now); };
        QCOMPARE(words({QDate(2026, 11, 21), QTime(14, 5)}), QString("today at 14:05"));
        QCOMPARE(words({QDate(2026, 11, 20), QTime(9, 30)}), QString("yesterday at 09:30"));
        QVERIFY(words({QDate(2026, 11, 2), QTime(9, 30)}).contains("2 November 2026"));
        QVERIFY(timeWords({}, now).isEmpty());
    }
};

POSEWRIGHT_TEST(TestProblemWalk, posewright::test::runWithWidgets);
#include "tst_problem_walk.moc"
