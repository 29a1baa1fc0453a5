#include "ui/viewport/render.h"

#include "core/evaluate/evaluate.h"
#include "ui/session/shown_targets.h"
#include "ui/viewport/auto_cameras.h"
#include "ui/viewport/layers/composition.h"
#include "ui/viewport/qt3d/frame_graph.h"
#include "ui/viewport/stage.h"

#include <QEventLoop>
#include <QGuiApplication>
#include <QOffscreenSurface>
#include <QTimer>
#include <Qt3DCore/QAspectEngine>
#include <Qt3DCore/QEntity>
#include <Qt3DLogic/QLogicAspect>
#include <Qt3DRender/QCamera>
#include <Qt3DRender/QRenderAspect>
#include <Qt3DRender/QRenderCapture>
#include <Qt3DRender/QRenderSettings>
#include <Qt3DRender/QRenderTarget>
#include <Qt3DRender/QRenderTargetOutput>
#include <Qt3DRender/QTexture>

#include <algorithm>
#include <cmath>

namespace posewright::ui {

namespace {

constexpr int kPatience = 30'000;  ///< for one image [ms]; software OpenGL is slow with large ones
constexpr int kSupersampling = 2;  ///< images are rendered this much larger and averaged

/// Qt 3D rendering into a texture, without a window.
class Easel {
public:
    Easel(QSize size, std::vector<LayerKind> kinds, const std::optional<QColor>& background) :
        kinds_(std::move(kinds)), composition_(kSupersampling, kinds_, surfacesMovedBy())
    {
        surface_.setFormat(QSurfaceFormat::defaultFormat());
        surface_.create();

        Qt3DCore::QEntity* root = &composition_.root();
        camera_ = new Qt3DRender::QCamera(root);

        const FrameGraph frames = makeFrameGraph(camera_, composition_.over(), composition_.flat());
        capture_ = frames.capture;
        if (background) frames.background->setClearColor(*background);
        frames.root->setSurface(&surface_);
        frames.root->setExternalRenderTargetSize(size);
        frames.into->setTarget(makeTarget(size, frames.into));

        auto* settings = new Qt3DRender::QRenderSettings(root);
        settings->setActiveFrameGraph(frames.root);
        settings->setRenderPolicy(Qt3DRender::QRenderSettings::Always);
        root->addComponent(settings);

        engine_.registerAspect(new Qt3DRender::QRenderAspect);
        engine_.registerAspect(new Qt3DLogic::QLogicAspect);
        engine_.setRootEntity(Qt3DCore::QEntityPtr(root));
    }

    ~Easel() { engine_.setRootEntity({}); }

    Composition& composition() { return composition_; }
    void aimAs(const Camera& camera, const ViewSize& size) { aim(*camera_, camera, size); }

    /// Null if the image did not arrive in time.
    QImage picture()
    {
        QEventLoop loop;
        QImage image;
        const std::unique_ptr<Qt3DRender::QRenderCaptureReply> reply(capture_->requestCapture());
        QObject::connect(reply.get(), &Qt3DRender::QRenderCaptureReply::completed, &loop, [&] {
            image = reply->image();
            loop.quit();
        });
        QTimer::singleShot(kPatience, &loop, &QEventLoop::quit);
        loop.exec();
        return image;
    }

private:
    static Qt3DRender::QRenderTarget* makeTarget(QSize size, Qt3DCore::QNode* parent)
    {
        auto* target = new Qt3DRender::QRenderTarget(parent);
        const auto attach = [&](Qt3DRender::QRenderTargetOutput::AttachmentPoint point,
                                Qt3DRender::QAbstractTexture::TextureFormat format) {
            auto* texture = new Qt3DRender::QTexture2D(target);
            texture->setSize(size.width(), size.height());
            texture->setFormat(format);
            texture->setMinificationFilter(Qt3DRender::QAbstractTexture::Linear);
            texture->setMagnificationFilter(Qt3DRender::QAbstractTexture::Linear);
            auto* output = new Qt3DRender::QRenderTargetOutput(target);
            output->setAttachmentPoint(point);
            output->setTexture(texture);
            target->addOutput(output);
        };
        attach(Qt3DRender::QRenderTargetOutput::Color0, Qt3DRender::QAbstractTexture::RGBA8_UNorm);
        attach(Qt3DRender::QRenderTargetOutput::Depth, Qt3DRender::QAbstractTexture::D24);
        return target;
    }

