#pragma once

#include <QLabel>
#include <QResizeEvent>

#include <algorithm>

namespace posewright::ui {

/// A label that wraps its words and asks for the height that they need at its current width. QLabel
/// uses height-for-width, which forms with hidden rows squash, and dialogs do not grow for.
class Words final : public QLabel {
public:
    using QLabel::QLabel;
    bool hasHeightForWidth() const override { return false; }
    QSize sizeHint() const override { return {QLabel::sizeHint().width(), needed()}; }
    QSize minimumSizeHint() const override { return {minimumWidth(), needed()}; }

protected:
    void resizeEvent(QResizeEvent* event) override
    {
        QLabel::resizeEvent(event);
        updateGeometry();
    }

private:
    int needed() const { return QLabel::heightForWidth(std::max(width(), minimumWidth())); }
};

}  // namespace posewright::ui
