#pragma once

#include <QTextBrowser>

namespace posewright::ui {

/// Shows pages of the manual, which are built into the program; it never uses the network. Links
/// between pages are followed here, web links open in the desktop's browser.
class ManualPageView : public QTextBrowser {
    Q_OBJECT

public:
    explicit ManualPageView(QWidget* parent = nullptr);

    /// @param anchor of a heading; empty: the top
    void showPage(const QString& file, const QString& anchor = {});
    QString file() const { return source().fileName(); }

    /// Highlights all occurrences of the words.
    void mark(const QString& words);
    /// Maximum width of pictures in pages shown from now on [px].
    void setWidestPicture(int width) { widestPicture_ = width; }
    /// Scrolls to a block of the page by its number, with some context above it.
    void goTo(int block);

    QVariant loadResource(int type, const QUrl& name) override;
    void backward() override;
    void forward() override;
    void reload() override;

signals:
    /// A page was shown, by a link or by going back.
    void pageShown(const QString& file);

protected:
    void doSetSource(const QUrl& name, QTextDocument::ResourceType type) override;
    void changeEvent(QEvent* event) override;

private:
    void follow(const QUrl& link);
    template <class Load>
    void laidOutOnce(const Load& load);
    bool isDressed() const;
    void dress();
    void layOut();

    QString marked_;
    int widestPicture_ = 620;
};

}  // namespace posewright::ui
