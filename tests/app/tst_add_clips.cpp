#include "tests/app/cli_test.h"
#include "tests/support/program.h"
#include "tests/support/sound_gltf.h"

#include <nlohmann/json.hpp>

#include <cmath>

using namespace posewright;
using nlohmann::json;
using test::call;
using test::kArm;
using test::Outcome;

/// Clips of other files on the joints of the same names.
class TestAddClips : public test::CliTest {
    Q_OBJECT

    json clipsOf(const std::string& file)
    {
        return json::parse(call({"info", file, "--json"}).out)["clips"];
    }
    json handAt(const std::string& file, const char* clip, const char* frame)
    {
        return json::parse(call({"sample", file, "--clip", clip, "--frames", frame, "--json"})
                               .out)["frames"][0]["positions"][2];
    }
    static bool isSame(const json& a, const json& b)
    {
        for (int axis = 0; axis < 3; ++axis)
            if (!(std::abs(a[axis].get<double>() - b[axis].get<double>()) < 1e-6)) return false;
        return true;
    }

private slots:
    void initTestCase() { start(); }

    void aFileGetsTheClipsOfAnother()
    {
        const QByteArray other =
            QByteArray(kArm).replace("0 0 0 90 0 0 0 0 0 0 0 0", "0 0 0 0 0 0 45 0 0 0 0 0");
        const std::string wave = put("wave.bvh", other);
        const std::string both = path("both.glb");
        const Outcome done = call({"convert", arm(), both, "--add", wave});
        QVERIFY2(done.exit == 0, done.err.c_str());
        QVERIFY2(done.err.find("warning") == std::string::npos, done.err.c_str());
        const json clips = clipsOf(both);
        QCOMPARE(clips.size(), std::size_t(2));
        const std::string second = clips[1]["name"].get<std::string>();
        QVERIFY(isSame(handAt(both, second.c_str(), "1"),
                       handAt(wave, clipsOf(wave)[0]["name"].get<std::string>().c_str(), "1")));
        const std::string first = clips[0]["name"].get<std::string>();
        QVERIFY(isSame(handAt(both, first.c_str(), "1"),
                       handAt(arm(), clipsOf(arm())[0]["name"].get<std::string>().c_str(), "1")));
    }

    /// The operation says of a file what convert does, and makes the same of it.
    void importTakesAFile()
    {
        const std::string wave =
            put("other.bvh",
                QByteArray(kArm).replace("0 0 0 90 0 0 0 0 0 0 0 0", "0 0 0 0 0 0 45 0 0 0 0 0"));
        const std::string added = path("added.glb"), operated = path("operated.glb");
        QCOMPARE(
            call({"convert", arm(), "-o", added, "--add", wave, "--rate", "50", "--scale", "0.5"})
                .exit,
            0);
        const std::string half = path("half.glb");
        QCOMPARE(call({"convert", arm(), half, "--rate", "50", "--scale", "0.5"}).exit, 0);
        const Outcome done = call({"operate", half, "import", "--set", "file=" + wave, "--set",
                                   "rate=50", "--set", "scale=0.5", "-o", operated});
        QVERIFY2(done.exit == 0, done.err.c_str());
        const json clips = clipsOf(operated);
        QCOMPARE(clips.size(), std::size_t(2));
        const std::string name = clips[1]["name"].get<std::string>();
        QCOMPARE(clipsOf(added)[1]["name"].get<std::string>(), name);
        QCOMPARE(clips[1]["fps"].get<double>(), 50.0);
        for (const char* frame : {"0", "1"})
            QVERIFY(
                isSame(handAt(operated, name.c_str(), frame), handAt(added, name.c_str(), frame)));
        for (const auto& [words, said] : {std::pair{"up=sideways", "--up is y, z, x"},
                                          std::pair{"lost=1", "import has no argument 'lost'"}}) {
            const Outcome wrong = call({"operate", half, "import", "--set", "file=" + wave, "--set",
                                        words, "-o", path("not.glb")});
            QVERIFY(wrong.exit != 0);
            QVERIFY2(wrong.err.find(said) != std::string::npos, wrong.err.c_str());
        }
    }

