#include "tests/app/cli_test.h"
#include "tests/app/process.h"
#include "tests/support/program.h"
#include "tests/support/written_file.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QStandardPaths>

#include <cstdio>
#include <cstdlib>
#include <set>

using namespace posewright;
using test::call;
using test::Ended;
using test::Process;
using test::Terminal;

namespace {

/// A picture as another program sees it.
struct Pixels {
    int width = 0;
    int height = 0;
    QByteArray rgb;  ///< rows from the top

    bool operator==(const Pixels&) const = default;
};

/// Nothing where ffmpeg cannot read the file.
Pixels pixelsOf(const QString& file)
{
    QProcess ffmpeg;
    ffmpeg.start("ffmpeg", {"-v", "error", "-i", file, "-f", "image2pipe", "-c:v", "ppm", "-"});
    if (!ffmpeg.waitForFinished()) return {};
    QByteArray ppm = ffmpeg.readAllStandardOutput();
    Pixels out;
    int depth = 0;
    int start = 0;
    if (std::sscanf(ppm.constData(), "P6 %d %d %d%n", &out.width, &out.height, &depth, &start) != 3)
        return {};
    out.rgb = ppm.mid(start + 1);
    if (depth != 255 || out.rgb.size() != qsizetype(3) * out.width * out.height) return {};
    return out;
}

/// Share of the pixels that differ by more than noise.
double differing(const Pixels& a, const Pixels& b)
{
    if (a.rgb.isEmpty() || a.rgb.size() != b.rgb.size()) return 1;
    int count = 0;
    for (qsizetype i = 0; i < a.rgb.size(); i += 3) {
        int apart = 0;
        for (qsizetype c = i; c < i + 3; ++c)
            apart += std::abs(static_cast<uchar>(a.rgb[c]) - static_cast<uchar>(b.rgb[c]));
        count += apart > 24;
    }
    return count / (static_cast<double>(a.width) * a.height);
}

qsizetype coloursOf(const Pixels& picture)
{
    std::set<QByteArray> seen;
    for (qsizetype i = 0; i < picture.rgb.size(); i += 3) seen.insert(picture.rgb.mid(i, 3));
    return static_cast<qsizetype>(seen.size());
}

}  // namespace

/// Pictures and videos by the program itself, with real OpenGL.
class TestProgramRenders : public test::CliTest {
    Q_OBJECT

    QString in(const char* name) const { return dir_.filePath(QString::fromUtf8(name)); }
    QString walkFile() const { return QString::fromStdString(walk()); }
    QStringList everything() const
    {
        return QDir(dir_.path()).entryList(QDir::Files | QDir::Hidden | QDir::System);
    }
    /// With a display where the tests have one; else the program finds one by itself.
    static Process render(const QString& file, const QString& to, const QStringList& more = {})
    {
        return Process(QStringList{"render", file, "-o", to, "--size", "320x240"} + more);
    }

private slots:
    void initTestCase()
    {
        start();
        if (qEnvironmentVariableIsEmpty("DISPLAY") &&
            QStandardPaths::findExecutable("Xvfb").isEmpty())
            QSKIP("needs a display, or Xvfb");
        if (QStandardPaths::findExecutable("ffmpeg").isEmpty()) QSKIP("ffmpeg is not here");
        const Ended ended = render(walkFile(), in("try.png")).run();
        if (ended.exit == 3 && ended.err.contains("without the viewport"))
            QSKIP("this build has no viewport");
        QVERIFY2(ended.exit == 0, ended.err);
    }

