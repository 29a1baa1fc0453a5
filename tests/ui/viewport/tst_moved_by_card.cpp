#include "core/io/format.h"
#include "core/skinning/skin.h"
#include "tests/support/made_tube.h"
#include "tests/support/program.h"
#include "tests/support/shared.h"
#include "tests/ui/run.h"
#include "tests/ui/viewport/moved_by_card.h"
#include "ui/viewport/qt3d/frame_graph.h"
#include "ui/viewport/render.h"
#include "ui/viewport/stage.h"

#include <QSignalSpy>
#include <QtTest>

#include <cmath>

using namespace posewright;
using namespace posewright::ui;

namespace {

/// A composition whose surfaces the card moves.
struct CardPicture {
    Composition picture{1, layerKinds(), MovedBy::Card};

    explicit CardPicture(const Document& doc) { picture.setDocument(doc, stageOf(doc)); }
    void show(const Evaluation& evaluation)
    {
        picture.setFrame(evaluation);
        picture.setEmphasis({});
    }
};

std::vector<skinning::Vertex> byProcessor(const Document& doc, NodeIndex row,
                                          const Evaluation& shown)
{
    const auto& part = std::get<MeshPart>((*doc.scene)[row].part);
    std::vector<skinning::Vertex> out(part.mesh->positions.size());
    skinning::ShapeRoom room;
    const NodeId id = (*doc.scene)[row].id;
    skinning::moveVertices(
        part, skinning::shapeOf(*part.mesh, weightsOf(shown.morphs, id, part.morphs), room),
        skinning::bindMatrices(*doc.scene, row, part, shown.world), out);
    return out;
}

std::vector<NodeIndex> meshesOf(const Document& doc)
{
    std::vector<NodeIndex> out;
    for (NodeIndex row = 0; row < doc.scene->size(); ++row)
        if (const auto* part = std::get_if<MeshPart>(&(*doc.scene)[row].part);
            part && !part->mesh->indices.empty())
            out.push_back(row);
    return out;
}

std::vector<double> someFrames(const Document& doc)
{
    const double start = doc.playback.start, length = doc.playback.end - start;
    return {start, start + 0.3 * length, start + 0.71 * length, start + 0.4 * length};
}

std::vector<QImage> pictures(const Document& doc, const char* by)
{
    std::vector<QImage> out;
    RenderJob job;
    job.document = doc;
    job.frames = someFrames(doc);
    job.size = {320, 240};
    job.show = {"meshes"};
    job.take = [&](int, const QImage& taken) -> Result<void> {
        out.push_back(taken);
        return {};
    };
    qputenv("POSEWRIGHT_SKINNING", by);
    const Result<void> done = renderImages(job);
    qunsetenv("POSEWRIGHT_SKINNING");
    return done ? out : std::vector<QImage>();
}

/// Of the pixels that show a surface in either picture, the share that do so in both; and of all
/// pixels, the mean difference of their channels [of 255].
struct Alike {
    double overlap = 0;
    double difference = 0;
    int seen = 0;
};
Alike compared(const QImage& a, const QImage& b)
{
    const QRgb ground = a.pixel(0, 0);
    Alike out;
    int both = 0;
    for (int y = 0; y < a.height(); ++y)
        for (int x = 0; x < a.width(); ++x) {
            const QRgb p = a.pixel(x, y), q = b.pixel(x, y);
            out.seen += p != ground || q != ground;
            both += p != ground && q != ground;
            out.difference += std::abs(qRed(p) - qRed(q)) + std::abs(qGreen(p) - qGreen(q)) +
                              std::abs(qBlue(p) - qBlue(q));
        }
    out.overlap = out.seen > 0 ? double(both) / out.seen : 0;
    out.difference /= 3.0 * a.width() * a.height();
    return out;
}

void charactersAsRows()
{
    QTest::addColumn<QString>("path");
    for (const QFileInfo& file : test::foreignCharacters())
        QTest::newRow(qPrintable(file.fileName())) << file.filePath();
    for (const char* made : {"made of 4", "made of 12"}) QTest::newRow(made) << QString(made);
}

/// A tube, each vertex of which this many sets of four joints move.
Document tubeOf(int sets)
{
    Document doc = test::madeTube(67, 4000);
    std::vector<Node> nodes = doc.scene->nodes();
    auto& part = std::get<MeshPart>(nodes.back().part);
    part.mesh = part.mesh.with([&](Mesh& mesh) {
        Influences more{mesh.joints, mesh.weights};
        for (auto& row : more.joints)
            for (std::uint16_t& joint : row) joint = static_cast<std::uint16_t>((joint + 9) % 67);
        for (int i = 1; i < sets; ++i) {
            for (std::size_t v = 0; v < mesh.weights.size(); ++v) {
                more.weights[v] = mesh.weights[v] / (4.0F * static_cast<float>(i));
                mesh.weights[v] -= more.weights[v];
            }
            mesh.moreInfluences.push_back(more);
        }
    });
    doc.scene = *Scene::make(std::move(nodes), doc.scene->skins());
    return doc;
}

Document documentAt(const QString& path)
{
    if (path.startsWith("made")) return tubeOf(path.endsWith("12") ? 3 : 1);
    const Result<io::Import> import = io::read(path.toStdString());
    return import ? import->document : emptyDocument();
}

}  // namespace

