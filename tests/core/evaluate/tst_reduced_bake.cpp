#include "core/evaluate/bake.h"
#include "core/evaluate/evaluate.h"
#include "core/math/rotation.h"
#include "core/scene/scene.h"
#include "tests/support/program.h"
#include "tests/support/smooth_paths.h"

#include <QTest>

#include <algorithm>

using namespace posewright;

/// A bake with few keys is as good between its keys, and between frames, as it says: along three
/// paths of 600 frames, 16 samples between any two frames.
class TstReducedBake : public QObject {
    Q_OBJECT

private slots:
    void fewKeysStayNearTheMotion_data()
    {
        QTest::addColumn<char>("path");
        for (const char path : {'A', 'B', 'C'}) QTest::addRow("%c", path) << path;
    }
    void fewKeysStayNearTheMotion()
    {
        QFETCH(char, path);
        constexpr double kShare = 1e-3;
        constexpr double kAngle = 0.5;     // [degrees]
        constexpr double kMostKeyed = 25;  // per cent of the frames
        const Document doc = test::smoothPath(path);
        BakeOptions options;
        options.reduce = kShare;
        const auto prepared = prepare(doc);
        const Result<Document> baked = bakedDocument(*prepared, options);
        QVERIFY(bool(baked));
        const auto keyed = prepare(*baked);
        double strays = 0;
        double turns = 0;
        constexpr int kSub = 16;
        for (int i = 0; i <= test::kSmoothFrames * kSub; ++i) {
            const double frame = i / double(kSub);
            const Evaluation a = evaluate(*prepared, frame);
            const Evaluation b = evaluate(*keyed, frame);
            for (std::size_t j = 0; j < 10; ++j) {
                strays = std::max(strays, (a.world[j].position - b.world[j].position).norm());
                turns = std::max(turns, angleBetween(a.world[j].rotation, b.world[j].rotation) *
                                            57.29577951308232);
            }
        }
        std::size_t most = 0;
        for (const Shared<Track>& track : baked->clip().tracks)
            if (track->node != NodeId(100)) most = std::max(most, track->rotation->keys().size());
        const double share = 100.0 * double(most) / (test::kSmoothFrames + 1);
        qInfo("path %c: %.4f of a thousandth of the length, %.3f degrees; at most %.1f%% keyed",
              path, 1000 * strays, turns, share);
        QVERIFY(strays <= kShare);  // the chain's length is 1
        QVERIFY(turns <= kAngle);
        QVERIFY(share <= kMostKeyed);
    }
};

POSEWRIGHT_TEST(TstReducedBake, posewright::test::runPlain);
#include "tst_reduced_bake.moc"
