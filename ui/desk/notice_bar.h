#pragma once

#include <QFrame>
#include <QStringList>

class QAction;
class QLabel;
class QToolButton;

namespace posewright::ui {

/// Important messages above the view that stay until the user closes them: plain text that can be
/// selected and copied. Hidden while empty.
class NoticeBar : public QFrame {
    Q_OBJECT

public:
    explicit NoticeBar(QWidget* parent = nullptr);

    /// Shows a heading and lines of text. `offered`: an action to deal with it, as a button; null:
    /// none.
    void say(const QString& head, const QStringList& lines, QAction* offered = nullptr);
    /// Adds a line to what is shown. `offered`: as above, unless something is offered already.
    void add(const QString& line, QAction* offered);
    void clear();
    const QString& head() const noexcept { return head_; }

private:
    QString head_;
    QStringList lines_;
    QAction* offered_ = nullptr;
    QLabel* text_;
    QToolButton* offer_;
};

}  // namespace posewright::ui
