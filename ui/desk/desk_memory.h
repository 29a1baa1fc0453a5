#pragma once

#include "ui/desk/last_place.h"

#include <QObject>
#include <QTimer>

#include <optional>

class QMainWindow;

namespace posewright::ui {

class Desk;
class PanelShares;

/// Version of the panels' names and places; to be increased when stored layouts no longer fit.
inline constexpr int kLayoutVersion = 1;

/// Stores the state of the window: place and size, panels, preferences, and the user's place in the
/// document. Saved soon after each change, so that it survives if the program is killed.
class DeskMemory : public QObject {
    Q_OBJECT

public:
    /// @pre all outlive it
    DeskMemory(QMainWindow& window, Desk& desk, PanelShares& shares);

    /// Restores the stored state, and saves changes from now on.
    void restore();
    /// Saves all of it now, except the place in the document, which is forgotten when the user
    /// closes the window.
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
    std::optional<LastPlace> left_;  ///< from the previous run
};

}  // namespace posewright::ui
