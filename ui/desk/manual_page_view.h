#pragma once

#include <QTextBrowser>

namespace posewright::ui {

/// Shows pages of the manual, which are in the program: nothing is fetched from anywhere. Links to
/// other pages are followed here, those to the web by whatever opens them on this desktop.
class ManualPageView : public QTextBrowser {
    Q_OBJECT

public:
    explicit ManualPageView(QWidget* parent = nullptr);

    /// @param anchor of a heading; empty: the top
    void showPage(const QString& file, const QString& anchor = {});
    QString file() const { return source().fileName(); }

    /// Marks all places of the words.
    void mark(const QString& words);
    /// Pictures of pages that are shown from now on are no wider [px].
    void setWidestPicture(int width) { widestPicture_ = width; }
    /// Shows the block of the page by its number, with some of what is above it.
    void goTo(int block);

    QVariant loadResource(int type, const QUrl& name) override;

signals:
    /// A link was followed, or one went back.
    void pageShown(const QString& file);

protected:
    void changeEvent(QEvent* event) override;

private:
    void follow(const QUrl& link);
    void arrive(const QUrl& there);
    void dress();

    QString dressed_;  ///< file of the page that was prepared last
    QString marked_;
    int widestPicture_ = 620;
};

}  // namespace posewright::ui
