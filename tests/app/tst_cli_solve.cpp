#include "core/ik/solver.h"
#include "tests/app/cli_test.h"
#include "tests/support/made_captures.h"
#include "tests/support/program.h"

#include <QFileInfo>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

using namespace posewright;
using nlohmann::json;
using test::call;
using test::Outcome;

/// Solving from the command line.
class TestCliSolve : public test::CliTest {
    Q_OBJECT

private slots:
    void initTestCase() { start(); }

    void solveReaches_data()
    {
        QTest::addColumn<QString>("solver");
        for (const ik::Solver& s : ik::solvers())
            if (s.abilities.bones == 0)
                QTest::newRow(std::string(s.id).c_str()) << QString::fromUtf8(s.id.data());
    }

    void solveReaches()
    {
        QFETCH(QString, solver);
        const Outcome outcome = call({"solve", arm(), "--goal", "Hand=0.5,0.7,0.9", "--solver",
                                      solver.toStdString(), "--json", "--trace"});
        QVERIFY2(outcome.exit == 0, outcome.out.c_str());
        const json j = json::parse(outcome.out);
        QCOMPARE(j["solver"].get<std::string>(), solver.toStdString());
        QCOMPARE(j["status"].get<std::string>(), std::string("reached"));
        QVERIFY(j["iterations"].is_number_integer());
        QVERIFY(j["microseconds"].get<double>() >= 0);
        QCOMPARE(j["goals"][0]["effector"].get<std::string>(), std::string("Hand"));
        QVERIFY(j["goals"][0]["positionError"].get<double>() <= 2e-6);
        QVERIFY(j["goals"][0]["orientationError"].is_number());
        QCOMPARE(j["goals"][0]["status"].get<std::string>(), std::string("reached"));
        QVERIFY(j["limitViolation"].is_number());
        QVERIFY(j["activeLimits"].is_array());
        QVERIFY(j["joints"] == json({"Shoulder", "Elbow", "Hand"}));
        QVERIFY(std::abs(j["positions"][2][2].get<double>() - 0.9) <= 2e-6);
        QCOMPARE(int(j["rotations"].size()), 3);
        QVERIFY(j["trace"].is_array());
        QVERIFY(!j["trace"].empty());
        QVERIFY(j["trace"][0]["iteration"].is_number_integer());
        QVERIFY(j["trace"][0]["error"].is_number());
    }

    void aRopeSaysHowFarItsBonesWereStretched()
    {
        const auto answer = [&](const char* solver, const char* iterations) {
            return json::parse(call({"solve", arm(), "--goal", "Hand=0.5,0.7,0.9", "--solver",
                                     solver, "--iterations", iterations, "--json"})
                                   .out);
        };
        const json early = answer("ftl", "1");
        QCOMPARE(early["status"].get<std::string>(), std::string("iterationLimit"));
        QVERIFY(early["boneStretch"].get<double>() > 0.01);
        QVERIFY(early["boneStretch"].get<double>() < 1);
        QVERIFY2(answer("ftl", "1000")["boneStretch"].get<double>() <= 1e-6,
                 "within the tolerance where it is done");
        for (const char* solver : {"fabrik", "ccd", "dls"})
            QVERIFY(!answer(solver, "1").contains("boneStretch"));
        const Outcome told = call(
            {"solve", arm(), "--goal", "Hand=0.5,0.7,0.9", "--solver", "ftl", "--iterations", "1"});
        QVERIFY(told.out.find("% too long or short") != std::string::npos);
    }

    void solveFindsItsFileAmongTheGoals()
    {
        QCOMPARE(call({"solve", "--goal", "Hand=1,1,0", arm()}).exit, 0);
        QCOMPARE(call({"solve", "--goal", "Hand=1,1,0", "--json", arm()}).exit, 0);
        QCOMPARE(call({"solve", "--goal", "Hand=1,1,0"}).exit, 2);
    }

