#include "tests/app/cli_test.h"
#include "tests/support/program.h"

#include <QDir>
#include <QStandardPaths>
#include <nlohmann/json.hpp>

#include <cmath>
#include <fstream>
#include <numbers>

using namespace posewright;
using nlohmann::json;
using test::call;
using test::Outcome;

/// What the command line tells of a file, and shows of it.
class TestCliReads : public test::CliTest {
    Q_OBJECT

private slots:
    void initTestCase() { start(); }

    void infoTellsWhatIsInAFile()
    {
        const Outcome info = call({"info", arm(), "--json"});
        QCOMPARE(info.exit, 0);
        const json j = json::parse(info.out);
        QCOMPARE(j["format"].get<std::string>(), std::string("bvh"));
        QCOMPARE(j["unit"].get<std::string>(), std::string("unknown"));
        QCOMPARE(int(j["joints"].size()), 3);
        QCOMPARE(j["joints"][0]["name"].get<std::string>(), std::string("Shoulder"));
        QCOMPARE(j["joints"][0]["parent"].get<int>(), -1);
        QCOMPARE(j["joints"][2]["parent"].get<int>(), 1);
        QCOMPARE(j["joints"][0]["length"].get<double>(), 1.0);
        QCOMPARE(j["joints"][2]["length"].get<double>(), 0.25);
        QVERIFY(j["roots"] == json::array({0}));
        QVERIFY(j["meshes"] == json::array());
        QVERIFY(j["targets"] == json::array());
        QCOMPARE(int(j["clips"].size()), 1);
        QCOMPARE(j["clips"][0]["fps"].get<double>(), 25.0);
        QCOMPARE(j["clips"][0]["start"].get<double>(), 0.0);
        QCOMPARE(j["clips"][0]["end"].get<double>(), 1.0);
        QCOMPARE(j["clips"][0]["frames"].get<int>(), 2);
        QVERIFY(j["warnings"].is_array());
    }

    /// First the place, as of every error, and then in plain words what it is not.
    void aFileOfAnotherKindIsSaidToBe()
    {
        for (const auto& [name, said] :
             {std::pair{"wrong.glb", "@0: this is not a glTF or GLB file: it begins with neither "},
              {"wrong.bvh", ":1: this is not a BVH file: it begins with \"not\" and not with "
                            "HIERARCHY"}}) {
            std::ofstream(path(name)) << "not what it says\n";
            const Outcome info = call({"info", path(name)});
            QCOMPARE(info.exit, 1);
            QVERIFY2(info.err.starts_with("posewright: " + path(name) + said), info.err.c_str());
        }
    }

    void infoTellsOfTargets()
    {
        const json j = json::parse(call({"info", walk(), "--json"}).out);
        QCOMPARE(j["unit"].get<std::string>(), std::string("m"));
        QCOMPARE(int(j["joints"].size()), 21);
        QCOMPARE(int(j["targets"].size()), 4);
        QCOMPARE(j["targets"][0]["name"].get<std::string>(), std::string("Left foot"));
        QCOMPARE(j["targets"][0]["effector"].get<std::string>(), std::string("LeftFoot"));
        QCOMPARE(j["targets"][0]["root"].get<std::string>(), std::string("LeftUpLeg"));
        QVERIFY(j["targets"][0]["keys"].get<int>() > 10);
        const Outcome text = call({"info", walk()});
        QCOMPARE(text.exit, 0);
        QVERIFY(text.out.find("Left foot") != std::string::npos);
    }

