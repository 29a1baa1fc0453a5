#pragma once

#include "core/operate/aftermath.h"
#include "core/operate/operate.h"
#include "ui/session/job.h"

#include <QObject>

#include <memory>
#include <optional>
#include <vector>

namespace posewright::ui {

class Session;

/// Judges what remedies do to the whole motion, one after another, off the interface's thread.
/// Destroying it cancels that.
class CuresCheck : public QObject {
    Q_OBJECT

public:
    /// @param root  of the limb that they help; None: of none
    CuresCheck(const Session& session, NodeId root, const operate::Needed& needed,
               QObject* parent = nullptr);

    void start(std::vector<operate::Edits> remedies);
    /// The document without a remedy.
    const Document& document() const noexcept { return before_; }

signals:
    /// @param row  of the remedy
    void judged(int row, const posewright::operate::Aftermath& what);

private:
    void next();

    Document before_, unedited_;
    std::shared_ptr<KeyMemo> memo_;
    NodeId root_;
    operate::Needed needed_;
    std::vector<operate::Edits> remedies_;
    int row_ = 0;
    std::shared_ptr<const operate::Judged> judged_;  ///< without a remedy
    Job job_;
};

}  // namespace posewright::ui
