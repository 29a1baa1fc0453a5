#include "core/evaluate/evaluate.h"
#include "core/io/format.h"
#include "core/io/gltf/gltf_format.h"
#include "core/io/save.h"
#include "tests/support/cases.h"
#include "tests/support/clients.h"
#include "tests/support/everything.h"
#include "tests/support/figures.h"
#include "tests/support/paths.h"
#include "tests/support/program.h"
#include "tests/support/read_character.h"

#include <QTemporaryDir>
#include <QTest>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

using namespace posewright;
using namespace posewright::io;
using test::everything;
namespace fs = std::filesystem;

namespace {

QString errorOf(const Error& error)
{
    return QString::fromStdString(error.where + ": " + error.message);
}

}  // namespace

class TestProjectFile : public QObject {
    Q_OBJECT

private slots:
    void motionChangedElsewhereIsTold()
    {
        QTemporaryDir folder;
        const fs::path path = folder.filePath("walk.gltf").toStdString();
        const Document doc = test::chainDocument(3, 0.5, 10);
        QVERIFY(write(doc, path));
        const Result<Import> before = read(path);
        QVERIFY(before && before->project && !before->motionChanged);
        // Another program stills a joint, and keeps what it does not know.
        auto json = nlohmann::json::parse(*readWhole(path));
        auto& channels = json["animations"][0]["channels"];
        QVERIFY(channels.size() > 1);
        channels.erase(0);
        QVERIFY(writeWhole(path, json.dump()));

        const Result<Import> ours = read(path);
        QVERIFY(ours && ours->project && ours->motionChanged);
        QVERIFY(ours->document.clips == before->document.clips);
        ReadOptions plain;
        plain.plain = true;
        const Result<Import> theirs = read(path, plain);
        QVERIFY(theirs && !theirs->project && !theirs->motionChanged);
        QCOMPARE(theirs->document.clip().tracks.size(), channels.size());
    }

    void aScaleThatNoLengthCanBearIsRefused()
    {
        QTemporaryDir folder;
        const fs::path path = folder.filePath("arm.glb").toStdString();
        QVERIFY(write(test::chainDocument(3, 0.5, 10), path));
        ReadOptions huge;
        huge.scale = 1e300;
        const Result<Import> got = read(path, huge);
        QVERIFY(!got);
        QVERIFY(QByteArray::fromStdString(got.error().message).contains("cannot be scaled"));
        QCOMPARE(got.error().where.empty(), false);
    }

    void initTestCase() { QVERIFY(dir_.isValid()); }

    void theTestDocumentIsValid()
    {
        const auto valid = validate(everything());
        QVERIFY2(valid, valid ? "" : qPrintable(errorOf(valid.error())));
    }

    void everythingComesBack_data()
    {
        test::cases<QString>("name", {{"binary", "all.glb"}, {"text", "all \xC3\xA4.gltf"}});
    }
    void everythingComesBack()
    {
        QFETCH(QString, name);
        const fs::path path = fs::path(dir_.path().toStdString()) / name.toStdString();
        const Document doc = everything();
        for (int i = 0; i < 2; ++i) {
            const auto written = io::write(doc, path);
            QVERIFY2(written, written ? "" : qPrintable(errorOf(written.error())));
        }
        const auto import = io::read(path);
        QVERIFY2(import, import ? "" : qPrintable(errorOf(import.error())));
        QVERIFY(import->project);
        QVERIFY2(import->diagnostics.empty(),
                 import->diagnostics.empty() ? "" : import->diagnostics.front().message.c_str());
        QVERIFY(*import->document.scene == *doc.scene);
        QVERIFY(*import->document.rig == *doc.rig);
        for (std::size_t i = 0; i < doc.clips.size(); ++i)
            QVERIFY(*import->document.clips[i] == *doc.clips[i]);
        QVERIFY(import->document == doc);
    }

    /// A reader from before there were such spans takes them for frames solved one by one.
    void framesSolvedTogetherComeBack()
    {
        Document doc = everything();
        for (Shared<Clip>& clip : doc.clips)
            clip = clip.with([](Clip& c) {
                for (SpanRow& row : c.spans) row.spans.front().inbetween = Inbetween::Trajectory;
            });
        const auto bytes = gltf::glbOf(doc);
        QVERIFY2(bytes, bytes ? "" : qPrintable(errorOf(bytes.error())));
        QVERIFY(bytes->find("\"inbetween\":\"resolve\"") != std::string::npos);
        QVERIFY(bytes->find("\"together\":true") != std::string::npos);
        const auto import = gltf::readBytes(*bytes, "a.glb");
        QVERIFY2(import, import ? "" : qPrintable(errorOf(import.error())));
        QVERIFY(import->document == doc);
    }

    void equalDocumentsAreEqualBytes()
    {
        const auto one = gltf::glbOf(everything());
        const auto two = gltf::glbOf(everything());
        QVERIFY(one && two);
        QVERIFY(*one == *two);
    }