    void sampleGivesWorldPlacements()
    {
        const Outcome outcome = call({"sample", arm(), "--frames", "0,1,0.5", "--json"});
        QCOMPARE(outcome.exit, 0);
        const json j = json::parse(outcome.out);
        QVERIFY(j["joints"] == json({"Shoulder", "Elbow", "Hand"}));
        QVERIFY(j["parents"] == json({-1, 0, 1}));
        QCOMPARE(int(j["frames"].size()), 3);
        const json& last = j["frames"][1];
        QCOMPARE(last["frame"].get<double>(), 1.0);
        QCOMPARE(last["time"].get<double>(), 0.04);
        const auto near = [](const json& v, std::vector<double> expected) {
            for (std::size_t i = 0; i < expected.size(); ++i)
                if (std::abs(v[i].get<double>() - expected[i]) > 1e-12) return false;
            return v.size() == expected.size();
        };
        QVERIFY(near(j["frames"][0]["positions"][2], {1, 1, 0}));
        QVERIFY(near(last["positions"][1], {0, 1, 0}));
        QVERIFY(near(last["positions"][2], {-1, 1, 0}));
        const double h = std::sqrt(0.5);
        QVERIFY(near(last["rotations"][2], {0, 0, h, h}));
    }

    void sampleWritesTextAndFiles()
    {
        const Outcome text = call({"sample", arm(), "--frames", "0"});
        QCOMPARE(text.exit, 0);
        QVERIFY(
            text.out.starts_with("frame\tjoint\tx\ty\tz\tqx\tqy\tqz\tqw\n0\tShoulder\t0\t0\t0"));
        const Outcome file = call({"sample", arm(), "--frames", "0", "-o", path("s.txt")});
        QCOMPARE(file.exit, 0);
        QCOMPARE(file.out, std::string());
        QCOMPARE(get(path("s.txt")).toStdString(), text.out);
    }

    void reportIsHonest()
    {
        const Outcome good = call({"report", walk(), "--json"});
        QCOMPARE(good.exit, 0);
        const json j = json::parse(good.out);
        QCOMPARE(int(j["frames"].size()), 49);
        QCOMPARE(int(j["frames"][0]["targets"].size()), 4);
        QCOMPARE(j["frames"][3]["status"].get<std::string>(), std::string("reached"));
        QCOMPARE(j["frames"][3]["targets"][0]["name"].get<std::string>(), std::string("Left foot"));
        QVERIFY(j["frames"][3]["targets"][0]["positionError"].is_number());
        QVERIFY(j["frames"][3]["targets"][0]["orientationError"].is_number());
        QCOMPARE(int(j["contacts"].size()), 4);
        QVERIFY(j["contacts"][0]["slip"].get<double>() < 1e-4);
        QVERIFY(j["pops"].is_array());
        QVERIFY(j["through"].is_array() && j["through"].empty());
        QCOMPARE(j["worst"]["status"].get<std::string>(), std::string("reached"));
        QCOMPARE(j["errors"].get<int>(), 0);

        // A step that the left foot stands in.
        const std::string step =
            put("step.json",
                R"([{"edit":"addBox","name":"Step","size":[0.4,0.4,0.4],"position":[0.1,0,0]}])");
        QCOMPARE(call({"apply", walk(), step, "-o", path("step.glb")}).exit, 0);
        const Outcome stepping = call({"report", path("step.glb"), "--json"});
        QCOMPARE(stepping.exit, 0);
        const json through = json::parse(stepping.out)["through"];
        QVERIFY(!through.empty());
        QCOMPARE(through[0]["box"].get<std::string>(), std::string("Step"));
        QVERIFY(through[0]["depth"].get<double>() > 0.01);
        QVERIFY(!through[0]["part"].get<std::string>().empty());
        QVERIFY(call({"report", path("step.glb")}).out.find("in \"Step\", up to 0.") !=
                std::string::npos);

        const std::string edits =
            put("far.json", "[{\"edit\":\"setTargetKey\",\"target\":\"Left hand\",\"frame\":24,"
                            "\"position\":[5,1,0]}]");
        QCOMPARE(call({"apply", walk(), edits, "-o", path("far.glb")}).exit, 0);
        const Outcome bad = call({"report", path("far.glb"), "--json"});
        QCOMPARE(bad.exit, 1);
        const json far = json::parse(bad.out);
        QVERIFY(far["errors"].get<int>() > 0);
        QCOMPARE(far["worst"]["status"].get<std::string>(), std::string("unreachable"));
        QCOMPARE(far["worst"]["frame"].get<double>(), 24.0);
        QCOMPARE(far["worst"]["target"].get<std::string>(), std::string("Left hand"));
        const Outcome text = call({"report", path("far.glb")});
        QCOMPARE(text.exit, 1);
        QVERIFY(text.out.find("Left hand") != std::string::npos);
        QVERIFY(text.out.find("unreachable") != std::string::npos);
    }

