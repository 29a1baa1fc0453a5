#include "core/io/format.h"
#include "tests/app/cli_test.h"
#include "tests/support/biped.h"
#include "tests/support/inches.h"
#include "tests/support/made_rich_character.h"
#include "tests/support/program.h"

#include <nlohmann/json.hpp>

#include <cmath>
#include <fstream>

using nlohmann::json;
using namespace posewright;
using test::call;
using test::Outcome;

/// The export dialog's choices as options of `convert`, and the report of what came of them.
class TestCliExport : public test::CliTest {
    Q_OBJECT

    json parsed(const char* name) const { return json::parse(get(path(name)).toStdString()); }

private slots:
    /// Pictures beside a .gltf, and where that cannot be.
    void picturesLieOutsideWhereTheyMay()
    {
        using Rich = test::MadeRichCharacter;
        const std::string rich =
            Rich::write(dir_.path().toStdString(), Rich::Container::Glb, true).string();
        const auto outside = [&](const char* out, std::vector<std::string> more) {
            std::vector<std::string> words{"convert", rich, path(out), "--images", "outside"};
            words.insert(words.end(), more.begin(), more.end());
            return call(words);
        };
        QCOMPARE(outside("out.gltf", {"--no-targets"}).exit, 0);
        for (const json& image : parsed("out.gltf")["images"]) {
            const std::string uri = image["uri"];
            QVERIFY2(uri.starts_with("out.") && QFileInfo::exists(path(uri.c_str()).c_str()),
                     uri.c_str());
        }
        QCOMPARE(outside("engine.gltf", {"--preset", "engine"}).exit, 0);
        for (const auto& [out, more] : {std::pair{"a.gltf", std::vector<std::string>{}},
                                        {"b.glb", {"--no-targets"}},
                                        {"c.gltf", {"--no-targets", "--no-textures"}}}) {
            const Outcome refused = outside(out, more);
            QCOMPARE(refused.exit, 2);
            QVERIFY(!QFileInfo::exists(path(out).c_str()));
            QVERIFY2(refused.err.find("--images outside is for a .gltf") != std::string::npos,
                     refused.err.c_str());
        }
        QCOMPARE(call({"convert", rich, path("d.gltf"), "--images", "within"}).exit, 2);
        QCOMPARE(call({"convert", rich, path("d.gltf"), "--images", "inside"}).exit, 0);
        QVERIFY(parsed("d.gltf")["images"][0].contains("bufferView"));
    }

    /// One mesh of several, by the name of its node.
    void aMeshIsLeftOutByName()
    {
        using Rich = test::MadeRichCharacter;
        const std::string rich =
            Rich::write(dir_.path().toStdString(), Rich::Container::Glb, true).string();
        QCOMPARE(call({"convert", rich, path("both.gltf"), "--preset", "engine"}).exit, 0);
        const auto shown = [&](const char* name) {
            const json file = parsed(name);
            std::vector<std::string> names;
            for (const json& node : file["nodes"])
                if (node.contains("mesh")) names.push_back(node["name"]);
            return names;
        };
        QCOMPARE(shown("both.gltf").size(), std::size_t(2));
        const Outcome one = call(
            {"convert", rich, "--without-mesh", "Body", path("one.gltf"), "--preset", "engine"});
        QVERIFY2(one.exit == 0, one.err.c_str());
        QVERIFY(shown("one.gltf").size() == 1 && shown("one.gltf")[0].starts_with("Hat"));
        const Outcome none = call({"convert", rich, path("none.gltf"), "--without-mesh", "Bodi"});
        QCOMPARE(none.exit, 2);
        QVERIFY2(none.err.find("no node with a mesh is named 'Bodi'") != std::string::npos &&
                     none.err.find("did you mean \"Body\"?") != std::string::npos,
                 none.err.c_str());
        QVERIFY(!QFileInfo::exists(path("none.gltf").c_str()));
    }

