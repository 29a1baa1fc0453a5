#pragma once

#include <QFrame>
#include <QPointer>
#include <QStringList>

class QAction;
class QToolButton;

namespace posewright::ui {

class FoldedLabel;

/// Important messages over the upper edge of the view that stay until the user closes them: plain
/// text that can be selected and copied. Hidden while empty. It has no room of its own, so that
/// what is under the pointer stays there when it comes and goes. Of a longer text the first two
/// lines are shown, up to the end of a word, until the user asks for the rest, so that it covers
/// little of the figure.
class NoticeBar : public QFrame {
    Q_OBJECT

public:
    explicit NoticeBar(QWidget* parent = nullptr);

    /// What a message is: its sign tells a warning from news of something that went well.
    enum class Weight { Warning, News };

    /// Shows a heading and lines of text. `offered`: an action to deal with it, as a button; null:
    /// none.
    void say(const QString& head, const QStringList& lines, QAction* offered = nullptr,
             Weight weight = Weight::Warning);
    /// Adds a line to what is shown. `offered`: as above, instead of what is offered already; if
    /// that is kept, it is offered, too.
    void add(const QString& line, QAction* offered);
    /// What is shown and offered now stays below later messages, until it is dealt with or closed.
    void keep();
    /// Takes away what was said, but for what is kept.
    void settle();
    /// Takes away all of it: the user closed it or dealt with it, or another document is open.
    void clear();
    const QString& head() const noexcept { return head_; }
    Weight weight() const noexcept { return weight_; }

    /// Lies over the upper edge of a widget, as wide as that is, from now on. `native`: there is a
    /// native window in the widget, and only another one can lie over that.
    /// @pre the widget is below the parent
    void lieOver(QWidget& widget, bool native);

signals:
    /// How much of the widget below it covers now. [px]
    void covers(int height);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void place();
    void toFront();
    void unfold(bool whole);
    /// The text's width in a bar of this one, with all buttons that may be in it. [px]
    int textWidth(int width) const;

    QPointer<QWidget> under_;
    QString head_;
    QStringList lines_;
    QAction* offered_ = nullptr;
    /// What is kept.
    struct Waiting {
        QString head;
        QStringList lines;
        QAction* offered = nullptr;
    } waiting_;
    bool whole_ = false;  ///< the user asked for all of the text
    Weight weight_ = Weight::Warning;
    QToolButton* sign_;
    FoldedLabel* text_;
    QToolButton* kept_;  ///< leads to what is kept, if something else is offered
    QToolButton* offer_;
    QToolButton* more_;
};

}  // namespace posewright::ui
