#include "tests/app/cli_test.h"
#include "tests/app/process.h"
#include "tests/support/program.h"

#include <QDir>
#include <QFile>
#include <nlohmann/json.hpp>

#include <set>

using namespace posewright;
using nlohmann::json;
using test::Ended;
using test::Process;

/// Operations in lists of edits, as the program takes them.
class TestOperate : public test::CliTest {
    Q_OBJECT

    /// One run of `posewright apply FILE LIST -o OUT`.
    Ended applied(const std::string& file, const json& list, const char* out) const
    {
        const std::string edits = put("list.json", QByteArray::fromStdString(list.dump()));
        return Process({"apply", QString::fromStdString(file), QString::fromStdString(edits), "-o",
                        QString::fromStdString(path(out))})
            .run();
    }
    json answer(const std::vector<std::string>& arguments) const
    {
        const test::Outcome outcome = test::call(arguments);
        if (outcome.exit != 0) qFatal("%s", outcome.err.c_str());
        return json::parse(outcome.out);
    }

private slots:
    void initTestCase() { start(); }

    void targetsAreFittedByTheProgram()
    {
        const json add{{"edit", "addTarget"},
                       {"name", "grab"},
                       {"effector", "Hand"},
                       {"root", "Shoulder"},
                       {"at", "pose"}};
        const Ended ended =
            applied(arm(), {add, {{"operation", "fitTargets"}, {"within", 0.001}}}, "fitted.glb");
        QVERIFY2(ended.exit == 0, ended.err.constData());
        const json was = answer({"sample", arm(), "--frames", "0:1", "--json"});
        const json is = answer({"sample", path("fitted.glb"), "--frames", "0:1", "--json"});
        for (int frame : {0, 1})
            for (int joint : {1, 2})
                for (int axis : {0, 1, 2}) {
                    const auto at = [&](const json& j) {
                        return j["frames"][frame]["positions"][joint][axis].get<double>();
                    };
                    QVERIFY(std::abs(at(was) - at(is)) <= 0.001);
                }
        const json info = answer({"info", path("fitted.glb"), "--json"});
        QCOMPARE(info["targets"][0]["keys"].get<int>(), 2);
    }

    void aMeshIsBoundAndTheProgramSaysHow()
    {
        const std::string clad = path("clad.glb"), bound = path("bound.glb");
        const test::Outcome flesh = test::call(
            {"operate", arm(), "add-flesh", "--set", "bones=[\"Shoulder\"]", "-o", clad});
        QVERIFY2(flesh.exit == 0, flesh.err.c_str());
        const test::Outcome bind =
            test::call({"operate", clad, "bind-mesh", "--set", "mesh=Shoulder_flesh", "-o", bound});
        QVERIFY2(bind.exit == 0, bind.err.c_str());
        QVERIFY2(bind.out.find("1 piece\n") != std::string::npos, bind.out.c_str());
        QCOMPARE(answer({"info", bound, "--json"})["meshes"].size(), std::size_t(1));
        const test::Outcome again =
            test::call({"operate", bound, "bind-mesh", "--set", "mesh=Shoulder_flesh", "-o", clad});
        QVERIFY(again.exit != 0);
        QVERIFY2(again.err.find("is bound already") != std::string::npos, again.err.c_str());
    }

    void aSkeletonIsPutIntoAMesh()
    {
        // A box of 0.4 x 1.7 x 0.3 m is no body: the chain becomes as high as it.
        const json box{{"edit", "addBox"}, {"name", "Scan"}, {"size", {0.4, 1.7, 0.3}}};
        QCOMPARE(applied(arm(), json::array({box}), "scan.glb").exit, 0);
        const std::string scan = path("scan.glb"), out = path("rigged.glb");
        const test::Outcome done = test::call({"operate", scan, "insert-skeleton", "--set",
                                               "skeleton=chain", "--set", "mesh=Scan", "-o", out});
        QVERIFY2(done.exit == 0, done.err.c_str());
        const auto countOf = [&](const std::string& file, const char* what) {
            return int(answer({"info", file, "--json"})[what].size());
        };
        QCOMPARE(countOf(out, "targets"), countOf(scan, "targets") + 1);
        QCOMPARE(countOf(out, "meshes"), countOf(scan, "meshes"));
        const json shown = answer({"sample", out, "--frames", "0", "--json"});
        double highest = 0;
        for (const json& place : shown["frames"][0]["positions"])
            highest = std::max(highest, place[1].get<double>());
        // The chain is 0.05 to 1.55 m high, and its last joint at 1.4 m.
        const double wanted = 1.7 * (1.4 - 0.05) / (1.55 - 0.05);
        QVERIFY2(std::abs(highest - wanted) < 1e-6, qPrintable(QString::number(highest, 'g', 9)));
        const test::Outcome wrong = test::call(
            {"operate", scan, "insertSkeleton", "--set", "skeleton=chian", "-o", path("no.glb")});
        QCOMPARE(wrong.exit, 1);
        QVERIFY2(wrong.err.find("insertSkeleton/skeleton: there is no skeleton") !=
                     std::string::npos,
                 wrong.err.c_str());
        QVERIFY2(wrong.err.find("chain") != std::string::npos, wrong.err.c_str());
    }

