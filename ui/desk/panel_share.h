#pragma once

#include <QDockWidget>
#include <QObject>
#include <QPointer>

class QMainWindow;

namespace posewright::ui {

/// Keeps the share of the window's height that the user gave to a panel below or above the view,
/// however small the window becomes in between.
class PanelShare : public QObject {
    Q_OBJECT

public:
    /// @pre both outlive it
    PanelShare(QMainWindow& window, QDockWidget& panel);

    /// In (0, 1]; 0: the panel has had no place in the window yet.
    double share() const noexcept { return share_; }
    /// Gives the panel this share, now and from now on.
    void setShare(double share);
    /// The user chose the share that the panel has now.
    void take();

    bool eventFilter(QObject* watched, QEvent* event) override;

signals:
    void changed();

private:
    bool placed() const;
    void apply();

    QMainWindow& window_;
    QPointer<QDockWidget> panel_;
    double share_ = 0;
};

}  // namespace posewright::ui
