#pragma once

#include "core/scene/scene.h"

#include <QString>
#include <QWidget>

#include <vector>

class QComboBox;
class QTableWidget;

namespace posewright::ui {

/// The choice of the bones of a role: of one bone; or of a chain, by its first and its last bone.
class BonesChoice : public QWidget {
    Q_OBJECT

public:
    /// @param name  what the bones are, for screen readers
    /// @pre the scene outlives it
    BonesChoice(const Scene& scene, bool chain, const QString& name);

    /// Shows these bones, without a signal.
    void setBones(std::vector<NodeIndex> bones);
    /// That shows the names of usual bones whole. [px]
    int widthOfNames() const;

signals:
    /// By the user. No bones: none.
    void chosen(const std::vector<posewright::NodeIndex>& bones);

private:
    void fill(QComboBox* list, NodeIndex below) const;
    void chooseFirst(NodeIndex first);
    void chooseLast(NodeIndex last);
    /// The bones from one down to another that is below it; else the first alone.
    std::vector<NodeIndex> between(NodeIndex first, NodeIndex last) const;

    const Scene& scene_;
    std::vector<NodeIndex> bones_;
    QComboBox* first_;
    QComboBox* last_ = nullptr;  ///< null: not a chain
};

/// Makes the columns of a table as wide as the choices in them need, and the table as wide as
/// these.
void showNames(QTableWidget& map);

}  // namespace posewright::ui
