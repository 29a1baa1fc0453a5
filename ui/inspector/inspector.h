#pragma once

#include <QWidget>

#include <vector>

class QLabel;
class QVBoxLayout;

namespace posewright::ui {

class Evaluator;
class Form;
class Session;

/// What is selected, to be read and changed: a form for each kind of thing that it is. Follows the
/// playhead without taking the focus from what is being typed.
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
    std::vector<Form*> forms_;  ///< from the top, while nothing on the timeline is selected
    Form* spans_;
    Form* keys_;
    Form* top_ = nullptr;
    QVBoxLayout* column_;
};

}  // namespace posewright::ui
