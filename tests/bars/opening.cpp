#include "tests/bars/bars.h"
#include "tests/bars/figures.h"
#include "tests/support/shared.h"
#include "tests/ui/desk/desk_support.h"
#include "ui/files/files.h"

#include <QElapsedTimer>

namespace posewright::bars {

namespace {

using test::Desktop;

/// What the screen shows in the middle of the view, below the words of an empty one.
QImage middleOf(Desktop& desk)
{
    const QSize size = desk.canvas()->size();
    const QRect part(size.width() * 2 / 5, size.height() / 2, size.width() / 5, size.height() / 4);
    return desk.window.screen()
        ->grabWindow(desk.canvas()->winId(), part.x(), part.y(), part.width(), part.height())
        .toImage();
}

/// The share of pixels that differ clearly.
double changed(const QImage& before, const QImage& now)
{
    int count = 0;
    for (int y = 0; y < now.height(); ++y)
        for (int x = 0; x < now.width(); ++x)
            count += std::abs(qGray(before.pixel(x, y)) - qGray(now.pixel(x, y))) > 25;
    return double(count) / (now.width() * now.height());
}

}  // namespace

/// From a file to what is on the screen, in a window that is there.
class OpeningBars : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { test::startAsNew(); }

    void aCharacterOfManyClipsIsSeenAtOnce()
    {
        POSEWRIGHT_NEEDS_SHARED("corpus/gltf/kaykit_Knight.glb");
        const QString path = test::sharedPath("corpus/gltf/kaykit_Knight.glb");
        const double took = best(0.5, [&] {
            Desktop desk;
            if (!QTest::qWaitForWindowExposed(&desk.window)) return 1e9;
            desk.session.startNew(emptyDocument(), "empty");
            if (!QTest::qWaitFor([&] { return desk.canvas()->isExposed(); })) return 1e9;
            QTest::qWait(500);
            const QImage before = middleOf(desk);
            QElapsedTimer clock;
            clock.start();
            desk.window.files().open(path);
            const bool seen =
                QTest::qWaitFor([&] { return changed(before, middleOf(desk)) > 0.1; }, 20'000);
            return seen && desk.doc().clips.size() == 76
                       ? 1e-3 * static_cast<double>(clock.elapsed())
                       : 1e9;
        });
        QVERIFY(holds("a character of 3.7 MB and 76 clips, to the first picture", took, 0.5, "s"));
    }
};

std::unique_ptr<QObject> openingBars()
{
    return std::make_unique<OpeningBars>();
}

}  // namespace posewright::bars

#include "opening.moc"
