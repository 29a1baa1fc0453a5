#include "tests/app/cli_test.h"
#include "tests/support/program.h"
#include "tests/support/shared.h"

#include <QtEndian>
#include <nlohmann/json.hpp>

#include <cmath>
#include <set>

using namespace posewright;
using nlohmann::json;
using test::call;
using test::kArm;
using test::Outcome;

/// Files that the command line makes.
class TestCliWrites : public test::CliTest {
    Q_OBJECT

private slots:
    void initTestCase() { start(); }

    void convertKeepsTheMotion()
    {
        QCOMPARE(call({"convert", arm(), path("arm.glb")}).exit, 0);
        QCOMPARE(call({"convert", path("arm.glb"), path("back.bvh")}).exit, 0);
        const json a = json::parse(call({"sample", arm(), "--frames", "0:1", "--json"}).out);
        const json b =
            json::parse(call({"sample", path("back.bvh"), "--frames", "0:1", "--json"}).out);
        for (int f = 0; f < 2; ++f)
            for (int joint = 0; joint < 3; ++joint)
                for (int axis = 0; axis < 3; ++axis)
                    QVERIFY(std::abs(a["frames"][f]["positions"][joint][axis].get<double>() -
                                     b["frames"][f]["positions"][joint][axis].get<double>()) <
                            1e-6);
    }

    void convertScalesAndResamples()
    {
        QCOMPARE(call({"convert", arm(), path("half.bvh"), "--scale", "0.5", "--fps", "50"}).exit,
                 0);
        const json info = json::parse(call({"info", path("half.bvh"), "--json"}).out);
        QCOMPARE(info["clips"][0]["fps"].get<double>(), 50.0);
        QCOMPARE(info["clips"][0]["frames"].get<int>(), 3);
        QVERIFY(std::abs(info["joints"][0]["length"].get<double>() - 0.5) < 1e-6);
    }

    void framesBeforeTheMotionAreLeftOut()
    {
        POSEWRIGHT_NEEDS_SHARED("corpus/bvh");
        const auto capture = [](const char* name) {
            return test::sharedPath(QStringLiteral("corpus/bvh/") + name).toStdString();
        };
        const std::string out = path("cut.glb");
        const Outcome cut =
            call({"convert", capture("pybvh_cmu_12_01_walk.bvh"), out, "--leave-out-start"});
        QCOMPARE(cut.exit, 0);
        QVERIFY2(cut.out.find("left out the frames before 1") != std::string::npos,
                 cut.out.c_str());
        const json clip = json::parse(call({"info", out, "--json"}).out)["clips"][0];
        QCOMPARE(clip["start"].get<double>(), 1.0);
        const Outcome whole =
            call({"convert", capture("ad_fair1_dab.bvh"), path("whole.glb"), "--leave-out-start"});
        QCOMPARE(whole.exit, 0);
        QVERIFY2(whole.err.find("nothing is left out") != std::string::npos, whole.err.c_str());
    }

    void aLengthWithoutAUnitIsCalledOne()
    {
        const std::string project = path("unitless.glb");
        QCOMPARE(call({"convert", arm(), project}).exit, 0);
        const auto unitOf = [this](const std::string& file) {
            return json::parse(call({"info", file, "--json"}).out)["unit"].get<std::string>();
        };
        QCOMPARE(unitOf(project), std::string("unknown"));
        const std::string metres = path("metres.glb");
        QCOMPARE(call({"convert", project, metres, "--scale", "0.01"}).exit, 0);
        QCOMPARE(unitOf(metres), std::string("m"));
        const Outcome differ = call({"diff", project, metres});
        QCOMPARE(differ.exit, 1);
        QVERIFY2(differ.out.find(" units (frame") != std::string::npos, differ.out.c_str());
        const Outcome other = call({"diff", metres, project});
        QVERIFY2(other.out.find(" m (frame") != std::string::npos, other.out.c_str());
    }

