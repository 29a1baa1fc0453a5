#pragma once

#include "core/document/document.h"
#include "core/edit/edit.h"
#include "ui/inspector/number_field.h"

#include <QWidget>

#include <array>
#include <functional>
#include <vector>

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLabel;

namespace posewright::ui {

class Evaluator;
class Session;

/// One part of the inspector: the rows for one kind of thing. Shows what is selected and turns what
/// is changed into edits, one step of the history a gesture.
class Form : public QWidget {
    Q_OBJECT

public:
    Form(const QString& title, Session& session, Evaluator& evaluator);

    /// Shows the selection as it is now; false: nothing here concerns it, and the form hides.
    bool refresh();

signals:
    /// An edit was refused, and why.
    void failed(const QString& text);

protected:
    using Edits = std::vector<edit::Edit>;
    /// The edits that a number stands for. Made when a gesture begins, so that it knows the
    /// document as it was then.
    using Maker = std::function<Edits(double)>;

    /// Fills the rows; false: nothing to show.
    virtual bool fill() = 0;

    /// What the selection calls by their frames may be elsewhere now: after each edit that was
    /// made, and after a gesture was taken back.
    virtual void committed(const Edits& /*edits*/) {}
    virtual void takenBack() {}

    Session& session() const { return session_; }
    Evaluator& evaluator() const { return evaluator_; }
    const Document& doc() const;
    double frame() const;
    /// Where the nodes are that are shown; in the rest pose, while nothing is.
    std::vector<WorldTransform> worldShown() const;
    std::vector<WorldTransform> worldAtRest() const;

    void setTitle(const QString& title);
    QLabel* addText(const QString& title, const QString& name);
    /// Shows a line; an empty one hides its row.
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
    /// The rows of a choice; it is left alone where they are these already.
    static void setItems(QComboBox& box, const QStringList& names);
    /// Shows a row of a choice; with `differ`, that of several which differ.
    static void choose(QComboBox& box, int row, bool differ);
    void addField(const QString& title, QWidget* field);
    void addWide(QWidget* widget);
    void setRowVisible(QWidget* field, bool visible);
    /// A field that is grey says why after its tooltip.
    static void setPossible(QWidget* field, bool possible, const QString& why);

    /// @param step what the history calls it; empty: what stepText says
    /// @param field that it is chosen in: chosen again, it is the same step
    void commit(const Edits& edits, const QString& step, const QString& field = {});

    /// Makes a field's gestures steps of the history, whichever row it is in. Those of fields that
    /// `shared` names are one step while nothing comes in between; empty: the field alone.
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
    /// The title of a row of numbers, with the unit that they are shown in behind it.
    QLabel* numberTitle(const QString& title, NumberField::Kind kind, QWidget* buddy);

    std::vector<WithUnit> lengths_;  ///< whose unit is the document's
    bool filling_ = false;
};

}  // namespace posewright::ui
