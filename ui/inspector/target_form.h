#pragma once

#include "ui/inspector/form.h"

namespace posewright::ui {

/// Effector, settings and status at the playhead of one or several targets.
class TargetForm final : public Form {
    Q_OBJECT

public:
    TargetForm(Session& session, Evaluator& evaluator);

private:
    bool fill() override;
    template <class Change>
    Edits each(Change change) const;
    void addStrengths();
    void addSolver();
    void fillRoots(const Constraint& active, bool one);
    void addSpace();
    void fillSpaces(const Constraint& active, bool one);
    QString statusOf(const Constraint& target, QString& reason) const;

    QLabel* effector_;
    QComboBox* root_;
    std::vector<NodeId> roots_;  ///< rows of root_
    QComboBox* space_;
    std::vector<NodeId> spaces_;  ///< rows of space_; None: the world
    NumberField* weight_;
    NumberField* influence_;
    QCheckBox* orientation_;
    QCheckBox* rootMoves_;
    NumberField* soft_;
    QLabel* exact_;
    QComboBox* solver_;
    QLabel* pole_;
    QLabel* keys_;
    QLabel* status_;
    QLabel* reason_;
};

}  // namespace posewright::ui