    /// A leap that the capture has of its own.
    void reportTellsWhatCameWithTheCapture()
    {
        QByteArray bvh = "HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 3 Zrotation Xrotation "
                         "Yrotation\nEnd Site\n{\nOFFSET 0 1 0\n}\n}\nMOTION\nFrames: 30\nFrame "
                         "Time: 0.04\n";
        for (int frame = 0; frame < 30; ++frame)
            bvh += QByteArray::number(frame + (frame < 12 ? 0 : 20)) + " 0 0\n";
        const std::string file = put("leap.bvh", bvh);
        const Outcome told = call({"report", file, "--json"});
        QCOMPARE(told.exit, 0);
        const json j = json::parse(told.out);
        QCOMPARE(int(j["pops"].size()), 1);
        QCOMPARE(j["pops"][0]["recorded"].get<bool>(), true);
        QVERIFY(std::abs(j["worst"]["popDegrees"].get<double>() - 21) < 1e-6);
        const Outcome text = call({"report", file});
        QVERIFY2(text.out.find("turns by 21.0 degrees, in the recorded motion") !=
                     std::string::npos,
                 text.out.c_str());
        QVERIFY2(text.out.find("1 pops, 1 of them in the recorded motion") != std::string::npos,
                 text.out.c_str());
    }

    void diffTellsWhatAnEditChanged()
    {
        QCOMPARE(call({"diff", walk(), walk()}).exit, 0);
        QCOMPARE(call({"diff", walk(), walk()}).out, std::string("no difference in motion\n"));
        const std::string edits =
            put("nudge.json", "[{\"edit\":\"setTargetKey\",\"target\":\"Left hand\",\"frame\":24,"
                              "\"position\":[0.4,1.1,0.5]},"
                              "{\"edit\":\"setSpan\",\"target\":\"Right hand\",\"start\":10,"
                              "\"end\":20,\"kind\":\"off\"}]");
        QCOMPARE(call({"apply", walk(), edits, "-o", path("nudge.glb")}).exit, 0);
        const Outcome outcome = call({"diff", walk(), path("nudge.glb"), "--json"});
        QCOMPARE(outcome.exit, 1);
        const json j = json::parse(outcome.out);
        QVERIFY(!j["same"].get<bool>());
        bool found = false;
        for (const json& k : j["keys"])
            if (k["node"] == "Left hand" && k["property"] == "translation") {
                found = true;
                QVERIFY(k["changed"] == json::array({24}));
            }
        QVERIFY(found);
        QVERIFY(!j["spans"].empty());
        QCOMPARE(j["spans"][0]["target"].get<std::string>(), std::string("Right hand"));
        QVERIFY(!j["poses"].empty());
        QVERIFY(j["poses"][0]["joint"].get<std::string>().find("Left") == 0);
    }

    void diffLooksAtAllClipsAndTheirRates()
    {
        const auto differs = [&](const std::string& name, const char* edits) {
            const std::string file = path((name + ".glb").c_str());
            const std::string list = put((name + ".json").c_str(), edits);
            const Outcome made = call({"apply", walk(), list, "-o", file});
            if (made.exit != 0) qFatal("%s", made.err.c_str());
            return file;
        };
        const auto clipsOf = [&](const std::string& a, const std::string& b) {
            const Outcome outcome = call({"diff", a, b, "--json"});
            if (outcome.exit != 1) qFatal("exit %d", outcome.exit);
            return json::parse(outcome.out)["clips"];
        };
        const std::string faster =
            differs("faster", R"([{"edit":"setFps","fps":48,"retime":false}])");
        const json rate = clipsOf(walk(), faster);
        QCOMPARE(rate.size(), std::size_t(1));
        QCOMPARE(rate[0]["fpsAfter"].get<double>(), 48.0);
        const std::string more = differs("more", R"([{"edit":"addClip","name":"Other"}])");
        const json added = clipsOf(walk(), more);
        QCOMPARE(added.size(), std::size_t(1));
        QVERIFY(added[0] == json({{"clip", "Other"}, {"change", "added"}}));
        QVERIFY(clipsOf(more, walk())[0] == json({{"clip", "Other"}, {"change", "removed"}}));
    }

