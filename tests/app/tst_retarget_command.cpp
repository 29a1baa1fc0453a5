#include "core/io/format.h"
#include "tests/app/cli_test.h"
#include "tests/support/made_body.h"
#include "tests/support/program.h"

#include <QFile>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

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
        return saved(name, body, test::madeMotion(body, frames, dice));
    }
    std::string saved(const char* name, const test::MadeBody& body,
                      const std::vector<test::BodyPose>& motion)
    {
        const Document doc = test::documentOf(body, motion, 30);
        const std::string file = path(name);
        const auto written = io::write(doc, file);
        if (!written) qFatal("%s", written.error().message.c_str());
        return file;
    }
    json clipsOf(const std::string& file)
    {
        return json::parse(call({"info", file, "--json"}).out)["clips"];
    }

    json positions(const std::string& file, const std::string& clip)
    {
        return json::parse(
            call({"sample", file, "--clip", clip, "--frames", "0:4", "--json"}).out)["frames"];
    }
    /// At rest its legs lie before it; in its clip it stands.
    std::string sitting(const char* name)
    {
        test::MadeBody body = test::madeBody();
        test::BodyPose pose;
        pose.turns.assign(body.joints.size(), {0, 0, 0, 1});
        for (const std::string side : {"Left", "Right"}) {
            const plain::V hip = body.joints[body.row(side + "UpLeg")].at;
            for (const std::string bone : {"UpLeg", "Leg", "Foot", "ToeBase"}) {
                const plain::V from = body.joints[body.row(side + bone)].at - hip;
                body.joints[body.row(side + bone)].at = hip + plain::V{from.x, from.z, -from.y};
                pose.turns[body.row(side + bone)] =
                    test::turnAbout({1, 0, 0}, std::numbers::pi / 2);
            }
        }
        pose.hips = body.joints[0].at;
        return saved(name, body, {pose, pose});
    }

