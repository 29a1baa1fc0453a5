#include "core/evaluate/evaluate.h"
#include "core/io/bvh/bvh_reader.h"
#include "core/io/bvh/bvh_writer.h"
#include "core/io/format.h"
#include "tests/support/clients.h"
#include "tests/support/made_captures.h"
#include "tests/support/program.h"
#include "tests/support/reference_bvh.h"

#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <numbers>
#include <random>

using namespace posewright;
using namespace posewright::io;

namespace {

Mat3 fromEuler(const std::array<double, 3>& angles, const std::array<int, 3>& order)
{
    Mat3 m = Mat3::Identity();
    for (int i = 0; i < 3; ++i)
        m = m * Eigen::AngleAxisd(angles[i], Vec3::Unit(order[i])).toRotationMatrix();
    return m;
}

const std::array<std::array<int, 3>, 6> kOrders = {
    {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}};

/// A chain below a scaled group, and a second root; every bone turns, one slides.
Document odd()
{
    Document doc = emptyDocument();
    const char* names[] = {"Group", "Hips", "Left Leg", "toe.L", "Prop:1"};
    const int parents[] = {-1, 0, 1, 2, -1};
    std::vector<Node> nodes(5);
    for (int i = 0; i < 5; ++i) {
        nodes[i].id = newNodeId(doc);
        nodes[i].name = names[i];
        nodes[i].parent = parents[i];
        nodes[i].rest.translation = Vec3(0.1, 0.5 - 0.3 * i, 0.05 * i);
        nodes[i].rest.rotation = Quat(Eigen::AngleAxisd(0.4 * i, Vec3(1, 2, -1).normalized()));
        if (i == 0) continue;
        BonePart bone;
        bone.tip = Vec3(0, 0.2, 0.1);
        bone.eulerOrder = kOrders[i];
        nodes[i].part = bone;
    }
    nodes[0].rest.scale = Vec3(2, 2, 2);
    Clip clip;
    clip.name = "Move";
    clip.rate = 24000.0 / 1001;
    for (int i = 0; i < 5; ++i) {
        Track track;
        track.node = nodes[i].id;
        std::vector<RotationKey> keys;
        for (int f = 0; f <= 40; f += 10)
            keys.push_back(
                {double(f),
                 Quat(Eigen::AngleAxisd(0.9 * f * (i + 1) / 10, Vec3(i, 1, 2 - i).normalized())),
                 RotationInterpolation::Slerp});
        track.rotation = RotationTrack::fromKeys(keys);
        if (i == 2)
            for (int axis = 0; axis < 3; ++axis) {
                Curve curve;
                curve.setValue(0, 0.1 * axis);
                curve.setValue(40, 0.5);
                track.translation[axis] = curve;
            }
        clip.tracks.push_back(track);
    }
    doc.scene = *Scene::make(std::move(nodes));
    doc.clips = {clip};
    doc.playback.start = 2;
    doc.playback.end = 38;
    return doc;
}

}  // namespace

class TestBvhWriter : public QObject {
    Q_OBJECT

private slots:
    void anglesGiveBackTheRotation()
    {
        std::mt19937 random(7);
        std::uniform_real_distribution<double> angle(-std::numbers::pi, std::numbers::pi);
        double worst = 0;
        for (int i = 0; i < 20'000; ++i) {
            const auto& order = kOrders[i % 6];
            std::array<double, 3> angles = {angle(random), angle(random), angle(random)};
            if (i % 5 == 0) angles[1] = (i % 2 ? 1 : -1) * std::numbers::pi / 2;  // locked
            if (i % 7 == 0) angles[1] += 1e-8;
            const std::array<double, 3> previous = {angle(random), angle(random), angle(random)};
            const Mat3 m = fromEuler(angles, order);
            const auto found = bvh::eulerNear(m, order, previous);
            worst = std::max(worst, (fromEuler(found, order) - m).norm());
        }
        qInfo("worst %.2g", worst);
        QVERIFY(worst < 1e-7);  // where locked, as far as the lock reaches
    }

