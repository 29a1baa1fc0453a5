#pragma once

#include "core/evaluate/evaluate.h"
#include "core/retarget/role.h"

#include <QWidget>

#include <memory>
#include <optional>

namespace posewright::ui {

class Session;

/// The source and the target figure of the active clip, if it was retargeted, side by side at the
/// playhead. Each is seen from before where it faces at the start of the motion, and stays inside
/// its half whatever it does in it.
class FiguresView : public QWidget {
    Q_OBJECT

public:
    /// @pre the session outlives it
    FiguresView(Session& session, QWidget* parent);

    /// Highlights the bones of a role in both figures.
    void point(std::optional<retarget::Role> role);

    QSize minimumSizeHint() const override;
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent*) override;

private:
    struct Shown;
    void take();

    Session& session_;
    std::optional<retarget::Role> role_;
    std::shared_ptr<const Shown> shown_;  ///< null: the clip was not retargeted
};

}  // namespace posewright::ui
