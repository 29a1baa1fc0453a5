#pragma once

#include "ui/inspector/form.h"

namespace posewright::ui {

/// The span of each selected target that holds at the playhead: what it does, when, and how.
class SpanForm final : public Form {
    Q_OBJECT

public:
    SpanForm(Session& session, Evaluator& evaluator);

private:
    struct Held {
        ConstraintId target = ConstraintId::None;
        Span span;
    };
    using Change = std::function<void(Span&)>;

    bool fill() override;
    std::vector<Held> spans() const;
    /// Each span taken away and put back with the change made.
    static Edits changed(const std::vector<Held>& from, const Change& change);
    NumberField* addValue(const QString& title, NumberField::Kind kind, const QString& name,
                          double Span::*member);

    QComboBox* kind_;
    NumberField* start_;
    NumberField* end_;
    NumberField* in_;
    NumberField* out_;
    QComboBox* inbetween_;
    NumberField* mix_;
    QComboBox* path_;
    QComboBox* solver_;
};

}  // namespace posewright::ui
