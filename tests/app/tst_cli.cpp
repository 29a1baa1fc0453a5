#include "core/ik/solver.h"
#include "core/io/format.h"
#include "tests/app/cli_test.h"
#include "tests/support/program.h"

#include <QProcess>
#include <QRegularExpression>
#include <nlohmann/json.hpp>

#include <clocale>
#include <locale>
#include <set>

using namespace posewright;
using nlohmann::json;
using test::call;
using test::kArm;
using test::Outcome;

namespace {

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

/// How the command line is used, and how it answers.
class TestCli : public test::CliTest {
    Q_OBJECT

private slots:
    void initTestCase() { start(); }

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

    /// As docs/cli.md has it: all clips are written where the format holds them.
    void convertSaysWhatItsClipIsFor()
    {
        const std::string help = call({"convert", "--help"}).out;
        const std::size_t at = help.rfind("--clip");
        QVERIFY(at != std::string::npos);
        const std::string line = help.substr(at, help.find("--fps", at) - at);
        for (const char* word : {"BVH", "glTF", "all", "default: the first"})
            QVERIFY2(line.find(word) != std::string::npos, line.c_str());
    }

    void helpListsEveryCommand()
    {
        const Outcome help = call({"--help"});
        QCOMPARE(help.exit, 0);
        for (const cli::Command& c : cli::commands())
            QVERIFY(help.out.find("\n  " + std::string(c.name)) != std::string::npos);
        QCOMPARE(call({"--version"}).out.substr(0, 11), std::string("posewright "));
    }

    // Long: a row for each mistake on the command line.
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
        row("solve: step of another solver",
            {"solve", arm, "--goal", "Hand=1,0,0", "--solver", "dls", "--step", "0.1"}, 2,
            "--step is for --solver pseudo-inverse");
        row("solve: selective by another solver",
            {"solve", arm, "--goal", "Hand=1,0,0", "--selective"}, 2,
            "--selective is for --solver svd-dls");
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

    void progressIsForTerminals()
    {
        cli::Environment terminal;
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
};

POSEWRIGHT_TEST(TestCli, posewright::test::runWithEvents);
#include "tst_cli.moc"