    /// A capture in inches: told of, and made as tall as it is.
    void unitsOfCapturesAreTold()
    {
        std::ofstream(path("inches.bvh")) << test::kFigureInInches;
        const Outcome plain = call({"convert", path("inches.bvh"), path("plain.glb")});
        QCOMPARE(plain.exit, 0);
        QVERIFY2(plain.err.find("--unit guess takes them for inches") != std::string::npos,
                 plain.err.c_str());
        const auto hips = [&](const std::string& file) {
            const json shown = json::parse(call({"sample", file, "--frames", "0", "--json"}).out);
            return shown["frames"][0]["positions"][0][1].get<double>();
        };
        for (const char* unit : {"guess", "inch", "inches", "0.0254"}) {
            const Outcome out =
                call({"convert", path("inches.bvh"), path("out.glb"), "--unit", unit});
            QVERIFY2(out.exit == 0 && out.err.empty(), out.err.c_str());
            QVERIFY2(std::abs(hips(path("out.glb")) / hips(path("plain.glb")) - 0.0254) < 1e-6,
                     unit);
        }
        QCOMPARE(call({"convert", path("inches.bvh"), path("out.glb"), "--unit", "mile"}).exit, 2);
        QCOMPARE(
            call({"convert", path("inches.bvh"), path("out.glb"), "--unit", "inch", "--scale", "2"})
                .exit,
            2);
        QVERIFY(call({"convert", path("inches.bvh"), path("same.bvh")}).err.empty());
        // Nothing is said of the unit where nothing will be written.
        const Outcome fbx = call({"convert", path("inches.bvh"), "-o", path("out.fbx")});
        QCOMPARE(fbx.exit, 1);
        QVERIFY2(fbx.err.find("--unit") == std::string::npos, fbx.err.c_str());
        // As tall in no unit: a giant is told of, and made a person.
        QCOMPARE(call({"convert", path("inches.bvh"), path("giant.bvh"), "--scale", "0.62"}).exit,
                 0);
        const Outcome giant = call({"convert", path("giant.bvh"), path("giant.glb")});
        QVERIFY2(giant.err.find("--unit guess makes it 1.7 m tall") != std::string::npos,
                 giant.err.c_str());
        const Outcome person =
            call({"convert", path("giant.bvh"), path("out.glb"), "--unit", "guess"});
        QVERIFY2(person.err.find("it is made 1.7 m tall") != std::string::npos, person.err.c_str());
        const double tall = hips(path("giant.glb")) / 38 * (18 + 18 + 2 + 8 + 16 + 8);
        QVERIFY(std::abs(hips(path("out.glb")) / hips(path("giant.glb")) * tall - 1.7) < 0.2);
    }

    void initTestCase() { start(); }

    /// What says itself which way is up is not turned, and that is not kept silent.
    void onlyWhatDoesNotSayIsTurned()
    {
        QCOMPARE(call({"convert", walk(), path("up.glb"), "--up", "z"}).exit, 2);
        QVERIFY(!QFile::exists(QString::fromStdString(path("up.glb"))));
        QCOMPARE(call({"convert", walk(), path("walk.bvh")}).exit, 0);
        QCOMPARE(call({"convert", path("walk.bvh"), path("up.glb"), "--up", "z"}).exit, 0);
        QCOMPARE(call({"convert", path("walk.bvh"), path("up.glb"), "--up", "w"}).exit, 2);
    }

    void aPresetIsAllItsOptions()
    {
        QCOMPARE(call({"convert", walk(), path("engine.glb"), "--preset", "engine"}).exit, 0);
        const json info = json::parse(call({"info", path("engine.glb"), "--json"}).out);
        QVERIFY(info["targets"].empty());
        QCOMPARE(call({"convert", walk(), path("bare.glb"), "--every-frame", "--no-ends",
                       "--no-targets"})
                     .exit,
                 0);
        QCOMPARE(get(path("bare.glb")), get(path("engine.glb")));
        QCOMPARE(call({"convert", walk(), path("blender.glb"), "--preset", "blender"}).exit, 0);
        QCOMPARE(get(path("blender.glb")), get(path("engine.glb")));
        const Outcome wrong = call({"convert", walk(), path("no.glb"), "--preset", "engin"});
        QCOMPARE(wrong.exit, 2);
        QVERIFY2(wrong.err.find("did you mean 'engine'?") != std::string::npos, wrong.err.c_str());
        QVERIFY(get(path("no.glb")).isEmpty());
    }

