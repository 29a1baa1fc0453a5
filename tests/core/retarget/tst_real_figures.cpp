#include "core/edit/edit.h"
#include "core/evaluate/evaluate.h"
#include "core/io/format.h"
#include "core/math/rotation.h"
#include "core/retarget/retarget.h"
#include "tests/support/paths.h"
#include "tests/support/program.h"
#include "tests/support/real_figures.h"
#include "tests/support/shared.h"

#include <QFile>
#include <QTest>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numbers>

using namespace posewright;
using retarget::Figure;
using retarget::Role;

namespace {

Document ofTemplate(const QString& name)
{
    QFile file(QString::fromUtf8(test::sourceDir()) + "/resources/templates/" + name);
    if (!file.open(QIODevice::ReadOnly)) qFatal("%s", qPrintable(name));
    const Result<Document> made =
        edit::applyAll(emptyDocument(), nlohmann::json::parse(file.readAll().toStdString()));
    if (!made) qFatal("%s", made.error().message.c_str());
    return *made;
}

Document opened(const QString& relative)
{
    if (relative.endsWith(u".json")) return ofTemplate(relative);
    io::ReadOptions options;
    options.up = std::nullopt;
    const Result<io::Import> read =
        io::read(test::sharedPath(QStringLiteral("corpus/") + relative).toStdString(), options);
    if (!read) qFatal("%s", read.error().message.c_str());
    return read->document;
}

/// The bone of a role as the list made by hand has it.
NodeIndex boneOf(const QString& file, const Document& doc, Role role)
{
    const std::string_view name = retarget::nameOf(role);
    const QString mark = QString::fromUtf8(name.data(), qsizetype(name.size())) + u'=';
    for (const test::RealFigure& figure : test::kRealFigures) {
        if (file != QLatin1String(figure.file)) continue;
        for (const QString& row : QString::fromUtf8(figure.bones).split(u';'))
            if (row.startsWith(mark))
                return doc.scene->find(row.mid(mark.size()).section(u',', 0, 0).toStdString());
    }
    qFatal("%s has no such bone in the list", qPrintable(file));
}

double worldAngle(const Vec3& a, const Vec3& b)
{
    return std::atan2(a.cross(b).norm(), a.dot(b));
}

}  // namespace

/// Files of other programs: which bone is which, and that the limbs of a character lie as those of
/// the capture.
class TestRealFigures : public QObject {
    Q_OBJECT

private slots:
    /// Also bones that have no role, such as finger bases and joints between hips and thighs.
    void theSameSkeletonMovesTheSame_data()
    {
        QTest::addColumn<QString>("file");
        for (const char* file : {"bvh/assimp_cmu_01_01.bvh", "bvh/pybvh_cmu_12_01_walk.bvh",
                                 "bvh/dme_xia_angry_13_000.bvh", "bvh/dme_comp3d1_raw.bvh"})
            QTest::newRow(file) << QString::fromUtf8(file);
    }
    void theSameSkeletonMovesTheSame()
    {
        POSEWRIGHT_NEEDS_SHARED("corpus/bvh");
        QFETCH(QString, file);
        const Document doc = opened(file);
        const auto made = retarget::retarget(doc, doc, {});
        QVERIFY2(made, made ? "" : made.error().message.c_str());
        Document out = doc;
        out.clips[0] = made->clip;
        const double size = extent(*doc.scene);
        double worst = 0;
        const int last = static_cast<int>(doc.playback.end - doc.playback.start);
        for (int frame = 0; frame <= last; frame += std::max(1, last / 60)) {
            const Evaluation there = evaluate(doc, doc.playback.start + frame),
                             here = evaluate(out, frame);
            for (NodeIndex row = 0; row < doc.scene->size(); ++row)
                worst = std::max(
                    worst, (there.world[row].position - here.world[row].position).norm() / size);
        }
        qInfo("off by %.1e of the size at most", worst);
        QCOMPARE_LT(worst, 1e-9);
    }

