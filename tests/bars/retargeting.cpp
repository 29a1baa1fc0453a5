#include "core/evaluate/evaluate.h"
#include "core/operate/bring_in.h"
#include "core/operate/bring_in_clips.h"
#include "tests/bars/bars.h"
#include "tests/bars/figures.h"
#include "tests/support/figure_file.h"
#include "tests/support/made_body.h"
#include "tests/support/shared_capture.h"

#include <QElapsedTimer>
#include <QFileInfo>
#include <QTest>

#include <utility>

namespace posewright::bars {

/// A dance onto another figure.
class RetargetBars : public QObject {
    Q_OBJECT

private slots:
    /// 5,000 frames of 70 bones in half a second, and in the document in another.
    void aDanceIsBroughtInInTime()
    {
        plain::Dice dice(1);
        const test::MadeBody body = test::madeBody({.spine = 21, .fingers = true});
        QCOMPARE(int(body.joints.size()), 70);
        const Document from = test::documentOf(body, test::madeMotion(body, 5000, dice), 60);
        const test::MadeBody hero = test::madeBody({.legs = 0.8, .spine = 21, .fingers = true});
        const Document to = test::documentOf(hero, {}, 60);
        const double carried = best(0.5, [&] {
            QElapsedTimer clock;
            clock.start();
            auto made = retarget::retarget(from, to);
            const double seconds = double(clock.nsecsElapsed()) * 1e-9;
            if (!made) qFatal("%s", made.error().message.c_str());
            return seconds;
        });
        const double added = best(0.5, [&] {
            QElapsedTimer clock;
            clock.start();
            const auto edits = operate::bringIn(to, from, {});
            if (!edits || !edit::applyEach(to, *edits)) qFatal("it was refused");
            return double(clock.nsecsElapsed()) * 1e-9;
        });
        const bool carries =
            holds("5,000 frames of 70 bones onto another figure", carried, 0.5, "s");
        QVERIFY(holds("such a clip into the document", added, 0.5, "s") && carries);
    }

    /// The same for characters with meshes, whose arms and soles are kept out of body and floor:
    /// captures of all kinds, counted as 5,000 frames.
    void aCaptureIsBroughtToACharacterInTime()
    {
        POSEWRIGHT_NEEDS_SHARED("corpus");
        std::vector<Document> captures;
        double frames = 0;
        for (const char* name :
             {"pybvh_cmu_12_01_walk", "ad_fair1_dab", "dme_xia_angry_13_000", "ad_fair1_zombie",
              "ad_cmu1_jumping_jacks", "dme_example", "ad_fair1_wave_hello"}) {
            captures.push_back(test::sharedCapture(name));
            frames += captures.back().playback.end - captures.back().playback.start + 1;
        }
        bool all = true;
        // The body of the Knight is so broad that its arms are in it nearly always: 1.2 s is this
        // project's own bar.
        for (const auto& [figure, bar] : {std::pair(QString("gltf/khronos/cesium_man.gltf"), 0.5),
                                          std::pair(QString("gltf/kaykit_Knight.glb"), 1.2)}) {
            const Document to = test::figureFrom(figure);
            const double took = best(bar, [&] {
                QElapsedTimer clock;
                clock.start();
                for (const Document& from : captures)
                    if (!retarget::retarget(from, to)) qFatal("it was refused");
                return double(clock.nsecsElapsed()) * 1e-9 * 5000 / frames;
            });
            const QString name = QFileInfo(figure).baseName();
            all &= holds("5,000 frames onto the mesh of " + name, took, bar, "s");
        }
        QVERIFY(all);
    }

    /// A row of its map is changed: the pose at the playhead.
    void aChangedRowIsSeenAtOnce()
    {
        plain::Dice dice(2);
        const test::MadeBody body = test::madeBody({.spine = 21, .fingers = true});
        const Document from = test::documentOf(body, test::madeMotion(body, 5000, dice), 60);
        const test::MadeBody hero = test::madeBody({.legs = 0.8, .spine = 21, .fingers = true});
        const Document to = test::documentOf(hero, {}, 60);
        const auto edits = operate::bringIn(to, from, {});
        const auto doc = edits ? edit::applyEach(to, *edits) : Result<Document>(edits.error());
        if (!doc) qFatal("it was refused");
        const Origin* origin = originOf(*doc, doc->clip().name);
        operate::BringInRequest wish{*doc, from, doc->clip().name, {0}, {}, origin->how, false, {}};
        wish.how.there.erase("leftUpperArm");
        const double seen = best(100, [&] {
            QElapsedTimer clock;
            clock.start();
            const auto there = operate::glanceAt(*doc, wish, 2500);
            if (!there || evaluate(*there, 2500).world.empty()) return 1e9;
            return 1e-6 * double(clock.nsecsElapsed());
        });
        QVERIFY(holds("a changed row of the map, at the playhead", seen, 100, "ms"));
    }
};

std::unique_ptr<QObject> retargetBars()
{
    return std::make_unique<RetargetBars>();
}

}  // namespace posewright::bars

#include "retargeting.moc"