    void anglesFollowThePreviousFrame()
    {
        // A steady turn about a tilted axis, ten times round, through gimbal lock of every order.
        for (const auto& order : kOrders) {
            std::array<double, 3> previous{};
            double most = 0;
            for (int i = 0; i <= 3600; ++i) {
                const Mat3 m = Eigen::AngleAxisd(i * std::numbers::pi / 180, Vec3::Unit(order[0]))
                                   .toRotationMatrix();
                const auto angles = bvh::eulerNear(m, order, previous);
                for (int c = 0; c < 3; ++c)
                    most = std::max(most, std::abs(angles[c] - previous[c]));
                previous = angles;
            }
            QVERIFY(most < 0.02);
            QVERIFY(std::abs(previous[0] - 20 * std::numbers::pi) < 1e-9);
        }
    }

    void theTextIsWhatEveryReaderTakes()
    {
        const auto written = bvh::writeBvh(odd());
        QVERIFY(written);
        const QString text = QString::fromStdString(written->text);
        QVERIFY(!text.contains('\r'));
        QVERIFY(!text.contains("\n\n"));
        QVERIFY(!text.contains('e', Qt::CaseSensitive) ||
                !QRegularExpression("\\d[eE][-+]?\\d").match(text).hasMatch());
        QVERIFY(text.startsWith("HIERARCHY\nROOT Root\n{\n\tOFFSET 0 0 0\n\tCHANNELS 6 Xposition"));
        QVERIFY(text.contains("JOINT Left_Leg\n"));
        QVERIFY(text.contains("JOINT toe_L\n"));
        QVERIFY(text.contains("JOINT Prop_1\n"));
        QCOMPARE(text.count("End Site"), 2);
        QCOMPARE(text.count("CHANNELS 6"), 4);  // the holder, two former roots, the sliding leg
        QCOMPARE(text.count("CHANNELS 3"), 1);
        QVERIFY(text.contains("Frames: 37\n"));
        QCOMPARE(written->diagnostics.size(), std::size_t(5));
    }

    void scaledAndSlidingBonesStandWhereTheyStood()
    {
        const Document doc = odd();
        const auto written = bvh::writeBvh(doc);
        const auto import = bvh::readBvh(written->text, "a.bvh");
        QVERIFY(import);
        QVERIFY(std::abs(import->document.clip().rate - doc.clip().rate) < 1e-9);
        double worst = 0;
        for (int row = 0; row < 37; ++row) {
            const Evaluation a = evaluate(doc, 2 + row);
            const Evaluation b = evaluate(import->document, row);
            const char* const names[][2] = {{"Hips", "Hips"},
                                            {"Left Leg", "Left_Leg"},
                                            {"toe.L", "toe_L"},
                                            {"Prop:1", "Prop_1"}};
            for (const auto& [here, there] : names) {
                const NodeIndex i = doc.scene->find(here);
                const NodeIndex j = import->document.scene->find(there);
                QVERIFY(j != kNoNode);
                worst = std::max(worst, (a.world[i].position - b.world[j].position).norm());
                worst = std::max(worst, a.world[i].rotation.angularDistance(b.world[j].rotation));
            }
        }
        qInfo("worst %.2g", worst);
        QVERIFY(worst < 1e-7);
    }

    void ratesAndScalesAreApplied()
    {
        WriteOptions options;
        options.rate = 2 * 24000.0 / 1001;
        options.scale = 100;
        const Document doc = odd();
        const auto written = bvh::writeBvh(doc, options);
        QVERIFY(written);
        const auto import = bvh::readBvh(written->text, "a.bvh");
        QVERIFY(import);
        QCOMPARE(import->document.playback.end, 72.0);
        const Evaluation a = evaluate(doc, 2 + 10.5);
        const Evaluation b = evaluate(import->document, 21);
        QVERIFY(
            (100 * a.world[3].position - b.world[import->document.scene->find("toe_L")].position)
                .norm() < 1e-5);
    }

    void aFileWithoutBonesIsRefused()
    {
        QTemporaryDir dir;
        const std::filesystem::path path = dir.filePath("a.bvh").toStdString();
        const auto written = io::write(emptyDocument(), path);
        QVERIFY(!written);
        QCOMPARE(written.error().kind, ErrorKind::Refused);
        QVERIFY(!std::filesystem::exists(path));
    }

    void aCancelledExportLeavesNothing()
    {
        QTemporaryDir dir;
        const std::filesystem::path path = dir.filePath("a.bvh").toStdString();
        WriteOptions options;
        options.progress = [](double) { return false; };
        const auto written = io::write(odd(), path, options);
        QVERIFY(!written);
        QCOMPARE(written.error().kind, ErrorKind::Cancelled);
        QVERIFY(std::filesystem::is_empty(dir.path().toStdString()));
    }

