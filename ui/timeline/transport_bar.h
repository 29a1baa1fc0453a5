#pragma once

#include <QWidget>

class QAction;
class QCheckBox;
class QDoubleSpinBox;
class QLabel;
class QSpinBox;

namespace posewright::ui {

class Session;

/// Play, steps, the frame, the range and the rate. The buttons are the window's own actions.
class TransportBar : public QWidget {
    Q_OBJECT

public:
    TransportBar(Session& session, const QList<QAction*>& buttons, QWidget* parent = nullptr);

signals:
    void failed(const QString& text);

private:
    void refresh();
    void changeRange();
    void changeRate();

    Session& session_;
    QSpinBox* frame_;
    QSpinBox* start_;
    QSpinBox* end_;
    QDoubleSpinBox* rate_;
    QLabel* time_;
    bool refreshing_ = false;
};

}  // namespace posewright::ui
