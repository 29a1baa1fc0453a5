#include "tests/app/cli_test.h"
#include "tests/support/program.h"

#include <QElapsedTimer>
#include <QFileInfo>
#include <nlohmann/json.hpp>

#include <limits>

using namespace posewright;
using nlohmann::json;

/// A range of ten million frames, of which two are keyed: what does not work on the range does not
/// feel it, and what does can be stopped.
class TestLongRange : public test::CliTest {
    Q_OBJECT

private slots:
    void initTestCase() { start(); }

    void aProjectIsWrittenAtOnce()
    {
        const std::string edits = put("long.json", R"([
            {"edit": "addTarget", "name": "grab", "effector": "Hand", "root": "Shoulder"},
            {"edit": "setTargetKey", "target": "grab", "frame": 0, "position": [1, 1, 0]},
            {"edit": "setTargetKey", "target": "grab", "frame": 1, "position": [1, 0.5, 1]},
            {"edit": "setRange", "start": 0, "end": 9999999}])");
        QElapsedTimer timer;
        timer.start();
        for (const char* name : {"long.glb", "long.gltf"}) {
            const test::Outcome done = test::call({"apply", arm(), edits, "-o", path(name)});
            QVERIFY2(done.exit == 0, done.err.c_str());
        }
        QVERIFY2(timer.elapsed() < 20'000, qPrintable(QString::number(timer.elapsed())));
        // A hundred keys would do; one a frame would be gigabytes.
        QVERIFY(QFileInfo(QString::fromStdString(path("long.glb"))).size() < 100'000);
        const test::Outcome seen =
            test::call({"sample", path("long.glb"), "--frames", "0,1,5000000,9999999", "--json"});
        QVERIFY2(seen.exit == 0, seen.err.c_str());
        const json frames = json::parse(seen.out)["frames"];
        QVERIFY(std::abs(frames[1]["positions"][2][2].get<double>() - 1) < 1e-6);
        QVERIFY(frames[2]["positions"] == frames[3]["positions"]);
    }

    void anotherProgramSeesTheSame()
    {
        const std::string edits = put("range.json", R"([
            {"edit": "addTarget", "name": "grab", "effector": "Hand", "root": "Shoulder"},
            {"edit": "setTargetKey", "target": "grab", "frame": 0, "position": [1, 1, 0]},
            {"edit": "setTargetKey", "target": "grab", "frame": 40, "position": [1, 0.5, 1]},
            {"edit": "setSpan", "target": "grab", "start": 3000, "end": 3040, "kind": "reach"},
            {"edit": "setRange", "start": 0, "end": 20000}])");
        QCOMPARE(test::call({"apply", arm(), edits, "-o", path("range.glb")}).exit, 0);
        // Plain, it is read as any program reads it: from the samples alone.
        QCOMPARE(test::call({"convert", "--plain", path("range.glb"), path("plain.glb")}).exit, 0);
        const auto sampled = [&](const char* file) {
            return json::parse(test::call({"sample", path(file), "--frames",
                                           "0:60,2990:3060,9000,14000,20000", "--json"})
                                   .out);
        };
        const json own = sampled("range.glb"), plain = sampled("plain.glb");
        double worst = 0;
        for (std::size_t i = 0; i < own["frames"].size(); ++i)
            for (int joint = 0; joint < 3; ++joint)
                for (int axis = 0; axis < 3; ++axis)
                    worst = std::max(
                        worst,
                        std::abs(own["frames"][i]["positions"][joint][axis].get<double>() -
                                 plain["frames"][i]["positions"][joint][axis].get<double>()));
        QVERIFY2(worst < 1e-4, qPrintable(QString::number(worst)));
    }

    void whatNeedsEveryFrameSaysSo_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("says");
        QTest::newRow("a BVH file has a row for each")
            << QStringList{"convert", "LONG", "OUT.bvh"} << "9999999";
        QTest::newRow("a report holds them all") << QStringList{"report", "LONG"} << "GB";
        QTest::newRow("a reduced file bakes them all")
            << QStringList{"convert", "LONG", "OUT.glb", "--reduce", "0.01"} << "GB";
    }

    void whatNeedsEveryFrameSaysSo()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QString, says);
        const std::string edits =
            put("long2.json", R"([{"edit": "setRange", "start": 0, "end": 9999998}])");
        QCOMPARE(test::call({"apply", arm(), edits, "-o", path("long2.glb")}).exit, 0);
        std::vector<std::string> words;
        for (QString word : arguments)
            words.push_back(word == "LONG" ? path("long2.glb")
                            : word.startsWith("OUT")
                                ? path(("long_out" + word.mid(3)).toStdString().c_str())
                                : word.toStdString());
        QElapsedTimer timer;
        timer.start();
        const test::Outcome outcome = test::call(words);
        QCOMPARE(outcome.exit, 1);
        QVERIFY2(outcome.err.find(says.toStdString()) != std::string::npos, outcome.err.c_str());
        QVERIFY(timer.elapsed() < 20'000);
    }

    void whatWorksOnTheRangeCanBeStopped()
    {
        const std::string edits =
            put("long3.json", R"([{"edit": "setRange", "start": 0, "end": 2000000}])");
        QCOMPARE(test::call({"apply", arm(), edits, "-o", path("long3.glb")}).exit, 0);
        int asked = 0;
        cli::Environment environment;
        environment.interrupted = [&] { return ++asked > 5; };
        QElapsedTimer timer;
        timer.start();
        for (const std::vector<std::string>& words :
             {std::vector<std::string>{"report", path("long3.glb")},
              {"diff", path("long3.glb"), path("long3.glb")},
              {"convert", path("long3.glb"), path("stopped.bvh")}}) {
            asked = 0;
            const test::Outcome outcome = test::call(words, environment);
            QVERIFY2(outcome.exit == 130, (words.front() + ": " + outcome.err).c_str());
        }
        QVERIFY2(timer.elapsed() < 30'000, qPrintable(QString::number(timer.elapsed())));
        QVERIFY(!QFileInfo::exists(QString::fromStdString(path("stopped.bvh"))));
    }

    void aDoubledMemberOfAnEditIsRefusedWithItsPlace()
    {
        const std::string edits = put("twice.json", R"([{"edit": "setLoop", "loop": true},
            {"edit": "setRange", "start": 0, "end": 5, "start": 2}])");
        const test::Outcome outcome = test::call({"apply", arm(), edits, "-o", path("twice.glb")});
        QCOMPARE(outcome.exit, 1);
        QVERIFY2(outcome.err.find("twice.json#/1/start: ") != std::string::npos,
                 outcome.err.c_str());
        QVERIFY(!QFileInfo::exists(QString::fromStdString(path("twice.glb"))));
    }
};

POSEWRIGHT_TEST(TestLongRange, posewright::test::runWithEvents);
#include "tst_long_range.moc"
