#include "core/io/bvh/bvh_reader.h"
#include "core/io/bvh/bvh_writer.h"
#include "tests/bars/bars.h"
#include "tests/bars/figures.h"
#include "tests/bars/timing.h"
#include "tests/support/made_capture.h"
#include "tests/support/paths.h"

#include <QElapsedTimer>
#include <QFileInfo>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

namespace posewright::bars {

/// The program by the clock, as its users have it: from its start to its end, less what it takes
/// for a small file.
class ProgramBars : public QObject {
    Q_OBJECT

    QTemporaryDir dir_;
    QString in(const char* name) const { return dir_.filePath(name); }

    /// [s]
    static double timeOfRun(const QStringList& arguments)
    {
        QProcess process;
        process.setStandardOutputFile(QProcess::nullDevice());
        QElapsedTimer clock;
        clock.start();
        process.start(QString::fromUtf8(test::programPath()), arguments);
        process.waitForFinished(-1);
        if (process.exitCode() != 0) qFatal("the program failed");
        return double(clock.nsecsElapsed()) * 1e-9;
    }

    /// Seconds that a large file takes longer than a small one, beside the bar for it.
    bool runs(const char* what, const QStringList& small, const QStringList& large, double bar)
    {
        double start = 1e9;
        for (int i = 0; i < 5; ++i) start = std::min(start, timeOfRun(small));
        const double bytes = double(QFileInfo(in("large.bvh")).size());
        const double least = best(bytes * 1e-6 / bar, [&] { return timeOfRun(large) - start; });
        qInfo("%s: %.0f MB/s, start %.1f ms", what, bytes * 1e-6 / least, start * 1e3);
        return holds(what, bar * least / (bytes * 1e-6), 1, "of the time that is promised");
    }

private slots:
    void initTestCase()
    {
        test::writeCapture(in("small.bvh").toStdString(), 1);
        test::writeCapture(in("large.bvh").toStdString(), 100'000'000);
    }

    /// 200 MB/s, and no slower than the library is in a process that draws nothing.
    void aCaptureIsReadInTime()
    {
        QVERIFY(runs("posewright info, BVH", {"info", in("small.bvh")}, {"info", in("large.bvh")},
                     200));
    }

    void aCaptureIsConvertedInTime()
    {
        QVERIFY(runs("posewright convert, BVH", {"convert", in("small.bvh"), in("out.bvh")},
                     {"convert", in("large.bvh"), in("out.bvh")}, 200));
    }

    /// 100 MB/s of text that is made anew, frame by frame.
    void aCaptureIsWrittenInTime()
    {
        test::writeCapture(in("some.bvh").toStdString(), 10'000'000);
        auto import = io::bvh::readBvhFile(in("some.bvh").toStdString());
        if (!import) qFatal("%s", import.error().message.c_str());
        import->document.source = Source{};
        double bytes = 0;
        const double seconds = best(0.1, [&] {
            QElapsedTimer clock;
            clock.start();
            const auto written = io::bvh::writeBvh(import->document);
            bytes = double(written->text.size());
            return double(clock.nsecsElapsed()) * 1e-9;
        });
        qInfo("%.0f MB/s", bytes * 1e-6 / seconds);
        QVERIFY(holds("BVH written anew", 100 * seconds / (bytes * 1e-6), 1,
                      "of the time that is promised"));
    }
};

std::unique_ptr<QObject> programBars()
{
    return std::make_unique<ProgramBars>();
}

}  // namespace posewright::bars

#include "program.moc"
