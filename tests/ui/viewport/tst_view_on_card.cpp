#include "tests/support/made_tube.h"
#include "tests/support/program.h"
#include "tests/ui/viewport/moved_by_card.h"
#include "tests/ui/viewport/view_window.h"
#include "ui/viewport/draw/paint.h"

#include <Qt3DRender/QShaderProgram>

#include <cmath>

using namespace posewright;
using namespace posewright::ui;

namespace {

constexpr int kJoints = 20;

/// Above the ground: Qt 3D decides whether the shadow there, which is translucent, or what lies
/// below it is drawn first.
Document tube()
{
    const Vec3 up(0, 0.5, 0);
    const Document low = test::madeTube(kJoints, 2000);
    std::vector<Node> nodes = low.scene->nodes();
    nodes[0].rest.translation = up;
    Document doc = low;
    doc.scene = *Scene::make(std::move(nodes), low.scene->skins());
    return test::withKeys(doc, NodeId(1), {{0, up}, {24, up + Vec3(0, 0.03, 0.02)}, {48, up}});
}

/// Only surfaces, and what lies flat over them.
ViewState plain(MeshStyle style)
{
    ViewState state;
    state.meshes = style;
    state.through = false;
    state.grid = false;
    return state;
}

}  // namespace

/// Surfaces that the graphics card moves, in the window.
class TestViewOnCard : public test::ViewWindow {
    Q_OBJECT

    void open(const char* by)
    {
        qputenv("POSEWRIGHT_SKINNING", by);
        openLimbs();
        qunsetenv("POSEWRIGHT_SKINNING");
        if (QTest::currentTestFailed() || !session_) return;
        session_->history().setClean();
        session_->startNew(tube(), "tube");
        session_->playhead().setFrame(17);
        view().settings().set(plain(MeshStyle::Smooth));
        key(Qt::Key_1);
        QTRY_VERIFY(written().contains("Frame 17"));
    }
    QImage whole() { return onScreen(QRect(0, 0, canvas()->width(), canvas()->height())); }
    /// Of the surface, not of the background.
    bool seenAt(const Vec3& place)
    {
        const QColor color = onScreen(QRect(WindowTest::seen(place), QSize(1, 1))).pixelColor(0, 0);
        return color.lightness() > backgroundColor().lightness() + 30;
    }

private slots:
    void cleanup() { closeUnasked(); }

    /// The same picture whoever moves the vertices, in colours of materials and of weights.
    void thePictureIsThatOfTheProcessor()
    {
        std::vector<std::vector<QImage>> pictures;
        for (const char* by : {"card", "processor"}) {
            open(by);
            QVERIFY(!QTest::currentTestFailed());
            QCOMPARE(test::onCard(view().picture(), "Tube").has_value(), *by == 'c');
            QTRY_VERIFY_WITH_TIMEOUT(seenAt(Vec3(0.3, 0.53, 0)), 20000);
            auto& taken = pictures.emplace_back();
            session_->selection().setNodes({NodeId(kJoints / 2)});
            for (const MeshStyle style : {MeshStyle::Flat, MeshStyle::Wire, MeshStyle::Weights}) {
                view().settings().set(plain(style));
                QTest::qWait(700);
                taken.push_back(whole());
            }
            closeUnasked();
        }
        for (std::size_t i = 0; i < pictures[0].size(); ++i) {
            const QImage &a = pictures[0][i], &b = pictures[1][i];
            if (const QString to = qEnvironmentVariable("POSEWRIGHT_PICTURES"); !to.isEmpty()) {
                a.save(QString("%1/moved_by_card_%2.png").arg(to).arg(i));
                b.save(QString("%1/moved_by_processor_%2.png").arg(to).arg(i));
            }
            QCOMPARE(a.size(), b.size());
            int other = 0;
            for (int y = 0; y < a.height(); ++y)
                for (int x = 0; x < a.width(); ++x) {
                    const QColor p = a.pixelColor(x, y), q = b.pixelColor(x, y);
                    other += std::abs(p.red() - q.red()) > 8 ||
                             std::abs(p.green() - q.green()) > 8 ||
                             std::abs(p.blue() - q.blue()) > 8;
                }
            qInfo("%d pixels differ", other);
            QVERIFY(other < a.width() * a.height() / 10'000);
        }
    }

    /// A card may not do what its version of OpenGL promises: then the surface is not lost.
    void aRefusedShaderLeavesThemToTheProcessor()
    {
        open("card");
        QVERIFY(!QTest::currentTestFailed());
        QVERIFY(test::onCard(view().picture(), "Tube"));
        QTRY_VERIFY_WITH_TIMEOUT(seenAt(Vec3(0.3, 0.53, 0)), 20000);
        QTest::ignoreMessage(QtWarningMsg,
                             "The graphics card does not move surfaces, so the processor does.");
        int broken = 0;
        for (auto* program : view().picture().root().findChildren<Qt3DRender::QShaderProgram*>()) {
            if (!program->vertexShaderCode().contains("Joints")) continue;
            program->setVertexShaderCode(program->vertexShaderCode().replace("rows[0", "none[0") +
                                         "void none;\n");
            ++broken;
        }
        QVERIFY(broken > 0);
        // A picture may be drawn before the program is compiled anew.
        const auto drawn = [&] {
            view().window().draw();
            return !test::onCard(view().picture(), "Tube") && seenAt(Vec3(0.3, 0.53, 0));
        };
        QTRY_VERIFY_WITH_TIMEOUT(drawn(), 20000);
        // And so it stays, also for another document.
        session_->startNew(tube(), "another");
        QTRY_VERIFY(written().contains("Frame 0"));
        QVERIFY(!test::onCard(view().picture(), "Tube"));
        QTest::qWait(300);
        QTRY_VERIFY_WITH_TIMEOUT(seenAt(Vec3(0.3, 0.53, 0)), 20000);
    }
};

POSEWRIGHT_TEST(TestViewOnCard, posewright::test::runOnScreen);
#include "tst_view_on_card.moc"