    void convertReducesWhatHasNoTargets()
    {
        QByteArray rows;
        for (int i = 0; i < 60; ++i)
            rows += "0 0 0 " + QByteArray::number(90 - std::abs(i - 30)) + " 0 0 0 0 0 0 0 0\n";
        QByteArray text(kArm);
        text = text.left(text.indexOf("0 0 0 0 0 0 0 0 0 0 0 0\n")).replace("s: 2", "s: 60") + rows;
        const std::string file = put("swing.bvh", text);
        const std::string dense = path("dense.glb");
        const std::string sparse = path("sparse.glb");
        QCOMPARE(call({"convert", file, dense}).exit, 0);
        const Outcome reduced = call({"convert", file, sparse, "--reduce", "0.01"});
        QVERIFY2(reduced.exit == 0, reduced.err.c_str());
        const auto motion = [](const std::string& glb) {  // keys of the standard animation
            QFile in(QString::fromStdString(glb));
            if (!in.open(QIODevice::ReadOnly)) return std::size_t(0);
            const QByteArray bytes = in.readAll();
            const auto length = qFromLittleEndian<quint32>(bytes.constData() + 12);
            const json doc = json::parse(bytes.mid(20, int(length)).toStdString());
            std::size_t keys = 0;
            for (const json& sampler : doc["animations"][0]["samplers"])
                keys += doc["accessors"][sampler["input"].get<std::size_t>()]["count"]
                            .get<std::size_t>();
            return keys;
        };
        QVERIFY(motion(sparse) > 0);
        QVERIFY2(motion(sparse) * 3 < motion(dense),
                 qPrintable(QString("%1 of %2").arg(motion(sparse)).arg(motion(dense))));
        const Outcome rowsOnly = call({"convert", file, path("sparse.bvh"), "--reduce", "0.01"});
        QCOMPARE(rowsOnly.exit, 0);
        QVERIFY(rowsOnly.err.find("a row for every frame") != std::string::npos);
    }

    void convertsFarFromTheOrigin()
    {
        const std::string file = put("far.bvh", QByteArray(kArm)
                                                    .replace("\n0 0 0 0 0", "\n1000.1 3 700.3 0 0")
                                                    .replace("\n0 0 0 90", "\n1000.7 3 700.9 90"));
        const Outcome done = call({"convert", file, path("far.glb")});
        QVERIFY2(done.exit == 0, done.err.c_str());
    }

    void applyListsEveryEdit()
    {
        const json j = json::parse(call({"apply", "--list", "--json"}).out);
        std::set<std::string> names;
        for (const json& e : j) {
            names.insert(e["edit"]);
            QVERIFY(e["title"].is_string());
            QVERIFY(e["arguments"].is_array());
        }
        // What docs/cli.md promises.
        for (const char* name :
             {"addTarget",    "addPole",         "removeTarget", "setTarget",        "setTargetKey",
              "moveKeys",     "scaleKeys",       "deleteKeys",   "setInterpolation", "setSpan",
              "removeSpan",   "setInfluenceKey", "setJointKey",  "setHandles",       "addMarker",
              "removeMarker", "setRest",         "addBone",      "renameNode",       "reparentBone",
              "removeBone",   "symmetrize",      "setRange",     "setFps",           "addClip",
              "removeClip",   "bakeToKeys",      "setLimit",     "setMorphKey"})
            QVERIFY2(names.contains(name), name);
        const Outcome text = call({"apply", "--list"});
        QCOMPARE(text.exit, 0);
        QVERIFY(text.out.find("addTarget") != std::string::npos);
    }

    void applyMovesALimbFromTheCommandLine()
    {
        const std::string edits = put(
            "reach.json",
            "[{\"edit\":\"addTarget\",\"name\":\"grab\",\"effector\":\"Hand\",\"root\":"
            "\"Shoulder\",\"at\":\"pose\"},"
            "{\"edit\":\"setTargetKey\",\"target\":\"grab\",\"frame\":0,\"position\":[1,1,0]},"
            "{\"edit\":\"setTargetKey\",\"target\":\"grab\",\"frame\":1,\"position\":[1,0.5,1]}]");
        QCOMPARE(call({"apply", arm(), edits, "-o", path("reach.glb")}).exit, 0);
        const json j =
            json::parse(call({"sample", path("reach.glb"), "--frames", "1", "--json"}).out);
        const json& hand = j["frames"][0]["positions"][2];
        QVERIFY(std::abs(hand[0].get<double>() - 1) < 1e-6);
        QVERIFY(std::abs(hand[1].get<double>() - 0.5) < 1e-6);
        QVERIFY(std::abs(hand[2].get<double>() - 1) < 1e-6);
    }