    void anEmptyDocumentComesBack()
    {
        const auto bytes = gltf::glbOf(emptyDocument());
        QVERIFY2(bytes, bytes ? "" : qPrintable(errorOf(bytes.error())));
        const auto import = gltf::readBytes(*bytes, {});
        QVERIFY(import);
        QVERIFY(import->document == emptyDocument());
    }

    void aChangeByAnotherProgramIsTold()
    {
        auto bytes = gltf::glbOf(everything());
        QVERIFY(bytes);
        const std::size_t at = bytes->find("\"interpolation\":\"STEP\"");
        QVERIFY(at != std::string::npos);
        bytes->replace(at, 22, "\"extras\":            1");  // LINEAR is what is left
        const auto import = gltf::readBytes(*bytes, "a.glb");
        QVERIFY2(import, import ? "" : qPrintable(errorOf(import.error())));
        QVERIFY(import->motionChanged);
        QVERIFY(import->document == everything());
    }

    void aBrokenDocumentIsNotWritten()
    {
        Document doc = everything();
        doc.playback.clip = 7;
        const fs::path path = fs::path(dir_.path().toStdString()) / "broken.glb";
        QVERIFY(!io::write(doc, path));
        QVERIFY(!fs::exists(path));
    }

    void theTextFormReplacesItsBinary()
    {
        const fs::path folder = fs::path(dir_.path().toStdString()) / "pair";
        fs::create_directories(folder);
        Document doc = everything();
        QVERIFY(io::write(doc, folder / "a.gltf"));
        doc.playback.loop = true;
        Clip clip = *doc.clips[0];
        clip.tracks.clear();
        doc.clips[0] = clip;
        QVERIFY(io::write(doc, folder / "a.gltf"));
        int binaries = 0;
        for (const auto& entry : fs::directory_iterator(folder))
            binaries += entry.path().extension() == ".bin";
        QCOMPARE(binaries, 2);  // the backup keeps its own
        const auto back = io::read(folder / "a.gltf");
        QVERIFY(back);
        QVERIFY(back->document == doc);
        fs::create_directories(folder / "restored");
        for (const auto& entry : fs::directory_iterator(folder))
            if (entry.path().extension() == ".bin")
                fs::copy(entry.path(), folder / "restored" / entry.path().filename());
        fs::copy(folder / "a.gltf~", folder / "restored" / "a.gltf");
        const auto backup = io::read(folder / "restored" / "a.gltf");
        QVERIFY2(backup, backup ? "" : qPrintable(errorOf(backup.error())));
        QVERIFY(backup->document == everything());

        QVERIFY(io::write(emptyDocument(), folder / "a.gltf"));
        binaries = 0;
        for (const auto& entry : fs::directory_iterator(folder))
            binaries += entry.path().extension() == ".bin";
        QCOMPARE(binaries, 1);
        const auto last = io::read(folder / "a.gltf");
        QVERIFY(last && last->document == emptyDocument());
    }

    void aRangeBeyondCountingIsRefused()
    {
        Document doc = everything();
        doc.playback.end = 1e9;
        const auto written = gltf::glbOf(doc);
        QVERIFY(!written);
        QVERIFY(written.error().message.find("10 million frames") != std::string::npos);
    }

    void everyCaptureComesBack_data() { test::captureRows(); }
    void everyCaptureComesBack()
    {
        QFETCH(QString, path);
        const auto import = io::read(path.toStdString());
        QVERIFY(import);
        const fs::path out = fs::path(dir_.path().toStdString()) / "motion.glb";
        const auto written = io::write(import->document, out);
        QVERIFY2(written, written ? "" : qPrintable(errorOf(written.error())));
        const auto back = io::read(out);
        QVERIFY(back);
        QVERIFY(back->document == import->document);
        qInfo("%s: %lld bytes of BVH, %lld bytes of GLB", qPrintable(QFileInfo(path).fileName()),
              QFileInfo(path).size(), qint64(fs::file_size(out)));
    }

    void theValidatorFindsNoError_data() { fewMotions(); }
    void theValidatorFindsNoError()
    {
        QFETCH(QString, path);
        if (test::folderWithValidator().isEmpty())
            QSKIP("npm or node is not here, or the registry cannot be reached");
        const Document doc = motionOf(path);
        for (const char* name : {"valid.glb", "valid.gltf"}) {
            const fs::path out = fs::path(dir_.path().toStdString()) / name;
            const auto written = io::write(doc, out);
            QVERIFY2(written, written ? "" : qPrintable(errorOf(written.error())));
            const QJsonObject report = test::validatorReport(QString::fromStdString(out.string()));
            QVERIFY(!report.isEmpty());
            const QJsonObject issues = report["issues"].toObject();
            const QByteArray words =
                QJsonDocument(issues["messages"].toArray()).toJson(QJsonDocument::Compact);
            QVERIFY2(issues["numErrors"].toInt() == 0, words.left(2000).constData());
            QVERIFY2(issues["numWarnings"].toInt() == 0, words.left(2000).constData());
            qInfo("%s: 0 errors, 0 warnings, %d notes", name, issues["numInfos"].toInt());
        }
    }

