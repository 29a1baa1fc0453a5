#pragma once

#include <QWidget>

namespace posewright::ui {

class Desk;
class TransportBar;

/// The desk's timeline, with what plays and steps above it.
class TimelinePanel : public QWidget {
    Q_OBJECT

public:
    /// @pre desk outlives it
    explicit TimelinePanel(Desk& desk);

    /// Gives the keyboard to the field of the frame rate.
    void editRate();

private:
    TransportBar* transport_;
};

}  // namespace posewright::ui
