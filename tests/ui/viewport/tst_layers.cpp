#include "tests/support/made_tube.h"
#include "tests/support/paths.h"
#include "tests/support/program.h"
#include "tests/ui/run.h"
#include "tests/ui/support.h"
#include "tests/ui/viewport/example_layer.h"
#include "tests/ui/viewport/placed.h"
#include "ui/models/status_text.h"

#include <QFile>
#include <QRegularExpression>
#include <QSet>
#include <Qt3DCore/QEntity>
#include <Qt3DCore/QTransform>
#include <Qt3DRender/QLayer>
#include <Qt3DRender/QMaterial>
#include <Qt3DRender/QParameter>
#include <QtTest>

using namespace posewright;
using namespace posewright::ui;

namespace {

QVector3D origin(const Qt3DCore::QTransform* transform)
{
    return transform->matrix().column(3).toVector3D();
}

bool near(const QVector3D& a, const Vec3& b)
{
    return (Vec3(a.x(), a.y(), a.z()) - b).norm() < 1e-5;
}

}  // namespace

class TestLayers : public QObject {
    Q_OBJECT

private slots:
    void placesWhatIsEvaluated()
    {
        Document doc = test::chainDocument(4, 0.3, 20);
        doc = test::withKeys(doc, NodeId(100), {{0, {0.5, 0.5, 0}}, {20, {0.2, 0.4, 0.5}}});
        Composition view;
        view.setDocument(doc, stageOf(doc));
        for (const double frame : {0.0, 11.0, 20.0}) {
            const Evaluation evaluation = evaluate(doc, frame);
            view.setFrame(evaluation);
            for (int row = 0; row < doc.scene->size(); ++row) {
                const Qt3DCore::QTransform* placed =
                    test::placementOf(view, doc, (*doc.scene)[row].id);
                QVERIFY(placed);
                QVERIFY(near(origin(placed), evaluation.world[row].position));
                const BonePart* bone = (*doc.scene)[row].bone();
                if (bone && bone->tip.norm() > 0)
                    QVERIFY(near(placed->matrix().map(QVector3D(0, 1, 0)),
                                 evaluation.world[row] * bone->tip));
            }
        }
    }

    /// As the legs of a figure that is drawn from its hips upwards.
    void aBoneAtItsParentsJointHasNoLine()
    {
        Document doc = emptyDocument();
        for (const char* name : {"hips", "leg"}) {
            edit::AddBone bone;
            bone.name = name;
            bone.head = Vec3(0, 0.5, 0);
            bone.tail = std::string_view(name) == "hips" ? Vec3(0, 0.8, 0) : Vec3(0.1, 0, 0);
            if (std::string_view(name) == "leg") bone.parent = (*doc.scene)[0].id;
            doc = *edit::apply(doc, bone);
        }
        Composition view;
        view.setDocument(doc, stageOf(doc));
        view.setFrame(evaluate(doc, 0));
        int sticks = 0;
        for (const auto* placed : view.root().findChildren<Qt3DCore::QTransform*>()) {
            if (!near(origin(placed), Vec3(0, 0.5, 0))) continue;
            ++sticks;
            const QVector3D way =
                placed->matrix().map(QVector3D(0, 1, 0)) - placed->matrix().map(QVector3D());
            QVERIFY2(way.length() < 0.6, "it is a metre long");
        }
        QVERIFY(sticks >= 3);  // two bones and the line
    }

    void keepsTheEntitiesThatStay()
    {
        const Document small = test::chainDocument(3, 0.3, 20);
        const Document large = test::chainDocument(5, 0.3, 20);
        Composition view;
        view.setDocument(small, stageOf(small));
        const auto* elbow = view.root().findChild<Qt3DCore::QEntity*>("joint1");
        QVERIFY(elbow);
        view.setDocument(large, stageOf(large));
        QCOMPARE(view.root().findChild<Qt3DCore::QEntity*>("joint1"), elbow);
        QVERIFY(view.root().findChild<Qt3DCore::QEntity*>("joint5"));
        view.setDocument(small, stageOf(small));
        QVERIFY(!view.root().findChild<Qt3DCore::QEntity*>("joint5"));
        view.setDocument(emptyDocument(), stageOf(emptyDocument()));
        QVERIFY(!view.root().findChild<Qt3DCore::QEntity*>("joint1"));
    }

