#pragma once

#include <QLabel>

namespace posewright::ui {

/// Plain text that wraps, of which only the first lines may be shown: then it ends with a whole
/// word and an ellipsis. The text that it has, and what can be copied, is the whole.
class FoldedLabel : public QLabel {
    Q_OBJECT

public:
    explicit FoldedLabel(QWidget* parent = nullptr);

    /// @param lines  as wrapped; 0: all of them
    void setMostLines(int lines);
    /// What is seen, at the width that the label has.
    QString shownText() const;
    /// Of all of the text. [px]
    int wholeHeight(int width) const { return QLabel::heightForWidth(width); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    int most_ = 0;
};

/// A text without its last words, so that it and an ellipsis fit; what is left does not end in a
/// comma or the like. The text itself if it fits.
QString foldedText(const QString& text, const QFontMetrics& letters, int width, int lines);

}  // namespace posewright::ui
