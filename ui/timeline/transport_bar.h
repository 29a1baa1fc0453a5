#pragma once

#include <QWidget>

class QAction;
class QDoubleSpinBox;
class QLabel;
class QSpinBox;
class QToolButton;

namespace posewright::ui {

class Session;
class Timeline;

/// Play, steps, the frame, the range and the rate; at the end what the timeline does differently
/// while it is on. The buttons are the window's own actions; null: a gap.
class TransportBar : public QWidget {
    Q_OBJECT

public:
    TransportBar(Session& session, Timeline& timeline, const QList<QAction*>& buttons,
                 const QList<QAction*>& options, QWidget* parent = nullptr);

    /// Gives the keyboard to the field of the rate.
    void editRate();

    /// Without the words beside the fields, which go where there is no room for them.
    QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;

signals:
    void failed(const QString& text);
    /// Another clip is wanted.
    void clipAsked();

private:
    void layOut(const QList<QAction*>& buttons, const QList<QAction*>& options);
    void refresh();
    void refreshClip();
    QLabel* addWord(const QString& text);
    void showWords();
    void changeRange(const QSpinBox& box);
    void changeRate();

    Session& session_;
    Timeline& timeline_;
    QSpinBox* frame_;
    QSpinBox* start_;
    QSpinBox* end_;
    QDoubleSpinBox* rate_;
    QLabel* time_;
    QList<QLabel*> words_;  ///< what the fields tell by themselves
    QToolButton* clip_;
    bool refreshing_ = false;
};

}  // namespace posewright::ui
