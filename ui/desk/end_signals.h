#pragma once

#include <QObject>

#include <array>

namespace posewright::ui {

/// Hears that the system wants the program to end (SIGTERM), that its terminal went away (SIGHUP),
/// or Ctrl+C in it (SIGINT), and tells it inside the event loop. A second signal ends the program
/// at once. @pre one at a time
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
