#include "app/cli/frame_list.h"
#include "app/cli/goal.h"
#include "app/cli/json_writer.h"
#include "app/cli/text.h"
#include "tests/support/program.h"

#include <QTest>
#include <nlohmann/json.hpp>

#include <limits>

using namespace posewright;
using namespace posewright::cli;

using Frames = QList<double>;

/// The words that a command line is made of.
class TstWords : public QObject {
    Q_OBJECT

private slots:
    void framesAreReadAsWritten_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<Frames>("frames");
        QTest::newRow("one") << "12" << Frames{12};
        QTest::newRow("list") << "0,12,24" << Frames{0, 12, 24};
        QTest::newRow("both ends in") << "0:3" << Frames{0, 1, 2, 3};
        QTest::newRow("step") << "0:240:80" << Frames{0, 80, 160, 240};
        QTest::newRow("step past the end") << "0:5:2" << Frames{0, 2, 4};
        QTest::newRow("mix") << "0:2,20" << Frames{0, 1, 2, 20};
        QTest::newRow("fraction") << "0.5" << Frames{0.5};
        QTest::newRow("fractions") << "0:1:0.25" << Frames{0, 0.25, 0.5, 0.75, 1};
        QTest::newRow("rounded step reaches the end") << "0:0.3:0.1" << Frames{0, 0.1, 0.2, 0.3};
        QTest::newRow("negative") << "-2:0" << Frames{-2, -1, 0};
        QTest::newRow("order is kept") << "5,1" << Frames{5, 1};
        QTest::newRow("one frame twice") << "3:3" << Frames{3};
    }
    void framesAreReadAsWritten()
    {
        QFETCH(QString, text);
        QFETCH(Frames, frames);
        const Result<std::vector<double>> read = parseFrames(text.toStdString());
        QVERIFY(read);
        QCOMPARE(qsizetype(read->size()), frames.size());
        for (qsizetype i = 0; i < frames.size(); ++i)
            QVERIFY(std::abs((*read)[i] - frames[i]) < 1e-12);
    }

    void badFramesAreRefused_data()
    {
        QTest::addColumn<QString>("text");
        for (const char* text :
             {"", ",", "0,", "a", "0:", ":5", "5:0", "0:5:0", "0:5:-1", "1:2:3:4", "0;5", "1,5 ",
              "nan", "inf", "0:1e9", "0:1:1e-9", "1e999", "0x10"})
            QTest::newRow(text) << text;
    }
    void badFramesAreRefused()
    {
        QFETCH(QString, text);
        const Result<std::vector<double>> read = parseFrames(text.toStdString());
        QVERIFY(!read);
        QVERIFY(!read.error().message.empty());
    }

    void rangesAreReadAsWritten()
    {
        QCOMPARE(parseFrameRange("0:240")->max, 240.0);
        QCOMPARE(parseFrameRange("7")->min, 7.0);
        QCOMPARE(parseFrameRange("7")->max, 7.0);
        for (const char* text : {"", "5:1", "a:b", "1:2:3", "0:1e300"})
            QVERIFY2(!parseFrameRange(text), text);
    }

    void aGoalIsReadAsWritten()
    {
        const Result<GoalText> goal = parseGoal("LeftHand=0.4,1.2,-3e-1@0,0,0,1*2.5^LeftArm");
        QVERIFY(goal);
        QCOMPARE(goal->effector, std::string("LeftHand"));
        QCOMPARE(goal->position, Vec3(0.4, 1.2, -0.3));
        QVERIFY(goal->orientation);
        QCOMPARE(goal->orientation->w(), 1.0);
        QCOMPARE(goal->weight, 2.5);
        QCOMPARE(goal->root, std::string("LeftArm"));
    }

    void whatAGoalLeavesOutHasItsDefault()
    {
        const Result<GoalText> goal = parseGoal("Hand=1,2,3");
        QVERIFY(goal);
        QVERIFY(!goal->orientation);
        QCOMPARE(goal->weight, 1.0);
        QVERIFY(goal->root.empty());
        QCOMPARE(parseGoal("Hand=1,2,3^Arm")->root, std::string("Arm"));
        QCOMPARE(parseGoal("Hand=1,2,3*4")->weight, 4.0);
    }

    void namesMayHoldTheSignsOfAGoal()
    {
        QCOMPARE(parseGoal("mixamorig:Hand=1,2,3")->effector, std::string("mixamorig:Hand"));
        QCOMPARE(parseGoal("a=b=1,2,3")->effector, std::string("a=b"));
        QCOMPARE(parseGoal("left hand=1,2,3^a^b")->root, std::string("a^b"));
    }

    void badGoalsAreRefused_data()
    {
        QTest::addColumn<QString>("text");
        for (const char* text :
             {"", "Hand", "=1,2,3", "Hand=", "Hand=1,2", "Hand=1,2,3,4", "Hand=1,2,x",
              "Hand=1,2,3@0,0,1", "Hand=1,2,3@0,0,0,2", "Hand=1,2,3*0", "Hand=1,2,3*-1",
              "Hand=1,2,3^", "Hand=nan,0,0", "Hand=1 ,2,3"})
            QTest::newRow(text) << text;
    }
    void badGoalsAreRefused()
    {
        QFETCH(QString, text);
        const Result<GoalText> goal = parseGoal(text.toStdString());
        QVERIFY(!goal);
        QVERIFY(!goal.error().advice.empty());
    }

    void aPoleIsReadAsWritten()
    {
        const Result<PoleText> pole = parsePole("LeftForeArm=0,1,-2");
        QVERIFY(pole);
        QCOMPARE(pole->joint, std::string("LeftForeArm"));
        QCOMPARE(pole->position, Vec3(0, 1, -2));
        for (const char* text : {"", "a", "a=1,2", "=1,2,3"}) QVERIFY2(!parsePole(text), text);
    }

    void jsonHasItsMembersInOrderAndShortestNumbers()
    {
        JsonWriter out;
        out.object().member("b", 0.1).member("a", 24.0).key("list").array();
        out.value(true).value("x\n\"y\"").null().end();
        out.member("v", Vec3(1, -2.5, 1e-7)).member("q", Quat(1, 0, 0, 0)).end();
        const std::string expected = "{\"b\":0.1,\"a\":24,\"list\":[true,\"x\\n\\\"y\\\"\",null],"
                                     "\"v\":[1,-2.5,1e-07],\"q\":[0,0,0,1]}";
        QCOMPARE(out.text(), expected);
        QVERIFY(nlohmann::json::accept(out.text()));
    }

    void jsonNeverHoldsWhatJsonCannot()
    {
        JsonWriter out;
        out.array()
            .value(std::numeric_limits<double>::quiet_NaN())
            .value(std::numeric_limits<double>::infinity())
            .value("\xff\xfe latin");
        out.array().end().object().end().end();
        QVERIFY(nlohmann::json::accept(out.text()));
    }

    void everyNumberReadsBackToTheSameDouble()
    {
        for (const double v : {0.1, 1.0 / 3, 5e-324, 1.7976931348623157e308, -0.0, 123456789.125}) {
            JsonWriter out;
            out.array().value(v).end();
            QCOMPARE(nlohmann::json::parse(out.text())[0].get<double>(), v);
        }
    }

    void tablesAlign()
    {
        QCOMPARE(table({{"ä", "1.5"}, {"bcd", "10"}}), std::string("ä    1.5\nbcd   10\n"));
        QCOMPARE(table({}), std::string());
    }
};

POSEWRIGHT_TEST(TstWords, posewright::test::runWithEvents);
#include "tst_words.moc"
