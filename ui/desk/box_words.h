#pragma once

#include "core/edit/edit.h"

#include <QObject>
#include <QString>

#include <map>
#include <vector>

namespace posewright::ui {

class Evaluator;
class Session;

/// Says so if a limb goes through a box within a second of keys or spans that were set for its
/// target: "The left hand is up to 3.1 cm inside “Box” at frames 12 to 16: ...". It is said once
/// the evaluator knows these frames, unless the document changes before. Nothing is done where no
/// box is.
class BoxWords : public QObject {
    Q_OBJECT

public:
    BoxWords(Session& session, Evaluator& evaluator, QObject* parent);

    /// Begins to wait for the faults around what a step has set.
    /// @param keyed  what it keyed to lead a limb; is said, too
    void ask(const std::vector<edit::Edit>& edits, const QString& keyed = {});

signals:
    void found(const QString& words);

private:
    void look();

    struct Frames {
        double first = 0;
        double last = 0;
    };
    Session& session_;
    Evaluator& evaluator_;
    std::map<ConstraintId, Frames> asked_;
    QString keyed_;
};

}  // namespace posewright::ui