    void bonesAreKnown_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("bones");
        for (const auto& [kind, file, bones] : test::kRealFigures)
            QTest::newRow(kind) << QString::fromUtf8(file) << QString::fromUtf8(bones);
    }
    void bonesAreKnown()
    {
        POSEWRIGHT_NEEDS_SHARED("corpus/bvh");
        QFETCH(QString, file);
        QFETCH(QString, bones);
        const Document doc = opened(file);
        const Figure figure = retarget::figureOf(*doc.scene);
        QStringList found;
        for (const Role role : retarget::allRoles()) {
            QStringList names;
            for (const NodeIndex row : figure.bones(role))
                names << QString::fromStdString((*doc.scene)[row].name);
            const std::string_view name = retarget::nameOf(role);
            if (!names.isEmpty())
                found << QString::fromUtf8(name.data(), qsizetype(name.size())) + u'=' +
                             names.join(u',');
        }
        QStringList expected = bones.split(u';');
        expected.sort();
        found.sort();
        QCOMPARE(found, expected);
    }

    void pairsAcrossFamiliesAreMapped_data()
    {
        QTest::addColumn<QString>("motion");
        QTest::addColumn<QString>("character");
        const std::array<std::pair<const char*, const char*>, 10> pairs{{
            {"CMU", "KayKit"},
            {"CMU, other names", "Mixamo"},
            {"Mixamo", "no names"},
            {"by joints", "KayKit"},
            {"Rokoko's kind", "template"},
            {"KayKit", "no names"},
            {"no names", "KayKit"},
            {"KayKit", "template"},
            {"Rokoko's kind", "Mixamo"},
            {"template", "CMU"},
        }};
        for (const auto& [motion, character] : pairs)
            QTest::addRow("%s on %s", motion, character)
                << QString::fromUtf8(motion) << QString::fromUtf8(character);
    }
    /// Of the bones that have a counterpart, how many are taken for what they are, without a touch.
    void pairsAcrossFamiliesAreMapped()
    {
        POSEWRIGHT_NEEDS_SHARED("corpus/bvh");
        QFETCH(QString, motion);
        QFETCH(QString, character);
        struct Side {
            Document doc;
            std::map<std::string, QStringList> byHand, found;
        };
        const auto sideOf = [](const QString& kind) {
            const auto* figure =
                std::find_if(test::kRealFigures.begin(), test::kRealFigures.end(),
                             [&](const auto& f) { return kind == QLatin1String(f.kind); });
            Side side{opened(QString::fromUtf8(figure->file)), {}, {}};
            for (const QString& row : QString::fromUtf8(figure->bones).split(u';'))
                side.byHand[row.section(u'=', 0, 0).toStdString()] =
                    row.section(u'=', 1).split(u',');
            const Figure known = retarget::figureOf(*side.doc.scene);
            for (const Role role : retarget::allRoles())
                for (const NodeIndex row : known.bones(role))
                    side.found[std::string(retarget::nameOf(role))]
                        << QString::fromStdString((*side.doc.scene)[row].name);
            return side;
        };
        const Side from = sideOf(motion), to = sideOf(character);
        int bones = 0, right = 0;
        for (const auto& [role, names] : to.byHand) {
            const auto there = from.byHand.find(role);
            if (there == from.byHand.end()) continue;
            bones += int(names.size());
            const auto found = to.found.find(role);
            const auto source = from.found.find(role);
            if (source == from.found.end() || source->second != there->second) continue;
            for (const QString& name : names)
                right += found != to.found.end() && found->second.contains(name);
        }
        qInfo("%d of %d", right, bones);
        QVERIFY(bones >= 12);
        QVERIFY(right >= 0.95 * bones);
        QVERIFY(retarget::retarget(from.doc, to.doc));
    }

    void limbsLieAsInTheCapture_data()
    {
        QTest::addColumn<QString>("motion");
        QTest::addColumn<QString>("character");
        const QStringList motions{"bvh/assimp_cmu_01_03.bvh", "bvh/bvhpython_freebvh.bvh",
                                  "bvh/ad_fair1_dab.bvh", "bvh/assimp_Boxing_Toes.bvh"};
        const QStringList characters{"gltf/kaykit_Knight.glb", "gltf/khronos/cesium_man.gltf",
                                     "bvh/pymo_AV_8Walk_Meredith.bvh"};
        for (const QString& motion : motions)
            for (const QString& character : characters)
                QTest::addRow("%s on %s", qPrintable(motion), qPrintable(character))
                    << motion << character;
    }
    /// Where a limb is free, it points where the source's does, seen from the hips at rest. Legs
    /// and arms that are placed by goals may differ as far as their two bones' shares do.
    void limbsLieAsInTheCapture()
    {
        POSEWRIGHT_NEEDS_SHARED("corpus/bvh");
        QFETCH(QString, motion);
        QFETCH(QString, character);
        const Document from = opened(motion);
        const Document to = opened(character);
        retarget::Options options;
        options.feetByGoals = options.handsByGoals = false;
        const auto out = retarget::retarget(from, to, options);
        QVERIFY(out);
        Document shown = to;
        shown.clips.emplace_back(out->clip);
        shown.playback.clip = static_cast<int>(shown.clips.size()) - 1;
        double worst = 0;
        std::optional<Quat> turn;
        const int last = static_cast<int>(from.playback.end - from.playback.start);
        for (int i = 0; i < 20; ++i) {
            const double frame = std::floor(last * i / 20.0);
            const auto source =
                worldTransforms(*from.scene, basePose(from, from.playback.start + frame));
            const auto target = worldTransforms(*to.scene, basePose(shown, frame));
            std::vector<std::pair<Vec3, Vec3>> pairs;
            Mat3 sum = Mat3::Zero();
            for (const auto& [upper, lower] : {std::pair{Role::LeftUpperArm, Role::LeftLowerArm},
                                               {Role::LeftLowerArm, Role::LeftHand},
                                               {Role::LeftUpperLeg, Role::LeftLowerLeg},
                                               {Role::LeftLowerLeg, Role::LeftFoot}})
                for (const auto side : {retarget::BodySide::Left, retarget::BodySide::Right}) {
                    const Role a = retarget::onSide(upper, side), b = retarget::onSide(lower, side);
                    const auto way = [&](const QString& file, const Document& doc,
                                         const auto& world) {
                        return Vec3(world[boneOf(file, doc, b)].position -
                                    world[boneOf(file, doc, a)].position)
                            .normalized();
                    };
                    pairs.emplace_back(way(motion, from, source), way(character, to, target));
                    sum += pairs.back().second * pairs.back().first.transpose();
                }
            // The two worlds differ by one rotation, the same at all frames: both stand upright
            // and look along +Z, the man without names along +X, but for the little that their
            // skeletons are askew.
            if (!turn) turn = bestRotation(sum);
            const double faces = character.contains(u"cesium") ? std::numbers::pi / 2 : 0;
            const Quat stated(Eigen::AngleAxisd(faces, Vec3::UnitY()));
            QCOMPARE_LT(turn->angularDistance(stated), 0.05);
            for (const auto& [one, other] : pairs)
                worst = std::max(worst, worldAngle(*turn * one, other));
        }
        qInfo("%.2g degrees", worst * 180 / 3.14159265358979);
        QCOMPARE_LT(worst, 0.1 * 3.14159265358979 / 180);
    }
};

POSEWRIGHT_TEST(TestRealFigures, posewright::test::runWithEvents);
#include "tst_real_figures.moc"