/// Surfaces that a shader moves are where the processor moves them to.
class TestMovedByCard : public QObject {
    Q_OBJECT

    std::unique_ptr<test::VertexShader> shader_;

private slots:
    void initTestCase()
    {
        if (!hasOpenGl()) QSKIP("needs OpenGL 3.2 (a software one will do)");
        shader_ = std::make_unique<test::VertexShader>();
        QVERIFY(shader_->works());
    }

    /// Where the processor draws, it moves, too: nothing is gained by a shader.
    void whoMovesIsChosen()
    {
        qunsetenv("POSEWRIGHT_SKINNING");
        if (processorDraws()) QCOMPARE(surfacesMovedBy(), MovedBy::Processor);
        qputenv("POSEWRIGHT_SKINNING", "card");
        QCOMPARE(surfacesMovedBy(), MovedBy::Card);
        qputenv("POSEWRIGHT_SKINNING", "processor");
        QCOMPARE(surfacesMovedBy(), MovedBy::Processor);
        qunsetenv("POSEWRIGHT_SKINNING");
    }

    void picturesAreTheSame_data() { charactersAsRows(); }
    void picturesAreTheSame()
    {
        QFETCH(QString, path);
        const Document doc = documentAt(path);
        const std::vector<QImage> ours = pictures(doc, "card"), theirs = pictures(doc, "processor");
        QCOMPARE(ours.size(), someFrames(doc).size());
        QCOMPARE(theirs.size(), ours.size());
        Alike worst{1, 0, 0};
        for (std::size_t i = 0; i < ours.size(); ++i) {
            const Alike found = compared(ours[i], theirs[i]);
            if (meshesOf(doc).empty()) continue;
            QVERIFY2(found.seen > 200, "nothing is drawn");
            worst.overlap = std::min(worst.overlap, found.overlap);
            worst.difference = std::max(worst.difference, found.difference);
        }
        qInfo("overlap %.5f, mean difference %.5f of 255", worst.overlap, worst.difference);
        QVERIFY(worst.overlap > 0.999 && worst.difference < 0.02);
    }

    void verticesAreTheSame_data() { charactersAsRows(); }
    void verticesAreTheSame()
    {
        QFETCH(QString, path);
        const Document doc = documentAt(path);
        const double size = stageOf(doc).figure;
        CardPicture card(doc);
        double far = 0, turned = 0;
        int count = 0;
        for (const double frame : someFrames(doc)) {
            const Evaluation shown = evaluate(doc, frame);
            card.show(shown);
            for (const NodeIndex row : meshesOf(doc)) {
                const auto mesh = test::onCard(card.picture, (*doc.scene)[row].name);
                QVERIFY(mesh);
                const auto ours = shader_->run(*mesh);
                const std::vector<skinning::Vertex> theirs = byProcessor(doc, row, shown);
                QCOMPARE(ours.size(), theirs.size());
                for (std::size_t i = 0; i < ours.size(); ++i)
                    for (int axis = 0; axis < 3; ++axis) {
                        far = std::max(far, std::abs(double(ours[i][axis]) + mesh->origin[axis] -
                                                     theirs[i].position[axis]));
                        turned = std::max(
                            turned, std::abs(double(ours[i][3 + axis]) - theirs[i].normal[axis]));
                    }
                count += static_cast<int>(ours.size());
            }
        }
        qInfo("%d vertices, %.2g of the size off at most, normals %.2g", count, far / size, turned);
        QVERIFY(far < 1e-6 * size && turned < 1e-4);
    }

