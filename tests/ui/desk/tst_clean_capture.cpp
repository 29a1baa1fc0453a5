#include "core/io/format.h"
#include "tests/support/program.h"
#include "tests/support/shared.h"
#include "tests/ui/desk/desk_support.h"
#include "tests/ui/desk/export_answer.h"
#include "tests/ui/desk/in_dialog.h"
#include "ui/actions/samples.h"

#include <QDoubleSpinBox>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTreeWidget>

#include <algorithm>

using namespace posewright;
using namespace posewright::ui;

namespace {

constexpr int kCleanGestures = 8;

int contactsIn(const Document& doc)
{
    int count = 0;
    for (const SpanRow& row : doc.clip().spans)
        for (const Span& span : row.spans) count += span.kind == SpanKind::Contact;
    return count;
}

/// The farthest that the ankle of a target goes from the middle of a contact. [m]
double slideIn(const Document& doc)
{
    const auto prepared = prepare(doc);
    double most = 0;
    for (const SpanRow& row : doc.clip().spans) {
        const Constraint* target = findConstraint(*doc.rig, row.constraint);
        const NodeIndex ankle = doc.scene->find(target->effector);
        for (const Span& span : row.spans) {
            if (span.kind != SpanKind::Contact) continue;
            std::vector<Vec3> places;
            for (double f = span.start; f <= span.end; ++f)
                places.push_back(evaluate(*prepared, f).world[ankle].position);
            Vec3 middle = Vec3::Zero();
            for (const Vec3& p : places) middle += p / double(places.size());
            for (const Vec3& p : places) most = std::max(most, (p - middle).norm());
        }
    }
    return most;
}

}  // namespace