    /// Arithmetic of the tests' own, so that it is done everywhere.
    void whatIsWrittenMovesAsItIsShown_data() { motions(); }
    void whatIsWrittenMovesAsItIsShown()
    {
        QFETCH(QString, path);
        const Document doc = motionOf(path);
        const fs::path out = fs::path(dir_.path().toStdString()) / "moves.glb";
        QVERIFY(io::write(doc, out));
        const auto read = test::characterOf(QString::fromStdString(out.string()));
        QVERIFY(read);
        QVERIFY(int(read->nodes.size()) >= doc.scene->size());
        const int clip = int(read->clips.indexOf(QString::fromStdString(doc.clip().name)));
        QCOMPARE(clip >= 0, !doc.clip().tracks.empty());
        double worst = 0;
        for (const double frame : someFrames(doc)) {
            const Evaluation e = evaluate(doc, frame);
            const auto places = test::placesOf(*read, clip, double(float(frame / doc.clip().rate)));
            for (NodeIndex i = 0; i < doc.scene->size(); ++i) {
                if (std::holds_alternative<MeshPart>((*doc.scene)[i].part)) continue;
                const Vec3 there(places[i][0], places[i][1], places[i][2]);
                worst = std::max(worst, (there - e.world[i].position).norm() / extent(*doc.scene));
            }
        }
        qInfo("worst %.2g of the size", worst);
        QVERIFY2(worst <= 1e-5, qPrintable(QString::number(worst)));
    }

    void anIndependentEvaluatorSeesWhatWeShow_data()
    {
        if (!test::sharedPath("clients/gltf_fk.py").isEmpty()) return fewMotions();
        QTest::addColumn<QString>("path");
        QTest::newRow("the client") << QString();
    }
    void anIndependentEvaluatorSeesWhatWeShow()
    {
        QFETCH(QString, path);
        if (test::pythonWithNumpy().isEmpty()) QSKIP("no python3 with numpy here");
        POSEWRIGHT_NEEDS_SHARED("clients/gltf_fk.py");
        const Document doc = motionOf(path);
        const fs::path out = fs::path(dir_.path().toStdString()) / "seen.glb";
        QVERIFY(io::write(doc, out));
        const std::set<double> frames = someFrames(doc);
        QStringList times;
        for (const double frame : frames)
            times << QString::number(double(float(frame / doc.clip().rate)), 'g', 17);
        const QJsonObject answer = test::runClient(
            "gltf_fk.py", {QString::fromStdString(out.string()), "--times", times.join(','),
                           "--anim", QString::fromStdString(doc.clip().name)});
        const QJsonArray world = answer["world"].toArray();
        if (doc.clip().tracks.empty()) {
            QVERIFY2(world.isEmpty(), "what does not move is no animation");
            return;
        }
        QCOMPARE(world.size(), int(frames.size()));
        double worst = 0;
        int row = 0;
        for (const double frame : frames) {
            const Evaluation e = evaluate(doc, frame);
            for (NodeIndex i = 0; i < doc.scene->size(); ++i) {
                if (std::holds_alternative<MeshPart>((*doc.scene)[i].part)) continue;
                const QJsonArray p = world[row].toArray()[i].toArray();
                const Vec3 there(p[0].toDouble(), p[1].toDouble(), p[2].toDouble());
                worst = std::max(worst, (there - e.world[i].position).norm() / extent(*doc.scene));
            }
            ++row;
        }
        qInfo("worst %.2g of the size", worst);
        QVERIFY2(worst <= 1e-5, qPrintable(QString::number(worst)));
    }

private:
    /// A document with everything, without a path, and captures that do not take long.
    void motions(const QFileInfoList& files = test::sampled(test::captureFiles()))
    {
        QTest::addColumn<QString>("path");
        QTest::newRow("everything") << QString();
        for (const QFileInfo& file : files)
            if (file.size() <= 700'000 && !file.fileName().contains("_all"))
                QTest::newRow(qPrintable(file.fileName())) << file.filePath();
    }
    /// For other programs, which take their time: of the made ones some that differ.
    void fewMotions()
    {
        QFileInfoList files = test::captureFiles();
        const QFileInfoList some = test::someCaptures(
            {"made_walk", "made_one_frame", "made_positions_everywhere", "made_two_roots"}, {});
        files.removeIf([&](const QFileInfo& file) {
            return file.fileName().startsWith("made_") && !some.contains(file);
        });
        motions(test::sampled(files));
    }
    static Document motionOf(const QString& path)
    {
        if (path.isEmpty()) return everything();
        const Result<Import> import = io::read(path.toStdString());
        if (!import) qFatal("%s", qPrintable(errorOf(import.error())));
        return import->document;
    }
    /// First, last and three frames between, as far as there are any.
    static std::set<double> someFrames(const Document& doc)
    {
        const double last = std::floor(doc.playback.end);
        std::set<double> frames;
        for (int i = 0; i <= 4; ++i) frames.insert(std::floor(last * i / 4));
        return frames;
    }

    QTemporaryDir dir_;
};

POSEWRIGHT_TEST(TestProjectFile, posewright::test::runWithEvents);
#include "tst_project_file.moc"