    /// Single precision of the world is 3 cm at 262 km.
    void aFigureFarAwayKeepsItsShape()
    {
        const Vec3 away(262144, 0, -262144);
        const Document near = test::madeTube(20, 2000);
        Document far = near;
        std::vector<Node> nodes = far.scene->nodes();
        nodes[0].rest.translation += away;
        far.scene = *Scene::make(std::move(nodes), far.scene->skins());
        far = test::withKeys(far, NodeId(1),
                             {{0, away}, {24, away + Vec3(0, 0.03, 0.02)}, {48, away}});
        const NodeIndex row = meshesOf(near).front();
        double card = 0, processor = 0;
        for (const double frame : {0.0, 7.0, 24.0}) {
            const auto placed = [&](const Document& doc) {
                CardPicture picture(doc);
                picture.show(evaluate(doc, frame));
                return shader_->run(*test::onCard(picture.picture, (*doc.scene)[row].name));
            };
            const auto ours = placed(far), wanted = placed(near);
            const auto theirs = byProcessor(far, row, evaluate(far, frame));
            const Vec3 from = evaluate(far, frame).world[0].position;
            for (std::size_t i = 0; i < ours.size(); ++i)
                for (int axis = 0; axis < 3; ++axis) {
                    const double told = wanted[i][axis], moved = ours[i][axis] - ours[0][axis];
                    card = std::max(card, std::abs(moved - (told - wanted[0][axis])));
                    processor =
                        std::max(processor, std::abs(theirs[i].position[axis] - from[axis] - told));
                }
        }
        qInfo("off by %.2g, moved by the processor by %.2g", card, processor);
        QVERIFY(card < 1e-6);
        QVERIFY(processor > 1e-3);
    }

    /// The vertices are sent again when a weight changes, not when a joint moves.
    void whatDoesNotChangeIsNotSentAgain()
    {
        Document doc = test::madeTube(20, 400);
        const NodeIndex row = meshesOf(doc).front();
        std::vector<Node> nodes = doc.scene->nodes();
        auto& part = std::get<MeshPart>(nodes[row].part);
        part.mesh = part.mesh.with([](Mesh& mesh) {
            mesh.morphs.push_back({"wide", {0, 5}, {{0, 1, 0}, {0, 0, 1}}, {}});
        });
        part.morphs = {0.0};
        doc.scene = *Scene::make(std::move(nodes), doc.scene->skins());
        CardPicture card(doc);
        Evaluation shown = evaluate(doc, 0);
        card.show(shown);
        const auto mesh = test::onCard(card.picture, (*doc.scene)[row].name);
        QVERIFY(mesh);
        QSignalSpy vertices(mesh->attributes.front()->buffer(), &Qt3DCore::QBuffer::dataChanged);
        QSignalSpy joints(mesh->joints, &Qt3DCore::QBuffer::dataChanged);
        for (int frame = 1; frame <= 5; ++frame) card.show(evaluate(doc, frame));
        QCOMPARE(vertices.count(), 0);
        QCOMPARE(joints.count(), 5);
        shown.morphs = {{(*doc.scene)[row].id, {0.5}}};
        card.show(shown);
        card.show(shown);
        QCOMPARE(vertices.count(), 1);
        const auto ours = shader_->run(*mesh);
        const auto theirs = byProcessor(doc, row, shown);
        for (int axis = 0; axis < 3; ++axis)
            QVERIFY(std::abs(ours[5][axis] + mesh->origin[axis] - theirs[5].position[axis]) < 1e-6);
    }

    /// What a shader has no room for, the processor moves as ever.
    void tooManyJointsAreLeftToTheProcessor()
    {
        const auto movedByCard = [](const Document& doc) {
            CardPicture card(doc);
            card.show(evaluate(doc, 0));
            return test::onCard(card.picture, "Tube").has_value();
        };
        QVERIFY(movedByCard(test::madeTube(kMostJoints, 2000)));
        QVERIFY(!movedByCard(test::madeTube(kMostJoints + 1, 2000)));
        QVERIFY(movedByCard(tubeOf(kMostSets)) && !movedByCard(tubeOf(kMostSets + 1)));
        // One document after another, in one picture.
        const Document few = test::madeTube(20, 400), many = test::madeTube(kMostJoints + 1, 400);
        CardPicture card(few);
        for (const Document* doc : {&few, &many, &few}) {
            card.picture.setDocument(*doc, stageOf(*doc));
            card.show(evaluate(*doc, 0));
            QCOMPARE(test::onCard(card.picture, "Tube").has_value(), doc == &few);
        }
    }

    void cleanupTestCase() { shader_.reset(); }
};

POSEWRIGHT_TEST(TestMovedByCard, posewright::test::runOnScreen);
#include "tst_moved_by_card.moc"
