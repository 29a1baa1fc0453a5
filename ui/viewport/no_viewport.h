#pragma once

#include "ui/viewport/viewport.h"

#include <QPointer>

class QLabel;

namespace posewright::ui {

class ViewFrame;

/// Replaces the viewport if there is no OpenGL: says so, shows selection and status as text, and
/// keeps the rest of the program usable. Its camera looks from the front, for nudging by keys.
class NoViewport final : public Viewport {
    Q_OBJECT

public:
    NoViewport(Session& session, Evaluator& evaluator);
    ~NoViewport() override;

    QWidget& widget() override;
    const Camera& camera() const override { return camera_; }
    void setCamera(const Camera& camera) override { camera_ = camera; }
    ViewSize viewSize() const override;
    const Stage& stage() const override { return stage_; }
    void frameSelected() override {}
    void frameAll() override {}
    void frameMotion() override {}
    std::vector<Vec3> shownPoints() const override { return {}; }
    bool draws() const override { return false; }

private:
    void tellWhatIsSelected();

    Session& session_;
    Evaluator& evaluator_;
    QPointer<ViewFrame> frame_;  ///< owned by the layout that it is put into, or by us
    QLabel* selected_;
    Camera camera_;
    Stage stage_;
};

}  // namespace posewright::ui
