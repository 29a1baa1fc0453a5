#include "core/edit/edit.h"
#include "core/evaluate/bake.h"
#include "core/evaluate/cache.h"
#include "core/evaluate/evaluate.h"
#include "core/io/format.h"
#include "core/io/save.h"
#include "tests/support/baked_alike.h"
#include "tests/support/figures.h"
#include "tests/support/made_captures.h"
#include "tests/support/program.h"

#include <QTest>
#include <nlohmann/json.hpp>

#include <algorithm>

using namespace posewright;
using test::Random;

namespace {

constexpr int kMostFrames = 120;

Document sampleDocument(const QString& path)
{
    const Result<std::string> text = io::readWhole(path.toStdString());
    if (!text) return {};
    const Result<Document> doc =
        edit::applyAll(emptyDocument(), nlohmann::json::parse(*text, nullptr, false));
    if (!doc) {
        qWarning("%s: %s", doc.error().where.c_str(), doc.error().message.c_str());
        return {};
    }
    return *doc;
}

/// The motion file with targets on up to four limbs, each keyed away from the captured motion.
Document capturedDocument(const QString& path)
{
    Result<io::Import> import = io::read(path.toStdString());
    if (!import) {
        qWarning("%s", import.error().message.c_str());
        return {};
    }
    Document doc = std::move(import->document);
    doc.playback.end = std::min(doc.playback.end, doc.playback.start + kMostFrames);
    const Shared<Scene> scene = doc.scene;
    const double size = extent(*scene);
    std::vector<char> hasChild(scene->size(), 0);
    for (const Node& node : scene->nodes())
        if (node.parent != kNoNode) hasChild[node.parent] = 1;
    int added = 0;
    for (NodeIndex i = scene->size() - 1; i >= 0 && added < 4; --i) {
        const NodeIndex knee = (*scene)[i].parent;
        if (hasChild[i] || knee == kNoNode || (*scene)[knee].parent == kNoNode) continue;
        edit::AddTarget add;
        add.name = "target " + std::to_string(added);
        add.effector = (*scene)[i].id;
        add.root = (*scene)[(*scene)[knee].parent].id;
        const Result<Document> with = edit::apply(doc, add);
        if (!with) {
            qWarning("%s", with.error().message.c_str());
            return {};
        }
        doc = *with;
        ++added;
        const Constraint c = doc.rig->constraints.back();
        Random random(std::uint64_t(i) + 1);
        for (const double share : {0.0, 0.3, 0.7, 1.0}) {
            edit::SetTargetKey key;
            key.target = c.id;
            key.frame =
                std::floor(doc.playback.start + share * (doc.playback.end - doc.playback.start));
            key.position = evaluate(doc, key.frame).world[doc.scene->find(c.effector)].position +
                           0.08 * size * random.direction();
            const Result<Document> keyed = edit::apply(doc, key);
            if (!keyed) {
                qWarning("%s", keyed.error().message.c_str());
                return {};
            }
            doc = *keyed;
        }
    }
    return doc;
}

}  // namespace

/// The first law, on every sample and on captures under targets.
class TstLawOnFiles : public QObject {
    Q_OBJECT

private slots:
    void samePoseHoweverAFrameIsComeTo_data()
    {
        QTest::addColumn<QString>("path");
        test::fileRows(test::sampleFiles());
        test::fileRows(test::someCaptures(
            {"made_walk", "made_positions_last", "made_centimetres_crlf"},
            {"pymo_AV_8Walk_Meredith.bvh", "pybvh_cmu_12_01_walk.bvh", "ad_fair1_jumping.bvh",
             "bvhpython_freebvh.bvh", "dme_xia_angry_13_000.bvh"}));
    }
    void samePoseHoweverAFrameIsComeTo()
    {
        QFETCH(QString, path);
        const Document doc =
            path.endsWith(QStringLiteral(".json")) ? sampleDocument(path) : capturedDocument(path);
        QVERIFY(!doc.clips.empty());
        QVERIFY(!doc.rig->constraints.empty());
        const int first = int(doc.playback.start);
        const int last = int(doc.playback.end);

        BakeOptions one;
        one.jobs = 1;
        const Result<Bake> reference = bake(*prepare(doc), one);
        QVERIFY(bool(reference));
        const auto at = [&](int f) -> const Evaluation& { return reference->frames[f - first]; };
        bool moved = false;
        for (int f = first; f <= last; ++f) moved |= at(f).local != basePose(doc, f);
        QVERIFY2(moved, "the targets must do something, or nothing is tested");

        const auto backwards = prepare(doc, makeKeyMemo());
        for (int f = last; f >= first; --f) QVERIFY(evaluate(*backwards, f) == at(f));
        Random random(11);
        const auto shuffled = prepare(doc);
        for (int i = 0; i < 100; ++i) {
            const int f = first + random.below(last - first + 1);
            QVERIFY(evaluate(*shuffled, f) == at(f));
        }
        for (int loop = 0; loop < 20; ++loop)
            for (int f = first; f <= last; ++f) QVERIFY(evaluate(*shuffled, f) == at(f));
        QVERIFY(test::bakedAlike(doc, *reference));
        PoseCache cache(2);
        cache.reset(prepare(doc));
        cache.moveTo((first + last) / 2.0);
        QTRY_COMPARE_WITH_TIMEOUT(cache.filled(), 1.0, 60000);
        for (int f = first; f <= last; ++f) QVERIFY(*cache.find(f) == at(f));
    }
};

POSEWRIGHT_TEST(TstLawOnFiles, posewright::test::runWithEvents);
#include "tst_law_on_files.moc"
