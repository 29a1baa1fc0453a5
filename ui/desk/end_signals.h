#pragma once

#include <QObject>

#include <array>

namespace posewright::ui {

/// Turns SIGTERM, SIGHUP and SIGINT into a Qt signal in the event loop. A second signal ends the
/// program at once. @pre only one instance exists
class EndSignals : public QObject {
    Q_OBJECT

public:
    explicit EndSignals(QObject* parent = nullptr);
    ~EndSignals() override;

signals:
    void asked(int signal);

private:
    std::array<int, 2> pipe_{-1, -1};
};

}  // namespace posewright::ui
