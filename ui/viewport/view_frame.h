#pragma once

#include <QPointer>
#include <QWidget>

#include <functional>

namespace posewright::ui {

/// The widget around the picture: passes the focus to it, and describes selection and target status
/// to screen readers.
class ViewFrame : public QWidget {
    Q_OBJECT

public:
    /// @param content becomes a child and fills the frame
    explicit ViewFrame(QWidget* content);

    /// Functions for the selection and for all text in the view, called when a screen reader asks.
    void setWords(std::function<QString()> selected, std::function<QString()> written);
    QString selectedText() const { return selected_ ? selected_() : QString(); }
    QString writtenText() const { return written_ ? written_() : QString(); }

    /// Notifies screen readers that the selection has changed.
    void announce();

private:
    std::function<QString()> selected_;
    std::function<QString()> written_;
};

}  // namespace posewright::ui
