#pragma once

#include "core/operate/cures.h"

#include <QDialog>

#include <vector>

class QTreeWidget;

namespace posewright::ui {

/// Why a target misses, and what helps. Knows no session: it says which remedy is to be shown.
class CuresDialog : public QDialog {
    Q_OBJECT

public:
    /// @param why   in one sentence
    /// @param found at least one
    CuresDialog(const Document& doc, const QString& why, const operate::Miss& miss,
                const std::vector<operate::Remedy>& found, QWidget* parent);

    /// Row of the remedy that is picked; -1: none.
    int picked() const;

signals:
    void shown(int row);

private:
    QTreeWidget* list_;
};

/// A remedy in words: "Let the bones become up to 13 % longer".
QString remedyText(const Document& doc, const operate::Remedy& remedy);
/// What it leaves: "reached", "still off by 2.1 cm on 4 frames".
QString leftText(const Document& doc, const operate::Miss& miss, const operate::Remedy& remedy);

}  // namespace posewright::ui
