#include "ui/viewport/viewport.h"

#include "ui/session/session.h"
#include "ui/viewport/qt3d/frame_graph.h"
#include "ui/viewport/qt3d/qt3d_viewport.h"

#include <QLabel>
#include <QPointer>

namespace posewright::ui {

namespace {

/// Stands in where there is no OpenGL: says so, and lets the rest of the program work.
class NoViewport final : public Viewport {
public:
    NoViewport()
    {
        label_->setObjectName(QStringLiteral("viewport"));
        label_->setAlignment(Qt::AlignCenter);
        label_->setTextFormat(Qt::PlainText);
        label_->setWordWrap(true);
        label_->setMargin(24);
        label_->setText(tr("There is no picture, because OpenGL 3.2 is not available here.\n\n"
                           "Opening, the timeline, undo, saving and exporting work all the same. "
                           "With Mesa installed, LIBGL_ALWAYS_SOFTWARE=1 draws without a graphics "
                           "card."));
    }
    ~NoViewport() override { delete label_; }

    QWidget& widget() override { return *label_; }
    const Camera& camera() const override { return camera_; }
    void setCamera(const Camera& camera) override { camera_ = camera; }
    ViewSize viewSize() const override
    {
        return {static_cast<double>(label_->width()), static_cast<double>(label_->height())};
    }
    const Stage& stage() const override { return stage_; }
    void frameSelected() override {}
    void frameAll() override {}
    void frameMotion() override {}
    bool draws() const override { return false; }

private:
    QPointer<QLabel> label_ = new QLabel;
    Camera camera_;
    Stage stage_;
};

}  // namespace

void Viewport::lookFrom(StandardView view)
{
    setCamera(lookingFrom(camera(), view));
    frameAll();
}

void Viewport::setOrthographic(bool orthographic)
{
    Camera turned = camera();
    turned.orthographic = orthographic;
    setCamera(turned);
}

std::unique_ptr<Viewport> makeViewport(Session& session, Evaluator& evaluator)
{
    if (hasOpenGl()) return std::make_unique<Qt3dViewport>(session, evaluator);
    return std::make_unique<NoViewport>();
}

}  // namespace posewright::ui