    void aSelectedTargetStillShowsItsStatus()
    {
        const Document near =
            test::withKeys(test::chainDocument(4, 0.3, 20), NodeId(100), {{0, {0.5, 0.5, 0}}});
        const Document far =
            test::withKeys(test::chainDocument(4, 0.3, 20), NodeId(100), {{0, {9, 9, 0}}});
        const auto paintOf = [](const Document& doc, const Emphasis& emphasis) {
            Composition view;
            view.setDocument(doc, stageOf(doc));
            view.setFrame(evaluate(doc, 0));
            view.setEmphasis(emphasis);
            const NodeIndex row = doc.scene->find(NodeId(100));
            const auto* target = view.root().findChild<Qt3DCore::QEntity*>(
                QString::fromStdString((*doc.scene)[row].name));
            for (const auto* material : target->componentsOfType<Qt3DRender::QMaterial>())
                for (const auto* parameter : material->parameters())
                    if (parameter->name() == "paint") return parameter->value().value<QColor>();
            return QColor();
        };
        QCOMPARE(paintOf(near, {}), colorOf(Mood::Good));
        QCOMPARE(paintOf(far, {}), colorOf(Mood::Bad));
        QCOMPARE(paintOf(near, {{NodeId(100)}, NodeId(100), {}}), colorOf(Mood::Good));
        QCOMPARE(paintOf(far, {{NodeId(100)}, NodeId(100), {}}), colorOf(Mood::Bad));
        QVERIFY(paintOf(near, {{}, NodeId(100), {}}) != colorOf(Mood::Good));
    }

    void everyLayerHasANameOfItsOwn()
    {
        QSet<QString> ids;
        for (const LayerKind& kind : layerKinds()) {
            const QString id = QString::fromUtf8(kind.id.data(), qsizetype(kind.id.size()));
            QVERIFY2(QRegularExpression("^[a-z]+$").match(id).hasMatch(), qPrintable(id));
            QVERIFY2(!ids.contains(id), qPrintable(id));
            ids.insert(id);
        }
    }

    void theManualNamesWhatPicturesCanShow()
    {
        QFile manual(QString(test::sourceDir()) + "/docs/cli.md");
        QVERIFY(manual.open(QIODevice::ReadOnly));
        const QString text = QString::fromUtf8(manual.readAll());
        int count = 0;
        for (const LayerKind& kind : layerKinds()) {
            if (kind.overlay.empty()) continue;
            ++count;
            const QString id = QString::fromUtf8(kind.id.data(), qsizetype(kind.id.size()));
            QVERIFY2(text.contains("`" + id + "` ("), qPrintable(id));
        }
        QCOMPARE(count, 4);
    }

