#pragma once

#include <QWidget>

class QListWidget;
class QListWidgetItem;

namespace posewright::ui {

class FilterLine;
class ManualPageView;

/// The manual in a separate window: the list of pages, a search field, and the current page. Needs
/// no network.
class ManualWindow : public QWidget {
    Q_OBJECT

public:
    explicit ManualWindow(QWidget* parent);

    /// Shows and raises it, with the focus in the search field.
    /// @param page file name; empty: the last one shown
    void open(const QString& page = {});

private:
    void addKeys();
    void search(const QString& words);
    void listPages();
    void choose(const QListWidgetItem* item);
    void showWhereWeAre(const QString& file);

    FilterLine* sought_;
    QListWidget* list_;
    ManualPageView* page_;
};

}  // namespace posewright::ui