    QOffscreenSurface surface_;
    Qt3DCore::QAspectEngine engine_;
    Qt3DRender::QCamera* camera_ = nullptr;
    Qt3DRender::QRenderCapture* capture_ = nullptr;
    std::vector<LayerKind> kinds_;
    Composition composition_;  ///< owned by the engine
};

/// A camera node's view at a frame. Our camera cannot roll, so a rolled node is levelled.
Camera cameraOf(const Node& node, const WorldTransform& world, const Stage& stage)
{
    const auto& part = std::get<CameraPart>(node.part);
    const Vec3 back = (world.linear * Vec3::UnitZ()).normalized();
    Camera camera;
    camera.distance = std::max(stage.figure * 2, 1e-6);
    camera.pivot = world.position - back * camera.distance;
    camera.pitch = std::asin(std::clamp(back.y(), -1.0, 1.0));
    camera.yaw = std::atan2(back.x(), back.z());
    if (part.verticalFov > 0) camera.verticalFov = part.verticalFov;
    return withClipPlanes(camera, stage.sceneSize());
}

bool hasId(const std::vector<std::string>& ids, std::string_view id)
{
    return std::find(ids.begin(), ids.end(), id) != ids.end();
}

/// The first unknown id; empty if all are known.
std::string unknownLayer(const std::vector<std::string>& ids, const std::vector<Overlay>& known)
{
    for (const std::string& id : ids)
        if (std::none_of(known.begin(), known.end(),
                         [&](const Overlay& overlay) { return overlay.id == id; }))
            return id;
    return {};
}

/// The layers of an image.
std::vector<LayerKind> kindsOf(const RenderJob& job)
{
    std::vector<LayerKind> out;
    for (const LayerKind& kind : layerKinds())
        if (!job.show || hasId(*job.show, kind.id) || hasId(job.overlay, kind.id))
            out.push_back(kind);
    return out;
}

Emphasis emphasisOf(const RenderJob& job)
{
    Emphasis emphasis;
    emphasis.view.names = true;
    emphasis.view.exposure = job.exposure;
    return emphasis;
}

std::shared_ptr<const Evaluation> shownAt(const Prepared& prepared, double frame)
{
    return withTargetsPlaced(document(prepared),
                             std::make_shared<const Evaluation>(evaluate(prepared, frame)));
}

}  // namespace

void prepareGraphics()
{
    prepareOpenGl();
}

std::vector<Overlay> overlays()
{
    std::vector<Overlay> all;
    for (const LayerKind& kind : layerKinds())
        if (!kind.overlay.empty()) all.push_back({kind.id, kind.overlay});
    return all;
}

std::vector<Overlay> solidLayers()
{
    std::vector<Overlay> all;
    for (const LayerKind& kind : layerKinds())
        if (!kind.solid.empty()) all.push_back({kind.id, kind.solid});
    return all;
}

Result<void> renderImages(const RenderJob& job)
{
    if (!qGuiApp || !hasOpenGl())
        return Error{.message = "there is no OpenGL 3.2 to draw with",
                     .kind = ErrorKind::Machine,
                     .advice = "run under a display, or a virtual one (xvfb-run) with Mesa"};
    const Document& doc = job.document;
    NodeIndex cameraNode = kNoNode;
    if (!job.camera.empty()) {
        cameraNode = doc.scene->find(job.camera);
        if (cameraNode == kNoNode ||
            !std::holds_alternative<CameraPart>((*doc.scene)[cameraNode].part))
            return Error{"'" + job.camera + "' is no camera of this scene"};
    }
    if (const std::string none = unknownLayer(job.overlay, overlays()); !none.empty())
        return Error{"'" + none + "' is no overlay"};
    if (job.show)
        if (const std::string none = unknownLayer(*job.show, solidLayers()); !none.empty())
            return Error{"'" + none + "' is no layer of the scene"};
    const ViewSize size{static_cast<double>(job.size.width()),
                        static_cast<double>(job.size.height())};
    const Stage stage = stageOf(doc);
    Easel easel(job.size * kSupersampling, kindsOf(job), job.background);
    easel.composition().setDocument(doc, stage);
    std::vector<Camera> chosen;
    if (!job.view && cameraNode == kNoNode) chosen = autoCameras(doc, stage, size, job.frames);

    const Emphasis emphasis = emphasisOf(job);
    easel.composition().setEmphasis(emphasis);
    const std::shared_ptr<const Prepared> prepared = prepare(doc);
    for (int i = 0; i < std::ssize(job.frames); ++i) {
        const auto shown = shownAt(*prepared, job.frames[i]);
        const Evaluation& evaluation = *shown;
        easel.composition().setFrame(evaluation);
        const Camera camera =
            job.view ? withClipPlanes(*job.view, stage.sceneSize())
            : cameraNode != kNoNode
                ? cameraOf((*doc.scene)[cameraNode], evaluation.world[cameraNode], stage)
                : chosen[i];
        easel.aimAs(camera, size);
        const OverlayScene seen{.doc = doc,
                                .shown = &evaluation,
                                .stage = stage,
                                .camera = camera,
                                .size = size,
                                .emphasis = emphasis};
        const bool newLetters = easel.composition().paint(seen, kSupersampling, &job.overlay);
        QImage picture = easel.picture();
        // The first capture may come before new data is on the graphics card.
        if (i == 0 || newLetters) picture = easel.picture();
        if (picture.isNull())
            return Error{.message = "the picture was not drawn in time",
                         .kind = ErrorKind::Machine,
                         .advice = "try a smaller size"};
        const QImage smooth =
            picture.scaled(job.size, Qt::IgnoreAspectRatio, Qt::SmoothTransformation)
                .convertToFormat(QImage::Format_RGBA8888);
        if (Result<void> taken = job.take(i, smooth); !taken) return taken;
    }
    return {};
}

}  // namespace posewright::ui
