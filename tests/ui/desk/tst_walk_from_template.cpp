#include "core/io/format.h"
#include "tests/support/clients.h"
#include "tests/support/program.h"
#include "tests/ui/desk/desktop_test.h"
#include "tests/ui/desk/export_answer.h"
#include "tests/ui/desk/row_place.h"
#include "tests/ui/saved_bytes.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QToolButton>

#include <algorithm>

using namespace posewright;
using namespace posewright::ui;

namespace {

constexpr int kWalkGestures = 25;

}  // namespace

/// From the start page to two steps in a file, by pointer and keys on a real window.
class TestWalkFromTemplate : public test::DesktopTest {
    Q_OBJECT

    QTemporaryDir folder_;
    int gestures_ = 0;

    void key(Qt::Key key, Qt::KeyboardModifiers modifiers = {})
    {
        QTest::keyClick(desk_->canvas(), key, modifiers);
        QTest::qWait(1);
        ++gestures_;
    }
    void goTo(double frame)
    {
        desk_->clickRuler(frame);
        QCOMPARE(desk_->session.playhead().frame(), frame);
        ++gestures_;
    }
    /// Seen from the front or the side, a drag leads as far as it looks.
    void dragBy(const char* target, double up, double forward)
    {
        const Vec3 from = desk_->world(desk_->node(target));
        desk_->dragInView(desk_->seen(from), desk_->seen(from + Vec3(0, up, forward)));
        const Vec3 by = desk_->world(desk_->node(target)) - from;
        QVERIFY2((by - Vec3(0, up, forward)).norm() < 0.02, target);
        ++gestures_;
    }
    QPoint onRow(const char* name, double frame)
    {
        return test::placeOnRow(desk_->window.timeline(), name, frame);
    }
    /// Alt and a drag over a row draw a contact.
    void plant(const char* target, double from, double to)
    {
        QWidget* canvas = desk_->window.timeline().viewport();
        // From its end: where it starts is a key, which Alt would copy.
        const QPoint a = onRow(target, to), b = onRow(target, from);
        const auto move = [&](const QPoint& there) {
            QMouseEvent event(QEvent::MouseMove, there, canvas->mapToGlobal(QPointF(there)),
                              Qt::NoButton, Qt::LeftButton, Qt::AltModifier);
            QCoreApplication::sendEvent(canvas, &event);
        };
        QTest::mousePress(canvas, Qt::LeftButton, Qt::AltModifier, a);
        for (int i = 1; i <= 8; ++i) move(a + (b - a) * i / 8);
        QTest::mouseRelease(canvas, Qt::LeftButton, Qt::AltModifier, b);
        ++gestures_;
        const Span* span = spanAt(desk_->doc().clip().spanRow(desk_->target(target).id), from + 1);
        QVERIFY2(span && span->kind == SpanKind::Contact, target);
        QCOMPARE(span->start, from);
        QCOMPARE(span->end, to);
    }
    double slide(const Document& doc, const char* bone, int from, int to)
    {
        const auto prepared = prepare(doc);
        const NodeIndex row = doc.scene->find(std::string_view(bone));
        const Vec3 first = evaluate(*prepared, from).world[row].position;
        double most = 0;
        for (int f = from; f <= to; ++f)
            most = std::max(most, (evaluate(*prepared, f).world[row].position - first).norm());
        return most;
    }

private slots:
    // Long: one job from the start page to the exported file.
    void twoStepsAreMadeAndExported()
    {
        test::Desktop& desk = *desk_;
        QTest::mouseClick(desk.window.findChild<QToolButton*>("start.skeleton-biped"),
                          Qt::LeftButton);
        ++gestures_;
        QTRY_VERIFY(desk.canvas()->isExposed());
        QTRY_VERIFY(desk.window.evaluator().current());
        QTest::qWait(300);  // the camera is placed with the first real size

        key(Qt::Key_1);  // from the front, where no hand is before the body
        QTest::qWait(300);
        dragBy("Body", -0.09, 0);
        key(Qt::Key_3);  // from the side
        QTest::qWait(300);
        dragBy("Left foot", 0, 0.26);
        dragBy("Right foot", 0, -0.24);
        plant("Left foot", 0, 12);
        key(Qt::Key_A, Qt::ControlModifier);
        key(Qt::Key_C, Qt::ControlModifier);
        goTo(12);
        key(Qt::Key_V, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY2(desk.said().contains("Left foot"), qPrintable(desk.said()));
        key(Qt::Key_C, Qt::ControlModifier);
        plant("Right foot", 12, 24);
        goTo(24);
        key(Qt::Key_V, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY2(desk.said().contains("Right foot"), qPrintable(desk.said()));
        goTo(6);
        dragBy("Right foot", 0.12, 0);
        goTo(18);
        dragBy("Left foot", 0.12, 0);

        const QString path = folder_.filePath("walk.glb");
        const test::ExportAnswer answer(path);
        QSignalSpy exported(&desk.session.file(), &DocumentFile::exported);
        desk.activate();
        QTest::keyClick(&desk.window, Qt::Key_E, Qt::ControlModifier);
        ++gestures_;
        QTRY_COMPARE_WITH_TIMEOUT(exported.count(), 1, 60000);
        gestures_ += answer.gestures();
        qInfo("%d gestures from the start page to two steps in a file (bar %d)", gestures_,
              kWalkGestures);
        QVERIFY(gestures_ <= kWalkGestures);

        const Document& doc = desk.doc();
        const double left = slide(doc, "LeftFoot", 0, 12), right = slide(doc, "RightFoot", 12, 24);
        const NodeIndex hips = doc.scene->find("Hips");
        const double way =
            (evaluate(doc, 24).world[hips].position - evaluate(doc, 0).world[hips].position).z();
        int problems = 0;
        for (int f = 0; f <= 24; ++f)
            for (const TargetStatus& status : evaluate(doc, f).targets)
                if (isProblem(status.status)) {
                    qInfo("frame %d: %s", f, status.reason.c_str());
                    ++problems;
                }
        qInfo("feet slide %.2g and %.2g mm; the figure walks %.2f m; %d problems", left * 1e3,
              right * 1e3, way, problems);
        QVERIFY(left < 1e-3 && right < 1e-3);
        QVERIFY(way > 0.9);
        QCOMPARE(problems, 0);

        // What another program reads.
        if (test::sharedPath("clients").isEmpty() || test::pythonWithNumpy().isEmpty())
            QSKIP("the exported file is not read by others: needs ../shared and numpy");
        const QJsonObject read = test::runClient("gltf_fk.py", {path, "--times", "0,0.5,1"});
        const QJsonArray joints = read["joints"].toArray();
        int row = -1;
        for (int i = 0; i < joints.size(); ++i)
            if (joints[i].toObject()["name"] == "LeftFoot") row = i;
        QVERIFY(row >= 0);
        const QJsonArray world = read["world"].toArray();
        for (const int i : {0, 1, 2}) {
            const QJsonArray at = world[i].toArray()[row].toArray();
            const Vec3 theirs(at[0].toDouble(), at[1].toDouble(), at[2].toDouble());
            const Vec3 ours = evaluate(doc, 12 * i).world[doc.scene->find("LeftFoot")].position;
            QVERIFY((theirs - ours).norm() < 1e-5);
        }
    }
};

POSEWRIGHT_TEST(TestWalkFromTemplate, posewright::test::runOnScreen);
#include "tst_walk_from_template.moc"
