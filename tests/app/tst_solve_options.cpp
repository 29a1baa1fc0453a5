#include "tests/app/cli_test.h"
#include "tests/support/program.h"

#include <nlohmann/json.hpp>

#include <cmath>
#include <fstream>

using namespace posewright;
using nlohmann::json;
using test::call;
using test::Outcome;

namespace {

/// The planar arm that presses the doorbell: bones of 50, 45 and 3 at 1.2, 0.7 and 0 rad.
const char* const kPlanarArm =
    "HIERARCHY\n"
    "ROOT A\n{\n OFFSET 0 0 0\n CHANNELS 3 Zrotation Xrotation Yrotation\n"
    " JOINT B\n {\n  OFFSET 50 0 0\n  CHANNELS 3 Zrotation Xrotation Yrotation\n"
    "  JOINT C\n  {\n   OFFSET 45 0 0\n   CHANNELS 3 Zrotation Xrotation Yrotation\n"
    "   JOINT D\n   {\n    OFFSET 3 0 0\n    CHANNELS 3 Zrotation Xrotation Yrotation\n"
    "    End Site\n    {\n     OFFSET 1 0 0\n    }\n   }\n  }\n }\n}\n"
    "MOTION\nFrames: 1\nFrame Time: 0.04\n"
    "68.75493541569878 0 0 40.107045659157625 0 0 0 0 0 0 0 0\n";

}  // namespace

/// How `posewright solve` is told to go about it.
class TestSolveOptions : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    std::string arm_;

    json answer(std::vector<std::string> more, int exit) const
    {
        std::vector<std::string> words{"solve", arm_, "--goal", "D=30,-40,0", "--json", "--trace"};
        words.insert(words.end(), more.begin(), more.end());
        const Outcome outcome = call(words);
        if (outcome.exit != exit) qFatal("%s%s", outcome.out.c_str(), outcome.err.c_str());
        return json::parse(outcome.out);
    }

private slots:
    void initTestCase()
    {
        arm_ = (folder_.path() + "/arm.bvh").toStdString();
        std::ofstream(arm_) << kPlanarArm;
    }

    void theDoorbellIsPressedInFortyOneEulerSteps()
    {
        const json j = answer({"--solver", "pseudo-inverse", "--step", "0.1", "--tolerance",
                               "0.020408163265306124", "--iterations", "100"},
                              0);
        QCOMPARE(j["iterations"].get<int>(), 41);
        QCOMPARE(int(j["trace"].size()), 41);
        QVERIFY(j["goals"][0]["positionError"].get<double>() <= 2);
        // Each step goes a tenth of the way.
        for (std::size_t i = 1; i < j["trace"].size(); ++i) {
            const double share =
                j["trace"][i]["error"].get<double>() / j["trace"][i - 1]["error"].get<double>();
            QVERIFY2(std::abs(share - 0.9) < 0.02, QByteArray::number(share));
        }
    }

    void iterationsAndToleranceAreKept()
    {
        const json few = answer({"--solver", "ccd", "--iterations", "3", "--tolerance", "1e-9"}, 1);
        QCOMPARE(few["iterations"].get<int>(), 3);
        QCOMPARE(few["status"].get<std::string>(), std::string("iterationLimit"));
        const json rough = answer({"--solver", "jacobian-transpose", "--tolerance", "0.1"}, 0);
        const json fine = answer({"--solver", "jacobian-transpose", "--tolerance", "1e-4"}, 0);
        QVERIFY(rough["goals"][0]["positionError"].get<double>() <= 9.8);
        QVERIFY(fine["goals"][0]["positionError"].get<double>() <= 98e-4);
        QVERIFY(rough["iterations"].get<int>() < fine["iterations"].get<int>());
    }

    void selectiveDampingIsAnotherWay()
    {
        const json plain = answer({"--solver", "svd-dls"}, 0);
        const json selective = answer({"--solver", "svd-dls", "--selective"}, 0);
        QVERIFY(plain["trace"] != selective["trace"]);
    }

    void whoAnsweredIsNamed()
    {
        QVERIFY(!answer({"--solver", "gauss-newton"}, 0).contains("answeredBy"));
        QCOMPARE(answer({"--solver", "lm"}, 0)["answeredBy"].get<std::string>(),
                 std::string("gauss-newton"));
        const Outcome text = call({"solve", arm_, "--goal", "D=30,-40,0", "--solver", "lm"});
        QVERIFY2(text.out.starts_with("lm (finished by gauss-newton): reached"), text.out.c_str());
    }

    void whatIsNoNumberIsRefused_data()
    {
        QTest::addColumn<QString>("option");
        QTest::addColumn<QString>("value");
        for (const char* option : {"--iterations", "--tolerance", "--step"})
            for (const char* value : {"0", "-1", "x", "nan", "1,5"})
                QTest::addRow("%s %s", option, value) << option << value;
        QTest::newRow("half an iteration") << "--iterations"
                                           << "1.5";
        QTest::newRow("more than a step") << "--step"
                                          << "1.01";
    }
    void whatIsNoNumberIsRefused()
    {
        QFETCH(QString, option);
        QFETCH(QString, value);
        const Outcome outcome = call({"solve", arm_, "--goal", "D=30,-40,0",
                                      option.toStdString() + '=' + value.toStdString()});
        QCOMPARE(outcome.exit, 2);
        QVERIFY2(outcome.err.find(option.toStdString()) != std::string::npos, outcome.err.c_str());
    }
};

POSEWRIGHT_TEST(TestSolveOptions, posewright::test::runPlain);
#include "tst_solve_options.moc"
