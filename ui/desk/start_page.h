#pragma once

#include <QWidget>

#include <string_view>

class QBoxLayout;
class QCommandLinkButton;
class QLabel;
class QVBoxLayout;

namespace posewright::ui {

/// What stands in place of the view until something is opened: samples, recent files, and how to
/// begin in a minute.
class StartPage : public QWidget {
    Q_OBJECT

public:
    explicit StartPage(QWidget* parent = nullptr);

    /// Shows the list of recent files as it is now.
    void refresh();

    /// Offers the way back to the view of `title`, also by Esc; none where it is empty.
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
    QLabel* noRecent_;
    QCommandLinkButton* back_;
};

}  // namespace posewright::ui
