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

/// Buttons for play and steps, fields for frame, range and rate, and the timeline's options. The
/// buttons are the window's actions; null: a gap.
class TransportBar : public QWidget {
    Q_OBJECT

public:
    TransportBar(Session& session, Timeline& timeline, const QList<QAction*>& buttons,
                 const QList<QAction*>& options, QWidget* parent = nullptr);

    /// Focuses the rate field.
    void editRate();

    /// Without the labels of the fields, which are hidden if there is no room.
    QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;

signals:
    void failed(const QString& text);
    /// The user wants to choose another clip.
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
    QList<QLabel*> words_;  ///< labels that can be hidden
    QToolButton* clip_;
    bool refreshing_ = false;
};

}  // namespace posewright::ui
