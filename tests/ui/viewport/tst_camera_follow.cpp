// Long: one walk, looked at in many ways.
#include "core/io/format.h"
#include "tests/support/biped.h"
#include "tests/support/made_captures.h"
#include "tests/support/paths.h"
#include "tests/support/program.h"
#include "tests/ui/support.h"
#include "ui/viewport/camera_follow.h"

#include <QtTest>

#include <cmath>

using namespace posewright;
using namespace posewright::ui;

namespace {

constexpr ViewSize kWalkView{1000, 600};
constexpr int kWalkFrames = 120;

/// An arm whose root goes 20 of its lengths, and bobs on its way.
Document walker(const Vec3& way, double bob = 0.05)
{
    Document doc = test::chainDocument(3, 0.3, kWalkFrames);
    std::vector<std::pair<double, Vec3>> keys;
    for (int frame = 0; frame <= kWalkFrames; frame += 5)
        keys.emplace_back(frame, way * (double(frame) / kWalkFrames) +
                                     Vec3(0, bob * std::sin(frame * 0.7), 0));
    return test::withKeys(doc, (*doc.scene)[0].id, keys);
}

struct Walk {
    Document doc;
    std::shared_ptr<const Prepared> prepared = prepare(doc);
    CameraFollow follow;
    Camera camera;
    std::vector<NodeId> selected;

    explicit Walk(const Vec3& way, double bob = 0.05) : doc(walker(way, bob))
    {
        Box box;
        for (const Vec3& point : figurePoints(doc, evaluate(doc, 0))) box.include(point);
        camera = framing(defaultDirection(Stage()), kWalkView, box);
        camera.distance *= 1.8;
    }
    Vec3 root(double frame) const { return evaluate(*prepared, frame).world[0].position; }
    void show(double frame, Follow mode, bool playing)
    {
        camera = follow.next(camera, kWalkView, mode, playing, frame,
                             cameraSubject(doc, evaluate(*prepared, frame), selected));
        camera = withClipPlanes(camera, 10 + frame);  // as the view does
    }
    Pixel seen(double frame) const
    {
        const auto at = project(camera, kWalkView, root(frame));
        return at ? at->pixel : Pixel(-1e9, -1e9);
    }
};

/// Where a point is seen by a camera as camera.h describes it, worked out from rotations: across
/// and up in halves of the view, and its depth.
Vec3 inPinhole(const Camera& camera, const ViewSize& size, const Vec3& point)
{
    const Eigen::AngleAxisd yaw(camera.yaw, Vec3::UnitY()), pitch(-camera.pitch, Vec3::UnitX());
    const Vec3 local = (yaw * pitch).inverse() * (point - camera.pivot);
    const double depth = camera.distance - local.z();
    const double half = depth * std::tan(camera.verticalFov / 2);
    return {local.x() / (half * size.width / size.height), local.y() / half, depth};
}

bool inView(const Pixel& at)
{
    return at.x() >= 0 && at.x() <= kWalkView.width && at.y() >= 0 && at.y() <= kWalkView.height;
}

bool sameAim(const Camera& a, const Camera& b)
{
    return a.pivot == b.pivot && a.yaw == b.yaw && a.pitch == b.pitch && a.distance == b.distance;
}

}  // namespace

