#pragma once

#include "core/edit/edit.h"

#include <QObject>
#include <QString>

#include <vector>

namespace posewright::ui {

class Session;

/// Says what moves at rest, and whose motion changes, where a node was hung below another, as
/// operate::toldOfShifts and operate::toldOfMotion do.
class ShiftWords : public QObject {
    Q_OBJECT

public:
    ShiftWords(Session& session, QObject* parent);

    /// What the last step has moved. Empty: nothing; it hung nothing elsewhere; or it removed
    /// nodes, whose tool says so itself.
    QString of(const std::vector<edit::Edit>& edits) const;

private:
    Session& session_;
    Document before_;
    Document now_;
};

}  // namespace posewright::ui