    void aDistanceIsKeptFromAPlace()
    {
        const Outcome outcome =
            call({"solve", arm(), "--distance", "Hand=0.5,0.7,0.9/0.4", "--json"});
        QVERIFY2(outcome.exit == 0, outcome.err.c_str());
        const json hand = json::parse(outcome.out)["positions"][2];
        const double x = hand[0].get<double>() - 0.5, y = hand[1].get<double>() - 0.7,
                     z = hand[2].get<double>() - 0.9;
        QVERIFY(std::abs(std::sqrt(x * x + y * y + z * z) - 0.4) < 2e-6);
        for (const char* wrong : {"Hand=0.5,0.7,0.9", "Hand=0.5,0.7,0.9/-1", "Hand=0.5,0.7/1"}) {
            const Outcome refused = call({"solve", arm(), "--distance", wrong});
            QCOMPARE(refused.exit, 2);
            QVERIFY(refused.err.find("a distance is written") != std::string::npos);
        }
    }

    void solveSaysNoWhereItCannotReach()
    {
        const Outcome outcome = call({"solve", arm(), "--goal", "Hand=5,0,0", "--json"});
        QCOMPARE(outcome.exit, 1);
        const json j = json::parse(outcome.out);
        QCOMPARE(j["status"].get<std::string>(), std::string("unreachable"));
        QVERIFY(std::abs(j["goals"][0]["positionError"].get<double>() - 3) < 1e-6);
        QVERIFY(!j.contains("trace"));
    }

    void solveKeepsToItsRootFrameAndPole()
    {
        const Outcome rooted = call({"solve", arm(), "--goal", "Hand=1,0,1^Elbow", "--json"});
        QCOMPARE(rooted.exit, 0);
        const json j = json::parse(rooted.out);
        QVERIFY(j["positions"][1] == json::parse("[1,0,0]"));

        // At frame 1 the arm has turned: what was reachable from the elbow is so no more.
        QCOMPARE(call({"solve", arm(), "--goal", "Hand=1,0,1^Elbow", "--frame", "1"}).exit, 1);

        for (const double side : {-1.0, 1.0}) {
            const std::string pole = "Elbow=0.5,0.5," + std::to_string(int(side * 9));
            const json bent = json::parse(
                call({"solve", arm(), "--goal", "Hand=1,1,0", "--pole", pole, "--json"}).out);
            QVERIFY(bent["positions"][1][2].get<double>() * side > 0.3);
        }
    }

    void solveTakesSeveralGoalsAndAnOrientation()
    {
        const Outcome outcome =
            call({"solve", walk(), "--json", "--goal", "LeftHand=0.35,1.1,0.3",
                  "RightHand=-0.35,1.1,0.3", "--goal", "Head=0,1.5,0.05@0,0,0,1*2"});
        const json j = json::parse(outcome.out);
        QCOMPARE(int(j["goals"].size()), 3);
        QCOMPARE(j["goals"][1]["effector"].get<std::string>(), std::string("RightHand"));
        QCOMPARE(j["goals"][2]["effector"].get<std::string>(), std::string("Head"));
        QCOMPARE(int(j["joints"].size()), 21);
    }

    void solveTurnsAJointToLookSomewhere()
    {
        // Without an axis it is the bone that looks: the hand's runs along +Y.
        const Vec3 at(0.3, 2.5, 0.8);
        for (const char* aim : {"Hand=0.3,2.5,0.8", "Hand=0.3,2.5,0.8/0,0,1*2",
                                "Hand=0.3,2.5,0.8/0,0,1^Shoulder", "Elbow=0.3,2.5,0.8/-1,0,0"}) {
            const Outcome outcome = call({"solve", arm(), "--aim", aim, "--json"});
            QVERIFY2(outcome.exit == 0, (outcome.out + outcome.err).c_str());
            const json j = json::parse(outcome.out);
            QCOMPARE(j["goals"][0]["status"].get<std::string>(), std::string("reached"));
            QVERIFY(j["goals"][0]["orientationError"].get<double>() < 1e-6);
            const bool elbow = aim[0] == 'E';
            const int row = elbow ? 1 : 2;
            const auto& p = j["positions"][row];
            const auto& q = j["rotations"][row];
            const Quat turn(q[3].get<double>(), q[0].get<double>(), q[1].get<double>(),
                            q[2].get<double>());
            const Vec3 way = (at - Vec3(p[0].get<double>(), p[1].get<double>(), p[2].get<double>()))
                                 .normalized();
            const bool other = std::string_view(aim).find("/0,0,1") != std::string_view::npos;
            const Vec3 axis = elbow ? Vec3(-1, 0, 0) : other ? Vec3(0, 0, 1) : Vec3(0, 1, 0);
            QVERIFY((turn * axis - way).norm() < 1e-6);
            // Alone, it stays where it is.
            if (std::string_view(aim).find('^') == std::string_view::npos)
                QVERIFY(std::abs(j["positions"][1][0].get<double>() - 1) < 1e-12);
        }
    }

