#include "app/cli/command.h"
#include "core/ik/solver.h"
#include "core/io/format.h"
#include "tests/support/shared.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QtEndian>
#include <nlohmann/json.hpp>

#include <clocale>
#include <cmath>
#include <locale>
#include <set>
#include <sstream>
#include <string>
#include <vector>

using namespace posewright;
using nlohmann::json;

namespace {

struct Outcome {
    int exit = -1;
    std::string out;
    std::string err;
};

Outcome call(const std::vector<std::string>& arguments, const cli::Surroundings& around = {})
{
    std::ostringstream out;
    std::ostringstream err;
    const int exit = cli::run(arguments, out, err, around);
    return {exit, out.str(), err.str()};
}

/// An arm of two bones of length 1 along +X, then +Y, and a hand; two frames at 25 frames/s.
const char* const kArm =
    "HIERARCHY\n"
    "ROOT Shoulder\n"
    "{\n"
    "\tOFFSET 0 0 0\n"
    "\tCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n"
    "\tJOINT Elbow\n"
    "\t{\n"
    "\t\tOFFSET 1 0 0\n"
    "\t\tCHANNELS 3 Zrotation Xrotation Yrotation\n"
    "\t\tJOINT Hand\n"
    "\t\t{\n"
    "\t\t\tOFFSET 0 1 0\n"
    "\t\t\tCHANNELS 3 Zrotation Xrotation Yrotation\n"
    "\t\t\tEnd Site\n"
    "\t\t\t{\n"
    "\t\t\t\tOFFSET 0 0.25 0\n"
    "\t\t\t}\n"
    "\t\t}\n"
    "\t}\n"
    "}\n"
    "MOTION\n"
    "Frames: 2\n"
    "Frame Time: 0.04\n"
    "0 0 0 0 0 0 0 0 0 0 0 0\n"
    "0 0 0 90 0 0 0 0 0 0 0 0\n";

/// Comma for point, point between thousands: what a program must not fall for.
class Comma : public std::numpunct<char> {
    char do_decimal_point() const override { return ','; }
    char do_thousands_sep() const override { return '.'; }
    std::string do_grouping() const override { return "\3"; }
};

std::string mended(std::string text)
{
    static const QRegularExpression kTime("\"microseconds\":[0-9.e+-]+");
    return QString::fromStdString(text).replace(kTime, "\"microseconds\":0").toStdString();
}

}  // namespace

/// The whole command line but main(), called in process: answers, error lines and exit statuses.
class TstCli : public QObject {
    Q_OBJECT

    QTemporaryDir dir_;

