#pragma once

#include "ui/inspector/form.h"

#include <optional>
#include <string>
#include <vector>

class QLineEdit;

namespace posewright::ui {

class SlidingNumber;

/// The morphs of the selected mesh at the playhead, each with a slider that keys it.
class MorphForm final : public Form {
    Q_OBJECT

public:
    MorphForm(Session& session, Evaluator& evaluator);

private:
    struct Row {
        std::size_t morph = 0;  ///< of the mesh
        SlidingNumber* number = nullptr;
    };

    bool fill() override;
    /// Builds rows for the morphs whose names contain the search text.
    void build(const Mesh& mesh);
    SlidingNumber* makeRow(const std::string& name);

    QLineEdit* search_;
    QWidget* list_ = nullptr;
    QLabel* more_;
    std::optional<Shared<Mesh>> mesh_;  ///< that the rows belong to
    QString searched_;
    std::vector<Row> shown_;
};

}  // namespace posewright::ui
