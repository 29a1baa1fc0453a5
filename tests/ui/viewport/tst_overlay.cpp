#include "tests/support/program.h"
#include "tests/ui/run.h"
#include "tests/ui/support.h"
#include "ui/models/status_text.h"
#include "ui/viewport/layers/composition.h"
#include "ui/viewport/layers/covered.h"
#include "ui/viewport/layers/handles.h"
#include "ui/viewport/layers/outlines.h"

#include <QPolygonF>
#include <QtTest>

using namespace posewright;
using namespace posewright::ui;

namespace {

struct Page {
    Document doc;
    Stage stage = stageOf(doc);
    Evaluation shown = evaluate(doc, 12);
    TextAtlas atlas{QFont()};
    OverlayScene scene{doc, &shown, stage, {}, {900, 600}, {}};
    Composition picture;

    explicit Page(Document document) : doc(std::move(document))
    {
        scene.camera = defaultCamera(stage, scene.size);
    }
    /// What is flat of some layers; of all where none is named.
    void paint(Canvas& canvas, const std::vector<std::string>& only = {}) const
    {
        picture.paint(canvas, scene, only.empty() ? nullptr : &only);
    }
    QStringList texts()
    {
        Canvas canvas(atlas);
        paint(canvas);
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

    /// In a small view no line runs out of it or over another.
    void linesFitAndKeepApart()
    {
        Page far(test::withKeys(test::chainDocument(4, 0.3, 20), NodeId(100), {{0, {9, 9, 0}}}));
        far.scene.emphasis.selected = {NodeId(2)};
        for (const double width : {900.0, 420.0, 200.0}) {
            far.scene.size = {width, 400};
            Canvas canvas(far.atlas);
            far.paint(canvas, {"hud"});
            std::vector<QRectF> lines;
            for (const PlacedText& placed : canvas.texts())
                if (placed.place.bottom() < 250) lines.push_back(placed.place);
            QVERIFY(lines.size() >= 4);
            for (std::size_t i = 0; i < lines.size(); ++i) {
                QVERIFY2(lines[i].left() >= 0 && lines[i].right() <= width,
                         qPrintable(QString::number(lines[i].left())));
                for (std::size_t j = 0; j < i; ++j) QVERIFY(!lines[i].intersects(lines[j]));
            }
        }
    }

    /// The head of a framed figure is in the upper middle of the view.
    void longWordsKeepToTheirCorner()
    {
        Page page(test::chainDocument(4, 0.3, 20));  // its target waits for a key, with advice
        for (const double width : {1600.0, 900.0, 700.0}) {
            page.scene.size = {width, 600};
            Canvas canvas(page.atlas);
            page.paint(canvas, {"hud"});
            int lines = 0;
            for (const PlacedText& placed : canvas.texts()) {
                if (placed.place.bottom() > 300 || placed.place.right() < width - 40) continue;
                ++lines;
                QVERIFY2(placed.place.width() <= std::max(260.0, 0.38 * width) + 10,
                         qPrintable(placed.text));
            }
            QVERIFY(lines >= 2);
        }
    }

    void namesAreWrittenOnDemandAndNotOverEachOther()
    {
        Page page(arm());
        const qsizetype before = page.texts().size();
        page.scene.emphasis.selected = {NodeId(2)};
        QVERIFY(page.texts().count("joint1") >= 1);
        page.scene.emphasis.selected.clear();
        QCOMPARE(page.texts().size(), before);
        page.scene.emphasis.view.names = true;
        Canvas canvas(page.atlas);
        page.paint(canvas, {"names"});
        QVERIFY(canvas.texts().size() >= 3);
        for (std::size_t i = 0; i < canvas.texts().size(); ++i)
            for (std::size_t j = 0; j < i; ++j)
                QVERIFY(!canvas.texts()[i].place.intersects(canvas.texts()[j].place));
    }

    void namesKeepClearOfAllOtherWords()
    {
        // Twelve targets within a few pixels, all selected, and a drag that says something there.
        Page page(test::crowdOfLimbs(12));
        std::vector<NodeId> selected;
        for (const Constraint& c : page.doc.rig->constraints) selected.push_back(c.target);
        page.scene.emphasis.selected = selected;
        for (const double distance : {1.0, 3.0, 8.0}) {
            page.scene.camera.distance *= distance;
            page.scene.camera = withClipPlanes(page.scene.camera, page.stage.sceneSize());
            OverlayTool tool;
            tool.readout = {"0.123 m along X", "the limb matches its place only, not its turn"};
            tool.pointer = Pixel(440, 290);
            Canvas canvas(page.atlas);
            page.scene.tool = &tool;
            page.paint(canvas);
            const QRectF readout = readoutPlace(canvas, page.scene, tool);
            int names = 0;
            for (std::size_t i = 0; i < canvas.texts().size(); ++i) {
                const PlacedText& name = canvas.texts()[i];
                if (!name.text.startsWith("target")) continue;
                ++names;
                QVERIFY2(!name.place.intersects(readout), qPrintable(name.text));
                for (std::size_t j = 0; j < canvas.texts().size(); ++j)
                    QVERIFY2(i == j || !name.place.intersects(canvas.texts()[j].place),
                             qPrintable(name.text + " " + canvas.texts()[j].text));
            }
            QVERIFY(names >= 6);
        }
    }

    void namesLieBesideTheFigure()
    {
        Page page(test::crowdOfLimbs(12));
        for (const Node& node : page.doc.scene->nodes())
            page.scene.emphasis.selected.push_back(node.id);
        const Covered covered(page.scene);
        Canvas canvas(page.atlas);
        page.paint(canvas, {"names"});
        QVERIFY(canvas.texts().size() >= 10);
        // The active one is written in any case.
        const QString active = "target11";
        int hidden = int(page.scene.emphasis.selected.size()), actives = 0;
        for (const PlacedText& name : canvas.texts()) {
            --hidden;
            if (name.text == active)
                ++actives;
            else
                QVERIFY2(!covered.meets(name.place), qPrintable(name.text));
        }
        QCOMPARE(actives, 1);
        QVERIFY2(hidden > 0, "where there is no room a name is left out");
        QVERIFY(covered.meets(QRectF(440, 100, 20, 400)));
        QVERIFY(!covered.meets(QRectF(2, 2, 20, 20)));
    }

    void aimsShowWhereTheyLook()
    {
        Document doc = arm();
        edit::AddTarget aim;
        aim.effector = aim.root = NodeId(4);
        aim.name = "look";
        aim.aim = true;
        doc = *edit::apply(doc, aim);
        Page page(doc);
        const Constraint& look = *findConstraint(page.doc, "look");
        const NodeIndex eye = page.doc.scene->find(NodeId(4));
        const Vec3 star = page.shown.world[page.doc.scene->find(look.target)].position;
        const Pixel at = project(page.scene.camera, page.scene.size, star)->pixel;
        const Pixel from =
            project(page.scene.camera, page.scene.size, page.shown.world[eye].position)->pixel;
        // The head of an arrow is a triangle of which one corner is at the star, and beside it.
        const auto arrows = [&] {
            Canvas canvas(page.atlas);
            page.paint(canvas, {"bones", "targets", "outlines"});
            int found = 0;
            for (std::size_t i = 0; i + 2 < canvas.vertices().size(); i += 3) {
                const auto corner = [&](std::size_t k) {
                    return Pixel(canvas.vertices()[i + k].x, canvas.vertices()[i + k].y);
                };
                const Pixel back = (corner(1) + corner(2)) / 2;
                found += (corner(0) - at).norm() < 0.1 && std::abs((back - at).norm() - 11) < 0.1 &&
                         (back - at).normalized().dot((from - at).normalized()) > 0.999;
            }
            return found;
        };
        QCOMPARE(arrows(), 0);
        page.scene.emphasis.selected = {NodeId(1)};
        QCOMPARE(arrows(), 0);
        page.scene.emphasis.selected = {NodeId(4)};
        QCOMPARE(arrows(), 1);
        page.scene.emphasis.selected = {look.target};
        QCOMPARE(arrows(), 1);
    }

    void whatIsSelectedHasAnOutlineOfItsOwn()
    {
        Page page(arm());
        const auto outlined = [&](const Vec3& around, double radius) {
            Canvas canvas(page.atlas);
            page.paint(canvas, {"bones", "targets", "outlines"});
            const Pixel at = project(page.scene.camera, page.scene.size, around)->pixel;
            return std::count_if(canvas.vertices().begin(), canvas.vertices().end(),
                                 [&](const CanvasVertex& v) {
                                     const QColor color = QColor::fromRgbF(v.r, v.g, v.b, v.a);
                                     return color == selectionColor() &&
                                            std::abs((Pixel(v.x, v.y) - at).norm() - radius) < 2;
                                 });
        };
        const Vec3 target = page.shown.world[page.doc.scene->find(NodeId(100))].position;
        const double radius = selectionRing(page.scene, target);
        QVERIFY(radius >= 13);
        QCOMPARE(outlined(target, radius), 0);
        page.scene.emphasis.selected = {NodeId(100)};
        QVERIFY(outlined(target, radius) >= 3 * 2 * 36);
        // The contour of a bone holds both its ends.
        for (int id = 1; id <= 4; ++id) {
            page.scene.emphasis.selected = {NodeId(id)};
            Canvas canvas(page.atlas);
            page.paint(canvas, {"bones", "targets", "outlines"});
            QPolygonF corners;
            for (const CanvasVertex& v : canvas.vertices())
                if (QColor::fromRgbF(v.r, v.g, v.b, v.a) == selectionColor())
                    corners << QPointF(v.x, v.y);
            QVERIFY(corners.size() >= 3 * 2 * 3);
            const NodeIndex bone = page.doc.scene->find(NodeId(id));
            for (const Vec3& end : {page.shown.world[bone].position,
                                    page.shown.world[bone] * (*page.doc.scene)[bone].bone()->tip}) {
                const Pixel at = project(page.scene.camera, page.scene.size, end)->pixel;
                QVERIFY(corners.boundingRect().adjusted(-1, -1, 1, 1).contains(at.x(), at.y()));
            }
        }
    }

    void selectionAndStatusesDifferForAllEyes()
    {
        // Machado, Oliveira, Fernandes: A Physiologically-based Model for Simulation of Color
        // Vision Deficiency (2009), table 1, severity 1.
        Mat3 protan, deutan, tritan;
        protan << 0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116,
            1.051998;
        deutan << 0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.011820, 0.042940,
            0.968881;
        tritan << 1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367,
            0.303900;
        const auto linear = [](const QColor& color) {
            const auto channel = [](double c) {
                return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
            };
            return Vec3(channel(color.redF()), channel(color.greenF()), channel(color.blueF()));
        };
        const auto lab = [](const Vec3& rgb) {
            Mat3 toXyz;  // sRGB, over the white point D65
            toXyz << 0.4124 / 0.9505, 0.3576 / 0.9505, 0.1805 / 0.9505, 0.2126, 0.7152, 0.0722,
                0.0193 / 1.089, 0.1192 / 1.089, 0.9505 / 1.089;
            const Vec3 f =
                (toXyz * rgb.cwiseMax(0).cwiseMin(1)).cwiseMax(1e-6).unaryExpr([](double t) {
                    return t > 0.008856 ? std::cbrt(t) : 7.787 * t + 16.0 / 116;
                });
            return Vec3(116 * f.y() - 16, 500 * (f.x() - f.y()), 200 * (f.y() - f.z()));
        };
        for (const Mat3& eye : {Mat3(Mat3::Identity()), protan, deutan, tritan})
            for (const Mood mood : {Mood::Quiet, Mood::Good, Mood::Eased, Mood::Bad}) {
                const double apart =
                    (lab(eye * linear(selectionColor())) - lab(eye * linear(colorOf(mood)))).norm();
                QVERIFY2(apart > 30, qPrintable(QString::number(apart)));
            }
    }

    void wordsStayInsideTheView()
    {
        Page page(arm());
        OverlayTool tool;
        tool.readout = {"0.123 m along X", "reached"};
        for (const Pixel& pointer : {Pixel(2, 2), Pixel(898, 598), Pixel(898, 2)}) {
            tool.pointer = pointer;
            Canvas canvas(page.atlas);
            page.scene.tool = &tool;
            page.paint(canvas);
            for (const PlacedText& placed : canvas.texts())
                QVERIFY2(QRectF(0, 0, 900, 600).contains(placed.place), qPrintable(placed.text));
        }
    }

    void wordsOfADragKeepOffTheLimb()
    {
        // The limb on every side of the pointer in turn: the words are on another.
        Page page(arm());
        page.scene.emphasis.selected = {NodeId(100)};
        OverlayTool tool;
        tool.readout = {"0.123 m along X", "held by a joint limit"};
        for (int turn = 0; turn < 12; ++turn) {
            page.scene.camera = orbitedAbout(page.scene.camera, page.scene.size, Pixel(60, 9),
                                             page.shown.world.back().position);
            tool.pointer =
                project(page.scene.camera, page.scene.size, page.shown.world.back().position)
                    ->pixel;
            Canvas canvas(page.atlas);
            const QRectF words = readoutPlace(canvas, page.scene, tool);
            for (int row = 0; row < 5; ++row) {
                const Pixel a =
                    project(page.scene.camera, page.scene.size, page.shown.world[row].position)
                        ->pixel;
                const Pixel b = project(page.scene.camera, page.scene.size,
                                        page.shown.world[std::min(row + 1, 4)].position)
                                    ->pixel;
                for (double t = 0; t <= 1; t += 0.05) {
                    const Pixel on = a + t * (b - a);
                    QVERIFY2(!words.contains(on.x(), on.y()), qPrintable(QString::number(turn)));
                }
            }
        }
    }

    void everyCornerIsANumber()
    {
        // A view in which everything is behind the eye or on it must not draw wild triangles.
        Page page(arm());
        page.scene.emphasis.view.names = true;
        page.scene.emphasis.view.bones = BoneStyle::XRay;
        page.scene.emphasis.selected = {NodeId(100)};
        OverlayTool tool;
        for (const double distance : {1e-6, 0.3, 1e5}) {
            page.scene.camera.distance = distance;
            page.scene.camera = withClipPlanes(page.scene.camera, page.stage.sceneSize());
            tool.gizmo = gizmoAt(page.scene.camera, page.scene.size, GizmoKind::Rotate,
                                 page.shown.world.back().position, Mat3::Identity(), 84);
            Canvas canvas(page.atlas);
            page.scene.tool = &tool;
            page.paint(canvas);
            QVERIFY(canvas.vertices().size() % 3 == 0);
            for (const CanvasVertex& v : canvas.vertices())
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
        // A line longer than the picture is wide is not cut: it goes in by its letters or words.
        const QString letters =
            QString::fromUtf8("out of reach \xe2\x80\x93 ") + QString("reaches only ").repeated(20);
        QCOMPARE(int(atlas.pieces(letters).size()), int(letters.size()));
        const QString words = QString::fromUtf8("\xe5\xb7\xa6\xe8\x85\xb3 ").repeated(200);
        QVERIFY(atlas.pieces(words).size() > 200);
        const double one = atlas.width(QString::fromUtf8("\xe5\xb7\xa6\xe8\x85\xb3 "));
        QVERIFY(std::abs(atlas.width(words) - 200 * one) < 200);
        // More than it holds: it begins anew and goes on.
        for (int i = 0; i < 4000; ++i)
            QCOMPARE(int(atlas.pieces(QString(QChar(0x4e00 + i)) + QChar(0x4e01 + i)).size()), 1);
        QCOMPARE(int(atlas.pieces("hello").size()), 5);
    }
};

POSEWRIGHT_TEST(TestOverlay, posewright::test::runWithWidgets);
#include "tst_overlay.moc"
