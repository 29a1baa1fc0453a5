#pragma once

#include <QWidget>

class QFormLayout;
class QLabel;

namespace posewright::ui {

class Evaluator;
class Session;

/// What is selected, in words: name, kind, where it is; of a target its chain and how it fares.
class Inspector : public QWidget {
    Q_OBJECT

public:
    Inspector(Session& session, Evaluator& evaluator, QWidget* parent = nullptr);

private:
    void refresh();
    QLabel* addRow(const QString& title, const QString& name);
    void set(QLabel* label, const QString& text);

    Session& session_;
    Evaluator& evaluator_;
    QFormLayout* form_;
    QLabel* name_;
    QLabel* kind_;
    QLabel* position_;
    QLabel* effector_;
    QLabel* chain_;
    QLabel* pole_;
    QLabel* keys_;
    QLabel* status_;
    QLabel* reason_;
};

}  // namespace posewright::ui
