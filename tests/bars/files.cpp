#include "core/io/bvh/bvh_reader.h"
#include "tests/bars/bars.h"
#include "tests/bars/figures.h"
#include "tests/bars/timing.h"
#include "tests/support/made_captures.h"

#include <QTest>

#include <fast_float/fast_float.h>

namespace posewright::bars {

/// Files, against the least code that looks at each of their numbers.
class FileBars : public QObject {
    Q_OBJECT

private slots:
    /// 300 MB/s to tracks that can be edited, where numbers alone are parsed with 1360 MB/s.
    void aCaptureBecomesTracksInTime()
    {
        test::MadeCapture capture{
            .name = "long", .joints = test::madeFigure("ZYX"), .frames = 12'000};
        const std::string bytes = test::bvhOf(capture);
        const Beside times = inTurn(
            [&] {
                const auto import = io::bvh::readBvh(bytes, "long.bvh");
                if (!import) qFatal("%s", import.error().message.c_str());
                used(import);
            },
            [&] {
                double sum = 0;
                const char* p = bytes.data() + bytes.find("Frame Time");
                const char* const end = bytes.data() + bytes.size();
                while (p != end) {
                    double value = 0;
                    const auto [next, error] = fast_float::from_chars(p, end, value);
                    p = error == std::errc() ? next : p + 1;
                    sum += value;
                }
                used(sum);
            },
            7);
        qInfo("%.0f MB, %.0f MB/s", double(bytes.size()) * 1e-6,
              double(bytes.size()) * 1e3 / times.ours);
        QVERIFY(holds("a BVH file to tracks", times.ratio(), 1360.0 / 300, "x its numbers alone"));
    }
};

std::unique_ptr<QObject> fileBars()
{
    return std::make_unique<FileBars>();
}

}  // namespace posewright::bars

#include "files.moc"