private slots:
    void initTestCase() { start(); }

    void motionsBecomeClips()
    {
        const std::string hero = figure("hero.glb", {.legs = 0.8, .spine = 2}, 2);
        const std::string dance = figure("dance.bvh", {}, 40);
        const std::string walk = figure("walk.bvh", {.arms = 1.2}, 20);
        const std::string out = path("moved.glb");
        const Outcome done = call({"retarget", hero, dance, walk, "-o", out, "--ground", "keep"});
        QVERIFY2(done.exit == 0, done.err.c_str());
        QVERIFY2(done.err.empty(), done.err.c_str());
        const json clips = clipsOf(out);
        QCOMPARE(clips.size(), std::size_t(3));
        QCOMPARE(clips[1]["name"].get<std::string>(), std::string("dance"));
        QCOMPARE(clips[2]["name"].get<std::string>(), std::string("walk"));
        QCOMPARE(clips[1]["fps"].get<double>(), 30.0);
        QCOMPARE(clips[1]["end"].get<double>(), 39.0);
        // The middle of the thighs is as much lower as the legs are shorter, the hips 5 cm above.
        const auto hips = [&](const std::string& file, const char* clip) {
            return json::parse(call({"sample", file, "--clip", clip, "--frames", "10", "--json"})
                                   .out)["frames"][0]["positions"][0][1]
                .get<double>();
        };
        const std::string named = clipsOf(dance)[0]["name"].get<std::string>();
        const double scale = (0.08 + 0.82 * 0.8) / 0.9;
        const double is = hips(out, "dance"), from = hips(dance, named.c_str());
        QVERIFY2(std::abs((is - 0.05) - scale * (from - 0.05)) < 0.01,
                 qPrintable(QStringLiteral("%1 of %2").arg(is).arg(from)));
    }

    /// A character that does not stand at rest is read off its own clip, whatever came in before.
    void theOrderOfFilesIsNothing()
    {
        const std::string hero = sitting("sit.glb");
        const std::string one = figure("one.bvh", {}, 6), two = figure("two.bvh", {.legs = 1.1}, 6);
        const std::string ahead = path("ahead.glb"), behind = path("behind.glb");
        QCOMPARE(call({"retarget", hero, one, two, "-o", ahead}).exit, 0);
        QCOMPARE(call({"retarget", hero, two, one, "-o", behind}).exit, 0);
        for (const char* clip : {"one", "two"})
            QCOMPARE(positions(ahead, clip).dump(), positions(behind, clip).dump());
    }

    /// `operate CHARACTER retarget` takes the motion as an argument.
    void theOperationTakesACharacterOrAMotion()
    {
        const std::string hero = figure("hero.glb", {}, 2), dance = figure("dance.bvh", {}, 5);
        const std::string one = path("by_motion.glb"), two = path("by_character.glb"),
                          still = path("in_place.glb"), same = path("travel.glb");
        QCOMPARE(call({"operate", hero, "retarget", "--set", "motion=" + dance, "-o", one}).exit,
                 0);
        QCOMPARE(call({"operate", dance, "retarget", "--set", "character=" + hero, "-o", two}).exit,
                 0);
        QCOMPARE(positions(one, "dance").dump(), positions(two, "dance").dump());
        QCOMPARE(call({"operate", hero, "retarget", "--set", "motion=" + dance, "--set",
                       "root=inPlace", "-o", still})
                     .exit,
                 0);
        QCOMPARE(call({"retarget", hero, dance, "--travel", "in-place", "-o", same}).exit, 0);
        QCOMPARE(positions(still, "dance").dump(), positions(same, "dance").dump());
        QCOMPARE(call({"operate", hero, "retarget", "-o", one}).exit, 2);
        QCOMPARE(call({"operate", hero, "retarget", "--set", "motion=" + dance, "--set",
                       "character=" + hero, "-o", one})
                     .exit,
                 2);
    }

    void aReportSaysWhichBonesMoveWhich()
    {
        const std::string hero = figure("hero.glb", {.legs = 0.8, .spine = 2}, 2);
        const std::string dance = figure("dance.bvh", {.fingers = true, .fingerBones = 2}, 8);
        const std::string out = path("told.glb"), told = path("told.json");
        const Outcome done = call(
            {"operate", hero, "retarget", "--set", "motion=" + dance, "-o", out, "--report", "-"});
        QVERIFY2(done.exit == 0, done.err.c_str());
        const json report = json::parse(done.out);
        const auto rowsOf = [&](const char* role) {
            return std::ranges::count_if(report["map"],
                                         [&](const json& row) { return row["role"] == role; });
        };
        QCOMPARE(rowsOf("leftFoot"), 1);
        QCOMPARE(rowsOf("spine"), 3);
        QCOMPARE(rowsOf("leftThumb"), 0);
        // The one joint of the hero's hand is named as its middle finger.
        QCOMPARE(rowsOf("leftMiddle"), 2);
        QCOMPARE(report["unmapped"]["source"].size(), std::size_t(2 * 4 * 2));
        QVERIFY(report["unmapped"]["target"].empty());
        QVERIFY(std::abs(report["scale"].get<double>() - 0.8) < 0.02);
        QVERIFY(report["slide"].get<double>() >= 0 && report["slide"].get<double>() < 1);
        QVERIFY(report["soleHeight"].get<double>() >= 0 &&
                report["soleHeight"].get<double>() < 0.1);
        QCOMPARE(call({"retarget", hero, dance, "-o", out, "--report", told}).exit, 0);
        QFile file(QString::fromStdString(told));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll().toStdString(), done.out);
        QCOMPARE(call({"retarget", hero, dance, dance, "-o", out, "--report", told}).exit, 2);
    }

    void theFileThatFailsIsNamed()
    {
        const std::string hero = figure("hero.glb", {}, 2), dance = figure("dance.bvh", {}, 5);
        test::MadeBody stick = test::madeBody();
        stick.joints.resize(1);
        stick.joints[0].name = "thing";
        test::BodyPose pose;
        pose.turns.assign(1, {0, 0, 0, 1});
        const std::string thing = saved("thing.bvh", stick, {pose, pose});
        Outcome done = call({"retarget", hero, dance, thing, "-o", path("no.glb")});
        QCOMPARE(done.exit, 1);
        QVERIFY2(done.err.find("thing.bvh: the figure that moves cannot be read") !=
                     std::string::npos,
                 done.err.c_str());
        done = call({"retarget", thing, dance, "-o", path("no.glb")});
        QCOMPARE(done.exit, 1);
        QVERIFY2(done.err.find("thing.bvh: this figure cannot be read") != std::string::npos,
                 done.err.c_str());
    }

    void aFileThatGivesNothingIsNamed()
    {
        const std::string hero = figure("hero.glb", {}, 2), walk = figure("walk.glb", {}, 5);
        const std::string dance = figure("dance.bvh", {}, 5);
        const std::string named = clipsOf(walk)[0]["name"].get<std::string>();
        Outcome done =
            call({"retarget", hero, walk, dance, "--clip", named + "x", "-o", path("no.glb")});
        QCOMPARE(done.exit, 1);
        for (const char* file : {"walk.glb: warning", "dance.bvh: warning"})
            QVERIFY2(done.err.find(file) != std::string::npos, done.err.c_str());
        done = call({"retarget", hero, walk, "--clip", named + "x", "-o", path("no.glb")});
        QCOMPARE(done.exit, 1);
        QVERIFY2(done.err.find("did you mean \"" + named + '"') != std::string::npos,
                 done.err.c_str());
    }

    void whatMakesNoSenseIsRefusedBeforeTheWork_data()
    {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<QString>("said");
        QTest::newRow("no such format") << QStringList{"-o", "out.nothing"} << "out.nothing";
        QTest::newRow("a map that is written")
            << QStringList{"--print-map", "-o", "out.glb"} << "--print-map writes nothing";
        QTest::newRow("a map of two")
            << QStringList{"--print-map", "another.bvh"} << "--print-map is of one MOTION";
        QTest::newRow("a map of a clip")
            << QStringList{"--print-map", "--clip", "a"} << "--print-map is of no clip";
        QTest::newRow("no such facing") << QStringList{"-o", "out.glb", "--facing", "back"}
                                        << "--facing is as-it-is, front or degrees to the left";
        QTest::newRow("no such ground") << QStringList{"-o", "out.glb", "--ground", "low"}
                                        << "--ground is guess, found or keep";
        QTest::newRow("no such reference") << QStringList{"-o", "out.glb", "--reference", "pose"}
                                           << "--reference is rest, bind or frame:N";
        QTest::newRow("no such reference of the character")
            << QStringList{"-o", "out.glb", "--character-reference", "pose"}
            << "--character-reference is rest, bind or frame:N";
        QTest::newRow("no such axis")
            << QStringList{"-o", "out.glb", "--character-up", "w"} << "--character-up is y, z";
    }
    void whatMakesNoSenseIsRefusedBeforeTheWork()
    {
        QFETCH(QStringList, words);
        QFETCH(QString, said);
        // Neither file is there: nothing is read before.
        std::vector<std::string> all{"retarget", "no hero.glb", "no dance.bvh"};
        for (const QString& word : words) all.push_back(word.toStdString());
        const Outcome done = call(all);
        QCOMPARE(done.exit, 2);
        QVERIFY2(QString::fromStdString(done.err).contains(said), done.err.c_str());
    }

    /// What is a frame of the capture by --reference, and its floor by --ground.
    void theReferenceAndTheGroundAreChosen()
    {
        const test::MadeBody body = test::madeBody();
        test::BodyPose pose;
        pose.turns.assign(body.joints.size(), {0, 0, 0, 1});
        pose.hips = body.joints[0].at + plain::V{0, 0.05, 0};
        test::BodyPose bent = pose;
        for (const char* name : {"LeftArm", "LeftForeArm", "LeftHand", "LeftHandMiddle1"})
            bent.turns[body.row(name)] = test::turnAbout({0, 0, 1}, -0.5);
        const std::string capture = saved("capture.bvh", body, {pose, bent, pose});
        const std::string hero = figure("hero.glb", {.spine = 2}, 2), out = path("chosen.glb");
        const auto hips = [&](const char* option, const char* value) {
            const Outcome done = call({"retarget", hero, capture, "-o", out, option, value});
            if (done.exit != 0) qFatal("%s", done.err.c_str());
            return positions(out, "capture")[0]["positions"][0][1].get<double>();
        };
        QCOMPARE_LT(std::abs(hips("--ground", "keep") - hips("--ground", "found") - 0.05), 1e-4);
        const auto elbowAt = [&](const char* value) {
            const Outcome done = call({"retarget", hero, capture, "-o", out, "--reference", value});
            if (done.exit != 0) qFatal("%s", done.err.c_str());
            const json sampled = json::parse(
                call({"sample", out, "--clip", "capture", "--frames", "1", "--json"}).out);
            const auto& names = sampled["joints"];
            const auto row = std::find(names.begin(), names.end(), "LeftForeArm") - names.begin();
            const auto arm = std::find(names.begin(), names.end(), "LeftArm") - names.begin();
            const json& at = sampled["frames"][0]["positions"];
            return at[row][1].get<double>() - at[arm][1].get<double>();
        };
        // Directions are carried, whatever the reference is: arms are aligned.
        QCOMPARE_LT(std::abs(elbowAt("rest") + 0.28 * std::sin(0.5)), 1e-4);
        QCOMPARE_LT(std::abs(elbowAt("frame:1") + 0.28 * std::sin(0.5)), 1e-4);
    }

    /// What is a frame of the character's own clip by --character-reference.
    void theReferenceOfTheCharacterIsChosen()
    {
        const test::MadeBody body = test::madeBody();
        test::BodyPose pose;
        pose.turns.assign(body.joints.size(), {0, 0, 0, 1});
        pose.hips = body.joints[0].at;
        // In the second frame its head is turned by half a radian: that is how it holds its head
        // while the figure of the motion looks ahead.
        test::BodyPose looks = pose;
        looks.turns[body.row("Head")] = test::turnAbout({0, 1, 0}, 0.5);
        const std::string hero = saved("looks.glb", body, {pose, looks}),
                          still = saved("still.bvh", body, {pose, pose});
        const std::string out = path("character.glb");
        const auto turn = [&](const std::vector<std::string>& more) {
            std::vector<std::string> words{"retarget", hero, still, "-o", out};
            words.insert(words.end(), more.begin(), more.end());
            const Outcome done = call(words);
            if (done.exit != 0) qFatal("%s", done.err.c_str());
            const json sampled = json::parse(
                call({"sample", out, "--clip", "still", "--frames", "1", "--json"}).out);
            const auto& names = sampled["joints"];
            const auto row = std::find(names.begin(), names.end(), "Head") - names.begin();
            const json& q = sampled["frames"][0]["rotations"][row];
            return 2 * std::atan2(q[1].get<double>(), q[3].get<double>());
        };
        QCOMPARE_LT(std::abs(turn({})), 1e-6);
        QCOMPARE_LT(std::abs(turn({"--character-reference", "frame:0"})), 1e-6);
        QCOMPARE_LT(std::abs(turn({"--character-reference", "frame:1"}) - 0.5), 1e-6);
        QCOMPARE_LT(std::abs(turn({"--character-reference", "rest"})), 1e-6);
    }

    /// Which of the two has no feet to hold, and what works.
    void aCharacterWithoutFeetIsNamed()
    {
        test::MadeBody body = test::madeBody();
        std::erase_if(body.joints, [](const test::BodyJoint& joint) {
            return joint.name.ends_with("ToeBase") || joint.name.ends_with("Foot");
        });
        // Parents are rows, and feet come last on their side.
        for (test::BodyJoint& joint : body.joints)
            if (joint.name.starts_with("Right") && joint.parent > body.row("LeftLeg"))
                joint.parent -= 2;
        test::BodyPose pose;
        pose.turns.assign(body.joints.size(), {0, 0, 0, 1});
        pose.hips = body.joints[0].at;
        const std::string toy = saved("toy.glb", body, {pose, pose});
        const std::string dance = figure("dance.bvh", {}, 20), out = path("toy-moved.glb");
        Outcome done = call({"retarget", toy, dance, "--contacts", "-o", out});
        QCOMPARE(done.exit, 1);
        for (const char* said : {"toy.glb: the character has no feet", "without --contacts"})
            QVERIFY2(done.err.find(said) != std::string::npos, done.err.c_str());
        QVERIFY2(done.err.find("dance.bvh: the") == std::string::npos, done.err.c_str());
        done = call({"retarget", toy, dance, "-o", out});
        QVERIFY2(done.exit == 0, done.err.c_str());
        QCOMPARE(clipsOf(out).size(), std::size_t(2));
        const std::string hero = figure("hero.glb", {}, 2);
        done = call({"retarget", hero, toy, "--contacts", "-o", out});
        QVERIFY2(done.err.find("toy.glb: the figure that moves has no feet") != std::string::npos,
                 done.err.c_str());
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