    std::string path(const char* name) const { return dir_.filePath(name).toStdString(); }
    std::string put(const char* name, const QByteArray& bytes) const
    {
        QFile file(dir_.filePath(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
            qFatal("cannot write a test file");
        return path(name);
    }
    QByteArray get(const std::string& name) const
    {
        QFile file(QString::fromStdString(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    static std::string sample(const char* name)
    {
        return std::string(test::sourceDir()) + "/resources/samples/" + name;
    }
    std::string arm() const { return path("arm.bvh"); }
    std::string walk() const { return path("walk.glb"); }

private slots:
    void initTestCase()
    {
        put("arm.bvh", kArm);
        const Outcome made = call({"apply", "--new", sample("walk.json"), "-o", walk()});
        QVERIFY2(made.exit == 0, made.err.c_str());
        QCOMPARE(made.out, std::string());
    }

    void everyCommandSaysHowItIsUsed_data()
    {
        QTest::addColumn<QString>("name");
        for (const cli::Command& c : cli::commands())
            QTest::newRow(std::string(c.name).c_str()) << QString::fromUtf8(c.name.data());
    }
    void everyCommandSaysHowItIsUsed()
    {
        QFETCH(QString, name);
        const Outcome help = call({name.toStdString(), "--help"});
        QCOMPARE(help.exit, 0);
        QVERIFY(help.out.starts_with("usage: posewright " + name.toStdString()));
        QVERIFY(help.err.empty());
        const Outcome wrong = call({name.toStdString(), "--no-such-option"});
        QCOMPARE(wrong.exit, 2);
        QVERIFY(wrong.out.empty());
        QVERIFY(wrong.err.starts_with("posewright: "));
        QVERIFY(wrong.err.find("\nusage: posewright " + name.toStdString()) != std::string::npos);
    }

    void helpListsEveryCommand()
    {
        const Outcome help = call({"--help"});
        QCOMPARE(help.exit, 0);
        for (const cli::Command& c : cli::commands())
            QVERIFY(help.out.find("\n  " + std::string(c.name)) != std::string::npos);
        QCOMPARE(call({"--version"}).out.substr(0, 11), std::string("posewright "));
    }

    void mistakesHaveTheirExitStatusAndLine_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("exit");
        QTest::addColumn<QString>("line");
        const QString arm = QString::fromStdString(this->arm());
        const QString gone = QString::fromStdString(path("gone.bvh"));
        const QString cut = QString::fromStdString(
            put("cut.bvh", QByteArray(kArm).replace("0 0 0 90", "0 0 x 90")));
        const QString list = QString::fromStdString(put("list.json", "[\n{\"edit\": \n"));
        const QString bad = QString::fromStdString(
            put("bad.json", "[{\"edit\":\"addMarker\",\"frame\":1,\"name\":\"a\"},"
                            "{\"edit\":\"setTargetKey\",\"target\":\"nobody\",\"frame\":1}]"));
        const QString huge = QString::fromStdString(
            put("huge.json", "[{\"edit\":\"addMarker\",\"frame\":1e400,\"name\":\"a\"}]"));
        const QString endless = QString::fromStdString(
            put("endless.json", "[{\"edit\":\"setRange\",\"start\":0,\"end\":1e9}]"));
        const QString empty = QString::fromStdString(put("empty.json", "[]"));
        const QString out = QString::fromStdString(path("out.bvh"));
        const QString nowhere = QString::fromStdString(path("no/such/folder/out.bvh"));
        const auto row = [](const char* name, const QStringList& arguments, int exit,
                            const QString& line) {
            QTest::newRow(name) << arguments << exit << line;
        };
        row("no such command", {"inof"}, 2, "'inof' is neither a command nor a file");
        row("no such file for the editor", {gone}, 1, gone + ": there is no such file");
        row("unknown option first", {"--frobnicate"}, 2, "'--frobnicate' is not understood here");
        row("info: no file", {"info"}, 2, "FILE is required");
        row("info: gone", {"info", gone}, 1, gone + ": ");
        row("info: broken at its line", {"info", cut}, 1, cut + ":25: ");
        row("info: unknown format", {"info", list}, 1, list + ": ");
        row("info: two files", {"info", arm, arm}, 2, "");
        row("sample: no frames", {"sample", arm}, 2, "--frames is required");
        row("sample: bad frames", {"sample", arm, "--frames", "5:1"}, 2,
            "'5:1' is no list of frames: the range runs backwards");
        row("sample: no such clip", {"sample", arm, "--frames", "0", "--clip", "x"}, 1,
            arm + ": there is no clip 'x'");
        row("sample: nowhere", {"sample", arm, "--frames", "0", "-o", nowhere}, 3, nowhere + ": ");
        row("convert: one name", {"convert", arm}, 2, "OUT is required");
        row("convert: unknown format", {"convert", arm, "out.xyz"}, 1, "out.xyz: ");
        row("convert: bad scale", {"convert", arm, out, "--scale", "0"}, 2,
            "--scale takes a number greater than 0, not '0'");
        row("convert: bad rate", {"convert", arm, out, "--fps", "fast"}, 2, "--fps takes");
        row("convert: bad tolerance", {"convert", arm, out, "--reduce", "-1"}, 2, "--reduce takes");
        row("convert: too many frames", {"convert", arm, out, "--fps", "1e9"}, 2,
            "--fps 1e9 makes more than 1000000 frames");
        row("convert: nowhere", {"convert", arm, nowhere}, 3, nowhere + ": ");
        row("solve: no goal", {"solve", arm}, 2, "--goal is required");
        row("solve: bad goal", {"solve", arm, "--goal", "Hand=1,2"}, 2, "'Hand=1,2' is no goal: ");
        row("solve: bad aim", {"solve", arm, "--aim", "Hand=1,1,0/0,0,0"}, 2,
            "'Hand=1,1,0/0,0,0' is no aim: the axis must be a direction");
        row("solve: bad loop", {"solve", arm, "--meets", "Hand="}, 2,
            "'Hand=' is no closed loop: ");
        row("solve: loop with nobody", {"solve", arm, "--meets", "Hand=Nobody"}, 1,
            arm + ": there is no joint 'Nobody'");
        row("solve: loop above its root", {"solve", arm, "--meets", "Hand=Shoulder^Elbow"}, 1,
            arm + ": 'Elbow' is not above 'Shoulder'");
        row("solve: no such joint", {"solve", arm, "--goal", "Hnd=1,1,0"}, 1,
            arm + ": there is no joint 'Hnd'\n    did you mean 'Hand'?");
        row("solve: root below", {"solve", arm, "--goal", "Elbow=1,1,0^Hand"}, 1,
            arm + ": 'Hand' is not above 'Elbow'");
        row("solve: no such solver", {"solve", arm, "--goal", "Hand=1,1,0", "--solver", "magic"}, 2,
            "there is no solver 'magic'");
        row("solve: bad frame", {"solve", arm, "--goal", "Hand=1,1,0", "--frame", "x"}, 2,
            "--frame takes");
        row("solve: pole elsewhere",
            {"solve", arm, "--goal", "Hand=1,1,0^Elbow", "--pole", "Shoulder=0,0,1"}, 1,
            arm + ": 'Shoulder' is in no goal's chain");
        row("apply: nothing", {"apply"}, 2, "a FILE and an EDITS.json are needed");
        row("apply: no output", {"apply", arm, empty}, 2, "-o OUT is needed");
        row("apply: new and a file", {"apply", "--new", arm, empty, "-o", out}, 2, "--new takes");
        row("apply: no JSON", {"apply", arm, list, "-o", out}, 1, list + ":3: ");
        row("apply: no number", {"apply", arm, huge, "-o", out}, 1, huge + ": ");
        row("apply: range", {"apply", arm, endless, "-o", out}, 1, endless + "#/0: ");
        row("apply: refused edit", {"apply", arm, bad, "-o", out}, 1, bad + "#/1/target: ");
        row("bake: no output", {"bake", arm}, 2, "");
        row("bake: bad jobs", {"bake", arm, "-o", out, "--jobs", "0"}, 2, "--jobs takes");
        row("bake: bad range", {"bake", arm, "-o", out, "--frames", "a:b"}, 2,
            "'a:b' is no range of frames");
        row("report: bad range", {"report", arm, "--frames", "9:1"}, 2,
            "the range '9:1' runs backwards");
        row("report: gone", {"report", gone}, 1, gone + ": ");
        row("render: no output", {"render", arm}, 2, "");
        row("render: no picture", {"render", arm, "-o", "a.gif"}, 2,
            "'a.gif' is neither a picture nor a video");
        row("render: bad pattern", {"render", arm, "-o", "a%s.png"}, 2,
            "'a%s.png' is no pattern of names");
        row("render: bad size", {"render", arm, "-o", "a.png", "--size", "0x5"}, 2,
            "'0x5' is no size");
        row("render: odd video", {"render", arm, "-o", "a.mp4", "--size", "101x50"}, 2,
            "both sides of a video must be even numbers");
        row("render: frames into one picture", {"render", arm, "-o", "a.png", "--frames", "0:5"}, 2,
            "one picture cannot show several frames");
        row("render: no viewport", {"render", arm, "-o", "a.png"}, 3,
            "this program was built without the viewport");
        row("editor: none", {arm}, 3, "this program was built without the editor");
        row("diff: one file", {"diff", arm}, 2, "B is required");
        row("diff: gone", {"diff", arm, gone}, 1, gone + ": ");
    }
    void mistakesHaveTheirExitStatusAndLine()
    {
        QFETCH(QStringList, arguments);
        QFETCH(int, exit);
        QFETCH(QString, line);
        std::vector<std::string> words;
        for (const QString& a : arguments) words.push_back(a.toStdString());
        const Outcome outcome = call(words);
        QVERIFY2(outcome.exit == exit, outcome.err.c_str());
        QCOMPARE(outcome.out, std::string());
        QVERIFY2(outcome.err.starts_with("posewright: " + line.toStdString()), outcome.err.c_str());
        QCOMPARE(outcome.err.back(), '\n');
        // One line that is wrong, maybe one of advice; a usage line only for a wrong command line.
        QVERIFY(exit == 2 || outcome.err.find("usage:") == std::string::npos);
        QVERIFY(!QFile::exists(dir_.filePath("out.bvh")));
    }

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

    void solveFindsItsFileAmongTheGoals()
    {
        QCOMPARE(call({"solve", "--goal", "Hand=1,1,0", arm()}).exit, 0);
        QCOMPARE(call({"solve", "--goal", "Hand=1,1,0", "--json", arm()}).exit, 0);
        QCOMPARE(call({"solve", "--goal", "Hand=1,1,0"}).exit, 2);
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
              "removeMarker", "setRest",         "addBone",      "renameBone",       "reparentBone",
              "removeBone",   "symmetrize",      "setRange",     "setFps",           "addClip",
              "removeClip",   "bakeToKeys",      "setLimit"})
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
        const json shown = json::parse(call({"sample", walk(), "--frames", "15", "--json"}).out);
        const json baked = json::parse(call({"sample", out, "--frames", "15", "--json"}).out);
        for (std::size_t i = 0; i < shown["joints"].size(); ++i)
            for (int axis = 0; axis < 3; ++axis)
                QVERIFY(std::abs(shown["frames"][0]["positions"][i][axis].get<double>() -
                                 baked["frames"][0]["positions"][i][axis].get<double>()) < 2e-6);
    }

    void bakesOfAnyNumberOfJobsAreTheSame()
    {
        QCOMPARE(call({"bake", walk(), "-o", path("one.bvh"), "--jobs", "1"}).exit, 0);
        QCOMPARE(call({"bake", walk(), "-o", path("four.bvh"), "--jobs", "4"}).exit, 0);
        QVERIFY(!get(path("one.bvh")).isEmpty());
        QCOMPARE(get(path("one.bvh")), get(path("four.bvh")));
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
        QCOMPARE(j["worst"]["status"].get<std::string>(), std::string("reached"));
        QCOMPARE(j["errors"].get<int>(), 0);

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

    void diffTellsWhatAnEditChanged()
    {
        QCOMPARE(call({"diff", walk(), walk()}).exit, 0);
        QCOMPARE(call({"diff", walk(), walk()}).out, std::string("no difference\n"));
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

    void solversAndFormatsAreTheTables()
    {
        const json s = json::parse(call({"solvers", "--json"}).out);
        QCOMPARE(s.size(), ik::solvers().size());
        QCOMPARE(s[0]["id"].get<std::string>(), std::string(ik::solvers()[0].id));
        QVERIFY(s[0]["supports"]["orientation"].is_boolean());
        QVERIFY(!s[0]["reference"].get<std::string>().empty());
        const json f = json::parse(call({"formats", "--json"}).out);
        QCOMPARE(f.size(), io::formats().size());
        for (const json& format : f) {
            QVERIFY(format["extensions"].is_array());
            QVERIFY(format["read"].is_boolean());
            QVERIFY(format["write"].is_boolean());
        }
        QCOMPARE(call({"solvers"}).exit, 0);
        QCOMPARE(call({"formats"}).exit, 0);
    }

    void renderMakesPictures()
    {
        cli::Surroundings around;
        std::vector<double> asked;
        around.editor.makePictures = [&](const cli::PictureJob& job) -> Result<void> {
            asked = job.frames;
            for (int i = 0; i < std::ssize(job.frames); ++i) {
                cli::Picture p{job.width, job.height, {}};
                p.rgba.resize(4 * p.width * p.height, 128);
                if (Result<void> taken = job.take(i, p); !taken) return taken;
            }
            return {};
        };
        around.editor.encodePng = [](const cli::Picture& p) -> Result<std::string> {
            return "PNG" + std::to_string(p.width) + 'x' + std::to_string(p.height);
        };
        QCOMPARE(call({"render", walk(), "-o", path("one.png"), "--size", "64x32"}, around).exit,
                 0);
        QCOMPARE(get(path("one.png")), QByteArray("PNG64x32"));
        QCOMPARE(asked, std::vector<double>{0});

        QCOMPARE(
            call({"render", walk(), "-o", path("many%04d.png"), "--frames", "9:11"}, around).exit,
            0);
        QCOMPARE(get(path("many0009.png")), QByteArray("PNG1280x720"));
        QCOMPARE(get(path("many0011.png")), QByteArray("PNG1280x720"));
        QVERIFY(!QFile::exists(dir_.filePath("many0012.png")));

        const Outcome blind =
            call({"render", walk(), "-o", path("c.png"), "--camera", "none"}, around);
        QCOMPARE(blind.exit, 1);
        QVERIFY(blind.err.find("there is no camera 'none'") != std::string::npos);

        if (QStandardPaths::findExecutable("ffmpeg").isEmpty()) QSKIP("ffmpeg is not here");
        const Outcome video =
            call({"render", walk(), "-o", path("a.mp4"), "--size", "64x48"}, around);
        QVERIFY2(video.exit == 0, video.err.c_str());
        QCOMPARE(int(asked.size()), 49);
        QVERIFY(get(path("a.mp4")).contains("ftyp"));
        around.interrupted = [] { return true; };
        const Outcome cut = call({"render", walk(), "-o", path("b.mp4")}, around);
        QCOMPARE(cut.exit, 130);
        QVERIFY(!QFile::exists(dir_.filePath("b.mp4")));
        QVERIFY(
            QDir(dir_.path()).entryList({".posewright*"}, QDir::Files | QDir::Hidden).isEmpty());
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
        cli::Surroundings around;
        around.interrupted = [] { return true; };
        const Outcome outcome = call(words, around);
        QCOMPARE(outcome.exit, 130);
        QCOMPARE(outcome.out, std::string());
        QVERIFY(!QFile::exists(dir_.filePath("stopped.bvh")));
    }

    void progressIsForTerminals()
    {
        cli::Surroundings terminal;
        terminal.terminal = true;
        const std::vector<std::string> words{"report", walk(), "--json"};
        const Outcome shown = call(words, terminal);
        QVERIFY(shown.err.find('%') != std::string::npos);
        QVERIFY(shown.err.ends_with("\r\x1b[K"));
        QCOMPARE(call(words).err, std::string());
        std::vector<std::string> quiet = words;
        quiet.push_back("--quiet");
        QCOMPARE(call(quiet, terminal).err, std::string());
        QCOMPARE(shown.out, call(words).out);
    }

    void anAnswerThatCannotBeWrittenIsAnError()
    {
        std::ostringstream out;
        std::ostringstream err;
        out.setstate(std::ios::badbit);
        const std::vector<std::string> words{"formats"};
        QCOMPARE(cli::run(words, out, err), 3);
        QCOMPARE(err.str(), std::string("posewright: standard output: cannot be written\n"));
    }

    void answersDoNotDependOnTheLocale()
    {
        const std::vector<std::vector<std::string>> commands{
            {"info", walk(), "--json"},
            {"info", walk()},
            {"sample", walk(), "--frames", "0:48:1.5", "--json"},
            {"sample", walk(), "--frames", "0.5"},
            {"solve", arm(), "--goal", "Hand=0.5,0.7,0.9", "--json", "--trace"},
            {"report", walk(), "--json"},
            {"convert", arm(), path("locale.bvh"), "--scale", "0.5"},
            {"apply", arm(),
             put("marker.json", "[{\"edit\":\"addMarker\",\"frame\":0.5,"
                                "\"name\":\"a\"}]"),
             "-o", path("locale.glb")},
        };
        std::vector<std::string> plain;
        for (const auto& words : commands) plain.push_back(mended(call(words).out));
        const QByteArray bvh = get(path("locale.bvh"));
        const QByteArray glb = get(path("locale.glb"));
        QVERIFY(!bvh.isEmpty());
        QVERIFY(!glb.isEmpty());

        // The C library's locale, compiled for the test where the machine has its source only.
        const QString wanted = dir_.filePath("de_DE.UTF-8");
        if (!std::setlocale(LC_ALL, "de_DE.UTF-8")) {
            QProcess::execute("localedef", {"-i", "de_DE", "-f", "UTF-8", wanted});
            qputenv("LOCPATH", dir_.path().toUtf8());
            if (!std::setlocale(LC_ALL, "de_DE.UTF-8"))
                qWarning("the locale de_DE is not here: only C++ streams are tried");
        }
        const std::locale before =
            std::locale::global(std::locale(std::locale::classic(), new Comma));
        std::setlocale(LC_ALL, "de_DE.UTF-8");
        std::vector<std::string> german;
        for (const auto& words : commands) german.push_back(mended(call(words).out));
        const QByteArray germanBvh = get(path("locale.bvh"));
        const QByteArray germanGlb = get(path("locale.glb"));
        std::locale::global(before);
        std::setlocale(LC_ALL, "C");

        for (std::size_t i = 0; i < plain.size(); ++i) QCOMPARE(german[i], plain[i]);
        QCOMPARE(germanBvh, bvh);
        QCOMPARE(germanGlb, glb);
    }

    void realMotionIsTakenInAndHandedOn()
    {
        POSEWRIGHT_NEEDS_SHARED("corpus/bvh");
        const QDir corpus(posewright::test::sharedPath("corpus/bvh"));
        QStringList files = corpus.entryList({"*.bvh"}, QDir::Files, QDir::Size | QDir::Reversed);
        QVERIFY(files.size() > 10);
        for (const QString& name : files.mid(0, 8)) {
            const std::string file = corpus.filePath(name).toStdString();
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
            QVERIFY2(solved.exit == 0, (name.toStdString() + ": " + solved.out).c_str());
        }
    }
};

QTEST_GUILESS_MAIN(TstCli)
#include "tst_cli.moc"
