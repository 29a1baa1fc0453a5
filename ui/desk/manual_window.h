#pragma once

#include <QWidget>

class QListWidget;
class QListWidgetItem;

namespace posewright::ui {

class FilterLine;
class ManualPageView;

/// The manual in a window of its own, beside the work: its pages, a field to search all of them,
/// and the page that is read. Needs no network.
class ManualWindow : public QWidget {
    Q_OBJECT

public:
    explicit ManualWindow(QWidget* parent);

    /// Shows it, in front, with the search field ready.
    /// @param page by the name of its file; empty: the one that was read last
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