    void aLayerIsAPairOfFilesAndARow()
    {
        // The list with one more is what layers.cpp would be with one more row.
        std::vector<LayerKind> kinds(layerKinds().begin(), layerKinds().end());
        kinds.push_back({"example", &test::makeExample, "how high the figure is"});
        Composition usual, more(1, kinds);
        const Document doc =
            test::withKeys(test::chainDocument(4, 0.3, 20), NodeId(100), {{0, {0.5, 0.6, 0.2}}});
        const Stage stage = stageOf(doc);
        const Evaluation evaluation = evaluate(doc, 0);
        for (Composition* picture : {&usual, &more}) {
            picture->setDocument(doc, stage);
            picture->setFrame(evaluation);
        }
        const auto things = [](const Composition& picture) {
            return picture.root().findChildren<Qt3DCore::QTransform*>().size();
        };
        QCOMPARE(things(more), things(usual) + 1);
        const auto* heart = more.root().findChild<Qt3DCore::QEntity*>("heart");
        QVERIFY(heart);
        Vec3 middle = Vec3::Zero();
        int bones = 0;
        for (int row = 0; row < doc.scene->size(); ++row) {
            if (!(*doc.scene)[row].bone()) continue;
            middle += evaluation.world[row].position;
            ++bones;
        }
        middle /= bones;
        QVERIFY(near(origin(heart->componentsOfType<Qt3DCore::QTransform>().front()), middle));
        const auto colour = [&] {
            for (const auto* material : heart->componentsOfType<Qt3DRender::QMaterial>())
                for (const auto* parameter : material->parameters())
                    if (parameter->name() == "paint") return parameter->value().value<QColor>();
            return QColor();
        };
        const QColor before = colour();
        more.setEmphasis({{NodeId(1)}, NodeId::None, {}});
        QVERIFY(before.isValid() && colour().isValid() && colour() != before);

        // What is flat of the others is as it was, and the new one lies over it.
        TextAtlas atlas{QFont()};
        OverlayScene scene{doc, &evaluation, stage, {}, {900, 600}, {}};
        scene.camera = defaultCamera(stage, scene.size);
        Canvas one(atlas), two(atlas), alone(atlas);
        usual.paint(one, scene);
        more.paint(two, scene);
        const std::vector<std::string> only{"example"};
        more.paint(alone, scene, &only);
        QCOMPARE(alone.texts().size(), std::size_t(1));
        QCOMPARE(alone.texts().front().text, QString("%1 high").arg(middle.y(), 0, 'f', 3));
        QCOMPARE(two.vertices().size(), one.vertices().size() + alone.vertices().size());
        for (std::size_t i = 0; i < one.vertices().size(); ++i)
            QVERIFY(one.vertices()[i].x == two.vertices()[i].x &&
                    one.vertices()[i].y == two.vertices()[i].y);
    }

    void theViewHidesWhatItIsAskedToHide()
    {
        const Document doc = test::chainDocument(4, 0.3, 20);
        Composition picture;
        const auto shown = [&](const QString& name) {
            return picture.root().findChild<Qt3DCore::QEntity*>(name)->isEnabled();
        };
        Emphasis lines;
        lines.view.bones = BoneStyle::Line;
        picture.setEmphasis(lines);
        picture.setDocument(doc, stageOf(doc));
        QVERIFY(!shown("joint1"));
        lines.view.bones = BoneStyle::None;
        picture.setEmphasis(lines);
        QVERIFY(!shown("joint1"));
        picture.setEmphasis({});
        QVERIFY(shown("joint1"));
        const auto enabled = [&] {
            const auto all = picture.root().findChildren<Qt3DCore::QEntity*>();
            return std::count_if(all.begin(), all.end(), [](const Qt3DCore::QEntity* entity) {
                return entity->isEnabled();
            });
        };
        const auto before = enabled();
        Emphasis bare;
        bare.view.grid = false;
        picture.setEmphasis(bare);
        QCOMPARE(enabled(), before - 5);  // two grids and three axes
        picture.setDocument(test::chainDocument(8, 0.9, 20),
                            stageOf(test::chainDocument(8, 0.9, 20)));
        picture.setEmphasis({});
        const auto all = enabled();
        picture.setEmphasis(bare);
        QCOMPARE(enabled(), all - 5);
    }

    /// Lines say where bones are inside a mesh; with the mesh out of sight they are a figure again.
    void bonesAreSolidOnceTheLastMeshIsHidden()
    {
        const Document doc = test::madeTube(8, 400);
        NodeId mesh = NodeId::None;
        QString bone;
        for (const Node& node : doc.scene->nodes()) {
            if (std::holds_alternative<MeshPart>(node.part)) mesh = node.id;
            if (node.bone() && bone.isEmpty()) bone = QString::fromStdString(node.name);
        }
        Composition picture;
        picture.setDocument(doc, stageOf(doc));
        picture.setFrame(evaluate(doc, 0));
        picture.setEmphasis({});
        const auto shown = [&] {
            return picture.root().findChild<Qt3DCore::QEntity*>(bone)->isEnabled();
        };
        QVERIFY(!shown());
        Emphasis without;
        without.view.hidden = {mesh};
        picture.setEmphasis(without);
        QVERIFY(shown());
    }