    void aPictureShowsItsFrame()
    {
        const auto picture = [&](const char* frame, const char* name) {
            const QString file = in(name);
            const Ended ended = render(walkFile(), file, {"--frames", frame}).run();
            if (ended.exit != 0 || !ended.out.isEmpty() || !ended.err.isEmpty())
                qWarning("exit %d: %s%s", ended.exit, ended.out.data(), ended.err.data());
            return pixelsOf(file);
        };
        const Pixels early = picture("6", "early.png");
        const Pixels again = picture("6", "again.png");
        const Pixels late = picture("30", "late.png");
        QCOMPARE(early.width, 320);
        QCOMPARE(early.height, 240);
        QVERIFY2(coloursOf(early) > 40, "something is drawn");
        QVERIFY2(early == again, "the same document and frame, the same picture");
        const double moved = differing(early, late);
        QVERIFY2(moved > 0.005 && moved < 0.5, qPrintable(QString::number(moved)));
    }

    /// From below, too, where the ground lies between the eye and the figure.
    void theGroundIsNotDrawnOverTheFigure_data()
    {
        QTest::addColumn<QString>("from");
        QTest::newRow("from below") << "0.8,-2,1.5";
        QTest::newRow("from above") << "0.8,2,1.5";
    }
    void theGroundIsNotDrawnOverTheFigure()
    {
        QFETCH(QString, from);
        const auto picture = [&](const QString& layers) {
            const QString file = in("ground.png");
            const Ended ended = render(walkFile(), file,
                                       {"--from", from, "--at", "0,0.5,0", "--background", "ff00ff",
                                        "--show", layers})
                                    .run();
            if (ended.exit != 0) qWarning("%s", ended.err.data());
            return pixelsOf(file);
        };
        const Pixels figure = picture("bones");
        const Pixels both = picture("bones,ground");
        QVERIFY(!figure.rgb.isEmpty() && figure.rgb.size() == both.rgb.size());
        const auto at = [](const Pixels& of, int x, int y) {
            return of.rgb.mid(3 * (qsizetype(y) * of.width + x), 3);
        };
        const QByteArray empty("\xff\x00\xff", 3);
        int inside = 0, crossed = 0, grid = 0;
        for (int y = 1; y + 1 < figure.height; ++y)
            for (int x = 1; x + 1 < figure.width; ++x) {
                bool whole = true;  // edges are mixed with what is behind
                for (int dy = -1; dy <= 1; ++dy)
                    for (int dx = -1; dx <= 1; ++dx)
                        whole = whole && at(figure, x + dx, y + dy) != empty;
                const bool same = at(figure, x, y) == at(both, x, y);
                inside += whole;
                crossed += whole && !same;
                grid += at(figure, x, y) == empty && !same;
            }
        QVERIFY2(inside > 300 && grid > 300, qPrintable(QString("%1, %2").arg(inside).arg(grid)));
        QVERIFY2(crossed == 0, qPrintable(QString("%1 of %2").arg(crossed).arg(inside)));
    }

