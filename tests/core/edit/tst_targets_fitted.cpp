#include "core/evaluate/evaluate.h"
#include "core/io/format.h"
#include "core/math/rotation.h"
#include "tests/core/edit/reaching.h"
#include "tests/support/biped.h"
#include "tests/support/made_captures.h"
#include "tests/support/program.h"

#include <QDir>
#include <QTest>
#include <nlohmann/json.hpp>

using namespace posewright;
using namespace posewright::test;
using namespace posewright::test::reach;
using nlohmann::json;

/// Targets that are fitted to motion.
class TestTargetsFitted : public QObject {
    Q_OBJECT

private slots:
    void aFittedTargetKeepsToTheMotion_data();
    void aFittedTargetKeepsToTheMotion();
    void aLimbThatStraightensIsFittedWithinReach();
    void aTargetFitsMotionCapture_data();
    void aTargetFitsMotionCapture();
    void longEditsTellHowFarTheyAreAndCanBeCancelled();
};

void TestTargetsFitted::aFittedTargetKeepsToTheMotion_data()
{
    QTest::addColumn<double>("tolerance");
    QTest::addColumn<int>("mostKeys");
    QTest::newRow("1 cm") << 0.01 << 6;
    QTest::newRow("1 mm") << 0.001 << 20;
    QTest::newRow("0.1 mm") << 0.0001 << 25;
}

void TestTargetsFitted::aFittedTargetKeepsToTheMotion()
{
    QFETCH(double, tolerance);
    QFETCH(int, mostKeys);
    const Document before = biped();
    json add = addTarget("hand", "RightHand", "RightArm");
    add["fit"] = tolerance;
    const Document doc = edited(before, add);
    const Constraint* constraint = findConstraint(doc, "hand");
    const Track* track = doc.clip().track(constraint->target);
    QVERIFY(track);
    double stray = 0;
    for (double frame = 0; frame <= 24; frame += 0.5)
        stray = std::max(
            stray,
            (at(doc, "hand", frame).position - at(before, "RightHand", frame).position).norm());
    QVERIFY2(stray <= tolerance, QByteArray::number(stray));
    QVERIFY2(int(keyFrames(*track).size()) <= mostKeys,
             QByteArray::number(int(keyFrames(*track).size())));
    const SpanRow* row = doc.clip().spanRow(constraint->id);
    QVERIFY(row && row->spans.size() == 1);
    QCOMPARE(row->spans[0].kind, SpanKind::Reach);
    const double moved = greatestMove(before, doc, {"RightHand"}, 0.5);
    const double elbow = greatestMove(before, doc, {"RightForeArm"});
    qInfo("fit %g: %d keys, path strays %.3g m, hand %.3g m, elbow %.3g m", tolerance,
          int(keyFrames(*track).size()), stray, moved, elbow);
    QVERIFY2(moved <= tolerance * 1.0001, QByteArray::number(moved));
    QVERIFY2(elbow <= tolerance, QByteArray::number(elbow));
}

void TestTargetsFitted::aLimbThatStraightensIsFittedWithinReach()
{
    // The elbow opens until the arm is straight, and bends again.
    Document before = biped();
    const Quat bent(Eigen::AngleAxisd(1.2, Vec3::UnitX()));
    for (const auto& [frame, turn] :
         {std::pair{0, bent}, {11, Quat::Identity()}, {13, Quat::Identity()}, {24, bent}})
        before = edited(before, {{"edit", "setJointKey"},
                                 {"joint", "RightForeArm"},
                                 {"frame", frame},
                                 {"rotation", {turn.x(), turn.y(), turn.z(), turn.w()}}});
    for (const double tolerance : {0.02, 0.001}) {
        json add = addTarget("hand", "RightHand", "RightArm");
        add["fit"] = tolerance;
        const Document doc = edited(before, add);
        for (double frame = 0; frame <= 24; ++frame) {
            const Evaluation pose = evaluate(doc, frame);
            QVERIFY2(!isProblem(worst(pose)), QByteArray::number(frame));
        }
        QVERIFY(greatestMove(before, doc, {"RightForeArm", "RightHand"}) <= tolerance);
    }
}

