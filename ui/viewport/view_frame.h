#pragma once

#include <QPointer>
#include <QWidget>

#include <functional>

namespace posewright::ui {

/// The widget around the picture: gives the keyboard on to it, and tells screen readers what a
/// picture cannot: what is selected, and how the frame's targets fare.
class ViewFrame : public QWidget {
    Q_OBJECT

public:
    /// @param content becomes a child and fills the frame
    explicit ViewFrame(QWidget* content);

    /// What is selected, and all that is written in the view; asked when a screen reader asks.
    void setWords(std::function<QString()> selected, std::function<QString()> written);
    QString selectedText() const { return selected_ ? selected_() : QString(); }
    QString writtenText() const { return written_ ? written_() : QString(); }

    /// Another thing is selected: tells those who listen.
    void announce();

private:
    std::function<QString()> selected_;
    std::function<QString()> written_;
};

}  // namespace posewright::ui