/// The camera goes along with what moves, and with nothing else.
class TestCameraFollow : public QObject {
    Q_OBJECT

private slots:
    void whatLeavesTheViewIsKeptInIt_data()
    {
        QTest::addColumn<double>("x");
        QTest::addColumn<double>("y");
        QTest::addColumn<double>("z");
        QTest::newRow("to the right") << 20.0 << 0.0 << 0.0;
        QTest::newRow("to the left") << -20.0 << 0.0 << 0.0;
        QTest::newRow("up") << 0.0 << 20.0 << 0.0;
        QTest::newRow("towards the eye") << 0.0 << 0.0 << 20.0;
        QTest::newRow("away") << 0.0 << 0.0 << -20.0;
        QTest::newRow("across") << 12.0 << 3.0 << -15.0;
    }
    void whatLeavesTheViewIsKeptInIt()
    {
        QFETCH(double, x);
        QFETCH(double, y);
        QFETCH(double, z);
        Walk walk(Vec3(x, y, z));
        const Camera first = walk.camera;
        walk.show(0, Follow::Leaving, false);
        QVERIFY2(sameAim(walk.camera, first), "nothing moves by itself");
        const double away = project(walk.camera, kWalkView, walk.root(0))->depth;
        double longest = 0, longestOfRoot = 0;
        for (int round = 0; round < 3; ++round)
            for (int frame = 0; frame <= kWalkFrames; ++frame) {
                const Vec3 before = walk.camera.pivot;
                walk.show(frame, Follow::Leaving, true);
                QVERIFY2(inView(walk.seen(frame)),
                         qPrintable(QString("frame %1 of round %2").arg(frame).arg(round)));
                const double depth = project(walk.camera, kWalkView, walk.root(frame))->depth;
                QVERIFY2(depth > 0.5 * away && depth < 2.2 * away,
                         qPrintable(QString("%1 of the distance").arg(depth / away)));
                QCOMPARE(walk.camera.yaw, first.yaw);
                QCOMPARE(walk.camera.distance, first.distance);
                if (frame == 0) continue;
                longest = std::max(longest, (walk.camera.pivot - before).norm());
                longestOfRoot =
                    std::max(longestOfRoot, (walk.root(frame) - walk.root(frame - 1)).norm());
            }
        QVERIFY2(longest <= 1.6 * longestOfRoot,
                 qPrintable(QString("no jerks: %1 m against %2 m of the root in a frame")
                                .arg(longest)
                                .arg(longestOfRoot)));
    }