void TestTargetsFitted::aTargetFitsMotionCapture_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("effector");
    QTest::addColumn<QString>("root");
    int rows = 0;
    for (const QFileInfo& file : test::captureFiles()) {
        const Result<io::Import> import = io::read(file.filePath().toStdString());
        if (!import || import->document.playback.end < 30 || rows >= 52) continue;
        const Scene& scene = *import->document.scene;
        for (const auto& [effector, root] :
             {std::pair{"LeftHand", "LeftArm"}, std::pair{"RightFoot", "RightUpLeg"},
              std::pair{"RightAnkle", "RightHip"}})
            if (scene.isAbove(scene.find(root), scene.find(effector))) {
                QTest::newRow(qPrintable(file.fileName() + ' ' + effector))
                    << file.filePath() << effector << root;
                ++rows;
            }
    }
}

void TestTargetsFitted::aTargetFitsMotionCapture()
{
    QFETCH(QString, file);
    QFETCH(QString, effector);
    QFETCH(QString, root);
    Document before = io::read(file.toStdString())->document;
    const double end = std::min(before.playback.end, before.playback.start + 120);
    before = edited(before, {{"edit", "setRange"}, {"start", before.playback.start}, {"end", end}});
    const double tolerance = 0.005 * extent(*before.scene);
    json add = addTarget("fitted", effector.toUtf8().constData(), root.toUtf8().constData());
    add["fit"] = tolerance;
    const Document doc = edited(before, add);
    const NodeIndex top = before.scene->find(root.toStdString());
    const NodeIndex tip = before.scene->find(effector.toStdString());
    double most = 0;
    for (double frame = before.playback.start; frame <= end; ++frame) {
        const Evaluation a = evaluate(before, frame);
        const Evaluation b = evaluate(doc, frame);
        for (const NodeIndex row : before.scene->path(top, tip))
            most = std::max(most, (a.world[row].position - b.world[row].position).norm());
        // The motion is one that the limb made: there is no frame in which it is out of reach.
        QVERIFY2(!isProblem(worst(b)), QByteArray::number(frame));
    }
    const auto keys = keyFrames(*doc.clip().track(nodeNamed(doc, "fitted"))).size();
    qInfo("%.0f frames: %d keys, joints stray %.2f of the tolerance", end - before.playback.start,
          int(keys), most / tolerance);
    QVERIFY2(most <= tolerance, QByteArray::number(most / tolerance));
    QVERIFY(double(keys) < end - before.playback.start);
}

void TestTargetsFitted::longEditsTellHowFarTheyAreAndCanBeCancelled()
{
    const Document before = reaching();
    edit::RemoveTarget remove{findConstraint(before, "hand.L")->id, true};
    edit::AddTarget fit;
    fit.name = "fit";
    fit.effector = nodeNamed(before, "RightHand");
    fit.root = nodeNamed(before, "RightArm");
    fit.fit = 0.01;
    for (const edit::Edit& edit :
         {edit::Edit(remove), edit::Edit(fit), edit::Edit(edit::BakeToKeys{})}) {
        QVERIFY(edit::takesLong(edit));
        int calls = 0;
        double last = -1;
        edit::Context context;
        context.progress = [&](double share) {
            ++calls;
            last = share;
            return true;
        };
        const Result<Document> done = edit::apply(before, edit, context);
        QVERIFY(done);
        QVERIFY(*done == *edit::apply(before, edit));
        QVERIFY(calls > 0 && last > 0.5 && last <= 1);
        context.progress = [](double) { return false; };
        const Result<Document> cancelled = edit::apply(before, edit, context);
        QVERIFY(!cancelled);
        QCOMPARE(cancelled.error().kind, ErrorKind::Cancelled);
    }
    remove.keepPose = false;
    QVERIFY(!edit::takesLong(remove));
}

POSEWRIGHT_TEST(TestTargetsFitted, posewright::test::runWithEvents);
#include "tst_targets_fitted.moc"