    void solveClosesALoop()
    {
        const auto placesOf = [](const Outcome& outcome, const char* a, const char* b) {
            const json j = json::parse(outcome.out);
            std::pair<Vec3, Vec3> at;
            for (std::size_t i = 0; i < j["joints"].size(); ++i) {
                const auto& p = j["positions"][i];
                const Vec3 place(p[0].get<double>(), p[1].get<double>(), p[2].get<double>());
                if (j["joints"][i] == a) at.first = place;
                if (j["joints"][i] == b) at.second = place;
            }
            return at;
        };
        const Outcome hands = call({"solve", walk(), "--meets", "LeftHand=RightHand", "--json"});
        QVERIFY2(hands.exit == 0, (hands.out + hands.err).c_str());
        const auto [left, right] = placesOf(hands, "LeftHand", "RightHand");
        QVERIFY((left - right).norm() < 2e-6);

        const Outcome apart = call({"solve", walk(), "--meets", "LeftHand=RightHand+0.1,0,0",
                                    "--goal", "RightHand=-0.1,1.2,0.3", "--json"});
        QVERIFY2(apart.exit == 0, (apart.out + apart.err).c_str());
        const auto [first, second] = placesOf(apart, "LeftHand", "RightHand");
        QVERIFY(std::abs((first - second).norm() - 0.1) < 1e-5);
        QVERIFY((second - Vec3(-0.1, 1.2, 0.3)).norm() < 1e-5);
    }

    void capturesAreTakenInAndHandedOn()
    {
        QFileInfoList files = posewright::test::captureFiles();
        const auto isMade = [](const QFileInfo& file) {
            return file.fileName().startsWith("made_");
        };
        const auto firstShared = std::stable_partition(files.begin(), files.end(), isMade);
        std::sort(firstShared, files.end(),
                  [](const QFileInfo& a, const QFileInfo& b) { return a.size() < b.size(); });
        constexpr qsizetype kMostShared = 8;
        files.resize(std::min(files.size(), (firstShared - files.begin()) + kMostShared));
        QVERIFY(files.size() > 20);
        for (const QFileInfo& path : files) {
            const std::string file = path.filePath().toStdString();
            const std::string name = path.fileName().toStdString();
            const Outcome info = call({"info", file, "--json"});
            QVERIFY2(info.exit == 0, info.err.c_str());
            const json j = json::parse(info.out);
            const double end = j["clips"][0]["end"];
            const Outcome shown =
                call({"sample", file, "--frames", std::to_string(int(end)), "--json"});
            QCOMPARE(shown.exit, 0);
            const json pose = json::parse(shown.out)["frames"][0];
            // The last joint, asked to go where it is, is there.
            const json& p = pose["positions"].back();
            const std::string goal = j["joints"].back()["name"].get<std::string>() + '=' +
                                     p[0].dump() + ',' + p[1].dump() + ',' + p[2].dump();
            const Outcome solved = call(
                {"solve", file, "--frame", std::to_string(int(end)), "--goal", goal, "--json"});
            QVERIFY2(solved.exit == 0, (name + ": " + solved.out).c_str());
        }
    }
};

POSEWRIGHT_TEST(TestCliSolve, posewright::test::runWithEvents);
#include "tst_cli_solve.moc"