/// Contacts found and held from the window.
class TestCleanCapture : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { test::startAsNew(); }

    void whatIsTickedIsHeldInOneStep()
    {
        test::Desktop desk;
        QVERIFY(QTest::qWaitForWindowExposed(&desk.window));
        openSample(desk.window, "mannequin");
        desk.activate();
        const Document before = desk.doc();
        int rows = 0;
        const test::InDialog cancels("contactsDialog", [&](QDialog& dialog) { dialog.reject(); });
        desk.trigger("target.findContacts");
        QVERIFY(cancels.done());
        QVERIFY(desk.doc() == before);

        double shown = -1;
        const test::InDialog takes("contactsDialog", [&](QDialog& dialog) {
            auto* list = dialog.findChild<QTreeWidget*>("contactsList");
            QVERIFY(list->topLevelItemCount() > 0);
            QTreeWidgetItem* first = list->topLevelItem(0);
            for (int i = 0; i < list->topLevelItemCount(); ++i)
                rows += list->topLevelItem(i)->childCount();
            QVERIFY(!first->child(0)->text(3).isEmpty());  // the reason
            // One of them slides as far as the sentence says, and none farther.
            double most = 0;
            for (int i = 0; i < list->topLevelItemCount(); ++i)
                for (int j = 0; j < list->topLevelItem(i)->childCount(); ++j) {
                    const QString slide = list->topLevelItem(i)->child(j)->text(2);
                    QVERIFY2(slide.endsWith(" mm"), qPrintable(slide));
                    most = std::max(most, QLocale().toDouble(slide.chopped(3)));
                }
            const QString told = dialog.findChild<QLabel*>("contactsSlide")->text();
            QVERIFY2(most > 0 && told.contains(
                                     QString("up to %1 mm").arg(QLocale().toString(most, 'f', 1))),
                     qPrintable(told));
            list->setCurrentItem(first->child(first->childCount() - 1));
            shown = desk.session.playhead().frame();
            first->child(0)->setCheckState(0, Qt::Unchecked);
            // Other thresholds find it a little longer; the tick stays off.
            auto* height = dialog.findChild<QDoubleSpinBox*>("contactsHeight");
            QVERIFY(height);
            for (const double factor : {1.25, 0.8}) height->setValue(factor * height->value());
            first = list->topLevelItem(0);
            QCOMPARE(first->child(0)->checkState(0), Qt::Unchecked);
            for (int i = 1; i < first->childCount(); ++i)
                QCOMPARE(first->child(i)->checkState(0), Qt::Checked);
            dialog.findChild<QPushButton*>("contactsHold")->click();
        });
        desk.trigger("target.findContacts");
        QVERIFY(takes.done());
        QVERIFY(rows > 1);
        QVERIFY(shown >= 0);
        QVERIFY(contactsIn(desk.doc()) >= 1);
        QCOMPARE(desk.session.history().count(), 1);
        QVERIFY2(desk.said().contains(QString("Contacts held: %1, by %2 Contact span")
                                          .arg(rows - 1)
                                          .arg(contactsIn(desk.doc()))),
                 qPrintable(desk.said()));
        desk.session.undo();
        QVERIFY(desk.doc() == before);
    }

    /// What is held is named, and not offered again. All words have the height that they need, and
    /// lie over nothing.
    void whatIsHeldIsNamed()
    {
        test::Desktop desk;
        QVERIFY(QTest::qWaitForWindowExposed(&desk.window));
        openSample(desk.window, "mannequin");
        desk.activate();
        const test::InDialog takes("contactsDialog", [](QDialog& dialog) {
            dialog.findChild<QPushButton*>("contactsHold")->click();
        });
        desk.trigger("target.findContacts");
        QVERIFY(takes.done());
        QVERIFY(contactsIn(desk.doc()) >= 1);
        int held = 0, ticked = 0;
        const test::InDialog again("contactsDialog", [&](QDialog& dialog) {
            auto* list = dialog.findChild<QTreeWidget*>("contactsList");
            for (int i = 0; i < list->topLevelItemCount(); ++i)
                for (int j = 0; j < list->topLevelItem(i)->childCount(); ++j) {
                    const QTreeWidgetItem* row = list->topLevelItem(i)->child(j);
                    if (!row->text(3).startsWith("held already")) continue;
                    ++held;
                    ticked += row->checkState(0) == Qt::Checked ? 1 : 0;
                }
            QStringList unfit;
            for (const char* name : {"contactsBounds", "contactsSlide", "contactsOutcome"}) {
                const auto* label = dialog.findChild<QLabel*>(name);
                const auto fits = [&] {
                    const QRect room(0, 0, label->width(), 10000);
                    const QRect words =
                        label->fontMetrics().boundingRect(room, Qt::TextWordWrap, label->text());
                    return label->text().isEmpty() ||
                           (label->height() >= words.height() &&
                            !label->geometry().intersects(list->geometry()));
                };
                if (!QTest::qWaitFor(fits, 2000))
                    unfit << QString("%1 %2x%3 at %4, list to %5: %6")
                                 .arg(name)
                                 .arg(label->width())
                                 .arg(label->height())
                                 .arg(label->y())
                                 .arg(list->geometry().bottom())
                                 .arg(label->text());
            }
            dialog.reject();
            QCOMPARE(unfit.join("; "), QString());
        });
        desk.trigger("target.findContacts");
        QVERIFY(again.done());
        QCOMPARE_GE(held, 1);
        QCOMPARE(ticked, 0);
    }

    /// The bounds that it names are those that the fields give.
    void itNamesWhereContactsBeginAndEnd()
    {
        test::Desktop desk;
        QVERIFY(QTest::qWaitForWindowExposed(&desk.window));
        openSample(desk.window, "mannequin");
        desk.activate();
        QStringList bounds;
        const test::InDialog looks("contactsDialog", [&](QDialog& dialog) {
            dialog.findChild<QDoubleSpinBox*>("contactsSpeed")->setValue(12);
            dialog.findChild<QDoubleSpinBox*>("contactsHeight")->setValue(3);
            bounds = dialog.findChild<QLabel*>("contactsBounds")->text().split(". ");
            dialog.reject();
        });
        desk.trigger("target.findContacts");
        QVERIFY(looks.done());
        QCOMPARE(bounds.value(1),
                 QString("A contact begins where a part is slower than 12.0 cm/s and lower than "
                         "3.0 cm, and lasts until it is faster than 18.0 cm/s or higher than 4.5 "
                         "cm"));
    }

    /// By Return, at once or after the contacts are shown, and by a choice that comes to the same.
    void whatIsHeldIsShownAtEveryFrame_data()
    {
        QTest::addColumn<bool>("waits");
        QTest::addColumn<bool>("choosesAgain");
        QTest::newRow("at once") << false << false;
        QTest::newRow("when they are shown") << true << false;
        QTest::newRow("when they are chosen again") << true << true;
    }
    void whatIsHeldIsShownAtEveryFrame()
    {
        QFETCH(bool, waits);
        QFETCH(bool, choosesAgain);
        test::Desktop desk;
        QVERIFY(QTest::qWaitForWindowExposed(&desk.window));
        openSample(desk.window, "mannequin");
        desk.activate();
        const test::InDialog takes("contactsDialog", [&](QDialog& dialog) {
            auto* outcome = dialog.findChild<QLabel*>("contactsOutcome");
            if (waits) QTRY_VERIFY_WITH_TIMEOUT(!outcome->text().isEmpty(), 60000);
            QTreeWidgetItem* limb = dialog.findChild<QTreeWidget*>("contactsList")->topLevelItem(0);
            for (const Qt::CheckState state : {Qt::Unchecked, Qt::Checked})
                if (choosesAgain) limb->setCheckState(0, state);
            QTest::keyClick(&dialog, Qt::Key_Return);
        });
        desk.trigger("target.findContacts");
        QVERIFY(takes.done());
        QVERIFY(contactsIn(desk.doc()) >= 1);
        for (const double frame : {5.0, 20.0, 31.0}) {
            desk.session.playhead().setFrame(frame);
            QTRY_VERIFY(desk.window.evaluator().current());
            QTRY_COMPARE(desk.window.evaluator().current()->frame, frame);
        }
    }

    /// While the dialog is open, the document has the spans that it would make, and no step.
    void theSpansAreShownLive()
    {
        test::Desktop desk;
        QVERIFY(QTest::qWaitForWindowExposed(&desk.window));
        openSample(desk.window, "mannequin");
        desk.activate();
        const Document before = desk.doc();
        const auto longestFade = [&] {
            double frames = 0;
            for (const SpanRow& row : desk.doc().clip().spans)
                for (const Span& span : row.spans) frames = std::max({frames, span.in, span.out});
            return frames / desk.doc().clip().rate;
        };
        const test::InDialog changes("contactsDialog", [&](QDialog& dialog) {
            auto* outcome = dialog.findChild<QLabel*>("contactsOutcome");
            QTRY_VERIFY_WITH_TIMEOUT(contactsIn(desk.doc()) >= 1, 60000);
            QTRY_VERIFY2(outcome->text().contains("are held, as the view shows: "),
                         qPrintable(outcome->text()));
            const int all = contactsIn(desk.doc());
            QTreeWidgetItem* limb = dialog.findChild<QTreeWidget*>("contactsList")->topLevelItem(0);
            limb->setCheckState(0, Qt::Unchecked);
            QTRY_VERIFY_WITH_TIMEOUT(contactsIn(desk.doc()) < all, 60000);
            QVERIFY(contactsIn(desk.doc()) >= 1);
            const double fade = longestFade();
            dialog.findChild<QDoubleSpinBox*>("contactsFade")->setValue(0.07);
            QTRY_VERIFY_WITH_TIMEOUT(longestFade() < fade && longestFade() < 0.11, 20000);
            QCOMPARE(desk.session.history().count(), 0);
            dialog.reject();
        });
        desk.trigger("target.findContacts");
        QVERIFY(changes.done());
        QVERIFY(desk.doc() == before);
        QCOMPARE(desk.session.history().count(), 0);
    }

    void aCaptureIsCleanedAndExportedInFewGestures()
    {
        const QString given = test::sharedPath("corpus/bvh/pybvh_cmu_12_01_walk.bvh");
        if (given.isEmpty()) QSKIP("needs ../shared");
        const QTemporaryDir folder;
        const QString path = folder.filePath("walk.bvh");
        QVERIFY(QFile::copy(given, path));
        test::Desktop desk;
        QVERIFY(QTest::qWaitForWindowExposed(&desk.window));
        desk.activate();
        int gestures = 0;

        const test::FileAnswer opens(path);
        QSignalSpy opened(&desk.session.file(), &DocumentFile::opened);
        desk.trigger("file.open");
        ++gestures;
        QTRY_COMPARE_WITH_TIMEOUT(opened.count(), 1, 60000);
        gestures += opens.gestures();
        const Document capture = desk.doc();

        const test::InDialog holds("contactsDialog", [&](QDialog& dialog) {
            QTest::keyClick(&dialog, Qt::Key_Return);
            ++gestures;
        });
        desk.trigger("target.findContacts");
        gestures += 2;  // the menu and its entry
        QVERIFY(holds.done());
        QTRY_VERIFY_WITH_TIMEOUT(contactsIn(desk.doc()) > 0, 60000);

        const test::ExportAnswer answer(QString{});
        QSignalSpy exported(&desk.session.file(), &DocumentFile::exported);
        desk.trigger("file.export");
        ++gestures;
        QTRY_COMPARE_WITH_TIMEOUT(exported.count(), 1, 60000);
        gestures += answer.gestures();
        const double slide = slideIn(desk.doc());
        const double tall = extent(*desk.doc().scene);
        qInfo("%d gestures from a capture to a cleaned file (bar %d); %d contacts, the ankles go "
              "%.2g of the figure in them",
              gestures, kCleanGestures, contactsIn(desk.doc()), slide / tall);
        QVERIFY(gestures <= kCleanGestures);
        QVERIFY(slide / tall <= 0.001 / 1.7);
        // Captured keys stay as they are.
        for (const Shared<Track>& track : capture.clip().tracks)
            QVERIFY(*desk.doc().clip().track(track->node) == *track);
    }
};

POSEWRIGHT_TEST(TestCleanCapture, posewright::test::runOnScreen);
#include "tst_clean_capture.moc"
