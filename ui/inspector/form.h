#pragma once

#include "core/document/document.h"
#include "core/edit/edit.h"
#include "core/operate/operate.h"
#include "ui/inspector/number_field.h"

#include <QWidget>

#include <array>
#include <functional>
#include <span>
#include <vector>

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLabel;

namespace posewright::ui {

class Evaluator;
class Session;

/// A part of the inspector for one kind of thing. Shows the selection and turns changes into edits,
/// one step of the history per gesture.
class Form : public QWidget {
    Q_OBJECT

public:
    Form(const QString& title, Session& session, Evaluator& evaluator);

    /// Shows the current selection; false: nothing here applies, and the form hides.
    bool refresh();

signals:
    /// An edit was refused, and why.
    void failed(const QString& text);

protected:
    using Edits = std::vector<edit::Edit>;
    /// From a number to edits. Created when a gesture begins, so that it captures the document as
    /// it was then.
    using Maker = std::function<Edits(double)>;

    /// Fills the rows; false: nothing to show.
    virtual bool fill() = 0;

    /// Called after edits, and after a gesture was cancelled, to update selected keys and spans,
    /// which are identified by frame.
    virtual void committed(const Edits& /*edits*/) {}
    virtual void takenBack() {}

    Session& session() const { return session_; }
    Evaluator& evaluator() const { return evaluator_; }
    const Document& doc() const;
    double frame() const;
    /// World placements as shown; the rest pose while nothing is shown.
    std::vector<WorldTransform> worldShown() const;
    std::vector<WorldTransform> worldAtRest() const;

    /// The edits of operations, each on the outcome of those before. None, and `failed`, if one is
    /// refused.
    Edits editsOf(const Document& from, std::span<const operate::Operation> operations);

    void setTitle(const QString& title);
    QLabel* addText(const QString& title, const QString& name);
    /// Sets the text; an empty one hides the row.
    void setText(QLabel* label, const QString& text);
    NumberField* addNumber(const QString& title, NumberField::Kind kind, const QString& name,
                           const QString& step, std::function<Maker()> begin);
    std::array<NumberField*, 3> addVector(const QString& title, NumberField::Kind kind,
                                          const QString& name, const QString& step,
                                          const std::function<Maker(int axis)>& begin);
    QCheckBox* addCheck(const QString& title, const QString& name, const QString& step,
                        std::function<Edits(bool)> make);
    QComboBox* addChoice(const QString& title, const QString& name, const QString& step,
                         std::function<Edits(int row)> make);
    /// Sets the items of a combo box, unless it has them already.
    static void setItems(QComboBox& box, const QStringList& names);
    /// Shows a row of a combo box; with `differ`, as one of several different values.
    static void choose(QComboBox& box, int row, bool differ);
    void addField(const QString& title, QWidget* field);
    void addWide(QWidget* widget);
    void setRowVisible(QWidget* field, bool visible);
    /// Enables or disables a field; `why` is added to its tooltip if disabled.
    static void setPossible(QWidget* field, bool possible, const QString& why);

    /// @param step name of the history step; empty: that of stepText
    /// @param field the field's name: consecutive choices in one field are one step
    void commit(const Edits& edits, const QString& step, const QString& field = {});

    /// Makes a field's gestures steps of the history. Consecutive gestures of fields with the same
    /// `shared` become one step; empty: only those of this field.
    void bind(NumberField* field, const QString& step, std::function<Maker()> begin,
              const QString& shared = {});

private:
    Session& session_;
    Evaluator& evaluator_;
    QLabel* head_;
    QFormLayout* rows_;
    struct WithUnit {
        QLabel* label;
        QString title;
    };
    /// The title of a row of numbers, followed by their unit.
    QLabel* numberTitle(const QString& title, NumberField::Kind kind, QWidget* buddy);

    std::vector<WithUnit> lengths_;  ///< labels with the document's unit
    bool filling_ = false;
};

}  // namespace posewright::ui
