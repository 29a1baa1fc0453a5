#pragma once

#include <QWidget>

#include <vector>

class QLabel;
class QVBoxLayout;

namespace posewright::ui {

class Evaluator;
class Form;
class Session;

/// Shows the selection for reading and editing, with a form for each kind of thing. Follows the
/// playhead without disturbing a field that is being edited.
class Inspector : public QWidget {
    Q_OBJECT

public:
    Inspector(Session& session, Evaluator& evaluator, QWidget* parent = nullptr);

signals:
    /// An edit was refused, and why.
    void failed(const QString& text);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void refresh();
    void arrange();

    Session& session_;
    QLabel* nothing_;
    std::vector<Form*> forms_;  ///< in their order while nothing on the timeline is selected
    Form* spans_;
    Form* keys_;
    Form* top_ = nullptr;
    QVBoxLayout* column_;
};

}  // namespace posewright::ui
