#include "ui/viewport/qt3d/frame_graph.h"

#include "ui/viewport/draw/paint.h"
#include "ui/viewport/qt3d/smooth_edges.h"

#include <QOffscreenSurface>
#include <QOpenGLContext>
#include <QOpenGLFunctions>
#include <QSurfaceFormat>
#include <Qt3DRender/QCameraLens>
#include <Qt3DRender/QCameraSelector>
#include <Qt3DRender/QNoDraw>
#include <Qt3DRender/QViewport>

#include <numbers>

namespace posewright::ui {

namespace {

QVector3D frameToQt(const Vec3& v)
{
    return {static_cast<float>(v.x()), static_cast<float>(v.y()), static_cast<float>(v.z())};
}

void setSamples(int samples)
{
    QSurfaceFormat format = QSurfaceFormat::defaultFormat();
    format.setSamples(samples);
    QSurfaceFormat::setDefaultFormat(format);
}

struct OpenGl {
    bool enough = false;       ///< for our shaders
    bool software = false;     ///< the processor draws
    bool byProcessor = false;  ///< the same, for desktop OpenGL
};

OpenGl lookForOpenGl()
{
    prepareOpenGl();
    QOpenGLContext context;
    context.setFormat(QSurfaceFormat::defaultFormat());
    if (!context.create()) return {};
    QOffscreenSurface surface;
    surface.setFormat(context.format());
    surface.create();
    if (!surface.isValid() || !context.makeCurrent(&surface)) return {};
    const auto* name = reinterpret_cast<const char*>(context.functions()->glGetString(GL_RENDERER));
    const QByteArray renderer = QByteArray(name).toLower();
    OpenGl found{.enough = context.format().majorVersion() >= 3};
    // Mesa's three, Google's and Microsoft's software renderers.
    for (const char* software : {"llvmpipe", "softpipe", "swrast", "swiftshader", "gdi generic",
                                 "basic render", "software"})
        found.software |= renderer.contains(software);
    found.byProcessor = found.software && !context.isOpenGLES();
    context.doneCurrent();
    if (found.byProcessor) setSamples(1);
    return found;
}

const OpenGl& openGl()
{
    static const OpenGl found = lookForOpenGl();
    return found;
}

}  // namespace

FrameGraph makeFrameGraph(Qt3DRender::QCamera* camera, Qt3DRender::QLayer& over,
                          Qt3DRender::QLayer& flat)
{
    FrameGraph graph;
    graph.root = new Qt3DRender::QRenderSurfaceSelector;
    graph.into = new Qt3DRender::QRenderTargetSelector(graph.root);
    auto* viewport = new Qt3DRender::QViewport(graph.into);
    auto* selector = new Qt3DRender::QCameraSelector(viewport);
    selector->setCamera(camera);

    auto* clear = new Qt3DRender::QClearBuffers(selector);
    clear->setBuffers(Qt3DRender::QClearBuffers::ColorDepthBuffer);
    clear->setClearColor(backgroundColor());
    graph.background = clear;
    graph.scene = new Qt3DRender::QLayerFilter(clear);
    graph.scene->setFilterMode(Qt3DRender::QLayerFilter::DiscardAnyMatchingLayers);
    graph.scene->addLayer(&over);
    graph.scene->addLayer(&flat);

    auto* clearDepth = new Qt3DRender::QClearBuffers(selector);
    clearDepth->setBuffers(Qt3DRender::QClearBuffers::DepthBuffer);
    auto* nearer = new Qt3DRender::QLayerFilter(clearDepth);
    nearer->setFilterMode(Qt3DRender::QLayerFilter::AcceptAnyMatchingLayers);
    nearer->addLayer(&over);

    auto* above = new Qt3DRender::QLayerFilter(selector);
    above->setFilterMode(Qt3DRender::QLayerFilter::AcceptAnyMatchingLayers);
    above->addLayer(&flat);

    graph.capture = new Qt3DRender::QRenderCapture(selector);
    new Qt3DRender::QNoDraw(graph.capture);
    return graph;
}

void aim(Qt3DRender::QCamera& to, const Camera& camera, const ViewSize& size)
{
    const Mat3 m = axes(camera);
    const auto nearPlane = static_cast<float>(camera.nearPlane);
    const auto farPlane = static_cast<float>(camera.farPlane);
    if (camera.orthographic) {
        const auto up = static_cast<float>(halfHeight(camera));
        const auto right = static_cast<float>(halfHeight(camera) * size.width / size.height);
        to.lens()->setOrthographicProjection(-right, right, -up, up, nearPlane, farPlane);
    } else {
        to.lens()->setPerspectiveProjection(
            static_cast<float>(camera.verticalFov * 180 / std::numbers::pi),
            static_cast<float>(size.width / size.height), nearPlane, farPlane);
    }
    to.setPosition(frameToQt(eye(camera)));
    to.setUpVector(frameToQt(m.col(1)));
    to.setViewCenter(frameToQt(camera.pivot));
}

void prepareOpenGl()
{
    if (qEnvironmentVariableIsEmpty("QT3D_RENDERER")) qputenv("QT3D_RENDERER", "opengl");
    QSurfaceFormat format = QSurfaceFormat::defaultFormat();
    if (format.majorVersion() >= 3) return;
    format.setRenderableType(QSurfaceFormat::OpenGL);
    format.setVersion(3, 3);
    format.setProfile(QSurfaceFormat::CoreProfile);
    format.setDepthBufferSize(24);
    format.setSamples(kSamples);
    QSurfaceFormat::setDefaultFormat(format);
}

bool hasOpenGl()
{
    return openGl().enough;
}

bool processorDraws()
{
    return openGl().byProcessor;
}

MovedBy surfacesMovedBy()
{
    const QByteArray told = qgetenv("POSEWRIGHT_SKINNING");
    if (told == "processor") return MovedBy::Processor;
    if (told == "card") return MovedBy::Card;
    return openGl().software || !openGl().enough ? MovedBy::Processor : MovedBy::Card;
}

}  // namespace posewright::ui