    /// And its figures and props, if asked to.
    void importTakesAScene()
    {
        const std::string here = path("here.glb"), both = path("beside.glb"),
                          operated = path("operated_scene.glb");
        QCOMPARE(call({"convert", arm(), here}).exit, 0);
        QCOMPARE(call({"convert", here, both, "--add-scene", here}).exit, 0);
        const Outcome done = call({"operate", here, "import", "--set", "file=" + here, "--set",
                                   "scene=true", "-o", operated});
        QVERIFY2(done.exit == 0, done.err.c_str());
        const auto places = [](const std::string& file) {
            return json::parse(
                call({"sample", file, "--frames", "1", "--json"}).out)["frames"][0]["positions"];
        };
        QCOMPARE(places(operated).size(), 2 * places(here).size());
        QCOMPARE(places(operated).dump(), places(both).dump());
        QCOMPARE(clipsOf(operated).size(), std::size_t(1));
    }

    void aRateKeepsTheTimes()
    {
        const std::string fast = path("fast.glb");
        QCOMPARE(call({"convert", arm(), fast, "--add", arm(), "--rate", "100"}).exit, 0);
        for (const json& clip : clipsOf(fast)) {
            QCOMPARE(clip["fps"].get<double>(), 100.0);
            QCOMPARE(clip["end"].get<double>(), 4.0);
        }
        QCOMPARE(call({"convert", arm(), fast, "--rate", "none"}).exit, 2);
    }

    void oneClipOfAFileIsAddedAlone()
    {
        const std::string two = path("two.glb");
        QCOMPARE(call({"convert", arm(), two, "--add", arm()}).exit, 0);
        const std::string second = clipsOf(two)[1]["name"].get<std::string>();
        const std::string three = path("three.glb");
        const Outcome done =
            call({"convert", arm(), three, "--add", two, "--add-clip", second, "--rate", "50"});
        QVERIFY2(done.exit == 0, done.err.c_str());
        const json clips = clipsOf(three);
        QCOMPARE(clips.size(), std::size_t(2));
        for (const json& clip : clips) QCOMPARE(clip["fps"].get<double>(), 50.0);
        const Outcome none = call({"convert", arm(), three, "--add", two, "--add-clip", "Run"});
        QCOMPARE(none.exit, 1);
        QVERIFY2(none.err.find("two.glb: there is no clip 'Run'") != std::string::npos,
                 none.err.c_str());
        QVERIFY2(none.err.find("clips: ") != std::string::npos, none.err.c_str());
        QCOMPARE(call({"convert", arm(), three, "--add-clip", second}).exit, 2);
    }

    void morphsThatAreNotThereAreNamed()
    {
        json here = test::soundFile();
        here["nodes"][2]["name"] = "Face";
        json there = here;
        here["meshes"][0]["extras"]["targetNames"] = {"A", "Smile"};
        there["meshes"][0]["extras"]["targetNames"] = {"A", "Frown"};
        there["accessors"].push_back(
            {{"bufferView", 0}, {"componentType", 5126}, {"type", "SCALAR"}, {"count", 4}});
        there["animations"][0]["samplers"].push_back({{"input", 2}, {"output", 7}});
        there["animations"][0]["channels"].push_back(
            {{"sampler", 1}, {"target", {{"node", 2}, {"path", "weights"}}}});
        const Outcome done = call(
            {"convert", put("here.gltf", QByteArray::fromStdString(here.dump())), path("both.glb"),
             "--add", put("there.gltf", QByteArray::fromStdString(there.dump()))});
        QVERIFY2(done.exit == 0, done.err.c_str());
        QVERIFY2(done.err.find("1 morph (Face: Frown): the mesh of that name has none that is "
                               "called so, and the keys are left out") != std::string::npos,
                 done.err.c_str());
    }

    void whatDoesNotFitIsSaid()
    {
        const std::string half =
            put("half.bvh", QByteArray(kArm).replace("JOINT Hand", "JOINT Fist"));
        const Outcome told = call({"convert", arm(), path("told.glb"), "--add", half});
        QCOMPARE(told.exit, 0);
        QVERIFY2(told.err.find("1 node (Fist): none is called so here") != std::string::npos,
                 told.err.c_str());
        QByteArray stranger = kArm;
        for (const char* name : {"Shoulder", "Elbow", "Hand"})
            stranger.replace(name, "X_" + QByteArray(name));
        const Outcome refused =
            call({"convert", arm(), path("none.glb"), "--add", put("stranger.bvh", stranger)});
        QCOMPARE(refused.exit, 1);
        QVERIFY2(refused.err.find("stranger.bvh: no joint that clip") != std::string::npos,
                 refused.err.c_str());
        QVERIFY(get(path("none.glb")).isEmpty());
    }
};

POSEWRIGHT_TEST(TestAddClips, posewright::test::runWithEvents);
#include "tst_add_clips.moc"
