#include "tests/support/program.h"
#include "tests/ui/support.h"
#include "ui/viewport/auto_cameras.h"

#include <QtTest>

using namespace posewright;
using namespace posewright::ui;

namespace {

/// A bone of length 1 that slides along X: `travel` over frames 0 to 100.
Document slider(double travel)
{
    Document doc = emptyDocument();
    Node node;
    node.id = newNodeId(doc);
    node.name = "Bone";
    BonePart bone;
    bone.tip = Vec3(0, 1, 0);
    node.part = bone;
    doc.scene = *Scene::make({node});
    doc.playback.end = 100;
    for (const double frame : {0.0, 100.0}) {
        edit::SetJointKey key;
        key.joint = node.id;
        key.frame = frame;
        key.translation = Vec3(travel * frame / 100, 0, 0);
        key.interpolation = edit::KeyShape::Linear;
        doc = *edit::apply(doc, key);
    }
    return doc;
}

std::vector<double> all()
{
    std::vector<double> frames;
    for (int i = 0; i <= 100; ++i) frames.push_back(i);
    return frames;
}

}  // namespace

class TestAutoCameras : public QObject {
    Q_OBJECT

    const ViewSize size_{640, 360};

private slots:
    void aFigureThatStaysIsSeenFromOnePlace()
    {
        const Document doc = slider(0.3);
        const std::vector<Camera> cameras = autoCameras(doc, stageOf(doc), size_, all());
        QCOMPARE(int(cameras.size()), 101);
        for (const Camera& camera : cameras) QVERIFY(camera == cameras.front());
    }

    void aFigureThatTravelsStaysLargeAndInThePicture()
    {
        const Document doc = slider(30);
        const Stage stage = stageOf(doc);
        const std::vector<double> frames = all();
        const std::vector<Camera> cameras = autoCameras(doc, stage, size_, frames);
        for (std::size_t i = 0; i < frames.size(); ++i) {
            const Vec3 foot(30 * frames[i] / 100, 0, 0);
            const auto low = project(cameras[i], size_, foot);
            const auto high = project(cameras[i], size_, foot + Vec3::UnitY());
            QVERIFY(low && high);
            QVERIFY(low->pixel.y() - high->pixel.y() > 0.5 * size_.height);
            for (const auto& seen : {low, high}) {
                QVERIFY(seen->pixel.x() > 0 && seen->pixel.x() < size_.width);
                QVERIFY(seen->pixel.y() > 0 && seen->pixel.y() < size_.height);
            }
            QCOMPARE(cameras[i].distance, cameras[0].distance);
        }
    }

    void oneFrameOfAFarTravelIsSeenFromNear()
    {
        const Document doc = slider(30);
        const Stage stage = stageOf(doc);
        const std::vector<Camera> cameras = autoCameras(doc, stage, size_, {100});
        QCOMPARE(int(cameras.size()), 1);
        const auto low = project(cameras[0], size_, Vec3(30, 0, 0));
        const auto high = project(cameras[0], size_, Vec3(30, 1, 0));
        QVERIFY(low && high);
        QVERIFY(low->pixel.y() - high->pixel.y() > 0.5 * size_.height);
    }
};

POSEWRIGHT_TEST(TestAutoCameras, posewright::test::runWithEvents);
#include "tst_auto_cameras.moc"
