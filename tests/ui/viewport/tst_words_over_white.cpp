#include "tests/support/program.h"
#include "tests/ui/run.h"
#include "tests/ui/support.h"
#include "ui/look/contrast.h"
#include "ui/viewport/layers/composition.h"

#include <QtTest>

using namespace posewright;
using namespace posewright::ui;

namespace {

/// What lies behind a word over white, as dark as its plates make it.
QColor groundOf(const Canvas& canvas, const QRectF& word)
{
    const std::vector<CanvasVertex>& all = canvas.vertices();
    QColor darkest = Qt::white;
    // Plates are polygons of two triangles.
    for (std::size_t i = 0; i + 5 < all.size(); i += 3) {
        double left = all[i].x, right = left, top = all[i].y, bottom = top;
        for (std::size_t k = i; k < i + 6; ++k) {
            left = std::min<double>(left, all[k].x);
            right = std::max<double>(right, all[k].x);
            top = std::min<double>(top, all[k].y);
            bottom = std::max<double>(bottom, all[k].y);
        }
        const QRectF plate(left, top, right - left, bottom - top);
        if (!plate.contains(word.adjusted(1, 0, -1, 0)) || plate.height() > 2 * word.height())
            continue;
        const CanvasVertex& v = all[i];
        const auto over = [&](float c) { return c * v.a + 1 - v.a; };
        const QColor ground = QColor::fromRgbF(over(v.r), over(v.g), over(v.b));
        if (ground.lightness() < darkest.lightness()) darkest = ground;
    }
    return darkest;
}

}  // namespace

/// Words of the view are read over a white figure and a white backdrop, too.
class TestWordsOverWhite : public QObject {
    Q_OBJECT

private slots:
    /// All but the letters of the axes have a plate so dark that the faintest of the letters stand
    /// out from it.
    void wordsHaveAPlate_data()
    {
        QTest::addColumn<bool>("empty");
        QTest::newRow("an arm with its names") << false;
        QTest::newRow("nothing yet") << true;
    }
    void wordsHaveAPlate()
    {
        QFETCH(bool, empty);
        const Document doc = empty ? emptyDocument()
                                   : test::withKeys(test::chainDocument(4, 0.3, 20), NodeId(100),
                                                    {{0, {0.5, 0.6, 0.2}}});
        const Stage stage = stageOf(doc);
        const Evaluation shown = evaluate(doc, 12);
        OverlayScene scene{doc, &shown, stage, {}, {900, 600}, {}};
        scene.camera = defaultCamera(stage, scene.size);
        scene.emphasis.view.names = true;
        if (!empty) scene.emphasis.selected = {NodeId(2)};
        TextAtlas atlas{QFont()};
        Canvas canvas(atlas);
        const Composition picture;
        const std::vector<std::string> only{"hud", "names"};
        picture.paint(canvas, scene, &only);
        QVERIFY(canvas.texts().size() > 5);
        const QColor faintest(0xb4, 0xba, 0xc3);
        for (const PlacedText& word : canvas.texts()) {
            if (word.text.size() == 1) continue;
            const double ratio = contrast(groundOf(canvas, word.place), faintest);
            QVERIFY2(ratio >= 4.5, qPrintable(QString("%1: %2").arg(word.text).arg(ratio)));
        }
    }
};

POSEWRIGHT_TEST(TestWordsOverWhite, posewright::test::runWithWidgets);
#include "tst_words_over_white.moc"