    /// A target in a contact is where the contact keeps it, in pictures as in the window, wherever
    /// its keys lead meanwhile.
    void aTargetInAContactStandsStill()
    {
        test::writtenFile(in("contact.json"), R"([
            {"edit": "addBone", "name": "a", "head": [0, 0, 0], "tail": [0, 0.4, 0]},
            {"edit": "addBone", "name": "b", "parent": "a", "head": [0, 0.4, 0],
             "tail": [0.1, 0.8, 0]},
            {"edit": "addBone", "name": "c", "parent": "b", "head": [0.1, 0.8, 0],
             "tail": [0.4, 0.9, 0]},
            {"edit": "addTarget", "name": "star", "effector": "c", "root": "a"},
            {"edit": "setTargetKey", "target": "star", "frame": 0, "position": [0.2, 0.7, 0.1]},
            {"edit": "setTargetKey", "target": "star", "frame": 8, "position": [-0.3, 0.4, 0]},
            {"edit": "setSpan", "target": "star", "kind": "contact", "start": 0, "end": 16}])");
        QCOMPARE(
            Process({"apply", "--new", in("contact.json"), "-o", in("contact.glb")}).run().exit, 0);
        const Ended ended =
            render(in("contact.glb"), in("still%02d.png"), {"--frames", "2,8"}).run();
        QVERIFY2(ended.exit == 0, ended.err);
        const Pixels before = pixelsOf(in("still02.png"));
        QVERIFY2(coloursOf(before) > 20, "something is drawn");
        QVERIFY(before == pixelsOf(in("still08.png")));
    }

    void picturesAreNumbered()
    {
        const Ended ended = render(walkFile(), in("many%03d.png"), {"--frames", "9:11"}).run();
        QVERIFY2(ended.exit == 0, ended.err);
        QCOMPARE(QDir(dir_.path()).entryList({"many*.png"}),
                 (QStringList{"many009.png", "many010.png", "many011.png"}));
        for (const char* name : {"many009.png", "many010.png", "many011.png"})
            QCOMPARE(pixelsOf(in(name)).width, 320);
    }

    void aVideoHasEveryFrame()
    {
        const QString file = in("walk.mp4");
        const Ended ended = render(walkFile(), file).run();
        QVERIFY2(ended.exit == 0, ended.err);
        QProcess probe;
        probe.start("ffprobe", {"-v", "error", "-count_frames", "-select_streams", "v:0",
                                "-show_streams", "-of", "json", file});
        QVERIFY(probe.waitForFinished());
        const QJsonObject stream = QJsonDocument::fromJson(probe.readAllStandardOutput())
                                       .object()["streams"]
                                       .toArray()[0]
                                       .toObject();
        QCOMPARE(stream["nb_read_frames"].toString(), QString("49"));
        QCOMPARE(stream["width"].toInt(), 320);
        QCOMPARE(stream["height"].toInt(), 240);
        QCOMPARE(stream["r_frame_rate"].toString(), QString("24/1"));
    }

    void aSignalLeavesNoPieceOfAVideo_data()
    {
        QTest::addColumn<int>("signal");
        QTest::addColumn<bool>("display");
        for (const bool display : {true, false}) {
            const char* const where = display ? "" : ", no display";
            QTest::addRow("Ctrl+C%s", where) << SIGINT << display;
            QTest::addRow("SIGTERM%s", where) << SIGTERM << display;
        }
    }
    void aSignalLeavesNoPieceOfAVideo()
    {
        QFETCH(int, signal);
        QFETCH(bool, display);
        if (!display && QStandardPaths::findExecutable("Xvfb").isEmpty()) QSKIP("Xvfb is not here");
        const QStringList before = everything();
        Terminal terminal;
        Process program = render(walkFile(), in("stopped.mp4"), {"--frames", "0:48:0.01"});
        if (!display) program.withoutDisplay();
        program.talkTo(terminal.line());
        program.start();
        QVERIFY(terminal.waitFor("%"));
        // What is typed goes to all that a terminal runs, what is sent to one.
        if (signal == SIGINT)
            program.send(signal);
        else
            program.sendToItAlone(signal);
        const Ended ended = program.end(20'000);
        QVERIFY2(ended.exit == 130,
                 qPrintable(QString("%1, signal %2").arg(ended.exit).arg(ended.signal)));
        QVERIFY(program.leavesNobody());
        QCOMPARE(everything(), before);
    }

    void withoutADisplayOneIsFound()
    {
        if (QStandardPaths::findExecutable("Xvfb").isEmpty()) QSKIP("Xvfb is not here");
        const QString file = in("alone.png");
        Process program = render(walkFile(), file, {"--frames", "6"});
        const Ended ended = program.withoutDisplay().run();
        QVERIFY2(ended.exit == 0, ended.err);
        QVERIFY2(ended.err.isEmpty(), ended.err);
        QCOMPARE(pixelsOf(file).width, 320);
        QVERIFY(program.leavesNobody());
    }

    void whatTheViewShowsIsPaintedOver()
    {
        const auto picture = [&](const char* name, const QStringList& more) {
            const QString file = in(name);
            const Ended ended = render(walkFile(), file, QStringList{"--frames", "6"} + more).run();
            if (ended.exit != 0) qWarning("exit %d: %s", ended.exit, ended.err.data());
            return pixelsOf(file);
        };
        const Pixels plain = picture("plain.png", {});
        const Pixels hud = picture("hud.png", {"--overlay", "hud"});
        const Pixels names = picture("names.png", {"--overlay", "names"});
        const Pixels all = picture("all.png", {"--overlay", "all"});
        QVERIFY(all == picture("again.png", {"--overlay", "targets,hud,names"}));
        QVERIFY2(differing(plain, hud) > 0.01, qPrintable(QString::number(differing(plain, hud))));
        QVERIFY(differing(plain, names) > 0.01);
        QVERIFY(differing(hud, all) > 0.01);
        // The words of the frame are in the top right corner, and nowhere near the middle.
        const auto part = [](const Pixels& whole, int left, int top, int width, int height) {
            Pixels out{width, height, {}};
            for (int y = top; y < top + height; ++y)
                out.rgb += whole.rgb.mid(3 * (qsizetype(y) * whole.width + left), 3 * width);
            return out;
        };
        QVERIFY(part(plain, 120, 80, 60, 80) == part(hud, 120, 80, 60, 80));
        QVERIFY(differing(part(plain, 180, 5, 135, 30), part(hud, 180, 5, 135, 30)) > 0.05);
    }

    void aFigureAloneStandsBeforeAPlainColour()
    {
        const QString file = QString::fromStdString(sample("mannequin.glb"));
        const auto picture = [&](const char* name, const QStringList& more) {
            const Ended ended = render(file, in(name), more).run();
            if (ended.exit != 0) qWarning("exit %d: %s", ended.exit, ended.err.data());
            return pixelsOf(in(name));
        };
        const Pixels red = picture("red.png", {"--show", "meshes", "--background", "ff0000"});
        const Pixels green = picture("green.png", {"--show", "meshes", "--background", "#00ff00"});
        QCOMPARE(red.rgb.size(), qsizetype(3) * 320 * 240);
        // What is not the background is the figure: the same in both.
        int behind = 0;
        int figure = 0;
        for (qsizetype i = 0; i < red.rgb.size(); i += 3) {
            behind += red.rgb.mid(i, 3) == QByteArray("\xff\0\0", 3) &&
                      green.rgb.mid(i, 3) == QByteArray("\0\xff\0", 3);
            figure += red.rgb.mid(i, 3) == green.rgb.mid(i, 3);
        }
        QVERIFY2(behind > 0.85 * 320 * 240, qPrintable(QString::number(behind)));
        QVERIFY2(figure > 0.02 * 320 * 240, qPrintable(QString::number(figure)));
        QVERIFY2(behind + figure > 0.97 * 320 * 240, "all but the edges of the figure");
        const Pixels nobody = picture("nobody.png", {"--show", "shadow", "--background", "ffffff"});
        QVERIFY(coloursOf(nobody) > 1 && differing(nobody, red) > 0.5);
    }

    void theHelpSaysWhichLayersThereAre()
    {
        const Ended help = Process(QStringList{"render", "--help"}).run();
        QCOMPARE(help.exit, 0);
        for (const char* id : {"--overlay", "  targets ", "  hud ", "  names "})
            QVERIFY2(help.out.contains(id), help.out);
    }

    void aCameraThatIsNotThereIsRefused()
    {
        const Ended ended = render(walkFile(), in("no.png"), {"--camera", "nobody"}).run();
        QCOMPARE(ended.exit, 1);
        QVERIFY(ended.err.contains("there is no camera 'nobody'"));
        QVERIFY(!QFile::exists(in("no.png")));
    }
};

POSEWRIGHT_TEST(TestProgramRenders, posewright::test::runWithEvents);
#include "tst_program_renders.moc"