    void applyIsWholeOrNothing()
    {
        const std::string edits =
            put("half.json", "[{\"edit\":\"addMarker\",\"frame\":0,\"name\":\"a\"},"
                             "{\"edit\":\"noSuchEdit\"}]");
        const std::string out = put("kept.bvh", "as it was");
        const Outcome outcome = call({"apply", arm(), edits, "-o", out});
        QCOMPARE(outcome.exit, 1);
        QVERIFY(outcome.err.starts_with("posewright: " + edits + "#/1"));
        QCOMPARE(get(out), QByteArray("as it was"));
    }

    void bakeWritesTheMotionShown()
    {
        const std::string out = path("baked.bvh");
        const Outcome outcome =
            call({"bake", walk(), "-o", out, "--jobs", "2", "--report", path("bake.json")});
        QVERIFY2(outcome.exit == 0, outcome.err.c_str());
        QCOMPARE(json::parse(get(path("bake.json")).toStdString())["errors"].get<int>(), 0);
        const json shown =
            json::parse(call({"sample", walk(), "--frames", "0:48:7", "--json"}).out);
        const json baked = json::parse(call({"sample", out, "--frames", "0:48:7", "--json"}).out);
        QVERIFY(shown["joints"] == baked["joints"]);
        for (std::size_t f = 0; f < shown["frames"].size(); ++f)
            for (std::size_t i = 0; i < shown["joints"].size(); ++i)
                for (int axis = 0; axis < 3; ++axis)
                    QVERIFY(std::abs(shown["frames"][f]["positions"][i][axis].get<double>() -
                                     baked["frames"][f]["positions"][i][axis].get<double>()) <
                            2e-6);
    }

    void bakeKeepsToItsFramesAndSwitchesTargetsOff()
    {
        const std::string out = path("cut.glb");
        QCOMPARE(call({"bake", walk(), "-o", out, "--frames", "10:20"}).exit, 0);
        const json told = json::parse(call({"report", out, "--json"}).out);
        QCOMPARE(int(told["frames"].size()), 11);
        // What acted before and after the frames baked still acts, should the range widen again.
        const std::string widen = put("wide.json", R"([{"edit":"setRange","start":0,"end":48}])");
        QCOMPARE(call({"apply", out, widen, "-o", path("wide.glb")}).exit, 0);
        const json wide = json::parse(call({"report", path("wide.glb"), "--json"}).out);
        QVERIFY(wide["contacts"].size() > 0);
        QVERIFY2(wide["worst"]["slip"].get<double>() < 1e-9, wide["worst"].dump().c_str());
        QCOMPARE(wide["frames"][3]["status"].get<std::string>(), std::string("reached"));
        const Outcome beyond = call({"bake", walk(), "-o", path("long.glb"), "--frames", "10:900"});
        QCOMPARE(beyond.exit, 0);
        QVERIFY2(beyond.err.find("frame 900 lies outside the range") != std::string::npos,
                 beyond.err.c_str());
        // At the very ends a contact outside may touch: it holds what was baked.
        for (std::size_t f = 1; f + 1 < told["frames"].size(); ++f)
            QCOMPARE(told["frames"][f]["status"].get<std::string>(), std::string("inactive"));
        // Both ends lie in contacts that go on beyond.
        QCOMPARE(call({"bake", walk(), "-o", out, "--frames", "10:30"}).exit, 0);
        const json shown =
            json::parse(call({"sample", walk(), "--frames", "10,15,30", "--json"}).out);
        const json baked = json::parse(call({"sample", out, "--frames", "10,15,30", "--json"}).out);
        for (int f = 0; f < 3; ++f)
            for (std::size_t i = 0; i < shown["joints"].size(); ++i)
                for (int axis = 0; axis < 3; ++axis)
                    QVERIFY(std::abs(shown["frames"][f]["positions"][i][axis].get<double>() -
                                     baked["frames"][f]["positions"][i][axis].get<double>()) <
                            2e-6);
    }