    void everyCaptureIsTheSameAfterwards_data() { test::captureRows(); }
    void everyCaptureIsTheSameAfterwards()
    {
        QFETCH(QString, path);
        auto import = io::read(path.toStdString());
        QVERIFY(import);
        // Without its source it is written anew: tst_bvh_faithful has what comes back as it was.
        import->document.source = Source{};
        QTemporaryDir dir;
        const std::filesystem::path out = dir.filePath("out.bvh").toStdString();
        const auto written = io::write(import->document, out);
        QVERIFY2(written, written ? "" : written.error().message.c_str());
        const auto back = io::read(out);
        QVERIFY(back);
        const Document& a = import->document;
        const Document& b = back->document;
        QVERIFY(std::abs(a.clip().rate / b.clip().rate - 1) < 1e-9);
        QCOMPARE(b.playback.end, a.playback.end);
        // A file has one root: several get one above them.
        const auto roots = std::count_if(a.scene->nodes().begin(), a.scene->nodes().end(),
                                         [](const Node& n) { return n.parent == kNoNode; });
        const int more = roots > 1 ? 1 : 0;
        QCOMPARE(b.scene->size(), a.scene->size() + more);
        double worst = 0;
        const int step = std::max(1, int(a.playback.end) / 50);
        for (int frame = 0; frame <= a.playback.end; frame += step) {
            const Evaluation ea = evaluate(a, frame);
            const Evaluation eb = evaluate(b, frame);
            for (int i = 0; i < a.scene->size(); ++i)
                worst =
                    std::max(worst, (ea.world[i].position - eb.world[i + more].position).norm() /
                                        extent(*a.scene));
        }
        for (int i = 0; i < a.scene->size(); ++i) {
            const Node& there = (*b.scene)[i + more];
            QCOMPARE(there.parent + (there.parent == kNoNode ? more : 0),
                     (*a.scene)[i].parent + more);
            if (const BonePart* bone = (*a.scene)[i].bone(); bone->tipGiven)
                QVERIFY((bone->tip - there.bone()->tip).norm() <= 1e-12 * extent(*a.scene));
        }
        qInfo("worst %.2g of the size", worst);
        QVERIFY2(worst <= 1e-7, qPrintable(QString::number(worst)));

        // Written once more, nothing changes any more.
        const std::filesystem::path twice = dir.filePath("twice.bvh").toStdString();
        QVERIFY(io::write(b, twice));
        othersAgree(out, path, more, step, 1e-6 * extent(*a.scene));
    }

private:
    /// Other programs find the joints of a written file where they are in the one it was read from.
    static void othersAgree(const std::filesystem::path& out, const QString& path, int more,
                            int step, double within)
    {
        // Another program finds the joints of both files at the same places.
        const test::ReferenceBvh ours(out.string());
        const test::ReferenceBvh given(path.toStdString());
        QCOMPARE(ours.rows.size(), given.rows.size());
        double apart = 0;
        for (std::size_t f = 0; f < given.rows.size(); f += std::size_t(step)) {
            const auto there = given.positions(f);
            const auto here = ours.positions(f);
            QCOMPARE(here.size(), there.size() + std::size_t(more));
            for (std::size_t j = 0; j < there.size(); ++j)
                for (int c = 0; c < 3; ++c)
                    apart = std::max(apart, std::abs(here[j + more][c] - there[j][c]));
        }
        QVERIFY2(apart <= within, qPrintable(QString::number(apart)));

        if (test::pythonWithNumpy().isEmpty() || test::sharedPath("clients/bvh_fk.py").isEmpty())
            return;
        const QJsonObject one =
            test::runClient("bvh_fk.py", {QString::fromStdString(out.string())});
        const QJsonObject two = test::runClient("bvh_fk.py", {path});
        const QJsonArray wa = one["world"].toArray();
        const QJsonArray wb = two["world"].toArray();
        QCOMPARE(wa.size(), wb.size());
        double off = 0;
        for (int f = 0; f < wa.size(); ++f)
            for (int j = 0; j < wb[f].toArray().size(); ++j)
                for (int c = 0; c < 3; ++c)
                    off = std::max(
                        off, std::abs(wa[f][j + more][c].toDouble() - wb[f][j][c].toDouble()));
        QVERIFY2(off <= within, qPrintable(QString::number(off)));
    }
};

POSEWRIGHT_TEST(TestBvhWriter, posewright::test::runWithEvents);
#include "tst_bvh_writer.moc"
