// Ways to move a skinned surface, each drawing the same pictures of 1280 x 720 in one process: by
// the processor, by Qt 3D's armature, and by a shader of ours that finds the joints' matrices in an
// array of uniforms, a uniform block, or a texture; and the view's own surfaces in its two ways.
// Best of several rounds, in turn; the first way is what the others are compared with. Needs a
// display: run it under xvfb-run.
//
//   bench_skinning [rounds [joints]]
#include "tests/bench/view/ways.h"
#include "tests/support/made_tube.h"
#include "ui/viewport/qt3d/frame_graph.h"

#include <QElapsedTimer>
#include <QGuiApplication>
#include <QOffscreenSurface>
#include <QOpenGLContext>
#include <QOpenGLFunctions>
#include <QTest>
#include <QWindow>
#include <Qt3DCore/QAspectEngine>
#include <Qt3DRender/QCamera>
#include <Qt3DRender/QLayer>
#include <Qt3DRender/QRenderAspect>
#include <Qt3DRender/QRenderCapture>
#include <Qt3DRender/QRenderSettings>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <vector>

using namespace posewright;
using namespace posewright::bench;

namespace {

constexpr QSize kView{1280, 720};
constexpr int kFrames = 48;

double seconds(clockid_t clock)
{
    timespec now{};
    clock_gettime(clock, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// Per picture. [ms]
struct Times {
    double wall = 1e9;
    double all = 1e9;   ///< work of all threads
    double ours = 1e9;  ///< of that, what our thread does before Qt 3D begins

    void lower(const Times& by)
    {
        wall = std::min(wall, by.wall);
        all = std::min(all, by.all);
        ours = std::min(ours, by.ours);
    }
};

/// A window in which one way draws one figure.
class Screen {
public:
    Screen(const Way& way, const Figure& figure) : root_(new Qt3DCore::QEntity)
    {
        window_.setSurfaceType(QSurface::OpenGLSurface);
        window_.setFlags(Qt::FramelessWindowHint);
        window_.resize(kView);
        window_.show();
        camera_ = new Qt3DRender::QCamera(root_);
        auto* over = new Qt3DRender::QLayer(root_);
        auto* flat = new Qt3DRender::QLayer(root_);
        const ui::FrameGraph frames = ui::makeFrameGraph(camera_, *over, *flat);
        frames.root->setSurface(&window_);
        capture_ = frames.capture;
        auto* settings = new Qt3DRender::QRenderSettings(root_);
        settings->setActiveFrameGraph(frames.root);
        settings->setRenderPolicy(Qt3DRender::QRenderSettings::Always);
        root_->addComponent(settings);
        move_ = way.make(*root_, figure);
        Camera camera;
        camera.pivot = Vec3(0.5, 0, 0);
        camera.distance = 1.1;
        camera.yaw = 0.2;
        camera.pitch = 0.25;
        camera.nearPlane = 0.05;
        camera.farPlane = 10;
        ui::aim(*camera_, camera, {double(kView.width()), double(kView.height())});
        engine_.setRunMode(Qt3DCore::QAspectEngine::Manual);
        engine_.registerAspect(new Qt3DRender::QRenderAspect);
        engine_.setRootEntity(Qt3DCore::QEntityPtr(root_));
        if (!QTest::qWaitForWindowExposed(&window_)) qFatal("the window is not shown");
        for (int i = 0; i < 12; ++i) show(i);
    }
    ~Screen() { engine_.setRootEntity({}); }
    Screen(const Screen&) = delete;
    Screen& operator=(const Screen&) = delete;

    Times measure()
    {
        Times sum{0, 0, 0};
        const double all = seconds(CLOCK_PROCESS_CPUTIME_ID);
        QElapsedTimer clock;
        clock.start();
        for (int i = 0; i < kFrames; ++i) sum.ours += show(i);
        sum.wall = 1e-6 * double(clock.nsecsElapsed()) / kFrames;
        sum.all = 1e3 * (seconds(CLOCK_PROCESS_CPUTIME_ID) - all) / kFrames;
        sum.ours *= 1e3 / kFrames;
        return sum;
    }

    /// The first picture after a move: what comes a frame late looks wrong beside the others.
    QImage picture(int frame)
    {
        move_(frame);
        const std::unique_ptr<Qt3DRender::QRenderCaptureReply> reply(capture_->requestCapture());
        for (int i = 0; i < 20 && !reply->isComplete(); ++i) {
            engine_.processFrame();
            QCoreApplication::processEvents();
        }
        return reply->image();
    }

private:
    /// What our thread did before Qt 3D began. [s]
    double show(int frame)
    {
        const double since = seconds(CLOCK_THREAD_CPUTIME_ID);
        move_(frame % kFrames);
        const double took = seconds(CLOCK_THREAD_CPUTIME_ID) - since;
        engine_.processFrame();
        QCoreApplication::processEvents();
        return took;
    }

    QWindow window_;
    Qt3DCore::QAspectEngine engine_;
    Qt3DCore::QEntity* root_;  ///< owned by the engine
    Qt3DRender::QCamera* camera_;
    Qt3DRender::QRenderCapture* capture_;
    Move move_;
};

/// How far pictures are apart: of pixels that differ by more than 8 of 255, the share of those that
/// are not background in one of them.
double apart(const QImage& a, const QImage& b)
{
    if (a.isNull() || a.size() != b.size()) return 1;
    const QRgb ground = b.pixel(0, 0);
    int other = 0;
    int seen = 0;
    for (int y = 0; y < a.height(); ++y)
        for (int x = 0; x < a.width(); ++x) {
            const QRgb p = a.pixel(x, y);
            const QRgb q = b.pixel(x, y);
            if (p == ground && q == ground) continue;
            ++seen;
            other += std::abs(qRed(p) - qRed(q)) > 8 || std::abs(qGreen(p) - qGreen(q)) > 8 ||
                     std::abs(qBlue(p) - qBlue(q)) > 8;
        }
    return seen ? double(other) / seen : 1;
}

void tellOpenGl()
{
    QOpenGLContext context;
    context.create();
    QOffscreenSurface surface;
    surface.create();
    context.makeCurrent(&surface);
    int components = 0;
    int block = 0;
    context.functions()->glGetIntegerv(0x8B4A, &components);  // GL_MAX_VERTEX_UNIFORM_COMPONENTS
    context.functions()->glGetIntegerv(0x8A30, &block);       // GL_MAX_UNIFORM_BLOCK_SIZE
    std::printf("%s\nnumbers in uniforms of a vertex shader: %d; bytes in a block: %d\n",
                reinterpret_cast<const char*>(context.functions()->glGetString(GL_RENDERER)),
                components, block);
}

/// A tube whose first joint is scaled unequally, and whose second is turned: those below are
/// sheared.
Document sheared(int joints, int vertices)
{
    Document doc = test::madeTube(joints, vertices);
    std::vector<Node> nodes = doc.scene->nodes();
    nodes[0].rest.scale = Vec3(1, 0.5, 1);
    nodes[1].rest.rotation = Quat(Eigen::AngleAxisd(0.5, Vec3::UnitZ()));
    doc.scene = *Scene::make(std::move(nodes), doc.scene->skins());
    return doc;
}

void compare(const Document& doc, const char* what, int rounds)
{
    const Figure figure(doc, kFrames);
    std::vector<Times> times(ways().size());
    std::vector<QImage> pictures(ways().size());
    for (int round = 0; round < rounds; ++round)
        for (std::size_t i = 0; i < ways().size(); ++i) {
            Screen screen(ways()[i], figure);
            times[i].lower(screen.measure());
            if (round == 0) pictures[i] = screen.picture(17);
            if (round == 0 && qEnvironmentVariableIsSet("POSEWRIGHT_PICTURES"))
                pictures[i].save(qEnvironmentVariable("POSEWRIGHT_PICTURES") + "/" +
                                 ways()[i].name + ".png");
        }
    std::printf("\n%zu vertices, %zu joints%s\n%-16s %10s %10s %10s %8s %10s\n",
                figure.part->mesh->positions.size(), figure.doc.scene->skins()[0].joints.size(),
                what, "", "picture", "all work", "ours", "ratio", "differ");
    for (std::size_t i = 0; i < ways().size(); ++i)
        std::printf("%-16s %7.2f ms %7.2f ms %7.3f ms %8.2f %9.4f%%\n", ways()[i].name,
                    times[i].wall, times[i].all, times[i].ours, times[i].all / times[0].all,
                    100 * apart(pictures[i], pictures[0]));
    std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv)
{
    if (!qEnvironmentVariableIsEmpty("DISPLAY")) qputenv("QT_QPA_PLATFORM", "xcb");
    ui::prepareOpenGl();
    QSurfaceFormat format = QSurfaceFormat::defaultFormat();
    format.setSwapInterval(0);
    QSurfaceFormat::setDefaultFormat(format);
    const QGuiApplication app(argc, argv);
    if (!ui::hasOpenGl()) {
        std::puts("needs OpenGL 3.2 and a display: run it under xvfb-run");
        return 0;
    }
    tellOpenGl();
    // scripts/bench passes on what Google Benchmark takes.
    const bool told = argc > 1 && *argv[1] != '-';
    const int rounds = told ? std::max(1, std::atoi(argv[1])) : 5;
    const int joints = told && argc > 2 ? std::atoi(argv[2]) : 67;
    for (const int vertices : {20'000, 50'000})
        compare(test::madeTube(joints, vertices), "", rounds);
    compare(sheared(joints, 20'000), ", sheared", 1);
    return 0;
}