    void bonesThatCannotRollAreNamed()
    {
        const std::string boxed = path("boxed.glb"), out = path("rolled.glb");
        const json list{{{"edit", "rollBone"}, {"bone", "Shoulder"}, {"by", 1}},
                        {{"edit", "setLimit"},
                         {"joint", "Shoulder"},
                         {"kind", "box"},
                         {"x", {-0.5, 0.5}},
                         {"y", {-0.5, 0.5}},
                         {"z", {-0.5, 0.5}}}};
        const Ended made = applied(arm(), list, "boxed.glb");
        QVERIFY2(made.exit == 0, made.err.constData());
        const test::Outcome roll = test::call({"operate", boxed, "rollBones", "-o", out});
        QVERIFY2(roll.exit == 0, roll.err.c_str());
        QVERIFY2(roll.out.find("1 bone stays as it is: the limit of \"Shoulder\"") !=
                     std::string::npos,
                 roll.out.c_str());
        const test::Outcome named =
            test::call({"operate", boxed, "rollBones", "--set", "bones=[\"Shoulder\"]", "-o", out});
        QVERIFY(named.exit != 0);
        QVERIFY2(named.err.find("its own axes") != std::string::npos, named.err.c_str());
    }

    void aFootIsPlantedByTheProgram()
    {
        const std::string out = path("planted.glb");
        const Ended alone =
            Process({"operate", QString::fromStdString(walk()), "plantFoot", "--set",
                     "target=Left hand", "--set", "frame=12", "-o", QString::fromStdString(out)})
                .run();
        QVERIFY2(alone.exit == 0, alone.err.constData());
        const json report = answer({"report", out, "--json"});
        int contacts = 0;
        for (const json& contact : report["contacts"])
            if (contact["target"] == "Left hand") {
                ++contacts;
                QCOMPARE(contact["start"].get<double>(), 12.0);
                QVERIFY(contact["slip"].get<double>() < 1e-6);
            }
        QCOMPARE(contacts, 1);
        // The same in a list.
        const Ended list =
            applied(walk(), {{{"operation", "plantFoot"}, {"target", "Left hand"}, {"frame", 12}}},
                    "listed.glb");
        QVERIFY2(list.exit == 0, list.err.constData());
        QCOMPARE(test::call({"diff", out, path("listed.glb")}).exit, 0);
    }

    void whatIsAskedForAloneIsRefusedByItsName()
    {
        const auto refused = [&](const std::vector<std::string>& words) {
            std::vector<std::string> all{"operate", arm()};
            all.insert(all.end(), words.begin(), words.end());
            all.insert(all.end(), {"-o", path("never.glb")});
            const test::Outcome outcome = test::call(all);
            return std::to_string(outcome.exit) + ' ' + outcome.err;
        };
        QVERIFY(refused({"plantFoot", "--set", "target=foot", "--set", "frame=1"})
                    .starts_with("1 posewright: plantFoot/target: there is no target"));
        QVERIFY(refused({"plantFood"})
                    .starts_with(
                        "1 posewright: plantFood/operation: there is no operation \"plantFood\""));
        QVERIFY(refused({"plantFoot", "--set", "frame"})
                    .starts_with("2 posewright: --set takes KEY=VALUE, not 'frame'"));
        QVERIFY(refused({}).starts_with("2 posewright: a FILE and the NAME"));
        QVERIFY(get(path("never.glb")).isEmpty());
    }

