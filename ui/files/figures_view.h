#pragma once

#include "core/evaluate/evaluate.h"
#include "core/retarget/role.h"

#include <QWidget>

#include <memory>
#include <optional>

namespace posewright::ui {

class Session;

/// The figure that a motion comes from and the one that it comes to, side by side at the playhead,
/// each from its own front: of the clip that is shown, where it was brought in.
class FiguresView : public QWidget {
    Q_OBJECT

public:
    /// @pre the session outlives it
    FiguresView(Session& session, QWidget* parent);

    /// The bones of a role are drawn strong in both.
    void point(std::optional<retarget::Role> role);

    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent*) override;

private:
    struct Shown;
    void take();

    Session& session_;
    std::optional<retarget::Role> role_;
    std::shared_ptr<const Shown> shown_;  ///< null: the clip was not brought in
};

}  // namespace posewright::ui
