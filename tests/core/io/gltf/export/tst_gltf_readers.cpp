#include "core/io/gltf/export/gltf_readers.h"
#include "tests/support/biped.h"
#include "tests/support/program.h"
#include "tests/support/saved_gltf.h"

#include <QTest>

using namespace posewright;

/// What other programs misread of curved keys.
class TestGltfReaders : public QObject {
    Q_OBJECT

private slots:
    void oneTrackIsOne()
    {
        Document doc = test::biped(false);
        const auto curve = [&](const char* joint) {
            doc.clips[0] = doc.clips[0].with([&](Clip& clip) {
                Track track;
                track.node = test::nodeNamed(doc, joint);
                const Quat turned(Eigen::AngleAxisd(0.4, Vec3::UnitZ()));
                track.rotation =
                    RotationTrack::fromKeys({{0, Quat::Identity(), RotationInterpolation::Cubic},
                                             {12, turned, RotationInterpolation::Cubic}});
                setTrack(clip, track);
            });
        };
        const auto told = [&](const char* tracks) {
            return test::linesOf(io::gltf::misreadings(doc)) ==
                   QStringList{QString(" %1 rotations that curve from key to key: Blender leaves "
                                       "the curves out")
                                   .arg(tracks),
                               QString(" %1 keys that curve or hold: assimp 5 goes straight from "
                                       "key to key")
                                   .arg(tracks)};
        };
        QVERIFY(io::gltf::misreadings(doc).empty());
        curve("LeftArm");
        QVERIFY(told("1 track has"));
        curve("RightArm");
        QVERIFY(told("2 tracks have"));
    }
};

POSEWRIGHT_TEST(TestGltfReaders, posewright::test::runPlain);
#include "tst_gltf_readers.moc"
