#include "ui/viewport/qt3d/qt3d_viewport.h"

#include "ui/session/evaluator.h"
#include "ui/session/session.h"
#include "ui/viewport/draw/paint.h"
#include "ui/viewport/qt3d/frame_graph.h"
#include "ui/viewport/qt3d/smooth_edges.h"
#include "ui/viewport/qt3d/window3d.h"
#include "ui/viewport/selection_words.h"
#include "ui/viewport/view_frame.h"
#include "ui/viewport/view_keys.h"

#include <QCoreApplication>
#include <QMenu>
#include <Qt3DCore/QEntity>
#include <Qt3DRender/QCamera>
#include <Qt3DRender/QClearBuffers>

#include <algorithm>
#include <utility>

namespace posewright::ui {

Qt3dViewport::Qt3dViewport(Session& session, Evaluator& evaluator) :
    session_(session), evaluator_(evaluator), interaction_(session, evaluator, *this),
    window_(new Window3d(interaction_)), container_(QWidget::createWindowContainer(window_)),
    frame_(new ViewFrame(container_)),
    keys_(std::make_unique<ViewKeys>(interaction_, *frame_, *window_)),
    picture_(1, layerKinds(), surfacesMovedBy())
{
    container_->setMinimumSize(160, 120);
    container_->setFocusPolicy(Qt::StrongFocus);
    container_->setAccessibleName(QCoreApplication::translate("Viewport", "View of the scene"));
    frame_->setWords(
        [this] {
            return selectionWords(session_.document(), evaluator_.current().get(),
                                  session_.selection().nodes());
        },
        [this] {
            QStringList lines;
            for (const PlacedText& placed : texts()) lines << placed.text;
            return lines.join(u'\n');
        });
    window_->setKeyReceiver(container_);

    const FrameGraph frames = makeFrameGraph(window_->camera(), picture_.over(), picture_.flat());
    frames.root->setSurface(window_);
    background_ = frames.background;
    window_->setScene(&picture_.root(), frames.root);
    if (processorDraws()) smoothWhilePaused(frames);

    redraw_.setSingleShot(true);
    redraw_.setInterval(0);
    connect(&redraw_, &QTimer::timeout, this, &Qt3dViewport::drawOverlay);
    connect(&interaction_, &Interaction::overlayChanged, &redraw_, qOverload<>(&QTimer::start));
    connect(&settings(), &ViewSettings::changed, this, &Qt3dViewport::emphasise);
    connect(this, &Viewport::coveredChanged, this, [this] {
        if (fresh_) frameFirst();  // the notice of a file comes right after it
        redraw_.start();
    });
    connect(&interaction_, &Interaction::hint, this, &Viewport::hint);
    connect(&interaction_, &Interaction::menuAsked, this,
            [this](const QPointF& at) { emit menuAsked(window_->mapToGlobal(at.toPoint())); });
    connect(window_, &Window3d::dropped, this, &Viewport::dropped);
    connect(window_, &Window3d::resized, this, [this] {
        if (framed_)
            setCamera(camera_);
        else
            frameFirst();
    });
    connect(window_, &Window3d::exposed, this, [this] {
        if (!framed_) frameFirst();  // otherwise the next frame would do it, in the middle of work
    });
    connect(&session, &Session::replaced, this, &Qt3dViewport::documentReplaced);
    connect(&evaluator, &Evaluator::evaluated, this,
            [this](const std::shared_ptr<const Evaluation>& e) { show(*e); });
    connect(&evaluator, &Evaluator::stripChanged, this, [this] {
        const MotionFault* fault = evaluator_.faultAt(session_.playhead().frame());
        if ((fault ? *fault : MotionFault{}) != toldFault_) redraw_.start();
    });
    connect(&session.selection(), &Selection::nodesChanged, this, [this] {
        emphasise();
        frame_->announce();
    });
    connect(&session.playhead(), &Playhead::playingChanged, &redraw_, qOverload<>(&QTimer::start));
    connect(&interaction_, &Interaction::hitsAsked, this, &Qt3dViewport::listHits);
    connect(&session.selection(), &Selection::hoveredChanged, this, &Qt3dViewport::emphasise);
    documentReplaced();
}

Qt3dViewport::~Qt3dViewport()
{
    keys_.reset();
    // The window stops Qt 3D's threads, which destroys the scene.
    window_->disconnect(this);
    delete frame_;
}

void Qt3dViewport::smoothWhilePaused(const FrameGraph& frames)
{
    smooth_ = std::make_unique<SmoothEdges>(frames, picture_.root());
    const auto fit = [this] { smooth_->setSize(window_->size() * window_->devicePixelRatio()); };
    fit();
    connect(window_, &Window3d::resized, this, fit);
    connect(&session_.playhead(), &Playhead::playingChanged, this,
            [this] { smooth_->setOn(!session_.playhead().playing()); });
}

QWidget& Qt3dViewport::widget()
{
    return *frame_;
}

ViewSize Qt3dViewport::viewSize() const
{
    return {static_cast<double>(std::max(1, window_->width())),
            static_cast<double>(std::max(1, window_->height()))};
}

void Qt3dViewport::setCamera(const Camera& camera)
{
    camera_ = withClipPlanes(camera, stage_.sceneSize());
    framed_ = true;  // a camera was set, so do not frame the first image
    aim(*window_->camera(), camera_, viewSize());
    redraw_.start();
    emit cameraMoved();
}

std::vector<Vec3> Qt3dViewport::shownPoints() const
{
    const std::shared_ptr<const Evaluation> shown = evaluator_.current();
    return shown ? figurePoints(session_.document(), *shown) : std::vector<Vec3>();
}

void Qt3dViewport::frameAll()
{
    const std::vector<Vec3> points = shownPoints();
    if (!points.empty()) return setCamera(framed(points));
    // No figure yet: frame the place where one will be drawn, looking at its middle.
    const Box room{Vec3(-1, 0, -1) * stage_.figure, Vec3(1, 2, 1) * stage_.figure};
    setCamera(lookingAt(framingIn(camera_, uncovered(), room), uncovered(), room.center()));
}

Camera Qt3dViewport::framed(const std::vector<Vec3>& points) const
{
    return framingIn(camera_, uncovered(), points);
}

void Qt3dViewport::frameMotion()
{
    // Not the stage's motion, which is as old as the figure.
    const Box motion = stageOf(session_.document()).motion;
    if (motion.empty())
        frameAll();
    else
        setCamera(framingIn(camera_, uncovered(), motion));
}

void Qt3dViewport::frameSelected()
{
    const std::shared_ptr<const Evaluation> shown = evaluator_.current();
    if (!shown || session_.selection().nodes().empty()) {
        frameAll();
        return;
    }
    Box box = boxAround(session_.document(), *shown, session_.selection().nodes());
    const Vec3 around = Vec3::Constant(stage_.figure * 0.12);
    const Box tight = box;
    box.include(tight.lowest - around);
    box.include(tight.highest + around);
    setCamera(framingIn(camera_, uncovered(), box));
}

void Qt3dViewport::documentReplaced()
{
    stage_ = stageOf(session_.document());
    shownScene_.reset();
    framed_ = false;
    fresh_ = true;
    QTimer::singleShot(0, this, [this] { fresh_ = false; });
    follow_.forget();
    const bool orthographic = camera_.orthographic;
    camera_ = defaultDirection(stage_);
    camera_.orthographic = orthographic;
    frameFirst();
    if (const std::shared_ptr<const Evaluation> shown = evaluator_.current()) show(*shown);
}

void Qt3dViewport::frameFirst()
{
    frameAll();
    // Where the motion needs little more room than the figure, it gets that at once: playing then
    // moves no camera.
    constexpr double kFarther = 1.25;
    std::vector<Vec3> points = shownPoints();
    if (const std::vector<Vec3> motion = motionPoints(session_.document()); !points.empty()) {
        points.insert(points.end(), motion.begin(), motion.end());
        const Camera whole = framed(points);
        if (whole.distance <= kFarther * camera_.distance) setCamera(whole);
    }
    framed_ = window_->isExposed() && evaluator_.current();
}

void Qt3dViewport::show(const Evaluation& evaluation)
{
    const Document& doc = session_.document();
    if (std::ssize(evaluation.world) != doc.scene->size()) return;
    // Who was told first may have edited the document, as a touch does in steps: then what is shown
    // now was told before this.
    if (const auto now = evaluator_.current(); now && now.get() != &evaluation) return;
    const bool synced = shownScene_ && shownScene_->sameAs(doc.scene) && shownRig_.sameAs(doc.rig);
    if (!synced) {
        // Changed bones may change the size of the stage.
        if (shownScene_ && !shownScene_->sameAs(doc.scene)) {
            stage_ = stageOf(doc);
            if (framed_) setCamera(camera_);  // updates its clip planes
        }
        shownScene_ = doc.scene;
        shownRig_ = doc.rig;
        picture_.setDocument(doc, stage_);
        emphasise();
    }
    picture_.setFrame(evaluation);
    if (!framed_) frameFirst();
    followMotion(evaluation);
    redraw_.start();
    if (!session_.playhead().playing()) return;
    // While frames are drawn the event loop is too busy for timers, so draw the overlay now, in
    // step with the figure.
    redraw_.stop();
    const bool hasNewLetters = paintOverlay();
    if (synced && !hasNewLetters)
        window_->drawOnce();
    else
        window_->draw();
}

void Qt3dViewport::followMotion(const Evaluation& evaluation)
{
    // During a drag the view must not move under the pointer.
    if (interaction_.dragging() || interaction_.steering()) return;
    const bool playing = session_.playhead().playing();
    Follow follow = settings().now().follow;
    if (!playing)
        still_.forget();
    else if (follow == Follow::Leaving &&
             still_.stays(session_.document(), stage_, evaluation, camera_, viewSize()))
        follow = Follow::Never;
    std::optional<CameraSubject> thing;
    if (follow != Follow::Never)
        thing = cameraSubject(session_.document(), evaluation, session_.selection().nodes());
    if (clip_.becomesOther(session_.document())) follow_.beginClip();
    follow_.setRate(session_.document().clip().rate);
    const Camera gone = follow_.next(camera_, viewSize(), follow, playing, evaluation.frame, thing);
    if (gone == camera_) return;
    setCamera(gone);
    still_.followed(camera_);
}

Emphasis Qt3dViewport::emphasis() const
{
    return {session_.selection().nodes(), session_.selection().hovered(), settings().now()};
}

void Qt3dViewport::emphasise()
{
    picture_.setEmphasis(emphasis());
    background_->setClearColor(backgroundColor(settings().now().backdrop));
    redraw_.start();
}

void Qt3dViewport::listHits(const QPointF& at, const std::vector<NodeId>& nodes)
{
    auto* menu = new QMenu(frame_);
    menu->setObjectName(QStringLiteral("hitsMenu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (const NodeId node : nodes) {
        QString text = selectionWords(session_.document(), evaluator_.current().get(), {node});
        QAction* action = menu->addAction(text.replace(u'&', QStringLiteral("&&")));
        connect(action, &QAction::triggered, this,
                [this, node] { session_.selection().pick({node}); });
        connect(action, &QAction::hovered, this,
                [this, node] { session_.selection().setHovered(node); });
    }
    connect(menu, &QMenu::aboutToHide, this,
            [this] { session_.selection().setHovered(NodeId::None); });
    menu->popup(window_->mapToGlobal(at.toPoint()));
}

void Qt3dViewport::drawOverlay()
{
    paintOverlay();
    window_->draw();
}

bool Qt3dViewport::paintOverlay()
{
    const std::shared_ptr<const Evaluation> shown = evaluator_.current();
    const MotionFault* fault = shown ? evaluator_.faultAt(shown->frame) : nullptr;
    toldFault_ = fault ? *fault : MotionFault{};
    const OverlayTool tool = interaction_.overlay();
    const OverlayScene scene{.doc = session_.document(),
                             .shown = shown.get(),
                             .stage = stage_,
                             .camera = camera_,
                             .size = viewSize(),
                             .emphasis = emphasis(),
                             .fault = fault,
                             .tool = &tool,
                             .covered = static_cast<double>(covered())};
    return picture_.paint(scene, window_->devicePixelRatio());
}

}  // namespace posewright::ui
