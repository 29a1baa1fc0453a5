#pragma once

#include <QFrame>

class QAction;
class QLabel;
class QToolButton;

namespace posewright::ui {

/// What must not pass by unread, over the view until the user closes it: whole sentences, plain
/// text that can be selected and copied. Hidden while there is nothing to say.
class NoticeBar : public QFrame {
    Q_OBJECT

public:
    explicit NoticeBar(QWidget* parent = nullptr);

    /// A line about what it is, and what there is to say about it, each on a line of its own.
    /// `offered`: what can be done about it, as a button; null: nothing.
    void say(const QString& head, const QStringList& lines, QAction* offered = nullptr);
    void clear();
    const QString& head() const noexcept { return head_; }

private:
    QString head_;
    QLabel* text_;
    QToolButton* offer_;
};

}  // namespace posewright::ui
