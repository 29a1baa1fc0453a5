#include "core/operate/bring_in.h"
#include "tests/support/made_body.h"
#include "tests/support/program.h"
#include "tests/ui/run.h"
#include "ui/files/figures_view.h"
#include "ui/session/session.h"

#include <QImage>
#include <QtTest>

using namespace posewright;
using namespace posewright::ui;

namespace {

/// What is drawn in one half of the picture.
struct Half {
    QRect drawn;       ///< of both figures' left and right bones
    double left = 0;   ///< mean x of the marks of left bones [px]
    double right = 0;  ///< the same of right bones
    int lefts = 0, rights = 0;
};

Half lookAt(const QImage& picture, int from, int to)
{
    Half out;
    for (int y = 0; y < picture.height(); ++y)
        for (int x = from; x < to; ++x) {
            const QColor color = picture.pixelColor(x, y);
            const bool left = color.red() > 190 && color.blue() < 110;
            const bool right = color.blue() > 190 && color.red() < 110;
            if (!left && !right) continue;
            out.drawn |= QRect(x, y, 1, 1);
            (left ? out.left : out.right) += x;
            ++(left ? out.lefts : out.rights);
        }
    if (out.lefts) out.left /= out.lefts;
    if (out.rights) out.right /= out.rights;
    return out;
}

}  // namespace

/// Both figures of a motion that is brought in, side by side.
class TestFiguresView : public QObject {
    Q_OBJECT

private slots:
    void bothAreSeenFromTheSameSide_data()
    {
        QTest::addColumn<double>("degrees");
        QTest::newRow("as it is") << 0.0;
        QTest::newRow("turned about") << 180.0;
        QTest::newRow("to the left") << 90.0;
    }
    void bothAreSeenFromTheSameSide()
    {
        QFETCH(double, degrees);
        plain::Dice dice(7);
        const test::MadeBody body = test::madeBody({});
        const Document dance = test::documentOf(body, test::madeMotion(body, 60, dice), 30);
        Session session;
        session.startNew(test::documentOf(body, {}, 30), "hero");
        retarget::Options how;
        how.facing = {retarget::Facing::Kind::Turned, degrees};
        const auto edits = operate::bringIn(session.document(), dance, how);
        QVERIFY2(edits && session.commit(*edits, "Bring in"),
                 edits ? "commit" : edits.error().message.c_str());
        FiguresView view(session, nullptr);
        view.resize(480, 160);
        for (const double frame : {0.0, 20.0, 40.0, 59.0}) {
            session.playhead().setFrame(frame);
            const QImage picture = view.grab().toImage().convertToFormat(QImage::Format_RGB32);
            const int middle = picture.width() / 2;
            const Half there = lookAt(picture, 0, middle);
            const Half here = lookAt(picture, middle, picture.width());
            QVERIFY(there.lefts > 20 && there.rights > 20 && here.lefts > 20 && here.rights > 20);
            // The left is on the same side in both, and about as far.
            const double one = there.left - there.right, other = here.left - here.right;
            QVERIFY2(one * other > 0 && std::abs(one - other) < 0.3 * std::abs(one),
                     qPrintable(QString("frame %1: %2 and %3").arg(frame).arg(one).arg(other)));
            // Neither comes near the border of its half.
            QVERIFY(there.drawn.left() > 2 && there.drawn.right() < middle - 3);
            QVERIFY(here.drawn.left() > middle + 2 && here.drawn.right() < picture.width() - 3);
            for (const QRect& drawn : {there.drawn, here.drawn})
                QVERIFY(drawn.top() > 2 && drawn.bottom() < picture.height() - 3);
        }
    }
};

POSEWRIGHT_TEST(TestFiguresView, posewright::test::runWithoutScreen);
#include "tst_figures_view.moc"
