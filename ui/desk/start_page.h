#pragma once

#include <QWidget>

#include <string_view>

class QBoxLayout;
class QCommandLinkButton;
class QScrollArea;
class QVBoxLayout;

namespace posewright::ui {

/// Shown instead of the view until something is opened: samples, recent files, and a short
/// introduction. What a small window has no room for is scrolled to, by Page Down, too.
class StartPage : public QWidget {
    Q_OBJECT

public:
    explicit StartPage(QWidget* parent = nullptr);

    /// Updates the list of recent files.
    void refresh();

    /// Offers to go back to the view of `title`, also by Esc; empty: offers nothing.
    void offerBack(const QString& title);

signals:
    void sampleChosen(std::string_view id);
    void tourChosen(std::string_view id);
    void emptyChosen();
    void openChosen();
    void fileChosen(const QString& path);
    void backChosen();

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    QWidget* beginnings();
    QWidget* skeletonButtons();
    QWidget* tourButtons();
    QWidget* firstMinute();

    QBoxLayout* columns_;
    QVBoxLayout* recent_;
    QWidget* recentFiles_;  ///< hidden if there are none
    QScrollArea* scroll_;
    QCommandLinkButton* back_;
};

}  // namespace posewright::ui