    void feetOfSeveralFilesAreCleanedAtOnce()
    {
        POSEWRIGHT_NEEDS_SHARED("corpus/bvh");
        const auto capture = [](const char* name) {
            return test::sharedPath(QStringLiteral("corpus/bvh/") + name).toStdString();
        };
        const std::string walk = capture("dme_xia_neutral_01_000.bvh"),
                          jacks = capture("ad_cmu1_jumping_jacks.bvh");
        const test::Outcome both =
            test::call({"operate", "clean-feet", walk, jacks, "-o", path("")});
        QVERIFY2(both.exit == 0, both.err.c_str());
        QVERIFY2(both.out.find("in contacts parts slid") != std::string::npos, both.out.c_str());
        QVERIFY2(both.out.find("moved by at most") != std::string::npos, both.out.c_str());
        // What is told is of the contacts that were asked for.
        const test::Outcome strict =
            test::call({"operate", "clean-feet", walk, "--set", "speed=0.01", "--set",
                        "skating=false", "-o", path("strict.glb")});
        QCOMPARE(strict.exit, 0);
        QVERIFY2(both.out.find(strict.out.substr(0, strict.out.find(';'))) == std::string::npos,
                 strict.out.c_str());
        for (const char* name : {"dme_xia_neutral_01_000.glb", "ad_cmu1_jumping_jacks.glb"}) {
            const json info = answer({"info", path(name), "--json"});
            QCOMPARE(info["targets"].size(), std::size_t(3));  // both feet, and the body
        }
        QCOMPARE(test::call({"operate", "clean-feet", walk, jacks, "-o", path("one.glb")}).exit, 2);
        const auto setTo = [&](const char* what) {
            return test::call({"operate", "clean-feet", walk, "--set", what, "-o", path("n.glb")});
        };
        for (const char* never : {"speed=-1", "height=-3", "gap=-1", "shortest=-1", "fade=-1"})
            QVERIFY2(setTo(never).err.find("is below 0") != std::string::npos, never);
        QVERIFY(setTo("fade=5000").err.find("10 s long at most") != std::string::npos);
        const test::Outcome none = setTo("shortest=1000");
        QVERIFY2(none.out.find("no contact was found") != std::string::npos, none.out.c_str());
        QCOMPARE(test::call({"operate", walk, "cleanFeet", "-o", path("one.glb")}).exit, 0);
    }

    void noFileIsWrittenOverAnother()
    {
        QDir().mkpath(QString::fromStdString(path("a")));
        QDir().mkpath(QString::fromStdString(path("b")));
        for (const char* copy : {"a/same.glb", "b/same.glb"})
            QVERIFY(QFile::copy(QString::fromStdString(arm()), QString::fromStdString(path(copy))));
        const test::Outcome twice =
            test::call({"operate", "keyPose", path("a/same.glb"), path("b/same.glb"), "--set",
                        "nodes=[]", "--set", "frame=0", "-o", path("b")});
        QVERIFY(twice.exit != 0);
        QVERIFY2(twice.err.find("would both become") != std::string::npos, twice.err.c_str());
        const test::Outcome over = test::call({"operate", "keyPose", path("a/same.glb"), "--set",
                                               "nodes=[]", "--set", "frame=0", "-o", path("a")});
        QVERIFY(over.exit != 0);
        QVERIFY2(over.err.find("would be written over") != std::string::npos, over.err.c_str());
        QCOMPARE(QDir(QString::fromStdString(path("a"))).entryList(QDir::Files).size(), 1);
    }