    void aReportSaysHowTheFileReadsBack()
    {
        const Outcome done = call({"convert", walk(), path("told.glb"), "--preset", "engine",
                                   "--report", path("told.json")});
        QCOMPARE(done.exit, 0);
        QVERIFY2(done.err.empty(), done.err.c_str());
        const json told = parsed("told.json");
        QCOMPARE(told["files"][0]["file"].get<std::string>(), path("told.glb"));
        QVERIFY(told["worstShare"].get<double>() < 1e-6);
        const json& clip = told["files"][0]["clips"][0];
        QCOMPARE(clip["frames"].get<int>(), 49);
        QCOMPARE(int(clip["contacts"].size()), 4);
        for (const json& contact : clip["contacts"]) QVERIFY(!contact["slips"].get<bool>());
    }

    void aReportOfReducedMotionSaysThatFeetSlip()
    {
        QCOMPARE(call({"convert", walk(), path("few.glb"), "--no-targets", "--reduce", "0.002",
                       "--report", path("few.json")})
                     .exit,
                 0);
        const json told = parsed("few.json");
        const double worst = told["worstShare"].get<double>();
        QVERIFY2(worst > 1e-4 && worst <= 0.002, told.dump().c_str());
        QVERIFY(told["files"][0]["clips"][0]["contacts"][1]["slips"].get<bool>());
    }

    void aReportMayBeAPage()
    {
        QCOMPARE(call({"convert", walk(), path("page.bvh"), "--preset", "three", "--report",
                       path("page.html")})
                     .exit,
                 0);
        const QByteArray page = get(path("page.html"));
        QVERIFY(page.startsWith("<!DOCTYPE html>") && page.contains("Left foot"));
    }

    void bakeAddsItToItsOwn()
    {
        QCOMPARE(
            call({"bake", walk(), "-o", path("baked.bvh"), "--report", path("baked.json")}).exit,
            0);
        const json told = parsed("baked.json");
        QCOMPARE(int(told["frames"].size()), 49);
        QCOMPARE(told["errors"].get<int>(), 0);
        const json& clip = told["files"][0]["clips"][0];
        QCOMPARE(clip["frames"].get<int>(), 49);
        QVERIFY2(clip["error"].get<double>() < 1e-6, clip.dump().c_str());
    }

    void aReportIsJsonOrAPage()
    {
        for (const std::vector<std::string>& command :
             {std::vector<std::string>{"convert", walk(), path("named.glb")},
              {"bake", walk(), "-o", path("named.glb")}}) {
            std::vector<std::string> all = command;
            all.insert(all.end(), {"--report", path("told.txt")});
            const Outcome refused = call(all);
            QCOMPARE(refused.exit, 2);
            QVERIFY2(refused.err.find("--report takes a name that ends in .json or .html, not '" +
                                      path("told.txt") + "'\n") != std::string::npos,
                     refused.err.c_str());
            QVERIFY(!QFile::exists(dir_.filePath("named.glb")));
            QVERIFY(!QFile::exists(dir_.filePath("told.txt")));
        }
    }

