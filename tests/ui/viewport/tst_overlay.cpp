#include "tests/ui/support.h"
#include "ui/viewport/overlay/overlay.h"

#include <QtTest>

using namespace posewright;
using namespace posewright::ui;

namespace {

struct Page {
    Document doc;
    Stage stage = stageOf(doc);
    Evaluation shown = evaluate(doc, 12);
    TextAtlas atlas{QFont()};
    OverlayScene scene{doc, &shown, stage, {}, {900, 600}, {}, {}, NodeId::None};

    explicit Page(Document document) : doc(std::move(document))
    {
        scene.camera = defaultCamera(stage, scene.size);
    }
    QStringList texts(const OverlayTool& tool = {})
    {
        Canvas canvas(atlas);
        paintOverlay(canvas, scene, tool);
        QStringList all;
        for (const PlacedText& placed : canvas.texts()) all << placed.text;
        return all;
    }
};

Document arm()
{
    return test::withKeys(test::chainDocument(4, 0.3, 20), NodeId(100), {{0, {0.5, 0.6, 0.2}}});
}

}  // namespace

class TestOverlay : public QObject {
    Q_OBJECT

private slots:
    void theViewSaysWhatFrameAndHowTargetsFare()
    {
        Page page(arm());
        const QString all = page.texts().join("|");
        QVERIFY2(all.contains("Frame 12"), qPrintable(all));
        QVERIFY2(all.contains("Every target reached"), qPrintable(all));
        QVERIFY(all.contains("Perspective"));
        QVERIFY2(all.contains(QRegularExpression("\\bgrid \\d[\\d.]* c?m\\b")), qPrintable(all));

        Page far(test::withKeys(test::chainDocument(4, 0.3, 20), NodeId(100), {{0, {9, 9, 0}}}));
        QVERIFY2(far.texts().join("|").contains("out of reach"), qPrintable(far.texts().join("|")));
    }

    void namesAreWrittenOnDemandAndNotOverEachOther()
    {
        Page page(arm());
        const qsizetype before = page.texts().size();
        page.scene.selected = {NodeId(2)};
        QVERIFY(page.texts().count("joint1") >= 1);
        page.scene.selected.clear();
        QCOMPARE(page.texts().size(), before);
        page.scene.view.names = true;
        Canvas canvas(page.atlas);
        paintFigure(canvas, page.scene);
        QVERIFY(canvas.texts().size() >= 3);
        for (std::size_t i = 0; i < canvas.texts().size(); ++i)
            for (std::size_t j = 0; j < i; ++j)
                QVERIFY(!canvas.texts()[i].place.intersects(canvas.texts()[j].place));
    }

    void wordsStayInsideTheView()
    {
        Page page(arm());
        OverlayTool tool;
        tool.readout = {"0.123 m along X", "reached"};
        for (const Pixel& pointer : {Pixel(2, 2), Pixel(898, 598), Pixel(898, 2)}) {
            tool.pointer = pointer;
            Canvas canvas(page.atlas);
            paintOverlay(canvas, page.scene, tool);
            for (const PlacedText& placed : canvas.texts())
                QVERIFY2(QRectF(0, 0, 900, 600).contains(placed.place), qPrintable(placed.text));
        }
    }

    void everyCornerIsANumber()
    {
        // A view in which everything is behind the eye or on it must not draw wild triangles.
        Page page(arm());
        page.scene.view.names = true;
        page.scene.view.bones = BoneStyle::XRay;
        page.scene.selected = {NodeId(100)};
        OverlayTool tool;
        for (const double distance : {1e-6, 0.3, 1e5}) {
            page.scene.camera.distance = distance;
            page.scene.camera = withClipPlanes(page.scene.camera, page.stage.sceneSize());
            tool.gizmo = gizmoAt(page.scene.camera, page.scene.size, GizmoKind::Rotate,
                                 page.shown.world.back().position, Mat3::Identity(), 84);
            Canvas canvas(page.atlas);
            paintOverlay(canvas, page.scene, tool);
            QVERIFY(canvas.vertices().size() % 3 == 0);
            for (const OverlayVertex& v : canvas.vertices())
                QVERIFY(std::isfinite(v.x) && std::isfinite(v.y) && v.u >= 0 && v.u <= 1 &&
                        v.v >= 0 && v.v <= 1);
        }
    }

    void lettersAreDrawnOnceAndOtherScriptsWhole()
    {
        TextAtlas atlas{QFont()};
        QCOMPARE(int(atlas.pieces("hello").size()), 5);
        const int version = atlas.version();
        QCOMPARE(int(atlas.pieces("hole").size()), 4);
        QCOMPARE(atlas.version(), version);
        QCOMPARE(int(atlas.pieces(QString::fromUtf8("\xe5\xb7\xa6\xe8\x85\xb3")).size()), 1);
        QVERIFY(atlas.width("hello") > 10);
        // More than it holds: it begins anew and goes on.
        for (int i = 0; i < 4000; ++i)
            QCOMPARE(int(atlas.pieces(QString(QChar(0x4e00 + i)) + QChar(0x4e01 + i)).size()), 1);
        QCOMPARE(int(atlas.pieces("hello").size()), 5);
    }
};

QTEST_MAIN(TestOverlay)
#include "tst_overlay.moc"
