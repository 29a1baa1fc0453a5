#include "core/io/format.h"
#include "tests/app/cli_test.h"
#include "tests/support/made_body.h"
#include "tests/support/program.h"

#include <nlohmann/json.hpp>

#include <cmath>

using namespace posewright;
using nlohmann::json;
using test::call;
using test::Outcome;

/// Motions of other figures as clips of a character, by the command line.
class TestRetargetCommand : public test::CliTest {
    Q_OBJECT

    std::string figure(const char* name, const test::BodyShape& shape, int frames)
    {
        plain::Dice dice(5);
        const test::MadeBody body = test::madeBody(shape);
        const Document doc = test::documentOf(body, test::madeMotion(body, frames, dice), 30);
        const std::string file = path(name);
        const auto written = io::write(doc, file);
        if (!written) qFatal("%s", written.error().message.c_str());
        return file;
    }
    json clipsOf(const std::string& file)
    {
        return json::parse(call({"info", file, "--json"}).out)["clips"];
    }

private slots:
    void initTestCase() { start(); }

    void motionsBecomeClips()
    {
        const std::string hero = figure("hero.glb", {.legs = 0.8, .spine = 2}, 2);
        const std::string dance = figure("dance.bvh", {}, 40);
        const std::string walk = figure("walk.bvh", {.arms = 1.2}, 20);
        const std::string out = path("moved.glb");
        const Outcome done = call({"retarget", hero, dance, walk, "-o", out});
        QVERIFY2(done.exit == 0, done.err.c_str());
        QVERIFY2(done.err.empty(), done.err.c_str());
        const json clips = clipsOf(out);
        QCOMPARE(clips.size(), std::size_t(3));
        QCOMPARE(clips[1]["name"].get<std::string>(), std::string("dance"));
        QCOMPARE(clips[2]["name"].get<std::string>(), std::string("walk"));
        QCOMPARE(clips[1]["fps"].get<double>(), 30.0);
        QCOMPARE(clips[1]["end"].get<double>(), 39.0);
        // The hips are as much lower as the legs are shorter.
        const auto hips = [&](const std::string& file, const char* clip) {
            return json::parse(call({"sample", file, "--clip", clip, "--frames", "10", "--json"})
                                   .out)["frames"][0]["positions"][0][2]
                .get<double>();
        };
        const std::string named = clipsOf(dance)[0]["name"].get<std::string>();
        QVERIFY(std::abs(hips(out, "dance") / hips(dance, named.c_str()) -
                         (0.08 + 0.82 * 0.8) / 0.9) < 0.01);
    }

    void theMapIsPrintedAndGivenBack()
    {
        const std::string hero = figure("hero.glb", {}, 2);
        const std::string dance = figure("dance.bvh", {}, 5);
        const Outcome printed = call({"retarget", hero, dance, "--print-map"});
        QVERIFY2(printed.exit == 0, printed.err.c_str());
        json map = json::parse(printed.out);
        QCOMPARE(map["character"]["leftUpperArm"][0].get<std::string>(), std::string("LeftArm"));
        map["motion"]["head"] = json::array();
        const std::string file = put("map.json", QByteArray::fromStdString(map.dump()));
        const Outcome again = call({"retarget", hero, dance, "--print-map", "--map", file});
        QVERIFY(!json::parse(again.out)["motion"].contains("head"));
        const Outcome done = call({"retarget", hero, dance, "--map", file, "-o", path("out.glb")});
        QVERIFY(done.exit == 0);
        QVERIFY(done.err.find("no bone here moves these of the character: head") !=
                std::string::npos);
    }

    void whatIsWrongIsSaid_data()
    {
        QTest::addColumn<QByteArray>("map");
        QTest::addColumn<QString>("said");
        QTest::newRow("no such bone") << QByteArray(R"({"motion": {"head": "Haed"}})")
                                      << "map.json#/motion/head/0: there is no bone \"Haed\"";
        QTest::newRow("no such side") << QByteArray(R"({"hero": {}})")
                                      << "a map has \"character\" and \"motion\", not \"hero\"";
        QTest::newRow("no hips") << QByteArray(R"({"motion": {"hips": []}})")
                                 << "the figure that moves cannot be read: no bone is known as its "
                                    "hips";
    }
    void whatIsWrongIsSaid()
    {
        QFETCH(QByteArray, map);
        QFETCH(QString, said);
        const std::string hero = figure("hero.glb", {}, 2);
        const std::string dance = figure("dance.bvh", {}, 5);
        const Outcome done = call(
            {"retarget", hero, dance, "--map", put("map.json", map), "-o", path("refused.glb")});
        QCOMPARE(done.exit, 1);
        QVERIFY2(QString::fromStdString(done.err).contains(said), done.err.c_str());
    }
};

POSEWRIGHT_TEST(TestRetargetCommand, posewright::test::runWithEvents);
#include "tst_retarget_command.moc"
