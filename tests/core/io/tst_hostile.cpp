#include "core/io/format.h"
#include "tests/support/clients.h"
#include "tests/support/program.h"

#include <QElapsedTimer>
#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QTest>

#include <set>

using namespace posewright;
using namespace posewright::io;

namespace {

/// Where this program decides otherwise than the generator proposes, and why.
const std::map<QString, const char*>& decidedOtherwise()
{
    static const char* const kShort =
        "rows that are there are read, and the difference is a warning (a real corpus file has it)";
    static const char* const kCut =
        "a file cut short inside its rows keeps its whole rows, with a warning";
    static const std::map<QString, const char*> kCases = {
        {"bvh_frames_too_many", kShort},
        {"bvh_frames_too_few", kShort},
        {"bvh_frametime_zero", "taken for 30 frames a second, with a warning"},
        {"bvh_trunc_15", kCut},
        {"bvh_trunc_16", kCut},
    };
    return kCases;
}

}  // namespace

class TestHostile : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        POSEWRIGHT_NEEDS_SHARED("hostile/make_bad.py");
        if (QProcess::execute("python3", {"--version"}) != 0) QSKIP("no python3 here");
        const QString seed = QString::number(QRandomGenerator::global()->bounded(1'000'000'000));
        qInfo("seed %s", qPrintable(seed));
        QProcess maker;
        maker.start("python3", {test::sharedPath("hostile/make_bad.py"), dir_.path(), "--mutants",
                                "3000", "--seed", seed});
        QVERIFY(maker.waitForFinished(120'000));
        QCOMPARE(maker.exitCode(), 0);
        QFile file(dir_.filePath("index.json"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        for (const QJsonValue& value :
             QJsonDocument::fromJson(file.readAll()).object()["cases"].toArray())
            if (value["format"].toString() != "fbx") cases_.append(value);
        QVERIFY(cases_.size() > 500);
    }

    void everyCaseGetsItsVerdict()
    {
        int decided = 0;
        int agreed = 0;
        QStringList wrong;
        qint64 slowest = 0;
        QString slowestCase;
        for (const QJsonValue& value : cases_) {
            const QString id = value["id"].toString();
            const QString expect = value["expect"].toString();
            QElapsedTimer timer;
            timer.start();
            const auto import = io::read(dir_.filePath(value["file"].toString()).toStdString());
            if (timer.elapsed() > slowest) {
                slowest = timer.elapsed();
                slowestCase = id;
            }
            if (import) {
                const auto valid = validate(import->document);
                QVERIFY2(valid, qPrintable(id + ": accepted, but " +
                                           (valid ? "" : valid.error().message.c_str())));
            } else {
                const Error& error = import.error();
                QVERIFY2(error.kind == ErrorKind::Refused || expect != "reject", qPrintable(id));
                QVERIFY2(error.message.size() <= 400, qPrintable(id));
                QVERIFY2(!error.message.empty() && !error.where.empty(), qPrintable(id));
                for (const char c : error.message)
                    QVERIFY2(static_cast<unsigned char>(c) >= 0x20, qPrintable(id));
            }
            if (expect == "survive" || decidedOtherwise().contains(id)) continue;
            ++decided;
            if (bool(import) == (expect == "accept"))
                ++agreed;
            else
                wrong << id + (import ? " accepted: " : " refused: ") + value["why"].toString() +
                             (import ? QString()
                                     : " | " + QString::fromStdString(import.error().message));
        }
        qInfo("%d of %d decided verdicts agree, %zu decided otherwise; slowest %s, %lld ms", agreed,
              decided, decidedOtherwise().size(), qPrintable(slowestCase), slowest);
        QVERIFY2(wrong.empty(), qPrintable(wrong.join('\n')));
        QVERIFY2(slowest < 10'000, qPrintable(slowestCase));
    }

    void refusalsNameTheirPlace()
    {
        int lines = 0;
        int rightLines = 0;
        int pointers = 0;
        int rightPointers = 0;
        QStringList wrong;
        for (const QJsonValue& value : cases_) {
            const QString where = value["where"].toString();
            if (value["expect"].toString() != "reject" || where.isEmpty()) continue;
            const auto import = io::read(dir_.filePath(value["file"].toString()).toStdString());
            if (import) continue;
            const QString place = QString::fromStdString(import.error().where);
            if (where.startsWith("line ")) {
                ++lines;
                if (place.endsWith(":" + where.mid(5)))
                    ++rightLines;
                else
                    wrong << value["id"].toString() + ": " + place.section('/', -1) + ", not " +
                                 where;
            } else if (where.startsWith('/')) {
                ++pointers;
                const QString pointer = place.section('#', 1);
                // The value itself, what it belongs to, or what it is at odds with.
                if (pointer == where || where.startsWith(pointer + '/') ||
                    pointer.startsWith(where + '/'))
                    ++rightPointers;
                else
                    wrong << value["id"].toString() + ": " + pointer + ", not " + where;
            }
        }
        qInfo("%d of %d lines, %d of %d pointers are the ones expected\n%s", rightLines, lines,
              rightPointers, pointers, qPrintable(wrong.join('\n')));
        QVERIFY(rightLines + rightPointers >= (lines + pointers) * 0.98);
    }

    void noCommandWasRun() { QVERIFY(!QFile::exists("/tmp/make_bad_canary")); }

private:
    QTemporaryDir dir_;
    QJsonArray cases_;
};

POSEWRIGHT_TEST(TestHostile, posewright::test::runWithEvents);
#include "tst_hostile.moc"
