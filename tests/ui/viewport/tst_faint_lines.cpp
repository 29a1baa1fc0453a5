#include "tests/support/program.h"
#include "tests/ui/run.h"
#include "tests/ui/support.h"
#include "ui/viewport/layers/composition.h"
#include "ui/viewport/layers/handles.h"

#include <QtTest>

#include <string_view>

using namespace posewright;
using namespace posewright::ui;

namespace {

/// An arm whose hand's target is selected, seen from its front.
struct FaintPage {
    Document doc =
        test::withKeys(test::chainDocument(4, 0.3, 20), NodeId(100), {{0, {0.5, 0.6, 0.2}}});
    Stage stage = stageOf(doc);
    Evaluation shown = evaluate(doc, 12);
    TextAtlas atlas{QFont()};
    OverlayScene scene{doc, &shown, stage, {}, {900, 600}, {}};
    Composition picture;

    FaintPage()
    {
        scene.camera = defaultCamera(stage, scene.size);
        scene.emphasis.selected = {NodeId(100)};
        scene.emphasis.view.bones = BoneStyle::Line;
    }
    std::vector<float> strengths(const std::string& layer)
    {
        const std::vector<std::string> only{layer};
        Canvas canvas(atlas);
        picture.paint(canvas, scene, &only);
        std::vector<float> out;
        for (const CanvasVertex& v : canvas.vertices()) out.push_back(v.a);
        return out;
    }
};

}  // namespace

class TestFaintLines : public QObject {
    Q_OBJECT

private slots:
    /// What lies over the figure is faint during a drag, and what is said of it is not.
    void linesAreFaintWhileSomethingIsDragged()
    {
        FaintPage page;
        OverlayTool tool;
        tool.reach = page.doc.rig->constraints[0].id;
        tool.readout = {"0.123 m"};
        tool.pointer = Pixel(440, 290);
        tool.guide = std::pair(Vec3(0, 0, 0), Vec3(1, 0, 0));
        page.scene.tool = &tool;
        for (const char* layer : {"bones", "outlines", "reach", "names", "hud", "handles"}) {
            tool.held = false;
            const std::vector<float> before = page.strengths(layer);
            tool.held = true;
            const std::vector<float> during = page.strengths(layer);
            QVERIFY2(!before.empty() && before.size() == during.size(), layer);
            int faint = 0, same = 0;
            for (std::size_t i = 0; i < before.size(); ++i) {
                faint += during[i] <= 0.31F * before[i];
                same += during[i] == before[i];
            }
            const int all = int(before.size());
            if (std::string_view(layer) == "hud")
                QCOMPARE(same, all);
            else if (std::string_view(layer) == "handles")
                QVERIFY2(faint == 6 && same == all - 6, "the guide is faint, not the words");
            else
                QVERIFY2(faint == all, layer);
        }
    }

    /// The words of a drag lie beside the figure, if there is a place for them.
    void wordsOfADragKeepOffTheFigure()
    {
        FaintPage page;
        page.scene.emphasis.selected.clear();
        OverlayTool tool;
        tool.readout = {"0.123 m along X"};
        const auto place = [&](NodeIndex row) {
            return project(page.scene.camera, page.scene.size, page.shown.world[row].position)
                ->pixel;
        };
        const Pixel low = place(0), high = place(4);
        // Left of the figure the words would lie over it.
        tool.pointer = (low + high) / 2 - Pixel(40, 0);
        Canvas canvas(page.atlas);
        const QRectF words = readoutPlace(canvas, page.scene, tool);
        QVERIFY(words.width() > 60);
        for (NodeIndex row = 0; row < 4; ++row)
            for (double t = 0; t <= 1; t += 0.05) {
                const Pixel on = place(row) + t * (place(row + 1) - place(row));
                QVERIFY(!words.contains(on.x(), on.y()));
            }
    }
};

POSEWRIGHT_TEST(TestFaintLines, posewright::test::runWithoutScreen);
#include "tst_faint_lines.moc"
