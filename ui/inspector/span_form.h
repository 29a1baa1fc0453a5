#pragma once

#include "ui/inspector/form.h"
#include "ui/session/selection.h"

namespace posewright::ui {

/// The selected spans, else those of the selected targets at the playhead: kind, frames and
/// settings.
class SpanForm final : public Form {
    Q_OBJECT

public:
    SpanForm(Session& session, Evaluator& evaluator);

private:
    struct SelectedSpan {
        ConstraintId target = ConstraintId::None;
        Span span;
    };
    using Change = std::function<void(Span&)>;

    bool fill() override;
    void committed(const Edits& edits) override;
    void takenBack() override;
    bool anySelected() const;
    std::vector<SelectedSpan> spans() const;
    QString targetNames(const std::vector<SelectedSpan>& spans) const;
    /// Edits that remove each span and set it again with the change.
    Edits changed(const std::vector<SelectedSpan>& from, const Change& change);
    enum class End { Start, Finish };
    /// Adds the field for the spans' start or end.
    NumberField* addEnd(const QString& title, const QString& name, End end);
    NumberField* addFade(const QString& title, const QString& name, End end);
    NumberField* addValue(const QString& title, NumberField::Kind kind, const QString& name,
                          double Span::*member);

    std::vector<SpanRef> before_;  ///< selected when a gesture on starts or ends began
    QComboBox* kind_;
    NumberField* start_;
    NumberField* end_;
    NumberField* in_;
    NumberField* out_;
    QLabel* full_;
    QComboBox* inbetween_;
    NumberField* mix_;
    QComboBox* path_;
    QComboBox* solver_;
};

}  // namespace posewright::ui
