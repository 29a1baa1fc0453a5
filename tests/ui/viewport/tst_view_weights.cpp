#include "core/skinning/shares.h"
#include "tests/support/figures.h"
#include "tests/support/program.h"
#include "tests/ui/viewport/view_window.h"
#include "ui/viewport/draw/paint.h"
#include "ui/viewport/layers/weight_tints.h"

using namespace posewright;
using namespace posewright::ui;

namespace {

constexpr NodeId kLeft{1}, kRight{2}, kSquare{3}, kBox{4};

/// A square from -1 to 1 in x and y whose left side one bone moves alone, and whose right side a
/// quarter of the other; and a small one that hangs on the second bone without a skin.
Document twoBones()
{
    std::vector<Node> nodes;
    BonePart bone;
    bone.tip = Vec3(0, 0.1, 0);
    nodes.push_back(test::makeNode(1, "left", kNoNode, Vec3(-1, 0, 0), bone));
    nodes.push_back(test::makeNode(2, "right", kNoNode, Vec3(1, 0, 0), bone));
    nodes.push_back(test::makeNode(3, "square", kNoNode, Vec3::Zero()));
    nodes.push_back(test::makeNode(4, "box", 1, Vec3(0.8, 0, 0)));
    Mesh mesh;
    for (const auto& [x, y] : {std::pair{-1.F, 1.F}, {1.F, 1.F}, {-1.F, -1.F}, {1.F, -1.F}}) {
        mesh.positions.emplace_back(x, y, 0.F);
        mesh.normals.emplace_back(0.F, 0.F, 1.F);
        mesh.joints.push_back({0, 1, 0, 0});
        mesh.weights.push_back(x < 0 ? Eigen::Vector4f(0.5F, 0, 0.5F, 0)
                                     : Eigen::Vector4f(0.75F, 0.25F, 0, 0));
    }
    mesh.indices = {0, 2, 1, 1, 2, 3};
    Mesh box = mesh;
    box.joints.clear();
    box.weights.clear();
    for (Eigen::Vector3f& at : box.positions) at *= 0.2F;
    nodes[2].part = MeshPart{std::move(mesh), 0};
    nodes[3].part = MeshPart{std::move(box)};
    Document doc = emptyDocument();
    doc.scene = *Scene::make(
        std::move(nodes),
        {Skin{{kLeft, kRight}, {Eigen::Matrix4f::Identity(), Eigen::Matrix4f::Identity()}}});
    doc.nextId = 5;
    return doc;
}

}  // namespace

/// By how much bones move a surface, as numbers and in the window.
class TestViewWeights : public test::ViewWindow {
    Q_OBJECT

    QColor colorAt(const Vec3& place)
    {
        return onScreen(QRect(WindowTest::seen(place), QSize(1, 1))).pixelColor(0, 0);
    }

private slots:
    void sharesAddUpWhereAJointComesTwice()
    {
        const Document doc = twoBones();
        const NodeIndex square = doc.scene->find(kSquare);
        QCOMPARE(skinning::sharesOf(*doc.scene, square, std::array{kLeft}),
                 (std::vector<float>{1, 0.75F, 1, 0.75F}));
        QCOMPARE(skinning::sharesOf(*doc.scene, square, std::array{kRight}),
                 (std::vector<float>{0, 0.25F, 0, 0.25F}));
        QCOMPARE(skinning::sharesOf(*doc.scene, square, std::array{kRight, kLeft}),
                 (std::vector<float>{1, 1, 1, 1}));
        const NodeIndex box = doc.scene->find(kBox);
        QCOMPARE(skinning::sharesOf(*doc.scene, box, std::array{kRight}),
                 (std::vector<float>{1, 1, 1, 1}));
        QCOMPARE(skinning::sharesOf(*doc.scene, box, std::array{kLeft, kBox}),
                 (std::vector<float>{0, 0, 0, 0}));
    }

    void colorsGoFromBlueToRed()
    {
        const Document doc = twoBones();
        const NodeIndex square = doc.scene->find(kSquare);
        const std::vector<Tint> left = weightTints(*doc.scene, square, std::array{kLeft});
        QVERIFY(left[0][0] > 2 * left[0][2] && left[0][0] > 2 * left[0][1]);
        const std::vector<Tint> right = weightTints(*doc.scene, square, std::array{kRight});
        QVERIFY(right[0][2] > 2 * right[0][0] && right[0][2] > 2 * right[0][1]);
        QVERIFY(left[0] != left[1] && right[0] != right[1]);
        // A target or a mesh with a skin moves nothing: each bone has its own colour then.
        const std::vector<Tint> own = weightTints(*doc.scene, square, std::array{kSquare});
        QVERIFY(own == weightTints(*doc.scene, square, {}));
        const std::vector<Tint> box = weightTints(*doc.scene, doc.scene->find(kBox), {});
        for (int c = 0; c < 3; ++c)
            QVERIFY(std::abs(own[1][c] - (0.75 * own[0][c] + 0.25 * box[0][c])) <= 1);
    }

    void theWindowShowsThem()
    {
        openLimbs();
        session_->history().setClean();
        session_->startNew(twoBones(), "square");
        ViewState state;
        state.meshes = MeshStyle::Weights;
        state.through = false;
        state.grid = false;
        view().settings().set(state);
        session_->selection().setNodes({kLeft});
        key(Qt::Key_1);
        const Vec3 atLeft(-0.9, 0.6, 0), atRight(0.3, 0.6, 0);
        QTRY_VERIFY_WITH_TIMEOUT(colorAt(atLeft).red() > 2 * colorAt(atLeft).blue(), 20000);
        QVERIFY(written().contains("Weights of left"));
        session_->selection().setNodes({kRight});
        QTRY_VERIFY_WITH_TIMEOUT(colorAt(atLeft).blue() > 2 * colorAt(atLeft).red(), 20000);
        session_->selection().setNodes({});
        QTRY_VERIFY(written().contains("each bone"));
        // Back to what the material says, which is grey.
        state.meshes = MeshStyle::Smooth;
        view().settings().set(state);
        const auto grey = [&](const QColor& color) {
            return std::abs(color.red() - color.blue()) < 30 && color.red() > 60;
        };
        QTRY_VERIFY_WITH_TIMEOUT(grey(colorAt(atLeft)) && grey(colorAt(atRight)), 20000);
    }

    void whatLiesBehindIsChosen()
    {
        for (const Backdrop backdrop :
             {Backdrop::White, Backdrop::Grey, Backdrop::Black, Backdrop::Dark}) {
            ViewState state = view().settings().now();
            state.backdrop = backdrop;
            view().settings().set(state);
            QTRY_COMPARE_WITH_TIMEOUT(colorAt(Vec3(-1.2, 1.1, 0)), backgroundColor(backdrop),
                                      20000);
        }
    }

    void cleanupTestCase() { closeUnasked(); }
};

POSEWRIGHT_TEST(TestViewWeights, posewright::test::runOnScreen);

#include "tst_view_weights.moc"