    void contactsAreToldAndHeldOnDemand()
    {
        POSEWRIGHT_NEEDS_SHARED("corpus/bvh");
        const std::string walk =
            test::sharedPath("corpus/bvh/dme_xia_neutral_01_000.bvh").toStdString();
        const json found = answer({"operate", walk, "findContacts", "--report", "-"});
        QVERIFY(found["spans"].size() >= 8);
        for (const json& span : found["spans"]) {
            QVERIFY(span["start"] <= span["end"] && span["certain"].is_boolean());
            // A contact ends where it is half as fast again, or as high.
            if (span["certain"].get<bool>()) QVERIFY(span["speed"] <= 1.5 * 0.17 + 1e-9);
            QVERIFY(span["part"] == "heel" || span["part"] == "ball");
            QVERIFY(span["bone"].is_string() && span["height"] <= 1.5 * 0.045 + 1e-9);
        }
        QVERIFY(found["skateAfter"] == found["skateBefore"]);
        QVERIFY(found["stands"].size() >= 4 && found["stands"].size() < found["spans"].size());
        QCOMPARE(found["contacts"].get<double>(), 0.0);
        const json fewer =
            answer({"operate", walk, "findContacts", "--set", "speed=0.02", "--report", "-"});
        const auto certainFrames = [](const json& report) {
            double sum = 0;
            for (const json& span : report["spans"])
                if (span["certain"].get<bool>())
                    sum += span["end"].get<double>() - span["start"].get<double>() + 1;
            return sum;
        };
        QVERIFY(certainFrames(fewer) < certainFrames(found));

        const std::string report = path("contacts.json"), out = path("held.glb");
        QCOMPARE(test::call({"operate", walk, "findContacts", "--set", "apply=true", "--report",
                             report, "-o", out})
                     .exit,
                 0);
        const json held = json::parse(get(report).toStdString());
        QVERIFY(held["spans"] == found["spans"]);
        QVERIFY(held["slide"] < 0.001);
        QCOMPARE(found["moved"].get<double>(), 0.0);
        QVERIFY(held["moved"] > 0.001 && held["moved"] < 0.03);
        QCOMPARE(found["hipsMoved"].get<double>(), 0.0);
        QVERIFY(held["hipsMoved"] > 0.001 && held["hipsMoved"] < 0.06);
        QVERIFY(held["skateAfter"].is_number());
        // As many contacts as the report of the file lists; one stand may have several.
        QVERIFY(held["stands"] == found["stands"]);
        QCOMPARE(static_cast<std::size_t>(held["contacts"].get<double>()),
                 answer({"report", out, "--json"})["contacts"].size());
        QVERIFY(held["contacts"] > 0);
        QCOMPARE(answer({"info", out, "--json"})["targets"].size(), std::size_t(3));
        QCOMPARE(test::call({"operate", walk, "cleanFeet", "--report", "-"}).exit, 2);
    }

    void everyOperationIsListed()
    {
        const json listed = answer({"operate", "--list", "--json"});
        std::set<std::string> names;
        for (const json& one : listed) {
            names.insert(one["operation"].get<std::string>());
            QVERIFY(one["about"].is_string() && one["arguments"].is_array());
        }
        // With a file, other arguments.
        const auto takesFile = [](const json& one) {
            return one["operation"] == "import" && one["arguments"][0]["name"] == "file" &&
                   !one["arguments"][0]["optional"].get<bool>();
        };
        QCOMPARE(std::ranges::count_if(listed, takesFile), 1);
        // What docs/cli.md promises.
        for (const char* name :
             {"targetsForBody", "newTargets", "newAims",      "newPoles",     "closeLoop",
              "fitTargets",     "keyPose",    "matchTargets", "moveNodes",    "turnNodes",
              "moveContact",    "plantFoot",  "setSpans",     "drawSpan",     "trimSpans",
              "retimeSpan",     "fadeSpan",   "moveInTime",   "removeInTime", "duplicateKeys",
              "moveMarker",     "insertTime", "easeKeys",     "nextEasing",   "paste",
              "import",         "cleanFeet",  "findContacts", "cure",         "targetSpace"})
            QVERIFY2(names.contains(name), name);
        QVERIFY(test::call({"operate", "--list"}).out.find("\nplantFoot - ") != std::string::npos);
    }

    void whatAnOperationRefusesIsNamedByItsPlaceInTheList()
    {
        const Ended ended =
            applied(arm(), {{{"operation", "fitTargets"}, {"targets", {"nobody"}}}}, "refused.glb");
        QCOMPARE(ended.exit, 1);
        QVERIFY2(ended.err.contains("list.json#/0/targets/0: there is no target"),
                 ended.err.constData());
        QVERIFY(get(path("refused.glb")).isEmpty());
    }
};

POSEWRIGHT_TEST(TestOperate, posewright::test::runWithEvents);
#include "tst_operate.moc"
