#include "tests/support/program.h"
#include "tests/ui/viewport/hand_over_box.h"
#include "tests/ui/viewport/view_window.h"

#include <QtTest>

#include <algorithm>
#include <cmath>

using namespace posewright;
using namespace posewright::ui;

namespace {

/// Pixels that differ clearly.
int differing(const QImage& a, const QImage& b)
{
    constexpr int kClearly = 40;
    int count = 0;
    for (int y = 0; y < a.height(); ++y)
        for (int x = 0; x < a.width(); ++x) {
            const QColor one = a.pixelColor(x, y), other = b.pixelColor(x, y);
            count +=
                std::max({std::abs(one.red() - other.red()), std::abs(one.green() - other.green()),
                          std::abs(one.blue() - other.blue())}) > kClearly;
        }
    return count;
}

}  // namespace

/// T during a drag makes several edits at once: what is drawn is what the last of them gives.
class TestTouchIsDrawn : public test::ViewWindow {
    Q_OBJECT

    QImage settled()
    {
        const QRect whole(0, 0, canvas()->width(), canvas()->height());
        QImage now = onScreen(whole), before;
        for (int i = 0; i < 20 && now != before; ++i) {
            before = now;
            QTest::qWait(150);
            now = onScreen(whole);
        }
        return now;
    }

private slots:
    void initTestCase() { openLimbs(); }
    void cleanupTestCase() { closeUnasked(); }

    void thePictureIsThatOfTheDocument()
    {
        session_->startNew(test::handOverBox({"LeftArm", "LeftForeArm", "LeftHand"}), "hand");
        QTRY_VERIFY(written().contains("Frame 0"));
        const auto node = [&](const char* name) {
            return test::nodeNamed(session_->document(), name);
        };
        const Vec3 middle = world(node("Box")) + Vec3(0, 0.1, 0);
        const QPoint from = seen(node("hand")), to = WindowTest::seen(middle);
        QVERIFY((from - to).manhattanLength() > 20);
        activate();
        QTest::mousePress(canvas(), Qt::LeftButton, {}, from);
        for (int i = 1; i <= 6; ++i) QTest::mouseMove(canvas(), from + (to - from) * i / 6);
        QTest::keyClick(canvas(), Qt::Key_T);
        QTest::mouseRelease(canvas(), Qt::LeftButton, {}, to);
        QCOMPARE(session_->history().count(), 1);
        QTest::mouseMove(canvas(), QPoint(4, canvas()->height() - 4));
        const QImage touched = settled();
        session_->playhead().setFrame(5);
        settled();
        session_->playhead().setFrame(0);
        const QImage again = settled();
        QCOMPARE(touched.size(), again.size());
        const int apart = differing(touched, again);
        qInfo("%d of %d pixels differ", apart, touched.width() * touched.height());
        QCOMPARE_LE(apart, 5);
    }
};

POSEWRIGHT_TEST(TestTouchIsDrawn, posewright::test::runOnScreen);
#include "tst_touch_is_drawn.moc"
