#pragma once

#include <QWidget>

namespace posewright::ui {

class Desk;
class TransportBar;

/// The timeline with the transport bar above it.
class TimelinePanel : public QWidget {
    Q_OBJECT

public:
    /// @pre desk outlives it
    explicit TimelinePanel(Desk& desk);

    /// Focuses the frame rate field.
    void editRate();

private:
    TransportBar* transport_;
};

}  // namespace posewright::ui