    void renderMakesPictures()
    {
        cli::Environment environment;
        std::vector<double> asked;
        environment.editor.makePictures = [&](const cli::PictureJob& job) -> Result<void> {
            asked = job.frames;
            for (int i = 0; i < std::ssize(job.frames); ++i) {
                cli::Picture p{job.width, job.height, {}};
                p.rgba.resize(4 * p.width * p.height, 128);
                if (Result<void> taken = job.take(i, p); !taken) return taken;
            }
            return {};
        };
        environment.editor.encodePng = [](const cli::Picture& p) -> Result<std::string> {
            return "PNG" + std::to_string(p.width) + 'x' + std::to_string(p.height);
        };
        QCOMPARE(
            call({"render", walk(), "-o", path("one.png"), "--size", "64x32"}, environment).exit,
            0);
        QCOMPARE(get(path("one.png")), QByteArray("PNG64x32"));
        QCOMPARE(asked, std::vector<double>{0});

        QCOMPARE(
            call({"render", walk(), "-o", path("many%04d.png"), "--frames", "9:11"}, environment)
                .exit,
            0);
        QCOMPARE(get(path("many0009.png")), QByteArray("PNG1280x720"));
        QCOMPARE(get(path("many0011.png")), QByteArray("PNG1280x720"));
        QVERIFY(!QFile::exists(dir_.filePath("many0012.png")));

        const Outcome blind =
            call({"render", walk(), "-o", path("c.png"), "--camera", "none"}, environment);
        QCOMPARE(blind.exit, 1);
        QVERIFY(blind.err.find("there is no camera 'none'") != std::string::npos);

        if (QStandardPaths::findExecutable("ffmpeg").isEmpty()) QSKIP("ffmpeg is not here");
        const Outcome video =
            call({"render", walk(), "-o", path("a.mp4"), "--size", "64x48"}, environment);
        QVERIFY2(video.exit == 0, video.err.c_str());
        QCOMPARE(int(asked.size()), 49);
        QVERIFY(get(path("a.mp4")).contains("ftyp"));
        environment.interrupted = [] { return true; };
        const Outcome cut = call({"render", walk(), "-o", path("b.mp4")}, environment);
        QCOMPARE(cut.exit, 130);
        QVERIFY(!QFile::exists(dir_.filePath("b.mp4")));
        QVERIFY(
            QDir(dir_.path()).entryList({".posewright*"}, QDir::Files | QDir::Hidden).isEmpty());
    }

    void renderTellsWhichLayersItPaintsOver()
    {
        cli::Environment environment;
        std::vector<std::string> asked{"nobody"};
        environment.editor.makePictures = [&](const cli::PictureJob& job) -> Result<void> {
            asked = job.overlay;
            return {};
        };
        environment.editor.overlays = {{"words", "what is written"}, {"lines", "what is dashed"}};
        const auto render = [&](const std::vector<std::string>& more) {
            std::vector<std::string> all{"render", walk(), "-o", path("over.png")};
            all.insert(all.end(), more.begin(), more.end());
            return call(all, environment);
        };
        using Ids = std::vector<std::string>;
        QCOMPARE(render({}).exit, 0);
        QCOMPARE(asked, Ids{});
        QCOMPARE(render({"--overlay", "lines"}).exit, 0);
        QCOMPARE(asked, Ids{"lines"});
        QCOMPARE(render({"--overlay", "lines,words"}).exit, 0);
        QCOMPARE(asked, (Ids{"lines", "words"}));
        QCOMPARE(render({"--overlay", "all"}).exit, 0);
        QCOMPARE(asked, (Ids{"words", "lines"}));
        asked = {"nobody"};
        for (const char* wrong : {"word", "lines,", "", "words,all", "Lines "}) {
            const Outcome refused = render({"--overlay", wrong});
            QCOMPARE(refused.exit, 2);
            QVERIFY2(refused.err.find("is no layer") != std::string::npos, refused.err.c_str());
        }
        QVERIFY(render({"--overlay", "word"}).err.find("words") != std::string::npos);
        QCOMPARE(asked, Ids{"nobody"});
        const Outcome help = call({"render", "--help"}, environment);
        QCOMPARE(help.exit, 0);
        for (const char* said : {"--overlay", "words  what is written", "lines  what is dashed"})
            QVERIFY2(help.out.find(said) != std::string::npos, help.out.c_str());
    }