    void bakesOfAnyNumberOfJobsAreTheSame()
    {
        QCOMPARE(call({"bake", walk(), "-o", path("one.bvh"), "--jobs", "1"}).exit, 0);
        QCOMPARE(call({"bake", walk(), "-o", path("four.bvh"), "--jobs", "4"}).exit, 0);
        QVERIFY(!get(path("one.bvh")).isEmpty());
        QCOMPARE(get(path("one.bvh")), get(path("four.bvh")));
    }

    void aRemovedBoneIsToldOf()
    {
        const std::string edits =
            put("without.json", R"([{"edit": "removeBone", "bone": "left hand"}])");
        const std::string mannequin = sample("mannequin.glb");
        for (const std::vector<std::string>& arguments :
             {std::vector<std::string>{"apply", mannequin, edits, "-o", path("handless.glb")},
              {"operate", mannequin, "removeNodes", "--set", R"(nodes=["left hand"])", "-o",
               path("handless.glb")}}) {
            const Outcome done = call(arguments);
            QVERIFY2(done.exit == 0, done.err.c_str());
            QCOMPARE(done.out, std::string());
            QVERIFY2(done.err.find(": note: ") != std::string::npos, done.err.c_str());
            QVERIFY2(done.err.find(" vertices of \"left hand\" follow \"left forearm\" now\n") !=
                         std::string::npos,
                     done.err.c_str());
        }
    }

    void aBvhFileIsSilentOnWhatWasNotAskedFor()
    {
        const std::string two = path("two.glb");
        QCOMPARE(call({"convert", arm(), two, "--add",
                       put("wave.bvh", QByteArray(kArm).replace("90", "45"))})
                     .exit,
                 0);
        const json clips = json::parse(call({"info", two, "--json"}).out)["clips"];
        QCOMPARE(clips.size(), std::size_t(2));
        const Outcome one =
            call({"convert", two, path("one.bvh"), "--clips", clips[1]["name"].get<std::string>()});
        QVERIFY2(one.exit == 0, one.err.c_str());
        QVERIFY2(one.err.find("one clip") == std::string::npos, one.err.c_str());
        const Outcome turned = call({"convert", arm(), path("turned.bvh"), "--up", "z"});
        QVERIFY2(turned.exit == 0, turned.err.c_str());
        QVERIFY2(turned.err.find("no bone") == std::string::npos, turned.err.c_str());
    }

    void interruptedWorkLeavesNoFile_data()
    {
        QTest::addColumn<QStringList>("arguments");
        const QString walk = QString::fromStdString(this->walk());
        const QString out = dir_.filePath("stopped.bvh");
        QTest::newRow("bake") << QStringList{"bake", walk, "-o", out};
        QTest::newRow("sample") << QStringList{"sample", walk, "--frames", "0:48", "-o", out};
        QTest::newRow("convert") << QStringList{"convert", walk, out};
        QTest::newRow("report") << QStringList{"report", walk};
        QTest::newRow("diff") << QStringList{"diff", walk, walk};
    }

    void interruptedWorkLeavesNoFile()
    {
        QFETCH(QStringList, arguments);
        std::vector<std::string> words;
        for (const QString& a : arguments) words.push_back(a.toStdString());
        cli::Environment environment;
        environment.interrupted = [] { return true; };
        const Outcome outcome = call(words, environment);
        QCOMPARE(outcome.exit, 130);
        QCOMPARE(outcome.out, std::string());
        QVERIFY(!QFile::exists(dir_.filePath("stopped.bvh")));
    }
};

POSEWRIGHT_TEST(TestCliWrites, posewright::test::runWithEvents);
#include "tst_cli_writes.moc"
