#pragma once

#include "ui/desk/last_place.h"

#include <QObject>
#include <QTimer>

#include <optional>

class QMainWindow;

namespace posewright::ui {

class Desk;
class PanelShares;

/// Of the panels' names and places: one more when an old layout would not fit any longer.
inline constexpr int kLayoutVersion = 1;

/// How the user left the window: its place and size, its panels, the preferences, and where in the
/// document they were. Saved soon after each change, so that a program that is killed comes back as
/// it was.
class DeskMemory : public QObject {
    Q_OBJECT

public:
    /// @pre all outlive it
    DeskMemory(QMainWindow& window, Desk& desk, PanelShares& shares);

    /// As the user left it, where that is known; from now on what changes is kept.
    void restore();
    /// Saves all of it now. The work is over: where in the document the user was is forgotten.
    void close();

    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void keepAll();
    void keepWindow();
    void follow();

    QMainWindow& window_;
    Desk& desk_;
    PanelShares& shares_;
    QTimer soon_;
    bool following_ = false;
    std::optional<LastPlace> left_;  ///< by the run before
};

}  // namespace posewright::ui