    void renderShowsOnlyWhatItIsToldTo()
    {
        cli::Environment environment;
        cli::PictureJob asked;
        environment.editor.makePictures = [&](const cli::PictureJob& job) -> Result<void> {
            asked = job;
            return {};
        };
        environment.editor.solids = {{"figures", "those who act"}, {"floor", "where they stand"}};
        const auto render = [&](const std::vector<std::string>& more) {
            std::vector<std::string> all{"render", walk(), "-o", path("only.png")};
            all.insert(all.end(), more.begin(), more.end());
            return call(all, environment);
        };
        QCOMPARE(render({}).exit, 0);
        QVERIFY(!asked.show && !asked.background);
        QCOMPARE(render({"--show", "figures", "--background", "#ff8000"}).exit, 0);
        QCOMPARE(*asked.show, std::vector<std::string>{"figures"});
        QCOMPARE(*asked.background, 0xff8000U);
        QCOMPARE(render({"--background", "0000FF"}).exit, 0);
        QCOMPARE(*asked.background, 0x0000ffU);
        QCOMPARE(render({"--show", "walls"}).exit, 2);
        QVERIFY(!asked.view);
        QCOMPARE(render({"--from", "3,2,0", "--at", "0,2,0", "--fov", "90"}).exit, 0);
        QCOMPARE(asked.view->distance, 3.0);
        QCOMPARE(asked.view->pivot, Vec3(0, 2, 0));
        QVERIFY((eye(*asked.view) - Vec3(3, 2, 0)).norm() < 1e-12);
        QVERIFY(std::abs(asked.view->verticalFov - std::numbers::pi / 2) < 1e-12);
        QCOMPARE(render({"--from", "1,2,-3", "--at=-1,0.5,4"}).exit, 0);
        QVERIFY((eye(*asked.view) - Vec3(1, 2, -3)).norm() < 1e-12);
        for (const std::vector<std::string>& wrong :
             {std::vector<std::string>{"--from", "1,2,3"},
              {"--at", "1,2,3"},
              {"--fov", "40"},
              {"--from", "1,2,3", "--at", "1,2,3"},
              {"--from", "1,2", "--at", "0,0,0"},
              {"--from", "1,2,3", "--at", "0,0,0", "--fov", "180"},
              {"--from", "1,2,3", "--at", "0,0,0", "--camera", "Eye"}})
            QCOMPARE(render(wrong).exit, 2);
        for (const char* wrong : {"fff", "red", "0x1234", "-12345", "ff80001", "ff800g"}) {
            const Outcome refused = render({"--background", wrong});
            QCOMPARE(refused.exit, 2);
            QVERIFY2(refused.err.find("is no colour") != std::string::npos, refused.err.c_str());
        }
        const Outcome help = call({"render", "--help"}, environment);
        for (const char* said : {"--show", "figures  those who act", "floor    where they stand"})
            QVERIFY2(help.out.find(said) != std::string::npos, help.out.c_str());
    }
};

POSEWRIGHT_TEST(TestCliReads, posewright::test::runWithEvents);
#include "tst_cli_reads.moc"