    void bonesThatShineThroughDoSoOverMeshes()
    {
        const Document doc = test::madeTube(8, 400);
        QString bone;
        for (const Node& node : doc.scene->nodes())
            if (node.bone() && bone.isEmpty()) bone = QString::fromStdString(node.name);
        Composition picture;
        picture.setDocument(doc, stageOf(doc));
        picture.setFrame(evaluate(doc, 0));
        const auto isOver = [&](BoneStyle style, bool through) {
            Emphasis emphasis;
            emphasis.view.bones = style;
            emphasis.view.through = through;
            picture.setEmphasis(emphasis);
            return !picture.root()
                        .findChild<Qt3DCore::QEntity*>(bone)
                        ->componentsOfType<Qt3DRender::QLayer>()
                        .isEmpty();
        };
        QVERIFY(!isOver(BoneStyle::Solid, true));
        QVERIFY(isOver(BoneStyle::XRay, true));
        QVERIFY(!isOver(BoneStyle::XRay, false));
    }

    void aDragMovesWhatIsDrawn_data()
    {
        QTest::addColumn<int>("targets");
        QTest::newRow("64 bones, 1 target on a limb of 5") << 1;
        QTest::newRow("64 bones, 12 targets on 12 limbs of 5") << 12;
        QTest::newRow("64 bones in one chain") << 0;
    }
    /// From the edit of a drag to the matrices that Qt 3D draws, through the session and the
    /// evaluator, without rendering. How soon is for tests/bars.
    void aDragMovesWhatIsDrawn()
    {
        QFETCH(int, targets);
        Document doc;
        ConstraintId target = ConstraintId(600);
        NodeId node = NodeId(500);
        if (targets > 0) {
            doc = test::crowdOfLimbs(targets);
        } else {
            doc = test::withKeys(test::chainDocument(64, 0.05, 20), NodeId(100),
                                 {{0, {0.5, 0.5, 0}}, {20, {0.2, 0.4, 0.5}}});
            target = ConstraintId(200);
            node = NodeId(100);
        }
        Session session;
        session.startNew(doc, "test");
        session.playhead().setFrame(10);
        Evaluator evaluator(session);
        evaluator.setBudget(1e9);
        Composition view;
        view.setDocument(session.document(), stageOf(session.document()));
        view.setFrame(*evaluator.current());
        int placed = 0;
        connect(&evaluator, &Evaluator::evaluated, this,
                [&](const std::shared_ptr<const Evaluation>& e) {
                    view.setFrame(*e);
                    ++placed;
                });
        const Vec3 start =
            evaluator.current()->world[session.document().scene->find(node)].position;
        const NodeId effector = findConstraint(*doc.rig, target)->effector;
        const QVector3D effectorStart =
            origin(test::placementOf(view, session.document(), effector));
        const int gesture = session.beginGesture();
        for (int i = 0; i < 200; ++i) {
            edit::SetTargetKey key;
            key.target = target;
            key.frame = 10;
            key.position = start + 0.1 * Vec3(std::sin(i * 0.05), std::cos(i * 0.07) - 1, 0.02);
            QVERIFY(session.commit({key}, {}, gesture));
            QVERIFY(near(origin(test::placementOf(view, session.document(), node)), *key.position));
            for (const TargetStatus& status : evaluator.current()->targets)
                if (status.constraint == target && status.status == ik::Status::Reached)
                    QVERIFY(near(origin(test::placementOf(view, session.document(), effector)),
                                 *key.position));
        }
        QVERIFY((origin(test::placementOf(view, session.document(), effector)) - effectorStart)
                    .length() > 0.01F);
        session.finishGesture(gesture);
        QVERIFY(placed >= 200);
    }
};

POSEWRIGHT_TEST(TestLayers, posewright::test::runWithWidgets);
#include "tst_layers.moc"