    void placesInAFileFollowItsName()
    {
        const std::string odd = put("odd.gltf", R"({"asset": {"version": "2.0"}, "nodes": [{}],
            "buffers": [{"byteLength": 3, "uri": "data:application/octet-stream;base64,AAAA"},
                        {"byteLength": 3, "uri": "data:application/octet-stream;base64,AAAA",
                         "name": "more"}]})");
        QCOMPARE(call({"info", odd}).err,
                 "posewright: " + odd +
                     "#/buffers/1: warning: the buffers become one, and what the file says of this "
                     "one is lost: name\n");
        const Outcome one = call({"convert", sample("mannequin.glb"), path("one.bvh")});
        QVERIFY2(one.err.find("\"Walk\" was written, 1 other was not\n") != std::string::npos,
                 one.err.c_str());
    }

    void aReportThatCannotBeWrittenLeavesTheFileAsItWas()
    {
        const std::string out = put("asitwas.glb", "as it was");
        const Outcome failed =
            call({"convert", walk(), out, "--report", path("no/such/folder.json")});
        QCOMPARE(failed.exit, 3);
        QCOMPARE(get(out), QByteArray("as it was"));
    }

    void clipsAreChosen()
    {
        const std::string edits = put("two.json", R"([{"edit": "addClip", "name": "Wave"}])");
        const Outcome made = call({"apply", arm(), edits, "-o", path("two.glb")});
        QVERIFY2(made.exit == 0, made.err.c_str());
        QCOMPARE(call({"convert", path("two.glb"), path("one.glb"), "--clips", "arm"}).exit, 0);
        const json one = json::parse(call({"info", path("one.glb"), "--json"}).out);
        QCOMPARE(int(one["clips"].size()), 1);
        QCOMPARE(
            call({"convert", path("two.glb"), path("x.glb"), "--clips", "arm", "--clip", "Wave"})
                .exit,
            2);
        QCOMPARE(call({"convert", path("two.glb"), path("x.glb"), "--clips", "Run"}).exit, 1);
    }

    /// A project shows the clip and the range that it showed.
    void aProjectIsWrittenAsItWasShown()
    {
        const std::string two = path("two.glb"), again = path("again.glb");
        Document doc =
            test::edited(test::biped(), {{{"edit", "addClip"}, {"name", "Second"}},
                                         {{"edit", "setRange"}, {"start", 3}, {"end", 9}}});
        QVERIFY(io::write(doc, two));
        QCOMPARE(call({"convert", two, again}).exit, 0);
        const auto back = io::read(again);
        QVERIFY(back);
        QVERIFY(back->document == doc);
    }

    /// Options that a format cannot follow are named.
    void optionsWithoutEffectAreNamed()
    {
        const auto done = call({"convert", arm(), path("idle.glb"), "--euler-order", "ZXY",
                                "--portable", "--preset", "three"});
        QCOMPARE(done.exit, 0);
        for (const char* option : {"--euler-order", "--portable", "--preset three"})
            QVERIFY2(done.err.find(option) != std::string::npos, done.err.c_str());
    }

    void framesAndOrderReachTheFile()
    {
        const Outcome done =
            call({"convert", walk(), path("cut.bvh"), "--frames", "10:20", "--euler-order", "yxz"});
        QVERIFY2(done.exit == 0, done.err.c_str());
        const QByteArray text = get(path("cut.bvh"));
        QVERIFY(text.contains("Frames: 11\n"));
        QVERIFY(text.contains("CHANNELS 3 Yrotation Xrotation Zrotation"));
        QVERIFY(!text.contains("CHANNELS 3 Z"));
        QCOMPARE(call({"convert", walk(), path("x.bvh"), "--euler-order", "xx"}).exit, 2);
    }

    void warningsNameTheOptionThatMends()
    {
        QByteArray crlf = test::kArm;
        crlf.replace("\n", "\r\n");
        const Outcome done = call({"convert", put("crlf.bvh", crlf), path("crlf-out.bvh")});
        QVERIFY2(done.err.find("Babylon refuses that (--portable writes LF)") != std::string::npos,
                 done.err.c_str());
    }
};

POSEWRIGHT_TEST(TestCliExport, test::runWithEvents);
#include "tst_cli_export.moc"
