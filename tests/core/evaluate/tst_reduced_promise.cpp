#include "core/edit/edit.h"
#include "core/evaluate/bake.h"
#include "core/io/format.h"
#include "core/io/save.h"
#include "core/operate/operate.h"
#include "tests/support/made_captures.h"
#include "tests/support/program.h"

#include <QTest>
#include <nlohmann/json.hpp>

#include <algorithm>

using namespace posewright;

namespace {

constexpr double kShare = 1e-3;
constexpr double kPromiseDegree = 3.14159265358979323846 / 180;
constexpr double kAngle = 0.5 * kPromiseDegree;
constexpr int kSub = 16;
constexpr double kPromisedFrames = 240;

/// How far a motion is from another, in shares of the figure's size and in radians.
struct Strays {
    double place = 0;
    double angle = 0;

    void add(const Scene& scene, const Evaluation& a, const Evaluation& b, double size)
    {
        for (NodeIndex i = 0; i < scene.size(); ++i) {
            const BonePart* bone = scene[i].bone();
            if (!bone) continue;
            const Vec3 head = a.world[i].position - b.world[i].position;
            const Vec3 tip = a.world[i] * bone->tip - b.world[i] * bone->tip;
            place = std::max({place, head.norm() / size, tip.norm() / size});
            angle = std::max(angle, a.world[i].rotation.angularDistance(b.world[i].rotation));
        }
    }
};

/// Diagonal of the box around heads and tips at rest: what --reduce takes its share of.
double sizeOf(const Scene& scene)
{
    const std::vector<WorldTransform> rest = worldTransforms(scene, restPose(scene));
    Vec3 low = Vec3::Constant(1e300);
    Vec3 high = -low;
    for (NodeIndex i = 0; i < scene.size(); ++i) {
        const BonePart* bone = scene[i].bone();
        if (!bone) continue;
        for (const Vec3& at : {rest[i].position, rest[i] * bone->tip}) {
            low = low.cwiseMin(at);
            high = high.cwiseMax(at);
        }
    }
    return (high - low).norm();
}

Document sampleOf(const QString& path)
{
    const Result<std::string> text = io::readWhole(path.toStdString());
    const Result<Document> doc =
        edit::applyAll(emptyDocument(), nlohmann::json::parse(*text, nullptr, false));
    if (!doc) qFatal("%s: %s", qPrintable(path), doc.error().message.c_str());
    return *doc;
}

Document captureOf(const QString& path, bool targets)
{
    Result<io::Import> import = io::read(path.toStdString());
    if (!import) qFatal("%s", import.error().message.c_str());
    Document doc = std::move(import->document);
    doc.playback.end = std::min(doc.playback.end, doc.playback.start + kPromisedFrames);
    if (!targets) return doc;
    const Result<std::vector<edit::Edit>> edits = operate::edits(doc, operate::TargetsForBody{});
    if (!edits) qFatal("%s", edits.error().message.c_str());
    for (const edit::Edit& edit : *edits) doc = *edit::apply(doc, edit);
    for (const Constraint& c : Rig(*doc.rig).constraints)
        for (const double share : {0.0, 0.3, 0.6, 1.0}) {
            edit::SetTargetKey key;
            key.target = c.id;
            key.frame =
                std::floor(doc.playback.start + share * (doc.playback.end - doc.playback.start));
            doc = *edit::apply(doc, key);
        }
    return doc;
}

/// The document as `bake` writes it, or, where there are no targets, as `convert` does.
Document written(const Document& doc, std::optional<double> reduce)
{
    BakeOptions options;
    options.reduce = reduce;
    const auto prepared = prepare(doc);
    if (!doc.rig->constraints.empty()) return *bakedDocument(*prepared, options);
    Document out = doc;
    out.clips[doc.playback.clip] = *bakedClip(*prepared, options, true);
    return out;
}

}  // namespace

/// What `--reduce` promises (docs/cli.md): at whole frames, nearness to what is shown; between
/// frames, nearness to what is written without it.
class TstReducedPromise : public QObject {
    Q_OBJECT

private slots:
    void reducedMotionIsAsNearAsItSays_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<bool>("targets");
        for (const QFileInfo& file : test::sampleFiles())
            QTest::newRow(qPrintable(file.fileName())) << file.filePath() << false;
        for (const QFileInfo& file : test::someCaptures(
                 {"made_walk", "made_positions_everywhere", "made_centimetres_crlf"},
                 {"pymo_AV_8Walk_Meredith.bvh", "pybvh_cmu_12_01_walk.bvh", "ad_fair1_jumping.bvh",
                  "bvhpython_freebvh.bvh", "dme_xia_angry_13_000.bvh"}))
            for (const bool targets : {false, true})
                QTest::addRow("%s%s", qPrintable(file.fileName()), targets ? ", with targets" : "")
                    << file.filePath() << targets;
    }
    void reducedMotionIsAsNearAsItSays()
    {
        QFETCH(QString, path);
        QFETCH(bool, targets);
        const Document doc =
            path.endsWith(QStringLiteral(".json")) ? sampleOf(path) : captureOf(path, targets);
        const double size = sizeOf(*doc.scene);
        const auto shown = prepare(doc);
        const auto dense = prepare(written(doc, {}));
        const auto reduced = prepare(written(doc, kShare));
        Strays whole;
        Strays between;
        Strays unreduced;
        const int samples = int(doc.playback.end - doc.playback.start) * kSub;
        for (int i = 0; i <= samples; ++i) {
            const double frame = doc.playback.start + i / double(kSub);
            const Evaluation says = evaluate(*reduced, frame);
            const Evaluation is = evaluate(*shown, frame);
            const Evaluation bakes = evaluate(*dense, frame);
            if (i % kSub == 0) whole.add(*doc.scene, says, is, size);
            between.add(*doc.scene, says, bakes, size);
            unreduced.add(*doc.scene, bakes, is, size);
        }
        std::size_t keys = 0;
        std::size_t all = 0;
        for (const Shared<Track>& track : document(*reduced).clip().tracks)
            keys += track->rotation->keys().size();
        for (const Shared<Track>& track : document(*dense).clip().tracks)
            all += track->rotation->keys().size();
        qInfo("thousandths of the size: at frames %.3f, between %.3f (degrees %.3f, %.3f); the "
              "bake itself is off by %.3f; %zu of %zu keys",
              1000 * whole.place, 1000 * between.place, whole.angle / kPromiseDegree,
              between.angle / kPromiseDegree, 1000 * unreduced.place, keys, all);
        QVERIFY(whole.place <= kShare);
        QVERIFY(whole.angle <= kAngle);
        QVERIFY(between.place <= kShare);
        QVERIFY(between.angle <= kAngle);
        QVERIFY(keys <= all);
    }
};

POSEWRIGHT_TEST(TstReducedPromise, posewright::test::runPlain);
#include "tst_reduced_promise.moc"