    /// Seen whole at the first frame of a capture, a figure is seen whole at each that is played.
    void noFigureOfACaptureIsCutOffInPlayback_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<double>("width");
        QTest::addColumn<double>("height");
        QTest::addColumn<int>("step");
        for (const QFileInfo& file : test::captureFiles())
            for (const auto& [width, height, step] :
                 {std::tuple(1000., 600., 1), std::tuple(420., 700., 1),
                  std::tuple(1600., 300., 3)})
                QTest::addRow("%s, %.0f x %.0f", qPrintable(file.fileName()), width, height)
                    << file.filePath() << width << height << step;
    }
    void noFigureOfACaptureIsCutOffInPlayback()
    {
        QFETCH(QString, path);
        QFETCH(double, width);
        QFETCH(double, height);
        QFETCH(int, step);
        const Result<io::Import> import = io::read(path.toStdString());
        QVERIFY(import);
        const Document& doc = import->document;
        const auto prepared = prepare(doc);
        const ViewSize size{width, height};
        Camera camera = framing(defaultDirection(stageOf(doc)), size,
                                figurePoints(doc, evaluate(*prepared, doc.playback.start)));
        CameraFollow follow;
        double worst = 0, farthest = 0, first = 0;
        for (double frame = doc.playback.start; frame <= doc.playback.end; frame += step) {
            const Evaluation shown = evaluate(*prepared, frame);
            camera = follow.next(camera, size, Follow::Leaving, frame > doc.playback.start, frame,
                                 cameraSubject(doc, shown, {}));
            double depth = 0;
            for (const Vec3& point : figurePoints(doc, shown)) {
                const Vec3 seen = inPinhole(camera, size, point);
                worst = std::max({worst, std::abs(seen.x()), std::abs(seen.y())});
                depth = std::max(depth, seen.z());
            }
            if (frame == doc.playback.start) first = depth;
            farthest = std::max(farthest, depth);
        }
        QVERIFY2(worst <= 1, qPrintable(QString("%1 of half the view").arg(worst)));
        QVERIFY2(farthest < 2.5 * first,
                 qPrintable(QString("%1 m, %2 m").arg(farthest).arg(first)));
    }

    void whatStaysInViewLeavesTheCameraAlone()
    {
        Walk walk(Vec3(0.05, 0, 0), 0);
        const Camera first = walk.camera;
        for (int frame = 0; frame <= kWalkFrames; ++frame) {
            walk.show(frame, Follow::Leaving, true);
            QVERIFY(sameAim(walk.camera, first));
        }
    }

    /// The whole figure stays in view, wherever in it the selected bone goes.
    /// A figure that is framed as close as A does bobs and swings, and the picture stands still.
    void aFramedFigureThatBobsLeavesTheCameraAlone()
    {
        const Document doc =
            io::read(std::string(test::sourceDir()) + "/resources/samples/mannequin.glb")->document;
        const auto prepared = prepare(doc);
        for (const ViewSize& size : {ViewSize{1000, 600}, ViewSize{600, 900}}) {
            CameraFollow follow;
            Camera camera = framing(defaultDirection(stageOf(doc)), size,
                                    figurePoints(doc, evaluate(*prepared, 0)));
            const Camera first = camera;
            double strayed = 0;
            for (int frame = 0; frame <= 60; ++frame) {
                const double at = frame % 31;
                camera = follow.next(camera, size, Follow::Leaving, true, at,
                                     cameraSubject(doc, evaluate(*prepared, at), {}));
                strayed = std::max(strayed, (camera.pivot - first.pivot).norm());
            }
            qInfo("%g x %g: the camera strays by %g m", size.width, size.height, strayed);
            QVERIFY(strayed < 1e-9);
        }
    }

    void aLoopBeginsAsPlayingBegan()
    {
        Walk walk(Vec3(20, 0, 7));
        walk.show(0, Follow::Leaving, false);
        const Camera first = walk.camera;
        double strayed = 0;
        for (int lap = 0; lap < 2; ++lap)
            for (int frame = 0; frame < kWalkFrames; ++frame) {
                walk.show(frame, Follow::Leaving, true);
                strayed = std::max(strayed, (walk.camera.pivot - first.pivot).norm());
                if (frame == 0) QVERIFY(sameAim(walk.camera, first));
            }
        QVERIFY2(strayed > 5, QByteArray::number(strayed));
        // Stopped, back at the first frame.
        walk.show(0, Follow::Leaving, false);
        QVERIFY(sameAim(walk.camera, first));
    }

    void aSelectedBoneThatSwingsLeavesTheCameraAlone()
    {
        Walk walk(Vec3::Zero(), 0);
        nlohmann::json edits = nlohmann::json::array();
        for (int frame = 0; frame <= kWalkFrames; frame += 10) {
            const double half = 0.6 * std::sin(0.05 * frame);
            edits.push_back({{"edit", "setJointKey"},
                             {"joint", (*walk.doc.scene)[0].name},
                             {"frame", frame},
                             {"rotation", {0, 0, std::sin(half), std::cos(half)}}});
        }
        walk.doc = test::edited(walk.doc, edits);
        walk.prepared = prepare(walk.doc);
        walk.selected = {(*walk.doc.scene)[2].id};
        walk.camera.distance *= 1.5;
        walk.show(0, Follow::Leaving, false);
        const Camera first = walk.camera;
        for (int frame = 0; frame <= kWalkFrames; ++frame) {
            walk.show(frame, Follow::Leaving, true);
            QVERIFY2(sameAim(walk.camera, first), qPrintable(QString("frame %1").arg(frame)));
        }
    }

    void whereItIsSwitchedOffNothingMovesIt_data()
    {
        QTest::addColumn<bool>("playing");
        QTest::newRow("scrubbed") << false;
        QTest::newRow("played") << true;
    }
    void whereItIsSwitchedOffNothingMovesIt()
    {
        QFETCH(bool, playing);
        Walk walk(Vec3(20, 0, 0));
        const Camera first = walk.camera;
        for (int frame = 0; frame <= kWalkFrames; ++frame) {
            walk.show(frame, Follow::Never, playing);
            QVERIFY(sameAim(walk.camera, first));
        }
        QVERIFY(!inView(walk.seen(kWalkFrames)));
    }

    void aJumpToWhereNothingIsSeenShowsTheFigureWhereItWas_data()
    {
        QTest::addColumn<Vec3>("way");
        QTest::newRow("across") << Vec3(20, 0, 7);
        QTest::newRow("past the eye") << Vec3(0, 0, 20);
    }
    void aJumpToWhereNothingIsSeenShowsTheFigureWhereItWas()
    {
        QFETCH(Vec3, way);
        Walk walk(way);
        walk.show(0, Follow::Leaving, false);
        const Camera first = walk.camera;
        int followed = 0, before = 0;
        for (const int frame : {100, 4, 119, 60, 0}) {
            const Pixel there = walk.seen(before), stays = walk.seen(frame);
            before = frame;
            walk.show(frame, Follow::Leaving, false);
            QCOMPARE(walk.camera.yaw, first.yaw);
            QCOMPARE(walk.camera.distance, first.distance);
            if ((walk.seen(frame) - stays).norm() < 1e-6) continue;  // it was in view
            ++followed;
            if ((walk.seen(frame) - there).norm() < 1e-6) continue;
            // It was cut off, and is seen as a whole again.
            const auto now = cameraSubject(walk.doc, evaluate(*walk.prepared, frame), {});
            for (const Vec3& point : now->figure) {
                const Vec3 at = inPinhole(walk.camera, kWalkView, point);
                QVERIFY2(std::abs(at.x()) <= 1 && std::abs(at.y()) <= 1 && at.z() > 0,
                         qPrintable(QString::number(frame)));
            }
        }
        QVERIFY2(followed >= 2, qPrintable(QString::number(followed)));
    }

    void whatIsStillSeenAfterAJumpMovesNoCamera()
    {
        Walk walk(Vec3(20, 0, 0));
        walk.show(0, Follow::Leaving, false);
        const Camera first = walk.camera;
        int cut = 0;
        for (int frame = 1; frame < 40; ++frame) {
            double least = 1e9, most = -1e9;
            const auto there = cameraSubject(walk.doc, evaluate(*walk.prepared, frame), {});
            for (const Vec3& point : there->figure) {
                const double at = inPinhole(first, kWalkView, point).x();
                least = std::min(least, at);
                most = std::max(most, at);
            }
            if (least > 0.98) break;
            cut += most > 1 ? 1 : 0;
            walk.show(frame, Follow::Leaving, false);
            QVERIFY2(sameAim(walk.camera, first), qPrintable(QString("frame %1").arg(frame)));
        }
        QVERIFY2(cut > 0, "part of it was out of the view");
    }

    /// A figure that was seen from head to toe is after a jump, too; a close-up stays one.
    /// Half a second, whatever the clip's rate: 20 frames of 24 a second are a jump, of 120 a step.
    void aJumpIsMeasuredInSeconds()
    {
        const auto moves = [](double rate) {
            Walk walk(Vec3(20, 0, 0));
            walk.follow.setRate(rate);
            walk.show(0, Follow::Leaving, false);
            const Camera first = walk.camera;
            // From where all of it is seen to where a part of it is.
            double cut = 0;
            for (double frame = 1; frame < 60 && cut == 0; frame += 0.25) {
                const auto there = cameraSubject(walk.doc, evaluate(*walk.prepared, frame), {});
                double least = 1e9, most = -1e9;
                for (const Vec3& point : there->figure) {
                    const double at = inPinhole(walk.camera, kWalkView, point).x();
                    least = std::min(least, at);
                    most = std::max(most, at);
                }
                if (least < 0.9 && most > 1.05) cut = frame;
            }
            walk.camera = walk.follow.next(
                walk.camera, kWalkView, Follow::Leaving, false, 20,
                cameraSubject(walk.doc, evaluate(*walk.prepared, cut), walk.selected));
            return !sameAim(walk.camera, first);
        };
        QVERIFY(moves(24));
        QVERIFY(moves(39));
        QVERIFY(!moves(41));
        QVERIFY(!moves(120));
    }

    void aClipThatIsRenamedIsNoOther()
    {
        Document doc = test::chainDocument(3, 0.3, 24);
        ClipShown shown;
        QVERIFY(!shown.becomesOther(doc));
        QVERIFY(!shown.becomesOther(doc));
        const auto rename = [&doc](const char* name) {
            Shared<Clip>& clip = doc.clips[doc.playback.clip];
            clip = clip.with([name](Clip& c) { c.name = name; });
        };
        rename("Walk");
        QVERIFY(!shown.becomesOther(doc));
        edit::AddClip add;
        add.name = "Run";
        doc = *edit::apply(doc, add);
        QVERIFY(!shown.becomesOther(doc));
        doc = *edit::apply(doc, edit::SetActiveClip{"Run"});
        QVERIFY(shown.becomesOther(doc));
        rename("Sprint");
        QVERIFY(!shown.becomesOther(doc));
        doc.playback.clip = 0;
        QVERIFY(shown.becomesOther(doc));
        doc.clips.erase(doc.clips.begin());  // the next one has its row then
        QVERIFY(shown.becomesOther(doc));
    }

    void aJumpCutsNothingOffAWholeFigure_data()
    {
        QTest::addColumn<double>("nearer");
        QTest::addColumn<bool>("otherClip");
        QTest::newRow("whole") << 1.0 << false;
        QTest::newRow("whole, another clip at the same frame") << 1.0 << true;
        QTest::newRow("close-up") << 0.25 << false;
    }
    void aJumpCutsNothingOffAWholeFigure()
    {
        QFETCH(double, nearer);
        QFETCH(bool, otherClip);
        Walk walk(Vec3(20, 0, 0));
        walk.camera.distance *= nearer;
        walk.show(0, Follow::Leaving, false);
        const Camera first = walk.camera;
        const auto across = [&](double frame) {
            const auto there = cameraSubject(walk.doc, evaluate(*walk.prepared, frame), {});
            double least = 1e9, most = -1e9;
            for (const Vec3& point : there->figure) {
                const double at = inPinhole(walk.camera, kWalkView, point).x();
                least = std::min(least, at);
                most = std::max(most, at);
            }
            return std::pair(least, most);
        };
        double cut = 0;
        for (double frame = 1; frame < 60 && cut == 0; frame += 0.25)
            if (const auto [least, most] = across(frame); least < 0.9 && most > 1.05) cut = frame;
        QVERIFY(cut > 0);
        if (otherClip) {
            // The other clip begins where this one is then.
            walk.follow.beginClip();
            walk.camera = walk.follow.next(
                walk.camera, kWalkView, Follow::Leaving, false, 0,
                cameraSubject(walk.doc, evaluate(*walk.prepared, cut), walk.selected));
        } else {
            // Far along the ruler.
            walk.camera = walk.follow.next(
                walk.camera, kWalkView, Follow::Leaving, false, 100,
                cameraSubject(walk.doc, evaluate(*walk.prepared, cut), walk.selected));
            if (nearer < 1) {
                QVERIFY(sameAim(walk.camera, first));
                return;
            }
        }
        const auto [least, most] = across(cut);
        QVERIFY2(least >= -1 && most <= 1, qPrintable(QString("%1 to %2").arg(least).arg(most)));
        QVERIFY(!sameAim(walk.camera, first));
        QCOMPARE(walk.camera.yaw, first.yaw);
    }

    void aJumpAwayFromAnEmptyViewShowsTheFigureInTheMiddle()
    {
        Walk walk(Vec3(20, 0, 0));
        walk.show(0, Follow::Leaving, false);
        walk.camera.pivot += Vec3(-50, 9, 0);
        walk.show(0, Follow::Leaving, false);
        QVERIFY2(!inView(walk.seen(0)), "nobody asked for another frame");
        walk.show(80, Follow::Leaving, false);
        const Pixel middle(kWalkView.width / 2, kWalkView.height / 2);
        QVERIFY((walk.seen(80) - middle).norm() < 1e-6);
    }

    void atEveryFrameTheFigureStaysWhereItIsSeen()
    {
        Walk walk(Vec3(20, 0, 7));
        const auto place = [&](double frame) {
            Vec3 root = walk.root(frame);
            root.y() = 0;
            return project(walk.camera, kWalkView, root)->pixel;
        };
        walk.show(0, Follow::Always, false);
        const Pixel there = place(0);
        for (const int frame : {1, 60, 3, 119, 0, 77}) {  // scrubbed, in any order
            walk.show(frame, Follow::Always, false);
            QVERIFY((place(frame) - there).norm() < 1e-6);
        }
        walk.show(0, Follow::Always, false);
        QVERIFY2((place(0) - there).norm() < 1e-6, "the ground does not bob with each step");
    }

    void whatScrubbingTookOutOfTheViewIsComeAfter_data()
    {
        QTest::addColumn<int>("selected");
        QTest::newRow("nothing selected") << -1;
        QTest::newRow("a bone") << 1;
    }
    void whatScrubbingTookOutOfTheViewIsComeAfter()
    {
        QFETCH(int, selected);
        Walk walk(Vec3(20, 0, 0));
        int frame = 0;
        for (; frame <= kWalkFrames; frame += 3) walk.show(frame, Follow::Leaving, true);
        if (selected >= 0) walk.selected = {(*walk.doc.scene)[selected].id};
        walk.show(kWalkFrames, Follow::Leaving, false);  // it stops at its end, and is looked at
        walk.camera.pivot += Vec3(0.05, 0, 0);
        walk.show(kWalkFrames, Follow::Leaving, false);
        walk.show(0, Follow::Leaving, false);
        QVERIFY2(inView(walk.seen(0)), "a jump to the beginning takes the camera along");
        for (frame = 0; frame <= kWalkFrames; ++frame) {
            walk.show(frame, Follow::Leaving, true);
            if (frame > 0) QVERIFY2(inView(walk.seen(frame)), qPrintable(QString::number(frame)));
        }
        walk.show(0, Follow::Leaving, true);  // round the loop
        QVERIFY(inView(walk.seen(0)));
    }

    void aSelectionIsFollowedInEachDirection()
    {
        Walk walk(Vec3(0, 20, 3));
        walk.selected = {(*walk.doc.scene)[0].id};
        const auto seen = [&](double frame) {  // the middle of the bone
            const WorldTransform bone = evaluate(*walk.prepared, frame).world[0];
            const Vec3 tip = (*walk.doc.scene)[0].bone()->tip;
            return project(walk.camera, kWalkView, bone * Vec3(tip / 2))->pixel;
        };
        walk.show(0, Follow::Always, false);
        const Pixel there = seen(0);
        walk.show(90, Follow::Always, false);
        QVERIFY((seen(90) - there).norm() < 1e-6);
        // Another selection is no way that anything went.
        const Vec3 pivot = walk.camera.pivot;
        walk.selected = {(*walk.doc.scene)[2].id};
        walk.show(90, Follow::Always, false);
        QVERIFY(walk.camera.pivot == pivot);
    }

    void aSelectedTargetIsFollowedWhereItsLimbIs_data()
    {
        QTest::addColumn<bool>("pole");
        QTest::addColumn<Follow>("mode");
        QTest::newRow("target, leaving") << false << Follow::Leaving;
        QTest::newRow("target, always") << false << Follow::Always;
        QTest::newRow("pole, leaving") << true << Follow::Leaving;
    }
    /// The star stands where it was put, and no span makes it act: the arm walks away from it.
    void aSelectedTargetIsFollowedWhereItsLimbIs()
    {
        QFETCH(bool, pole);
        QFETCH(Follow, mode);
        Walk walk(Vec3(20, 0, 0));
        const NodeId hint{101};
        std::vector<Node> nodes = walk.doc.scene->nodes();
        nodes.push_back(test::makeNode(101, "pole", kNoNode, Vec3(0, 0.4, 0.5)));
        walk.doc.scene = *Scene::make(nodes);
        walk.doc.rig = walk.doc.rig.with([&](Rig& rig) { rig.constraints[0].pole = hint; });
        walk.doc.clips[0] = walk.doc.clips[0].with([](Clip& clip) { clip.spans.clear(); });
        walk.prepared = prepare(walk.doc);
        walk.selected = {pole ? hint : walk.doc.rig->constraints[0].target};
        walk.show(0, mode, false);
        for (int frame = 0; frame <= kWalkFrames; ++frame) {
            walk.show(frame, mode, true);
            QVERIFY2(inView(walk.seen(frame)), qPrintable(QString("frame %1").arg(frame)));
        }
    }

    void anEditMovesTheFigureAndNotTheCamera()
    {
        Walk walk(Vec3(20, 0, 0));
        walk.show(10, Follow::Always, false);
        const Camera first = walk.camera;
        walk.prepared = prepare(walker(Vec3(400, 0, 0)));
        walk.show(10, Follow::Always, false);
        QVERIFY(sameAim(walk.camera, first));
    }

    void whoMovesTheCameraMeanwhileIsObeyed()
    {
        Walk walk(Vec3(20, 0, 0));
        int frame = 0;
        for (; frame < 40; ++frame) walk.show(frame, Follow::Leaving, true);
        walk.camera.pivot += Vec3(-30, 0, 0);  // to look at something else
        const Camera elsewhere = walk.camera;
        for (; frame < 80; ++frame) walk.show(frame, Follow::Leaving, true);
        QVERIFY2(sameAim(walk.camera, elsewhere), "what is not in view does not leave it");
        walk.camera.pivot = walk.root(frame) + Vec3(0.1, 0, 0);
        for (; frame <= kWalkFrames; ++frame) {
            walk.show(frame, Follow::Leaving, true);
            QVERIFY(inView(walk.seen(frame)));
        }
    }

    void theRootIsThatOfTheFigureAndNotOfAStrayBone()
    {
        Document doc = walker(Vec3(20, 0, 0));
        std::vector<Node> nodes = doc.scene->nodes();
        nodes.push_back(test::makeNode(900, "control", kNoNode, Vec3(-50, 0, 0), BonePart{}));
        doc.scene = *Scene::make(nodes);
        const Evaluation there = evaluate(doc, 60);
        const auto thing = cameraSubject(doc, there, {});
        QVERIFY(thing);
        QVERIFY((thing->at - there.world[0].position).norm() < 1e-12);
        QVERIFY(!cameraSubject(emptyDocument(), evaluate(emptyDocument(), 0), {}));
    }
};

POSEWRIGHT_TEST(TestCameraFollow, posewright::test::runWithEvents);
#include "tst_camera_follow.moc"
