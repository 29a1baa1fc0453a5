#include "tests/support/made_captures.h"
#include "tests/support/program.h"
#include "tests/ui/desk/tour_hand.h"
#include "ui/actions/samples.h"
#include "ui/desk/tour_checks.h"
#include "ui/look/theme.h"

#include <QFile>
#include <QLabel>
#include <QTemporaryDir>
#include <QToolButton>

#include <sstream>

using namespace posewright;
using namespace posewright::ui;

/// The tours: what they say is what they see, and a hand that does it comes to their ends.
class TestTours : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

    void keepPicture(test::Desktop& desk, const QString& name)
    {
        const QString folder = qEnvironmentVariable("POSEWRIGHT_PICTURES");
        if (folder.isEmpty()) return;
        QTest::qWait(600);
        desk.window.screen()->grabWindow(desk.window.winId()).save(folder + '/' + name + ".png");
    }

private slots:
    void initTestCase() { test::startAsNew(); }

    void everyStepIsLookedAfter()
    {
        QCOMPARE(int(tours().size()), 3);
        for (const Tour& tour : tours()) {
            QVERIFY(!tour.about.isEmpty() && !tour.end.isEmpty());
            if (!tour.opens.empty()) QVERIFY(loadSample(tour.opens));
            for (const TourStep& step : tour.steps) {
                const TourCheck* check = findTourCheck(step.check);
                QVERIFY2(check, step.check.c_str());
                std::istringstream arguments{std::string(check->arguments)};
                std::size_t count = 0;
                for (std::string name; arguments >> name; ++count)
                    QVERIFY2(step.with.contains(name), qPrintable(step.text));
                QCOMPARE(step.with.size(), count);
                QVERIFY2(!step.gestures.empty(), qPrintable(step.text));
            }
        }
    }

    void whatIsNoTourIsRefused_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("nothing") << QByteArray();
        QTest::newRow("no object") << QByteArray("[]");
        QTest::newRow("no title") << QByteArray(R"({"steps": [{"text": "a", "check": "looked"}]})");
        QTest::newRow("no steps") << QByteArray(R"({"title": "a", "steps": []})");
        QTest::newRow("no check") << QByteArray(R"({"title": "a", "steps": [{"text": "a"}]})");
        QTest::newRow("no text") << QByteArray(R"({"title": "a", "steps": [{"check": "looked"}]})");
        QTest::newRow("no step") << QByteArray(R"({"title": "a", "steps": [1]})");
    }
    void whatIsNoTourIsRefused()
    {
        QFETCH(QByteArray, text);
        QVERIFY(!readTour("x", {text.data(), std::size_t(text.size())}));
    }

    void aTourIsLeftAndSkippedThrough()
    {
        test::Desktop desk;
        QVERIFY(QTest::qWaitForWindowExposed(&desk.window));
        auto* bar = desk.window.findChild<TourBar*>("tour");
        QVERIFY(bar->isHidden());
        desk.trigger("help.tourWalk");
        QTRY_VERIFY(bar->isVisible());
        const int count = int(bar->tour()->steps.size());
        auto* skip = bar->findChild<QToolButton*>("tourSkip");
        while (bar->step() < count) {
            const int before = bar->step();
            skip->click();
            QCOMPARE(bar->step(), before + 1);
        }
        QVERIFY(bar->findChild<QLabel*>("tourHead")->text().endsWith("done"));
        QVERIFY(!skip->isVisible());
        bar->findChild<QToolButton*>("tourBack")->click();
        QCOMPARE(bar->step(), count - 1);
        bar->findChild<QToolButton*>("tourClose")->click();
        QVERIFY(bar->isHidden() && !bar->tour());
    }

    void anotherDocumentEndsATourThatDoesNotAskForIt()
    {
        test::Desktop desk;
        QVERIFY(QTest::qWaitForWindowExposed(&desk.window));
        auto* bar = desk.window.findChild<TourBar*>("tour");
        desk.trigger("help.tourWalk");
        QTRY_VERIFY(bar->isVisible());
        openSample(desk.window, "walk");
        QVERIFY(bar->isHidden() && !bar->tour());
        // The first step of this one is to open a figure.
        desk.trigger("help.tourDance");
        QTRY_VERIFY(bar->isVisible());
        openSample(desk.window, "walk");
        QTRY_VERIFY(bar->tour() && bar->step() == 1);
        openSample(desk.window, "walk");
        QVERIFY(!bar->tour());
    }

    /// A step that asks for watching and stopping is not done at the first press of Space.
    void whatIsToBeWatchedIsWatched()
    {
        test::Desktop desk;
        QVERIFY(QTest::qWaitForWindowExposed(&desk.window));
        auto* bar = desk.window.findChild<TourBar*>("tour");
        desk.trigger("help.tourClean");
        QTRY_VERIFY(bar->isVisible());
        QCOMPARE(bar->step(), 0);
        Playhead& playhead = desk.session.playhead();
        const auto settled = [&] {
            QCoreApplication::processEvents();
            QCoreApplication::processEvents();
            return bar->step();
        };
        playhead.setPlaying(true);
        QCOMPARE(settled(), 0);
        playhead.setPlaying(false);
        QCOMPARE(settled(), 0);
        // Not by scrubbing, either.
        for (int frame = 0; frame <= 60; ++frame) playhead.setFrame(frame);
        QCOMPARE(settled(), 0);
        playhead.setPlaying(true);
        QTest::qWait(1300);
        QCOMPARE(settled(), 0);
        playhead.setPlaying(false);
        QTRY_COMPARE(bar->step(), 1);
    }

    void aHandComesToTheEnd_data()
    {
        QTest::addColumn<QString>("id");
        QTest::addColumn<int>("most");
        QTest::newRow("walk") << "first-walk" << 30;
        QTest::newRow("clean") << "clean-capture" << 11;
        QTest::newRow("dance") << "dance-for-character" << 17;
    }
    void aHandComesToTheEnd()
    {
        QFETCH(QString, id);
        QFETCH(int, most);
        const QString character = folder_.filePath("mannequin.glb");
        if (!QFile::exists(character)) QVERIFY(QFile::copy(":/samples/mannequin.glb", character));
        for (const bool dark : {false, true}) {
            for (const char* file : {"walk.glb", "clean.glb", "dance.glb"})
                QFile::remove(folder_.filePath(file));
            applyTheme(*qApp, dark ? Theme::Dark : Theme::Light);
            test::Desktop desk;
            QVERIFY(QTest::qWaitForWindowExposed(&desk.window));
            if (!desk.window.viewport().draws()) QSKIP("needs OpenGL 3.2 (a software one will do)");
            desk.activate();
            test::TourHand hand(desk, {{"character", character},
                                       {"dance", test::madeWalk()},
                                       {"walk.glb", folder_.filePath("walk.glb")},
                                       {"clean.glb", folder_.filePath("clean.glb")},
                                       {"dance.glb", folder_.filePath("dance.glb")}});
            if (dark) keepPicture(desk, "tours-start-dark");
            QTest::mouseClick(desk.window.findChild<QToolButton*>("start.tour-" + id),
                              Qt::LeftButton);
            auto* bar = desk.window.findChild<TourBar*>("tour");
            QTRY_VERIFY(bar->isVisible());
            if (!bar->tour()->opens.empty()) {
                QTRY_VERIFY(desk.canvas()->isExposed());
                QTRY_VERIFY(desk.window.evaluator().current());
            }
            QTest::qWait(300);  // the camera is placed with the first real size
            const Tour tour = *bar->tour();
            for (int i = 0; i < std::ssize(tour.steps); ++i) {
                QVERIFY2(bar->step() == i, qPrintable(QString("step %1 was taken for done: %2")
                                                          .arg(i + 1)
                                                          .arg(tour.steps[i].text)));
                keepPicture(
                    desk, QString("tour-%1-%2-%3").arg(id).arg(i + 1).arg(dark ? "dark" : "light"));
                hand.act(tour.steps[i].gestures);
                QTRY_VERIFY2(bar->step() > i,
                             qPrintable(QString("step %1 is not seen: %2; %3")
                                            .arg(i + 1)
                                            .arg(tour.steps[i].text, desk.said())));
            }
            QVERIFY(bar->findChild<QLabel*>("tourHead")->text().endsWith("done"));
            qInfo("%s: %d steps, %d gestures", qPrintable(id), int(tour.steps.size()),
                  hand.gestures());
            QVERIFY(hand.gestures() <= most);
            if (qEnvironmentVariableIsEmpty("POSEWRIGHT_PICTURES")) break;
        }
        applyTheme(*qApp, Theme::Light);
    }
};

POSEWRIGHT_TEST(TestTours, posewright::test::runOnScreen);
#include "tst_tours.moc"
